// The board as it is played on: it marks where moves can begin and end, takes clicks and
// keys, and asks which of several moves is meant. What a move does it leaves to others.
import { el } from "./engine.js";

const key = (p) => p.type + " " + p.site;

/** Board offers the moves of a position on a drawing; make(i) is called with the move that is chosen. */
export class Board {
  constructor(element, menu, make) {
    Object.assign(this, { element, menu, make, moves: [], chosen: null, last: null });
    element.addEventListener("click", (e) => {
      const t = e.target.closest(".site-target");
      if (t) this.click(t.dataset.type + " " + t.dataset.site);
    });
    element.addEventListener("keydown", (e) => this.key(e));
  }

  /** show takes a drawing, or text where there is none. */
  show(svg, text) {
    this.returning = this.element.contains(document.activeElement) || this.menu.contains(document.activeElement);
    if (svg) this.element.innerHTML = svg;
    else this.element.replaceChildren(...(text ? [el("pre", {}, text)] : []));
  }

  /** offer marks the moves that can be made, none while somebody else decides. */
  offer(moves) {
    this.moves = moves;
    this.cancel();
    if (this.returning && this.last) this.target(this.last)?.focus({ preventScroll: true });
  }

  /** cancel gives up a move that was begun. */
  cancel() {
    this.menu.hidden = true;
    this.chosen = null;
    this.mark();
  }

  /** target is the shape of a site that can be clicked. */
  target(k) {
    const [type, site] = k.split(" ");
    return this.element.querySelector('.site-target[data-type="' + type + '"][data-site="' + site + '"]');
  }

  /** mark shows where moves can begin, or end once the beginning is chosen. */
  mark() {
    const targets = this.element.querySelectorAll(".site-target");
    for (const t of targets) {
      t.classList.remove("can", "to", "from");
      t.removeAttribute("tabindex");
    }
    const spots = new Map(), begins = new Set();
    for (const m of this.moves) {
      if (!m.from) continue;
      begins.add(key(m.from));
      if (this.chosen === null) spots.set(key(m.from), key(m.from) === key(m.to) ? "to" : "can");
      else if (key(m.from) === this.chosen) spots.set(key(m.to), "to");
    }
    if (this.chosen) spots.set(this.chosen, "from");
    this.element.classList.toggle("everywhere", this.chosen === null && begins.size > 12 && spots.size > 0.6 * targets.length);
    this.element.classList.toggle("puzzle", this.moves.some((m) => m.mark));
    for (const [k, how] of spots) {
      const t = this.target(k);
      if (!t) continue;
      t.classList.add(how);
      t.setAttribute("tabindex", "0");
      t.setAttribute("role", "button");
      t.setAttribute("aria-label", t.dataset.label + (how === "can" ? ", begin a move" : how === "from" ? ", chosen" : ""));
      t.parentNode.append(t); // on top of what cannot be clicked
    }
  }

  click(site) {
    if (!this.moves.length) return;
    const at = (m, from, to) => m.from && (from === undefined || key(m.from) === from) && (to === undefined || key(m.to) === to);
    this.last = site;
    if (this.chosen !== null && this.chosen !== site) {
      const list = this.moves.filter((m) => at(m, this.chosen, site));
      if (list.length) return this.decide(list, site);
    }
    const here = this.moves.filter((m) => at(m, site, site));
    const away = this.moves.filter((m) => at(m, site) && key(m.to) !== site);
    if (this.chosen === site) {
      if (here.length) return this.decide(here, site);
      this.chosen = null;
    } else if (away.length) {
      this.chosen = site;
    } else if (here.length) {
      return this.decide(here, site);
    } else {
      const coming = this.moves.filter((m) => at(m, undefined, site));
      this.chosen = null;
      if (coming.length) return this.decide(coming, site);
    }
    this.menu.hidden = true;
    this.mark();
  }

  /** key takes Enter and the space bar for a click; in puzzles a digit is written, with Shift it is crossed out. */
  key(e) {
    const t = e.target.closest(".site-target");
    if (!t) return;
    const site = t.dataset.type + " " + t.dataset.site;
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      return this.click(site);
    }
    const digit = /^(?:Digit|Numpad)([0-9])$/.exec(e.code);
    const m = digit && this.moves.find((m) => m.mark && key(m.from) === site && m.mark.value === Number(digit[1]) && m.mark.toggle === e.shiftKey);
    if (!m) return;
    e.preventDefault();
    this.last = site;
    this.make(m.i);
  }

  /** decide makes the only move of a list, or asks which one is meant. */
  decide(list, site) {
    if (list.length === 1 && !list[0].mark) return this.make(list[0].i);
    const button = (m, text, title) => el("button", { type: "button", className: "quiet", title: title ?? "", onclick: () => this.make(m.i) }, text);
    const none = el("button", { type: "button", className: "quiet cancel", onclick: () => this.cancel() }, "none");
    if (list.some((m) => m.mark)) this.menu.replaceChildren(...this.pad(list, button), none);
    else this.menu.replaceChildren(el("p", {}, "Which move?"), ...list.slice(0, 80).map((m) => button(m, m.label)), none);
    this.menu.hidden = false;
    const box = this.target(site)?.getBoundingClientRect(), stage = this.element.parentElement.getBoundingClientRect();
    if (box) {
      this.menu.style.left = Math.max(0, Math.min(box.left - stage.left, stage.width - this.menu.offsetWidth)) + "px";
      this.menu.style.top = box.bottom - stage.top + 6 + "px";
    }
    this.menu.querySelector("button").focus();
  }

  /** pad is what can be done to a square of a puzzle: write a value, or cross out candidates and bring them back. */
  pad(list, button) {
    const row = (name, moves, text, title) => (moves.length ? [el("p", {}, name), el("div", { className: "pad" }, ...moves.map((m) => button(m, text(m), title(m))))] : []);
    const crossed = (m) => !m.label.includes("≠");
    return [
      ...row("Write", list.filter((m) => m.mark && !m.mark.toggle), (m) => String(m.mark.value), (m) => "write " + m.mark.value),
      ...row("Candidates", list.filter((m) => m.mark?.toggle), (m) => (crossed(m) ? "+" : "✕") + m.mark.value,
        (m) => (crossed(m) ? "bring back " : "cross out ") + m.mark.value),
      ...list.filter((m) => !m.mark).map((m) => button(m, m.label)),
    ];
  }

  /** trail shows where the last move went. */
  trail(m) {
    if (!m?.from) return;
    const svg = this.element.querySelector("svg");
    const a = this.target(key(m.from)), b = this.target(key(m.to));
    if (!svg || !b) return;
    for (const t of a && a !== b ? [a, b] : [b]) {
      const c = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      for (const [k, v] of Object.entries({ cx: t.dataset.x, cy: t.dataset.y, r: t.dataset.r * 1.1, class: "last" })) c.setAttribute(k, v);
      svg.insertBefore(c, svg.querySelector(".targets"));
    }
  }

  /** hint points at the sites of a move. */
  hint(m) {
    for (const p of [m.from, m.to]) if (p) this.target(key(p))?.classList.add("hint");
  }
}
