package ruleset

import (
	"math"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// towers is a game of stacks in which no rule goes through the pieces of a player.
func towers(t *testing.T) *Ruleset {
	t.Helper()
	loader, err := NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(Source{File: "towers.lud", Text: []byte(`(game "Towers" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (play (move Add (to (sites Board) if:(< (size Stack at:(to)) 3)) stack:True))
			(end (if (= (size Stack at:(centrePoint)) 3) (result Mover Win)))))`)})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// TestCodeValues compares the values of positions along random plays, worked out on compiled memory, with those by the
// rules. Terms are added up in another order there. What a position is worth to which compiled code itself has made a
// move must be what it is worth when it is loaded.
func TestCodeValues(t *testing.T) {
	games, refused, compared, valued := 0, 0, 0, 0
	var sample []*Ruleset
	for number, rs := range codeGames(t) {
		if number%2 == 0 {
			sample = append(sample, rs)
		}
	}
	for _, rs := range append(sample, towers(t)) {
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
			moved, followed := make([]float64, f.Players), false
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
					if followed && math.Abs(ours[i]-moved[i]) > 1e-5 {
						t.Fatalf("%s, %v, ply %d: %v, after the move %v", rs.Name(), values, ply, ours, moved)
					}
				}
				decision := 0
				if err := w.Guard(func() {
					n, _ := w.List()
					i := pick.Below(n)
					w.Down(i)
					if followed = !w.Over(); followed {
						w.Values(moved)
					}
					decision = w.Index(0, i)
				}); err != nil {
					break
				}
				p.Apply(decision)
			}
		}
	}
	t.Logf("%d games, %d refused, %d values, %d other than 0", games, refused, compared, valued)
	if games < 10 || 5*refused > games || valued*4 < compared {
		t.Errorf("%d games, %d values, %d other than 0", games, compared, valued)
	}
}
