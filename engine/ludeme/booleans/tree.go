package booleans

import (
	"cmp"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// isTree is whether edges form a tree of some kind.
var isTree = rule.Of(func(e *lgdl.Expr) rule.Bool {
	kind := e.Named("isTreeType").Text
	if kind == "TreeCentre" {
		return edgeTest{who: rule.Player, of: []rule.Int{rule.LastTo}, mine: func(c *game.Context, x, who int) bool {
			return c.S.What(board.Edge, x) != 0 && (who == c.G.Shared() || c.S.Who(board.Edge, x) == who)
		}, code: func(k *lower.Lowerer, what, who *ir.Expr) *ir.Expr {
			mine := ir.Any(ir.Calc(ir.Eq, who, ir.Num(k.G.Shared())), ir.Calc(ir.Eq, k.OwnerOf(what), who))
			return ir.All(ir.Calc(ir.Ne, what, ir.Num(0)), mine)
		}, holds: (*network).isCentre}.rule()
	}
	return ofComponent(rule.LastTo).with(func(g *network, _ []*ir.Expr) *ir.Expr {
		tree := g.k.Temp("tree", g.forest())
		if kind != "Tree" { // a spanning one
			tree = g.k.Temp("tree", ir.All(tree, ir.Calc(ir.Eq, g.size(), ir.Num(g.vertices-1))))
		}
		if kind == "CaterpillarTree" {
			g.k.Add(ir.When(ir.Calc(ir.Not, tree), ir.Give(ir.Num(0))))
			return g.caterpillar()
		}
		return tree
	})
}, "isTreeType", "player", "roleType")

// isRegular is whether equally many edges meet at every vertex.
var isRegular = ofComponent(rule.LastTo, rule.ArgOr("k", 0), truth("odd"), truth("even")).with(
	func(g *network, n []*ir.Expr) *ir.Expr {
		k := g.k
		degree := k.Let("degree", n[1])
		each := func(f func(n *ir.Expr)) {
			g.up(ir.Num(0), ir.Num(g.vertices), func(v *ir.Expr) { f(g.degree(v)) })
		}
		each(func(n *ir.Expr) {
			k.If(ir.Calc(ir.Eq, ir.Read(degree), ir.Num(0)), func() { k.Add(ir.Put(degree, n)) })
		})
		each(func(n *ir.Expr) { k.Add(ir.When(ir.Calc(ir.Ne, n, ir.Read(degree)), ir.Give(ir.Num(0)))) })
		rest := k.Temp("rest", ir.Calc(ir.Rem, ir.Read(degree), ir.Num(2)))
		return ir.Cond(n[2], ir.Calc(ir.Eq, rest, ir.Num(1)), ir.Cond(n[3], ir.Calc(ir.Eq, rest, ir.Num(0)), ir.Num(1)))
	})

// ofComponent is a test of the edges with the component that has the player's number; for nobody, the component on the
// edge of the last move, or component 1.
func ofComponent(of ...rule.Int) edgeTest {
	return edgeTest{of: of, who: rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		player := rule.Player.Impl(k, e)
		return game.IntFn(func(c *game.Context) int {
			return cmp.Or(player.Get(c), c.S.What(board.Edge, c.LastTo()), 1)
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		who, last := k.Temp("who", rule.Player.Lower(k, e)), k.Temp("last", k.Fields.Get(layout.LastTo))
		there := k.Temp("there", k.On(board.Edge, last, 0, k.WhatAt))
		return ir.Cond(who, who, ir.Cond(there, there, ir.Num(1)))
	}, Args: rule.Player.Args},
		mine: func(c *game.Context, x, who int) bool { return c.S.What(board.Edge, x) == who },
		code: func(_ *lower.Lowerer, what, who *ir.Expr) *ir.Expr { return ir.Calc(ir.Eq, what, who) }}
}

// with is the rule of the test.
func (t edgeTest) with(holds func(g *network, n []*ir.Expr) *ir.Expr) rule.Bool {
	t.holds, t.fault = holds, "the tree has no edge between two inner vertices"
	return t.rule()
}

// caterpillar is whether the edges of a tree that do not lead to a leaf form one path, 2 where there are none.
func (g *network) caterpillar() *ir.Expr {
	k := g.k
	inner, is := g.numbers("tree.inner", g.vertices), k.Var("is", 1, 2, ir.Num(2))
	g.up(ir.Num(0), ir.Num(g.vertices), func(v *ir.Expr) {
		k.Add(ir.Write(inner, v, ir.Calc(ir.Lt, ir.Num(1), g.degree(v))))
	})
	g.up(ir.Num(0), ir.Num(g.vertices), func(v *ir.Expr) {
		n := k.Var("n", 0, g.n, ir.Num(0))
		g.each(v, func(_, w *ir.Expr) { k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.At(inner, w)))) })
		k.If(ir.At(inner, v), func() {
			k.Add(ir.When(ir.Calc(ir.Lt, ir.Num(2), ir.Read(n)), ir.Give(ir.Num(0))),
				ir.When(ir.Read(n), ir.Put(is, ir.Num(1))))
		})
	})
	return ir.Read(is)
}

// isCentre is whether a vertex is the centre of its tree, in the sense of the specification.
func (g *network) isCentre(n []*ir.Expr) *ir.Expr {
	k, s := g.k, n[0]
	k.Add(ir.When(ir.Calc(ir.Le, ir.Num(g.vertices), s), ir.Give(ir.Num(0))))
	k.Add(ir.When(ir.Calc(ir.Not, g.forest()), ir.Give(ir.Num(0))))
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
	return ir.All(ir.Read(near), ir.Calc(ir.Eq, ir.Invoke(greedy, s), ir.Invoke(greedy, c)))
}

// centroid finds the centroid of the tree of s that a search from its lowest vertex finds.
func (g *network) centroid(s *ir.Expr, centre *ir.Local, weight *ir.Func) {
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

// weight is the body of a function: the number of vertices of the subtree of w away from a neighbour.
func (g *network) weight(w, by *ir.Expr) {
	k := g.k
	list, in := g.numbers("weight.list", g.vertices), g.numbers("weight.in", g.vertices)
	n := ir.Within("n", 0, g.vertices)
	g.forget(in)
	k.Add(ir.Put(n, ir.Num(0)), ir.Write(in, by, ir.Num(1)))
	g.enter(list, in, n, w)
	g.spread(list, in, n, ir.Num(0), func(*ir.Expr) {})
	k.Add(ir.Give(ir.Read(n)))
}

// greedy is the body of a function: the number of vertices of the walk that always goes to the lowest vertex not
// visited yet.
func (g *network) greedy(from *ir.Expr) {
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
