// The page on which games are written: an editor that the engine helps, and beside it
// what the game is, at once. One engine answers about the text, another plays, so that
// typing never waits for playing.
import { Engine, library, source, el, $ } from "./engine.js";
import { lgdl, markdown } from "./lgdl.js";
import {
  EditorState, EditorView, keymap, lineNumbers, highlightActiveLine, drawSelection, defaultKeymap, history, historyKeymap, indentWithTab,
  bracketMatching, foldGutter, foldKeymap, completionKeymap, closeBrackets, closeBracketsKeymap, setDiagnostics, lintGutter, lintKeymap,
  search, searchKeymap, highlightSelectionMatches, indentUnit,
} from "./codemirror.js";

const params = new URLSearchParams(location.search);
const writer = new Engine(); // answers about the text
const player = new Engine(); // compiles and plays it
let defs = {}, games;
let file = "game.lud", ruleset = "", options = {}; // options by heading
let generation = 0; // of the text; answers about an older one are stale
let playing = 0;
let known = null; // concepts of the text before
let good = false;
let lessons = [], lesson = -1;

const text = () => view.state.doc.toString();
const chosen = () => ({ file, ruleset, options: Object.values(options).filter(Boolean), games });
const ask = (cmd, fields = {}) => writer.ask(cmd, { ...chosen(), text: text(), ...fields });

const view = new EditorView({
  parent: $("editor"),
  state: EditorState.create({
    doc: "",
    extensions: [
      lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(),
      highlightSelectionMatches(), search({ top: true }), indentUnit.of("    "), EditorView.lineWrapping, lgdl(ask),
      EditorView.contentAttributes.of({ "aria-label": "Description of the game" }),
      keymap.of([
        { key: "F2", run: () => { rename(); return true; } }, { key: "F12", run: () => { definition(); return true; } },
        { key: "Shift-Alt-f", run: () => { format(); return true; } },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, indentWithTab,
      ]),
      EditorView.updateListener.of((u) => { if (u.docChanged) changed(); }),
      EditorView.domEventHandlers({ mousedown: (e, v) => { if (e.ctrlKey || e.metaKey) { const p = v.posAtCoords(e); if (p !== null) definition(p); } } }),
    ],
  }),
});

let timer = 0;
function changed(wait = 20) {
  generation++;
  document.body.dataset.checked = "";
  clearTimeout(timer);
  timer = setTimeout(check, wait);
}

/** check finds what is wrong with the text, and if nothing is, what the game is. */
async function check() {
  const mine = generation;
  const began = performance.now();
  const slow = setTimeout(() => { if (mine === generation) { writer.stop(); writer.ask("defs", { files: defs }); say("Checking took too long and was stopped."); } }, 20000);
  let d;
  try {
    d = await ask("diagnose");
  } catch (e) {
    if (mine === generation) say(e.message);
    return;
  } finally {
    clearTimeout(slow);
  }
  if (mine !== generation) return;
  good = d.ok;
  const length = view.state.doc.length;
  const clip = (r) => ({ from: Math.min(r.start, length), to: Math.min(Math.max(r.end, r.start), length) });
  view.dispatch(setDiagnostics(view.state, d.diagnostics.map((x) => ({
    ...clip(x.at), severity: x.severity, message: [x.message, x.hint].filter(Boolean).join("\n"), source: x.code,
    actions: (x.repairs ?? []).map((r) => ({ name: r.title, apply: () => repair(r) })),
  }))));
  $("problems").replaceChildren(...d.diagnostics.slice(0, 20).map((x) => {
    const go = el("button", { type: "button", className: "plain", onclick: () => select(clip(x.at)) },
      "line " + view.state.doc.lineAt(clip(x.at).from).number + ": " + x.message + (x.define ? " (in the define " + x.define + ")" : ""));
    const li = el("li", { className: x.severity }, go, x.hint ? el("span", { className: "small" }, " " + x.hint) : "");
    for (const r of x.repairs ?? []) li.append(" ", el("button", { type: "button", className: "quiet fix", onclick: () => repair(r) }, r.title));
    return li;
  }));
  const faults = d.diagnostics.filter((x) => x.severity === "error").length;
  $("verdict").textContent = d.ok ? "right" + (d.diagnostics.length ? ", with " + d.diagnostics.length + " to look at" : "") : faults + " to mend";
  $("verdict").className = "small " + (d.ok ? "ok" : "bad");
  document.body.dataset.checked = mine;
  document.body.dataset.took = Math.round(performance.now() - began);
  choices(mine);
  if (d.ok) compile(mine);
  else judge(null);
}

function repair(r) {
  view.dispatch({ changes: r.edits.map((e) => ({ from: e.start, to: e.end, insert: e.text })) });
  view.focus();
}

function select(r) {
  view.dispatch({ selection: { anchor: r.from, head: r.to }, scrollIntoView: true });
  view.focus();
}

/** choices shows the rulesets and options that the text offers. */
async function choices(mine) {
  let c = { options: [], rulesets: [] };
  try { c = await ask("choices"); } catch { /* the text says too little to have any */ }
  if (mine !== generation) return;
  $("ruleset").hidden = c.rulesets.length < 2;
  $("ruleset").replaceChildren(el("option", { value: "" }, "default ruleset"), ...c.rulesets.map((r) => el("option", { value: r, selected: r === ruleset }, r.replace("Ruleset/", ""))));
  const kept = {};
  $("options").replaceChildren(...c.options.map((o) => {
    if (o.items.some((i) => i.option === options[o.heading])) kept[o.heading] = options[o.heading];
    const s = el("select", { ariaLabel: o.heading, title: o.heading }, el("option", { value: "" }, o.heading + ": default"),
      ...o.items.map((i) => el("option", { value: i.option, title: i.description ?? "", selected: i.option === options[o.heading] }, i.heading)));
    s.onchange = () => { options[o.heading] = s.value; if (s.value) ruleset = ""; changed(0); };
    return s;
  }));
  options = kept;
}
$("ruleset").onchange = () => { ruleset = $("ruleset").value; options = {}; changed(0); };

/** compile has the player take the text over, and shows it. */
async function compile(mine) {
  playing++;
  try {
    const game = await player.ask("open", { ...chosen(), text: text() });
    if (mine !== generation) return;
    $("name").textContent = game.name;
    document.title = game.name + " · Write · Astragal";
    const p = await player.ask("position", { width: 560 });
    if (mine !== generation) return;
    show(p);
    const c = await player.ask("concepts");
    if (mine !== generation) return;
    concepts(c);
    judge(c);
    setTimeout(() => { if (mine === generation && good) measure(100, mine); }, 300);
  } catch (e) {
    if (mine === generation) say(e.message);
  }
}

function show(p) {
  if (p.svg) $("board").innerHTML = p.svg;
  else $("board").replaceChildren(el("pre", {}, p.observation ?? ""));
  for (const t of $("board").querySelectorAll(".site-target")) t.removeAttribute("class");
  $("legal").textContent = p.over ? "over after " + p.ply + " moves: " + (p.payoffs ?? []).map((v, i) => "player " + (i + 1) + " " + (v > 0 ? "+" : "") + Math.round(v * 100) / 100).join(", ")
    : "ply " + p.ply + ", player " + p.mover + ", " + p.moves.length + " legal move" + (p.moves.length === 1 ? "" : "s");
  $("legal").title = p.moves.slice(0, 40).map((m) => m.label).join(", ");
  for (const m of p.moves) {
    const t = m.to && $("board").querySelector('[data-type="' + m.to.type + '"][data-site="' + m.to.site + '"]');
    t?.setAttribute("class", "site-target legal");
  }
  document.body.dataset.shown = p.ply;
}

/** concepts shows what the game is made of, and what the last change did to it. */
function concepts(c) {
  const names = Object.keys(c).filter((n) => !/^Num[A-Z]/.test(n)).sort();
  const came = known ? names.filter((n) => !known.has(n)) : [];
  const went = known ? [...known].filter((n) => !names.includes(n)).sort() : [];
  $("concepts").replaceChildren(...went.map((n) => el("span", { className: "chip-c went" }, n)), ...came.map((n) => el("span", { className: "chip-c came" }, n)),
    ...names.filter((n) => !came.includes(n)).map((n) => el("span", { className: "chip-c" }, n)));
  $("changed").textContent = known ? (came.length || went.length ? "+" + came.length + " −" + went.length : names.length + ", unchanged") : names.length;
  known = new Set(names);
}

/** measure plays at random, in batches so that a change of the text need not wait. */
async function measure(n, mine = generation) {
  const run = ++playing;
  const began = performance.now();
  let f;
  try {
    for (let first = 0; first < n;) {
      const k = Math.min(first === 0 ? 10 : 100, n - first);
      f = await player.ask("playouts", { n: k, first, seed: "1", metrics: n >= 1000 });
      if (mine !== generation || run !== playing) return;
      first += k;
      figures(f, first, n);
      if (performance.now() - began > 8000 && n === 100) break;
    }
  } catch (e) {
    if (run === playing) $("figures").replaceChildren(el("p", { className: "small" }, e.message));
  }
}

const percent = (x) => Math.round(x * 100) + " %";

function figures(f, done, all) {
  const s = f.summary, rows = [];
  const row = (name, value, e) => rows.push(el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value), el("td", { className: "small" }, e ?? "")));
  const share = (name, e) => row(name, percent(e.mean), percent(e.low) + " – " + percent(e.high));
  s.wins.forEach((w, i) => share("player " + (i + 1) + " wins", w));
  share("drawn", s.draws);
  if (s.limits || s.timeouts.mean) share("ended by a limit", s.timeouts);
  for (const [name, title] of [["DurationMoves", "length in moves"], ["DurationTurns", "length in turns"], ["BranchingFactorAverage", "branching"], ["GameTreeComplexity", "log₁₀ of the game tree"],
    ["Drama", "drama"], ["LeadChange", "changes of the lead"]]) {
    const m = s.metrics[name];
    if (m) row(title, String(Math.round(m.mean * 100) / 100), m.low !== undefined ? Math.round(m.low * 100) / 100 + " – " + Math.round(m.high * 100) / 100 : "");
  }
  $("figures").replaceChildren(el("table", {}, el("tbody", {}, ...rows)), histogram(s.length ?? []),
    el("p", { className: "small" }, done + (done < all ? " of " + all : "") + " plays by random agents, seed " + f.seed + ", engine " + f.engine + "; 95 % intervals"));
  document.body.dataset.played = done;
}

/** histogram draws the lengths of plays. */
function histogram(bins) {
  const box = el("div", { className: "histogram" });
  if (!bins.length) return box;
  const from = (b) => b.low ?? b.from ?? b.Low ?? 0, count = (b) => b.n ?? b.count ?? b.Count ?? 0;
  const low = from(bins[0]), high = from(bins.at(-1)) + 1, n = 40;
  const columns = new Array(n).fill(0);
  for (const b of bins) columns[Math.min(n - 1, Math.floor(((from(b) - low) / Math.max(1, high - low)) * n))] += count(b);
  const top = Math.max(...columns, 1);
  box.innerHTML = `<svg viewBox="0 0 400 70" role="img" aria-label="Lengths of plays, ${low} to ${high - 1} moves">` +
    columns.map((c, i) => `<rect x="${i * 10}" width="9" y="${60 - (c / top) * 58}" height="${(c / top) * 58}"/>`).join("") +
    `<text x="0" y="69">${low}</text><text x="400" y="69" text-anchor="end">${high - 1} moves</text></svg>`;
  return box;
}

$("hundred").onclick = () => measure(100);
$("thousand").onclick = () => measure(1000);
$("restart").onclick = async () => { playing++; show(await player.ask("new", { seed: String(Math.floor(Math.random() * 1e9)), width: 560 })); };
async function randomMove() {
  const t = await player.ask("go", { agent: "random" });
  const p = await player.ask("play", { i: t.i, width: 560 });
  show(p);
  return p;
}
$("step-play").onclick = () => { playing++; randomMove().catch((e) => say(e.message)); };
$("run").onclick = async () => {
  const run = ++playing;
  show(await player.ask("new", { seed: String(Math.floor(Math.random() * 1e9)), width: 560 }));
  for (let n = 0; n < 2000 && run === playing; n++) {
    const p = await randomMove();
    if (p.over) break;
    await new Promise((r) => setTimeout(r, 120));
  }
};

async function format() {
  try {
    const f = await ask("format");
    if (f.text !== text()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: f.text } });
    say("Laid out.");
  } catch (e) { say(e.message); }
}
$("format").onclick = format;

async function definition(at = view.state.selection.main.head) {
  const d = await ask("definition", { at });
  const l = d.locations[0];
  if (!l) return say("Nothing is defined under this name.");
  if (!l.file) return select({ from: l.start, to: l.end });
  tell(el("h2", {}, l.file), el("pre", { className: "code" }, l.text));
}
$("goto").onclick = () => definition();

async function rename() {
  const at = view.state.selection.main.head;
  const d = await ask("definition", { at });
  const l = d.locations[0];
  if (!l || l.file) return say("Put the cursor into a name that this description declares, then rename it.");
  const input = el("input", { type: "text", value: view.state.doc.sliceString(l.start, l.end), ariaLabel: "New name" });
  const ok = await tell(el("h2", {}, "Rename"), el("p", {}, "A new name for ", el("code", {}, input.value), ", everywhere in this description:"), input);
  if (!ok) return;
  try {
    const r = await ask("rename", { at, to: input.value });
    repair(r);
    say(r.edits.length + " places renamed.");
  } catch (e) { say(e.message); }
}
$("rename").onclick = rename;

$("expand").onclick = async () => {
  try {
    const e = await player.ask("expand");
    tell(el("h2", {}, "With all defines and options replaced"), el("pre", { className: "code" }, e.text));
  } catch (e) { say(e.message); }
};

/** tell shows a dialog and resolves to whether it was confirmed. */
function tell(...children) {
  $("dialog-text").replaceChildren(...children);
  $("dialog-ok").textContent = children.some((c) => c.tagName === "INPUT") ? "OK" : "Close";
  $("dialog").showModal();
  return new Promise((r) => { $("dialog").onclose = () => r($("dialog").returnValue === "ok"); $("dialog").returnValue = ""; });
}

const say = (s) => { $("said").textContent = s; };

/** packed is the text compressed for an address, unpacked the way back. */
async function packed(s) {
  const bytes = new Uint8Array(await new Response(new Blob([s]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpacked(s) {
  const bytes = Uint8Array.from(atob(s.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
$("share").onclick = async () => {
  window.history.replaceState(null, "", location.pathname + "#" + (await packed(JSON.stringify({ file, text: text(), ruleset, options }))));
  try { await navigator.clipboard.writeText(location.href); say("The address, with the whole text in it, is copied."); } catch { say("The address, with the whole text in it, is in the address bar."); }
};
$("download").onclick = () => {
  const a = el("a", { href: URL.createObjectURL(new Blob([text()], { type: "text/plain" })), download: file.split("/").at(-1) });
  a.click();
  URL.revokeObjectURL(a.href);
};
$("play").onclick = (e) => {
  e.preventDefault();
  sessionStorage.setItem("astragal-game", JSON.stringify({ ...chosen(), text: text() }));
  location.href = $("play").getAttribute("href") + "?draft=1";
};

/** needed are the files of known defines that a text uses, directly or through others. */
function needed(t) {
  const where = new Map(), used = {};
  for (const [name, body] of Object.entries(defs)) for (const m of body.matchAll(/\(define\s+"([^"]*)"/g)) where.set(m[1], name);
  const todo = [t];
  while (todo.length) {
    for (const m of todo.pop().matchAll(/"([^"]*)"/g)) {
      const name = where.get(m[1]);
      if (name && !used[name]) { used[name] = defs[name]; todo.push(defs[name]); }
    }
  }
  return used;
}

if ($("submit")) $("submit").onclick = async () => {
  const box = $("submitted");
  box.hidden = false;
  const line = (...c) => box.replaceChildren(el("h2", {}, "Submitted"), el("p", {}, ...c));
  line("Sending …");
  const key = sessionStorage.getItem("astragal-key");
  const headers = key ? { Authorization: "Bearer " + key } : {};
  const get = async (path) => { const r = await fetch("api/" + path, { headers }); if (!r.ok) throw new Error(await said(r)); return r.json(); };
  const said = async (r) => { try { const e = await r.json(); return e.error ?? e.message ?? r.statusText; } catch { return r.statusText; } };
  try {
    const r = await fetch("api/sources", { method: "POST", headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ file, text: text(), options: chosen().options, ruleset, defs: needed(text()), params: { playouts: 1000, budget: "10m" } }) });
    if (r.status === 401 || r.status === 403) {
      const input = el("input", { type: "text", ariaLabel: "Key", autocomplete: "off" });
      box.replaceChildren(el("h2", {}, "A key is needed"), el("p", {}, "This laboratory takes submissions with a key of the role submit. It is kept until this tab is closed."), input,
        el("button", { type: "button", onclick: () => { sessionStorage.setItem("astragal-key", input.value.trim()); $("submit").click(); } }, "Submit"));
      return;
    }
    if (!r.ok) throw new Error(await said(r));
    const { source: id, evaluation } = await r.json();
    const asked = (list) => list.find((e) => e.id === evaluation) ?? list.find((e) => e.params.playouts === 1000) ?? list[0];
    for (let n = 0; n < 900; n++) {
      const s = await get("sources/" + id);
      if (s.status === "failed") return line(s.error, " ", el("a", { href: "sources/" + id }, "the source"));
      if (s.rulesetHash) {
        const d = await get("rulesets/" + s.rulesetHash);
        const e = asked(d.evaluations ?? []);
        const page = el("a", { href: "rulesets/" + s.rulesetHash }, d.game || "the ruleset");
        if (e && e.status !== "running") {
          const m = e.summary;
          return line(page, ": " + e.status + (m ? ", " + m.playouts + " plays, " + m.wins.map((w, i) => "player " + (i + 1) + " wins " + percent(w.mean)).join(", ") + ", mean length " + Math.round((m.metrics?.DurationMoves?.mean ?? 0) * 10) / 10 : "") + ".");
        }
        line("Compiled; playing 1,000 plays of ", page, " … ", e ? el("progress", { max: e.batches || 1, value: e.done, ariaLabel: "batches done" }) : "");
      } else line("Waiting to be compiled …");
      await new Promise((r) => setTimeout(r, 1000));
    }
  } catch (e) { line(e.message); }
};

// The tutorial and the gallery.
const data = (name) => fetch(new URL("studio/" + name + "?v=" + document.body.dataset.version, document.baseURI)).then((r) => r.json());

function teach(n) {
  lesson = Math.max(0, Math.min(n, lessons.length - 1));
  const l = lessons[lesson];
  $("tutorial").hidden = false;
  $("step").textContent = lesson + 1 + " of " + lessons.length + ": " + l.title;
  $("lesson").replaceChildren(markdown(l.text));
  $("prev").disabled = lesson === 0;
  $("next").textContent = lesson === lessons.length - 1 ? "Finish" : "Next";
  $("show").hidden = !l.solution;
  if (l.start) load({ file: "game.lud", text: l.start });
  judge(known ? Object.fromEntries([...known].map((k) => [k, 1])) : null);
}

/** judge says whether the goal of the lesson is reached. */
function judge(c) {
  if (lesson < 0 || $("tutorial").hidden) return;
  const l = lessons[lesson];
  const has = (l.concepts ?? []).every((x) => c && c[x]) && (l.without ?? []).every((x) => !c || !c[x]);
  const done = good && has && (!l.pattern || new RegExp(l.pattern).test(text()));
  $("goal").textContent = (done ? "✓ " : "○ ") + l.goal;
  $("goal").classList.toggle("reached", done);
}
$("learn").onclick = () => teach(0);
$("prev").onclick = () => teach(lesson - 1);
$("next").onclick = () => (lesson === lessons.length - 1 ? ($("leave").click(), say("Now it is yours: play it, measure it, share its address.")) : teach(lesson + 1));
$("leave").onclick = () => { $("tutorial").hidden = true; lesson = -1; };
$("show").onclick = () => load({ file: "game.lud", text: lessons[lesson].solution });

function load(s) {
  file = s.file;
  ruleset = s.ruleset ?? "";
  options = s.options && !Array.isArray(s.options) ? s.options : Object.fromEntries((s.options ?? []).map((o) => [o.split("/")[0], o]));
  games = s.games;
  known = null;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: s.text }, selection: { anchor: 0 } });
  changed(0);
}

$("open").onchange = async () => {
  if ($("open").value) load(await source(new URLSearchParams({ game: $("open").value })));
  $("open").value = "";
};

(async () => {
  const [lib, gallery, steps] = await Promise.all([library(), data("gallery.json"), data("tutorial.json")]);
  defs = lib.defs;
  lessons = steps;
  $("gallery").append(...gallery.map((g, i) => el("option", { value: i }, g.title)));
  $("gallery").onchange = () => { const g = gallery[$("gallery").value]; if (g) { load({ file: "game.lud", text: g.text }); say(g.about); } $("gallery").value = ""; };
  let s = { file: "game.lud", text: gallery[0].text };
  if (params.get("rules") || params.get("game")) s = await source(params);
  else if (location.hash.length > 1) s = JSON.parse(await unpacked(location.hash.slice(1)));
  if (s.defs) defs = s.defs;
  await Promise.all([writer.ask("defs", { files: defs }), player.ask("defs", { files: defs })]);
  load(s);
  if (params.get("step")) teach(Number(params.get("step")) - 1);
  document.body.dataset.state = "open";
})().catch((e) => { say(e.message); document.body.dataset.state = "problem"; });
