package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestOursAgreeWithThePublicLibrary counts the plays of games that were written
// twice, by us and for the public library, independently of each other.
func TestOursAgreeWithThePublicLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("counts plays of large games")
	}
	for _, c := range []struct{ depth, ours, ruleset, public string }{
		{"6", "sow/two/Kalah.lud", "Four Seeds (Described)", "board/sow/two_rows/Kalah.lud"},
		{"6", "sow/two/Oware.lud", "Abapa (Described)", "board/sow/two_rows/Oware.lud"},
		{"6", "sow/two/VaiLungThlan.lud", "", "board/sow/two_rows/Vai Lung Thlan.lud"},
		{"3", "connection/LinesOfAction.lud", "Mover Wins (Described)", "board/space/group/Lines of Action.lud"},
	} {
		count := func(file string, options ...string) string {
			_, out, errs := invoke(t, "", append(append([]string{"perft", "--json", "--depth", c.depth}, options...), file)...)
			_, counts, _ := strings.Cut(out, `"perft":`)
			return counts + errs
		}
		var options []string
		if c.ruleset != "" {
			options = []string{"--ruleset", "Ruleset/" + c.ruleset}
		}
		ours := count(filepath.Join("..", "..", "library", "lud", filepath.FromSlash(c.ours)), options...)
		public := count(shared(t, append([]string{"library", "lud"}, strings.Split(c.public, "/")...)...))
		if ours != public || !strings.HasPrefix(ours, "[") {
			t.Errorf("%s: %s; the public library has %s", c.ours, ours, public)
		}
	}
}
