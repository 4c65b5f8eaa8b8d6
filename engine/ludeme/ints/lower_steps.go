package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// maxDistances bounds the sites of a board whose distances are tabulated.
const maxDistances = 512

// far is the distance of sites that are not joined, in the table.
const far = 1<<15 - 1

// lowerSteps lowers the number of steps from a site to another one or to the nearest
// of a region: on the bare board, or over the sites that a step may go to.
func lowerSteps(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountSteps(e)
	k.SiteType(a.SiteType())
	from := k.Temp("from", k.Int(a.Int1()))
	if a.Step() != nil {
		return lowerStepsByMove(k, e, from)
	}
	n := k.G.Topo.Num(k.G.DefaultType)
	if n > maxDistances {
		k.No(e, "the distances of more than %d sites", maxDistances)
	}
	distances := k.TableOnce("distance", "", ir.I16, func() []int64 {
		table := make([]int64, 0, n*n)
		for s := range int32(n) {
			for _, d := range k.G.Topo.DistancesFrom(k.G.DefaultType, k.G.DistanceRelation(), s) {
				table = append(table, int64(min(d, far)))
			}
		}
		return table
	})
	best := k.Var("steps", 0, far, ir.Num(far))
	k.If(ir.Calc(ir.Le, ir.Num(0), from), func() {
		lowerStepTargets(k, e, func(to *ir.Expr) {
			k.Choose(ir.All(k.OnBoard(from), k.OnBoard(to)), func() {
				d := k.Temp("d", ir.At(distances, ir.Calc(ir.Add, ir.Calc(ir.Mul, from, ir.Num(n)), to)))
				k.If(ir.Calc(ir.Lt, d, ir.Read(best)), func() { k.Add(ir.Put(best, d)) })
			}, k.Spoil)
		})
	})
	return ir.Cond(ir.Calc(ir.Eq, ir.Read(best), ir.Num(far)), ir.Num(0), ir.Read(best))
}

// lowerStepTargets adds what f adds for each site that steps are counted to.
func lowerStepTargets(k *lower.Lowerer, e *lgdl.Expr, f func(to *ir.Expr)) {
	a := clause.CountSteps(e)
	if a.Int2() == nil {
		k.Each(k.Keep(k.Region(a.Sites())), f)
		return
	}
	to := k.Temp("to", k.Int(a.Int2()))
	k.If(ir.Calc(ir.Le, ir.Num(0), to), func() { f(to) })
}

// lowerStepsByMove searches breadth first with the directions and the condition of a step.
func lowerStepsByMove(k *lower.Lowerer, e *lgdl.Expr, from *ir.Expr) *ir.Expr {
	a := clause.CountSteps(e)
	step := a.Step()
	if a.NewRotation() != nil {
		k.No(a.NewRotation(), "steps with turns")
	}
	cond := clause.Step(step).To().Arg("if")
	target := k.TempSet()
	set := func(op ir.StmtOp, f *ir.Field, v *ir.Expr) *ir.Stmt {
		return &ir.Stmt{Op: op, Field: f, Args: []*ir.Expr{ir.Num(0), v}}
	}
	none := k.None()
	anything, length := ir.Within("any", 0, 1), ir.NewLocal("length", ir.I32)
	k.Add(set(ir.SetStore, target, none), ir.Put(anything, ir.Num(0)), ir.Put(length, ir.Num(0)))
	k.If(ir.Calc(ir.Le, ir.Num(0), from), func() {
		if a.Int2() == nil {
			all := k.Keep(k.Region(a.Sites()))
			k.Add(ir.Put(anything, ir.Calc(ir.SetAny, all)))
			k.Store(target, ir.Calc(ir.SetAnd, all, k.Board()))
		} else {
			lowerStepTargets(k, e, func(to *ir.Expr) {
				k.Add(ir.Put(anything, ir.Num(1)))
				k.If(k.OnBoard(to), func() { k.Add(set(ir.Include, target, to)) })
			})
		}
		k.If(ir.Read(anything), func() {
			k.Add(ir.Put(length, ir.Num(game.Infinity)))
			goal := ir.SetAt(target, ir.Num(0))
			k.If(ir.All(k.OnBoard(from), ir.Calc(ir.SetAny, goal)), func() {
				k.Choose(ir.Calc(ir.SetHas, goal, from), func() { k.Add(ir.Put(length, ir.Num(0))) }, func() {
					open, may, each := k.TempSet(), k.Board(), cond
					if cond != nil && !k.Asks(cond, "from") {
						may, each = k.Members(cond, nil), nil
					}
					k.Add(set(ir.SetStore, open, may), set(ir.Exclude, open, from))
					lowerSearch(k, clause.Step(step).Direction(), from, each, open, goal, length)
				})
			})
		})
	})
	return ir.Read(length)
}

// lowerSearch adds a search from a site over open sites to the first of a goal; each step must meet a condition
// that depends on where it comes from, nil for none.
func lowerSearch(k *lower.Lowerer, dirs *lgdl.Expr, from *ir.Expr, cond *lgdl.Expr, open *ir.Field, goal *ir.Expr,
	length *ir.Local) {
	near, by := k.AdjoiningAs(dirs, from)
	if cond != nil && by.Is(0) && k.Once(cond) {
		lowerFlood(k, cond, near, from, open, goal, length)
		return
	}
	if cond == nil && by.Is(0) && k.Search(near, from, open, goal, length) {
		return
	}
	queue := k.P.Field("steps.queue", ir.Scratch, ir.I16, k.Sites()+1)
	far := k.P.Field("steps.length", ir.Scratch, ir.Int, k.Sites())
	head, n := ir.Within("head", 0, k.Sites()), ir.Within("n", 0, k.Sites())
	k.Add(ir.Write(queue, ir.Num(0), from), ir.Write(far, from, ir.Num(0)), ir.Put(head, ir.Num(0)), ir.Put(n, ir.Num(1)))
	k.Loop("search", 0, func(done *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(n)), ir.Leave(done)))
		at := k.Temp("at", ir.At(queue, ir.Read(head)))
		k.Add(ir.Increment(head))
		steps := k.Temp("steps", ir.Calc(ir.Add, ir.At(far, at), ir.Num(1)))
		k.Row(near, ir.Calc(ir.Add, by, at), func(t *ir.Expr) {
			k.If(ir.All(ir.Calc(ir.SetHas, ir.SetAt(open, ir.Num(0)), t), lowerStepFrom(k, cond, at, t)), func() {
				k.Add(ir.When(ir.Calc(ir.SetHas, goal, t), ir.Put(length, steps), ir.Leave(done)))
				k.Add(&ir.Stmt{Op: ir.Exclude, Field: open, Args: []*ir.Expr{ir.Num(0), t}}, ir.Write(far, t, steps),
					ir.Write(queue, ir.Read(n), t), ir.Increment(n))
			})
		})
	})
}

// lowerFlood adds the same search where a condition is the same for all rounds of a loop around: which steps meet it is
// asked once of each site, and all sites at one distance are left together.
func lowerFlood(k *lower.Lowerer, cond *lgdl.Expr, near *lower.Rows, from *ir.Expr, open *ir.Field, goal *ir.Expr,
	length *ir.Local) {
	known, kept := k.TempSet(), k.P.Sets("steps.kept", ir.Scratch, k.Sites())
	k.AddOnce(&ir.Stmt{Op: ir.SetStore, Field: known, Args: []*ir.Expr{ir.Num(0), k.None()}})
	ask := k.Func("steps", ir.None, func() {}, ir.Within("from", 0, k.Sites()-1))
	at := ir.Read(ask.Params[0])
	ask.Body = k.Inside(func() {
		k.Add(&ir.Stmt{Op: ir.SetStore, Field: kept, Args: []*ir.Expr{at, k.None()}},
			&ir.Stmt{Op: ir.Include, Field: known, Args: []*ir.Expr{ir.Num(0), at}})
		k.Row(near, at, func(to *ir.Expr) {
			k.If(lowerStepFrom(k, cond, at, to), func() {
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

// lowerStepFrom is the condition of a step from one site to another one.
func lowerStepFrom(k *lower.Lowerer, cond *lgdl.Expr, from, to *ir.Expr) *ir.Expr {
	if cond == nil {
		return ir.Num(1)
	}
	return k.Scoped(func() *ir.Expr {
		k.Env.From, k.Env.To = from, to
		return k.Bool(cond)
	})
}
