package rbg

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
)

// walker writes what a walk does from a node: statements that leave by done when what the
// family looks for is found, and come to their end when it is not, with everything undone.
type walker struct {
	*emitter
	family
	done    func() []*ir.Stmt
	depth   int      // of nodes that stand in place of calls
	picked  *ir.Expr // the vertex of an opPick; nil: it is in memory
	drawnOn pieceSet // what may be there
}

// Up to smallWalk nodes a walk stands in place of its call wherever it is called; deepWalk is
// the number of nodes in a row that may do so.
const (
	smallWalk = 5
	deepWalk  = 24
)

// fn is the function that walks from a node at its parameter and tells whether what the family
// looks for was found.
func (e *emitter) fn(f family, id int32) *ir.Func {
	key := [2]int32{int32(f), id}
	if fn := e.bound[key]; fn != nil {
		return fn
	}
	v := e.site("v")
	fn := e.p.Func(fmt.Sprintf("%s.%d", familyNames[f], id), ir.I32, v)
	fn.Recursive = e.looping[id]
	e.bound[key] = fn
	e.todo = append(e.todo, func() {
		w := &walker{emitter: e, family: f, done: func() []*ir.Stmt { return give(1) }}
		fn.Body = append(w.inside(id, ir.Read(v), e.all), give(0)...)
	})
	return fn
}

func give(v int) []*ir.Stmt { return []*ir.Stmt{ir.Give(ir.Num(v))} }

// site is a variable for a vertex.
func (e *emitter) site(name string) *ir.Local { return ir.Within(name, 0, e.n-1) }

// calls reports whether a walk from a node is a call.
func (w *walker) calls(id int32) bool {
	return w.depth > deepWalk || w.refs[id] > 1 && w.weight(id, smallWalk) == 0
}

// weight is what is left of a number after taking one for every node of a walk from id.
func (w *walker) weight(id int32, left int) int {
	n := &w.g.nodes[id]
	if n.op == opSwitch {
		if w.follows(n) && left > 0 {
			return w.weight(n.next, left-1)
		}
		return left
	}
	for _, k := range edges(n) {
		if left == 0 {
			break
		}
		left = w.weight(k, left-1)
	}
	return left
}

// walk goes on at a node, where one of the pieces of here is.
func (w *walker) walk(id int32, v *ir.Expr, here pieceSet) []*ir.Stmt {
	if w.calls(id) {
		return []*ir.Stmt{ir.When(ir.Invoke(w.fn(w.family, id), v), w.done()...)}
	}
	inner := *w
	inner.depth++
	return inner.inside(id, v, here)
}

// inside writes a node itself.
func (w *walker) inside(id int32, v *ir.Expr, here pieceSet) []*ir.Stmt {
	if w.written++; w.written > maxWritten {
		refuse("the program is too long")
	}
	n := &w.g.nodes[id]
	switch n.op {
	case opOff, opAssign:
		return w.modify(n, id, v, here)
	case opSwitch:
		return w.complete(n, id, v, here)
	case opLater:
		if w.family == listing {
			return w.leaf(id, v)
		}
	}
	if out, ok := w.rotated(id, n, v); ok {
		return out
	}
	return w.node(n, v, here)
}

// node writes a node that changes nothing.
func (w *walker) node(n *node, v *ir.Expr, here pieceSet) []*ir.Stmt {
	switch n.op {
	case opBranch:
		return w.each(n.kids, v, here)
	case opHops:
		var out []*ir.Stmt
		for i := range n.ways {
			out = append(out, w.node(&n.ways[i], v, here)...)
		}
		return append(out, w.each(n.kids, v, here)...)
	case opDispatch:
		return w.dispatch(n, v, here)
	case opIf, opCond:
		pre, cond := w.holds(n, v, here)
		yes, no := n.next, n.other
		if n.op == opCond {
			no = -1
			if !n.want {
				yes, no = -1, n.next
			}
		}
		s := &ir.Stmt{Op: ir.If}
		if yes >= 0 {
			s.Body = w.walk(yes, v, here)
		}
		if no >= 0 {
			s.Else = w.walk(no, v, here)
		}
		if yes < 0 {
			cond, s.Body, s.Else = ir.Calc(ir.Not, cond), s.Else, nil
		}
		s.Args = []*ir.Expr{cond}
		return append(pre, s)
	case opStep, opStepOn, opFan, opFanOn:
		mask := n.mask
		if n.op == opStep || n.op == opFan {
			mask = w.all
		}
		return w.fan(n.rel, mask, v, func(t *ir.Expr) []*ir.Stmt { return w.walk(n.next, t, mask.and(w.all)) })
	case opRay:
		return w.ray(n, v, here)
	case opFlood:
		return w.floodFrom(n, v)
	case opOn:
		return []*ir.Stmt{ir.When(w.on(n.mask, v, here), w.walk(n.next, v, here.and(n.mask))...)}
	case opCmp:
		return []*ir.Stmt{ir.When(w.compare(n), w.walk(n.next, v, here)...)}
	case opVisit:
		at := ir.NewLocal("mark", ir.I32)
		stamp := ir.At(w.stamp, ir.Num(0))
		return []*ir.Stmt{
			ir.Put(at, ir.Calc(ir.Add, ir.At(w.base, ir.Num(0)), ir.Calc(ir.Add, v, ir.Num(int(n.slot)*w.n)))),
			ir.When(ir.Calc(ir.Ne, ir.At(w.seen, ir.Read(at)), stamp),
				append([]*ir.Stmt{ir.Write(w.seen, ir.Read(at), stamp)}, w.walk(n.next, v, here)...)...),
		}
	case opLater:
		return w.walk(n.next, v, here)
	case opPick:
		if w.picked != nil {
			return w.walk(n.next, w.picked, w.drawnOn.and(w.all))
		}
		t := w.site("picked")
		return append([]*ir.Stmt{ir.Put(t, ir.At(w.drawn, ir.Num(0)))}, w.walk(n.next, ir.Read(t), w.all)...)
	case opAccept:
		return w.done()
	}
	panic("rbg: a node that is not lowered")
}

func (w *walker) each(kids []int32, v *ir.Expr, here pieceSet) (out []*ir.Stmt) {
	for _, k := range kids {
		out = append(out, w.walk(k, v, here)...)
	}
	return out
}

// dispatch goes on as the piece at v asks.
func (w *walker) dispatch(n *node, v *ir.Expr, here pieceSet) []*ir.Stmt {
	var order []int32
	masks := map[int32]pieceSet{}
	for p, k := range n.byPiece {
		if !here.has(uint8(p)) || len(w.g.nodes[k].kids) == 0 && w.g.nodes[k].op == opBranch {
			continue
		}
		if _, ok := masks[k]; !ok {
			order = append(order, k)
		}
		m := masks[k]
		m.add(p)
		masks[k] = m
	}
	// What is left after the tests that failed is no longer there.
	var build func(i int, here pieceSet) []*ir.Stmt
	build = func(i int, here pieceSet) []*ir.Stmt {
		if i == len(order) {
			return nil
		}
		m := masks[order[i]]
		rest := here
		for k := range rest {
			rest[k] &^= m[k]
		}
		test := w.on(m, v, here)
		if test.Is(1) {
			return w.walk(order[i], v, m)
		}
		return []*ir.Stmt{{Op: ir.If, Args: []*ir.Expr{test}, Body: w.walk(order[i], v, m), Else: build(i+1, rest)}}
	}
	return build(0, here)
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

// ray goes on at v and at every vertex on a line from it.
func (w *walker) ray(n *node, v *ir.Expr, here pieceSet) []*ir.Stmt {
	at, loop := w.site("at"), &ir.Label{Name: "ray"}
	t, is := w.target(n.rel, n.mask, ir.Read(at))
	further := []*ir.Stmt{ir.When(ir.Calc(ir.Not, is), ir.Leave(loop)), ir.Put(at, t)}
	if w.slides(n) {
		out := w.fall(n, v, at)
		if out == nil {
			out = []*ir.Stmt{ir.Put(at, v), {Op: ir.Loop, Label: loop, Body: further, Rounds: w.n}}
		}
		return append(out, w.walk(n.next, ir.Read(at), here.or(n.mask).and(w.all))...)
	}
	body := append(w.walk(n.next, ir.Read(at), here.or(n.mask).and(w.all)), further...)
	return []*ir.Stmt{ir.Put(at, v), {Op: ir.Loop, Label: loop, Body: body, Rounds: w.n}}
}

// fall finds at once where a ray ends that goes to ever higher vertices: before the lowest
// vertex on its way that has another piece. It is nil for other rays.
func (w *walker) fall(n *node, v *ir.Expr, at *ir.Local) []*ir.Stmt {
	one := n.rel.one
	before, reached := make([]int64, w.n), make([]bool, w.n)
	for u, t := range one {
		if t >= 0 && (t <= int32(u) || reached[t]) || w.words > 1 {
			return nil
		}
		if t >= 0 {
			before[t], reached[t] = int64(u), true
		}
	}
	ways, ends := make([]int64, w.n), make([]int64, w.n)
	for u := w.n - 1; u >= 0; u-- {
		if ends[u] = int64(u); one[u] >= 0 {
			ways[u], ends[u] = ways[one[u]]|1<<one[u], ends[one[u]]
		}
	}
	of := func(name string, elem ir.Elem, values []int64) *ir.Field {
		return w.table(fmt.Sprint(name, n.rel.id), elem, w.n, func(i int) int64 { return values[i] })
	}
	stops := ir.NewLocal("stops", ir.I64)
	others := w.having(w.all.minus(n.mask), ir.Num(0))
	return []*ir.Stmt{
		ir.Put(stops, ir.Calc(ir.And, ir.At(of("way", ir.Word, ways), v), others)),
		ir.Put(at, ir.At(of("end", ir.I16, ends), v)),
		ir.When(ir.Calc(ir.Ne, ir.Read(stops), ir.Long(0)),
			ir.Put(at, ir.At(of("before", ir.I16, before), ir.Calc(ir.Lowest, ir.Read(stops))))),
	}
}

// slides reports whether a ray is known to be one of State.walk's that slide.
func (w *walker) slides(n *node) bool {
	for i := range w.g.insts {
		if in := &w.g.insts[i]; in.node == n {
			return in.slide
		}
	}
	return false
}

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
	var make, undo, out []*ir.Stmt
	var guard *ir.Expr
	if n.op == opOff {
		make, undo = w.put(v, n.piece, here)
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
		make = []*ir.Stmt{ir.Put(old, ir.At(w.vars, num)), ir.Write(w.vars, num, ir.Read(value))}
		undo = []*ir.Stmt{ir.Write(w.vars, num, ir.Read(old))}
	}
	if in.sure && w.family == making {
		out = append(out, make...)
		if n.fresh && w.layer > 0 {
			out = append(out, w.mark()...)
		}
		return append(out, rest(w, here)...)
	}
	inner := *w
	if n.index != 0 && w.family == listing {
		parent := ir.NewLocal("parent", ir.I32)
		make = append(make, ir.Put(parent, ir.At(w.cur, ir.Num(0))))
		make = append(make, w.step(id, v, ir.Read(parent))...)
		undo = append(undo, ir.Write(w.cur, ir.Num(0), ir.Read(parent)))
	}
	if w.looping[id] {
		depth := ir.At(w.emitter.depth, ir.Num(0))
		make = append(make, w.limit(ir.Calc(ir.Le, ir.Num(maxLoopDepth), depth))...)
		make = append(make, ir.Write(w.emitter.depth, ir.Num(0), ir.Calc(ir.Add, depth, ir.Num(1))))
		undo = append(undo, ir.Write(w.emitter.depth, ir.Num(0), ir.Calc(ir.Sub, depth, ir.Num(1))))
	}
	if n.fresh && w.layer > 0 {
		begin, end := w.segment()
		make, undo = append(make, begin...), append(end, undo...)
	}
	body := make
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

// follows reports whether a switch is the only one to where the keeper begins.
func (w *walker) follows(n *node) bool { return n.num == 0 && w.switches[n.next] == 1 }

// complete ends a move. A keeper's move that begins nowhere else is made at once: if there is none,
// keep finds that out again.
func (w *walker) complete(n *node, id int32, v *ir.Expr, here pieceSet) []*ir.Stmt {
	if w.family == listing {
		return w.leaf(id, v)
	}
	end := w.switchTo(n, v)
	if w.follows(n) && w.depth <= deepWalk {
		k := &walker{emitter: w.emitter, family: making, done: w.done, depth: w.depth + 1}
		end = append(append(end, w.begin()...), k.inside(n.next, v, here)...)
	}
	end = append(end, w.done()...)
	if w.family == skipping {
		left := ir.At(w.skip, ir.Num(0))
		return []*ir.Stmt{{Op: ir.If, Args: []*ir.Expr{left},
			Body: []*ir.Stmt{ir.Write(w.skip, ir.Num(0), ir.Calc(ir.Sub, left, ir.Num(1)))}, Else: end}}
	}
	return end
}

func (e *emitter) switchTo(n *node, v *ir.Expr) []*ir.Stmt {
	return []*ir.Stmt{
		ir.Write(e.player, ir.Num(0), ir.Num(int(n.num))), ir.Write(e.vertex, ir.Num(0), v),
		ir.Write(e.place, ir.Num(0), ir.Num(e.placeOf[n.next])),
	}
}

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
	any := func(kids []int32) ([]*ir.Expr, bool) {
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
		list, ok := any(n.kids)
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
		rest, ok := any(n.kids)
		return ir.Any(append(list, rest...)...), ok
	}
	return nil, false
}
