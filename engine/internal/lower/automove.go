package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// By (automove) forced moves are made with the move before them: those of the same player in the same phase that go to
// a site to which no other goes, all at once, and again on the position that these lead to (part 3, §14). They are its
// last consequents. What is asked of a move before it is legal does not see them, but for whether it brings back a
// position, or loses.

// checkAutomove refuses the games in which forced moves would be other ones than by the rules, which find them when the
// moves are listed.
func (k *Lowerer) checkAutomove() {
	g := k.G
	if !k.goesOn() {
		return
	}
	compares := func(f *lgdl.Form) bool { return f.Text == "(max maxMovesType [withValue:bool] moves [(then)])" }
	draws := func(e *lgdl.Expr) bool { return e != nil && k.AsksDraw(e) }
	rules, plays := clause.Game(g.Root()).Rules(), false
	for _, ph := range phases(rules) {
		plays = plays || draws(k.playOf(rules, ph))
	}
	for i := range g.Components {
		plays = plays || draws(g.Components[i].Rule)
	}
	switch {
	case plays || len(g.Dice) > 0:
		k.No(g.Root(), "forced moves, with chance")
	case g.DeductionPuzzle || g.Meta.Gravity || g.Has(game.SequenceCapture) || k.AnyForm(compares):
		k.No(g.Root(), "forced moves, in puzzles, with gravity, late removals or moves that are compared")
	case k.AnyRule(asksPassed) || k.AnyRule(asksPending) && k.AnyRule(setsPending):
		k.No(g.Root(), "forced moves, where it is asked what is pending, or who has passed")
	}
}

// goesOn reports whether moves go on with forced ones.
func (k *Lowerer) goesOn() bool { return k.G.Meta.Automove && k.G.Mode == game.Alternating }

// goOn adds the moves that are forced after a move of a rule; none follow the pass of who has no move.
func (k *Lowerer) goOn(rule int) {
	if rule > 0 && k.goesOn() {
		k.Call(k.automove(k.Mover))
	}
}

// automove is the function that makes the moves of a player that are forced.
func (k *Lowerer) automove(p int) *ir.Func {
	name := fmt.Sprintf("automove.p%d", p)
	if fn := k.Known(name); fn != nil {
		return fn
	}
	fn := k.Fresh(name, ir.None)
	k.Share(name, fn)
	back, dependent := k.aside(), k.dependent
	of, deciding, isDecision, credits, early := k.clause, k.deciding, k.isDecision, k.credit, k.early
	k.clause, k.deciding, k.isDecision, k.credit, k.early, k.Mover = nil, false, false, credit{}, false, p
	fn.Body = k.Inside(func() {
		rules := clause.Game(k.G.Root()).Rules()
		k.byPhase(p, len(phases(rules)), func(i int) {
			k.afterwards(func() { k.automoves(k.playOf(rules, phases(rules)[i])) })
		})
	})
	k.clause, k.deciding, k.isDecision, k.credit, k.early = of, deciding, isDecision, credits, early
	k.selfMade(^dependencies(0), dependent)
	back()
	return fn
}

// automoves adds that the forced moves of a play are made, in the order in which they are found, until none is.
func (k *Lowerer) automoves(play *lgdl.Expr) {
	f := &k.Fields
	rounds, some := k.Var("rounds", 0, game.AutomoveLimit, ir.Num(0)), ir.Within("some", 0, 1)
	k.Loop("forced", game.AutomoveLimit+1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(rounds), ir.Num(game.AutomoveLimit)), ir.Leave(loop)),
			ir.Increment(rounds))
		after := func() {}
		if k.TellsActs { // the move with all that came of it so far is the last one while others are found
			a, b := k.Temp("a", f.Get(layout.AfterFrom)), k.Temp("b", f.Get(layout.AfterTo))
			k.Add(f.Put(layout.AfterFrom, f.Get(layout.ActFrom)), f.Put(layout.AfterTo, f.Get(layout.ActTo)))
			after = func() { k.Add(f.Put(layout.AfterFrom, a), f.Put(layout.AfterTo, b)) }
		}
		k.perform(func() { k.Moves(play) }, false, func(numbers []int, base, end *ir.Expr) *ir.Expr {
			after()
			left := k.unrivalled(numbers, base, end)
			k.Add(ir.Put(some, ir.Calc(ir.Lt, base, left)))
			return left
		})
		k.Add(ir.When(ir.Calc(ir.Not, ir.Read(some)), ir.Leave(loop)))
	})
}

// unrivalled leaves of listed candidates those that go where no other goes, and returns the end of their list.
func (k *Lowerer) unrivalled(numbers []int, base, end *ir.Expr) *ir.Expr {
	c := k.Candidates
	each := func(f func(move, to *ir.Expr)) {
		i := k.Var("i", 0, 1<<30, base)
		k.Loop("listed", 0, func(loop *ir.Label) {
			k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
			move := k.Temp("move", ir.At(c.Moves, ir.Read(i)))
			f(move, k.goesTo(numbers, move))
			k.Add(ir.Increment(i))
		})
	}
	once, again := k.NewSet(), k.NewSet()
	nowhere, left := k.Var("nowhere", 0, 1<<30, ir.Num(0)), k.Var("left", 0, 1<<30, base)
	each(func(_, to *ir.Expr) {
		k.Choose(ir.Calc(ir.Lt, to, ir.Num(0)), func() { k.Add(ir.Increment(nowhere)) }, func() {
			k.If(ir.Calc(ir.SetHas, ir.SetAt(once, ir.Num(0)), to), func() { k.Include(again, to) })
			k.Include(once, to)
		})
	})
	each(func(move, to *ir.Expr) {
		is := k.Var("alone", 0, 1, ir.Calc(ir.Eq, ir.Read(nowhere), ir.Num(1)))
		k.If(ir.Calc(ir.Le, ir.Num(0), to), func() {
			k.Add(ir.Put(is, ir.Calc(ir.Not, ir.Calc(ir.SetHas, ir.SetAt(again, ir.Num(0)), to))))
		})
		k.If(ir.Read(is), func() { k.Add(ir.Write(c.Moves, ir.Read(left), move), ir.Increment(left)) })
	})
	return ir.Read(left)
}

// goesTo is the site that a listed candidate goes to by the rules, which effects without a site take from what stands
// around them.
func (k *Lowerer) goesTo(numbers []int, move *ir.Expr) *ir.Expr {
	to, number := transform.ToOf(move), transform.RuleOf(move)
	for _, n := range numbers {
		switch r := k.rules[n]; {
		case r.bare:
			to = ir.Cond(ir.Calc(ir.Eq, number, ir.Num(n)), ir.Num(0), to)
		case r.siteless:
			to = ir.Cond(ir.Calc(ir.Eq, number, ir.Num(n)), ir.Num(-1), to)
		}
	}
	return k.Temp("to", to)
}
