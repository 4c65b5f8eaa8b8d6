package booleans

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
)

// lowerTreeCentre lowers whether the vertex of the last move is the centre of its tree: see treeCentre.
func lowerTreeCentre(k *lower.Lowerer, last, who *ir.Expr) *ir.Expr {
	g := lowerEdges(k, func(what *ir.Expr) *ir.Expr {
		mine := ir.Any(ir.Calc(ir.Eq, who, ir.Num(k.G.Shared())), ir.Calc(ir.Eq, k.OwnerOf(what), who))
		return ir.All(ir.Calc(ir.Ne, what, ir.Num(0)), mine)
	})
	is := ir.Within("is", 0, 1)
	k.Add(ir.Put(is, ir.Num(0)))
	k.If(ir.All(ir.Calc(ir.Lt, last, ir.Num(g.vertices)), g.forest()), func() {
		s := ir.Within("s", 0, g.vertices-1)
		at := k.Func("tree.isCentre", ir.I32, func() { g.isCentre(ir.Read(s)) }, s)
		k.Add(ir.Put(is, ir.Invoke(at, last)))
	})
	return ir.Read(is)
}

// isCentre is the body of a function for a vertex of a forest.
func (g *edges) isCentre(s *ir.Expr) {
	k := g.k
	vertex := func(name string) *ir.Local { return ir.Within(name, -1, g.vertices-1) }
	w, by, from := vertex("w"), vertex("by"), vertex("from")
	weight := k.Func("tree.weight", ir.I32, func() { g.weight(ir.Read(w), ir.Read(by)) }, w, by)
	greedy := k.Func("tree.greedy", ir.I32, func() { g.greedy(ir.Read(from)) }, from)
	centre := vertex("centre")
	k.Add(ir.Put(centre, ir.Num(0)))
	k.If(g.degree(s), func() { g.centroid(s, centre, weight) })
	c := ir.Read(centre)
	k.Add(ir.When(ir.Calc(ir.Eq, s, c), ir.Give(ir.Num(1))))
	k.Add(ir.When(ir.All(ir.Calc(ir.Eq, g.degree(s), ir.Num(1)), ir.Calc(ir.Eq, g.degree(c), ir.Num(1))),
		ir.Give(ir.Num(1))))
	near := ir.Within("near", 0, 1)
	k.Add(ir.Put(near, ir.Num(0)))
	g.each(s, func(_, w *ir.Expr) { k.If(ir.Calc(ir.Eq, w, c), func() { k.Add(ir.Put(near, ir.Num(1))) }) })
	k.Add(ir.Give(ir.All(ir.Read(near), ir.Calc(ir.Eq, ir.Invoke(greedy, s), ir.Invoke(greedy, c)))))
}

// degree is the number of selected edges at a vertex.
func (g *edges) degree(v *ir.Expr) *ir.Expr {
	k := g.k
	n := ir.Within("degree", 0, g.n)
	k.Add(ir.Put(n, ir.Num(0)))
	g.each(v, func(_, _ *ir.Expr) { k.Add(ir.Increment(n)) })
	return ir.Read(n)
}

// centroid is that of network.
func (g *edges) centroid(s *ir.Expr, centre *ir.Local, weight *ir.Func) {
	k := g.k
	list, in := g.numbers("centroid.list", g.vertices), g.numbers("centroid.in", g.vertices)
	n, parent, next := ir.Within("n", 0, g.vertices), ir.Within("parent", -1, g.vertices-1),
		ir.Within("next", -1, g.vertices-1)
	g.forget(in)
	k.Add(ir.Put(n, ir.Num(0)), ir.Put(centre, s), ir.Put(parent, ir.Num(-1)))
	g.enter(list, in, n, s)
	g.spread(list, in, n, ir.Num(0), func(v *ir.Expr) {
		k.If(ir.Calc(ir.Lt, v, ir.Read(centre)), func() { k.Add(ir.Put(centre, v)) })
	})
	half := k.Temp("half", ir.Calc(ir.Div, ir.Read(n), ir.Num(2)))
	k.Loop("down", g.vertices+1, func(loop *ir.Label) {
		k.Add(ir.Put(next, ir.Num(-1)))
		g.each(ir.Read(centre), func(_, w *ir.Expr) { // at most one has more than half of the vertices
			k.If(ir.Calc(ir.Ne, w, ir.Read(parent)), func() {
				heavy := ir.Calc(ir.Lt, half, ir.Invoke(weight, w, ir.Read(centre)))
				k.If(heavy, func() { k.Add(ir.Put(next, w)) })
			})
		})
		k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(next), ir.Num(0)), ir.Leave(loop)),
			ir.Put(parent, ir.Read(centre)), ir.Put(centre, ir.Read(next)))
	})
}

// weight is that of network, the body of a function.
func (g *edges) weight(w, by *ir.Expr) {
	k := g.k
	list, in := g.numbers("weight.list", g.vertices), g.numbers("weight.in", g.vertices)
	n := ir.Within("n", 0, g.vertices)
	g.forget(in)
	k.Add(ir.Put(n, ir.Num(0)), ir.Write(in, by, ir.Num(1)))
	g.enter(list, in, n, w)
	g.spread(list, in, n, ir.Num(0), func(*ir.Expr) {})
	k.Add(ir.Give(ir.Read(n)))
}

// greedy is that of network, the body of a function.
func (g *edges) greedy(from *ir.Expr) {
	k := g.k
	in := g.numbers("greedy.in", g.vertices)
	n, v, next := ir.Within("n", 0, g.vertices+1), ir.Within("v", -1, g.vertices-1), ir.Within("next", 0, g.vertices)
	g.forget(in)
	k.Add(ir.Put(n, ir.Num(1)), ir.Put(v, from), ir.Write(in, from, ir.Num(1)))
	k.Loop("walk", g.vertices+1, func(loop *ir.Label) {
		k.Add(ir.Put(next, ir.Num(g.vertices)))
		g.each(ir.Read(v), func(_, w *ir.Expr) {
			k.If(ir.All(ir.Calc(ir.Not, ir.At(in, w)), ir.Calc(ir.Lt, w, ir.Read(next))),
				func() { k.Add(ir.Put(next, w)) })
		})
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(next), ir.Num(g.vertices)), ir.Leave(loop)),
			ir.Put(v, ir.Read(next)), ir.Write(in, ir.Read(v), ir.Num(1)), ir.Increment(n))
	})
	k.Add(ir.Give(ir.Read(n)))
}
