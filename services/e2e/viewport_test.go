package e2e

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/chromedp/chromedp"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// overflowing lists the elements that stick out of the page at the right, outside
// of what scrolls by itself.
const overflowing = `(() => {
	if (document.scrollingElement.scrollWidth <= innerWidth) return "";
	const inside = e => { for (; e && e !== document.body; e = e.parentElement) if (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX)) return true; return false };
	const out = [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5 && !inside(e.parentElement));
	return document.scrollingElement.scrollWidth + " of " + innerWidth + ": " + out.slice(0, 5).map(e => e.tagName + "." + e.className + " " + e.textContent.slice(0, 40)).join("; ");
})()`

// No page is wider than the window, on a telephone, a laptop or a large screen.
func TestViewports(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine")
	}
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	long := strings.Repeat("Averylongwordthatnobodybreaks", 8)
	about := fmt.Sprintf("\n(metadata (info { (description \"%s\") (rules \"%s\") (origin \"Culture: Testers\") "+
		"(origin \"Region: The far end of the world\") (source \"https://example.org/%s\") (aliases {\"%s\"}) }))",
		strings.Repeat("A long description. ", 60), strings.Repeat("Each player in turn. ", 40), long, long)
	folder := "/srv/astragal/some/deep/folder/of/the/server/lud"
	var list []gateway.Submission
	add := func(file, text string, p catalogue.Params) {
		list = append(list, gateway.Submission{File: folder + "/" + file, Path: folder + "/" + file, Text: text,
			Formalism: "lgdl", Params: p})
	}
	p := catalogue.Params{Agent: "random", Playouts: 60, Seed: 1}
	add("board/good.lud", goodLud+about, p)
	add("board/bad.lud", strings.Replace(goodLud, "(square 3)", "(squaare 3)", 1), p)
	add("board/space/"+long+".lud", strings.Replace(goodLud, "(square 3)", "(squaare 4)", 1), p)
	add("board/incomplete.lud", strings.Replace(goodLud, "(square 3)", "[(square 3)]", 1), p)
	ids, _, err := gate.SubmitFiles(t.Context(), list, nil, folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := await(t, h.Catalogue, ids, p)
	hash := o[0].Ruleset.Hash
	search := catalogue.Params{Agent: "uct:20", Metrics: "all", Playouts: 10, Seed: 1}
	few := catalogue.Params{Agent: "random", Metrics: "outcomes", Playouts: 30, Seed: 2}
	for _, q := range []catalogue.Params{search, few} {
		if _, err := gate.Evaluate(t.Context(), gateway.EvaluateRequest{Hash: hash, Params: q}); err != nil {
			t.Fatal(err)
		}
		await(t, h.Catalogue, ids[:1], q)
	}
	if err := h.Catalogue.RecordFailure(t.Context(), catalogue.Failure{Kind: "simulate", Subject: strings.Repeat("0f",
		16), Reason: "error", Error: folder + "/board/good.lud: " + long, Attempts: 5}); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()

	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	for _, width := range []int64{400, 1400, 2560} {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900)); err != nil {
			t.Fatal(err)
		}
		for name, page := range map[string]string{
			"library": "/", "search": "/?agent=uct:20&sort=-DurationMoves&concept=NumPlayers>=2&concept=Line",
			"none": "/?q=" + long, "concepts": "/concepts", "compare": "/compare?r=" + hash + "&r=" + hash,
			"play":     "/rulesets/" + hash + "/plays/1?ply=3",
			"failures": "/failures", "ruleset": "/rulesets/" + hash, "uct": "/rulesets/" + hash + "?agent=uct:20",
			"source": "/sources/" + ids[0], "bad": "/sources/" + ids[2],
			"missing": "/rulesets/none", "refused": "/?" + long + "=1",
		} {
			var sticks string
			err := chromedp.Do(ctx, chromedp.Navigate(srv.URL+page))
			if err == nil {
				_, err = chromedp.Run(ctx,
					chromedp.Evaluate[int](`document.querySelectorAll("details").forEach(d => d.open = true) || 0`))
			}
			if err == nil {
				sticks, err = chromedp.Run(ctx, chromedp.Evaluate[string](overflowing))
			}
			inner, e := chromedp.Run(ctx, chromedp.Evaluate[int](`innerWidth`))
			if err != nil || e != nil || int64(inner) != width {
				t.Fatalf("%s at %d: %d wide, %v, %v", page, width, inner, err, e)
			}
			if sticks != "" {
				t.Errorf("%.60s at %d px overflows: %s", page, width, sticks)
			}
			if dir := os.Getenv("E2E_SCREENSHOTS"); dir != "" {
				picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, width)), picture, 0o644)
				}
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
	// No path of the server is shown, neither on pages nor by the API.
	for _, page := range []string{"/failures", "/api/failures", "/api/sources/" + ids[1], "/sources/" + ids[1],
		"/api/rulesets/" + hash, "/rulesets/" + hash} {
		if status, text := get(t, srv.URL+page); status != 200 || strings.Contains(text, "/srv") {
			t.Errorf("%s: %d, shows where the server keeps files", page, status)
		}
	}
	for page, says := range map[string][]string{
		"/failures": {"board/bad.lud", "1 still to be reconstructed", "work to do",
			"/sources/" + ids[1], `<span class="tally">2</span>`},
		"/sources/" + ids[1]:                  {`class="line blamed"`, "squaare"},
		"/sources/" + ids[3]:                  {"work to do"},
		"/":                                   {"play by <b>random</b> agents", "Testers", "The far end of the world", "60"},
		"/rulesets/" + hash:                   {"60 playouts by random agents", "uct:20", "10 of 10", "30 of 30", "outcomes"},
		"/rulesets/" + hash + "?agent=uct:20": {"10 playouts by uct:20 agents"},
		"/?agent=uct:20":                      {"play by <b>uct:20</b> agents", "?agent=uct%3A20"},
		"/?agent=flat:3":                      {"not evaluated"},
	} {
		_, text := get(t, srv.URL+page)
		for _, s := range says {
			if !strings.Contains(text, s) {
				t.Errorf("%s does not say %q", page, s)
			}
		}
	}
}
