package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSkillTrace compares with values worked out by hand: 0.8, 0.6 and 0.4 lie on a
// line that is at 0 four levels after the first; of nothing but even results nothing is left.
func TestSkillTrace(t *testing.T) {
	if x := traceSkill([]float64{0.8, 0.6, 0.4}, 10); math.Abs(x.Score-0.6) > 1e-9 || math.Abs(x.Slope+0.2) > 1e-9 {
		t.Errorf("%+v", x)
	}
	if x := traceSkill([]float64{0, 0}, 10); x.Score != 0 {
		t.Errorf("%+v", x)
	}
	if x := traceSkill([]float64{1, 1}, 10); x.Score != 1 {
		t.Errorf("%+v", x)
	}
}

// TestGameReport measures a game twice: the same figures but for speed, and a page
// that needs nothing else.
func TestGameReport(t *testing.T) {
	page := filepath.Join(t.TempDir(), "r.html")
	var figures [2]string
	for i := range figures {
		status, out, errs := runLine(t, "report", "--json", "--out", page, "--playouts", "50", "--games", "6", "--levels", "3", ticTacToe)
		if status != 0 {
			t.Fatalf("status %d: %s", status, errs)
		}
		var r gameReport
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		if r.Game != "Tic-Tac-Toe" || r.Playouts != 50 || len(r.Levels) != 3 || r.SkillTrace == nil || len(r.Openings) == 0 || len(r.Shortest) < 5 || len(r.Shortest) > 9 {
			t.Errorf("%+v", r)
		}
		for k, l := range r.Levels {
			if (l.Above == nil) != (k == 0) || l.Games != 6 || l.Plies < 5 || l.Plies > 9 || !(l.First.Low <= l.First.Mean && l.First.Mean <= l.First.High) {
				t.Errorf("level %+v", l)
			}
		}
		r.PlayoutsPerSecond = 0
		text, _ := json.Marshal(r)
		figures[i] = string(text)
	}
	if figures[0] != figures[1] {
		t.Errorf("%s\nand then\n%s", figures[0], figures[1])
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg", "uct:100", "DurationMoves", "Skill trace", "First moves"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, never := range []string{"<script", "src=\"http", "href=\"http", "@import", "url(http"} {
		if strings.Contains(string(text), never) {
			t.Errorf("the page asks for something else: %s", never)
		}
	}
	if status, _, _ := runLine(t, "report", ticTacToe); status != 2 {
		t.Error("a report to nowhere")
	}
}
