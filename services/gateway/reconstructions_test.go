package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/posterior"
	"github.com/astragal/astragal/pkg/prior"
	"github.com/astragal/astragal/pkg/telemetry"
	"github.com/astragal/astragal/services/reconstruction"
)

func (c *canned) Reconstruction(context.Context, string) (ReconstructionDetail, error) {
	return c.study, nil
}

func (c *canned) ReconstructionReport(context.Context, WearReportQuery) ([]byte, error) {
	return c.report, nil
}

const unfinished = `(game "Find" (players 2) (equipment {(board (square [2 | 3])) (piece "Stone" Each)})
(rules (play (move Add (to (sites Empty)))) (end [#])))
(metadata (info (origin "This game was played in India, around 1900.")))`

// reported makes a study of unfinished, with the game to rank.
func reported(t *testing.T) []byte {
	t.Helper()
	files := fstest.MapFS{}
	for name, end := range map[string]string{"A": `(if (is Line 3) (result Mover Win))`,
		"B": `(if (no Moves Next) (result Mover Win))`} {
		text := strings.NewReplacer(`"Find"`, `"`+name+`"`, "[2 | 3]", "4", "[#]", end).Replace(unfinished)
		files[name+".lud"] = &fstest.MapFile{Data: []byte(text)}
	}
	library, err := reconstruct.Load(files, nil, nil)
	if err != nil || len(library.Donors) != 2 {
		t.Fatal(err, library)
	}
	d, err := lgdl.Read("find.lud", []byte(unfinished))
	if err != nil {
		t.Fatal(err)
	}
	s, err := reconstruct.Read(d, nil, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := prior.New(library, prior.Fitted())
	if err != nil {
		t.Fatal(err)
	}
	x, err := reconstruct.NewSpace(s, library, k)
	if err != nil {
		t.Fatal(err)
	}
	game, err := reconstruction.Complete("hand.lud", []byte(strings.NewReplacer("[2 | 3]", "3", "[#]",
		"(if (is Line 3) (result Mover Win))").Replace(unfinished)), nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &reconstruction.Making{Library: library, Prior: k, Engine: "e", Ranked: game, RankedName: "hand.lud",
		Options: posterior.Options{Draws: 40, Seed: 1, MaxPlies: 60, Classes: true}}
	r, err := m.Study(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, form := range []string{".html", ".json"} {
		b.Reset()
		if err := r.Write(&b, form); err != nil {
			t.Fatal(err)
		}
		if form == ".html" && os.Getenv("ASTRAGAL_PICTURES") != "" {
			os.WriteFile(os.Getenv("ASTRAGAL_PICTURES")+"/report.html", b.Bytes(), 0o644)
		}
		for _, want := range []string{"hand.lud", "India"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("the report %s lacks %s", form, want)
			}
		}
	}
	return b.Bytes()
}

// TestReconstructionPage shows of a study where and when donors were played, which completions are the same game, their
// rules in words, the game to rank, and sends with "what if" all that was asked.
func TestReconstructionPage(t *testing.T) {
	tel, err := telemetry.New(io.Discard, "error", "text")
	if err != nil {
		t.Fatal(err)
	}
	c := &canned{}
	show := func() *httptest.ResponseRecorder {
		t.Helper()
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/reconstructions/r1", nil)
		r.SetPathValue("id", "r1")
		if err := reconstructionPage(w, r, NewEndpoints(c, tel)); err != nil {
			t.Fatal(err)
		}
		return w
	}
	km := 900.0
	asked := reconstruction.Defaults()
	asked.Name, asked.Text, asked.Halving, asked.Balance = "A find", unfinished, false, "family"
	asked.KernelKm, asked.Defs = &km, map[string]string{"a.def": `(define "A" (is Line 3))`}
	text, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	c.report = reported(t)
	c.study = ReconstructionDetail{Reconstruction: catalogue.Reconstruction{ID: "r1", Status: "done", Request: text},
		Completions: []catalogue.Completion{{Number: 1, Source: "s1", Posterior: 0.5, Ruleset: "h1"}}}
	w := show()
	page := w.Body.String()
	for _, want := range []string{"Where and when: 2 games", `class="world"`, `aria-label="time axis"`, "hole-2-",
		"hand.lud is one of the completions", "Nearest attested games", "Games: completions that are the same",
		"The rules in words", "beside A: without", "/rulesets/h1"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	_, with, _ := strings.Cut(page, `data-with="`)
	with, _, _ = strings.Cut(with, `"`)
	var again reconstruction.Request
	if err := json.Unmarshal([]byte(html.UnescapeString(with)), &again); err != nil {
		t.Fatalf("%v: %s", err, with)
	}
	if again.Halving || again.Defs["a.def"] == "" || again.KernelKm == nil || *again.KernelKm != km ||
		again.Text != asked.Text {
		t.Errorf("what if asks for %+v", again)
	}
	if dir := os.Getenv("ASTRAGAL_PICTURES"); dir != "" {
		os.WriteFile(dir+"/study.html", w.Body.Bytes(), 0o644)
	}
	c.study.Status = "running"
	if w := show(); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "Where and when") {
		t.Errorf("under way: %d", w.Code)
	}
}
