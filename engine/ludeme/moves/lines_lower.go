package moves

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerOriginOf is the site of an optional (from …) of an effect on lines: by default
// that of the last move.
func lowerOriginOf(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e == nil {
		return k.Temp("origin", k.Fields.Get(lower.LastTo))
	}
	k.Only(e, "siteType", "int")
	k.SiteType(clause.From(e).SiteType())
	if clause.From(e).Int() != nil {
		return k.Temp("origin", k.Int(clause.From(e).Int()))
	}
	return k.Iterator(e, k.Env.From)
}

// lowerDirections lowers the moves for every site in some directions.
func lowerDirections(k *lower.Lowerer, e *lgdl.Expr) {
	a, st := clause.ForEachDirection(e), k.G.DefaultType
	when, moves := (*lgdl.Expr)(nil), a.Moves()
	if a.To() != nil {
		k.Only(a.To(), "siteType", "if", "(apply)")
		when = clause.To(a.To()).If()
		_, moves = applied(clause.To(a.To()).Apply())
	}
	from := k.Iterator(e, k.Env.From)
	origin := from
	if a.From() != nil {
		k.Only(a.From(), "siteType", "int")
		st = k.TypeOf(clause.From(a.From()).SiteType())
		if clause.From(a.From()).Int() != nil {
			origin = k.Temp("origin", k.Int(clause.From(a.From()).Int()))
		}
	}
	if st != k.G.DefaultType {
		k.No(e, "directions of another type of site")
	}
	b := lowerCrossing(k, a.Between(), 1, 1)
	env := k.Env
	k.If(ir.Calc(ir.Lt, from, ir.Num(0)), k.Spoil)
	k.Around(a.Then(), func() {
		k.If(ir.All(k.OnBoardOf(st, origin), k.WhatAt(from)), func() {
			by, lines, row := k.LinesFacing(st, a.Direction(), "Adjacent", origin, lowerFacing(k, st, from))
			k.Row(by, row, func(line *ir.Expr) {
				k.Env = env
				lowerWalk(k, lines, line, b, func(*ir.Expr) *ir.Expr { return k.Cond(when) }, func(*ir.Expr) { k.Moves(moves) })
			})
		})
	})
}

// lowerFacing is where the piece at a site is taken to look: along the step to (to) if
// that is one, else its own way.
func lowerFacing(k *lower.Lowerer, st board.SiteType, from *ir.Expr) *lower.Facing {
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
	site := lowerOriginOf(k, a.From())
	b := lowerCrossing(k, a.Between(), 1, 1)
	k.OnlyOf(a.To(), "siteType", "if", "(apply)")
	effectIf, effect := effects(a.To())
	dir := board.Adjacent
	if d := a.AbsoluteDirection(); d != nil {
		dir, _ = board.ParseDirection(d.Text)
	}
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
			lowerAffected(k, x, effectIf, effect)
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

// lowerDirectional lowers effects on the pieces on the line ahead of a move.
func lowerDirectional(k *lower.Lowerer, e *lgdl.Expr) {
	a, st := clause.Directional(e), k.G.DefaultType
	k.OnlyOf(a.To(), "siteType", "if", "(apply)")
	effectIf, effect := effects(a.To())
	if effect == nil {
		return // what is removed by default is what stands where the move came from, which is nowhere by then
	}
	site := lowerOriginOf(k, a.From())
	k.If(k.OnBoard(site), func() {
		var by, lines *lower.Rows
		var row *ir.Expr
		if a.Direction() != nil {
			by, lines, row = k.Lines(st, a.Direction(), "", site)
		} else {
			by, lines, row = k.LinesThrough(st, e, site, k.Fields.Get(lower.LastFrom), k.Fields.Get(lower.LastTo))
		}
		k.Row(by, row, func(line *ir.Expr) {
			ok := func(*ir.Expr) *ir.Expr { return toIsEnemy.orLowered(k, a.To()) }
			lowerWalk(k, lines, line, crossing{}, ok, func(*ir.Expr) {
				k.Env.Drop(&k.Env.From)
				k.If(k.Cond(effectIf), func() { k.Moves(effect) })
			})
		})
	})
}

// lowerAttract lowers the drawing of pieces along the lines from a site towards it: all of a line are taken off, and
// put back on its first sites.
func lowerAttract(k *lower.Lowerer, e *lgdl.Expr) {
	k.NoStacks(e)
	a := clause.Attract(e)
	site := lowerOriginOf(k, a.From())
	k.Around(a.Then(), func() {
		k.If(k.OnBoard(site), func() {
			by, lines, row := k.Lines(k.G.DefaultType, a.AbsoluteDirection(), "Adjacent", site)
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
