// What both pages share: the engine in a worker, and the library.

const version = document.body.dataset.version;
const base = new URL("studio/", document.baseURI);

/** Engine is the workbench in a worker of its own; ask() resolves to the answer of a command. */
export class Engine {
  constructor() {
    this.begin();
  }

  begin() {
    this.asked = new Map();
    this.next = 1;
    this.worker = new Worker(new URL("worker.js?v=" + version, base));
    this.worker.onmessage = ({ data }) => {
      if (data.id === 0) {
        for (const { reject } of this.asked.values()) reject(new Error(data.answer.error));
        this.asked.clear();
        return;
      }
      const waiting = this.asked.get(data.id);
      this.asked.delete(data.id);
      if (!waiting) return;
      if (data.answer && data.answer.error) waiting.reject(new Error(data.answer.error));
      else waiting.resolve(data.answer);
    };
  }

  /** ask sends a command; the promise fails with the engine's error. */
  ask(cmd, fields = {}) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, command: { cmd, ...fields } });
    });
  }

  /** stop gives up whatever the engine does; it must be set up anew. */
  stop() {
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(new Error("stopped"));
    this.begin();
  }
}

let shelf = null;

/** library resolves to the library: {defs, games}. */
export function library() {
  shelf ??= (async () => {
    const response = await fetch(new URL("library.json.gz?v=" + version, base));
    if (!response.ok) throw new Error("the library is not there");
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).json();
  })();
  return shelf;
}

/** source finds what an address asks for: ?game=PATH of the library, ?rules=HASH of the catalogue. */
export async function source(params) {
  const lib = await library();
  if (params.get("rules")) {
    const response = await fetch(new URL("source/" + encodeURIComponent(params.get("rules")), base));
    if (!response.ok) throw new Error("The catalogue has no such ruleset.");
    const s = await response.json();
    return { file: s.file, text: s.text, options: s.options, ruleset: s.ruleset, games: s.games, defs: s.defs ?? {}, rulesets: [] };
  }
  const path = params.get("game");
  const game = lib.games.find((g) => g.path === path);
  if (!game) throw new Error("There is no game " + path + " in the library.");
  const games = game.text.includes("(match") ? Object.fromEntries(lib.games.map((g) => [g.path, g.text])) : undefined;
  return { file: path, text: game.text, ruleset: params.get("ruleset") ?? "", games, defs: lib.defs, rulesets: game.rulesets ?? [] };
}

/** el makes an element. */
export function el(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props)) {
    if (k === "dataset") Object.assign(e.dataset, v);
    else if (k in e) e[k] = v;
    else e.setAttribute(k, v);
  }
  e.append(...children);
  return e;
}

export const $ = (id) => document.getElementById(id);

/** names of agents for people. */
export function levelName(agent) {
  const names = { random: "Random", "uct:30": "Beginner", "uct:300": "Casual", "best:1000": "Strong", "best:5000": "Strongest" };
  return (names[agent] ?? agent) + (names[agent] && agent !== "random" ? " (" + agent + ")" : "");
}

export const colours = ["#8a8a84", "#b9a98a", "#2f2b28", "#c0392b", "#2d6ca8", "#3b8f4b", "#d9a520", "#7d4fa0", "#d9772b"];
