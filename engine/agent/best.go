package agent

import (
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// The random plays by which best chooses, and the mean number of alternatives from
// which on positions are wide. docs/agents.md has the measurements behind it.
const (
	bestPlays = 8
	bestPlies = 400
	wide      = 16
)

// choice is the agent that best stands for in a game: tree search in all of them, by
// GRAVE in games of two players without chance and secrets in which there are many
// moves to choose from, because what one playout says of a move then says something
// of many positions, and plain uct in all others.
func (s Spec) choice(g formal.Game, f search.Facts) Spec {
	c := s
	c.kind = "uct"
	if f.Players != 2 || f.Draws || f.Joint || f.Hidden {
		return c
	}
	if branching(g) >= wide {
		c.options[selection] = "grave"
	}
	return c
}

// branching is the mean number of decisions in the positions of a few random plays,
// which are always the same; 0 where something goes wrong.
func branching(g formal.Game) float64 {
	sum, positions := 0, 0
	for n := range uint64(bestPlays) {
		r := rng.New(n)
		p := g.NewPosition()
		p.Restart(&r)
		for range bestPlies {
			if p.Terminal() {
				break
			}
			k := p.Moves()
			if k < 1 {
				return 0
			}
			sum += k
			positions++
			p.Apply(r.Below(k))
		}
	}
	if positions == 0 {
		return 0
	}
	return float64(sum) / float64(positions)
}
