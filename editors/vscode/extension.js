// Starts the language server for the files of games.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("astragal").get("command");
  const selector = ["lgdl", "kif", "rbg", "rg", "efg"].map((language) => ({ scheme: "file", language }));
  client = new LanguageClient("astragal", "Astragal", { command, args: ["lsp"] }, { documentSelector: selector });
  return client.start();
};

exports.deactivate = () => client?.stop();
