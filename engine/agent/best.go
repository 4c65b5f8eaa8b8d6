package agent

import (
	"github.com/astragal/astragal/engine/search"
)

// choice is the agent that best stands for in a game: tree search in all of them, by
// GRAVE in games of two players without chance and secrets, because what one playout
// says of a move then says something of many positions, and plain uct in all others.
// docs/agents.md has the measurements behind it.
func (s Spec) choice(f search.Facts) Spec {
	c := s
	c.kind = "uct"
	if f.Players == 2 && !f.Draws && !f.Joint && !f.Hidden {
		c.options[selection] = "grave"
	}
	return c
}
