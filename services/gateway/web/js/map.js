// Plays the map forward: follows the link to the next century again and again without loading the page. The address
// follows, so that any century can be kept.
"use strict";
(() => {
const button = document.createElement("button");
button.type = "button";
button.className = "quiet";
let timer = null;
const label = () => { button.textContent = timer ? "pause" : "play the centuries"; };
const step = async () => {
	const next = document.querySelector("#centuries a[rel=next]");
	if (!next) return stop();
	const response = await fetch(next.href);
	if (!response.ok) return stop();
	const page = new DOMParser().parseFromString(await response.text(), "text/html");
	document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
	history.replaceState(null, "", next.href);
	attach();
	dispatchEvent(new Event("astragal:shown"));
	if (timer) timer = setTimeout(step, 1200);
};
const stop = () => { clearTimeout(timer); timer = null; label(); };
button.onclick = () => {
	if (timer) return stop();
	timer = setTimeout(step, 0);
	label();
};
const attach = () => document.getElementById("centuries")?.append(" ", button);
label();
attach();
})();
