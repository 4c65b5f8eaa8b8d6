// Runs the engine under Node: commands, one a line, from standard input; answers to
// standard output. Argument: the folder of the built files.
const fs = require("fs"), path = require("path");
const dist = process.argv[2];
require(path.join(dist, "wasm_exec.js"));
const fzstd = require(process.argv[3]);
globalThis.astragalReady = (answer) => {
  for (const line of fs.readFileSync(0, "utf8").split("\n")) if (line) fs.writeSync(1, answer(line));
  process.exit(0);
};
const go = new Go();
const code = fzstd.decompress(new Uint8Array(fs.readFileSync(path.join(dist, "engine.wasm.zst"))));
WebAssembly.instantiate(code, go.importObject).then((r) => go.run(r.instance));
