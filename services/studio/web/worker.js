// The engine in a web worker: it answers commands of the workbench (pkg/workbench) in
// the order in which they come. The address says where the files are and their version.
importScripts("wasm_exec.js", "fzstd.js");

const version = new URL(self.location.href).search;
const waiting = [];
let answer = null;

self.astragalReady = (f) => {
  answer = f;
  for (const m of waiting.splice(0)) reply(m);
};

function reply(m) {
  let out;
  try {
    out = JSON.parse(answer(JSON.stringify(m.command)));
  } catch (e) {
    out = { error: "the engine stopped: " + e };
  }
  self.postMessage({ id: m.id, answer: out });
}

self.onmessage = (e) => (answer ? reply(e.data) : waiting.push(e.data));

(async () => {
  const response = await fetch("engine.wasm.zst" + version);
  if (!response.ok) throw new Error("engine.wasm.zst: " + response.status);
  const code = fzstd.decompress(new Uint8Array(await response.arrayBuffer()));
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(code, go.importObject);
  self.engineMemory = instance.exports.mem; // where programs of rules work, too
  await go.run(instance);
  throw new Error("the engine ended");
})().catch((e) => self.postMessage({ id: 0, answer: { error: String(e) } }));
