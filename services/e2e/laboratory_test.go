package e2e

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/parquet-go/parquet-go"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/gateway"
)

// lineGame is a game of three in a row with what it says of itself.
func lineGame(name, board, kind, region, date string) string {
	return fmt.Sprintf(`(game %q (players 2) (equipment {(board %s) (piece "Disc" Each)})
	(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(metadata (info {(classification %q) (origin "Region: %s") (origin "Period: %s") (date %q)}))`, name, board, kind, region, date, date)
}

// explored is a server with a few evaluated games.
type explored struct {
	*host.Host
	url    string
	hashes map[string]string // by game
}

func startLaboratory(t *testing.T) *explored {
	t.Helper()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	p := catalogue.Params{Agent: "random", Playouts: 60, Seed: 1}
	var list []gateway.Submission
	for _, g := range [][5]string{
		{"Three", "(square 3)", "board/space/line", "India", "1850"}, {"Four", "(square 4)", "board/space/line", "Egypt",
			"1300"},
		{"Six", "(hex 3)", "board/space/connection", "India", "1900"}, {"Wide", "(rectangle 3 5)", "board/war/leaping",
			"Egypt", "1950"},
	} {
		list = append(
			list,
			gateway.Submission{
				File:      g[0] + ".lud",
				Text:      lineGame(g[0], g[1], g[2], g[3], g[4]),
				Formalism: "lgdl",
				Params:    p,
			},
		)
	}
	ids, err := gate.SubmitAll(t.Context(), list, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := &explored{Host: h, hashes: map[string]string{}}
	for _, o := range await(t, h.Catalogue, ids, p) {
		if o.Ruleset == nil {
			t.Fatalf("%s: %s", o.Source.File, o.Source.Error)
		}
		l.hashes[o.Ruleset.Game] = o.Ruleset.Hash
	}
	srv := httptest.NewServer(h.Handler())
	t.Cleanup(srv.Close)
	l.url = srv.URL
	return l
}

// settle waits until pages know all four games: what is near what is remembered for a
// while after rulesets have changed.
func (l *explored) settle(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		_, text := get(t, l.url+"/rulesets/"+l.hashes["Three"])
		_, concept := get(t, l.url+"/concept/HexTiling")
		if strings.Count(text, "<article><h4>") == 3 && strings.Contains(concept, "Go together") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the ruleset's page does not know three relatives")
		}
	}
}

// TestLaboratory does what a researcher does, first by address alone.
func TestLaboratory(t *testing.T) {
	t.Parallel()
	l := startLaboratory(t)
	l.settle(t)
	for path, says := range map[string][]string{
		"/":                 {"4 rulesets", `id="timeline"`, `<svg class="spark"`, "is=region%3AIndia", ">Plies<"},
		"/?is=region:India": {"2 rulesets found", ">Three<", ">Six<", "region: India"},
		"/?is=region:India&is=kind:board/space/line": {"1 ruleset found", ">Three<"},
		"/?from=1200&to=1400":                        {"1 ruleset found", ">Four<"},
		"/?column=DurationTurns&column=Balance":      {"Turns</a>", "Balance</a>"},
		"/?distribution=DecisionMoves&distribution=DurationTurns": {">Decisions per play<", ">Turns per play<",
			" turns; mean "},
		"/?limit=2": {`rel="next"`, "after="},
		"/rulesets/" + l.hashes["Three"]: {"Step through a play",
			"The nearest ruleset of other games", "@misc{astragal-", "/id/ruleset/", "Two Player"},
		"/rulesets/" + l.hashes["Three"] + "/plays/7?ply=2": {"The random playout of seed 7",
			`aria-current="step"`, "ply 2 of"},
		"/compare?r=" + l.hashes["Three"] + "&r=" + l.hashes["Six"]: {"<del>(square 3)</del>", "<ins>(hex 3)</ins>",
			`id="differences"`, "Hex Tiling", "tests of this page"},
		"/metric/DurationMoves": {"Measured of 4 of 4 rulesets", "board › space",
			`data-chart="strip"`, "median"},
		"/metric/DurationMoves?against=Balance&by=region&is=region:":     {"Nothing has been measured"},
		"/metric/DurationMoves?against=BranchingFactorAverage&by=region": {"Spearman", "4 rulesets: Pearson", ">Egypt<"},
		"/concept/HexTiling": {"<b>1</b> of 4 rulesets have it", "Go together",
			">India</th>", "Wilson"},
		"/concept/NumPlayers?by=century": {"<b>4</b> of 4", "19th century", "20th century"},
		"/families": {"Split network", "unexplained",
			"Neighbour joining", "--network", `id="on-the-map"`, `id="in-time"`},
		"/families?features=tree": {"by the trees of their ludemes",
			"ludemes drawn with replacement"},
		"/families?features=combined": {"by the mean of three distances", "Mantel"},
		"/families.nex":               {"BEGIN splits;", "CYCLE 1 ", "BEGIN trees;"},
		"/families/whereabouts.csv": {"hash,ruleset,cluster,region",
			",India,22,79,region,1850,"},
		"/map": {`class="ring"`,
			"rulesets whose description names it", `id="facets"`},
		"/families/places.csv": {"hash,ruleset,first", l.hashes["Six"]},
		"/families/correspondence.csv": {"of,name,hash,rulesets,contribution,first",
			"ruleset,Six,"},
		"/compare?add=thr": {"＋ Three"},
		"/compare":         {"Two to eight rulesets"},
	} {
		status, text := get(t, l.url+path)
		if status != 200 {
			t.Errorf("%s: %d", path, status)
		}
		for _, s := range says {
			if !strings.Contains(text, s) {
				t.Errorf("%s does not say %q", path, s)
			}
		}
	}
	for path, status := range map[string]int{"/?is=colour:red": 400, "/?after=none": 404, "/?after=a&before=b": 400,
		"/?column=Nope": 400, "/?distribution=Balance": 400,
		"/compare?r=none": 404, "/rulesets/" + l.hashes["Three"] + "/plays/x": 400,
		"/rulesets/" + l.hashes["Three"] + "/plays/1?ply=-1": 400,
		"/rulesets/none/plays/1":                             404, "/assets/style.css": 404, "/library.xml": 404,
		"/metric/Nope":  404,
		"/concept/Nope": 404, "/families?measure=x": 400, "/families.csv?is=region:India": 404,
		"/metric/DurationMoves?by=colour": 400, "/compare?r=a&r=b&r=c&r=d&r=e&r=f&r=g&r=h&r=i": 400} {
		if got, _ := get(t, l.url+path); got != status {
			t.Errorf("%s: %d, want %d", path, got, status)
		}
	}
	l.files(t)
	l.policy(t)
	t.Run("browser", func(t *testing.T) { l.browse(t) })
	t.Run("research", func(t *testing.T) { l.research(t) })
	t.Run("accessible", func(t *testing.T) { l.accessible(t) })
}

// audit runs axe-core on a page, all rules or those given, and notes what is serious or worse.
const audit = `((rules) => { window.found = null; axe.run(document, {resultTypes: ["violations"], ...rules}).then(r => { window.found = r.violations
	.filter(v => ["serious", "critical"].includes(v.impact)).map(v => v.id + ": " + v.nodes.slice(0, 4)
	.map(n => n.html.slice(0, 160) + " (" + (n.any[0]?.message || "") + ")").join(" | ")).join("\n") }, e => { window.found = String(e) }); return true })`

// ofColours are the rules of axe-core that ask for colours.
const ofColours = `{runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}}`

// accessible looks at every page with axe-core, light and dark: in the dark what depends on colours, as the rest is the
// same document, laid out the same way.
func (l *explored) accessible(t *testing.T) {
	axe, err := os.ReadFile("testdata/axe.js")
	if err != nil {
		t.Fatal(err)
	}
	hash := l.hashes["Three"]
	pages := []string{"/", "/?is=region:India", "/rulesets/" + hash, "/rulesets/" + hash + "/plays/7?ply=3",
		"/compare?r=" + hash + "&r=" + l.hashes["Six"], "/compare", "/families",
		"/families?features=combined&colour=cluster&clusters=3", "/map", "/map?is=region:India", "/operations",
		"/metric/DurationMoves?against=BranchingFactorAverage", "/concept/HexTiling", "/evidence", "/concepts", "/changes",
		"/failures", "/wear", "/rulesets/none"}
	for scheme, x := range map[string][2]string{"light": {"preferredColorScheme=1", "{}"},
		"dark": {"preferredColorScheme=0", ofColours}} {
		ctx := chromium(t, chromedp.Flag("blink-settings", x[0]))
		for _, page := range pages {
			if err := chromedp.Do(ctx, chromedp.EmulateViewport(1400, 1000), chromedp.Navigate(l.url+page)); err != nil {
				t.Fatal(err)
			}
			_, err := chromedp.Run(
				ctx,
				chromedp.Evaluate[bool](
					`matchMedia("(prefers-color-scheme: `+scheme+`)").matches || (() => { throw "not `+scheme+`" })()`,
				),
			)
			if err == nil {
				_, err = chromedp.Run(ctx, chromedp.Evaluate[bool](string(axe)+"; true"))
			}
			if err == nil {
				_, err = chromedp.Run(ctx, chromedp.Evaluate[bool](audit+"("+x[1]+")"))
			}
			if err != nil {
				t.Fatalf("%s: %v", page, err)
			}
			until(t, ctx, "audited", `window.found !== null`)
			if scheme == "light" {
				l.fits(t, ctx, page)
			}
			if found, err := chromedp.Run(ctx, chromedp.Evaluate[string](`window.found`)); err != nil || found != "" {
				t.Errorf("%s, %s: %s %v", page, scheme, found, err)
			}
		}
	}
}

// fits looks whether anything sticks out of a page on a telephone or a large screen.
func (l *explored) fits(t *testing.T, ctx context.Context, page string) {
	t.Helper()
	for _, width := range []int64{400, 2560} {
		err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900))
		sticks := ""
		if err == nil {
			sticks, err = chromedp.Run(ctx, chromedp.Evaluate[string](overflowing))
		}
		if err != nil || sticks != "" {
			t.Errorf("%s at %d px: %s %v", page, width, sticks, err)
		}
	}
}

// files gets what the library shows in all forms, which say the same.
func (l *explored) files(t *testing.T) {
	query := "?is=region:India&column=DurationMoves&column=Balance&distribution=DurationMoves&sort=-DurationMoves"
	_, text := get(t, l.url+"/library.csv"+query)
	table, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(table) != 3 {
		t.Fatalf("CSV of %d rows: %v", len(table), err)
	}
	at := map[string]int{}
	for i, name := range table[0] {
		at[name] = i
	}
	if table[1][at["region"]] != "India" || table[1][at["game"]] != "Six" || table[1][at["playouts"]] != "60" ||
		at["Balance_high"] == 0 {
		t.Errorf("CSV %v", table)
	}
	var bins [][3]float64
	plays, text := 0.0, table[1][at["DurationMoves_distribution"]]
	if err := json.Unmarshal([]byte(text), &bins); err != nil {
		t.Errorf("distribution %q: %v", text, err)
	}
	for _, b := range bins {
		plays += b[2]
	}
	if plays != 60 {
		t.Errorf("the distribution %s is of %v plays, want 60", text, plays)
	}
	_, text = get(t, l.url+"/library.json"+query)
	var back struct {
		Notes map[string]string
		Rows  []map[string]any
	}
	if err := json.Unmarshal([]byte(text), &back); err != nil || len(back.Rows) != 2 ||
		back.Rows[0]["game"] != table[1][at["game"]] ||
		back.Notes["agent"] != "random" {
		t.Errorf("JSON %v: %v", text, err)
	}
	_, text = get(t, l.url+"/library.parquet"+query)
	f, err := parquet.OpenFile(bytes.NewReader([]byte(text)), int64(len(text)))
	if err != nil || f.NumRows() != 2 {
		t.Fatalf("Parquet: %v", err)
	}
	if note, _ := f.Lookup("astragal.query"); !strings.Contains(note, "India") {
		t.Errorf("the Parquet file does not say what it is of: %q", note)
	}
}

// policy looks at the headers: no page may run a script of its own, and what is large is compressed.
func (l *explored) policy(t *testing.T) {
	resp, err := http.Get(l.url + "/")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	p := resp.Header.Get("Content-Security-Policy")
	if !strings.Contains(p, "script-src 'self';") || !strings.Contains(p, "default-src 'none'") ||
		!resp.Uncompressed {
		t.Errorf("policy %q, compressed %v", p, resp.Uncompressed)
	}
	if strings.Contains(string(body), "<script>") || strings.Contains(string(body), " onclick=") {
		t.Error("the page has a script in itself")
	}
}

// chromium starts a browser; the test is skipped where there is none.
func chromium(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine")
	}
	opts := append(
		chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag(
			"disable-quic",
			true,
		),
		chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(t.TempDir()),
	)
	opts = append(opts, more...)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// until waits for a script to be true.
func until(t *testing.T, ctx context.Context, what, script string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](script))
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			where, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + " " + document.title`))
			t.Fatalf("%s: never true: %s (%v) at %s", what, script, err, where)
		}
	}
}

// browse finds, filters, compares, follows a relative, steps through a play and exports, in a browser.
func (l *explored) browse(t *testing.T) {
	ctx := chromium(t)
	do := func(what string, actions ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(ctx, actions...); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	do("find", chromedp.EmulateViewport(1400, 1000), chromedp.Navigate(l.url))
	until(t, ctx, "the library", `document.querySelectorAll("#library tbody tr").length === 4`)
	do("a facet", chromedp.Click(`//aside//a[text()="India"]`))
	until(
		t,
		ctx,
		"filtered",
		`document.querySelectorAll("#library tbody tr").length === 2 && location.search.includes("India")`,
	)
	// The brush: from the bar of 1800 to the last.
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[int](`(() => {
		const axis = document.getElementById("timeline"), box = axis.getBoundingClientRect(), bars = axis.querySelectorAll("a").length;
		const to = year => [...axis.querySelectorAll("a")].findIndex(a => +a.dataset.from <= year && +a.dataset.to >= year);
		const at = i => box.left + (i + .5) * box.width / bars;
		const event = (kind, x) => axis.dispatchEvent(new PointerEvent(kind, {clientX: x, clientY: box.top + 20, button: 0, pointerId: 1, bubbles: true}));
		axis.setPointerCapture = () => {};
		event("pointerdown", at(to(1880))); event("pointermove", at(to(1999))); event("pointerup", at(to(1999)));
		return bars;
	})()`)); err != nil {
		t.Fatal(err)
	}
	until(
		t,
		ctx,
		"brushed",
		`location.search.includes("from=1875") && document.querySelectorAll("#library tbody tr").length === 1`,
	)
	do("all again", chromedp.Click(`//a[text()="clear all"]`))
	until(
		t,
		ctx,
		"all",
		`document.querySelectorAll("#library tbody tr").length === 4 && document.getElementById("compare-button").disabled`,
	)
	do(
		"tick",
		chromedp.Click(`#library tbody tr:nth-child(1) input`),
		chromedp.Click(`#library tbody tr:nth-child(2) input`),
		chromedp.Click(`#compare-button`),
	)
	until(
		t,
		ctx,
		"compared, with charts",
		`document.querySelectorAll("#differences tbody tr").length > 5 && document.querySelectorAll("figure[data-chart] .drawn svg").length > 3`,
	)
	do("the first ruleset", chromedp.Navigate(l.url+"/rulesets/"+l.hashes["Three"]))
	until(t, ctx, "relatives", `document.querySelectorAll("#related article").length === 3`)
	do("ask for more", chromedp.Click(`#ask button`))
	until(t, ctx, "asked", `document.getElementById("answer").textContent.startsWith("Done")`)
	do("follow one", chromedp.Click(`#related article a`))
	until(
		t,
		ctx,
		"another game",
		`document.querySelector("h1").textContent !== "Three" && location.pathname.startsWith("/rulesets/")`,
	)
	do("step", chromedp.Click(`//a[text()="Step through a play"]`))
	until(
		t,
		ctx,
		"the start",
		`document.getElementById("ply").textContent.startsWith("ply 0 of") && document.getElementById("position").naturalWidth > 0`,
	)
	do(
		"on",
		chromedp.Click(`.steps button[aria-label="one ply on"]`),
		chromedp.KeyEvent(kb.ArrowRight),
	) // and the right arrow
	until(
		t,
		ctx,
		"ply 2",
		`document.getElementById("ply").textContent.startsWith("ply 2 of") && location.search === "?ply=2" && document.querySelectorAll("#moves [aria-current]").length === 1`,
	)
	picture, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.getElementById("position").src`))
	if err != nil {
		t.Fatal(err)
	}
	if u, _ := url.Parse(picture); u == nil || u.Query().Get("ply") != "2" {
		t.Errorf("the picture is %s", picture)
	}
	if dir := os.Getenv("E2E_SCREENSHOTS"); dir != "" {
		if shot, err := chromedp.Run(ctx, chromedp.FullScreenshot(100)); err == nil {
			os.WriteFile(filepath.Join(dir, "play.png"), shot, 0o644)
		}
	}
}
