package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// Apart is what lowers functions of the board and of their arguments alone, into a program of their own.
func Apart(g *game.Game) *Lowerer {
	return &Lowerer{G: g, P: &ir.Program{Words: 1}, body: new([]*ir.Stmt), tables: map[uint64][]*ir.Field{},
		worked: map[string]*ir.Field{}, workedRows: map[string][]*Rows{}}
}

// Laid is the program of what was lowered apart, as closures need it.
func (k *Lowerer) Laid() *ir.Program {
	ir.Expand(k.P)
	k.P.Layout()
	return k.P
}
