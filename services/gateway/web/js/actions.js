// Buttons that change something: they call the API, with the key of whoever may, which this tab remembers until it is
// closed. Where the server asks for no key, none is needed.
"use strict";
(() => {
const say = text => { const p = document.getElementById("answer"); p.textContent = text; p.hidden = false; };
async function call(method, to, body) {
	for (let asked = false; ; asked = true) {
		const key = sessionStorage.getItem("astragal.key");
		const headers = {};
		if (key) headers.Authorization = "Bearer " + key;
		if (body) headers["Content-Type"] = "application/json";
		const response = await fetch(to, {method, headers, body: body && JSON.stringify(body)});
		if (response.status !== 401 || asked) return response;
		const given = prompt("This needs an API key. It is kept in this tab only.");
		if (!given) return response;
		sessionStorage.setItem("astragal.key", given.trim());
	}
}
const problem = async response => { try { return (await response.json()).error; } catch { return response.statusText; } };
document.addEventListener("click", async e => {
	const button = e.target.closest("[data-action]");
	if (!button || button.dataset.sure && !confirm(button.dataset.sure)) return;
	button.disabled = true;
	const response = await call(button.dataset.action, button.dataset.to, button.dataset.body && JSON.parse(button.dataset.body));
	say(response.ok ? "Done: " + button.textContent : "Not done: " + await problem(response));
	if (!response.ok) button.disabled = false;
	if (response.ok && button.dataset.then === "keys") keys();
});
// A form with data-post sends its fields as JSON, files as their text, and goes to what was made. What data-with has, as
// JSON, is sent with them.
async function send(e) {
	e.preventDefault();
	const form = e.target, body = form.dataset.with ? JSON.parse(form.dataset.with) : {};
	for (const field of form.elements) {
		if (!field.name || field.value === "") continue;
		body[field.name] = field.type === "file" ? await field.files[0].text() : field.type === "number" ? Number(field.value) : field.type === "checkbox" ? field.checked : field.value;
	}
	const response = await call("POST", form.dataset.post, body);
	if (!response.ok) return say("Not done: " + await problem(response));
	location.href = form.dataset.go + encodeURIComponent((await response.json()).id);
}
// All that is out of date is asked for after a question that says how much it is, in calls that each end soon.
async function refresh(e) {
	e.preventDefault();
	const form = e.target, button = form.querySelector("button");
	const params = {playouts: Number(form.elements.playouts.value), seed: 1};
	button.disabled = true;
	let asked = 0;
	for (let limit = 0; ; limit = 200) {
		const response = await call("POST", "/api/outdated", {params, limit});
		if (!response.ok) { say("Not done: " + await problem(response)); break; }
		const now = await response.json();
		asked += now.requested;
		if (!limit && now.left && confirm(`${now.left} rulesets have no ${params.playouts} random playouts by the engine ${now.engine}. Ask for all of them?`)) continue;
		if (limit && now.left && now.requested) { say(`${asked} evaluations asked for, ${now.left} to go`); continue; }
		say(now.left && !limit ? "Nothing was asked for." : asked ? `${asked} evaluations asked for.` : "Nothing is missing or out of date.");
		break;
	}
	button.disabled = false;
}
async function keys() {
	const response = await call("GET", "/api/keys");
	if (!response.ok) return say("Not shown: " + await problem(response));
	const list = await response.json(), table = document.createElement("table"), place = document.getElementById("key-list");
	for (const k of list) {
		const row = table.insertRow();
		for (const text of [k.name, k.role, "made " + k.createdAt.slice(0, 10), k.revokedAt ? "revoked " + k.revokedAt.slice(0, 10) : ""]) row.insertCell().textContent = text;
		if (!k.revokedAt) {
			const b = document.createElement("button");
			b.className = "quiet";
			b.textContent = "revoke";
			Object.assign(b.dataset, {action: "DELETE", to: "/api/keys/" + encodeURIComponent(k.name), sure: `Revoke the key ${k.name}?`, then: "keys"});
			row.insertCell().append(b);
		}
	}
	place.replaceChildren(list.length ? table : "There are no keys.");
}
function start() {
	document.querySelectorAll("[data-action], [data-post], #ask").forEach(b => b.hidden = false);
	document.querySelectorAll("[data-post]").forEach(form => form.onsubmit = send);
	const again = document.getElementById("refresh");
	if (again) { again.hidden = false; again.onsubmit = refresh; }
	const section = document.getElementById("keys");
	if (!section || !section.hidden) return;
	section.hidden = false;
	const show = document.createElement("button");
	show.type = "button";
	show.className = "quiet";
	show.textContent = "show keys";
	show.onclick = keys;
	document.getElementById("key-list").append(show);
	document.getElementById("new-key").addEventListener("submit", async e => {
		e.preventDefault();
		const form = new FormData(e.target);
		const response = await call("POST", "/api/keys", {name: form.get("name"), role: form.get("role")});
		if (!response.ok) return say("Not made: " + await problem(response));
		const made = await response.json();
		say(`The key of ${made.name}, which nobody can read again: ${made.secret}`);
		keys();
	});
}
start();
addEventListener("astragal:shown", start);
})();
