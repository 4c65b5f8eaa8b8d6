package e2e

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine"

	"github.com/chromedp/chromedp"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/workbench"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/studio"
)

// TestSubmitFromTheEditor writes a game on the page, submits it to the catalogue, and waits for its
// figures on the same page.
func TestSubmitFromTheEditor(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("../studio/dist/engine.wasm.zst"); err != nil {
		t.Skip("make worker builds the engine for browsers")
	}
	s := servertest.Start(t)
	h, _ := startServices(t, engine.New(), s.NATS.URL(), s.Postgres.URL(), 1, true)
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()
	ctx := chromium(t)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1400, 1000), chromedp.Navigate(srv.URL+"/edit")); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "the engine knows the game", `document.getElementById("name").textContent === "Three in a Row"`)
	if err := chromedp.Do(ctx, chromedp.Click("#submit")); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "it is on its way", `document.getElementById("submitted").textContent.includes("Submitted")`)
	until(t, ctx, "its figures are "+
		"there", `/done, 1000 plays, player 1 wins .*, mean length [5-9]/.test(document.getElementById("submitted").textContent)`)
	where, err := chromedp.Run(ctx,
		chromedp.Evaluate[string](`location.pathname + " " + document.querySelector("#submitted a").getAttribute("href")`))
	if err != nil {
		t.Fatal(err)
	}
	page, link, _ := strings.Cut(where, " ")
	if status, text := get(t, srv.URL+"/"+link); page != "/edit" || status != 200 ||
		!strings.Contains(text, "Three in a Row") {
		t.Errorf("on %s the link %s: %d", page, link, status)
	}
	// What does not compile is said on the same page, too.
	if _, err := chromedp.Run(ctx,
		chromedp.Evaluate[bool](`document.querySelector(".cm-content").focus(), true`)); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.KeyEvent("(nonsense")); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "the problem is shown", `document.getElementById("problems").children.length > 0`)
	if err := chromedp.Do(ctx, chromedp.Click("#submit")); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "the error is there", `document.querySelector('#submitted a[href^="sources/"]') !== null`)
}

// TestStudioOnTheGateway asks for a ruleset of the catalogue as the pages of play and
// writing do, and demands that what they get compiles to that ruleset.
func TestStudioOnTheGateway(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 1, true)
	text, err := os.ReadFile("../../library/lud/race/RoyalGameOfUr.lud")
	if err != nil {
		t.Fatal(err)
	}
	defs := map[string]string{}
	for _, name := range []string{"RunTo", "SendBack", "StepsOn", "EveryRunner", "AllHome", "RestingPlace"} {
		if def, err := os.ReadFile("../../library/def/race/" + name + ".def"); err == nil {
			defs["race/"+name+".def"] = string(def)
		}
	}
	p := catalogue.Params{Agent: "random", Metrics: "outcomes", Playouts: 20, Seed: 1}
	const chosen = "Ruleset/Masters (Suggested)"
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	r, err := gate.Submit(t.Context(), gateway.Submission{File: "Ur.lud", Text: string(text), Formalism: "lgdl",
		Ruleset: chosen, Defs: defs, Params: p})
	if err != nil {
		t.Fatal(err)
	}
	o := await(t, h.Catalogue, []string{r.Source}, p)
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()
	status, body := get(t, srv.URL+"/studio/source/"+o[0].Ruleset.Hash)
	var src studio.Source
	if status != 200 || json.Unmarshal([]byte(body), &src) != nil || src.Ruleset != chosen || len(src.Defs) == 0 {
		t.Fatalf("%d: %.300s", status, body)
	}
	b := workbench.New()
	ask := func(fields map[string]any) map[string]any {
		t.Helper()
		line, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(b.Answer(t.Context(), line), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	ask(map[string]any{"cmd": "defs", "files": src.Defs})
	game := ask(map[string]any{"cmd": "open", "file": src.File, "text": src.Text, "options": src.Options,
		"ruleset": src.Ruleset, "formalism": src.Formalism})
	if game["hash"] != o[0].Ruleset.Hash {
		t.Errorf("the pages play %v, the catalogue has %s", game, o[0].Ruleset.Hash)
	}
	for path, want := range map[string]int{"/studio/source/" + strings.Repeat("0", 32): 404, "/play": 200, "/edit": 200,
		"/studio/play.js": 200} {
		if status, _ := get(t, srv.URL+path); status != want {
			t.Errorf("%s: %d", path, status)
		}
	}
	if _, page := get(t, srv.URL+"/rulesets/"+o[0].Ruleset.Hash); !strings.Contains(page,
		"/play?rules="+o[0].Ruleset.Hash) {
		t.Error("the page of the ruleset has no link to play it")
	}
}
