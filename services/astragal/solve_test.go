package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// solveFile runs the command and reads its answer.
func solveFile(t *testing.T, args ...string) (int, solveLine) {
	t.Helper()
	status, out, errs := invoke(t, "", append([]string{"solve", "--json"}, args...)...)
	var l solveLine
	if err := json.Unmarshal([]byte(out), &l); err != nil {
		t.Fatalf("%v: %s%s", err, out, errs)
	}
	return status, l
}

func TestSolve(t *testing.T) {
	status, l := solveFile(t, "--strategies", "../../engine/solve/testdata/kuhn.efg")
	if status != 0 || !slices.Equal(l.Values, []string{"-1/18", "1/18"}) || l.Exploitability != "0" ||
		len(l.Strategies) != 12 {
		t.Errorf("Kuhn poker: status %d, %+v", status, l)
	}
	status, l = solveFile(t, "../../library/lud/blocking/PongHauKi.lud")
	if status != 0 || l.verdict() != "draw" || !l.Cyclic || l.Theorem == "" {
		t.Errorf("Pong Hau K'i: status %d, %+v", status, l)
	}
	status, l = solveFile(t, "--memory", "16M", "../../library/lud/line/ConnectFour.lud")
	if status != statusUndecided || l.Answer != "not decided" || !strings.Contains(l.Undecided, "memory") ||
		l.Values != nil {
		t.Errorf("Connect Four in 16 MiB: status %d, %+v", status, l)
	}
	status, l = solveFile(t, "--timeout", "1ms", "../../library/lud/line/ConnectFour.lud")
	if status != statusUndecided || !strings.Contains(l.Undecided, "not within 1ms") {
		t.Errorf("Connect Four in 1 ms: status %d, %+v", status, l)
	}
	// Hearts has four players and hidden cards: no value is claimed.
	if status, l = solveFile(t, "../../library/lud/card/Hearts.lud"); status != statusUndecided || l.Undecided == "" {
		t.Errorf("Hearts: status %d, %+v", status, l)
	}
	// Leduc hold'em is bounded; Sudoku has one solution; best responses, equilibria and tables.
	status, l = solveFile(t, "../../engine/solve/testdata/leduc.kif")
	if status != 0 || l.Answer != "bounded" || l.Values != nil || !strings.HasPrefix(l.Verdict,
		"value of player 1 from -0.08") {
		t.Errorf("Leduc: status %d, %+v", status, l)
	}
	status, l = solveFile(t, "../../library/lud/puzzle/Sudoku.lud")
	if status != 0 || l.Puzzle == nil || l.Puzzle.Solutions != 1 || !strings.HasPrefix(l.Verdict, "one solution") {
		t.Errorf("Sudoku: status %d, %+v", status, l)
	}
	table := filepath.Join(t.TempDir(), "table.tsv")
	status, l = solveFile(t, "--against", "random", "--table", table, "../../library/lud/blocking/PongHauKi.lud")
	if status != 0 || l.Against == nil || l.Against.Undecided == "" || l.Verdict != "draw" {
		t.Errorf("Pong Hau K'i: status %d, %+v", status, l)
	}
	if text, err := os.ReadFile(table); err != nil || strings.Count(string(text), "\n") != 58 {
		t.Errorf("%v: %s", err, text)
	}
	status, l = solveFile(t, "--against", "random", "--equilibria", "../../engine/solve/testdata/kuhn.efg")
	if status != 0 || !slices.Equal(l.Against.Own, []string{"1/8", "-1/8"}) || len(l.Against.Values) != 2 {
		t.Errorf("Kuhn poker: status %d, %+v", status, l)
	}
	for want, args := range map[string][]string{
		"takes one FILE":          {"--table", table, "a.lud", "b.lud"},
		"cannot be repeated":      {"--against", "uct:time=1s", "a.lud"},
		"between 0 and 1":         {"--gap", "2", "a.lud"},
		"neither --against":       {"--against", "random", "--markdown", "a.lud"},
		"there is no data in":     {"--keep", "--data", filepath.Join(t.TempDir(), "none"), "a.lud"},
		"with hidden information": {"--table", table, "../../engine/solve/testdata/kuhn.efg"},
	} {
		if status, _, errs := invoke(t, "", append([]string{"solve"}, args...)...); status == 0 ||
			!strings.Contains(errs, want) {
			t.Errorf("%v: status %d, %s; expected %q", args, status, errs, want)
		}
	}
	if status, _, errs := invoke(t, "", "solve", "nothing.lud"); status != 1 || !strings.Contains(errs, "nothing.lud") {
		t.Errorf("a missing file: status %d, %s", status, errs)
	}
}

// TestSolveEndgames puts up pieces by the command: the numbers of the table with and without symmetry, in every
// form, and what cannot be asked for.
func TestSolveEndgames(t *testing.T) {
	file := filepath.Join("..", "..", "library", "lud", "line", "ThreeMensMorris.lud")
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"--pieces Man1=3,Man2=2 --symmetry", 0, "348 up to 8 symmetries\n  who is to move wins 1260, draws 0 and loses " +
			"1248; in 12 the play is over\n  the longest win takes 12 plies"},
		{"--pieces Man2=2,Man1=3 --json", 0, `"arrangements":2520,"classes":2520,"positions":2610,"over":12,"wins":1260,`},
		{"--pieces Man1=3,Man2=2 --markdown", 0,
			"| ThreeMensMorris.lud | Man1=3,Man2=2 | 2520 | – | 1260 | 0 | 1248 | 12 | 12 |"},
		{"--pieces Man1=3,Man2=2 --memory 1M", 3, "not decided: not within"},
		{"--pieces Man1", 2, "such as Man1=3,Man2=3"},
		{"--pieces King1=1", 1, "no such pieces"},
		{"--pieces Man1=3 --equilibria", 2, "--pieces goes with"},
	} {
		status, out, errs := invoke(t, "", append(append([]string{"solve"}, strings.Fields(c.args)...), file)...)
		if status != c.status || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: status %d\n%s%s", c.args, status, out, errs)
		}
	}
}

// TestVerdictCounts says how long a forced win takes, of one ply as of several.
func TestVerdictCounts(t *testing.T) {
	for plies, want := range map[int]string{1: "player 2 wins in 1 ply", 2: "player 2 wins in 2 plies"} {
		l := solveLine{Answer: "solved", Winner: 2, Plies: plies}
		if got := l.verdict(); got != want {
			t.Errorf("%d: %q, not %q", plies, got, want)
		}
	}
}
