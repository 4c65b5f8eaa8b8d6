package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// countSteps is the number of steps from a site to another one or to the nearest of a region: on the bare board, or
// over the sites that a step may go to.
var countSteps = rule.Of(func(e *lgdl.Expr) rule.Int {
	if e.Named("step") != nil {
		return stepsByMove
	}
	return stepsOnBoard
}, "siteType", "relationType", "step", "newRotation", "int1", "int2", "sites")

var stepGoals = rule.OverTo("sites", "int2")

// maxDistances bounds the sites of a board whose distances are tabulated.
const maxDistances = 512

// far is the distance of sites that are not joined, in the table.
const far = 1<<15 - 1

// stepsOnBoard are counted in the relation in which the game measures distances.
var stepsOnBoard = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	a, rel := clause.CountSteps(e), board.RelAdjacent
	st, start, goals := k.SiteTypeOr(a.SiteType()), k.Int(a.Int1()), stepGoals.Impl(k, e)
	if a.RelationType() != nil {
		rel, _ = board.ParseRelation(a.RelationType().Text)
	}
	k.AskDistance(rel)
	return game.IntFn(func(c *game.Context) int {
		from := start.Get(c)
		if from < 0 {
			return 0
		}
		nearest := game.Infinity
		goals.Each(c, func() bool {
			if !c.G.OnBoard(st, from) || !c.G.OnBoard(st, c.To) {
				game.Fault(e, "sites %d and %d are not both on the board", from, c.To)
			}
			nearest = min(nearest, int(c.G.Topo.Distance(st, c.G.DistanceRelation(), int32(from), int32(c.To))))
			return true
		})
		if nearest == game.Infinity {
			return 0
		}
		return nearest
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	from, n := stepsStart(k, e), k.G.Topo.Num(k.G.DefaultType)
	if n > maxDistances {
		k.No(e, "the distances of more than %d sites", maxDistances)
	}
	distances := k.TableOnce("distance", "", ir.I16, func() []int64 {
		table := make([]int64, 0, n*n)
		for s := range int32(n) {
			for _, d := range k.G.Topo.DistancesFrom(k.G.DefaultType, k.G.DistanceRelation(), s) {
				table = append(table, int64(min(d, far)))
			}
		}
		return table
	})
	best := k.Var("steps", 0, far, ir.Num(far))
	k.If(ir.Calc(ir.Le, ir.Num(0), from), func() {
		stepGoals.Lower(k, e)(func() {
			k.Choose(ir.All(k.OnBoard(from), k.OnBoard(k.Env.To)), func() {
				d := k.Temp("d", ir.At(distances, ir.Calc(ir.Add, ir.Calc(ir.Mul, from, ir.Num(n)), k.Env.To)))
				k.If(ir.Calc(ir.Lt, d, ir.Read(best)), func() { k.Add(ir.Put(best, d)) })
			}, k.Spoil)
		})
	})
	return ir.Cond(ir.Calc(ir.Eq, ir.Read(best), ir.Num(far)), ir.Num(0), ir.Read(best))
}}

// stepsStart lowers the site that steps are counted from.
func stepsStart(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.SiteType(e.Named("siteType"))
	return k.Temp("from", k.Int(e.Named("int1")))
}

// stepsByMove are counted by the steps of a move.
var stepsByMove = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	start, goals, search := k.Int(e.Named("int1")), stepGoals.Impl(k, e), rule.Search(k, e, true)
	return game.IntFn(func(c *game.Context) int {
		from := start.Get(c)
		if from < 0 {
			return 0
		}
		target := c.TakeSet()
		any, n := false, game.Infinity
		goals.Each(c, func() bool {
			any = true
			if c.G.OnBoard(search.St, c.To) {
				target.Add(c.To)
			}
			return true
		})
		switch {
		case !any:
			n = 0
		case !c.G.OnBoard(search.St, from) || target.Empty():
		case target.Has(from):
			n = 0
		default:
			search.From(c, from, game.Infinity, func(site, steps int) bool {
				if target.Has(site) {
					n = steps
				}
				return n == game.Infinity
			})
		}
		c.GiveSet(target)
		return n
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	from := stepsStart(k, e)
	target := k.NewSet()
	anything, length := k.Var("any", 0, 1, ir.Num(0)), k.Let("length", ir.Num(0))
	k.If(ir.Calc(ir.Le, ir.Num(0), from), func() {
		if region := e.Named("sites"); region != nil {
			all := k.Keep(k.Region(region))
			k.Add(ir.Put(anything, ir.Calc(ir.SetAny, all)))
			k.Store(target, ir.Calc(ir.SetAnd, all, k.Board()))
		} else {
			stepGoals.Lower(k, e)(func() {
				k.Add(ir.Put(anything, ir.Num(1)))
				k.If(k.OnBoard(k.Env.To), func() { k.Include(target, k.Env.To) })
			})
		}
		k.If(ir.Read(anything), func() {
			k.Add(ir.Put(length, ir.Num(game.Infinity)))
			goal := ir.SetAt(target, ir.Num(0))
			k.If(ir.All(k.OnBoard(from), ir.Calc(ir.SetAny, goal)), func() {
				k.Choose(ir.Calc(ir.SetHas, goal, from), func() { k.Add(ir.Put(length, ir.Num(0))) },
					func() { lowerSearch(k, e, from, goal, length) })
			})
		})
	})
	return ir.Read(length)
}}
