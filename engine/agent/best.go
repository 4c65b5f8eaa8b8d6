package agent

import (
	"github.com/astragal/astragal/engine/search"
)

// choice is the agent that best stands for in a game: the solver in deduction puzzles,
// tree search in all others, with progressive history in games of two players without chance and secrets, because
// what one playout says of a move then says something of many positions, and plain uct in all others.
// docs/agents.md has the measurements behind it.
func (s Spec) choice(w search.World, f search.Facts) Spec {
	c := s
	if _, ok := w.(search.Assigner); ok && !s.Timed() {
		c.kind = "deduce"
		return c
	}
	c.kind = "uct"
	if f.Players == 2 && !f.Draws && !f.Joint && !f.Hidden {
		c.options[selection] = "history"
	}
	return c
}
