package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/gateway"
)

// api is a gateway whose every answer is checked against its OpenAPI document.
type api struct {
	*httptest.Server
	doc  *openapi3.T
	used map[string]bool // operations
}

func startAPI(t *testing.T, h *host.Host) *api {
	t.Helper()
	a := &api{Server: httptest.NewServer(h.Handler()), used: map[string]bool{}}
	t.Cleanup(a.Close)
	_, text := get(t, a.URL+"/api/openapi.json")
	var err error
	if a.doc, err = openapi3.NewLoader().LoadFromData([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := a.doc.Validate(t.Context()); err != nil {
		t.Fatalf("the document is not valid: %v", err)
	}
	return a
}

// call sends a request and checks it and its answer against the document. With a
// body that is meant to be wrong, only the answer.
func (a *api) call(t *testing.T, method, path, key string, body any) (int, []byte) {
	t.Helper()
	var text []byte
	if s, ok := body.(string); ok {
		text = []byte(s)
	} else if body != nil {
		text, _ = json.Marshal(body)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, a.URL+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	router, err := gorillamux.NewRouter(a.doc)
	if err != nil {
		t.Fatal(err)
	}
	route, params, err := router.FindRoute(req)
	if err != nil {
		t.Fatalf("%s %s is not in the document: %v", method, path, err)
	}
	a.used[route.Operation.OperationID] = true
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, _ := io.ReadAll(resp.Body)
	if resp.Header.Get("X-Request-Id") == "" {
		t.Errorf("%s %s: no request id", method, path)
	}
	in := &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
	if resp.StatusCode == 200 {
		req.Body = io.NopCloser(bytes.NewReader(text))
		if err := openapi3filter.ValidateRequest(t.Context(), in); err != nil {
			t.Errorf("%s %s was served but is not allowed: %v", method, path, err)
		}
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: resp.StatusCode,
		Header: resp.Header, Body: io.NopCloser(bytes.NewReader(answer)), Options: in.Options}
	if err := openapi3filter.ValidateResponse(t.Context(), out); err != nil {
		t.Errorf("%s %s answers against the document: %.600s", method, path, err)
	}
	return resp.StatusCode, answer
}

// Every operation of the API, with the real engine.
func TestAPI(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	h, _ := startServices(t, engine.New(), s.NATS.URL(), s.Postgres.URL(), 2, true)
	a := startAPI(t, h)
	about := "\n(metadata (info { (origin \"Culture: Testers\") (origin \"Period: 19th century\") (classification " +
		"\"board/space/line\") (source \"A <b>book</b>\") }))"

	var receipt gateway.Receipt
	for _, text := range []string{goodLud + about, strings.Replace(goodLud, "(square 3)", "(hex 3)", 1)} {
		status, answer := a.call(t, "POST", "/api/sources", "", map[string]any{"file": "good.lud", "text": text,
			"formalism": "lgdl", "params": map[string]any{"playouts": 40}})
		if status != 200 {
			t.Fatalf("%d %s", status, answer)
		}
		var r gateway.Receipt
		json.Unmarshal(answer, &r)
		if receipt.Source == "" {
			receipt = r
		}
		await(t, h.Catalogue, []string{r.Source}, catalogue.Params{Agent: "random", Playouts: 40, Budget: time.Hour})
	}
	_, text := a.call(t, "GET", "/api/sources/"+receipt.Source, "", nil)
	var src catalogue.Source
	json.Unmarshal(text, &src)
	hash := src.RulesetHash
	_, text = a.call(t, "GET", "/api/rulesets/"+hash, "", nil)
	var d gateway.Detail
	if err := json.Unmarshal(text, &d); err != nil || d.Culture != "Testers" || *d.YearFrom != 1801 ||
		d.Source != "A book" || len(d.Concepts) < 10 {
		t.Errorf("%v: %+v", err, d.Ruleset)
	}
	_, text = a.call(t, "POST", "/api/rulesets/"+hash+"/evaluations", "",
		map[string]any{"params": map[string]any{"playouts": 30, "seed": 9, "metrics": "outcomes"}})
	var second gateway.Receipt
	json.Unmarshal(text, &second)
	lat, year := 10.5, -300
	slab := evidence.Item{Game: "Good", ID: "slab", Kind: evidence.Board, Title: "A slab", When: "300 BCE",
		Latitude: &lat, Longitude: &lat,
		YearFrom: &year, YearTo: &year, Certainty: "certain", Supports: []evidence.Support{{Rules: []string{"board"}}}}
	if err := h.Catalogue.PutEvidence(t.Context(), "", []*evidence.File{{Path: "/x",
		Items: []evidence.Item{slab}}}); err != nil {
		t.Fatal(err)
	}
	_, text = a.call(t, "POST", "/api/rulesets/"+hash+"/evaluations", "",
		map[string]any{"params": map[string]any{"playouts": 30, "metrics": "traffic"}})
	var counted gateway.Receipt
	json.Unmarshal(text, &counted)
	await(t, h.Catalogue, []string{receipt.Source}, catalogue.Params{Agent: "random", Metrics: catalogue.Traffic,
		Playouts: 30, Budget: time.Hour})
	for _, c := range []struct {
		path   string
		status int
		says   string
	}{
		{"/api/rulesets?culture=testers&period=19TH+century&classification=board/space&from=1800&to=1850", 200, `"total":1`},
		{"/api/rulesets?from=1901", 200, `"total":0`}, {"/api/rulesets?limit=1&offset=1", 200, `"total":2`},
		{"/api/rulesets?concept=Line", 200, `"total":2`}, {"/api/rulesets?concept=Line&concept=NumPlayers>=3", 200,
			`"total":0`}, {"/api/rulesets?metric=DurationMoves>=1&sort=-DurationMoves", 200, `"total":2`},
		{"/api/rulesets?agent=uct:20", 200, `"total":2`}, {"/api/rulesets?limit=-1", 400, "limit"}, {"/api/rulesets?from=x",
			400, "from"},
		{"/api/evaluations/" + counted.Evaluation + "/traffic", 200, `"measure":"placements"`},
		{"/api/evaluations/" + counted.Evaluation + "/traffic.csv?parts=true", 200, "placements,"},
		{"/api/evaluations/" + second.Evaluation + "/traffic", 404, "error"},
		{"/api/evaluations?ruleset=" + hash, 200, `"total":3`}, {"/api/evaluations?status=cancelled", 200, `"total":0`},
		{"/api/evaluations/" + second.Evaluation, 200, `"metrics":"outcomes","playouts":30`},
		{"/api/metrics/DurationMoves", 200, `"game":"Good"`}, {"/api/metrics/DurationMovs", 404,
			"did you mean DurationMoves?"}, {"/api/metrics/DurationMoves?limit=0", 400, "limit"},
		{"/api/rulesets/" + hash + "/distances", 200, `"distance"`}, {"/api/rulesets/none/distances", 404, "error"},
		{"/api/rulesets/" + hash + "/trials/3", 200, `"ended":true`}, {"/api/rulesets/" + hash + "/trials/3?plies=2", 200,
			`"ended":false`},
		{"/api/rulesets/" + hash + "/trials/x", 400, "seed"}, {"/api/concepts", 200, `"Line"`},
		{"/api/failures", 200, `"sources"`},
		{"/api/changes", 200, `"compared"`}, {"/api/changes?from=none", 404, "engine version"},
		{"/api/evidence", 200, `"id":"slab"`}, {"/api/evidence?kind=rumour", 400, "rumour"},
		{"/api/evidence.csv", 200, "Good,slab,board"}, {"/api/evidence.jsonld", 200, "crm:E22_Human-Made_Object"},
		{"/api/evidence.csv-metadata.json", 200, "tableSchema"},
	} {
		if status, text := a.call(t, "GET", c.path, "", nil); status != c.status || !strings.Contains(string(text), c.says) {
			t.Errorf("%s: %d %.300s, want %d %s", c.path, status, text, c.status, c.says)
		}
	}
	if status, text := a.call(t, "POST", "/api/rulesets/"+hash+"/evaluations", "",
		`{"params": {"playouts": 30, "metrics": "some"}}`); status != 400 || !strings.Contains(string(text), "outcomes") {
		t.Errorf("unknown metrics: %d %s", status, text)
	}
	a.call(t, "POST", "/api/evaluations/"+second.Evaluation+"/cancel", "", nil)
	if status, text := a.call(t, "GET", "/api/rulesets.csv?culture=testers", "", nil); status != 200 ||
		strings.Count(string(text), "\n") != 2 || !strings.Contains(string(text), ",random,all,") {
		t.Errorf("CSV: %d %s", status, text)
	}
	newer := strings.Replace(goodLud, "(square 3)", "(square 4)", 1)
	_, text = a.call(t, "POST", "/api/sources", "", map[string]any{"file": "newer.lud", "text": newer,
		"formalism": "lgdl", "supersedes": receipt.Source})
	var third gateway.Receipt
	json.Unmarshal(text, &third)
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if src, err := h.Catalogue.Source(t.Context(), third.Source); err == nil && src.Status == "compiled" {
			break
		}
	}
	if _, text := a.call(t, "GET", "/api/rulesets?culture=testers", "", nil); !strings.Contains(string(text),
		`"total":0`) {
		t.Errorf("the superseded ruleset is listed: %s", text)
	}
	if _, text := a.call(t, "GET", "/api/rulesets/"+hash, "", nil); !strings.Contains(string(text), `"listed":false`) ||
		!strings.Contains(string(text), `"supersededBy":"`) {
		t.Errorf("the superseded ruleset does not say so: %.500s", text)
	}
	if status, text := a.call(t, "DELETE", "/api/sources/"+third.Source, "", nil); status != 200 ||
		!strings.Contains(string(text), "newer.lud") {
		t.Errorf("deleting: %d %s", status, text)
	}
	if status, _ := a.call(t, "GET", "/api/sources/"+third.Source, "", nil); status != 404 {
		t.Errorf("a deleted source: %d", status)
	}
	if _, text := a.call(t, "GET", "/api/rulesets?culture=testers", "", nil); !strings.Contains(string(text),
		`"total":1`) {
		t.Errorf("without its successor the first is not back: %s", text)
	}
	a.wear(t, hash)
	a.reconstruct(t)
	a.operate(t, h)
	if lines := follow(t, a.URL+"/api/events?subject="+receipt.Source, 2); !slices.Contains(lines, "event: state") {
		t.Errorf("events: %q", lines)
	}
	a.used["watch"] = true
	for path, item := range a.doc.Paths.Map() {
		for method, op := range item.Operations() {
			if !a.used[op.OperationID] {
				t.Errorf("%s %s was not tried", method, path)
			}
		}
	}
	if status, text := get(t, a.URL+"/api/nowhere"); status != 404 || !strings.Contains(text, "openapi.json") {
		t.Errorf("/api/nowhere: %d %s", status, text)
	}

}

// operate looks at what goes on, tries a failed source again, and makes and ends a key.
func (a *api) operate(t *testing.T, h *host.Host) {
	if status, text := a.call(t, "GET", "/api/operations", "", nil); status != 200 ||
		!strings.Contains(string(text), `"kind":"simulate"`) {
		t.Errorf("operations: %d %s", status, text)
	}
	count := map[string]any{"params": map[string]any{"playouts": 7, "seed": 1}, "limit": 0}
	if status, text := a.call(t, "POST", "/api/outdated", "", count); status != 200 ||
		!strings.Contains(string(text), `"requested":0`) {
		t.Errorf("what is out of date: %d %s", status, text)
	}
	_, text := a.call(t, "POST", "/api/sources", "", map[string]any{"file": "bad.lud", "text": "(game",
		"formalism": "lgdl"})
	var bad gateway.Receipt
	json.Unmarshal(text, &bad)
	failed := func() bool {
		src, err := h.Catalogue.Source(t.Context(), bad.Source)
		return err == nil && src.Status == "failed"
	}
	for deadline := time.Now().Add(20 * time.Second); !failed() &&
		time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
	}
	if status, text := a.call(t, "POST", "/api/sources/"+bad.Source+"/retry", "", nil); status != 200 ||
		!strings.Contains(string(text), `"status":"new"`) {
		t.Errorf("trying again: %d %s", status, text)
	}
	for deadline := time.Now().Add(20 * time.Second); !failed(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the source was not compiled again")
		}
	}
	if status, _ := a.call(t, "POST", "/api/sources/none/retry", "", nil); status != 404 {
		t.Errorf("trying a source again that is not there: %d", status)
	}
	a.retried(t, h)
	status, text := a.call(t, "POST", "/api/keys", "", map[string]any{"name": "a / b", "role": "submit",
		"playoutsPerDay": 5})
	var made gateway.MadeKey
	json.Unmarshal(text, &made)
	if status != 200 || !strings.HasPrefix(made.Secret, "ast_") {
		t.Fatalf("a key: %d %s", status, text)
	}
	if _, text := a.call(t, "GET", "/api/keys", "", nil); !strings.Contains(string(text), `"name":"a / b"`) ||
		strings.Contains(string(text), made.Secret) {
		t.Errorf("keys: %s", text)
	}
	for _, wrong := range []string{`{"name": "a / b", "role": "read"}`, `{"name": "", "role": "read"}`,
		`{"name": "c", "role": "king"}`,
		`{"name": "c", "role": "read", "playoutsPerDay": -1}`} {
		if status, text := a.call(t, "POST", "/api/keys", "", wrong); status != 400 {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
	if status, text := a.call(t, "DELETE", "/api/keys/a%20%2F%20b", "", nil); status != 200 ||
		!strings.Contains(string(text), "revokedAt") {
		t.Errorf("revoking: %d %s", status, text)
	}
	if status, _ := a.call(t, "DELETE", "/api/keys/nobody", "", nil); status != 404 {
		t.Errorf("revoking what is not there: %d", status)
	}
}

// follow reads so many lines that are not empty from an event stream.
func follow(t *testing.T, url string, n int) (lines []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	for in := bufio.NewScanner(resp.Body); len(lines) < n && in.Scan(); {
		if in.Text() != "" {
			lines = append(lines, in.Text())
		}
	}
	return lines
}

// gatewayAlone is a gateway on servers of its own, with no other service: auth is what keys are asked for.
func gatewayAlone(t *testing.T, auth string) *host.Host {
	t.Helper()
	s := servertest.Start(t)
	h, err := host.New(t.Context(), "test", host.Config{NATS: s.NATS.URL(), Postgres: s.Postgres.URL(),
		LogLevel: "error", LogFormat: "text", Workers: 1, Auth: auth}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	if err := gateway.Attach(h, compiler{version}); err != nil {
		t.Fatal(err)
	}
	return h
}

// Roles allow what they should, and nothing else does.
func TestKeys(t *testing.T) {
	t.Parallel()
	h := gatewayAlone(t, "read")
	h.Mux.HandleFunc("POST /internal/anything", func(http.ResponseWriter, *http.Request) {})
	a := startAPI(t, h)
	keys := map[string]string{"": "", "wrong": "ast_guess"}
	for _, role := range []catalogue.Role{catalogue.ReadRole, catalogue.SubmitRole, catalogue.AdminRole} {
		key, err := h.Catalogue.CreateKey(t.Context(), string(role), role, catalogue.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		keys[string(role)] = key
	}
	if _, err := h.Catalogue.CreateKey(t.Context(), "read", catalogue.ReadRole, catalogue.Budget{}); err == nil {
		t.Error("a second key of the same name")
	}
	if _, err := h.Catalogue.CreateKey(t.Context(), "x", "owner", catalogue.Budget{}); err == nil {
		t.Error("a key with an unknown role")
	}
	body := map[string]any{"text": "game: A", "file": "a.txt"}
	for _, c := range []struct {
		key                    string
		read, submit, internal int
	}{{"", 200, 401, 401}, {"wrong", 401, 401, 401}, {"read", 200, 403, 403}, {"submit", 200, 200, 403},
		{"admin", 200, 200, 200}} {
		read, _ := a.call(t, "GET", "/api/rulesets", keys[c.key], nil)
		submit, _ := a.call(t, "POST", "/api/sources", keys[c.key], body)
		req, _ := http.NewRequestWithContext(t.Context(), "POST", a.URL+"/internal/anything", nil)
		req.Header.Set("X-API-Key", keys[c.key])
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if read != c.read || submit != c.submit || resp.StatusCode != c.internal {
			t.Errorf("key %q: reads %d, submits %d, commands %d, want %+v", c.key, read, submit, resp.StatusCode, c)
		}
	}
	if err := h.Catalogue.RevokeKey(t.Context(), "submit"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Catalogue.KeyOf(t.Context(), keys["submit"]); err == nil {
		t.Error("a revoked key is known")
	}
	// More than a client may send at once, beside each other: one by one a busy machine stays below the limit.
	var limited atomic.Bool
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for i := 0; i < 100 && !limited.Load(); i++ {
				req, _ := http.NewRequestWithContext(t.Context(), "POST", a.URL+"/api/sources",
					strings.NewReader(`{"text": ""}`))
				req.Header.Set("Content-Type", "application/json")
				req.Header.Set("X-API-Key", keys["admin"])
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Error(err)
					return
				}
				resp.Body.Close()
				if resp.StatusCode == http.StatusTooManyRequests {
					limited.Store(true)
				}
			}
		})
	}
	all.Wait()
	if !limited.Load() {
		t.Error("no limit to submissions")
	}
}

// Two hundred queries a second while an evaluation runs: no error, and 99 of 100
// within 100 ms. ASTRAGAL_LOAD says for how many seconds; the default is short,
// and does not judge times, because other tests run beside it.
func TestLoad(t *testing.T) {
	t.Parallel()
	seconds := 3
	if text := os.Getenv("ASTRAGAL_LOAD"); text != "" {
		fmt.Sscan(text, &seconds)
	}
	h, _ := startHost(t, servertest.Start(t), 2)
	srv := httptest.NewServer(h.Mux)
	defer srv.Close()
	var texts []string
	for i := range 200 {
		texts = append(texts, fmt.Sprintf("game: Game %d\nculture: C%d", i, i%7))
	}
	p := params(100, 25)
	await(t, h.Catalogue, submit(t, h, p, texts...), p)
	submit(t, h, params(1_000_000, 500), "game: Busy")
	hash := ""
	if list, _, err := h.Catalogue.Rulesets(t.Context(), catalogue.Filter{}); err == nil {
		hash = list[0].Hash
	}
	paths := []string{"/api/rulesets?limit=50", "/api/rulesets/" + hash, "/api/rulesets?culture=c3&limit=20",
		"/api/evaluations?limit=20", "/api/metrics/DurationMoves?limit=50", "/api/rulesets?concept=Line&limit=20"}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 200}}
	var mu sync.Mutex
	var took []time.Duration
	var wg sync.WaitGroup
	failures := 0
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for i := range 200 * seconds {
		<-tick.C
		wg.Go(func() {
			start := time.Now()
			resp, err := client.Get(srv.URL + paths[i%len(paths)])
			ok := err == nil && resp.StatusCode == 200
			if err == nil {
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, time.Since(start))
			if !ok {
				failures++
			}
		})
	}
	wg.Wait()
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	t.Logf("%d requests in %d s: median %v, p99 %v, longest %v", len(took), seconds, took[len(took)/2], p99,
		took[len(took)-1])
	if failures > 0 {
		t.Errorf("%d of %d requests failed", failures, len(took))
	}
	if os.Getenv("ASTRAGAL_LOAD") != "" && p99 > 100*time.Millisecond {
		t.Errorf("p99 is %v", p99)
	}
}
