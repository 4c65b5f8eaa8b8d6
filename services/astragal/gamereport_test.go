package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGameReport measures a game twice: the same figures but for speed, and a page
// that needs nothing else.
func TestGameReport(t *testing.T) {
	page := filepath.Join(t.TempDir(), "r.html")
	var figures [2]string
	for i := range figures {
		status, out, errs := runLine(t, "report", "--json", "--out", page, "--playouts", "50", "--games", "6", "--levels",
			"3", ticTacToe)
		if status != 0 {
			t.Fatalf("status %d: %s", status, errs)
		}
		var r gameReport
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		if r.Game != "Tic-Tac-Toe" || r.Playouts != 50 || len(r.Levels) != 3 || len(r.Openings) == 0 || len(r.Line) == 0 ||
			len(r.Agents) != 5 || len(r.Shortest) < 5 || len(r.Shortest) > 9 {
			t.Errorf("%+v", r)
		}
		for k, l := range r.Levels {
			if (l.Above == nil) != (k == 0) || l.Games != 6 || l.Plies < 5 || l.Plies > 9 || len(l.Seats) != 2 {
				t.Errorf("level %+v", l)
			}
			for _, s := range l.Seats {
				if !(s.Low <= s.Mean && s.Mean <= s.High) {
					t.Errorf("level %+v", l)
				}
			}
		}
		for _, name := range []string{"SkillTraceScore", "StrategicDepth", "AdvantageP1Step2", "StateSpaceSize",
			"DecisionEntropy", "SearchDrama", "PuzzleQuality"} {
			if _, ok := r.Search[name]; !ok {
				t.Errorf("no %s", name)
			}
		}
		if r.Space == nil || *r.Space != (space{Positions: 5478, Complete: true, Plies: 9, ShortestEnd: 5, ShortestWin: 5}) {
			t.Errorf("space %+v", r.Space) // 5,478 positions are known of the game
		}
		if r.Traffic == nil || r.Traffic.Plays != 3 || len(r.Traffic.Rows) == 0 {
			t.Errorf("traffic %+v", r.Traffic)
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
	for _, want := range []string{"<svg", "uct:100", "DurationMoves", "Skill trace", "First moves", "Typical opening",
		"Visits of sites", "5478 positions", "Other agents"} {
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
