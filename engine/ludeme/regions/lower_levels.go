package regions

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerForEachLevel lowers the set of the levels of a stack at which a condition holds.
func lowerForEachLevel(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.ForEachLevelAt(e)
	k.SiteType(a.SiteType())
	up := a.StackDirection() != nil && a.StackDirection().Text == "FromBottom"
	set, site := k.NewSet(), k.Temp("site", k.Int(a.At()))
	k.SpoilIf(ir.Calc(ir.Lt, site, ir.Num(0)))
	first := k.Temp("first", k.IntOr(a.StartAt(), -1))
	k.EachLevel(site, false, func(level *ir.Expr) {
		from := ir.Calc(ir.Le, first, level)
		if !up { // levels beyond the stack stand for its top
			from = ir.Any(ir.Calc(ir.Le, level, first), ir.Calc(ir.Lt, first, ir.Num(0)))
		}
		k.Env.Level = level
		k.If(ir.All(from, k.Cond(a.If())), func() { k.IncludeIf(set, level) })
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerPattern lowers the sites of the walks from a site on which given components stand, one after the other.
func lowerPattern(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesPattern(e)
	k.SiteType(a.SiteType())
	st := k.TypeOf(a.SiteType())
	walk := k.Parts.Walk(a.StepTypes())
	topo := k.G.Topo
	n, length := topo.Num(st), 0
	starts := make([][]int32, n) // the numbers of the walks from each site
	var paths [][]int32
	for s := range int32(n) {
		for _, d := range topo.Headings(st) {
			path, ok := topo.Walk([]int32{s}, st, s, d, walk)
			if !ok {
				continue
			}
			if length > 0 && len(path) != length {
				k.No(e, "walks of several lengths")
			}
			starts[s], length = append(starts[s], int32(len(paths))), len(path)
			paths = append(paths, path)
		}
	}
	set, at := k.NewSet(), k.Temp("at", k.IntElse(a.From(), k.Fields.Get(lower.LastTo)))
	if length == 0 {
		return ir.SetAt(set, ir.Num(0))
	}
	sites := make([]int64, 0, length*len(paths))
	for _, path := range paths {
		for _, s := range path {
			sites = append(sites, int64(s))
		}
	}
	table, by, rows := k.Table("pattern", ir.I16, sites), k.Rows("patterns", starts), k.Rows("pattern.sites", paths)
	k.If(ir.Calc(ir.Below, at, ir.Num(n)), func() {
		want := []*ir.Expr{k.Temp("what", k.WhatAt(at))}
		if a.What() != nil || a.Whats() != nil {
			want = k.Temps("want", a.What(), a.Whats())
		}
		if len(want) == 0 {
			return
		}
		k.If(ir.Calc(ir.Eq, k.WhatAt(at), want[0]), func() {
			k.Row(by, at, func(path *ir.Expr) {
				same := ir.Num(1)
				for i := 1; i < length; i++ {
					site := ir.At(table, ir.Calc(ir.Add, ir.Calc(ir.Mul, path, ir.Num(length)), ir.Num(i)))
					same = ir.All(same, ir.Calc(ir.Eq, ir.At(k.Fields.What, site), want[i%len(want)]))
				}
				k.If(same, func() {
					k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.RowSet(rows, path)))
				})
			})
		})
	})
	return ir.SetAt(set, ir.Num(0))
}
