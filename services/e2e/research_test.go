package e2e

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// research goes on with what a researcher does, in a browser: keeps a view, takes a table home,
// looks at the rulesets on the map and in time, and at their families there.
func (l *explored) research(t *testing.T) {
	ctx := chromium(t)
	do := func(what string, actions ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(ctx, actions...); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	script := func(what, text string) {
		t.Helper()
		if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("(() => { "+text+"; return true })()")); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	do("the table", chromedp.EmulateViewport(1400, 1000),
		chromedp.Navigate(l.url+"/?is=region:India&sort=-DurationMoves&column=Balance"))
	until(t, ctx, "two rows", `document.querySelectorAll("#library tbody tr").length === 2`)
	shown, err := chromedp.Run(ctx, chromedp.Evaluate[string](
		`JSON.stringify([...document.querySelectorAll("#library tbody .game a")].map(a => a.textContent))`))
	if err != nil {
		t.Fatal(err)
	}
	l.download(t, ctx, shown)
	// A view that is kept is there when the page is opened again, and leads back.
	script("a name", `window.prompt = () => "games of India"`)
	do("keep it", chromedp.Click(`#views button`))
	do("elsewhere", chromedp.Navigate(l.url))
	until(t, ctx, "kept", `[...document.querySelectorAll("#views option")].some(o => o.textContent === "games of India")`)
	script("choose it", `const s = document.querySelector("#views select");
		s.value = [...s.options].find(o => o.textContent === "games of India").value; s.onchange()`)
	until(t, ctx, "back", `location.search.includes("India") && document.querySelectorAll("#library tbody tr").length === 2`)

	do("the map", chromedp.Click(`//p[@class="tools"]//a[text()="Map"]`))
	until(t, ctx, "a ring for India",
		`document.querySelectorAll("#world .ring").length === 1 && location.search.includes("India")`)
	do("everywhere", chromedp.Click(`//a[text()="clear all"]`))
	until(t, ctx, "both regions", `document.querySelectorAll("#world .ring").length === 2`)
	script("one by its ring", `[...document.querySelectorAll("#world a")].find(a => a.textContent.includes("Egypt"))
		.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))`)
	until(t, ctx, "narrowed", `location.search.includes("Egypt") && document.querySelectorAll("#world .ring").length === 1`)
	do("play the centuries", chromedp.Click(`//button[text()="play the centuries"]`))
	until(t, ctx, "a later century",
		`+new URLSearchParams(location.search).get("from") > -3500 && document.getElementById("centuries").textContent.includes("pause")`)

	do("families", chromedp.Navigate(l.url+"/families?clusters=2&colour=cluster"))
	until(t, ctx, "clusters on the map and in time", `document.querySelectorAll("#on-the-map .ring").length >= 2 &&
		document.querySelectorAll("#in-time .period").length === 4 && document.querySelectorAll(".legend li").length === 2`)
	script("by ludemes", `const f = document.querySelector("form.find"); f.elements.features.value = "tree"; f.requestSubmit()`)
	until(t, ctx, "the tree of ludemes",
		`location.search.includes("features=tree") && document.body.textContent.includes("ludemes drawn with replacement")`)
	do("a member of a cluster", chromedp.Click(`#clusters details p.pm a`))
	until(t, ctx, "a member", `location.pathname.startsWith("/rulesets/")`)
}

// download clicks the link to the table as CSV, and finds in the file the games shown, in their order.
func (l *explored) download(t *testing.T, ctx context.Context, shown string) {
	t.Helper()
	folder := t.TempDir()
	allow := func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, browser.SetDownloadBehavior,
			browser.SetDownloadBehaviorParams{Behavior: "allow", DownloadPath: folder})
		return chromedp.Void{}, err
	}
	if err := chromedp.Do(ctx, allow, chromedp.Click(`//p[@class="tools"]//a[text()="CSV"]`)); err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for deadline := time.Now().Add(20 * time.Second); len(rows) == 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing was downloaded")
		}
		files, _ := filepath.Glob(filepath.Join(folder, "*.csv"))
		for _, file := range files {
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			rows, err = csv.NewReader(f).ReadAll()
			f.Close()
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	at := slices.Index(rows[0], "game")
	if at < 0 || slices.Index(rows[0], "Balance") < 0 {
		t.Fatalf("columns %v", rows[0])
	}
	games := []string{}
	for _, row := range rows[1:] {
		games = append(games, row[at])
	}
	if text, _ := json.Marshal(games); string(text) != shown {
		t.Errorf("the file has %s, the page shows %s", text, shown)
	}
}
