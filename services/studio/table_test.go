package studio

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/formal"
)

// at opens the play page of a game for people alone.
func at(t *testing.T, ctx context.Context, address, game string) {
	t.Helper()
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"),
		chromedp.Navigate(address+"/play?game="+game+".lud&seed=7&seats=,,,,")); err != nil {
		t.Fatal(err)
	}
	evaluate[string](t, ctx, ready)
}

// TestSowing demands that seeds fly one by one, from the hole that was clicked on, and that a
// click ends the flight.
func TestSowing(t *testing.T) {
	ctx, address := browser(t)
	for _, inTheWay := range []bool{false, true} {
		at(t, ctx, address, "sow/two/Oware")
		seeds := evaluate[int](t, ctx, `(async () => {
			const body = document.body.dataset, hole = document.querySelector(".site-target.to, .site-target.can");
			hole.dispatchEvent(new MouseEvent("click", {bubbles: true}));
			let most = 0;
			for (let n = 0; body.ply === "0" && n < 1000; n++) {
				const flying = document.querySelectorAll(".sowing .seed").length;
				most = Math.max(most, flying);
				if (body.state === "open" && flying) throw new Error("a move can be made while seeds fly");
				if (flying && `+fmt.Sprint(inTheWay)+`) dispatchEvent(new PointerEvent("pointerdown"));
				await new Promise(r => setTimeout(r, 5));
			}
			if (document.querySelector(".sowing")) throw new Error("seeds still fly");
			return body.ply === "1" ? most : -1 })()`)
		if seeds != 4 {
			t.Errorf("%d seeds fly, of four", seeds)
		}
	}
}

// solution finds the values of a deduction puzzle by trying all that its rules leave.
func solution(t *testing.T, path string) map[int]int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(ourLibrary, "lud", path))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := engine.New().Compile(t.Context(), engine.Source{File: path, Text: text,
		Defs: os.DirFS(filepath.Join(ourLibrary, "def"))})
	if err != nil {
		t.Fatal(err)
	}
	d, err := rs.Game().(formal.Deducible).Deduction()
	if err != nil {
		t.Fatal(err)
	}
	values := map[int]int{}
	var fill func(open []int) bool
	fill = func(open []int) bool {
		if len(open) == 0 {
			ok, err := d.Satisfied()
			return ok && err == nil
		}
		candidates, err := d.Candidates(open[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range candidates {
			d.Set(open[0], v)
			if values[open[0]] = v; fill(open[1:]) {
				return true
			}
			d.Unset(open[0])
		}
		delete(values, open[0])
		return false
	}
	if !fill(d.Open()) {
		t.Fatalf("%s has no solution", path)
	}
	return values
}

// TestPuzzleByMarks crosses a candidate out, brings it back, and writes the solution by
// clicks and by keys.
func TestPuzzleByMarks(t *testing.T) {
	ctx, address := browser(t, still)
	values := solution(t, "puzzle/Sudoku.lud")
	at(t, ctx, address, "puzzle/Sudoku")
	const pick = `(async (site, title) => {
		const ply = document.body.dataset.ply;
		document.querySelector('.site-target[data-type="Cell"][data-site="' + site + '"]').dispatchEvent(new MouseEvent("click", {bubbles: true}));
		const b = [...document.querySelectorAll("#menu:not([hidden]) button")].find(b => b.title === title);
		if (!b) throw new Error("no " + title + " among " + document.getElementById("menu").textContent);
		b.click();
		for (let n = 0; document.body.dataset.ply === ply && n < 400; n++) await new Promise(r => setTimeout(r, 5));
		return document.querySelectorAll("#board .candidate").length })`
	before := evaluate[int](t, ctx, `document.querySelectorAll("#board .candidate").length`)
	if want := 4 * len(values); before != want {
		t.Errorf("%d candidates of %d open squares", before, len(values))
	}
	var first int
	for first = 0; values[first] == 0; first++ {
	}
	if n := evaluate[int](t, ctx, fmt.Sprintf(`%s(%d, "cross out %d")`, pick, first, values[first]%4+1)); n != before-1 {
		t.Errorf("%d candidates after one is crossed out", n)
	}
	if n := evaluate[int](t, ctx, fmt.Sprintf(`%s(%d, "bring back %d")`, pick, first, values[first]%4+1)); n != before {
		t.Errorf("%d candidates after it is brought back", n)
	}
	for site := range 16 {
		v, open := values[site]
		switch {
		case !open:
		case site%2 == 0:
			evaluate[int](t, ctx, fmt.Sprintf(`%s(%d, "write %d")`, pick, site, v))
		default:
			evaluate[bool](t, ctx, fmt.Sprintf(`(async () => { const ply = document.body.dataset.ply;
				document.querySelector('.site-target[data-type="Cell"][data-site="%d"]').dispatchEvent(new KeyboardEvent("keydown", {bubbles: true, code: "Digit%d"}));
				for (let n = 0; document.body.dataset.ply === ply && n < 400; n++) await new Promise(r => setTimeout(r, 5)); return true })()`, site, v))
		}
	}
	if said := evaluate[string](t, ctx,
		`document.body.dataset.state + ": " + document.getElementById("status").textContent`); said != "over: Solved, well done!" {
		t.Error(said)
	}
}

// TestHandsAreHidden shows every player of a game of cards and one of tiles his own hand and the backs
// of all others, and nothing before he says that he looks.
func TestHandsAreHidden(t *testing.T) {
	ctx, address := browser(t, still)
	for game, want := range map[string][2]int{"card/Hearts": {13, 39}, "domino/Dominoes": {7, 21}} {
		at(t, ctx, address, game)
		for ply := range 4 {
			got := evaluate[[]int](t, ctx, `(async () => {
				const body = document.body.dataset, sleep = () => new Promise(r => setTimeout(r, 5));
				if (body.state === "covered") {
					if (document.querySelector("#board svg")) throw new Error("the board shows through");
					document.querySelector("#cover button").click();
					for (let n = 0; body.state === "covered" && n < 400; n++) await sleep();
				}
				const seen = ["face", "back"].map(c => document.querySelectorAll("#board ." + c).length);
				const ply = body.ply, from = document.querySelector("#board .site-target.can");
				if (from) { from.dispatchEvent(new MouseEvent("click", {bubbles: true})); document.querySelector("#board .site-target.to").dispatchEvent(new MouseEvent("click", {bubbles: true})) }
				const menu = document.querySelector("#menu:not([hidden]) button") ?? (from ? null : document.querySelector("#board .site-target.to, #passes button"));
				menu?.dispatchEvent(new MouseEvent("click", {bubbles: true}));
				for (let n = 0; body.ply === ply && n < 400; n++) await sleep();
				return seen })()`)
			if game == "card/Hearts" && (got[0] != want[0]+ply || got[1] != want[1]-ply) {
				t.Errorf("%s, ply %d: %d faces and %d backs", game, ply, got[0], got[1])
			}
			if ply == 0 && (got[0] != want[0] || got[1] != want[1]) {
				t.Errorf("%s: %d faces and %d backs, want %v", game, got[0], got[1], want)
			}
		}
	}
}
