// Runs the engine under Node: commands, one a line, from standard input; answers to
// standard output. Arguments: the folder of the built files, the script that decompresses, and "closures" for an engine
// that does not get its memory, so that it cannot have the browser compile programs.
const fs = require("fs"), path = require("path");
const dist = process.argv[2];
require(path.join(dist, "wasm_exec.js"));
const fzstd = require(process.argv[3]);
globalThis.astragalReady = (answer) => {
  for (const line of fs.readFileSync(0, "utf8").split("\n")) if (line) fs.writeSync(1, answer(line));
  process.exit(0);
};
// How many programs the browser would have compiled for us goes to standard error.
let programs = 0;
const Module = WebAssembly.Module;
WebAssembly.Module = function (code) {
  programs++;
  return new Module(code);
};
process.on("exit", () => fs.writeSync(2, `${programs} programs`));
const go = new Go();
const code = fzstd.decompress(new Uint8Array(fs.readFileSync(path.join(dist, "engine.wasm.zst"))));
WebAssembly.instantiate(code, go.importObject).then((r) => {
  if (process.argv[4] !== "closures") globalThis.engineMemory = r.instance.exports.mem;
  return go.run(r.instance);
});
