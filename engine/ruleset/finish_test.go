package ruleset_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestFinish finishes copies of positions at random: each comes to an end, and
// the play that they were copied from goes on as if there had been none.
func TestFinish(t *testing.T) {
	for name, rs := range shipped(t) {
		follow := func(copies bool) string {
			var moves strings.Builder
			p, r, pick := rs.Game().NewPosition(), rng.New(1), rng.New(2)
			p.Restart(&r)
			for n := 0; n < 30 && !p.Terminal(); n++ {
				for range 3 {
					if !copies {
						break
					}
					q, other := p.Clone(), rng.New(uint64(n))
					if !q.(formal.Finisher).Finish(&other, 5000) {
						t.Fatalf("%s: no fast way to finish", name)
					}
					if !q.Terminal() || len(q.Payoffs()) != 2 {
						t.Fatalf("%s: a finished play goes on", name)
					}
				}
				i := pick.Below(p.Moves())
				moves.WriteString(p.MoveText(i) + "\n")
				p.Apply(i)
			}
			return moves.String()
		}
		if follow(true) != follow(false) {
			t.Errorf("%s: copies disturb the play", name)
		}
	}
}

// TestSwap has the second player take the place of the first: in the common form
// both keep their numbers, and the mark that was made pays who took it over.
func TestSwap(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "swap.lud",
		Text: []byte(`(game "Swap" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
		(rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))`)})
	if err != nil {
		t.Fatal(err)
	}
	for _, swap := range []bool{false, true} {
		p, r := rs.Game().NewPosition(), rng.New(1)
		p.Restart(&r)
		swapped := false
		for n := 0; !p.Terminal(); n++ {
			if want := n%2 + 1; p.Mover() != want {
				t.Errorf("swap %t: decision %d is that of player %d", swap, n, p.Mover())
			}
			move := 0
			for i := range p.Moves() {
				if strings.Contains(p.MoveText(i), "Swap") && swap && !swapped {
					move, swapped = i, true
				}
			}
			p.Apply(move)
		}
		if swapped != swap {
			t.Fatalf("swap %t: swapped %t", swap, swapped)
		}
		winner := 0
		if swap {
			winner = 1
		}
		if pay := p.Payoffs(); pay[winner].Sign() <= 0 || pay[1-winner].Sign() >= 0 {
			t.Errorf("swap %t: payoffs %v", swap, pay)
		}
	}
}
