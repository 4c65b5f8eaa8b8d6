// Steps through a playout without loading the page again: links, the arrow keys, Home, End, and a button that plays on.
// The address follows, so that it can be kept.
"use strict";
(() => {
const player = document.getElementById("player"), picture = document.getElementById("position");
const last = +player.dataset.last, address = player.dataset.address, by = player.dataset.by;
let ply = +player.dataset.ply, timer = null;
const rows = document.querySelectorAll("#moves tbody tr");
const show = to => {
	to = Math.max(0, Math.min(last, to));
	if (to === ply) return;
	rows[ply - 1]?.removeAttribute("aria-current");
	ply = to;
	const row = rows[ply - 1];
	row?.setAttribute("aria-current", "step");
	const list = document.querySelector(".moves");
	if (row) list.scrollTop = row.offsetTop - list.clientHeight / 2;
	picture.src = `${address}/board.svg?ply=${ply}${by}`;
	picture.alt = `The position after ${ply} plies`;
	document.getElementById("ply").textContent = `ply ${ply} of ${last}`;
	document.querySelector(".jump input").value = ply;
	history.replaceState(null, "", `${address}?ply=${ply}${by}`);
};
const steps = document.createElement("p");
steps.className = "steps";
const button = (text, label, act) => {
	const b = document.createElement("button");
	b.type = "button";
	b.className = "quiet";
	b.textContent = text;
	b.setAttribute("aria-label", label);
	b.onclick = act;
	return b;
};
const halt = () => { clearInterval(timer); timer = null; run.textContent = "play"; };
const run = button("play", "play on", () => {
	if (timer) return halt();
	run.textContent = "pause";
	timer = setInterval(() => { if (picture.complete) { show(ply + 1); if (ply === last) halt(); } }, 600);
});
const count = document.getElementById("ply");
steps.append(button("«", "to the start", () => show(0)), button("◀", "one ply back", () => show(ply - 1)), count,
	button("▶", "one ply on", () => show(ply + 1)), button("»", "to the end", () => show(last)), run);
document.querySelector(".steps").replaceWith(steps);
document.querySelector(".jump").addEventListener("submit", e => { e.preventDefault(); show(+e.target.ply.value); });
document.getElementById("moves").addEventListener("click", e => {
	const link = e.target.closest("a[data-to]");
	if (link) { e.preventDefault(); show(+link.dataset.to); }
});
addEventListener("keydown", e => {
	if (e.target.matches("input, select") || e.ctrlKey || e.metaKey || e.altKey) return;
	const to = {ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last}[e.key];
	if (to !== undefined) { e.preventDefault(); show(to); }
});
})();
