package play_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
)

// TestUniform draws moves in positions of games whose moves are drawn in
// different ways: from slots, from sets, from lists, with a check afterwards.
// Every legal move must come up equally often.
func TestUniform(t *testing.T) {
	for _, name := range []string{"race/Breakthrough", "territory/Amazons", "connection/Hex", "capture/Konane",
		"capture/EnglishDraughts", "blocking/MuTorere"} {
		t.Run(name, func(t *testing.T) { uniform(t, enginetest.Ours(t, name).Plan()) })
	}
}

func uniform(t *testing.T, g *game.Game) {
	c := game.NewContext(g)
	c.Lazy = true
	live, pick := rng.New(1), rng.New(2)
	c.Start(&live)
	for ply := range 12 {
		if c.S.Over {
			return
		}
		type key struct{ from, to int32 }
		count := map[key]int{}
		for _, m := range c.Legal() {
			count[key{m.From, m.To}] = 0
		}
		if len(count) == len(c.Legal()) {
			draws := 300 * len(count)
			for range draws {
				m := draw(c, &pick)
				if _, ok := count[key{m.From, m.To}]; !ok {
					t.Fatalf("ply %d: %v is not legal", ply, m)
				}
				count[key{m.From, m.To}]++
			}
			chi := 0.0
			for _, n := range count {
				chi += float64((n-300)*(n-300)) / 300
			}
			// Five standard deviations above the mean of the distribution.
			if k := float64(len(count) - 1); chi > k+5*math.Sqrt(2*k)+5 {
				t.Errorf("ply %d: chi square %.1f for %d moves: %v", ply, chi, len(count), fmt.Sprint(count))
			}
		}
		c.Play(draw(c, &pick))
	}
}

// draw draws a move as a random playout does.
func draw(c *game.Context, pick *rng.SplitMix64) game.Move {
	for n := c.Candidates(); ; n-- {
		i := pick.Below(n)
		if m, ok := c.Candidate(i); ok {
			return m
		}
		c.DropCandidate(i)
	}
}
