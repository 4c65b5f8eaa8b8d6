package booleans

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// isPath is whether edges, or pieces, form a path or a cycle of some length.
var isPath = rule.Of(func(e *lgdl.Expr) rule.Bool {
	if e.Named("siteType").Text == "Edge" {
		return pathOfEdges
	}
	return pathOfPieces
}, pathOfEdges.Args...).Typed().Needs(game.GraphFlag)

var pathOfEdges = edgeTest{who: rule.Player, of: []rule.Int{rule.ArgElse("from", rule.LastTo), truth("closed")},
	length: "length", onEdge: true,
	mine: func(c *game.Context, x, who int) bool {
		return c.S.Who(board.Edge, x) == who && (who != 0 || c.S.What(board.Edge, x) == 0)
	}, code: func(k *lower.Lowerer, what, who *ir.Expr) *ir.Expr {
		mine := ir.Any(ir.Calc(ir.Ne, who, ir.Num(0)), ir.Calc(ir.Eq, what, ir.Num(0)))
		return ir.All(ir.Calc(ir.Eq, k.OwnerOf(what), who), mine)
	}, holds: func(g *network, n []*ir.Expr) *ir.Expr {
		g.k.If(n[1], func() { g.cycle(n[0], n[2], n[3]) })
		g.open(n[0], n[2], n[3])
		return nil
	}}.rule()

// open gives whether the edges connected to e are one simple path of a length from lo to hi, which is exact if these
// are equal.
func (g *network) open(e, lo, hi *ir.Expr) {
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

// cycle gives whether the edge e lies on a cycle of a suitable length: the edges around it form just one cycle, or the
// search finds a detour that fits.
func (g *network) cycle(e, lo, hi *ir.Expr) {
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

// detour is the length of the way between the ends of an edge that avoids it and that is found by expanding the lowest
// waiting vertex, each one once.
func (g *network) detour(e, from, to *ir.Expr) *ir.Expr {
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
func (g *network) block(v *ir.Expr) *ir.Field {
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
