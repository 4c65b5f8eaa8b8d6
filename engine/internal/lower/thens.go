package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// recorded adds that a move has been made, which is the last one from now on: by a player, or by 0, nobody.
func (k *Lowerer) recorded(by int, from, to, level, pass *ir.Expr) {
	f := &k.Fields
	k.Add(f.Put(layout.MoveNumber, ir.Calc(ir.Add, f.Get(layout.MoveNumber), ir.Num(1))))
	k.noteMover(ir.Num(by), from)
	if by == 0 {
		k.noteNobody()
		k.noteNobodys()
	}
	k.Add(
		f.Put(layout.LastFrom, from),
		f.Put(layout.LastTo, to),
		f.Put(layout.LastLevel, level),
		f.Put(layout.Passed, pass),
	)
	k.RecordTypes()
	k.NoteCrossed(k.Hurdles)
	if k.TellsActs {
		k.Add(f.Put(layout.AfterFrom, f.Get(layout.ActFrom)), f.Put(layout.AfterTo, f.Get(layout.ActTo)))
	}
}

// Around lowers moves with consequents around them, nil for none.
func (k *Lowerer) Around(then *lgdl.Expr, f func()) {
	if then == nil {
		f()
		return
	}
	outer := k.thens
	k.thens = append(append([]*lgdl.Expr{}, outer...), then)
	f()
	k.thens = outer
}

// Doubled lowers moves around which the consequents come twice, and what they begin with: that is made once, where it
// makes no difference, and refused elsewhere. Watched plays tell of it twice, for which each move begins with again.
func (k *Lowerer) Doubled(f func(again func())) {
	again := func() {}
	for _, e := range k.priors {
		if e.Any(func(x *lgdl.Expr) bool { return x == k.clause }) {
			continue // these moves are among those that others begin with
		}
		if e.Any(unrepeatable) {
			k.No(e, "moves that begin with others twice")
		}
		if k.effect || k.apartly || k.appending || k.joint != nil { // others are logged before
			k.Unwatched(e)
		}
		again = k.logAgain
	}
	thens, filters := k.thens, k.filters
	var twice []*lgdl.Expr
	for _, e := range thens {
		twice = append(twice, e, e)
	}
	k.thens, k.filters = twice, nil
	for _, x := range filters {
		x.depth *= 2
		k.filters = append(k.filters, x)
	}
	f(again)
	k.thens, k.filters = thens, filters
}

// Then adds a consequent. It sees no iterators, so that it is the same wherever the
// same player has moved: it is lowered once.
func (k *Lowerer) Then(e *lgdl.Expr) {
	k.afterwards(func() { k.asTurn(func() { k.then(e) }) })
}

func (k *Lowerer) then(e *lgdl.Expr) {
	then := func() any {
		env, dependent := k.Env, k.dependent
		k.Env = Env{}
		fn := k.Func("then", ir.None, func() { k.Perform(clause.Then(e).NonDecision()) })
		k.Env = env
		k.selfMade(dependsOnPiece|dependsOnBetween, dependent)
		return fn
	}
	if k.resolver.on {
		k.Call(then().(*ir.Func))
		return
	}
	key := consequent{k.shape(e), k.Mover, k.ActLog != nil && k.afterMove}
	fn, list := k.again(k.consequents[key], place{then: e}, then)
	k.consequents[key] = list
	k.Call(fn.(*ir.Func))
}
