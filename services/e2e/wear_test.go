package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// stepping is a game on nine points in which pieces step from where they begin.
func stepping(name, start string) string {
	return fmt.Sprintf(
		`(game %q (players 2) (equipment {(board (square 3) use:Vertex) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
	(rules (start {%s}) (play (forEach Piece)) (end (if (>= (count Moves) (- (value MoveLimit) 1)) (result Mover Draw)))))`,
		name,
		start,
	)
}

// A study of wear that is asked for through the API finds the ruleset that wore the board, is
// made once, goes on where it was cancelled, and says what it left out.
func TestWearAPI(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	p := catalogue.Params{Agent: "random", Metrics: "outcomes", Playouts: 10, Seed: 1, MoveLimit: 9}
	var list []gateway.Submission
	for _, g := range [][2]string{
		{"Corner", `(place "Disc1" 0) (place "Disc2" 1)`}, {"Middle", `(place "Disc1" 4) (place "Disc2" 3)`},
		{"Crowd", `(place "Disc1" {0 1 2}) (place "Disc2" {3 4 5})`},
	} {
		list = append(list, gateway.Submission{File: g[0] + ".lud", Text: stepping(g[0], g[1]), Formalism: "lgdl", Params: p})
	}
	other := strings.Replace(stepping("Elsewhere", `(place "Disc1" 0) (place "Disc2" 1)`), "(square 3)", "(hex 2)", 1)
	list = append(list, gateway.Submission{File: "Elsewhere.lud", Text: other, Formalism: "lgdl", Params: p})
	ids, err := gate.SubmitAll(t.Context(), list, nil)
	if err != nil {
		t.Fatal(err)
	}
	crowd := ""
	for _, o := range await(t, h.Catalogue, ids, p) {
		if o.Ruleset == nil {
			t.Fatalf("%s: %s", o.Source.File, o.Source.Error)
		}
		if o.Ruleset.Game == "Crowd" {
			crowd = o.Ruleset.Hash
		}
	}
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()
	post := func(path string, body any, into any) (int, string) {
		t.Helper()
		text, _ := json.Marshal(body)
		response, err := http.Post(srv.URL+path, "application/json", bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var all bytes.Buffer
		all.ReadFrom(response.Body)
		if into != nil && response.StatusCode == 200 {
			if err := json.Unmarshal(all.Bytes(), into); err != nil {
				t.Fatal(err)
			}
		}
		return response.StatusCode, all.String()
	}
	wait := func(id string) (st catalogue.WearStudy) {
		t.Helper()
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
			if st, err = h.Catalogue.Study(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			if st.Status != "running" {
				return st
			}
			if time.Now().After(deadline) {
				t.Fatalf("the study is at %d of %d", st.Done, st.Evaluations)
			}
		}
	}
	status, template := get(t, srv.URL+"/api/rulesets/"+crowd+"/wear.csv")
	if status != 200 || strings.Count(template, ",edge,") != 12 {
		t.Fatalf("template: %d %s", status, template)
	}
	if status, svg := get(
		t,
		srv.URL+"/rulesets/"+crowd+"/wear.svg",
	); status != 200 ||
		!strings.Contains(svg, ">L12</text>") {
		t.Errorf("picture of the lines: %d", status)
	}
	// The wear is the traffic of Crowd with another seed, in other units.
	worn := catalogue.Params{Agent: "random", Metrics: catalogue.Traffic, Playouts: 800, Seed: 9, MoveLimit: 9}
	if _, err := gate.Evaluate(t.Context(), gateway.EvaluateRequest{Hash: crowd, Params: worn}); err != nil {
		t.Fatal(err)
	}
	o := await(t, h.Catalogue, ids[2:3], worn)
	traffic, err := gate.Traffic(t.Context(), gateway.TrafficQuery{Evaluation: o[0].Evaluation.ID})
	if err != nil {
		t.Fatal(err)
	}
	observed := template
	for _, row := range traffic.Rows {
		if row.Measure == "moves" && row.Seat == -1 {
			observed = strings.Replace(observed, fmt.Sprintf(",edge,%d,%d,,", row.A, row.B),
				fmt.Sprintf(",edge,%d,%d,%.3f,1", row.A, row.B, 2+float64(row.Count)/300), 1)
		}
	}
	request := map[string]any{
		"name":      "who wore it?",
		"observed":  observed,
		"query":     "?is=players:2",
		"rulesets":  []string{crowd},
		"agents":    "random",
		"playouts":  300,
		"moveLimit": 9,
		"bootstrap": 20,
		"shuffles":  999,
	}
	var asked catalogue.WearStudy
	if status, text := post(
		"/api/wear",
		request,
		&asked,
	); status != 200 || len(asked.Hashes) != 4 ||
		asked.Evaluations != 4 {
		t.Fatalf("%d %s", status, text)
	}
	done := wait(asked.ID)
	if done.Status != "done" || !strings.Contains(done.Verdict, "points to one ruleset: Crowd") || done.Done != 4 {
		t.Fatalf("%+v", done)
	}
	if len(done.Notes) != 1 || !strings.Contains(done.Notes[0], "Elsewhere by random: ") {
		t.Errorf("left out: %q", done.Notes)
	}
	for form, says := range map[string]string{".html": "points to one ruleset", ".json": `"verdict"`,
		".csv": "posterior", ".parquet": "PAR1"} {
		if status, text := get(t, srv.URL+"/wear/"+done.ID+"/report"+form); status != 200 || !strings.Contains(text, says) {
			t.Errorf("report%s: %d", form, status)
		}
	}
	_, before := get(t, srv.URL+"/api/wear/"+done.ID+"/report")
	var again catalogue.WearStudy
	if post("/api/wear", request, &again); again.ID != done.ID || again.Status != "done" {
		t.Errorf("the same study is made again: %+v", again)
	}
	// Another one, cancelled at once and asked for again, comes to the same as without that.
	request["name"] = "again"
	post("/api/wear", request, &again)
	post("/api/wear/"+again.ID+"/cancel", nil, nil)
	if st := wait(again.ID); st.Status == "cancelled" {
		post("/api/wear", request, nil)
	}
	if st := wait(again.ID); st.Status != "done" {
		t.Fatalf("%+v", st)
	}
	if _, after := get(t, srv.URL+"/api/wear/"+again.ID+"/report"); after != before || again.ID == done.ID {
		t.Error("the report of a study that was cancelled and asked for again is another one")
	}
	for path, says := range map[string]string{"/wear": "who wore it?", "/wear/" + done.ID: "points to one ruleset",
		"/api/wear": `"again"`} {
		if status, text := get(t, srv.URL+path); status != 200 || !strings.Contains(text, says) {
			t.Errorf("%s: %d", path, status)
		}
	}
	for change, says := range map[[2]string]string{
		{"observed", "line\n"}: "column kind is missing", {"agents", "genius"}: "agents",
		{"query", "is=players:7"}: "no candidate",
		{"query", "nonsense=1"}:   "there is no parameter", {"fold", "greedy"}: "options", {"symmetry", "some"}: "symmetry",
		{"measure", "visits"}: "does not fit",
	} {
		bad := map[string]any{}
		for k, v := range request {
			bad[k] = v
		}
		bad[change[0]] = change[1]
		if change[0] == "query" {
			delete(bad, "rulesets")
		}
		if status, text := post("/api/wear", bad, nil); status != 400 || !strings.Contains(text, says) {
			t.Errorf("%v: %d %s, want %s", change, status, text, says)
		}
	}
	if status, _ := get(t, srv.URL+"/wear/none"); status != 404 {
		t.Errorf("a study that there is not: %d", status)
	}
}

// wear tries the operations for studies of wear.
func (a *api) wear(t *testing.T, hash string) {
	t.Helper()
	_, template := a.call(t, "GET", "/api/rulesets/"+hash+"/wear.csv?kind=site", "", nil)
	rows := strings.Split(strings.TrimSpace(string(template)), "\n")
	for i := range rows[1:] {
		rows[1+i] = strings.TrimSuffix(rows[1+i], ",,") + fmt.Sprintf(",%d,1", i*i%5)
	}
	status, text := a.call(
		t,
		"POST",
		"/api/wear",
		"",
		map[string]any{"observed": strings.Join(rows, "\n"), "rulesets": []string{hash},
			"measure": "placements", "playouts": 20, "bootstrap": 5, "shuffles": 99},
	)
	var st catalogue.WearStudy
	if err := json.Unmarshal(text, &st); err != nil || status != 200 {
		t.Fatalf("%v: %d %s", err, status, text)
	}
	for deadline := time.Now().Add(time.Minute); st.Status != "done"; time.Sleep(100 * time.Millisecond) {
		_, text = a.call(t, "GET", "/api/wear/"+st.ID, "", nil)
		json.Unmarshal(text, &st)
		if st.Status == "failed" || time.Now().After(deadline) {
			t.Fatalf("%s", text)
		}
	}
	for path, says := range map[string]string{"/api/wear": st.ID, "/api/wear/" + st.ID + "/report": `"study"`} {
		if status, text := a.call(t, "GET", path, "", nil); status != 200 || !strings.Contains(string(text), says) {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status, text := a.call(
		t,
		"POST",
		"/api/wear/"+st.ID+"/cancel",
		"",
		nil,
	); status != 200 ||
		!strings.Contains(string(text), `"done"`) {
		t.Errorf("a study that is done is cancelled: %d %s", status, text)
	}
	if status, _ := a.call(t, "GET", "/api/wear/none/report", "", nil); status != 404 {
		t.Errorf("the report of no study: %d", status)
	}
}
