-- Language server for descriptions of games. Put this file into ~/.config/nvim/lua and
-- require("astragal") in init.lua; Neovim 0.7 or later, astragal on PATH.
vim.g.do_filetype_lua = 1 -- Neovim 0.7 asks for it; later ones do it anyway
vim.filetype.add({ extension = { lud = "lgdl", def = "lgdl", kif = "kif", rbg = "rbg", rg = "rg", hrg = "rg", efg = "efg" } })

-- The folder with the folder lud or def that a file is in: its defines are known, too.
local function root(file)
  for _, name in ipairs({ "def", "lud" }) do
    local found = vim.fn.finddir(name, vim.fn.fnamemodify(file, ":p:h") .. ";")
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:h:h")
    end
  end
end

local clients = {} -- by root, for Neovim before 0.8, which has no vim.lsp.start

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "lgdl", "kif", "rbg", "rg", "efg" },
  callback = function(args)
    vim.bo[args.buf].commentstring = "// %s"
    local config = { name = "astragal", cmd = { "astragal", "lsp" }, root_dir = root(vim.api.nvim_buf_get_name(args.buf)) }
    if vim.lsp.start then
      vim.lsp.start(config)
      return
    end
    local key = config.root_dir or ""
    clients[key] = clients[key] or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(args.buf, clients[key])
  end,
})
