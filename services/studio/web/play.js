// The page on which games are played. The engine at the table holds the position and
// draws it; a second one thinks for agents, so that the board never waits.
import { Engine, library, source, el, $, levelName, colours } from "./engine.js";
import { Board } from "./board.js";
import { drawChart } from "./chart.js";
import { sow } from "./sow.js";

const params = new URLSearchParams(location.search);
const table = new Engine();
const board = new Board($("board"), $("menu"), play);
let thinker = null;
let thinking = 0; // number of the thought that is awaited; others are stale

let src, game, view;
let seats = []; // by player: "" for a person, else an agent
let ahead = []; // moves taken back, the next one last
let log = []; // labels of the moves so far
let values = []; // by ply: chance of the first player to win, 0 to 1, or undefined
let shownTo = 0; // for whom the board was uncovered, in games that hide
let busy = false;

/** eyes is the player through whose eyes the board is shown; 0 sees everything. */
function eyes() {
  if (!game.hidden || view?.over) return 0;
  const people = seats.map((s, i) => (s === "" ? i + 1 : 0)).filter(Boolean);
  if (people.length === 0) return 0;
  return people.length === 1 ? people[0] : people.includes(view?.mover) ? view.mover : people[0];
}

const look = () => ({ eyes: eyes(), labels: $("labels").checked, ways: $("ways").checked, width: 760 });

async function open() {
  src = params.get("draft") ? await draft() : await source(params);
  await table.ask("defs", { files: src.defs });
  game = await table.ask("open", { file: src.file, text: src.text, options: src.options, ruleset: src.ruleset, formalism: src.formalism, games: src.games });
  document.title = game.name + " · Play · Astragal";
  $("name").textContent = game.name;
  $("about").textContent = [game.ruleset, game.players === 1 ? "a puzzle for one" : game.players + " players",
    game.hidden ? "with hidden pieces" : "", game.chance ? "with chance" : "", game.simultaneous ? "all move at once" : ""].filter(Boolean).join(" · ");
  $("table").dataset.family = game.family;
  $("follow").hidden = !game.ways;
  $("ways").checked = game.race && game.family !== "mancala" && game.family !== "tables";
  for (const k of ["description", "rules", "origin", "source", "author", "credit"]) {
    if (game.metadata[k]) $("facts").append(el("dt", {}, k), el("dd", {}, game.metadata[k]));
  }
  $("facts").append(el("dt", {}, "identity"), el("dd", {}, game.hash));
  if (src.rulesets.length > 1) {
    $("ruleset").hidden = false;
    $("ruleset").append(el("option", { value: "" }, "default ruleset"), ...src.rulesets.map((r) => el("option", { value: r, selected: r === src.ruleset }, r.replace("Ruleset/", ""))));
    $("ruleset").onchange = () => { params.set("ruleset", $("ruleset").value); location.href = "?" + params; };
  }
  if (params.get("game")) $("edit").href = "edit" + document.body.dataset.ext + "?game=" + encodeURIComponent(params.get("game"));
  const strong = game.agents.includes("uct:300") ? "uct:300" : game.agents.at(-1) ?? "";
  const asked = params.get("seats")?.split(",");
  seats = Array.from({ length: game.players }, (_, i) => asked?.[i] ?? (i === 0 ? "" : strong));
  drawSeats();
  const link = /^#(\d+)(?:\.([0-9a-z.]*))?$/.exec(location.hash);
  if (link) {
    const taken = link[2] ? link[2].split(".").map((x) => parseInt(x, 36)) : [];
    view = await table.ask("goto", { seed: link[1], taken, ...look() });
    log = await labelsOf(view.taken, link[1]);
  } else {
    view = await table.ask("new", { seed: freshSeed(), ...look() });
  }
  $("chooser").hidden = true;
  $("table").hidden = false;
  show();
}

/** draft is what the editor wants played: it never left this browser. */
async function draft() {
  const kept = sessionStorage.getItem("astragal-game");
  if (!kept) throw new Error("There is no draft in this tab: write a game first.");
  return { rulesets: [], ...JSON.parse(kept), defs: (await library()).defs };
}

/** labelsOf finds the names of moves by making them again. */
async function labelsOf(taken, seed) {
  const names = [];
  let v = await table.ask("new", { seed, blank: true });
  for (const i of taken) {
    names.push(v.moves[i].short);
    v = await table.ask("play", { i, blank: true });
  }
  return names;
}

const freshSeed = () => params.get("seed") ?? String(crypto.getRandomValues(new Uint32Array(1))[0]);

function drawSeats() {
  $("seats").replaceChildren(...seats.map((s, i) => {
    const select = el("select", { ariaLabel: "Player " + (i + 1) }, el("option", { value: "" }, "A person"),
      ...game.agents.map((a) => el("option", { value: a, selected: a === s }, levelName(a))));
    select.onchange = () => { seats[i] = select.value; shownTo = 0; refresh(); };
    const chip = el("span", { className: "chip" });
    chip.style.background = game.colours?.[i] ?? colours[(i % 8) + 1];
    return el("label", { className: "seat", dataset: { player: i + 1 } }, chip, "Player " + (i + 1), select, el("span", { className: "score" }));
  }));
}

async function refresh() {
  view = await table.ask("position", look());
  show();
}

/** show shows the position, and has an agent move if it is its turn. */
function show() {
  const agentMoves = !view.over && (view.mover === 0 || seats[view.mover - 1] !== "");
  const people = seats.filter((s) => s === "").length;
  const covered = game.hidden && people > 1 && !agentMoves && !view.over && shownTo !== view.mover;
  $("cover").hidden = !covered;
  if (covered) {
    $("cover").querySelector("p").textContent = "It is the turn of player " + view.mover + ". The others look away.";
    $("cover").querySelector("button").onclick = () => { shownTo = view.mover; refresh(); };
  }
  if (covered) board.show("", "");
  else board.show(view.svg, view.observation);
  $("board").classList.toggle("waiting", agentMoves);
  const open = !covered && !agentMoves && !view.over;
  board.offer(open ? view.moves : []);
  $("status").textContent = said(agentMoves);
  $("status").dataset.over = view.over;
  for (const seat of $("seats").children) {
    const p = Number(seat.dataset.player);
    seat.classList.toggle("turn", !view.over && p === view.mover);
    seat.querySelector(".score").textContent = view.scores ? view.scores[p - 1] : view.over ? signed(view.payoffs?.[p - 1]) : "";
  }
  const loose = open ? view.moves.filter((m) => !m.from) : [];
  $("passes").replaceChildren(...loose.slice(0, 60).map((m) => el("button", { type: "button", className: "quiet", onclick: () => play(m.i) }, m.label)));
  $("count").textContent = open ? view.moves.length : 0;
  $("moves").replaceChildren(...(open ? view.moves.slice(0, 500) : []).map((m) =>
    el("button", { type: "button", className: "quiet", title: m.text, dataset: { move: m.i }, onclick: () => play(m.i) }, m.label)));
  $("undo").disabled = view.taken.length === 0;
  $("redo").disabled = ahead.length === 0;
  $("hint").disabled = !open || game.agents.length < 2;
  drawLog();
  if (view.over && game.players === 2 && view.payoffs) values[view.ply] = Math.max(0, Math.min(1, (view.payoffs[0] + 1) / 2));
  drawChart($("chart"), values, view.ply);
  document.body.dataset.ply = view.ply;
  document.body.dataset.state = view.over ? "over" : agentMoves ? "agent" : covered ? "covered" : "open";
  if ($("analysis").checked && !covered) analyse();
  else if (agentMoves) agent();
}

const signed = (v) => (v === undefined ? "" : v > 0 ? "+" + round(v) : String(round(v)));
const round = (v) => Math.round(v * 100) / 100;

function said(agentMoves) {
  if (view.over) {
    const p = view.payoffs ?? [];
    if (p.length === 1) return p[0] > 0 ? "Solved, well done!" : "The play is over.";
    const best = Math.max(...p);
    const winners = p.flatMap((v, i) => (v === best ? [i + 1] : []));
    return winners.length === p.length ? "A draw." : "Player" + (winners.length > 1 ? "s " : " ") + winners.join(" and ") + (winners.length > 1 ? " win." : " wins.");
  }
  if (view.mover === 0) return "Chance decides …";
  if (agentMoves) return "Player " + view.mover + " (" + levelName(seats[view.mover - 1]) + ") thinks …";
  const forced = view.moves.length === 1 ? ": only one move" : "";
  return (game.players === 1 ? "Your move" : "Player " + view.mover + " to move") + forced + (view.pending ? " (the others have chosen)" : "");
}

/** play makes a move. */
async function play(i, again = false) {
  if (busy) return;
  busy = true;
  thinking++;
  try {
    const m = view.moves[i];
    const secret = game.hidden && seats[view.mover - 1] !== "" && eyes() !== 0;
    const next = await table.ask("play", { i, ...look() });
    if (game.family === "mancala" && next.flights) {
      board.offer([]);
      document.body.dataset.state = "sowing";
      await sow($("board"), next.flights);
    }
    log[view.ply] = secret ? "…" : m.short;
    log.length = next.ply;
    if (!again) {
      if (ahead.at(-1) === i) ahead.pop();
      else {
        ahead = [];
        values.length = Math.min(values.length, next.ply); // what was expected after other moves
      }
    }
    const before = view;
    view = next;
    const seen = eyes(); // the one who looks may be another now
    if (game.hidden && seen !== 0 && before.mover !== view.mover) view = await table.ask("position", look());
    busy = false;
    show();
    if (!secret) board.trail(m);
  } catch (e) {
    busy = false;
    problem(e);
  }
}

/** agent has the agent whose turn it is decide. */
async function agent() {
  const turn = ++thinking;
  const by = view.mover === 0 ? "random" : seats[view.mover - 1];
  try {
    const t = await ponder("go", { agent: by });
    if (turn !== thinking) return;
    if (t.value !== null && t.value !== undefined) note(view, t.value);
    play(t.i);
  } catch (e) {
    if (turn === thinking) problem(e);
  }
}

/** ponder asks the thinking engine about the position at the table. */
async function ponder(cmd, fields) {
  await think(view.seed, view.taken);
  return thinker.ask(cmd, fields);
}

/** think brings the thinking engine to a position. */
function think(seed, taken) {
  if (!thinker) {
    thinker = new Engine();
    thinker.ask("defs", { files: src.defs });
    thinker.ask("open", { file: src.file, text: src.text, options: src.options, ruleset: src.ruleset, formalism: src.formalism, games: src.games });
  }
  return thinker.ask("goto", { seed, taken, blank: true });
}

/** survey has the analyst judge the positions of the play that nobody has judged, the latest first. */
async function survey(turn) {
  if (game.players !== 2 || game.agents.length < 2 || (game.hidden && !view.over)) return;
  const { seed, taken } = view;
  for (let ply = taken.length - 1; ply >= 0; ply--) {
    if (values[ply] !== undefined) continue;
    const v = await think(seed, taken.slice(0, ply));
    if (turn !== thinking) return;
    if (v.mover === 0) continue; // chance decides
    const t = await thinker.ask("go", { agent: analyst() });
    if (turn !== thinking || t.value == null) return;
    note(v, t.value);
    drawChart($("chart"), values, view.ply);
  }
}

/** note keeps what an agent expects, as the first player's chance to win. */
function note(v, value) {
  if (game.players !== 2) return;
  const first = v.mover === 1 ? value : -value;
  values[v.ply] = Math.max(0, Math.min(1, (first + 1) / 2));
}

const analyst = () => game.agents.findLast((a) => a === "best:1000" || a === "uct:300") ?? game.agents.at(-1);

async function hint() {
  const turn = ++thinking;
  $("status").textContent = "Looking for a good move …";
  try {
    const t = await ponder("go", { agent: analyst() });
    if (turn !== thinking) return;
    const m = view.moves[t.i];
    $("status").textContent = "Hint: " + m.label + (t.value != null ? ", worth " + signed(t.value) : "");
    board.hint(m);
  } catch (e) {
    problem(e);
  }
}

/** analyse shows what an agent expects, then lets the game go on. */
async function analyse() {
  const turn = ++thinking;
  $("thought").hidden = false;
  if (!view.over && view.mover !== 0 && !(game.hidden && eyes() !== view.mover && eyes() !== 0)) {
    $("thought").textContent = "Thinking …";
    try {
      const t = await ponder("go", { agent: analyst() });
      if (turn !== thinking) return;
      if (t.value != null) note(view, t.value);
      drawChart($("chart"), values, view.ply);
      const l = await thinker.ask("line", { agent: game.agents.includes("uct:300") ? "uct:300" : "random", plies: 5 });
      if (turn !== thinking) return;
      $("thought").textContent = analyst() + ": " + t.label + (t.value != null ? " (" + signed(t.value) + " for player " + view.mover + ", " + t.iterations + " looked at)" : "") +
        ". It expects " + l.line.join(", ") + ".";
    } catch (e) {
      $("thought").textContent = e.message;
    }
  }
  if (turn !== thinking) return;
  if (!view.over && (view.mover === 0 || seats[view.mover - 1] !== "")) return agent();
  survey(turn).catch((e) => { if (turn === thinking) $("thought").textContent = e.message; });
}

function drawLog() {
  $("log").replaceChildren(...log.slice(0, view.ply).map((label, n) => {
    const b = el("button", { type: "button", className: "plain" + (n === view.ply - 1 ? " now" : ""), onclick: () => jump(n + 1) }, label);
    return el("li", {}, b);
  }));
  $("log").lastElementChild?.scrollIntoView({ block: "nearest" });
  $("log").scrollTop = $("log").scrollHeight;
}

/** jump goes to a ply of the play; what was played beyond can be played again. */
async function jump(ply) {
  thinking++;
  const rest = view.taken.slice(ply);
  const taken = view.taken.slice(0, ply);
  for (let i = rest.length - 1; i >= 0; i--) ahead.push(rest[i]);
  view = await table.ask("goto", { seed: view.seed, taken, ...look() });
  if (game.hidden) view = await table.ask("position", look());
  stay();
}

/** stay shows the position without having an agent move at once. */
function stay() {
  const mine = view.over || (view.mover !== 0 && seats[view.mover - 1] === "");
  if (mine) return show();
  const was = seats;
  seats = seats.map(() => "");
  show();
  seats = was;
  drawSeats();
  $("status").textContent = "Paused before player " + view.mover + "'s move.";
  const go = el("button", { type: "button", onclick: () => { ahead = []; show(); } }, "Go on from here");
  $("passes").prepend(go);
}

async function undo() {
  let n = view.taken.length - 1;
  if (n < 0) return;
  // Back to the last decision of a person, if somebody else has answered it.
  const probe = async (k) => table.ask("goto", { seed: view.seed, taken: view.taken.slice(0, k), blank: true });
  if (seats.some((s) => s === "")) {
    while (n > 0) {
      const v = await probe(n);
      if (v.mover !== 0 && seats[v.mover - 1] === "") break;
      n--;
    }
  }
  jump(n);
}

async function redo() {
  if (!ahead.length) return;
  const i = ahead.pop();
  await play(i, true);
}

$("undo").onclick = undo;
$("redo").onclick = redo;
$("hint").onclick = hint;
$("new").onclick = async () => {
  thinking++;
  thinker?.stop();
  thinker = null;
  ahead = []; log = []; values = []; shownTo = 0;
  history.replaceState(null, "", location.pathname + location.search);
  view = { over: false, mover: 0 };
  view = await table.ask("new", { seed: freshSeed(), ...look() });
  show();
};
$("labels").onchange = refresh;
$("ways").onchange = refresh;
$("analysis").onchange = () => { $("thought").hidden = !$("analysis").checked; show(); };
$("save").onclick = async () => {
  try {
    const { trial } = await table.ask("save");
    const a = el("a", { href: URL.createObjectURL(new Blob([trial], { type: "text/plain" })), download: game.name.replace(/\W+/g, "-") + ".trl" });
    a.click();
    URL.revokeObjectURL(a.href);
  } catch (e) {
    problem(e);
  }
};
$("load").onchange = async () => {
  const file = $("load").files[0];
  if (!file) return;
  try {
    thinking++;
    const v = await table.ask("load", { trial: await file.text(), ...look() });
    ahead = []; values = [];
    log = await labelsOf(v.taken, v.seed);
    view = await table.ask("position", look());
    stay();
  } catch (e) {
    problem(e);
  }
  $("load").value = "";
};
$("link").onclick = async () => {
  history.replaceState(null, "", "#" + view.seed + (view.taken.length ? "." + view.taken.map((i) => i.toString(36)).join(".") : ""));
  try {
    await navigator.clipboard.writeText(location.href);
    $("status").textContent = "The address of this position is copied.";
  } catch {
    $("status").textContent = "The address of this position is in the address bar.";
  }
};
document.addEventListener("keydown", (e) => {
  if (!view || e.target.closest("input, select, textarea")) return;
  if (e.key === "ArrowLeft") undo();
  if (e.key === "ArrowRight") redo();
  if (e.key === "Escape") board.cancel();
});

function problem(e) {
  $("status").textContent = e.message;
  document.body.dataset.state = "problem";
}

$("find").oninput = () => {
  const q = $("find").value.toLowerCase();
  for (const kind of document.querySelectorAll(".shelf .kind")) {
    const whole = kind.querySelector("h3").textContent.toLowerCase().includes(q);
    let some = false;
    for (const li of kind.querySelectorAll("li")) {
      li.hidden = !whole && !li.textContent.toLowerCase().includes(q);
      some ||= !li.hidden;
    }
    kind.hidden = !some;
  }
};

if (params.get("game") || params.get("rules") || params.get("draft")) {
  $("chooser").hidden = true;
  $("table").hidden = false;
  open().catch(problem);
}
