package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/rng"
)

// unknownNumber stands for the size of a set of which nothing is known.
const unknownNumber = 1 << 10

// index says where the pieces are kept by component.
func (k *Lowerer) index() *ir.Index {
	return &ir.Index{Of: k.Fields.What, Sets: k.Fields.At, N: k.Fields.comps}
}

// parallel has the pieces of a generator go all at once where they are many.
func (k *Lowerer) parallel(gen *ir.Func) {
	pieces := k.startPieces()
	var number func(set *ir.Expr) int
	number = func(set *ir.Expr) int {
		switch set.Op {
		case ir.SetLoad:
			if i, ok := set.Args[0].Number(); ok && set.Field == k.Fields.At && pieces[i] > 0 {
				return pieces[i]
			}
		case ir.SetAnd, ir.SetMinus:
			n := number(set.Args[0])
			if set.Op == ir.SetAnd {
				n = min(n, number(set.Args[1]))
			}
			return n
		case ir.SetOr:
			return number(set.Args[0]) + number(set.Args[1])
		}
		return unknownNumber
	}
	gen.Body = ir.Parallel(k.P, gen.Body, number)
}

// startPieces is the number of pieces by component after the start rules.
func (k *Lowerer) startPieces() []int {
	if k.pieces == nil {
		k.pieces = make([]int, k.Fields.comps)
		live := rng.New(0)
		c := game.NewContext(k.G)
		c.Start(&live)
		for site := range k.Fields.sites {
			st := k.G.TypeAt(k.G.DefaultType, site)
			k.pieces[c.S.What(st, site)] += c.S.CountAt(st, site)
		}
	}
	return k.pieces
}
