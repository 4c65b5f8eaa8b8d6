// Shows what is new on a page whose evaluations are running: when one ends, the main part is fetched again, unless
// somebody is typing or has chosen something there.
"use strict";
(() => {
let due = null;
const refresh = async () => {
	due = null;
	const main = document.querySelector("main");
	if (main.contains(document.activeElement) && document.activeElement.matches("input, select, textarea") || main.querySelector("input[name=r]:checked"))
		return later();
	const response = await fetch(location.href, {headers: {Accept: "text/html"}});
	if (!response.ok) return later();
	const page = new DOMParser().parseFromString(await response.text(), "text/html");
	const open = [...main.querySelectorAll("details")].map(d => d.open);
	main.replaceChildren(...page.querySelector("main").childNodes);
	main.querySelectorAll("details").forEach((d, i) => { if (i < open.length) d.open = open[i]; });
	dispatchEvent(new Event("astragal:shown"));
};
const later = () => { due ??= setTimeout(refresh, 4000); };
const source = new EventSource("/api/events");
for (const kind of ["compiled", "progress", "done", "failed", "evaluated", "batch", "message"]) source.addEventListener(kind, later);
later();
})();
