package regions

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerExpand lowers a region and its neighbours, a number of steps far.
func lowerExpand(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.Expand(e)
	if set, ok := k.SteadyRegion(e); ok {
		return set
	}
	st := k.TypeOf(a.SiteType())
	n, rows, beside := k.G.Topo.Num(st), make([][]int32, 64*k.P.Words), besides(k.Parts, a)
	for s := range int32(n) {
		rows[s] = beside(s)
	}
	near := k.Rows("expand", rows)
	set, round := k.NewSet(), k.TempSet()
	here := ir.SetAt(set, ir.Num(0))
	if a.Sites() != nil {
		k.Store(set, k.Region(a.Sites()))
	} else {
		k.IncludeIf(set, k.Int(a.Origin()))
	}
	step := func() {
		k.If(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, here, k.UpTo(n))), k.Spoil)
		k.Store(round, here)
		k.Each(ir.SetAt(round, ir.Num(0)), func(s *ir.Expr) { k.Store(set, ir.Calc(ir.SetOr, here, k.RowSet(near, s))) })
	}
	steps := k.IntOr(a.Steps(), 1)
	if v, ok := steps.Number(); ok && v <= 2 {
		for range v {
			step()
		}
		return here
	}
	i := k.Let("i", steps)
	k.Loop("steps", n+1, func(end *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(i), ir.Num(0)), ir.Leave(end)))
		k.Add(ir.Decrement(i))
		step()
		// Once nothing is new nothing will be.
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, here, ir.SetAt(round, ir.Num(0))))),
			ir.Leave(end)))
	})
	return here
}

// origins adds what f adds for a site, if it is not negative, or for those of a region.
func origins(k *lower.Lowerer, at, region *lgdl.Expr, f func(site *ir.Expr)) {
	if region != nil {
		k.Each(k.Region(region), f)
		return
	}
	site := k.IntElse(at, k.Fields.Get(layout.LastTo))
	site = k.Temp("site", site)
	k.If(ir.Calc(ir.Le, ir.Num(0), site), func() { f(site) })
}

// lowerDirection lowers the sites along straight lines from sites.
func lowerDirection(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if set, ok := k.SteadyRegion(e); ok {
		return set
	}
	a, st := clause.SitesDirection(e), k.TypeOf(clause.SitesDirection(e).SiteType())
	set := k.NewSet()
	far := ir.Num(allTheWay)
	if a.Distance() != nil {
		far = k.Temp("far", k.Int(a.Distance()))
	}
	origins(k, a.FromInt(), a.FromSites(), func(o *ir.Expr) {
		if a.Included() != nil {
			k.If(k.Bool(a.Included()), func() { k.IncludeIf(set, o) })
		}
		k.Choose(k.OnBoardOf(st, o), func() {
			by, lines, row := k.Lines(st, a.Direction(), "Adjacent", o)
			if a.Stop() == nil {
				most := far
				if a.Distance() == nil {
					most = nil
				}
				if all := k.Along(by, lines, row, most); all != nil {
					k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), all))
					return
				}
			}
			k.Row(by, row, func(line *ir.Expr) {
				n := ir.Within("n", 0, 1<<15)
				if a.Distance() != nil {
					k.Add(ir.Put(n, ir.Num(0)))
				}
				k.Scope("line", func(end *ir.Label) {
					k.Row(lines, line, func(x *ir.Expr) {
						if a.Distance() != nil {
							k.Add(ir.When(ir.Calc(ir.Le, far, ir.Read(n)), ir.Leave(end)))
							k.Add(ir.Increment(n))
						}
						if a.Stop() != nil {
							env := k.Env
							k.Env.To = x
							k.If(k.Bool(a.Stop()), func() {
								if a.StopIncluded() != nil {
									k.If(k.Bool(a.StopIncluded()), func() { k.Include(set, x) })
								}
								k.Add(ir.Leave(end))
							})
							k.Env = env
						}
						k.Include(set, x)
					})
				})
			})
		}, k.Spoil)
	})
	return ir.SetAt(set, ir.Num(0))
}
