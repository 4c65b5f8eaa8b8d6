-- What TestNeovim has Neovim do with the file $ROW; what it saw goes to the file $SEEN as JSON.
local seen = {}
local function session()
  require("astragal")
  vim.cmd("filetype on")
  vim.cmd("edit " .. vim.env.ROW)
  local function errors()
    return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
  end
  local function wait(what, f)
    if not vim.wait(60000, f, 20) then
      seen.late = (seen.late or "") .. " " .. what
    end
  end
  wait("errors", function() return #errors() > 0 end)
  seen.errors = vim.tbl_map(function(d) return { line = d.lnum, message = d.message } end, errors())

  local function ask(method, line, character, more)
    vim.api.nvim_win_set_cursor(0, { line + 1, character })
    local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
    local answers = vim.lsp.buf_request_sync(0, "textDocument/" .. method, params, 60000)
    for _, a in pairs(answers or {}) do
      return a.result
    end
  end
  local range = { range = { start = { line = 6, character = 20 }, ["end"] = { line = 6, character = 22 } },
    context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0, 6) } }
  seen.actions = ask("codeAction", 6, 20, range)
  seen.hover = ask("hover", 7, 23)
  seen.completion = ask("completion", 4, 32)
  seen.definition = ask("definition", 7, 20)
  seen.references = ask("references", 0, 10, { context = { includeDeclaration = true } })
  seen.rename = ask("rename", 0, 10, { newName = "RowOfThree" })
  seen.symbols = ask("documentSymbol", 0, 0)
  seen.folds = ask("foldingRange", 0, 0)
  vim.cmd("7s/move Ad /move Add /")
  wait("no errors", function() return #errors() == 0 end)
  seen.mended = #errors()
  seen.formatting = ask("formatting", 0, 0, { options = { tabSize = 4, insertSpaces = true } })
  local file = io.open(vim.env.SEEN, "w")
  file:write(vim.json and vim.json.encode(seen) or vim.fn.json_encode(seen))
  file:close()
  vim.lsp.stop_client(vim.lsp.get_active_clients())
  wait("an end", function() return #vim.lsp.get_active_clients() == 0 end)
end
local done, fault = pcall(session)
if not done then
  io.stderr:write(fault, "\n")
  vim.cmd("cquit")
end
vim.cmd("quitall!")
