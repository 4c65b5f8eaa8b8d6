package draw

import "testing"

// TestEveryInscriptionHasAnOutline: a character without one would be drawn as letters.
func TestEveryInscriptionHasAnOutline(t *testing.T) {
	for _, s := range sets {
		for name, what := range s.pieces {
			for _, text := range []string{what.first, what.others} {
				if outlineOf()[firstRune(text)] == "" {
					t.Errorf("%s: no outline of %q", name, text)
				}
			}
		}
	}
}
