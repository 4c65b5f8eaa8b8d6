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
