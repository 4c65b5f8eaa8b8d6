package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLearn learns a game on the command line and has agents play with it.
func TestLearn(t *testing.T) {
	tictactoe := filepath.Join("..", "..", "library", "lud", "line", "Tic-Tac-Toe.lud")
	file := filepath.Join(t.TempDir(), "m.json")
	if status, out, errs := invoke(t, "", "learn", "--out", file, "--agent", "uct:20", "-n", "6",
		tictactoe); status != 0 || !strings.Contains(out, "6 plays by uct:20") {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	agents := "uct:20,policy=m,value=m/best:20,value=m"
	if status, out, errs := invoke(t, "", "arena", "--learned", "m="+file, "--agents", agents, "-n", "4",
		tictactoe); status != 0 || !strings.Contains(out, "of 4") {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	for what, args := range map[string][]string{
		"a model that nobody gave": {"arena", "--agents", agents, "-n", "4", tictactoe},
		"no model":                 {"arena", "--learned", "m=" + tictactoe, "--agents", agents, tictactoe},
		"no place for it":          {"learn", tictactoe},
		"nothing that searches":    {"learn", "--out", file, "--agent", "random", tictactoe},
		"a path as a name":         {"arena", "--learned", "a/b=" + file, "--agents", agents, tictactoe},
	} {
		if status, _, errs := invoke(t, "", args...); status == 0 || errs == "" {
			t.Errorf("%s: status %d, %q", what, status, errs)
		}
	}
}
