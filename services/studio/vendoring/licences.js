// Prints the licences of what is bundled into codemirror.js.
const fs = require("fs"), path = require("path");
const root = path.join(__dirname, "node_modules");
const names = ["@codemirror/autocomplete", "@codemirror/commands", "@codemirror/language", "@codemirror/lint", "@codemirror/search",
  "@codemirror/state", "@codemirror/view", "@lezer/common", "@lezer/highlight", "@lezer/lr", "@marijn/find-cluster-break", "crelt", "style-mod", "w3c-keyname"];
for (const name of names) {
  const dir = path.join(root, name);
  const { version, license } = JSON.parse(fs.readFileSync(path.join(dir, "package.json")));
  const file = fs.readdirSync(dir).find((f) => /^licen[cs]e/i.test(f));
  console.log(`== ${name} ${version} (${license})\n`);
  console.log(file ? fs.readFileSync(path.join(dir, file), "utf8") : "No text of the licence is in the package.\n");
}
