package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// EmitBare emits a bare list of actions: see Bare.
func (k *Lowerer) EmitBare(then *lgdl.Expr, act func()) {
	k.Emit(k.bareSites(), then, func(_, _, _ *ir.Expr) {
		k.Bare()
		act()
	})
}

// EmitBareLate is EmitBare of actions that are found out as those of EmitLate are.
func (k *Lowerer) EmitBareLate(then *lgdl.Expr, act func()) {
	k.emitLate(k.bareSites(), then, func() {
		k.Bare()
		act()
	})
}

// bareSites is the candidate of a bare list of actions.
func (k *Lowerer) bareSites() (c Candidate) {
	if !k.effect {
		c.From, c.To = ir.Num(0), ir.Num(0)
	}
	return c
}

// Bare notes that the effect whose rule is lowered is a bare list of actions: as a move of its own it comes from site 0
// and goes there (part 5, §1.2).
func (k *Lowerer) Bare() { k.bare = true }

// OnlyEffect refuses a clause that is one of bare actions as a decision, whose candidates have other sites, or, with
// several, as a move of its own inside of others.
func (k *Lowerer) OnlyEffect(e *lgdl.Expr, several bool) {
	if !k.effect && (several || !k.apartly) {
		k.No(e, "a move of bare actions")
	}
}

// OneForAll refuses a clause whose actions are one move where each is lowered as one: as a choice, or where something
// is asked after it.
func (k *Lowerer) OneForAll(e *lgdl.Expr) {
	if !k.effect || len(k.filters) > 0 {
		k.No(e, "one move of an action for each site")
	}
}

// orZero is a number that may be left out.
func orZero(e *ir.Expr) *ir.Expr {
	if e == nil {
		return ir.Num(0)
	}
	return e
}
