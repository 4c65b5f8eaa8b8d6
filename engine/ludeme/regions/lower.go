package regions

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerStatic lowers regions that the game compiles to a constant set.
func lowerStatic(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Static(e, k.Parts.Region(e)) }

func lowerIndex(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0].Text == "Empty" && e.Args[2] == nil {
		k.SiteType(e.Args[1])
		return k.Empty()
	}
	return lowerStatic(k, e)
}

func lowerOccupied(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.Only(e, 0, 2, 9)
	k.SiteType(e.Args[9])
	if e.Args[2] == nil {
		k.No(e, "the pieces of a player")
	}
	return k.Pieces(e, e.Args[2].Text)
}

// lowerRegions lowers the regions of the equipment with a name or an owner.
func lowerRegions(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0] != nil {
		k.No(e, "the regions of a player")
	}
	r := k.Parts.Region(e)
	if r.Static != nil {
		return k.Static(e, r)
	}
	if role := e.Args[1]; role == nil || role.Text != "Mover" || !k.Settled() {
		k.No(e, "regions that change")
	}
	c := k.Blank
	mover := c.S.Mover
	c.S.Mover = k.Mover
	set := make(game.Set, k.G.SetWords)
	r.AddTo(c, set)
	c.S.Mover = mover
	words := make([]uint64, k.P.Words)
	copy(words, set)
	return ir.SetOf(words)
}

// lowerOperator lowers an operation on two regions.
func lowerOperator(op ir.Op) lower.RegionRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		return ir.Calc(op, k.Region(e.Args[0]), k.Region(e.Args[1]))
	}
}
