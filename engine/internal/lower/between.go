package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// The sites that the last move went over belong to the position where a rule asks for them.

func (k *Lowerer) betweenField() {
	if k.anyRule(func(x *lgdl.Expr) bool {
		return x.Kind == lgdl.Clause && x.Form != nil && x.Form.Text == "(last Between)"
	}) {
		k.Crossed = k.P.Sets("crossed", ir.State, 1)
	}
}

// AsksBetween reports whether a rule asks what the last move went over.
func (k *Lowerer) AsksBetween() bool { return k.Crossed != nil }

// NoBetween refuses a clause whose moves go over sites, where a rule asks for them.
func (k *Lowerer) NoBetween(e *lgdl.Expr) {
	if k.Crossed != nil && !k.effect {
		k.No(e, "what such moves go over")
	}
}

// Cross says over which sites the move that is lowered goes, where a rule asks for that: what f adds is given a
// function for each. It comes last of what the move does.
func (k *Lowerer) Cross(f func(over func(site *ir.Expr))) {
	if k.Crossed == nil {
		return
	}
	set := k.NewSet()
	f(func(site *ir.Expr) { k.Include(set, site) })
	k.Hurdles = ir.SetAt(set, ir.Num(0))
}

// LastBetween is the set of the sites that the last move went over.
func (k *Lowerer) LastBetween(e *lgdl.Expr) *ir.Expr {
	if k.joint != nil || k.apartly {
		k.No(e, "(last Between) among moves that are made together, or one after the other")
	}
	return ir.SetAt(k.Crossed, ir.Num(0))
}

// cross notes what a move goes over, nil for nothing.
func (k *Lowerer) cross(over *ir.Expr) {
	if k.Crossed == nil {
		return
	}
	if over == nil {
		over = k.None()
	}
	k.Store(k.Crossed, over)
}
