package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// lowerSearch adds a search from a site to the first of a goal.
func lowerSearch(k *lower.Lowerer, e *lgdl.Expr, from, goal *ir.Expr, length *ir.Local) {
	open, cond := rule.StepsOver(k, e, from, true)
	reached := func(site, steps *ir.Expr, done *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.SetHas, goal, site), ir.Put(length, steps), ir.Leave(done)))
	}
	if e.Named("newRotation") != nil {
		near, by := rule.TurningSteps(k, e, from)
		rule.LowerSteps(k, near, by, from, open, cond, nil, reached)
		return
	}
	near, by := rule.StepTable(k, e, from)
	switch {
	case cond != nil && by.Is(0) && k.Once(cond):
		lowerFlood(k, cond, near, from, open, goal, length)
	case cond == nil && by.Is(0) && k.Search(near, from, open, goal, length):
	default:
		rule.LowerSteps(k, near, rule.Same(by), from, open, cond, nil, reached)
	}
}

// lowerFlood adds the same search where a condition is the same for all rounds of a loop around: which steps meet it is
// asked once of each site, and all sites at one distance are left together.
func lowerFlood(k *lower.Lowerer, cond *lgdl.Expr, near *write.Rows, from *ir.Expr, open *ir.Field, goal *ir.Expr,
	length *ir.Local) {
	known, kept := k.TempSet(), k.P.Sets("steps.kept", ir.Scratch, k.Sites())
	k.AddOnce(&ir.Stmt{Op: ir.SetStore, Field: known, Args: []*ir.Expr{ir.Num(0), k.None()}})
	ask := k.Func("steps", ir.None, func() {}, ir.Within("from", 0, k.Sites()-1))
	at := ir.Read(ask.Params[0])
	ask.Body = k.Inside(func() {
		k.Add(&ir.Stmt{Op: ir.SetStore, Field: kept, Args: []*ir.Expr{at, k.None()}},
			&ir.Stmt{Op: ir.Include, Field: known, Args: []*ir.Expr{ir.Num(0), at}})
		k.Row(near, at, func(to *ir.Expr) {
			k.If(rule.StepFrom(k, cond, at, to), func() {
				k.Add(&ir.Stmt{Op: ir.Include, Field: kept, Args: []*ir.Expr{at, to}})
			})
		})
	})
	if !k.Closed(ask) {
		k.No(cond, "a step that depends on more than its sites")
	}
	left, next, steps := k.NewSet(), k.TempSet(), k.Var("steps", 0, k.Sites(), ir.Num(0))
	k.Include(left, from)
	of := func(f *ir.Field) *ir.Expr { return ir.SetAt(f, ir.Num(0)) }
	k.Loop("flood", k.Sites()+1, func(done *ir.Label) {
		k.Store(next, k.None())
		k.Each(of(left), func(site *ir.Expr) {
			k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, of(known), site)), func() {
				k.Add(&ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(ask, site)}})
			})
			k.Store(next, ir.Calc(ir.SetOr, of(next), ir.SetAt(kept, site)))
		})
		k.Store(next, ir.Calc(ir.SetAnd, of(next), of(open)))
		k.Add(ir.Increment(steps))
		k.Add(ir.When(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, of(next), goal)), ir.Put(length, ir.Read(steps)), ir.Leave(done)))
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, of(next))), ir.Leave(done)))
		k.Store(open, ir.Calc(ir.SetMinus, of(open), of(next)))
		k.Store(left, of(next))
	})
}
