package lower

import (
	"cmp"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// test is the function that reports whether the condition of a filter holds after a
// move, whose rule is number n, 0 for none yet: the move is made, the condition asked,
// and the position put back. by is the rule of the move.
func (k *Lowerer) test(x filter, by *rule, then *lgdl.Expr, own bool,
	act func(from, to, data *ir.Expr), same Same) (*ir.Func, *rule) {
	f := &k.Fields
	effect := k.effect
	if effect && x.cond != nil { // by the rules an effect is tried as a move of its own, the last one there is then
		k.effect, by, same = false, nil, Same{}
	}
	if prefixes := k.prefixes; by == nil || x.depth > 0 || len(prefixes) > 0 {
		k.prefixes = nil // they have been made
		by = k.ruleOf(same, then, k.thens[x.depth:], own, act)
		if k.prefixes = prefixes; by.regroups && len(prefixes) > 0 {
			k.No(k.clause, "the group that a move was found with, where what it begins with has been made")
		}
	}
	k.effect = effect
	if x.supports {
		if len(k.prefixes) > 0 {
			k.No(k.clause, "moves that begin with others, where what lies on what forbids some")
		}
		if then != nil || len(k.thens) > 0 {
			by = k.ruleOf(same, nil, nil, own, act)
		}
		return k.isSupported(x, by), by
	}
	if x.turn {
		return k.survives(x, by), by
	}
	apply := by.apply
	var asked *ir.Func
	if x.holds == nil {
		asked = k.holds(x)
	}
	from, to := ir.Within("from", -1, f.Span-1), ir.Within("to", -1, f.Span-1)
	data, ok := ir.NewLocal("data", ir.I32), ir.Within("ok", 0, 1)
	env, thens, filters, mover, as, seen := k.Env, k.thens, k.filters, k.Mover, k.as, f.Seen
	k.filters, k.Mover, k.as, f.Seen = nil, x.mover, x.as, x.seen
	fn := k.Func("test", ir.I32, func() {
		undo := k.keepDecided()
		k.Add(&ir.Stmt{Op: ir.Save, Field: x.saved})
		if x.first != nil {
			x.first()
		}
		k.StartMove()
		k.Call(apply, ir.Read(from), ir.Read(to), ir.Read(data))
		if x.goesOn {
			k.Call(k.automove(x.mover))
		}
		k.endTried()
		if asked != nil {
			k.Add(ir.Put(ok, ir.Invoke(asked)))
		} else {
			k.Add(ir.Put(ok, x.holds()))
		}
		k.Add(&ir.Stmt{Op: ir.Restore, Field: x.saved})
		undo()
		k.Add(ir.Give(ir.Read(ok)))
	}, from, to, data)
	k.Env, k.thens, k.filters, k.Mover, k.as, f.Seen = env, thens, filters, mover, as, seen
	return fn, by
}

// testAll is the function that reports whether several conditions hold after a move that all
// of them make as it is chosen: it is made once. Those that no clause says look at whole
// positions and come last.
func (k *Lowerer) testAll(r *rule) *ir.Func {
	f := &k.Fields
	list := slices.Clone(r.asked)
	slices.SortStableFunc(list, func(a, b filter) int { return cmp.Compare(late(a), late(b)) })
	saved := list[0].saved
	from, to := ir.Within("from", -1, f.Span-1), ir.Within("to", -1, f.Span-1)
	data, ok := ir.NewLocal("data", ir.I32), ir.Within("ok", 0, 1)
	env, thens, filters, seen := k.Env, k.thens, k.filters, f.Seen
	k.filters = nil
	fn := k.Func("tests", ir.I32, func() {
		undo := k.keepDecided()
		k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
		for _, x := range list {
			if x.first != nil {
				x.first()
			}
		}
		k.StartMove()
		k.Call(r.apply, ir.Read(from), ir.Read(to), ir.Read(data))
		k.endTried()
		next := k.Var("next", 0, k.G.Players, ir.At(f.Vars[layout.Next], ir.Num(0)))
		for i, x := range list {
			if f.Seen = x.seen; i > 0 {
				k.Add(ir.Write(f.Vars[layout.Next], ir.Num(0), ir.Read(next))) // which a condition sees as of the next turn
			}
			k.Add(ir.Put(ok, k.askedAfter(x)))
			k.If(ir.Calc(ir.Not, ir.Read(ok)), func() {
				k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
				undo()
				k.Add(ir.Give(ir.Num(0)))
			})
		}
		k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
		undo()
		k.Add(ir.Give(ir.Num(1)))
	}, from, to, data)
	k.Env, k.thens, k.filters, f.Seen = env, thens, filters, seen
	return fn
}

// late is 1 for a condition that no clause says, else 0.
func late(x filter) int {
	if x.holds != nil {
		return 1
	}
	return 0
}

// holding is a condition that is asked after moves.
type holding struct {
	cond  int // its shape
	mover int
	as    acting
	next  int64 // the next player, where he is a constant
}

// holds is the function that asks the condition of a filter.
func (k *Lowerer) holds(x filter) *ir.Func {
	key := holding{cond: k.shape(x.cond), mover: x.mover}
	if x.as != nil {
		key.as, key.next = *x.as, x.seen[layout.Next].K
	}
	made, list := k.again(k.held[key], place{clause: x.cond}, func() any { return k.holdsAfter(x) })
	k.held[key] = list
	return made.(*ir.Func)
}

// holdsAfter lowers it.
func (k *Lowerer) holdsAfter(x filter) *ir.Func {
	f := &k.Fields
	acting, outer, dependent := k.acting, k.aside(), k.dependent
	k.acting, k.asking, k.Mover, k.as, f.Seen = acting, true, x.mover, x.as, x.seen
	fn := k.Func("holds", ir.I32, func() {
		// In the condition the next player is the one after this turn.
		k.If(ir.Calc(ir.Eq, f.Get(layout.Next), ir.Num(k.Mover)), func() { k.Add(f.Put(layout.Next, f.Get(layout.Prev))) })
		k.Env = Env{}
		k.Add(ir.Give(k.Bool(x.cond)))
	})
	outer()
	k.selfMade(dependsOnPiece|dependsOnBetween, dependent)
	return fn
}
