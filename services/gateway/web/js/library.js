// The library with a script: a brush on the time axis, names of concepts and metrics to choose from, and views that
// are kept in this browser. Without it the bars are links, and the same can be typed.
"use strict";
(() => {
function brush() {
	const axis = document.getElementById("timeline");
	if (!axis) return;
	const bars = [...axis.querySelectorAll("a")];
	let first = -1, last = -1;
	const at = e => {
		const box = axis.getBoundingClientRect();
		return Math.max(0, Math.min(bars.length - 1, Math.floor((e.clientX - box.left) / box.width * bars.length)));
	};
	const mark = () => bars.forEach((b, i) => b.classList.toggle("in", i >= Math.min(first, last) && i <= Math.max(first, last)));
	axis.addEventListener("dragstart", e => e.preventDefault());
	axis.addEventListener("pointerdown", e => { if (e.button === 0) { first = last = at(e); axis.setPointerCapture(e.pointerId); mark(); } });
	axis.addEventListener("pointermove", e => { if (first >= 0) { last = at(e); mark(); } });
	axis.addEventListener("pointercancel", () => { first = -1; });
	axis.addEventListener("click", e => { if (e.detail) e.preventDefault(); });
	axis.addEventListener("pointerup", () => {
		if (first < 0) return;
		document.getElementById("from").value = bars[Math.min(first, last)].dataset.from;
		document.getElementById("to").value = bars[Math.max(first, last)].dataset.to;
		first = -1;
		document.getElementById("find").requestSubmit();
	});
}

function names() {
	const fill = (id, list) => document.getElementById(id)?.replaceChildren(...list.map(c => {
		const o = document.createElement("option");
		o.value = c.name;
		o.label = c.meaning;
		return o;
	}));
	let asked = false;
	document.getElementById("find")?.addEventListener("focusin", async e => {
		if (asked || !e.target.list) return;
		asked = true;
		const response = await fetch("/api/concepts");
		if (!response.ok) return;
		const all = await response.json();
		fill("concept-names", all.filter(c => c.computed === "Compilation"));
		fill("metric-names", all.filter(c => c.computed === "Playout"));
	});
}

// Empty fields of the form would only make its address longer.
function short() {
	document.getElementById("find")?.addEventListener("submit", e => {
		const empty = [...e.target.elements].filter(f => f.name && f.value === "" && !f.disabled);
		empty.forEach(f => f.disabled = true);
		setTimeout(() => empty.forEach(f => f.disabled = false));
	});
}

function choose() {
	const button = document.getElementById("compare-button");
	const boxes = () => [...document.querySelectorAll("input[name=r]")];
	const show = () => {
		const n = boxes().filter(b => b.checked).length;
		button.disabled = n < 2 || n > 8;
		button.textContent = n === 0 ? "Tick two to eight to compare" : n > 8 ? "At most eight" : "Compare " + n + (n === 1 ? " (one more)" : "");
	};
	if (!button) return;
	document.addEventListener("change", e => { if (e.target.name === "r") show(); });
	show();
}

function views() {
	const place = document.getElementById("views");
	if (!place) return;
	const key = "astragal.views";
	const load = () => { try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; } };
	const show = () => {
		const list = load();
		const select = document.createElement("select");
		select.setAttribute("aria-label", "Saved views");
		select.add(new Option("Saved views", ""));
		for (const name of Object.keys(list).sort()) select.add(new Option(name, list[name]));
		select.onchange = () => { if (select.value) location.href = "/" + select.value; };
		const save = document.createElement("button");
		save.type = "button";
		save.className = "quiet";
		save.textContent = "Save this view";
		save.onclick = () => {
			const name = prompt("Name of this view; the name of another one takes its place, an empty one removes it", document.querySelector(".chosen .chip")?.textContent.replace("✕", "").trim() || "View");
			if (name === null) return;
			const list = load();
			if (name) list[name] = location.search;
			else for (const k of Object.keys(list)) if (list[k] === location.search) delete list[k];
			localStorage.setItem(key, JSON.stringify(list));
			show();
		};
		place.replaceChildren(select, " ", save);
		place.hidden = false;
	};
	show();
}

const start = () => { brush(); names(); short(); choose(); views(); };
start();
addEventListener("astragal:shown", start);
})();
