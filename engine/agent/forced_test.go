package agent_test

import (
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// wins reports whether a player wins from a position within so many plies, by trying
// everything.
func wins(p formal.Position, player, plies int) bool {
	if p.Terminal() {
		return p.Payoffs()[player-1].Sign() > 0
	}
	if plies == 0 {
		return false
	}
	own := p.Mover() == player
	for i := range p.Moves() {
		q := p.Clone()
		q.Apply(i)
		if wins(q, player, plies-1) == own {
			return own
		}
	}
	return !own
}

// TestForced compares the only winning moves of positions of random plays with what
// trying everything finds.
func TestForced(t *testing.T) {
	for formalism, g := range ticTacToe(t) {
		w, f, err := search.New(g, search.None, false)
		if err != nil {
			t.Fatal(err)
		}
		x, err := search.NewForced(w, f, g.Name())
		if err != nil {
			if formalism == "lgdl" {
				t.Error(err)
			}
			continue // payoffs without bounds
		}
		puzzles := 0
		for seed := range uint64(40) {
			r := rng.New(seed)
			p := g.NewPosition()
			p.Restart(&r)
			for ply := 0; !p.Terminal(); ply++ {
				if ply >= 2 {
					only, within, err := x.Only(t.Context(), p, 5, 1_000_000)
					if err != nil {
						t.Fatal(err)
					}
					want, plies := naive(p, 5)
					if only != want || want >= 0 && within != plies {
						t.Fatalf("%s, seed %d, ply %d: move %d within %d, expected %d within %d", formalism, seed, ply, only, within,
							want, plies)
					}
					if only >= 0 && within > 1 {
						puzzles++
					}
				}
				p.Apply(r.Below(p.Moves()))
			}
		}
		if puzzles < 10 {
			t.Errorf("%s: %d puzzles in 40 plays", formalism, puzzles)
		}
	}
}

// naive is what Forced.Only finds, by trying everything.
func naive(p formal.Position, most int) (only, plies int) {
	if p.Moves() < 2 {
		return -1, 0
	}
	for plies = 1; plies <= most; plies++ {
		var winners []int
		for i := range p.Moves() {
			q := p.Clone()
			q.Apply(i)
			if wins(q, p.Mover(), plies-1) {
				winners = append(winners, i)
			}
		}
		switch len(winners) {
		case 0:
		case 1:
			return winners[0], plies
		default:
			return -1, 0
		}
	}
	return -1, 0
}
