package e2e

import (
	"encoding/csv"
	"encoding/json"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
)

// What was not measured is "–" on pages, null or absent in the API, empty in CSV,
// and never 0.
func TestAbsent(t *testing.T) {
	t.Parallel()
	h, _ := startHost(t, servertest.Start(t), 2)
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()
	outcomes := catalogue.Params{Agent: "random", Metrics: catalogue.Outcomes, Playouts: 40, BatchSize: 40, Seed: 7}
	endless := catalogue.Params{Agent: "random", Metrics: catalogue.Outcomes, Playouts: 3, BatchSize: 3, Seed: 7}
	brief := await(t, h.Catalogue, submit(t, h, outcomes, "game: Brief"), outcomes)[0]
	stuck := await(t, h.Catalogue, submit(t, h, endless, "game: Stuck\nabandoned: yes"), endless)[0]
	if s := stuck.Evaluation.Summary; s == nil || s.Playouts != 0 || s.Abandoned != 3 {
		t.Fatalf("the endless game: %+v", stuck.Evaluation)
	}
	_, page := get(t, srv.URL+"/")
	rows := regexp.MustCompile(`(?s)<tr>.*?</tr>`).FindAllString(page, -1)
	cell := regexp.MustCompile(`<td class="n"[^>]*>(.*?)</td>`)
	figures := map[string][]string{}
	for _, row := range rows {
		for _, name := range []string{"Brief", "Stuck"} {
			if strings.Contains(row, ">"+name+"<") {
				for _, m := range cell.FindAllStringSubmatch(row, -1) {
					figures[name] = append(figures[name], m[1])
				}
			}
		}
	}
	// Plies, branching, draws, completion, wins, playouts and concepts.
	if f := figures["Brief"]; len(f) != 7 || f[1] != "–" || f[0] == "–" || !strings.Contains(f[5], "40") ||
		!strings.Contains(f[5], "outcomes") {
		t.Errorf("the row of outcomes: %q", f)
	}
	if f := figures["Stuck"]; len(f) != 7 || f[0] != "–" || f[1] != "–" || f[2] != "–" || f[3] != "–" ||
		f[4] != "–" ||
		!strings.Contains(f[5], "3 abandoned") {
		t.Errorf("the row of what was abandoned: %q", f)
	}
	_, page = get(t, srv.URL+"/rulesets/"+stuck.Ruleset.Hash)
	if strings.Contains(page, ">0.0 %") || strings.Contains(page, "Duration Moves") || strings.Contains(page,
		"Balance") || !strings.Contains(page, "3 more were abandoned") || strings.Contains(page, "histogram") {
		t.Errorf("the page of what was abandoned has figures:\n%s", page)
	}
	if _, page = get(t, srv.URL+"/rulesets/"+brief.Ruleset.Hash); strings.Contains(page, "Branching") {
		t.Error("the page of outcomes has a branching factor")
	}
	var e struct{ Summary map[string]json.RawMessage }
	_, text := get(t, srv.URL+"/api/evaluations/"+stuck.Evaluation.ID)
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"completion", "draws", "wins", "balance", "medianPlies"} {
		if string(e.Summary[name]) != "null" {
			t.Errorf("%s is %s", name, e.Summary[name])
		}
	}
	if !strings.HasPrefix(string(e.Summary["timeouts"]), `{"n":3,"mean":1,`) {
		t.Errorf("timeouts of three playouts given up are %s", e.Summary["timeouts"])
	}
	if string(e.Summary["metrics"]) != "{}" {
		t.Errorf("metrics are %s", e.Summary["metrics"])
	}
	if _, text := get(t, srv.URL+"/api/metrics/DurationMoves"); strings.Contains(text, "Stuck") ||
		!strings.Contains(text, `"agent":"random","metrics":"outcomes","playouts":40`) {
		t.Errorf("the metric of what was abandoned: %s", text)
	}
	_, text = get(t, srv.URL+"/api/rulesets.csv")
	table, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(table) != 3 {
		t.Fatalf("%d rows, %v", len(table), err)
	}
	for _, row := range table[1:] {
		for i, name := range table[0] {
			empty := row[1] == "Stuck" && (strings.HasPrefix(name, "DurationMoves") || strings.HasPrefix(name,
				"Completion")) || strings.HasPrefix(name, "Branching")
			if empty != (row[i] == "") && (empty || strings.HasPrefix(name, "DurationMoves")) {
				t.Errorf("%s of %s is %q", name, row[1], row[i])
			}
		}
	}
}
