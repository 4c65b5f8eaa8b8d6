package rbg

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// modify writes an off or an assignment. What undoes it stands behind what follows, so nothing
// need be noted of it: a condition undoes it on its way out as well.
func (w *walker) modify(n *node, id int32, v *ir.Expr, here pieceSet) []*ir.Stmt {
	in := &w.g.insts[id]
	if n.op == opOff && in.scout {
		if next := &w.g.nodes[n.next]; w.refs[n.next] == 1 && w.words == 1 && (next.op == opStepOn || next.op == opFanOn) {
			return w.scouted(n, id, next, v, here)
		}
	}
	return w.change(n, id, v, here, func(w *walker, here pieceSet) []*ir.Stmt { return w.walk(n.next, v, here) })
}

// scouted is an off before a step elsewhere, which is looked at first: nothing is put where it
// leads nowhere.
func (w *walker) scouted(n *node, id int32, next *node, v *ir.Expr, here pieceSet) []*ir.Stmt {
	if next.rel.one != nil {
		t, is := w.target(next.rel, next.mask, v)
		return []*ir.Stmt{ir.When(is, w.change(n, id, v, here, func(w *walker, _ pieceSet) []*ir.Stmt {
			return w.walk(next.next, t, next.mask.and(w.all))
		})...)}
	}
	set := ir.NewLocal("set", ir.I64)
	return []*ir.Stmt{
		ir.Put(set, ir.Calc(ir.And, w.row(next.rel, v, ir.Num(0)), w.having(next.mask, ir.Num(0)))),
		ir.When(ir.Calc(ir.Ne, ir.Read(set), ir.Long(0)), w.change(n, id, v, here,
			func(w *walker, _ pieceSet) []*ir.Stmt {
				return w.members(set, ir.Num(0), func(t *ir.Expr) []*ir.Stmt {
					return w.walk(next.next, t, next.mask.and(w.all))
				})
			})...),
	}
}

// change makes a modification, goes on and undoes it.
func (w *walker) change(n *node, id int32, v *ir.Expr, here pieceSet,
	rest func(w *walker, here pieceSet) []*ir.Stmt) []*ir.Stmt {
	in := &w.g.insts[id]
	num := ir.Num(int(n.num))
	var does, undo, out []*ir.Stmt
	var guard *ir.Expr
	if n.op == opOff {
		does, undo = w.put(v, n.piece, here)
		here = pieceSet{}
		here.add(int(n.piece))
	} else {
		value := ir.NewLocal("value", ir.I64)
		x, lo, hi := w.eval(n.left)
		out = append(out, ir.Put(value, x))
		var tests []*ir.Expr
		if lo < 0 {
			tests = append(tests, ir.Calc(ir.Le, ir.Long(0), ir.Read(value)))
		}
		if most := w.g.bounds[n.num]; hi > most {
			tests = append(tests, ir.Calc(ir.Le, ir.Read(value), ir.Long(uint64(most))))
		}
		if len(tests) > 0 {
			guard = ir.All(tests...)
		}
		old := ir.NewLocal("old", ir.I64)
		does = []*ir.Stmt{ir.Put(old, ir.At(w.vars, num)), ir.Write(w.vars, num, ir.Read(value))}
		undo = []*ir.Stmt{ir.Write(w.vars, num, ir.Read(old))}
	}
	if in.sure && w.family == making {
		out = append(out, does...)
		if n.fresh && w.layer > 0 {
			out = append(out, w.mark()...)
		}
		return append(out, rest(w, here)...)
	}
	inner := *w
	if n.index != 0 && w.family == listing {
		parent := ir.NewLocal("parent", ir.I32)
		does = append(does, ir.Put(parent, ir.At(w.cur, ir.Num(0))))
		does = append(does, w.step(id, v, ir.Read(parent))...)
		undo = append(undo, ir.Write(w.cur, ir.Num(0), ir.Read(parent)))
	}
	if w.looping[id] {
		depth := ir.At(w.emitter.depth, ir.Num(0))
		does = append(does, w.limit(ir.Calc(ir.Le, ir.Num(maxLoopDepth), depth))...)
		does = append(does, ir.Write(w.emitter.depth, ir.Num(0), ir.Calc(ir.Add, depth, ir.Num(1))))
		undo = append(undo, ir.Write(w.emitter.depth, ir.Num(0), ir.Calc(ir.Sub, depth, ir.Num(1))))
	}
	if n.fresh && w.layer > 0 {
		begin, end := w.segment()
		does, undo = append(does, begin...), append(end, undo...)
	}
	body := does
	if w.family == inCondition {
		found, scope := ir.Within("found", 0, 1), &ir.Label{Name: "inner"}
		inner.done = func() []*ir.Stmt { return []*ir.Stmt{ir.Put(found, ir.Num(1)), ir.Leave(scope)} }
		body = append(body, ir.Put(found, ir.Num(0)), &ir.Stmt{Op: ir.Scope, Label: scope, Body: rest(&inner, here)})
		body = append(body, undo...)
		body = append(body, ir.When(ir.Read(found), w.done()...))
	} else {
		body = append(append(body, rest(&inner, here)...), undo...)
	}
	if guard != nil {
		return append(out, ir.When(guard, body...))
	}
	return append(out, body...)
}

// limit spoils the play and leaves if a condition holds.
func (w *walker) limit(beyond *ir.Expr) []*ir.Stmt {
	return []*ir.Stmt{ir.When(beyond, append([]*ir.Stmt{ir.Write(w.fault, ir.Num(0), ir.Num(1))}, w.done()...)...)}
}

// mark gives out the next mark of visited vertices.
func (e *emitter) mark() []*ir.Stmt {
	next := ir.NewLocal("clock", ir.I32)
	return []*ir.Stmt{
		ir.Put(next, ir.Calc(ir.Add, ir.At(e.clock, ir.Num(0)), ir.Num(1))),
		ir.Write(e.clock, ir.Num(0), ir.Read(next)), ir.Write(e.stamp, ir.Num(0), ir.Read(next)),
	}
}

// segment is what begins and ends a part of a walk with marks of its own.
func (w *walker) segment() (begin, end []*ir.Stmt) {
	base, stamp := ir.Within("base", 0, maxSeen), ir.NewLocal("stamp", ir.I32)
	begin = []*ir.Stmt{
		ir.Put(base, ir.At(w.base, ir.Num(0))), ir.Put(stamp, ir.At(w.stamp, ir.Num(0))),
		ir.Write(w.base, ir.Num(0), ir.Calc(ir.Add, ir.Read(base), ir.Num(w.layer))),
	}
	begin = append(begin, w.limit(ir.Calc(ir.Le, ir.Num(w.layer*(w.layers()-1)), ir.Read(base)))...)
	begin = append(begin, w.mark()...)
	return begin, []*ir.Stmt{
		ir.Write(w.base, ir.Num(0), ir.Read(base)), ir.Write(w.stamp, ir.Num(0), ir.Read(stamp)),
	}
}
