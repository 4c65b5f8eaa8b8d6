package studio

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/astragal/astragal/engine/trace"
)

// clicked clicks a site of the board and waits for a ply.
const clicked = `(async (site, ply) => {
	document.querySelector('#board .site-target[data-site="' + site + '"].to').dispatchEvent(new MouseEvent("click", {bubbles: true}));
	for (let n = 0; document.body.dataset.ply !== String(ply) && n < 1000; n++) await new Promise(r => setTimeout(r, 5));
	return document.body.dataset.ply })`

// TestAtTheTable does at a play of Tic-Tac-Toe what the page offers besides moves: back and
// again, hint, analysis of the whole play, coordinates, a link to the position, a trial file.
func TestAtTheTable(t *testing.T) {
	ctx, address := browser(t, still)
	at(t, ctx, address, "line/Tic-Tac-Toe")
	for n, site := range []int{4, 1, 0, 2} {
		if ply := evaluate[string](t, ctx, fmt.Sprintf(`%s(%d, %d)`, clicked, site, n+1)); ply != strconv.Itoa(n+1) {
			t.Fatalf("after %d clicks at ply %s", n+1, ply)
		}
	}
	click := func(id string) {
		t.Helper()
		evaluate[bool](t, ctx, `(document.getElementById("`+id+`").click(), true)`)
	}
	click("undo")
	until(t, ctx, `document.body.dataset.ply === "3"`)
	click("redo")
	until(t, ctx, `document.body.dataset.ply === "4" && document.body.dataset.state === "open"`)
	// The first player has the middle and a corner, and wins with the opposite corner.
	click("hint")
	until(t, ctx, `document.getElementById("status").textContent.startsWith("Hint: C3") && document.querySelector('.site-target.hint[data-site="8"]')`)

	labels := `[...document.querySelectorAll("#board .label")].length`
	if n := evaluate[int](t, ctx, labels); n != 0 {
		t.Errorf("%d coordinates before they are asked for", n)
	}
	click("labels")
	until(t, ctx, labels+` >= 6`)

	click("analysis")
	until(t, ctx, `/It expects C3/.test(document.getElementById("thought").textContent)`)
	points := `document.querySelector("#chart polyline").getAttribute("points").split(" ").length`
	until(t, ctx, points+` === 5`) // the start, and after each move
	if chance := evaluate[string](t, ctx, `document.querySelector("#chart svg").getAttribute("aria-label")`); !strings.Contains(chance, "now 100 %") &&
		!strings.Contains(chance, "now 9") {
		t.Errorf("before a winning move: %s", chance)
	}

	click("link")
	until(t, ctx, `location.hash.length > 1`)
	link := evaluate[string](t, ctx, `location.href`)
	trial := evaluate[string](t, ctx, `(async () => {
		const made = URL.createObjectURL; let kept;
		URL.createObjectURL = b => { kept = b; return made(b) };
		document.getElementById("save").click();
		for (let n = 0; !kept && n < 400; n++) await new Promise(r => setTimeout(r, 5));
		URL.createObjectURL = made;
		return kept.text() })()`)
	read, err := trace.ReadTrial(strings.NewReader(trial))
	if err != nil || len(read.Moves) != 4 {
		t.Errorf("the saved trial has %v: %v", read, err)
	}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link)); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, `document.body.dataset.ply === "4" && document.body.dataset.state === "open"`)
	if n := evaluate[int](t, ctx, `document.querySelectorAll("#log li").length`); n != 4 {
		t.Errorf("the linked play has %d moves", n)
	}

	at(t, ctx, address, "line/Tic-Tac-Toe")
	evaluate[bool](t, ctx, `(() => { const d = new DataTransfer(); d.items.add(new File([`+quoted(trial)+`], "play.trl"));
		const i = document.getElementById("load"); i.files = d.files; i.dispatchEvent(new Event("change")); return true })()`)
	until(t, ctx, `document.body.dataset.ply === "4" && document.body.dataset.state === "open"`)
	evaluate[string](t, ctx, clicked+`(8, 5)`)
	until(t, ctx, `document.getElementById("status").textContent === "Player 1 wins."`)
}

// quoted is a text as JavaScript writes it.
func quoted(s string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`", "$", "\\$").Replace(s) + "`"
}

// TestAtTheDesk does in the editor what the page offers besides typing: examples, folding, renaming,
// definitions, layout, the expanded text, a link with the text, rulesets and options, concepts
// that come and go.
func TestAtTheDesk(t *testing.T) {
	ctx, address := browser(t, still)
	if err := chromedp.Do(ctx, chromedp.Navigate(address+"/edit")); err != nil {
		t.Fatal(err)
	}
	evaluate[string](t, ctx, ready)
	settled := checked + ` && document.getElementById("verdict").classList.contains("ok")`
	until(t, ctx, settled)
	content := `[...document.querySelectorAll(".cm-content .cm-line")].map(e => e.textContent).join("\n")`
	// write replaces the text by pasting.
	write := func(text string) {
		t.Helper()
		evaluate[bool](t, ctx, `(() => { const c = document.querySelector(".cm-content"); c.focus();
			c.dispatchEvent(new KeyboardEvent("keydown", {key: "a", code: "KeyA", keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true}));
			const d = new DataTransfer(); d.setData("text/plain", `+quoted(text)+`);
			c.dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true, cancelable: true})); return true })()`)
	}
	if n := evaluate[int](t, ctx, `document.querySelectorAll("#gallery option").length`); n < 6 {
		t.Errorf("%d examples", n-1)
	}
	before := evaluate[string](t, ctx, content)
	evaluate[bool](t, ctx, `(() => { const g = document.getElementById("gallery"); g.value = "2"; g.dispatchEvent(new Event("change")); return true })()`)
	until(t, ctx, settled)
	if evaluate[string](t, ctx, content) == before {
		t.Error("another example has the same text")
	}

	write(`(define "Put" (move Add (to (sites Empty))))
(game "Named" (players 2)
    (equipment {(board (square <Size>)) (piece "Disc" Each)})
    (rules (play "Put") (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))
(option "Board Size" <Size> args:{<side>} {(item "3" <3> "Three.")* (item "5" <5> "Five.")})`)
	until(t, ctx, settled)
	until(t, ctx, `document.querySelectorAll("#board .site-target").length >= 9 && document.getElementById("name").textContent === "Named"`)
	evaluate[bool](t, ctx, `(() => { const s = document.querySelector("#options select"); s.value = s.options[2].value; s.dispatchEvent(new Event("change")); return true })()`)
	until(t, ctx, `document.querySelectorAll("#board .site-target.legal").length === 25`)

	// The cursor is put into the define where it is used.
	at := evaluate[[]float64](t, ctx, `(() => { const w = [...document.querySelectorAll(".cm-content span")].filter(e => e.textContent === '"Put"').at(-1);
		const b = w.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()`)
	if err := chromedp.Do(ctx, chromedp.MouseClickXY(at[0], at[1]), chromedp.KeyEvent(kb.F2)); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, `document.getElementById("dialog").open`)
	evaluate[bool](t, ctx, `(() => { document.querySelector("#dialog input").value = "Drop"; document.getElementById("dialog-ok").click(); return true })()`)
	until(t, ctx, settled+` && document.getElementById("said").textContent === "2 places renamed."`)
	if text := evaluate[string](t, ctx, content); strings.Count(text, `"Drop"`) != 2 || strings.Contains(text, `"Put"`) {
		t.Errorf("renamed:\n%s", text)
	}
	if err := chromedp.Do(ctx, chromedp.MouseClickXY(at[0], at[1]), chromedp.KeyEvent(kb.F12)); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, `getSelection().anchorNode?.parentElement.closest(".cm-line")?.textContent.startsWith("(define")`)

	evaluate[bool](t, ctx, `(document.getElementById("expand").click(), true)`)
	until(t, ctx, `document.getElementById("dialog").open && /\(play\s+\(move Add/.test(document.getElementById("dialog-text").textContent)`)
	evaluate[bool](t, ctx, `(document.getElementById("dialog-ok").click(), true)`)

	evaluate[bool](t, ctx, `(document.getElementById("format").click(), true)`)
	until(t, ctx, `document.getElementById("said").textContent === "Laid out." && document.querySelectorAll(".cm-line").length > 5`)
	laid := evaluate[string](t, ctx, content)
	lines := evaluate[int](t, ctx, `document.querySelectorAll(".cm-line").length`)
	evaluate[bool](t, ctx, `(() => { const fold = [...document.querySelectorAll(".cm-foldGutter .cm-gutterElement span")].filter(e => e.title === "Fold line");
		fold.at(0).dispatchEvent(new MouseEvent("click", {bubbles: true})); return true })()`)
	until(t, ctx, `document.querySelectorAll(".cm-foldPlaceholder").length === 1 && document.querySelectorAll(".cm-line").length < `+
		strconv.Itoa(lines))

	evaluate[bool](t, ctx, `(document.getElementById("share").click(), true)`)
	until(t, ctx, `location.hash.length > 100`)
	link := evaluate[string](t, ctx, `location.href`)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link)); err != nil {
		t.Fatal(err)
	}
	evaluate[string](t, ctx, ready)
	until(t, ctx, settled+` && document.querySelectorAll("#board .site-target.legal").length === 25`)
	if text := evaluate[string](t, ctx, content); text != laid {
		t.Errorf("the linked text is\n%s\nwant\n%s", text, laid)
	}

	write(strings.Replace(laid, "(is Line 3)", "(is Loop)", 1))
	until(t, ctx, `[...document.querySelectorAll(".chip-c.came")].some(e => e.textContent === "LoopEnd") &&
		[...document.querySelectorAll(".chip-c.went")].some(e => e.textContent === "LineEnd")`)
}
