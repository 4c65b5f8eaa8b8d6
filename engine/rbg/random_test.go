package rbg_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
)

// look describes everything that can be seen of a state.
func look(g *rbg.Game, s *rbg.State) string {
	out := fmt.Sprint(s.Player(), " ")
	for v := range g.Vertices {
		out += string(rune('A' + s.Piece(v)))
	}
	for i := range g.Variables {
		out += fmt.Sprint(" ", s.Variable(i))
	}
	for i := range g.Scores {
		out += fmt.Sprint(" ", s.Score(i+1))
	}
	return out
}

// TestRandomIsUniform draws moves in positions along random plays and compares
// the frequencies of the successors with those of the full list of moves.
func TestRandomIsUniform(t *testing.T) {
	for _, file := range benchFiles {
		t.Run(file, func(t *testing.T) {
			if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
				t.Skip("corpus not present")
			}
			g := load(t, file)
			s, c, r := g.NewState(), g.NewState(), rng.New(7)
			for ply := 0; ply < 100; ply++ {
				n := s.Moves()
				if n == 0 {
					c.CopyFrom(s)
					if c.Random(&r) {
						t.Fatalf("ply %d: drew a move where there is none", ply)
					}
					break
				}
				if ply%7 == 0 && n <= 60 {
					want := map[string]int{}
					for i := range n {
						c.CopyFrom(s)
						c.Moves()
						c.Apply(i)
						want[look(g, c)]++
					}
					const per = 200
					got := map[string]int{}
					for range n * per {
						c.CopyFrom(s)
						if !c.Random(&r) {
							t.Fatalf("ply %d: no move drawn", ply)
						}
						got[look(g, c)]++
					}
					chi := 0.0
					for k, m := range want {
						e := float64(m * per)
						chi += (float64(got[k]) - e) * (float64(got[k]) - e) / e
						delete(got, k)
					}
					if len(got) > 0 {
						t.Fatalf("ply %d: drew a move that is not legal", ply)
					}
					// The mean is n-1 and the deviation √(2n); 8 deviations never happen by chance.
					if free := float64(len(want)); chi > free+8*math.Sqrt(2*free+2) {
						t.Errorf("ply %d: χ² = %.1f for %d moves", ply, chi, n)
					}
				}
				s.Moves()
				s.Apply(r.Below(n))
			}
		})
	}
}
