package agent

import (
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/search"
)

// choice is the agent that best stands for in a game.
func (s Spec) choice(_ formal.Game, _ search.Facts) Spec {
	c := s
	c.kind = "uct"
	return c
}
