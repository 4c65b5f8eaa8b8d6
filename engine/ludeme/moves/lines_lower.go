package moves

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerFacing is where the piece at a site is taken to look: along the step to (to) if
// that is one, else its own way.
func lowerFacing(k *lower.Lowerer, st board.SiteType, from *ir.Expr) *position.Facing {
	f := k.FacingOf(k.WhatAt(from), k.G.Topo.Supported(st, board.RelAll))
	if k.Env.To == nil {
		return f
	}
	f.Prefer(lowerWay(k, st, f.Directions(), from, k.Temp("to", k.Env.To)))
	return f
}

// maxPairs bounds the pairs of sites in one table of the ways from one to the other.
const maxPairs = 1 << 18

// lowerWay is the number of the last of directions in which a step leads from one site to another one, -1 for none.
func lowerWay(k *lower.Lowerer, st board.SiteType, dirs []board.Direction, from, to *ir.Expr) *ir.Expr {
	t := k.G.Topo
	n := t.Num(st)
	known := ir.All(ir.Calc(ir.Below, from, ir.Num(n)), ir.Calc(ir.Below, to, ir.Num(n)))
	if n*n <= maxPairs {
		table := k.TableOnce("step", fmt.Sprint(st, dirs), ir.I16, func() []int64 {
			values := make([]int64, n*n)
			for i := range values {
				values[i] = -1
			}
			for i, d := range dirs {
				for s := range int32(n) {
					for _, x := range t.Steps(st, s, d) {
						values[int(s)*n+int(x)] = int64(i)
					}
				}
			}
			return values
		})
		return k.Temp("step", ir.Cond(known, ir.At(table,
			ir.Calc(ir.Add, ir.Calc(ir.Mul, from, ir.Num(n)), to)), ir.Num(-1)))
	}
	steps := make([][]int32, n) // by site: where steps lead, and their directions
	for i, d := range dirs {
		for s := range int32(n) {
			for _, x := range t.Steps(st, s, d) {
				steps[s] = append(steps[s], x<<8|int32(i))
			}
		}
	}
	step := k.Var("step", -1, len(dirs)-1, ir.Num(-1))
	k.If(known, func() {
		k.Row(k.Rows("steps", steps), from, func(x *ir.Expr) {
			k.If(ir.Calc(ir.Eq, ir.Calc(ir.Shr, x, ir.Num(8)), to), func() {
				k.Add(ir.Put(step, ir.Calc(ir.And, x, ir.Num(1<<8-1))))
			})
		})
	})
	return ir.Read(step)
}

// lowerIntervene lowers effects on the pieces on both sides of a site.
func lowerIntervene(k *lower.Lowerer, e *lgdl.Expr) {
	a, st := clause.Intervene(e), k.G.DefaultType
	site := lowerOriginOf(k, e, false)
	b := lowerCrossing(k, a.Between(), 1, 1)
	k.OnlyOf(a.To(), "siteType", "if", "(apply)")
	dir := game.DirectionOf(a.AbsoluteDirection())
	var sides [][]int32
	by := make([][]int32, k.G.Topo.Num(st))
	for s := range by {
		for _, r := range k.G.Topo.DistinctRadials(st, int32(s), dir) {
			if r.Opposite != nil {
				by[s] = append(by[s], int32(len(sides)))
				sides = append(sides, r.Path[1:], r.Opposite[1:])
			}
		}
	}
	lines, pairs := k.Rows("sides", sides), k.Rows("pairs", by)
	env := k.Env
	run := func(line *ir.Expr) *ir.Expr {
		n := k.Var("n", 0, 1<<15, ir.Num(0))
		k.Scope("side", func(end *ir.Label) {
			k.Row(lines, line, func(x *ir.Expr) {
				k.Env.To = x
				k.Add(ir.When(ir.Calc(ir.Le, b.hi, ir.Read(n)), ir.Leave(end)))
				k.Add(ir.When(ir.Calc(ir.Not, toIsEnemy.orLowered(k, a.To())), ir.Leave(end)))
				k.Add(ir.Increment(n))
				k.Env = env
			})
		})
		return ir.Read(n)
	}
	affect := func(line, n *ir.Expr) {
		k.FirstOf(lines, line, n, func(x *ir.Expr) {
			k.Env.To = x
			lowerAffected(k, e, toIsEnemy, a.To())
			k.Env = env
		})
	}
	k.Around(a.Then(), func() {
		k.If(k.OnBoard(site), func() {
			k.Row(pairs, site, func(own *ir.Expr) {
				other := k.Temp("other", ir.Calc(ir.Add, own, ir.Num(1)))
				n := run(own)
				m := run(other)
				k.If(ir.All(ir.Calc(ir.Le, b.lo, n), ir.Calc(ir.Le, b.lo, m)), func() {
					affect(other, m)
					affect(own, n)
				})
			})
		})
	})
}

// lowerAttract lowers the drawing of pieces along the lines from a site towards it: all of a line are taken off, and
// put back on its first sites.
func lowerAttract(k *lower.Lowerer, e *lgdl.Expr) {
	k.NoStacks(e)
	k.Around(e.Named("then"), func() {
		absolute.lowerRays(k, e, func(_ *ir.Expr, by, lines *write.Rows, row *ir.Expr) {
			k.Row(by, row, func(line *ir.Expr) {
				k.Row(lines, line, func(s *ir.Expr) {
					k.If(k.WhatAt(s), func() {
						k.Emit(lower.Candidate{From: s, To: s}, nil, func(_, to, _ *ir.Expr) { k.Clear(to) })
					})
				})
				n := k.Var("n", 0, lines.Longest(), ir.Num(0))
				k.Row(lines, line, func(s *ir.Expr) {
					what := k.Temp("what", k.WhatAt(s))
					k.If(what, func() {
						x := k.Temp("x", k.Entry(lines, line, ir.Read(n)))
						k.Emit(lower.Candidate{From: x, To: x, Data: what}, nil, func(_, to, what *ir.Expr) { k.Put(to, what, nil) })
						k.Add(ir.Increment(n))
					})
				})
			})
		})
	})
}
