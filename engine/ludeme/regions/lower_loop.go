package regions

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerSitesLoop lowers the sites of a loop of pieces, or those inside it: of the first area around which pieces are
// one chain.
func lowerSitesLoop(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesLoop(e)
	x := &chain{k: k, set: k.NewSet(), list: k.P.Field("loop", ir.Scratch, ir.I16, 64*k.P.Words),
		n: k.Var("n", 0, 64*k.P.Words, ir.Num(0))}
	x.Enclosure = k.Enclosures(e, k.TypeOf(a.SiteType()), lgdl.Flat(a.Surround(), a.RoleTypes()), a.Direction(), a.Int1())
	x.Ends = true
	set := k.NewSet()
	x.Each(k.IntElse(a.Int2(), k.Fields.Get(layout.LastTo)), func(end *ir.Label) {
		alike := ir.Calc(ir.SetAnd, x.Border, x.Like)
		k.Store(x.set, k.Among(alike, func(s *ir.Expr) *ir.Expr {
			return ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, x.Near(s), alike))
		}))
		pieces := ir.SetAt(x.set, ir.Num(0))
		k.Add(ir.Put(x.n, ir.Num(0)))
		x.EachAround(func(s *ir.Expr) {
			k.If(ir.Calc(ir.SetHas, pieces, s), func() { k.Add(ir.Write(x.list, ir.Read(x.n), s), ir.Increment(x.n)) })
		})
		k.If(ir.All(ir.Calc(ir.Lt, ir.Num(0), ir.Read(x.n)), x.holds(pieces)), func() {
			k.Choose(k.BoolOr(a.Inside(), false), func() { k.Store(set, x.Area) }, func() {
				x.shorten()
				k.Store(set, pieces)
			})
			k.Add(ir.Leave(end))
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// chain are pieces around an area, while they are lowered.
type chain struct {
	*lower.Enclosure
	k    *lower.Lowerer
	set  *ir.Field // their sites
	list *ir.Field // and these in turn, of which some may not be in the set any more
	n    *ir.Local // the number of those that are listed
}

// holds is whether all sites of a set of listed ones are reached from the first of them.
func (x *chain) holds(of *ir.Expr) *ir.Expr {
	k := x.k
	reached, next := k.NewSet(), k.NewSet()
	k.Scope("first", func(end *ir.Label) {
		k.Rounds(ir.Num(0), ir.Read(x.n), 64*k.P.Words, func(i *ir.Expr) {
			s := k.Temp("s", ir.At(x.list, i))
			k.If(ir.Calc(ir.SetHas, of, s), func() {
				k.Include(next, s)
				k.Add(ir.Leave(end))
			})
		})
	})
	sites, todo := ir.SetAt(reached, ir.Num(0)), ir.SetAt(next, ir.Num(0))
	k.Loop("chain", 64*k.P.Words+1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, todo)), ir.Leave(loop)))
		k.Store(reached, ir.Calc(ir.SetOr, sites, todo))
		near := k.NewSet()
		k.Each(todo, func(s *ir.Expr) { k.Store(near, ir.Calc(ir.SetOr, ir.SetAt(near, ir.Num(0)), x.Near(s))) })
		k.Store(next, ir.Calc(ir.SetMinus, ir.Calc(ir.SetAnd, ir.SetAt(near, ir.Num(0)), of), sites))
	})
	return ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, of, sites)))
}

// shorten leaves out, from the last to the first, each site without which the rest is still one chain that closes.
func (x *chain) shorten() {
	k := x.k
	set := ir.SetAt(x.set, ir.Num(0))
	i := k.Var("i", 0, 64*k.P.Words, ir.Read(x.n))
	k.Loop("shorten", 64*k.P.Words+1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.Read(i), ir.Num(0)), ir.Calc(ir.Le, ir.Calc(ir.SetCount, set), ir.Num(3))),
			ir.Leave(loop)), ir.Decrement(i))
		one := k.NewSet()
		k.Include(one, k.Temp("s", ir.At(x.list, ir.Read(i))))
		rest := k.Keep(ir.Calc(ir.SetMinus, set, ir.SetAt(one, ir.Num(0))))
		closes := k.Var("closes", 0, 1, x.holds(rest))
		k.If(ir.Read(closes), func() {
			k.Each(rest, func(s *ir.Expr) {
				k.Add(ir.When(ir.Calc(ir.Lt, ir.Calc(ir.SetCount, ir.Calc(ir.SetAnd, x.Near(s), rest)), ir.Num(2)),
					ir.Put(closes, ir.Num(0))))
			})
		})
		k.If(ir.Read(closes), func() { k.Store(x.set, rest) })
	})
}
