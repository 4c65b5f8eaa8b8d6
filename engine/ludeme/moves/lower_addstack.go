package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerAddStacked lowers the placing of a piece on top of the stack of a site, or of those of a
// region.
func lowerAddStacked(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: piece, to, count, stack, then.
	if a[2] != nil {
		k.No(e, "an argument of %s", e.Form.Text)
	}
	comp := lowerPiece(k, e, a[0])
	to := a[1]
	k.Only(to, 0, 1, 2, 5, 6)
	st := k.TypeOf(to.Args[0])
	place := func(site *ir.Expr) {
		lowerApply(k, to.Args[6])
		k.At(st, site, func() { k.Put(site, comp, nil) })
	}
	if to.Args[1] == nil {
		site := k.Env.To
		if to.Args[2] != nil {
			site = k.Int(to.Args[2])
		}
		site = k.Temp("site", k.Iterator(e, site))
		k.Env.To = site
		site = k.Fitting(site, game.Off, k.Span()-1)
		k.If(ir.All(k.ExistsOn(st, site), k.Cond(to.Args[5])), func() {
			k.Emit(lower.Candidate{From: site, To: site}, a[4], func(_, to, _ *ir.Expr) { place(to) })
		})
		return
	}
	region := k.Region(to.Args[1])
	if to.Args[6] != nil {
		k.No(to.Args[6], "an effect on the sites of a region")
	}
	if to.Args[5] == nil {
		k.EmitSet(lower.Candidate{}, region, a[4], func(_, to, _ *ir.Expr) { place(to) })
		return
	}
	k.Each(region, func(site *ir.Expr) {
		k.Env.To = site
		k.If(k.Bool(to.Args[5]), func() {
			k.Emit(lower.Candidate{From: site, To: site}, a[4], func(_, to, _ *ir.Expr) { place(to) })
		})
	})
}

// lowerPiece is the component that a move places: the one named or numbered, or that of the mover.
func lowerPiece(k *lower.Lowerer, e, p *lgdl.Expr) *ir.Expr {
	if p == nil {
		return ir.Num(k.Mover)
	}
	if n := p.Args[1]; n != nil {
		return k.Int(n)
	}
	names := piecesNamed(p)
	if p.Arg("state") != nil || len(names) != 1 {
		k.No(p, "a piece with a state, or several")
	}
	part := compilePiece(k.Parts, p)
	return k.OfMover(part.Components[0])
}
