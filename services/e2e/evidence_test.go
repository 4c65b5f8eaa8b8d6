package e2e

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/services/gateway"
)

// Evidence is on the page of its rulesets and on its own, and goes out in every
// format; identifiers of everything lead to pages.
func TestEvidencePages(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	p := params(20, 10)
	ids, err := gateway.New(h.Catalogue, h.Queue, compiler).SubmitAll(t.Context(),
		[]gateway.Submission{{File: "good.lud", Text: goodLud, Formalism: "lgdl", Params: p}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := await(t, h.Catalogue, ids, p)[0]
	file, err := evidence.Read("/x/good.evidence.yaml", []byte("game: "+o.Ruleset.Game+`
evidence:
  - {id: slab, kind: board, title: A <slab>, what: Scratched lines, place: Here, region: There, coordinates: [10, 20], when: 300 BCE, source: A book, certainty: possible, reason: "few", supports: [{rules: [board]}]}
  - {id: other, kind: text, title: Of another ruleset, what: w, region: There, when: 1900, source: A book, certainty: certain, reason: r, supports: [{rulesets: [Nowhere], rules: [board]}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Catalogue.PutEvidence(t.Context(), "", []*evidence.File{file}); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(h.Mux)
	defer srv.Close()
	for _, c := range []struct {
		path   string
		status int
		says   []string
		not    string
	}{
		{"/rulesets/" + o.Ruleset.Hash, 200, []string{"A &lt;slab&gt;", `class="world"`, `class="axis"`, "10° N, 20° E",
			"possible: few"}, "Of another ruleset"},
		{"/evidence", 200, []string{"2 items", "A &lt;slab&gt;", "Of another ruleset", "/id/game/"}, "<slab>"},
		{"/evidence?kind=text", 200, []string{"1 item:", "Of another"}, "slab"},
		{"/evidence?kind=rumour", 400, []string{"rumour"}, ""},
		{"/evidence?game=nothing", 200, []string{"No evidence is like that"}, ""},
		{"/evidence?ruleset=x", 400, []string{"given without game"}, ""},
		{"/changes", 200, []string{"there are no versions to compare"}, ""},
		{"/changes?from=none", 404, []string{"nothing with this address"}, ""},
		{"/api/evidence?to=0", 200, []string{`"yearFrom":-300`}, "Of another"},
	} {
		status, body := get(t, srv.URL+c.path)
		for _, want := range c.says {
			if status != c.status || !strings.Contains(body, want) {
				t.Errorf("%s: %d lacks %s", c.path, status, want)
			}
		}
		if c.not != "" && strings.Contains(body, c.not) {
			t.Errorf("%s has %s", c.path, c.not)
		}
	}
	_, body := get(t, srv.URL+"/api/evidence.csv")
	if rows, err := csv.NewReader(strings.NewReader(body)).ReadAll(); err != nil || len(rows) != 3 {
		t.Errorf("CSV: %v %v", rows, err)
	}
	for _, path := range []string{"/api/evidence.jsonld", "/api/evidence.csv-metadata.json"} {
		if _, body := get(t, srv.URL+path); !json.Valid([]byte(body)) || !strings.Contains(body, "@context") {
			t.Errorf("%s: %s", path, body)
		}
	}
	plain := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, path := range []string{"/id/ruleset/" + o.Ruleset.Hash, "/id/evaluation/" + o.Evaluation.ID,
		"/id/concept/NumPlayers",
		"/id/game/" + o.Ruleset.Game, "/id/evidence/" + o.Ruleset.Game + "/slab"} {
		path = strings.ReplaceAll(path, " ", "%20")
		resp, err := plain.Get(srv.URL + path)
		if err != nil || resp.StatusCode != http.StatusSeeOther {
			t.Fatalf("%s: %v %v", path, resp, err)
		}
		resp.Body.Close()
		page, fragment, _ := strings.Cut(resp.Header.Get("Location"), "#")
		status, body := get(t, srv.URL+page)
		if status != 200 || fragment != "" && !strings.Contains(body, `id="`+fragment+`"`) {
			t.Errorf("%s leads to %s: %d", path, resp.Header.Get("Location"), status)
		}
	}
	for _, path := range []string{"/id/ruleset/x", "/id/evaluation/x", "/id/concept/x", "/id/game/x", "/id/evidence/x/y",
		"/id/x"} {
		if status, _ := get(t, srv.URL+path); status != 404 {
			t.Errorf("%s: %d, want 404", path, status)
		}
	}
}
