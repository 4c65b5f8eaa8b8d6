package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/reconstruction"
)

// find is a skeleton of which the size and the end are not known.
const find = `(game "Find" (players 2) (equipment {(board (square [3 | 4])) (piece "Stone" Each)})
(rules (play (move Add (to (sites Empty)))) (end [#])))
(metadata (info (origin "This game was played in India, around 1900.")) (recon {(evidence "condition" (concept "Line" True) reliability:0.8)}))`

// donorsOf puts games with four ends into the catalogue, and one that is a reconstruction itself.
func donorsOf(t *testing.T, h *host.Host, gate gateway.Service) {
	t.Helper()
	text := strings.Replace(find, "[3 | 4]", "5", 1)
	text, _, _ = strings.Cut(text, "(metadata")
	text += `(metadata (info (origin "This game was played in India, around 1800.")))`
	p := catalogue.Params{Agent: "random", Metrics: "outcomes", Playouts: 2, Seed: 1}
	var list []gateway.Submission
	for name, end := range map[string]string{
		"A": `(if (is Line 3) (result Mover Win))`, "B": `(if (is Line 2) (result Mover Loss))`,
		"C": `(if (no Moves Next) (result Mover Win))`, "D": `(if (>= (count Pieces Mover) 3) (result Mover Win))`,
	} {
		list = append(list, gateway.Submission{File: name + ".lud", Formalism: "lgdl", Params: p,
			Text: strings.NewReplacer(`"Find"`, `"`+name+`"`, "[#]", end).Replace(text)})
	}
	ids, err := gate.SubmitAll(t.Context(), list, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range await(t, h.Catalogue, ids, p) {
		if o.Ruleset == nil {
			t.Fatalf("%s: %s", o.Source.File, o.Source.Error)
		}
	}
}

// ended waits for a study.
func ended(t *testing.T, c *catalogue.Catalogue, id string) (r catalogue.Reconstruction) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var err error
		if r, err = c.Reconstruction(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if r.Status != "running" {
			return r
		}
		if time.Now().After(deadline) {
			t.Fatalf("the study does not end: %+v", r)
		}
	}
}

// A study of an incomplete ruleset that is asked for through the API takes donors from the catalogue, weighs the
// evidence of the skeleton, keeps its completions as rulesets that know their parent, and is made again with a hole
// fixed.
func TestReconstructionAPI(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	donorsOf(t, h, gateway.New(h.Catalogue, h.Queue, compiler))
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()
	post := func(body map[string]any, into any) (int, string) {
		t.Helper()
		text, _ := json.Marshal(body)
		response, err := http.Post(srv.URL+"/api/reconstructions", "application/json", bytes.NewReader(text))
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
	get := func(path string) string {
		t.Helper()
		response, err := http.Get(srv.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var all bytes.Buffer
		all.ReadFrom(response.Body)
		if response.StatusCode != 200 {
			t.Fatalf("%s: %d %s", path, response.StatusCode, all.String())
		}
		return all.String()
	}
	asked := map[string]any{"name": "A find", "text": find, "draws": 100, "plays": 10, "maxPlies": 60, "attested": 4,
		"keep": 3, "balance": "family", "kernelKm": 9000, "classes": true, "nearest": 11,
		"similarity": "game,other,similarity\nFind,A,2\nFind,B,1\n",
		"rank":       strings.NewReplacer("[3 | 4]", "3", "[#]", "(if (is Line 3) (result Mover Win))").Replace(find)}
	var first, again catalogue.Reconstruction
	if status, text := post(asked, &first); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if r := ended(t, h.Catalogue, first.ID); r.Status != "done" || len(r.Donors) != 4 || len(r.Citation) != 64 {
		t.Fatalf("%+v", r)
	}
	if post(asked, &again); again.ID != first.ID || again.Status != "done" {
		t.Errorf("asked again: %+v", again)
	}
	var d gateway.ReconstructionDetail
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if err := json.Unmarshal([]byte(get("/api/reconstructions/"+first.ID)), &d); err != nil {
			t.Fatal(err)
		}
		if len(d.Completions) == 2 && d.Completions[0].Ruleset != "" && d.Completions[1].Ruleset != "" ||
			time.Now().After(deadline) { // they are compiled in any order
			break
		}
	}
	if len(d.Completions) != 2 || d.Completions[0].Posterior < d.Completions[1].Posterior { // all of the credible set
		t.Fatalf("%+v", d.Completions)
	}
	var ruleset gateway.Detail
	if err := json.Unmarshal([]byte(get("/api/rulesets/"+d.Completions[0].Ruleset)), &ruleset); err != nil {
		t.Fatal(err)
	}
	if len(ruleset.Parents) != 1 || ruleset.Parents[0].Reconstruction != first.ID ||
		!strings.HasSuffix(ruleset.Name, "(Reconstructed)") ||
		!strings.Contains(string(ruleset.Parents[0].Fillers), `"donors":["`) {
		t.Errorf("%s: %+v", ruleset.Name, ruleset.Parents)
	}
	if page := get("/rulesets/" + d.Completions[0].Ruleset); !strings.Contains(page, "Nobody attests these rules") {
		t.Error("the page of a completion does not say what it is")
	}
	if list, _, err := reconstruction.Donors(t.Context(), h.Catalogue, nil); err != nil || len(list.Donors) != 4 {
		t.Errorf("completions are donors: %v, %v", list.Donors, err)
	}
	page := get("/reconstructions/" + first.ID) // which places the donors of the three likeliest of four ends
	for _, want := range []string{"Hole 1, line", "Hole 2, line", `id="what-if"`, d.Completions[0].Ruleset, "Cite as",
		"km 9000,", "balanced by family, similarity ", "Where and when: 3 games", `class="world"`, `aria-label="time axis"`,
		"the game to rank is one of the completions", "Nearest attested games", "Games: completions that are the same",
		"The rules in words", "Pieces form a line of some length"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if list := get("/reconstructions"); !strings.Contains(list, "A find") {
		t.Error("the page of all lacks the study")
	}
	for form, want := range map[string]string{"html": "<!DOCTYPE html>", "csv": "completion,prior", "parquet": "PAR1",
		"json": "{"} {
		if got := get("/reconstructions/" + first.ID + "/report." + form); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %.80s", form, got)
		}
	}
	asked["fix"] = "1=4"
	var fixed catalogue.Reconstruction
	if status, text := post(asked, &fixed); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if r := ended(t, h.Catalogue, fixed.ID); r.Status != "done" {
		t.Fatalf("%+v", r)
	}
	if page := get("/reconstructions/" + fixed.ID); !strings.Contains(page, "With nothing fixed") ||
		!strings.Contains(page, first.ID) {
		t.Error("the page does not compare with the study with nothing fixed")
	}
	for what, body := range map[string]map[string]any{
		"nothing is incomplete": {"text": strings.NewReplacer("[3 | 4]", "3", "[#]",
			"(if (is Line 3) (result Mover Win))").Replace(find)},
		"draws:":            {"text": find, "draws": 1_000_000},
		"fix:":              {"text": find, "fix": "9=4"},
		"kind is":           {"text": find, "evidence": `{"items": [{"kind": "rumour"}]}`},
		"there is no field": {"text": find, "colour": "red"},
	} {
		if status, text := post(body, nil); status != 400 || !strings.Contains(text, what) {
			t.Errorf("%s: %d %s", what, status, text)
		}
	}
}

// TestReconstructionKilled kills the process that makes a study, with its database: another one begins it again after
// the
// restart, with the same donors, and gives the bytes that a process that nobody kills gives.
func TestReconstructionKilled(t *testing.T) {
	t.Parallel()
	request := reconstruction.Defaults()
	request.Text, request.Draws, request.Plays, request.Halving = find, 400, 1_000, false
	request.MaxPlies, request.Attested, request.Keep = 60, 4, 2
	compiler := engine.New()
	ask := func(t *testing.T, h *host.Host) string {
		r, err := reconstruction.Ask(t.Context(), h.Catalogue, request, compiler.Version())
		if err != nil {
			t.Fatal(err)
		}
		return r.ID
	}
	if dir := os.Getenv("E2E_RECONSTRUCTION"); dir != "" {
		s := openServers(t, dir)
		h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
		donorsOf(t, h, gateway.New(h.Catalogue, h.Queue, compiler))
		id := ask(t, h)
		for {
			r, err := h.Catalogue.Reconstruction(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Printf("state %s %d\n", r.Status, len(r.Donors))
			time.Sleep(5 * time.Millisecond)
		}
	}
	if _, err := embedded.FindPostgres(); err != nil {
		t.Skip(err)
	}
	dir := servertest.Folder(t)
	child(t, "E2E_RECONSTRUCTION", dir, func(line string) bool { return line == "state running 4" })()
	reports := func(h *host.Host, id string) (all []byte) {
		if r := ended(t, h.Catalogue, id); r.Status != "done" {
			t.Fatalf("%+v", r)
		}
		for _, form := range reconstruction.Forms {
			text, err := h.Catalogue.ReconstructionReport(t.Context(), id, form)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text...)
		}
		return all
	}
	s := openServers(t, dir)
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 1, true)
	id := ask(t, h)
	if r, err := h.Catalogue.Reconstruction(t.Context(), id); err != nil || r.Status != "running" || len(r.Donors) != 4 {
		t.Errorf("after the kill: %+v, %v", r, err)
	}
	after := reports(h, id)
	if list, err := h.Catalogue.Completions(t.Context(), id); err != nil || len(list) != 2 {
		t.Errorf("completions %+v, %v", list, err)
	}

	other := servertest.Start(t)
	k, _ := startServices(t, compiler, other.NATS.URL(), other.Postgres.URL(), 2, true)
	donorsOf(t, k, gateway.New(k.Catalogue, k.Queue, compiler))
	if want := reports(k, ask(t, k)); !bytes.Equal(after, want) {
		t.Errorf("%d bytes after a kill, %d without, which differ", len(after), len(want))
	}
}

// reconstruct asks for a study, looks at all that there is to see of it, and stops another one.
func (a *api) reconstruct(t *testing.T) {
	t.Helper()
	asked := map[string]any{"text": find, "draws": 20, "plays": 5, "maxPlies": 60, "attested": 0, "keep": 1}
	ask := func() (r catalogue.Reconstruction) {
		t.Helper()
		status, text := a.call(t, "POST", "/api/reconstructions", "", asked)
		if err := json.Unmarshal(text, &r); err != nil || status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		return r
	}
	id := ask().ID
	var d gateway.ReconstructionDetail
	for deadline := time.Now().Add(2 * time.Minute); d.Status != "done"; time.Sleep(50 * time.Millisecond) {
		_, text := a.call(t, "GET", "/api/reconstructions/"+id, "", nil)
		if err := json.Unmarshal(text, &d); err != nil || time.Now().After(deadline) || d.Status == "failed" {
			t.Fatalf("%v: %s", err, text)
		}
	}
	if status, text := a.call(t, "GET", "/api/reconstructions/"+id+"/report", "", nil); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	if _, text := a.call(t, "GET", "/api/reconstructions", "", nil); !strings.Contains(string(text), id) {
		t.Errorf("not listed: %s", text)
	}
	asked["seed"], asked["draws"] = 2, 5_000
	other := ask().ID
	if status, text := a.call(t, "POST", "/api/reconstructions/"+other+"/cancel", "", nil); status != 200 ||
		!strings.Contains(string(text), `"cancelled"`) {
		t.Errorf("%d %s", status, text)
	}
}
