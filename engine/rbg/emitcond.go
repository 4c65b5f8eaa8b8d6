package rbg

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// holds is the truth of the condition of n at v, after some statements.
func (w *walker) holds(n *node, v *ir.Expr, here pieceSet) (pre []*ir.Stmt, cond *ir.Expr) {
	if n.lines != nil {
		return w.online(n, v)
	}
	c := *w
	c.family = inCondition
	if !n.fresh || w.layer == 0 {
		if x, ok := c.truth(n.body, v, here, 0); ok {
			return nil, x
		}
	}
	found, scope := ir.Within("found", 0, 1), &ir.Label{Name: "holds"}
	c.done = func() []*ir.Stmt { return []*ir.Stmt{ir.Put(found, ir.Num(1)), ir.Leave(scope)} }
	var after []*ir.Stmt
	keep := func(f *ir.Field) {
		l := ir.NewLocal("was", ir.I32)
		pre = append(pre, ir.Put(l, ir.At(f, ir.Num(0))))
		after = append(after, ir.Write(f, ir.Num(0), ir.Read(l)))
	}
	if n.fresh && w.layer > 0 {
		keep(w.stamp)
		pre = append(pre, w.mark()...)
	}
	if w.words > 1 && w.flooding(n.body, map[int32]bool{}) {
		keep(w.flooded)
		keep(w.queued)
	}
	pre = append(pre, ir.Put(found, ir.Num(0)),
		&ir.Stmt{Op: ir.Scope, Label: scope, Body: c.walk(n.body, v, here)})
	return append(pre, after...), ir.Read(found)
}

// flooding reports whether there is an opFlood behind a node of a condition.
func (e *emitter) flooding(id int32, seen map[int32]bool) bool {
	if seen[id] {
		return false
	}
	seen[id] = true
	n := &e.g.nodes[id]
	if n.op == opFlood {
		return true
	}
	for _, k := range edges(n) {
		if e.flooding(k, seen) {
			return true
		}
	}
	return false
}

// maxTruth bounds how deep truth looks.
const maxTruth = 6

// truth is a condition that begins at a node as an expression, if it is short or a call.
func (w *walker) truth(id int32, v *ir.Expr, here pieceSet, depth int) (*ir.Expr, bool) {
	if w.calls(id) {
		return ir.Invoke(w.fn(inCondition, id), v), true
	}
	if depth > maxTruth || w.looping[id] {
		return nil, false
	}
	return w.truthOf(&w.g.nodes[id], v, here, depth)
}

func (w *walker) truthOf(n *node, v *ir.Expr, here pieceSet, depth int) (*ir.Expr, bool) {
	and := func(x *ir.Expr, v *ir.Expr, here pieceSet) (*ir.Expr, bool) {
		rest, ok := w.truth(n.next, v, here, depth+1)
		if !ok {
			return nil, false
		}
		return ir.All(x, rest), true
	}
	each := func(kids []int32) ([]*ir.Expr, bool) {
		var list []*ir.Expr
		for _, k := range kids {
			x, ok := w.truth(k, v, here, depth+1)
			if !ok {
				return nil, false
			}
			list = append(list, x)
		}
		return list, true
	}
	switch n.op {
	case opAccept:
		return ir.Num(1), true
	case opOn:
		return and(w.on(n.mask, v, here), v, here.and(n.mask))
	case opCmp:
		return and(w.compare(n), v, here)
	case opStep, opStepOn:
		mask := w.all
		if n.op == opStepOn {
			mask = n.mask.and(w.all)
		}
		t, is := w.target(n.rel, mask, v)
		return and(is, t, mask)
	case opFan, opFanOn:
		if w.g.nodes[n.next].op != opAccept || w.words > 1 {
			return nil, false
		}
		set := w.row(n.rel, v, ir.Num(0))
		if n.op == opFanOn {
			set = ir.Calc(ir.And, set, w.having(n.mask, ir.Num(0)))
		}
		return ir.Calc(ir.Ne, set, ir.Long(0)), true
	case opRay, opFlood:
		return ir.Num(1), w.g.nodes[n.next].op == opAccept
	case opBranch:
		list, ok := each(n.kids)
		return ir.Any(list...), ok
	case opHops:
		var list []*ir.Expr
		for i := range n.ways {
			x, ok := w.truthOf(&n.ways[i], v, here, depth+1)
			if !ok {
				return nil, false
			}
			list = append(list, x)
		}
		rest, ok := each(n.kids)
		return ir.Any(append(list, rest...)...), ok
	}
	return nil, false
}

// rotated writes a loop of a condition, a choice between steps that lead back to it and other
// ways, without calls: for a condition the order of ways means nothing.
func (w *walker) rotated(id int32, n *node, v *ir.Expr) ([]*ir.Stmt, bool) {
	if w.family != inCondition || n.op != opBranch || !w.looping[id] {
		return nil, false
	}
	back := -1
	for i, k := range n.kids {
		if !w.looping[k] {
			continue
		}
		if back >= 0 {
			return nil, false
		}
		back = i
	}
	if back < 0 {
		return nil, false
	}
	var chain []*node
	for k := n.kids[back]; k != id; {
		c := &w.g.nodes[k]
		if c.op != opOn && c.op != opStep && c.op != opStepOn || len(chain) > 8 {
			return nil, false
		}
		chain = append(chain, c)
		k = c.next
	}
	at, loop := w.site("at"), &ir.Label{Name: "round"}
	var body []*ir.Stmt
	for i, k := range n.kids {
		if i != back {
			body = append(body, w.walk(k, ir.Read(at), w.all)...)
		}
	}
	leave := func(unless *ir.Expr) { body = append(body, ir.When(ir.Calc(ir.Not, unless), ir.Leave(loop))) }
	for _, c := range chain {
		if c.op == opOn {
			leave(w.on(c.mask, ir.Read(at), w.all))
			continue
		}
		mask := w.all
		if c.op == opStepOn {
			mask = c.mask
		}
		t, is := w.target(c.rel, mask, ir.Read(at))
		leave(is)
		body = append(body, ir.Put(at, t))
	}
	return []*ir.Stmt{ir.Put(at, v), {Op: ir.Loop, Label: loop, Body: body}}, true
}
