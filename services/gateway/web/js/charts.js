// Draws the charts of a page with Observable Plot. A chart is a <figure data-chart="KIND"> with its data in a
// <script type="application/json"> inside; what a browser without scripts shows in its place stays until the chart is drawn.
"use strict";
(() => {
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
const palette = dark ? ["#e09a70", "#8bbfe6", "#a3c07a", "#c79be0", "#d6b15a", "#7fc4b4", "#d99ab3", "#a9b4c0"]
	: ["#9a4a2b", "#3f6d83", "#4f6e30", "#7c5295", "#856318", "#3b6f65", "#8a5a6e", "#5b6470"];
const many = [...palette, ...(dark ? ["#f0c090", "#66cccc", "#f08ab8"] : ["#c2783f", "#2f9e9e", "#b04a7a"])];
const number = x => x == null ? "–" : Math.abs(x) >= 1e6 || (x !== 0 && Math.abs(x) < 1e-4) ? x.toExponential(3) : +x.toPrecision(5) + "";
const common = (figure, more) => Object.assign({
	width: Math.max(300, figure.clientWidth), style: {background: "transparent", color: css("--ink"), fontSize: "13px", overflow: "visible"},
}, more);

// room is the margin that names need, in pixels.
const room = (names, figure) => Math.min(.45 * figure.clientWidth, 16 + 7.6 * Math.max(4, ...names.map(n => n.length)));
const shorten = figure => name => { const most = Math.floor((.45 * figure.clientWidth - 16) / 7.6); return name.length > most ? name.slice(0, most - 1) + "…" : name; };

const kinds = {
	// Where means lie: rows of {name, mean, low, high, n}.
	intervals(d, figure) {
		const rows = d.rows.filter(r => r.mean != null);
		return Plot.plot(common(figure, {
			height: 40 + 26 * rows.length, marginLeft: room(rows.map(r => r.name), figure), marginRight: 24, marginTop: 6,
			x: {label: null, grid: true, nice: true}, y: {label: null, domain: rows.map(r => r.name), tickFormat: shorten(figure)},
			color: {range: palette, domain: rows.map(r => r.name)},
			marks: [
				Plot.ruleY(rows, {y: "name", x1: "low", x2: "high", stroke: "name", strokeWidth: 2.5}),
				Plot.dot(rows, {y: "name", x: "mean", fill: "name", r: 4.5, tip: {format: {fill: false, stroke: false, x: false, y: false}},
					channels: {ruleset: "name", mean: r => number(r.mean), interval: r => number(r.low) + " to " + number(r.high), values: "n"}}),
			],
		}));
	},
	// Shares by length: rows of {name, from, to, share} of several rulesets on common axes.
	lengths(d, figure) {
		const names = [...new Set(d.rows.map(r => r.name))];
		return Plot.plot(common(figure, {
			height: 60 + 84 * names.length, marginBottom: 42, marginLeft: 10, marginRight: 10,
			x: {label: "plies", type: d.log ? "log" : "linear", grid: true}, y: {axis: null},
			fy: {label: null, domain: names, axis: null}, color: {domain: names, range: palette},
			marks: [
				Plot.rectY(d.rows, {x1: "from", x2: "to", y: "share", fy: "name", fill: "name", fillOpacity: .85,
					title: r => `${r.name}\n${r.from} to ${r.to - 1} plies: ${(100 * r.mass).toPrecision(3)} %`}),
				Plot.ruleY([0], {stroke: css("--line")}),
				Plot.text(names, {fy: d => d, text: d => d, frameAnchor: "top-right", dy: 4, fontSize: 13, fill: css("--ink")}),
			],
		}));
	},
	// One metric against another: rows of {name, x, y, group, href}.
	scatter(d, figure) {
		const groups = d.groups;
		const fits = d.fit && !d.logX && !d.logY ? [Plot.linearRegressionY(d.rows, {x: "x", y: "y", stroke: css("--faint"), strokeDasharray: "4 3"})] : [];
		return Plot.plot(common(figure, {
			height: 460, marginLeft: 60, marginBottom: 44, x: {label: d.x, grid: true, type: d.logX ? "log" : "linear", nice: true},
			y: {label: d.y, grid: true, type: d.logY ? "log" : "linear", nice: true},
			color: {domain: groups, range: d.colours || groups.map((g, i) => g === "all others" || g === "not known" ? "#8a8a8a" : many[i % many.length]), legend: groups.length > 1},
			marks: [...fits,
				Plot.dot(d.rows, {x: "x", y: "y", fill: "group", fillOpacity: .75, r: 3.5, channels: {name: "name"},
					tip: {format: {name: true, x: number, y: number, fill: groups.length > 1}}}),
			],
		}));
	},
	// One metric by group: rows of {name, x, group, href}.
	strip(d, figure) {
		const groups = d.groups || [...new Set(d.rows.map(r => r.group))];
		return Plot.plot(common(figure, {
			height: 70 + 30 * groups.length, marginLeft: room(groups, figure), marginBottom: 40,
			x: {label: d.x, grid: true, type: d.logX ? "log" : "linear", nice: true}, y: {label: null, domain: groups, tickFormat: shorten(figure)},
			marks: [
				Plot.tickX(d.rows, {x: "x", y: "group", stroke: css("--accent"), strokeOpacity: .4, inset: 3}),
				Plot.tickX(d.rows, Plot.groupY({x: "median"}, {x: "x", y: "group", stroke: css("--ink"), strokeWidth: 3})),
				Plot.tip(d.rows, Plot.pointer({x: "x", y: "group", title: r => `${r.name}\n${number(r.x)}`})),
			],
		}));
	},
};

function draw(figure) {
	const data = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
	const chart = kinds[figure.dataset.chart](data, figure);
	// The marks have no names that help: the label says what the chart shows, and the page has its figures as a table.
	chart.querySelectorAll("[aria-label]").forEach(e => e.removeAttribute("aria-label"));
	chart.setAttribute("role", "img");
	chart.setAttribute("aria-label", figure.getAttribute("aria-label") || "chart");
	chart.addEventListener("click", () => { if (chart.value?.href) location.href = chart.value.href; });
	figure.querySelector(":scope > .drawn")?.remove();
	const box = document.createElement("div");
	box.className = "drawn";
	box.append(chart);
	figure.prepend(box);
	figure.querySelector(":scope > .plain")?.setAttribute("hidden", "");
}
const all = () => document.querySelectorAll("figure[data-chart]").forEach(f => { if (f.clientWidth) draw(f); });
all();
let late;
addEventListener("resize", () => { clearTimeout(late); late = setTimeout(all, 150); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
document.addEventListener("toggle", all, true);
})();
