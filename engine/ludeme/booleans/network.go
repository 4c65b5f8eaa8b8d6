package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// network is the graph whose vertices are those of the board and whose edges are some of the board's.
type network struct {
	k           *lower.Lowerer
	vertices, n int         // vertices and edges of the board
	has         *ir.Field   // by edge
	at          *write.Rows // by vertex: its edges, each followed by the vertex at its other end
	ends        *ir.Field   // by edge: its ends, one after the other
	met         *ir.Field   // by vertex: 0 outside of degree
}

// An edgeTest is a condition on the network of the edges that are somebody's, and on numbers, of which the first is an
// element of the board without which it does not hold.
type edgeTest struct {
	who    rule.Int
	mine   func(c *game.Context, edge, who int) bool
	code   func(k *lower.Lowerer, what, who *ir.Expr) *ir.Expr
	of     []rule.Int
	onEdge bool   // the first of them must be that of an edge
	length string // a range that is an argument, whose ends are two more numbers
	holds  func(g *network, n []*ir.Expr) *ir.Expr
	fault  string // where holds is 2
}

func (t edgeTest) rule() rule.Bool {
	function := func(g *game.Game) rule.Function {
		return rule.Function{Name: "edges", Len: g.Topo.Num(board.Edge),
			Body: func(k *lower.Lowerer, has *ir.Field, n []*ir.Expr) *ir.Expr { return t.holds(networkOf(k, has), n) }}
	}
	r := rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		k.Require(game.GraphFlag)
		who := t.who.Impl(k, e)
		var of []game.Int
		for _, x := range t.of {
			of = append(of, x.Impl(k, e))
		}
		if t.length != "" {
			length := k.Range(e.Named(t.length))
			of = append(of, length.Min, length.Max)
		}
		holds := function(k.G).Impl(k.G, len(of))
		return game.BoolFn(func(c *game.Context) bool {
			n := make([]int, len(of))
			for i := range of {
				if n[i] = of[i].Get(c); i == 0 && (n[0] < 0 || t.onEdge && !c.G.OnBoard(board.Edge, n[0])) {
					return false
				}
			}
			who := who.Get(c)
			is := holds(c, func(x int) int {
				if t.mine(c, x, who) {
					return 1
				}
				return 0
			}, n...)
			if is == 2 {
				game.Fault(e, "%s", t.fault)
			}
			return is == 1
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if k.G.Stacks {
			k.No(e, "stacks: %s", e.Form.Text)
		}
		var n []*ir.Expr
		for _, x := range t.of {
			n = append(n, k.Temp("n", x.Lower(k, e)))
		}
		if t.length != "" {
			lo, hi := k.Range(e.Named(t.length))
			n = append(n, k.Temp("min", lo), k.Temp("max", hi))
		}
		who, is := k.Temp("who", t.who.Lower(k, e)), k.Var("is", 0, 2, ir.Num(0))
		there := ir.Calc(ir.Le, ir.Num(0), n[0])
		if t.onEdge {
			there = k.OnBoardOf(board.Edge, n[0])
		}
		k.If(there, func() {
			k.Add(ir.Put(is, function(k.G).Lower(k, func(x *ir.Expr) *ir.Expr {
				return t.code(k, k.Temp("what", k.On(board.Edge, x, 0, k.WhatAt)), who)
			}, n...)))
		})
		if t.fault != "" {
			k.SpoilIf(ir.Calc(ir.Eq, ir.Read(is), ir.Num(2)))
		}
		return ir.Read(is)
	}, Args: t.who.Args}
	for _, x := range t.of {
		r.Args = slices.Concat(r.Args, x.Args)
	}
	if t.length != "" {
		r.Args = slices.Concat(r.Args, []string{t.length})
	}
	return r
}

// truth is 1 where a condition that is an argument holds, 0 where it does not or is left out.
func truth(name string) rule.Int {
	return rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
		b := k.BoolOr(e.Named(name), false)
		return game.IntFn(func(c *game.Context) int {
			if b.Get(c) {
				return 1
			}
			return 0
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.BoolOr(e.Named(name), false) },
		Args: []string{name}}
}

// networkOf is the network of the edges that a list of all edges says.
func networkOf(k *lower.Lowerer, has *ir.Field) *network {
	topo := k.G.Topo
	g := &network{k: k, vertices: topo.Num(board.Vertex), n: topo.Num(board.Edge), has: has}
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
	g.at, g.ends, g.met = k.Rows("network", rows), k.Table("ends", ir.Int, ends), g.numbers("met", g.vertices)
	g.forget(g.met)
	return g
}

// size is the number of its edges.
func (g *network) size() *ir.Expr {
	size := g.k.Var("size", 0, g.n, ir.Num(0))
	g.up(ir.Num(0), ir.Num(g.n), func(x *ir.Expr) {
		g.k.Add(ir.Put(size, ir.Calc(ir.Add, ir.Read(size), ir.At(g.has, x))))
	})
	return ir.Read(size)
}

// numbers is working space of so many numbers.
func (g *network) numbers(name string, n int) *ir.Field {
	return g.k.P.Field(name, ir.Scratch, ir.Int, max(n, 1))
}

// up adds what f adds for each number from lo up to hi.
func (g *network) up(lo, hi *ir.Expr, f func(i *ir.Expr)) {
	g.k.EachBetween(lo, ir.Calc(ir.Sub, hi, ir.Num(1)), f)
}

// forget fills numbers with 0.
func (g *network) forget(x *ir.Field) {
	g.up(ir.Num(0), ir.Num(x.Len), func(i *ir.Expr) { g.k.Add(ir.Write(x, i, ir.Num(0))) })
}

func (g *network) end(e *ir.Expr, i int) *ir.Expr {
	return ir.At(g.ends, ir.Calc(ir.Add, ir.Calc(ir.Mul, e, ir.Num(2)), ir.Num(i)))
}

// each adds what f adds for each selected edge at a vertex and the vertex at its other end.
func (g *network) each(v *ir.Expr, f func(edge, w *ir.Expr)) {
	n := g.k.Temp("n", ir.Calc(ir.Div, g.k.Length(g.at, v), ir.Num(2)))
	g.up(ir.Num(0), n, func(i *ir.Expr) {
		at := g.k.Temp("at", ir.Calc(ir.Mul, i, ir.Num(2)))
		x := g.k.Temp("edge", g.k.Entry(g.at, v, at))
		g.k.If(ir.At(g.has, x), func() { f(x, g.k.Temp("w", g.k.Entry(g.at, v, ir.Calc(ir.Add, at, ir.Num(1))))) })
	})
}

// spread adds to the vertices of a list, of which there are n, all that are reached from them;
// in tells of each whether it is on the list. It adds what f adds for each vertex in turn.
func (g *network) spread(list, in *ir.Field, n *ir.Local, first *ir.Expr, f func(v *ir.Expr)) {
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
func (g *network) enter(list, in *ir.Field, n *ir.Local, v *ir.Expr) {
	g.k.Add(ir.Write(list, ir.Read(n), v), ir.Write(in, v, ir.Num(1)), ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Num(1))))
}

// forest is whether the network has no cycle: vertices are joined edge by edge, and none joins two that are joined.
// Each vertex knows one on the way to that which stands for its part.
func (g *network) forest() *ir.Expr {
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

// degree is the number of vertices that selected edges join to one.
func (g *network) degree(v *ir.Expr) *ir.Expr {
	n := g.k.Var("degree", 0, g.n, ir.Num(0))
	g.each(v, func(_, w *ir.Expr) {
		g.k.If(ir.Calc(ir.Not, ir.At(g.met, w)), func() { g.k.Add(ir.Write(g.met, w, ir.Num(1)), ir.Increment(n)) })
	})
	g.each(v, func(_, w *ir.Expr) { g.k.Add(ir.Write(g.met, w, ir.Num(0))) })
	return ir.Read(n)
}
