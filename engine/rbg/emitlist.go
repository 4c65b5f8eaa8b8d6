package rbg

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Lists of candidates: every one is the last of a chain of steps, as in State.tree.
// The field tree has steps, the field leaves the last ones.

// act is the number of an action of a list.
func (e *emitter) act(id int32) int {
	k, ok := e.acts[id]
	if !ok {
		k = len(e.actions)
		e.acts[id] = k
		e.actions = append(e.actions, id)
	}
	return k
}

// A step is packed: the number of the step before it plus 1, its action and the vertex.
const (
	stepParent = 32
	stepAction = 16
)

func (e *emitter) packed(id int32, v, parent *ir.Expr) *ir.Expr {
	up := ir.Calc(ir.Shl, ir.Calc(ir.Wide, ir.Calc(ir.Add, parent, ir.Num(1))), ir.Long(stepParent))
	return ir.Calc(ir.Or, up, ir.Calc(ir.Wide, ir.Calc(ir.Add, v, ir.Num(e.act(id)<<stepAction))))
}

// unpack takes a step apart; -1 is the parent of the first.
func unpack(step *ir.Expr, action, v, parent *ir.Local) []*ir.Stmt {
	low := ir.Calc(ir.Narrow, step)
	return []*ir.Stmt{
		ir.Put(action, ir.Calc(ir.Shr, low, ir.Num(stepAction))),
		ir.Put(v, ir.Calc(ir.And, low, ir.Num(1<<stepAction-1))),
		ir.Put(parent, ir.Calc(ir.Sub, ir.Calc(ir.Narrow, ir.Calc(ir.Shr, step, ir.Long(stepParent))), ir.Num(1))),
	}
}

// step appends a step, which becomes the last one of the walk.
func (w *walker) step(id int32, v, parent *ir.Expr) []*ir.Stmt {
	at := ir.Within("at", 0, maxTree)
	n := ir.At(w.counts, ir.Num(0))
	out := append([]*ir.Stmt{ir.Put(at, n)}, w.limit(ir.Calc(ir.Le, ir.Num(maxTree), ir.Read(at)))...)
	return append(out,
		ir.Write(w.tree, ir.Read(at), w.packed(id, v, parent)),
		ir.Write(w.counts, ir.Num(0), ir.Calc(ir.Add, ir.Read(at), ir.Num(1))), ir.Write(w.cur, ir.Num(0), ir.Read(at)))
}

// leaf lists the walk so far as a candidate.
func (w *walker) leaf(id int32, v *ir.Expr) []*ir.Stmt {
	n := ir.Within("n", 0, maxTree)
	out := []*ir.Stmt{ir.Put(n, ir.At(w.counts, ir.Num(1)))}
	out = append(out, w.limit(ir.Calc(ir.Le, ir.Num(maxTree), ir.Read(n)))...)
	return append(out, ir.Write(w.leaves, ir.Read(n), w.packed(id, v, ir.At(w.cur, ir.Num(0)))),
		ir.Write(w.counts, ir.Num(1), ir.Calc(ir.Add, ir.Read(n), ir.Num(1))))
}

// list is the function that lists the candidates at a place, then draws and tries them until one
// is a move; it gives 0 if none is.
func (e *emitter) list(place int) *ir.Func {
	fn := e.p.Func(fmt.Sprint("draw.listed.", place), ir.I32)
	walk := e.fn(listing, e.places[place])
	i, last, loop := ir.Within("i", 0, maxTree), ir.Within("last", 0, maxTree), &ir.Label{Name: "tries"}
	count := ir.At(e.counts, ir.Num(1))
	fn.Body = []*ir.Stmt{
		ir.Write(e.counts, ir.Num(0), ir.Num(0)), ir.Write(e.counts, ir.Num(1), ir.Num(0)),
		ir.Write(e.cur, ir.Num(0), ir.Num(-1)),
	}
	fn.Body = append(fn.Body, e.begin()...)
	fn.Body = append(fn.Body,
		ir.When(ir.Invoke(walk, ir.At(e.vertex, ir.Num(0))), give(1)...),
		&ir.Stmt{Op: ir.Loop, Label: loop, Body: []*ir.Stmt{
			ir.When(ir.Calc(ir.Not, count), give(0)...),
			ir.Put(i, ir.Invoke(e.below, count)),
			ir.When(ir.Invoke(e.try(), ir.At(e.leaves, ir.Read(i))), give(1)...),
			ir.Put(last, ir.Calc(ir.Sub, count, ir.Num(1))),
			ir.Write(e.leaves, ir.Read(i), ir.At(e.leaves, ir.Read(last))),
			ir.Write(e.counts, ir.Num(1), ir.Read(last)),
		}}, ir.Give(ir.Num(1))) // metered loops may end
	return fn
}

// try is the function that makes a candidate, the chain that ends with a step, if it is a move.
func (e *emitter) try() *ir.Func {
	key := [2]int32{-1, 0}
	if fn := e.bound[key]; fn != nil {
		return fn
	}
	leaf := ir.NewLocal("leaf", ir.I64)
	fn := e.p.Func("try", ir.I32, leaf)
	e.bound[key] = fn
	e.todo = append([]func(){func() { e.tryBody(fn, leaf) }}, e.todo...) // when all actions are known
	return fn
}

func (e *emitter) tryBody(fn *ir.Func, leaf *ir.Local) {
	at := ir.NewLocal("at", ir.I64)
	x, n := ir.NewLocal("x", ir.I32), ir.Within("n", 0, maxTree)
	up, down, back := &ir.Label{Name: "up"}, &ir.Label{Name: "down"}, &ir.Label{Name: "back"}
	action, v, k := ir.Within("action", 0, len(e.actions)), e.site("v"), ir.Within("k", 0, maxTree)
	slot := func(k *ir.Expr, part int) *ir.Expr {
		return ir.Calc(ir.Add, ir.Calc(ir.Mul, k, ir.Num(2)), ir.Num(part))
	}
	// The steps before the leaf, the last one first.
	fn.Body = append(unpack(ir.Read(leaf), action, v, x), []*ir.Stmt{
		ir.Put(n, ir.Num(0)),
		{Op: ir.Loop, Label: up, Body: []*ir.Stmt{
			ir.When(ir.Calc(ir.Lt, ir.Read(x), ir.Num(0)), ir.Leave(up)),
			ir.When(ir.Calc(ir.Le, ir.Num(maxCodeNodes), ir.Read(n)),
				ir.Write(e.fault, ir.Num(0), ir.Num(1)), ir.Give(ir.Num(1))),
			ir.Put(at, ir.At(e.tree, ir.Read(x))),
			ir.Write(e.path, slot(ir.Read(n), 0), ir.Read(at)), ir.Increment(n),
			ir.Put(x, ir.Calc(ir.Sub, ir.Calc(ir.Narrow, ir.Calc(ir.Shr, ir.Read(at), ir.Long(stepParent))), ir.Num(1))),
		}},
		ir.Put(k, ir.Read(n)),
	}...)
	step := func(k *ir.Expr) []*ir.Stmt {
		return append([]*ir.Stmt{ir.Put(at, ir.At(e.path, slot(k, 0)))}, unpack(ir.Read(at), action, v, x)...)
	}
	pieces := e.table("pieces.put", ir.I16, len(e.actions)+1, func(i int) int64 {
		if i < len(e.actions) && e.g.nodes[e.actions[i]].op == opOff {
			return int64(e.g.nodes[e.actions[i]].piece)
		}
		return -1
	})
	piece, old := ir.Within("piece", -1, maxPieces-1), ir.Within("old", 0, maxPieces-1)
	put := func(to *ir.Expr) []*ir.Stmt {
		return append(append([]*ir.Stmt{ir.Put(old, ir.At(e.board, ir.Read(v)))}, e.flip(ir.Read(v), ir.Read(old), to)...),
			ir.Write(e.board, ir.Read(v), to))
	}
	now := ir.Within("now", 0, len(e.g.Pieces)-1)
	value := ir.NewLocal("value", ir.I64)
	forward := []*ir.Stmt{ir.When(ir.Calc(ir.Not, ir.Read(k)), ir.Leave(down)), ir.Decrement(k)}
	forward = append(forward, step(ir.Read(k))...)
	forward = append(forward, ir.Put(piece, ir.At(pieces, ir.Read(action))))
	off := append([]*ir.Stmt{ir.Put(now, ir.Read(piece))}, put(ir.Read(now))...)
	off = append(off, ir.Write(e.path, slot(ir.Read(k), 1), ir.Calc(ir.Wide, ir.Read(old))))
	var assign, unassign []*ir.Stmt
	for i, id := range e.actions {
		a := &e.g.nodes[id]
		if a.op != opAssign {
			continue
		}
		x, _, _ := e.eval(a.left)
		at := ir.Num(int(a.num))
		is := func() *ir.Expr { return ir.Calc(ir.Eq, ir.Read(action), ir.Num(i)) }
		assign = append(assign, ir.When(is(),
			ir.Write(e.path, slot(ir.Read(k), 1), ir.At(e.vars, at)), ir.Put(value, x), ir.Write(e.vars, at, ir.Read(value))))
		unassign = append(unassign, ir.When(is(), ir.Write(e.vars, at, ir.At(e.path, slot(ir.Read(k), 1)))))
	}
	forward = append(forward, &ir.Stmt{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Le, ir.Num(0), ir.Read(piece))}, Body: off,
		Else: assign})
	fn.Body = append(fn.Body, &ir.Stmt{Op: ir.Loop, Label: down, Body: forward})
	fn.Body = append(fn.Body, unpack(ir.Read(leaf), action, v, x)...)
	later := false
	var ends []*ir.Stmt
	for i, id := range e.actions {
		a := &e.g.nodes[id]
		var end []*ir.Stmt
		switch a.op {
		case opSwitch:
			end = append(e.switchTo(a, ir.Read(v)), give(1)...)
		case opLater:
			later = true
			end = append(e.begin(), ir.When(ir.Invoke(e.fn(making, a.next), ir.Read(v)), give(1)...))
		default:
			continue
		}
		ends = append(ends, ir.When(ir.Calc(ir.Eq, ir.Read(action), ir.Num(i)), end...))
	}
	fn.Body = append(fn.Body, ends...)
	if later {
		undo := append([]*ir.Stmt{ir.When(ir.Calc(ir.Le, ir.Read(n), ir.Read(k)), ir.Leave(back))}, step(ir.Read(k))...)
		undo = append(undo, ir.Put(now, ir.Calc(ir.Narrow, ir.At(e.path, slot(ir.Read(k), 1)))))
		restore := put(ir.Read(now))
		undo = append(undo, &ir.Stmt{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Le, ir.Num(0), ir.At(pieces, ir.Read(action)))},
			Body: restore, Else: unassign}, ir.Increment(k))
		fn.Body = append(fn.Body, ir.Put(k, ir.Num(0)), &ir.Stmt{Op: ir.Loop, Label: back, Body: undo})
	}
	fn.Body = append(fn.Body, give(0)...)
}
