-- Language server for descriptions of games. Put this file into ~/.config/nvim/lua and
-- require("astragal") in init.lua; Neovim 0.8 or later, astragal on PATH.
vim.filetype.add({ extension = { lud = "lgdl", def = "lgdl", kif = "kif", rbg = "rbg", efg = "efg" } })

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "lgdl", "kif", "rbg", "efg" },
  callback = function(args)
    vim.bo[args.buf].commentstring = "// %s"
    vim.lsp.start({
      name = "astragal",
      cmd = { "astragal", "lsp" },
      root_dir = vim.fs.dirname(vim.fs.find({ "def", "lud" }, { upward = true, path = vim.api.nvim_buf_get_name(args.buf) })[1]),
    })
  end,
})
