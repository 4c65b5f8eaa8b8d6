package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// maxRings bounds the rows of a table of the sites at every distance from every site.
const maxRings = 1 << 13

// lowerRings lowers those of a range that changes, ring by ring.
func lowerRings(k *lower.Lowerer, e *lgdl.Expr, st board.SiteType) *ir.Expr {
	topo, n := k.G.Topo, k.G.Topo.Num(st)
	ring := func(s, d int) []int32 { return topo.AtDistance(st, k.G.DistanceRelation(), int32(s), d) }
	most := 0
	for s := range n {
		for ring(s, most+1) != nil {
			most++
		}
	}
	if n*(most+1) > maxRings {
		k.No(e, "a range of distances that changes")
	}
	rows := make([][]int32, 0, n*(most+1))
	for s := range n {
		for d := range most + 1 {
			rows = append(rows, ring(s, d))
		}
	}
	rings, set := k.Rows("rings", rows), k.NewSet()
	from := k.Temp("from", k.Int(clause.SitesDistance(e).From()))
	lo, hi := k.Range(clause.SitesDistance(e).Range())
	lo, hi = k.Temp("lo", lo), k.Temp("hi", hi)
	k.If(ir.All(k.OnBoardOf(st, from), ir.Calc(ir.Le, ir.Num(0), lo)), func() {
		last := k.Temp("last", ir.Cond(ir.Calc(ir.Lt, ir.Num(most), hi), ir.Num(most), hi))
		k.EachBetween(lo, last, func(d *ir.Expr) {
			row := ir.Calc(ir.Add, ir.Calc(ir.Mul, from, ir.Num(most+1)), d)
			k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.RowSet(rings, row)))
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerStepDistance lowers the sites reached in so many steps of a move.
func lowerStepDistance(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesDistance(e)
	k.SiteType(a.SiteType())
	set, from := k.NewSet(), k.Temp("from", k.Int(a.From()))
	lo, hi := k.Range(a.Range())
	lo, hi = k.Temp("lo", lo), k.Temp("hi", hi)
	k.If(ir.All(k.OnBoard(from), ir.Calc(ir.Le, ir.Num(0), lo)), func() {
		var near *write.Rows
		var by func() *ir.Expr
		var same *ir.Expr
		if a.NewRotation() != nil {
			near, by = rule.TurningSteps(k, e, from)
		} else {
			near, same = rule.StepTable(k, e, from)
			by = rule.Same(same)
		}
		if same == nil || !same.Is(0) { // from an empty site, the pieces on the way say which way to look
			k.SpoilIf(ir.Calc(ir.Eq, k.WhatAt(from), ir.Num(0)))
		}
		open, cond := rule.StepsOver(k, e, from, false)
		rule.LowerSteps(k, near, by, from, open, cond, hi, func(site, steps *ir.Expr, _ *ir.Label) {
			k.If(ir.Calc(ir.Le, lo, steps), func() { k.Include(set, site) })
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerRandom lowers sites of a region that are drawn: another one of its list each time.
func lowerRandom(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesRandom(e)
	var region *ir.Expr
	if a.Sites() != nil {
		region = k.Region(a.Sites())
	} else {
		region = ir.Calc(ir.SetAnd, k.EmptyOf(board.Cell), k.UpTo(k.G.Topo.Num(board.Cell)))
	}
	of, set := k.Keep(region), k.NewSet()
	size := k.Temp("size", ir.Calc(ir.SetCount, of))
	number := k.Temp("number", k.IntOr(a.Num(), 1))
	left := ir.NewLocal("left", ir.I32)
	k.Add(ir.Put(left, ir.Cond(ir.Calc(ir.Lt, size, number), size, number)))
	chosen := ir.SetAt(set, ir.Num(0))
	k.Loop("draws", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(left), ir.Num(0)), ir.Leave(loop)))
		i := ir.NewLocal("i", ir.I32)
		k.Add(ir.Put(i, k.DrawnBelow(e, size)))
		k.Scope("nth", func(nth *ir.Label) {
			k.Each(of, func(site *ir.Expr) {
				k.If(ir.Calc(ir.Eq, ir.Read(i), ir.Num(0)), func() {
					k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, chosen, site)), func() {
						k.Include(set, site)
						k.Add(ir.Decrement(left))
					})
					k.Add(ir.Leave(nth))
				})
				k.Add(ir.Decrement(i))
			})
		})
	})
	return chosen
}
