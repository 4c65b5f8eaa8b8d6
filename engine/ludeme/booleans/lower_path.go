package booleans

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// edges is a network of selected edges while it is lowered: see network.
type edges struct {
	k           *lower.Lowerer
	vertices, n int         // vertices and edges of the board
	has         *ir.Field   // by edge
	size        *ir.Expr    // selected edges
	at          *lower.Rows // by vertex: its edges, each followed by the vertex at its other end
	ends        *ir.Field   // by edge: its ends, one after the other
}

// lowerEdges selects the edges for which ok holds, of what stands on them.
func lowerEdges(k *lower.Lowerer, ok func(what *ir.Expr) *ir.Expr) *edges {
	topo := k.G.Topo
	g := &edges{k: k, vertices: topo.Num(board.Vertex), n: topo.Num(board.Edge)}
	rows, ends := make([][]int32, g.vertices), make([]int64, 2*g.n)
	for x := range g.n {
		v := topo.Incident(board.Edge, int32(x), board.Vertex)
		ends[2*x], ends[2*x+1] = int64(v[0]), int64(v[1])
	}
	for v := range rows {
		for _, x := range topo.Incident(board.Vertex, int32(v), board.Edge) {
			rows[v] = append(rows[v], x, int32(ends[2*x]+ends[2*x+1])-int32(v))
		}
	}
	g.at, g.ends = k.Rows("network", rows), k.Table("ends", ir.Int, ends)
	g.has = g.numbers("network.has", g.n)
	size := ir.Within("size", 0, g.n)
	k.Add(ir.Put(size, ir.Num(0)))
	g.up(ir.Num(0), ir.Num(g.n), func(x *ir.Expr) {
		in := k.Temp("in", ok(k.Temp("what", k.On(board.Edge, x, 0, k.WhatAt))))
		k.Add(ir.Write(g.has, x, in), ir.Put(size, ir.Calc(ir.Add, ir.Read(size), in)))
	})
	g.size = ir.Read(size)
	return g
}

// numbers is working space of so many numbers.
func (g *edges) numbers(name string, n int) *ir.Field {
	return g.k.P.Field(name, ir.Scratch, ir.Int, max(n, 1))
}

// up adds what f adds for each number from lo up to hi.
func (g *edges) up(lo, hi *ir.Expr, f func(i *ir.Expr)) {
	g.k.EachBetween(lo, ir.Calc(ir.Sub, hi, ir.Num(1)), f)
}

// forget fills numbers with 0.
func (g *edges) forget(x *ir.Field) {
	g.up(ir.Num(0), ir.Num(x.Len), func(i *ir.Expr) { g.k.Add(ir.Write(x, i, ir.Num(0))) })
}

func (g *edges) end(e *ir.Expr, i int) *ir.Expr {
	return ir.At(g.ends, ir.Calc(ir.Add, ir.Calc(ir.Mul, e, ir.Num(2)), ir.Num(i)))
}

// each adds what f adds for each selected edge at a vertex and the vertex at its other end.
func (g *edges) each(v *ir.Expr, f func(edge, w *ir.Expr)) {
	n := g.k.Temp("n", ir.Calc(ir.Div, g.k.Length(g.at, v), ir.Num(2)))
	g.up(ir.Num(0), n, func(i *ir.Expr) {
		at := g.k.Temp("at", ir.Calc(ir.Mul, i, ir.Num(2)))
		x := g.k.Temp("edge", g.k.Entry(g.at, v, at))
		g.k.If(ir.At(g.has, x), func() { f(x, g.k.Temp("w", g.k.Entry(g.at, v, ir.Calc(ir.Add, at, ir.Num(1))))) })
	})
}

// spread adds to the vertices of a list, of which there are n, all that are reached from them;
// in tells of each whether it is on the list. It adds what f adds for each vertex in turn.
func (g *edges) spread(list, in *ir.Field, n *ir.Local, first *ir.Expr, f func(v *ir.Expr)) {
	k := g.k
	i, loop := ir.Within("i", 0, g.vertices), &ir.Label{Name: "spread"}
	k.Add(ir.Put(i, first), &ir.Stmt{Op: ir.Loop, Label: loop, Rounds: g.vertices + 1, Body: k.Inside(func() {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(n), ir.Read(i)), ir.Leave(loop)))
		v := k.Temp("v", ir.At(list, ir.Read(i)))
		g.each(v, func(_, w *ir.Expr) {
			k.If(ir.Calc(ir.Not, ir.At(in, w)), func() { g.enter(list, in, n, w) })
		})
		f(v)
		k.Add(ir.Put(i, ir.Calc(ir.Add, ir.Read(i), ir.Num(1))))
	})})
}

// enter puts a vertex on a list.
func (g *edges) enter(list, in *ir.Field, n *ir.Local, v *ir.Expr) {
	g.k.Add(ir.Write(list, ir.Read(n), v), ir.Write(in, v, ir.Num(1)), ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Num(1))))
}

// forest is whether the network has no cycle: vertices are joined edge by edge, and none joins two that are joined.
// Each vertex knows one on the way to that which stands for its part.
func (g *edges) forest() *ir.Expr {
	k := g.k
	to, is := g.numbers("forest.to", g.vertices), ir.Within("is", 0, 1)
	head := func(v *ir.Expr) *ir.Expr {
		h := ir.Within("head", 0, max(g.vertices-1, 0))
		k.Add(ir.Put(h, v))
		k.Loop("up", g.vertices+1, func(up *ir.Label) {
			next := k.Temp("next", ir.At(to, ir.Read(h)))
			k.Add(ir.When(ir.Calc(ir.Eq, next, ir.Read(h)), ir.Leave(up)), ir.Put(h, next))
		})
		return ir.Read(h)
	}
	g.up(ir.Num(0), ir.Num(g.vertices), func(v *ir.Expr) { k.Add(ir.Write(to, v, v)) })
	k.Add(ir.Put(is, ir.Num(1)))
	k.Scope("forest", func(end *ir.Label) {
		g.up(ir.Num(0), ir.Num(g.n), func(x *ir.Expr) {
			k.If(ir.At(g.has, x), func() {
				a, b := head(g.end(x, 0)), head(g.end(x, 1))
				k.Add(ir.When(ir.Calc(ir.Eq, a, b), ir.Put(is, ir.Num(0)), ir.Leave(end)), ir.Write(to, a, b))
			})
		})
	})
	return ir.Read(is)
}

// lowerIsTree lowers whether the edges with the component of a player's number form a tree.
func lowerIsTree(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsTree(e)
	kind := a.IsTreeType().Text
	if kind == "CaterpillarTree" || k.G.Stacks {
		k.No(e, "(is %s …)", kind)
	}
	last := k.Temp("last", k.Fields.Get(lower.LastTo))
	who := k.Temp("who", k.RoleOrPlayer(a.Player(), a.RoleType()))
	if kind == "TreeCentre" {
		is := ir.Within("is", 0, 1)
		k.Add(ir.Put(is, ir.Num(0)))
		k.If(ir.Calc(ir.Le, ir.Num(0), last), func() { k.Add(ir.Put(is, lowerTreeCentre(k, last, who))) })
		return ir.Read(is)
	}
	there := k.Temp("there", k.On(board.Edge, last, 0, k.WhatAt))
	who = k.Temp("who", ir.Cond(who, who, ir.Cond(there, there, ir.Num(1))))
	is := ir.Within("is", 0, 1)
	k.Add(ir.Put(is, ir.Num(0)))
	k.If(ir.Calc(ir.Le, ir.Num(0), last), func() {
		g := lowerEdges(k, func(what *ir.Expr) *ir.Expr { return ir.Calc(ir.Eq, what, who) })
		tree := k.Temp("tree", g.forest())
		if kind == "SpanningTree" {
			tree = ir.All(tree, ir.Calc(ir.Eq, g.size, ir.Num(g.vertices-1)))
		}
		k.Add(ir.Put(is, tree))
	})
	return ir.Read(is)
}

// lowerIsPath lowers whether the edges of a player form a path or a cycle of some length
// through one of them.
func lowerIsPath(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsPath(e)
	if k.TypeOf(a.SiteType()) != board.Edge || k.G.Stacks {
		k.No(e, "paths of pieces")
	}
	lo, hi := k.Range(a.Length())
	lo, hi = k.Temp("min", lo), k.Temp("max", hi)
	at := k.Fields.Get(lower.LastTo)
	if a.From() != nil {
		at = k.Int(a.From())
	}
	at = k.Temp("at", at)
	who := k.Temp("who", k.RoleOrPlayer(a.Player(), a.RoleType()))
	closed := k.BoolOr(a.Closed(), false)
	fn := func(name string, of func(g *edges, at, lo, hi *ir.Expr)) *ir.Expr {
		edge := ir.Within("at", 0, max(k.G.Topo.Num(board.Edge)-1, 0))
		x, y, by := ir.NewLocal("min", ir.I32), ir.NewLocal("max", ir.I32), ir.NewLocal("who", ir.I32)
		f := k.Func(name, ir.I32, func() {
			g := lowerEdges(k, func(what *ir.Expr) *ir.Expr {
				mine := ir.Any(ir.Calc(ir.Ne, ir.Read(by), ir.Num(0)), ir.Calc(ir.Eq, what, ir.Num(0)))
				return ir.All(ir.Calc(ir.Eq, k.OwnerOf(what), ir.Read(by)), mine)
			})
			of(g, ir.Read(edge), ir.Read(x), ir.Read(y))
		}, edge, x, y, by)
		return ir.Invoke(f, at, lo, hi, who)
	}
	is := ir.Within("is", 0, 1)
	k.Add(ir.Put(is, ir.Num(0)))
	k.If(k.OnBoardOf(board.Edge, at), func() {
		k.Choose(closed, func() { k.Add(ir.Put(is, fn("cycle", (*edges).cycle))) },
			func() { k.Add(ir.Put(is, fn("path", (*edges).open))) })
	})
	return ir.Read(is)
}

// open is the body of pathLength.open.
func (g *edges) open(e, lo, hi *ir.Expr) {
	k := g.k
	list, in := g.numbers("path.list", g.vertices), g.numbers("path.in", g.vertices)
	n, degrees, degree := ir.Within("n", 0, g.vertices), ir.NewLocal("degrees", ir.I32), ir.NewLocal("degree", ir.I32)
	v1, v2 := k.Temp("v1", g.end(e, 0)), k.Temp("v2", g.end(e, 1))
	g.forget(in)
	k.Add(ir.Put(n, ir.Num(0)), ir.Put(degrees, ir.Num(0)))
	g.enter(list, in, n, v1)
	k.If(ir.Calc(ir.Ne, v1, v2), func() { g.enter(list, in, n, v2) })
	g.spread(list, in, n, ir.Num(0), func(v *ir.Expr) {
		k.Add(ir.Put(degree, ir.Num(0)))
		g.each(v, func(_, _ *ir.Expr) { k.Add(ir.Put(degree, ir.Calc(ir.Add, ir.Read(degree), ir.Num(1)))) })
		end := ir.Any(ir.Calc(ir.Eq, v, v1), ir.Calc(ir.Eq, v, v2))
		k.If(ir.All(ir.Calc(ir.Not, ir.At(g.has, e)), end), func() {
			k.Add(ir.Put(degree, ir.Calc(ir.Add, ir.Read(degree), ir.Num(1))))
		})
		k.Add(ir.When(ir.Calc(ir.Lt, ir.Num(2), ir.Read(degree)), ir.Give(ir.Num(0))),
			ir.Put(degrees, ir.Calc(ir.Add, ir.Read(degrees), ir.Read(degree))))
	})
	size := k.Temp("size", ir.Calc(ir.Div, ir.Read(degrees), ir.Num(2)))
	fits := ir.Cond(ir.Calc(ir.Eq, lo, hi), ir.Calc(ir.Eq, size, lo),
		ir.All(ir.Calc(ir.Lt, lo, hi), ir.Calc(ir.Le, size, hi)))
	k.Add(ir.Give(ir.All(ir.Calc(ir.Eq, ir.Calc(ir.Add, size, ir.Num(1)), ir.Read(n)), fits)))
}

// cycle is the body of pathLength.cycle.
func (g *edges) cycle(e, lo, hi *ir.Expr) {
	k := g.k
	v1, v2 := k.Temp("v1", g.end(e, 0)), k.Temp("v2", g.end(e, 1))
	in := g.block(v1)
	size, inside := ir.Within("size", 0, g.vertices), ir.Within("inside", 0, g.n)
	k.Add(ir.Put(size, ir.Num(0)), ir.Put(inside, ir.Num(0)))
	k.If(ir.At(in, v2), func() {
		g.up(ir.Num(0), ir.Num(g.vertices), func(v *ir.Expr) {
			k.Add(ir.Put(size, ir.Calc(ir.Add, ir.Read(size), ir.At(in, v))))
		})
		g.up(ir.Num(0), ir.Num(g.n), func(x *ir.Expr) {
			both := ir.All(ir.At(g.has, x), ir.At(in, g.end(x, 0)), ir.At(in, g.end(x, 1)))
			k.Add(ir.Put(inside, ir.Calc(ir.Add, ir.Read(inside), both)))
		})
	})
	exact := k.Temp("exact", ir.Calc(ir.Eq, lo, hi))
	is := func(a, b *ir.Expr) *ir.Expr { return ir.Calc(ir.Eq, a, b) }
	long := func(x *ir.Expr) *ir.Expr { return ir.Calc(ir.Lt, ir.Num(2), x) }
	s, n := ir.Read(size), ir.Read(inside)
	fits := ir.Cond(exact, is(s, lo), ir.All(long(hi), ir.Calc(ir.Le, s, hi), long(s)))
	k.Add(ir.When(ir.All(is(s, n), fits), ir.Give(ir.Num(1))), ir.When(ir.Calc(ir.Le, n, s), ir.Give(ir.Num(0))))
	d := k.Temp("d", ir.Calc(ir.Add, g.detour(e, v1, v2), ir.Num(1)))
	k.Add(ir.Give(ir.Any(ir.All(exact, is(d, lo)), ir.All(long(hi), ir.Calc(ir.Le, d, hi)))))
}

// detour is that of network.
func (g *edges) detour(e, from, to *ir.Expr) *ir.Expr {
	k := g.k
	dist, waiting := g.numbers("detour.dist", g.vertices), g.numbers("detour.waiting", g.vertices)
	done := g.numbers("detour.done", g.vertices)
	g.up(ir.Num(0), ir.Num(g.vertices), func(v *ir.Expr) {
		k.Add(ir.Write(dist, v, ir.Num(game.Infinity)), ir.Write(waiting, v, ir.Num(0)), ir.Write(done, v, ir.Num(0)))
	})
	k.Add(ir.Write(dist, from, ir.Num(0)), ir.Write(waiting, from, ir.Num(1)))
	loop, found := &ir.Label{Name: "detour"}, ir.Within("found", -1, g.vertices-1)
	k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: g.vertices + 1, Body: k.Inside(func() {
		lowest := &ir.Label{Name: "lowest"}
		k.Add(ir.Put(found, ir.Num(-1)), &ir.Stmt{Op: ir.Scope, Label: lowest, Body: k.Inside(func() {
			g.up(ir.Num(0), ir.Num(g.vertices), func(v *ir.Expr) {
				k.Add(ir.When(ir.At(waiting, v), ir.Put(found, v), ir.Leave(lowest)))
			})
		})}, ir.When(ir.Calc(ir.Lt, ir.Read(found), ir.Num(0)), ir.Leave(loop)))
		v := ir.Read(found)
		k.Add(ir.Write(waiting, v, ir.Num(0)), ir.Write(done, v, ir.Num(1)))
		next := k.Temp("next", ir.Calc(ir.Add, ir.At(dist, v), ir.Num(1)))
		g.each(v, func(x, w *ir.Expr) {
			k.If(ir.All(ir.Calc(ir.Ne, x, e), ir.Calc(ir.Lt, next, ir.At(dist, w))), func() {
				k.Add(ir.Write(dist, w, next), ir.Write(waiting, w, ir.Calc(ir.Not, ir.At(done, w))))
			})
		})
	})})
	return ir.At(dist, to)
}

// block tells of each vertex whether no bridge separates it from v: the search of blocks, with the
// vertices on the way kept by what they were reached from.
func (g *edges) block(v *ir.Expr) *ir.Field {
	k := g.k
	field := func(name string) *ir.Field { return g.numbers(fmt.Sprintf("block.%s", name), g.vertices) }
	number, low, parent := field("number"), field("low"), field("parent")
	at, order, in := field("at"), field("order"), field("in")
	g.forget(number)
	g.forget(in)
	count, here := ir.Within("count", 0, g.vertices), ir.Within("here", -1, g.vertices-1)
	reach := func(w, by *ir.Expr) {
		k.Add(ir.Write(order, ir.Read(count), w), ir.Put(count, ir.Calc(ir.Add, ir.Read(count), ir.Num(1))),
			ir.Write(number, w, ir.Read(count)), ir.Write(low, w, ir.Read(count)), ir.Write(parent, w, by),
			ir.Write(at, w, ir.Num(0)), ir.Put(here, w))
	}
	k.Add(ir.Put(count, ir.Num(0)))
	reach(v, ir.Num(-1))
	k.Add(ir.Write(in, v, ir.Num(1)))
	lower := func(w, by *ir.Expr) {
		k.If(ir.Calc(ir.Lt, by, ir.At(low, w)), func() { k.Add(ir.Write(low, w, by)) })
	}
	loop := &ir.Label{Name: "search"}
	k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: 2*g.n + g.vertices + 1, Body: k.Inside(func() {
		u := ir.Read(here)
		i := k.Temp("i", ir.At(at, u))
		k.Choose(ir.Calc(ir.Lt, i, k.Length(g.at, u)), func() {
			k.Add(ir.Write(at, u, ir.Calc(ir.Add, i, ir.Num(2))))
			w := k.Temp("w", k.Entry(g.at, u, ir.Calc(ir.Add, i, ir.Num(1))))
			mine := ir.At(g.has, k.Entry(g.at, u, i))
			k.If(ir.All(mine, ir.Calc(ir.Ne, w, ir.At(parent, u))), func() {
				k.Choose(ir.At(number, w), func() { lower(u, k.Temp("by", ir.At(number, w))) }, func() { reach(w, u) })
			})
		}, func() {
			p := k.Temp("p", ir.At(parent, u))
			k.Add(ir.When(ir.Calc(ir.Lt, p, ir.Num(0)), ir.Leave(loop)))
			lower(p, k.Temp("by", ir.At(low, u)))
			// Until the search is over, 1 says that no bridge leads to a vertex.
			k.Add(ir.Write(in, u, ir.Calc(ir.Le, ir.At(low, u), ir.At(number, p))), ir.Put(here, p))
		})
	})})
	g.up(ir.Num(1), ir.Read(count), func(i *ir.Expr) {
		w := k.Temp("w", ir.At(order, i))
		k.Add(ir.Write(in, w, ir.All(ir.At(in, w), ir.At(in, ir.At(parent, w)))))
	})
	return in
}
