package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// misspelt declares a ruleset with an option that does not exist.
const misspelt = `(game "Three" (players 2)
    (equipment {(board (square <Size:n>)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(option "Size" <Size> args:{<n>} {(item "Small" <3> "s")* (item "Large" <4> "l")})
(rulesets {
    (ruleset "Ruleset/Small" {"Size/Small"})
    (ruleset "Ruleset/Large" {"Size/Lagre"})
})
`

// A misspelt option of a declared ruleset is an error at its place wherever that
// ruleset is meant, and the other rulesets are as they were.
func TestMisspeltRuleset(t *testing.T) {
	file := filepath.Join(t.TempDir(), "three.lud")
	if err := os.WriteFile(file, []byte(misspelt), 0o600); err != nil {
		t.Fatal(err)
	}
	const place = `three.lud:7:31: ruleset "Ruleset/Large" selects the option "Size/Lagre", which does not exist; did you mean "Size/Large"?`
	for _, c := range []struct {
		args   []string
		status int
		err    string
	}{
		{[]string{"check", file}, 1, place},
		{[]string{"check", "--rulesets", "--play", file}, 1, place},
		{[]string{"playout", "-n", "3", "--ruleset", "Large", file}, 1, place},
		{[]string{"playout", "-n", "3", "--ruleset", "Small", file}, 0, ""},
		{[]string{"playout", "-n", "3", "--option", "Size/Large", file}, 0, ""},
		{[]string{"playout", "-n", "3", file}, 0, ""},
		{[]string{"playout", "-n", "3", "--ruleset", "Smal", file}, 1,
			`three.lud: there is no ruleset "Smal"; did you mean "Small"? the rulesets are "Small", "Large"`},
		{[]string{"playout", "-n", "3", "--option", "Size/Lage", file}, 1, `did you mean "Size/Large"?`},
	} {
		status, out, errs := runLine(t, c.args...)
		if status != c.status || !strings.Contains(errs, c.err) {
			t.Errorf("%v: status %d\n%s%s\nwant %s", c.args, status, out, errs, c.err)
		}
	}
	if _, _, errs := runLine(t, "check", "--rulesets", file); strings.Count(errs, "Lagre") != 1 {
		t.Errorf("reported more than once:\n%s", errs)
	}
}
