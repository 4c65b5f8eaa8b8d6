// L-GDL for CodeMirror: colours, folding, and what the engine knows.
import {
  StreamLanguage, HighlightStyle, syntaxHighlighting, tags, foldService, hoverTooltip, autocompletion,
} from "./codemirror.js";

const language = StreamLanguage.define({
  name: "lgdl",
  startState: () => ({ opened: false, define: false, string: false }),
  token(s, state) {
    if (state.string) {
      while (!s.eol()) if (s.next() === '"') { state.string = false; break; }
      return "string";
    }
    if (s.eatSpace()) return null;
    if (s.match("//")) { s.skipToEnd(); return "comment"; }
    const c = s.peek();
    if ("(){}".includes(c)) { s.next(); state.opened = c === "("; state.define = false; return "bracket"; }
    if (c === '"') {
      s.next();
      const call = state.opened || state.define;
      state.opened = state.define = false;
      state.string = true;
      while (!s.eol()) if (s.next() === '"') { state.string = false; break; }
      return call ? "macroName" : "string";
    }
    if (s.match(/^#\d+/)) { state.opened = false; return "variableName"; }
    if (s.match(/^<[^<>\s]*>/)) return "meta";
    const word = s.match(/^[^\s(){}"]+/)[0];
    if (state.opened) { state.opened = false; state.define = word === "define"; return "keyword"; }
    const label = /^[A-Za-z]\w*:/.exec(word);
    if (label && label[0].length < word.length) { s.backUp(word.length - label[0].length); return "propertyName"; }
    if (label) return "propertyName";
    if (/^-?[\d.]+$/.test(word)) return "number";
    return /^[A-Z]/.test(word) ? "atom" : null;
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "{", '"'] } },
});

const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)" }, { tag: tags.string, color: "var(--string)" }, { tag: tags.number, color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" }, { tag: tags.macroName, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--faint)" }, { tag: tags.atom, color: "var(--number)" }, { tag: tags.variableName, color: "var(--bad)" },
  { tag: tags.meta, color: "var(--comment)" }, { tag: tags.bracket, color: "var(--faint)" },
]);

/** folding folds the bracket that a line opens and does not close. */
const folding = foldService.of((state, from, to) => {
  const line = state.doc.sliceString(from, to).replace(/"[^"]*"/g, (s) => "x".repeat(s.length)).replace(/\/\/.*$/, "");
  const stack = [];
  for (let i = 0; i < line.length; i++) {
    if ("({".includes(line[i])) stack.push(i);
    else if (")}".includes(line[i])) stack.pop();
  }
  if (!stack.length) return null;
  const start = from + stack.at(-1);
  const rest = state.doc.sliceString(start, Math.min(state.doc.length, start + 200000));
  let depth = 0, string = false, comment = false;
  for (let i = 0; i < rest.length; i++) {
    const c = rest[i];
    if (comment) comment = c !== "\n";
    else if (string) string = c !== '"';
    else if (c === '"') string = true;
    else if (c === "/" && rest[i + 1] === "/") comment = true;
    else if ("({".includes(c)) depth++;
    else if (")}".includes(c) && --depth === 0) return start + i > to ? { from: to, to: start + i } : null;
  }
  return null;
});

const kinds = { ludeme: "function", constant: "enum", label: "property", define: "class", name: "variable", value: "constant" };

/** markdown makes elements of the little Markdown that the engine writes. */
export function markdown(text) {
  const box = document.createElement("div");
  box.className = "doc";
  text.split(/```(?:lgdl)?\n?/).forEach((part, n) => {
    if (n % 2) {
      const pre = document.createElement("pre");
      pre.textContent = part.trimEnd();
      box.append(pre);
      return;
    }
    for (const line of part.split("\n").filter((l) => l.trim())) {
      if (line.trim() === "---") { box.append(document.createElement("hr")); continue; }
      const p = document.createElement("p");
      line.split(/(`[^`]*`|\*[^*]+\*)/).forEach((s) => {
        if (/^`.*`$/.test(s)) { const c = document.createElement("code"); c.textContent = s.slice(1, -1); p.append(c); }
        else if (/^\*.+\*$/.test(s)) { const c = document.createElement("em"); c.textContent = s.slice(1, -1); p.append(c); }
        else p.append(s.replace(/^- /, "· "));
      });
      box.append(p);
    }
  });
  return box;
}

/** lgdl is the extension; ask(cmd, fields) asks the engine about the text in the editor. */
export function lgdl(ask) {
  return [
    language, syntaxHighlighting(style), folding,
    autocompletion({
      activateOnTyping: true,
      maxRenderedOptions: 120,
      override: [async (context) => {
        const before = context.state.doc.sliceString(Math.max(0, context.pos - 1), context.pos);
        if (!context.explicit && !/[\w("{:<>=+\-*/#]/.test(before)) return null;
        const c = await ask("complete", { at: context.pos });
        if (!c.items.length) return null;
        return {
          from: c.replace.start,
          options: c.items.map((i) => ({
            label: i.insert, displayLabel: i.label, type: kinds[i.kind], detail: (i.detail ?? "").slice(0, 60), boost: -10 * i.rank,
            info: i.doc ? () => markdown(i.doc) : undefined,
          })),
        };
      }],
    }),
    hoverTooltip(async (view, pos) => {
      const h = await ask("hover", { at: pos });
      if (!h.text) return null;
      return { pos: h.at.start, end: h.at.end, create: () => ({ dom: markdown(h.text) }) };
    }, { hoverTime: 250 }),
  ];
}
