package transform_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestText: the text form of a game's program is read as the same program, before and after all passes.
func TestText(t *testing.T) {
	games := 0
	var refusal *position.Refusal
	enginetest.Each(t, 40, func(name string, rs *ruleset.Ruleset) {
		p, err := lower.Game(rs.Plan())
		if errors.As(err, &refusal) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		check := func(pass string) {
			if pass != lower.Passes[0] && pass != lower.Passes[len(lower.Passes)-1] {
				return
			}
			text := &strings.Builder{}
			if err := ir.Print(text, p.Program); err != nil {
				t.Fatal(err)
			}
			q, err := ir.Parse(strings.NewReader(text.String()))
			if err != nil {
				t.Fatalf("%s, after %s: %v", name, pass, err)
			}
			again := &strings.Builder{}
			if err := ir.Print(again, q); err != nil {
				t.Fatal(err)
			}
			if again.String() != text.String() {
				a, b := strings.Split(text.String(), "\n"), strings.Split(again.String(), "\n")
				for i := range a {
					if i >= len(b) || a[i] != b[i] {
						t.Fatalf("%s, after %s: line %d is %q, read as %q", name, pass, i+1, a[i], b[min(i, len(b)-1)])
					}
				}
			}
		}
		if err := p.Finish(true, check); errors.As(err, &refusal) {
			return // games whose moves may take too long
		} else if err != nil {
			t.Fatal(err)
		}
		games++
	})
	if games == 0 {
		t.Error("no game is lowered")
	}
}
