package e2e

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// TestGateway submits over HTTP, reads the answers, and looks at the pages,
// plainly and in a browser.
func TestGateway(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 2)
	srv := httptest.NewServer(h.Mux)
	defer srv.Close()
	if status, body := get(t, srv.URL+"/"); status != 200 || !strings.Contains(body, "The catalogue is empty") {
		t.Errorf("empty library: %d %s", status, body)
	}

	post := func(body string) (int, gateway.Receipt, string) {
		t.Helper()
		resp, err := http.Post(srv.URL+"/api/sources", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		var r gateway.Receipt
		json.Unmarshal(text, &r)
		return resp.StatusCode, r, string(text)
	}
	p := params(500, 25)
	p.Budget = time.Hour // what the gateway gives those who name none
	status, receipt, text := post(`{"file": "a.txt", "text": "game: Noughts & <b>Crosses</b>\nculture: Test Culture", "params": {"playouts": 500, "batchSize": 25, "seed": 7}}`)
	if status != 200 || receipt.Source == "" {
		t.Fatalf("submitting: %d %s", status, text)
	}
	_, broken, _ := post(`{"file": "bad.txt", "text": "what?", "params": {"playouts": 500, "batchSize": 25, "seed": 7}}`)
	outcomes := await(t, h.Catalogue, []string{receipt.Source, broken.Source}, p)
	hash := outcomes[0].Ruleset.Hash
	if _, body := get(t, srv.URL+"/rulesets/"+hash); strings.Contains(body, `id="solution"`) {
		t.Error("a game that nobody solved is shown as solved")
	}
	solution := catalogue.Solution{Hash: hash, Exact: true, Verdict: "player 2 <wins> in 6 plies", Theorem: "the value",
		Values: []string{"-1", "1"}, Nodes: 5478}
	if err := h.Catalogue.RecordSolution(t.Context(), solution); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		body   string
		status int
		says   string
	}{
		{`{`, 400, "body"}, {`{"text": ""}`, 400, "text: empty"}, {`{"nonsense": 1}`, 400, "nonsense"},
		{`{"text": "x", "params": {"playouts": 1000000000}}`, 400, "playouts"},
		{`{"text": "` + strings.Repeat("x", 5<<20) + `"}`, 413, "too large"},
	} {
		if status, _, text := post(c.body); status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%.60s: %d %s, want %d %s", c.body, status, text, c.status, c.says)
		}
	}
	for _, c := range []struct {
		path   string
		status int
		says   []string
	}{
		{"/", 200, []string{"Noughts &amp; &lt;b&gt;", "Test Culture", "/rulesets/" + hash}},
		{"/?culture=nowhere", 200, []string{"No ruleset is like that"}},
		{"/?limit=x", 400, []string{"limit"}},
		{"/rulesets/" + hash, 200, []string{"500 playouts by random agents", `id="histogram"`, "Branching Factor Average",
			`<span class="keyword">game</span>`, "Num Players",
			`id="solution"><h2>Solved</h2><p><strong>player 2 &lt;wins&gt; in 6 plies`, "5,478", "-1, 1"}},
		{"/rulesets/" + hash + "/board.svg", 200, []string{"<svg"}},
		{"/rulesets/none", 404, []string{"nothing with this address"}},
		{"/nowhere", 404, nil},
		{"/failures", 200, []string{"bad.txt:1:1", "expected key: value"}},
		{"/concepts", 200, []string{"Pieces in a line are looked for.", `<a href="/?concept=Line">1</a>`, "2.1.1.22"}},
		{"/api/concepts", 200, []string{`"name":"Line"`, `"rulesets":1`}},

		{"/api/rulesets?culture=test+culture", 200, []string{`"total":1`, `"playouts":500`}},
		{"/api/rulesets/" + hash, 200, []string{`"Line":1`, `"evaluations"`, `"verdict":"player 2`}},
		{"/api/evaluations/" + outcomes[0].Evaluation.ID, 200, []string{`"status":"done"`}},
		{"/api/evaluations/none", 404, []string{`"error"`, `"request"`}},
		{"/api/sources/" + broken.Source, 200, []string{`"status":"failed"`}},
		{"/api/failures", 200, []string{"bad.txt:1:1"}},
		{"/healthz", 200, []string{`"nats":"ok"`, `"postgres":"ok"`}},
	} {
		status, body := get(t, srv.URL+c.path)
		if status != c.status {
			t.Errorf("%s: status %d, want %d", c.path, status, c.status)
		}
		for _, s := range c.says {
			if !strings.Contains(body, s) {
				t.Errorf("%s does not say %q:\n%s", c.path, s, body)
			}
		}
	}
	// A job is counted once it is acknowledged, which is after its result can be seen.
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		_, body := get(t, srv.URL+"/metrics")
		if strings.Contains(body, "astragal_playouts_total 500") &&
			strings.Contains(body, `astragal_jobs_total{kind="compile",outcome="ok"} `) {
			break
		}
		if time.Now().After(deadline) {
			t.Errorf("/metrics does not count the jobs and playouts:\n%s", body)
			break
		}
	}
	t.Run("browser", func(t *testing.T) { browse(t, srv.URL) })
}

// browse looks at the pages as a person does.
func browse(t *testing.T, url string) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	text := func(selector string) string {
		t.Helper()
		s, err := chromedp.Run(ctx, chromedp.Text(selector))
		must(err)
		return s
	}
	number := func(script string) int {
		t.Helper()
		n, err := chromedp.Run(ctx, chromedp.Evaluate[int](script))
		must(err)
		return n
	}
	must(chromedp.Do(ctx, chromedp.EmulateViewport(1280, 1600), chromedp.Navigate(url)))
	row := text("#library tbody tr")
	_, err = chromedp.RunResponse(ctx, chromedp.Click("#library tbody a"))
	must(err)
	must(chromedp.Do(ctx, chromedp.WaitVisible("#metrics")))
	title, caption := text("h1"), text("#description")
	boardWidth := 0
	for deadline := time.Now().Add(10 * time.Second); boardWidth == 0 &&
		time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		boardWidth = number(`document.querySelector("#board").naturalWidth`) // 0 until it is loaded
	}
	bars := number(`document.querySelectorAll("#histogram rect").length`)
	chips := number(`document.querySelectorAll("#concepts .chip").length`)
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	must(err)
	if !strings.Contains(row, "Test Culture") || title != "Noughts & <b>Crosses</b>" ||
		!strings.Contains(caption, "game") || boardWidth == 0 || bars != 5 || chips != 2 {
		t.Errorf("row %q, title %q, description %q, board %d wide, %d bars, %d chips", row, title, caption, boardWidth,
			bars, chips)
	}
	saveScreenshot(t, picture)
}

// saveScreenshot keeps the picture where E2E_SCREENSHOTS says, for people to look at.
func saveScreenshot(t *testing.T, picture []byte) {
	if dir := os.Getenv("E2E_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "ruleset.png"), picture, 0o644); err != nil {
			t.Error(err)
		}
	}
}
