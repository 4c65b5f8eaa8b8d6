package main

import (
	"encoding/json"
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
	if status != 0 || !slices.Equal(l.Values, []string{"-1/18", "1/18"}) || l.Exploitability != "0" || len(l.Strategies) != 12 {
		t.Errorf("Kuhn poker: status %d, %+v", status, l)
	}
	status, l = solveFile(t, "../../library/lud/blocking/PongHauKi.lud")
	if status != 0 || l.verdict() != "draw" || !l.Cyclic || l.Theorem == "" {
		t.Errorf("Pong Hau K'i: status %d, %+v", status, l)
	}
	status, l = solveFile(t, "--memory", "16M", "../../library/lud/line/ConnectFour.lud")
	if status != statusUndecided || l.Answer != "not decided" || !strings.Contains(l.Undecided, "memory") || l.Values != nil {
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
	if status, _, errs := invoke(t, "", "solve", "nothing.lud"); status != 1 || !strings.Contains(errs, "nothing.lud") {
		t.Errorf("a missing file: status %d, %s", status, errs)
	}
}
