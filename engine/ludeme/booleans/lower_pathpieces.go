package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// pieceNetwork is the graph of a player's adjacent pieces.
type pieceNetwork struct {
	k        *lower.Lowerer
	n        int
	adjacent *write.Rows
	whose    func(site *ir.Expr) *ir.Expr
	who      *ir.Expr
}

// lowerPathOfPieces lowers whether pieces form a path. Cycles, which depend on the order of a search, are refused.
func lowerPathOfPieces(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsPath(e)
	st := k.TypeOf(a.SiteType())
	if k.G.Stacks || !k.BoolOr(a.Closed(), false).Is(0) {
		k.No(e, "cycles of pieces, or stacks")
	}
	site := k.Temp("site", k.IntElse(a.From(), k.Fields.Get(layout.LastTo)))
	who := k.Temp("who", rule.Player.Lower(k, e))
	lo, hi := k.Range(a.Length())
	least, most := k.Temp("min", lo), k.Temp("max", hi)
	rows := make([][]int32, k.G.Topo.Num(st))
	for v := range rows {
		rows[v] = k.G.Topo.Neighbours(st, board.RelAdjacent, int32(v))
	}
	is := k.Var("is", 0, 1, ir.Num(0))
	k.If(k.OnBoardOf(st, site), func() {
		v1, p := ir.Within("v1", 0, len(rows)-1), ir.NewLocal("p", ir.I32)
		from, to := ir.NewLocal("min", ir.I32), ir.NewLocal("max", ir.I32)
		g := &pieceNetwork{k, len(rows), k.Rows("adjacent", rows),
			func(site *ir.Expr) *ir.Expr { return k.On(st, site, 0, k.WhoAt) }, ir.Read(p)}
		path := k.Func("path", ir.I32, func() { g.path(st, ir.Read(v1), ir.Read(from), ir.Read(to)) }, v1, p, from, to)
		k.Add(ir.Put(is, ir.Invoke(path, site, who, least, most)))
	})
	return ir.Read(is)
}

// path gives whether the pieces about a site are a path of a length from lo to hi.
func (g *pieceNetwork) path(st board.SiteType, v1, lo, hi *ir.Expr) {
	k := g.k
	give := func(when, value *ir.Expr) { k.Add(ir.When(when, ir.Give(value))) }
	one, first := ir.Calc(ir.Eq, hi, ir.Num(1)), ir.Within("first", -1, g.n-1)
	longer := ir.Calc(ir.Lt, ir.Num(0), hi)
	if st == board.Vertex {
		one, longer = ir.Any(one, ir.Calc(ir.Eq, lo, ir.Num(1))), ir.Calc(ir.Lt, lo, hi)
	} else {
		one = ir.All(one, ir.Calc(ir.Eq, lo, ir.Num(1)))
	}
	near := g.near(v1, first)
	give(ir.Calc(ir.Eq, near, ir.Num(0)), one)
	give(g.around(v1, ir.Read(first)), ir.Num(0))
	give(longer, ir.Num(1))
	give(ir.Calc(ir.Lt, ir.Num(2), near), ir.Num(0))
	total := k.Var("total", 0, 1<<20, ir.Num(1))
	g.each(v1, func(x *ir.Expr) {
		n := g.chain(x, v1)
		give(ir.Calc(ir.Eq, n, ir.Num(0)), ir.Num(0))
		k.Add(ir.Put(total, ir.Calc(ir.Add, ir.Read(total), n)))
	})
	k.Add(ir.Give(ir.Calc(ir.Eq, ir.Read(total), lo)))
}

// each adds what f adds for each of the player's pieces next to a site.
func (g *pieceNetwork) each(v *ir.Expr, f func(w *ir.Expr)) {
	g.k.Row(g.adjacent, v, func(w *ir.Expr) {
		g.k.If(ir.Calc(ir.Eq, g.whose(w), g.who), func() { f(w) })
	})
}

// near is the number of the player's pieces next to a site, of which the first is left in a variable, -1 for none.
func (g *pieceNetwork) near(v *ir.Expr, first *ir.Local) *ir.Expr {
	n := g.k.Var("near", 0, g.adjacent.Longest(), ir.Num(0))
	g.k.Add(ir.Put(first, ir.Num(-1)))
	g.each(v, func(w *ir.Expr) {
		g.k.If(ir.Calc(ir.Lt, ir.Read(first), ir.Num(0)), func() { g.k.Add(ir.Put(first, w)) })
		g.k.Add(ir.Increment(n))
	})
	return ir.Read(n)
}

// around is whether another way leads from one of the pieces next to a site back to it: no bridge is between them.
func (g *pieceNetwork) around(v1, x *ir.Expr) *ir.Expr {
	k := g.k
	list, in := k.P.Field("pieces.list", ir.Scratch, ir.Int, g.n), k.P.Field("pieces.in", ir.Scratch, ir.Int, g.n)
	k.EachBetween(ir.Num(0), ir.Num(g.n-1), func(i *ir.Expr) { k.Add(ir.Write(in, i, ir.Num(0))) })
	k.Add(ir.Write(list, ir.Num(0), x), ir.Write(in, x, ir.Num(1)))
	i, n := k.Var("i", 0, g.n, ir.Num(0)), k.Var("n", 0, g.n, ir.Num(1))
	k.Loop("around", g.n+1, func(end *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(n), ir.Read(i)), ir.Leave(end)))
		v := k.Temp("v", ir.At(list, ir.Read(i)))
		k.Add(ir.Increment(i))
		g.each(v, func(w *ir.Expr) {
			back := ir.All(ir.Calc(ir.Eq, v, x), ir.Calc(ir.Eq, w, v1))
			k.If(ir.All(ir.Calc(ir.Not, ir.At(in, w)), ir.Calc(ir.Not, back)), func() {
				k.Add(ir.Write(list, ir.Read(n), w), ir.Write(in, w, ir.Num(1)), ir.Increment(n))
			})
		})
	})
	return ir.Calc(ir.Ne, ir.At(in, v1), ir.Num(0))
}

// chain is the number of pieces of a chain that begins at a site and leads away from its neighbour, 0 when it branches,
// or leads around to where it began.
func (g *pieceNetwork) chain(x, neighbour *ir.Expr) *ir.Expr {
	k := g.k
	v, from := k.Var("v", 0, g.n-1, x), k.Var("from", 0, g.n-1, neighbour)
	length, n := k.Var("length", 0, g.n+1, ir.Num(0)), k.Var("n", 0, g.n+1, ir.Num(1))
	k.Loop("chain", g.n+2, func(end *ir.Label) {
		first, next := ir.Within("first", -1, g.n-1), k.Var("next", 0, g.n-1, ir.Read(v))
		near := g.near(ir.Read(v), first)
		round := ir.All(ir.Calc(ir.Lt, ir.Num(1), ir.Read(n)), ir.Calc(ir.Eq, ir.Read(v), x))
		k.Add(ir.When(ir.Any(ir.Calc(ir.Lt, ir.Num(2), near), round), ir.Leave(end)))
		k.Add(ir.When(ir.Calc(ir.Lt, near, ir.Num(2)), ir.Put(length, ir.Read(n)), ir.Leave(end)))
		// Of two the second where the first is the one that it came from.
		k.Add(ir.Put(next, ir.Read(first)))
		k.If(ir.Calc(ir.Eq, ir.Read(first), ir.Read(from)), func() {
			g.each(ir.Read(v), func(w *ir.Expr) { k.Add(ir.Put(next, w)) })
		})
		k.Add(ir.Put(from, ir.Read(v)), ir.Put(v, ir.Read(next)), ir.Increment(n))
	})
	return ir.Read(length)
}
