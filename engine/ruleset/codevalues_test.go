package ruleset

import (
	"math"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// TestCodeValues compares the values of positions along random plays, worked out on
// compiled memory, with those by the rules. Terms are added up in another order there.
func TestCodeValues(t *testing.T) {
	games, refused, compared, valued := 0, 0, 0, 0
	for number, rs := range codeGames(t) {
		if number%6 != 0 {
			continue
		}
		for _, values := range []search.Values{search.Material, search.Standard} {
			v, f, err := search.New(rs.Game(), values, false)
			if err != nil {
				t.Fatalf("%s: %v", rs.Name(), err)
			}
			w, ok := v.(*codeWorld)
			if !ok {
				refused++ // several pieces are moved at once
				break
			}
			if strings.Contains(w.values.String(), "lines") {
				continue // what pieces are near to depends on the order in which they are looked at
			}
			if f.Draws {
				break // moves that a player would have depend on a throw
			}
			r, _, err := search.New(rs.Game(), values, true)
			if err != nil {
				t.Fatal(err)
			}
			games++
			p, pick, live := rs.Game().NewPosition().(*position), rng.New(5), rng.New(7)
			p.Restart(&live)
			ours, theirs := make([]float64, f.Players), make([]float64, f.Players)
			for ply := 0; ply < 40 && !p.Terminal(); ply++ {
				if w.Load(p, false) != nil || r.(*world).Load(p, false) != nil {
					break // the play goes on by the rules
				}
				if err := w.Guard(func() { w.Values(ours) }); err != nil {
					break
				}
				// By the rules moves are counted that may turn out not to be legal.
				if _, sure := r.List(); sure {
					r.Values(theirs)
				} else {
					copy(theirs, ours)
				}
				for i := range ours {
					compared++
					if ours[i] != 0 {
						valued++
					}
					if math.Abs(ours[i]-theirs[i]) > 1e-5 {
						t.Fatalf("%s, %v, ply %d: %v, by the rules %v", rs.Name(), values, ply, ours, theirs)
					}
				}
				p.Apply(pick.Below(p.Moves()))
			}
		}
	}
	t.Logf("%d games, %d refused, %d values, %d other than 0", games, refused, compared, valued)
	if games < 10 || 5*refused > games || valued*4 < compared {
		t.Errorf("%d games, %d values, %d other than 0", games, compared, valued)
	}
}
