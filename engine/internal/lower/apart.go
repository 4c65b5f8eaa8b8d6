package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
)

// Apart is what lowers functions of the board and of their arguments alone, into a program of their own.
func Apart(g *game.Game) *Lowerer {
	return &Lowerer{Code: &position.Code{Layout: &layout.Layout{G: g}, Writer: write.New(&ir.Program{Words: 1})}}
}

// Laid is the program of what was lowered apart, as closures need it.
func (k *Lowerer) Laid() *ir.Program {
	transform.Expand(k.P)
	k.P.Layout()
	return k.P
}
