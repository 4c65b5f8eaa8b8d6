package studio

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/astragal/astragal/engine/trace"
	"github.com/astragal/astragal/pkg/workbench"
	"github.com/astragal/astragal/services/studio/shelf"
)

// still is a browser whose user does not want motion.
var still = chromedp.Flag("force-prefers-reduced-motion", true)

// catalogue are descriptions that the server of a test has by their hashes, with their defines.
var (
	catalogue     = map[string]string{}
	catalogueDefs map[string]string
)

// browser opens a tab on the pages of a server of the test's own.
func browser(t *testing.T, flags ...chromedp.ExecAllocatorOption) (ctx context.Context, address string) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium")
	}
	if _, err := os.Stat("dist/engine.wasm.zst"); err != nil {
		t.Skip("the engine for browsers is not built; run make worker")
	}
	mux := http.NewServeMux()
	find := func(_ *http.Request, hash string) (Source, error) {
		text, ok := catalogue[hash]
		if !ok {
			return Source{}, os.ErrNotExist
		}
		return Source{File: hash + ".lud", Text: text, Defs: catalogueDefs}, nil
	}
	if err := Register(mux, func(h http.Handler) http.Handler { return h }, find); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()))
	opts = append(opts, flags...)
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1400, 1000)); err != nil {
		t.Fatal(err)
	}
	return ctx, server.URL
}

// evaluate runs JavaScript on the page and waits for what it promises.
func evaluate[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// clicker plays by clicks on what the page marks, chosen by a generator with a seed,
// and resolves to how the play stands when it is over or long enough. Nothing else is
// used: not the list of moves, not the engine. A target must be where the pointer
// would hit it.
const clicker = `(async (seed, most) => {
	const sleep = ms => new Promise(r => setTimeout(r, ms));
	const until = async f => { for (let i = 0; i < 2000; i++) { if (f()) return true; await sleep(5) } return false };
	let s = seed >>> 0;
	const random = n => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return Math.floor(s / 4294967296 * n) };
	const body = document.body.dataset;
	if (!await until(() => body.state)) return {problem: "never ready"};
	let clicks = 0, hits = 0, misses = [];
	const press = e => { clicks++; e.dispatchEvent(new MouseEvent("click", {bubbles: true})) };
	while (["open", "covered"].includes(body.state) && Number(body.ply) < most) {
		if (body.state === "covered") { press(document.querySelector("#cover button")); await until(() => body.state !== "covered"); continue }
		const ply = body.ply;
		for (let tries = 0; body.ply === ply && body.state === "open"; tries++) {
			if (tries > 40) return {problem: "no click makes a move at ply " + ply};
			const menu = [...document.querySelectorAll("#menu:not([hidden]) button:not(.cancel)")];
			if (menu.length) { press(menu[random(menu.length)]); await until(() => document.getElementById("menu").hidden); continue }
			const ends = [...document.querySelectorAll("#board .site-target.to")];
			const begins = [...document.querySelectorAll("#board .site-target.can")];
			const chosen = document.querySelector("#board .site-target.from");
			const loose = [...document.querySelectorAll("#passes button")];
			const list = chosen ? ends : [...ends, ...begins, ...loose];
			if (!list.length) { await sleep(20); if (chosen) press(chosen); continue }
			const e = list[random(list.length)];
			if (e.dataset.x && clicks % 10 === 0) {
				e.scrollIntoView({block: "center"});
				const b = e.getBoundingClientRect();
				// Lines cross others: they are hit between the crossings.
				const line = e.matches("path[stroke-linecap]"), on = f => e.getPointAtLength(f * e.getTotalLength()).matrixTransform(e.getScreenCTM());
				const places = line ? [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map(on) : [{x: b.x + b.width / 2, y: b.y + b.height / 2}];
				if (places.some(at => document.elementFromPoint(at.x, at.y)?.closest(".site-target") === e)) hits++; else misses.push(e.dataset.type + " " + e.dataset.site);
			}
			press(e);
			await until(() => body.ply !== ply || !document.getElementById("menu").hidden || !chosen && document.querySelector("#board .site-target.from"));
		}
		await until(() => body.state !== "agent");
	}
	const status = document.getElementById("status").textContent;
	document.getElementById("link").click();
	await until(() => location.hash.length > 1);
	return {state: body.state, ply: Number(body.ply), hash: location.hash.slice(1), status,
		clicks, hits, misses, log: [...document.querySelectorAll("#log button")].map(b => b.textContent)};
})`

// played is what the clicker tells.
type played struct {
	Problem, State, Hash, Status string
	Ply, Clicks, Hits            int
	Misses, Log                  []string
}

// families are games of every kind of the library, and of all ways to move: place, step, slide, hop
// with several captures, sow, throw dice, hold cards and tiles in the hand, bid, choose at once.
var families = []string{
	"blocking/MuTorere", "capture/EnglishDraughts", "card/Hearts", "chess/JesonMor", "connection/Hex", "dice/LiarsDice",
	"domino/Dominoes",
	"draughts/Makhos", "hand/Chopsticks", "hidden/PhantomTicTacToe", "hunt/BaghChal", "leap/Felli", "line/ConnectFour",
	"math/Sim",
	"nim/Kayles", "puzzle/EightQueens", "race/Backgammon", "race/Goose", "simultaneous/RockPaperScissors",
	"sow/two/AliGuliMane",
	"sow/four/Hus", "stacking/Lasca", "tafl/Brandub", "territory/DotsAndBoxes", "war/Fanorona",
}

// TestPlayedByClicks plays a game of every kind of the library to its end by clicks, and demands
// that the moves made, as the address of the position tells them, replay as a trial on the
// engine here.
func TestPlayedByClicks(t *testing.T) {
	ctx, address := browser(t, still)
	s, err := shelf.Read(os.DirFS(ourLibrary))
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, g := range s.Games {
		kinds[strings.Split(g.Path, "/")[0]] = true
	}
	for _, x := range families {
		delete(kinds, strings.Split(x, "/")[0])
	}
	if len(kinds) > 0 {
		t.Errorf("no game is played of the kinds %v", kinds)
	}
	b := workbench.New()
	ask := func(fields map[string]any) map[string]any {
		t.Helper()
		var m map[string]any
		if err := json.Unmarshal(b.Answer(t.Context(), command(t, fields)), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	ask(map[string]any{"cmd": "defs", "files": s.Defs})
	for n, x := range families {
		if testing.Short() && n%5 != 0 {
			continue
		}
		t.Run(x, func(t *testing.T) {
			path := x + ".lud"
			people := strings.Repeat(",", 11)
			if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"),
				chromedp.Navigate(address+"/play?game="+path+"&seed=7&seats="+people)); err != nil {
				t.Fatal(err)
			}
			const most = 2000 // plies, in case that a game does not end
			script, _ := json.Marshal([]int{n + 1, most})
			p := evaluate[played](t, ctx, clicker+"(..."+string(script)+")")
			if p.Problem != "" || p.State != "over" || p.Ply == 0 {
				t.Fatalf("%s: %+v", path, p)
			}
			if len(p.Misses) > p.Hits {
				t.Errorf("%s: what is marked cannot be hit: %v, %d can", path, p.Misses, p.Hits)
			}
			replay(t, ask, path, p)
			t.Logf("%s: %d plies by %d clicks: %s", path, p.Ply, p.Clicks, p.Status)
		})
	}
}

// replay makes the moves of an address here, and replays their trial.
func replay(t *testing.T, ask func(map[string]any) map[string]any, path string, p played) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(ourLibrary, "lud", path))
	if err != nil {
		t.Fatal(err)
	}
	ask(map[string]any{"cmd": "open", "file": path, "text": string(text)})
	seed, moves, _ := strings.Cut(p.Hash, ".")
	ask(map[string]any{"cmd": "new", "seed": seed, "blank": true})
	for n, m := range strings.Split(moves, ".") {
		i := decimal(m)
		labels := ask(map[string]any{"cmd": "position", "blank": true})["moves"].([]any)
		if i >= len(labels) || labels[i].(map[string]any)["short"] != p.Log[n] {
			t.Fatalf("%s: move %d is %q there", path, n+1, p.Log[n])
		}
		if a := ask(map[string]any{"cmd": "play", "i": i, "blank": true}); a["error"] != nil {
			t.Fatalf("%s: move %d: %v", path, n+1, a["error"])
		}
	}
	v := ask(map[string]any{"cmd": "position", "blank": true})
	if v["over"] != (p.State == "over") || v["ply"] != float64(p.Ply) {
		t.Errorf("%s: after the moves the play is at ply %v, over %v", path, v["ply"], v["over"])
	}
	saved := ask(map[string]any{"cmd": "save"})
	if saved["error"] != nil {
		t.Fatalf("%s: %v", path, saved["error"])
	}
	trial, err := trace.ReadTrial(strings.NewReader(saved["trial"].(string)))
	if err != nil {
		t.Fatal(err)
	}
	if loaded := ask(map[string]any{"cmd": "load", "trial": saved["trial"]}); loaded["error"] != nil ||
		loaded["seed"] != seed {
		t.Errorf("%s: the saved play is loaded as seed %v, error %v", path, loaded["seed"], loaded["error"])
	}
	if trial.Ended != (p.State == "over") {
		t.Errorf("%s: the trial has ended: %v", path, trial.Ended)
	}
}

// decimal reads a number in base 36.
func decimal(s string) (n int) {
	for _, c := range s {
		if c >= 'a' {
			n = 36*n + int(c-'a') + 10
		} else {
			n = 36*n + int(c-'0')
		}
	}
	return n
}
