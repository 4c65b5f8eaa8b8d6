package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// A pass is a pass only if none of its consequents is a decision (part 3, §12.3): one after
// which the players change sides is not.

// decisions says what there is of moves and effects, see mayPass.
type decisions struct {
	undecided    bool // some moves are no decisions
	effectPasses bool // some effects pass
}

// Decision lowers a clause that is a decision, as (move …) is, also where it is an effect.
func (k *Lowerer) Decision(f func()) {
	outer := k.isDecision
	k.isDecision = true
	f()
	k.isDecision = outer
}

// Noted is what a candidate does, with a note that it is a decision where it is an effect.
func (k *Lowerer) noted(act func(from, to, data *ir.Expr)) func(from, to, data *ir.Expr) {
	if !k.effect && !k.apartly || !k.isDecision || k.prior {
		return act
	}
	if k.DecidedAfter == nil {
		k.DecidedAfter = k.P.Field("decided", ir.Scratch, ir.Int, 1)
	}
	return func(from, to, data *ir.Expr) {
		act(from, to, data)
		k.Add(ir.Write(k.DecidedAfter, ir.Num(0), ir.Num(1)))
	}
}

// Uncounted lowers effects that come before a move.
func (k *Lowerer) Uncounted(f func()) {
	outer := k.prior
	k.prior = true
	f()
	k.prior = outer
}

// countDecisions begins to count those of the consequents of a move.
func (k *Lowerer) countDecisions() {
	if k.DecidedAfter != nil {
		k.Add(ir.Write(k.DecidedAfter, ir.Num(0), ir.Num(0)))
	}
}

// keepDecided returns what undoes that decisions have been counted from here on, those of moves that are only tried.
func (k *Lowerer) keepDecided() (undo func()) {
	if k.DecidedAfter == nil {
		return func() {}
	}
	was := k.Temp("was", ir.At(k.DecidedAfter, ir.Num(0)))
	return func() { k.Add(ir.Write(k.DecidedAfter, ir.Num(0), was)) }
}

// stillPass reports whether a move that is a pass has stayed one; of one that has not, it is
// noted that the last move was none.
func (k *Lowerer) stillPass() *ir.Expr {
	if k.DecidedAfter == nil {
		return ir.Num(1)
	}
	pass := k.Temp("pass", ir.Calc(ir.Not, ir.At(k.DecidedAfter, ir.Num(0))))
	k.Add(k.Fields.Put(layout.Passed, pass))
	return pass
}

// mayPass notes moves that are no decisions, and effects that pass: by the rules such a move is a pass where one of its
// effects passes, and code does not tell it. A game that has both is refused.
func (k *Lowerer) mayPass(undecided, passes bool) {
	k.undecided, k.effectPasses = k.undecided || undecided, k.effectPasses || passes
	if k.undecided && k.effectPasses {
		k.No(k.clause, "passes as effects, and moves that are no decisions")
	}
}

// Before is PerformAll for effects that come before a move.
func (k *Lowerer) Before(f func()) {
	if k.finding != nil {
		k.finding.on = true
	}
	k.AsPart(func() { k.PerformAll(f) })
}

// AsPart lowers effects that come before a move as a part of it, none of which is a decision.
func (k *Lowerer) AsPart(f func()) {
	outer := k.asPart
	k.asPart = true
	k.Uncounted(f)
	k.asPart = outer
}

// afterwards lowers what follows a move or an effect, which is found when that has been made and may have decisions of
// its own, unless moves of other actions begin with that.
func (k *Lowerer) afterwards(f func()) {
	prior, part, after := k.prior, k.asPart, k.afterMove
	k.prior, k.asPart = prior && !part, false
	k.afterMove = after || !k.prior
	f()
	k.prior, k.asPart, k.afterMove = prior, part, after
}
