package moves

import (
	"cmp"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// crossing is what is lowered of a (between …): how far, over what, and what happens
// to it.
type crossing struct {
	lo, hi       *ir.Expr
	bounded      bool
	when         *lgdl.Expr
	trail, apply *lgdl.Expr
	stack        bool // a whole stack goes

	level, line func(data *ir.Expr) *ir.Expr // how a slide reads them from its data: nil for the top, and where nobody asks
}

func lowerCrossing(k *lower.Lowerer, e *lgdl.Expr, lo, hi int) crossing {
	b := crossing{lo: ir.Num(lo), hi: ir.Num(hi)}
	if e == nil {
		return b
	}
	if clause.Between(e).Range() != nil {
		lo, hi := k.Range(clause.Between(e).Range())
		b.lo, b.hi, b.bounded = onLine(lo), onLine(hi), true
	}
	b.when, b.trail, b.apply = clause.Between(e).If(), clause.Between(e).Trail(), clause.Between(e).Apply()
	return b
}

// onLine is a number of sites along a line, or one that is longer than all lines: sums of such numbers are numbers.
func onLine(n *ir.Expr) *ir.Expr {
	const beyond = 1 << 20
	return ir.Cond(ir.Calc(ir.Lt, ir.Num(beyond), n), ir.Num(beyond), n)
}

// lowerSlide lowers a slide along lines, over sites that may be crossed to the first
// one at which it must stop, or along tracks.
func lowerSlide(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnySlide(e)
	lowerOrigin(k, a.From(), true, func(from *ir.Expr) {
		if a.String() != nil { // by the rules a level is not asked for
			lowerTrackSlide(k, a, from)
		} else {
			lowerSlideFrom(k, e, a, from)
		}
	})
}

// lowerSlideLevel packs the level of a (from …), and returns how to read it; nil where the top piece slides.
func lowerSlideLevel(k *lower.Lowerer, e *lgdl.Expr, p *position.Packing) func(data *ir.Expr) *ir.Expr {
	if e == nil || clause.From(e).Level() == nil || !k.Stacked() {
		return nil
	}
	level := k.Int(clause.From(e).Level())
	if n, known := level.Number(); known && n == -1 {
		return nil
	}
	if lo, _ := level.Range(); lo < 0 {
		k.No(e, "a slide from a level that may be none")
	}
	return p.Put(e, level, levelBits)
}

func lowerSlideFrom(k *lower.Lowerer, e *lgdl.Expr, a clause.AnySlideArgs, from *ir.Expr) {
	b, t, p := lowerCrossing(k, a.Between(), 0, 1000), lowerTarget(k, a.To()), k.Packing()
	if b.stack = lowerWhole(k, a.Stack()); !b.stack {
		b.level = lowerSlideLevel(k, a.From(), p)
	}
	if b.apply != nil && uses(t.effectIf, "between") {
		k.No(a.To(), "a condition on the last site that was crossed and affected")
	}
	if t.effectIf != nil && k.LeavesLevel(t.effect, t.effectIf) {
		k.No(a.To(), "levels left behind by an effect under a condition")
	}
	piece := k.Moving()
	by, lines, row := k.Lines(k.G.DefaultType, a.Direction(), "Adjacent", from)
	var last *ir.Local // where that is asked, the site before, or the last of those before it that had effects
	before := k.Env.Between
	if uses(a.To(), "between") {
		last, before = ir.NewLocal("last", ir.I32), k.Between()
	}
	k.Slides(slideOf(k, b, t, last != nil), by, lines, from, row, func(line *ir.Expr) {
		emit := func(to *ir.Expr, stop bool) {
			c, t, b := lower.Candidate{From: from, To: to, Data: p.Value}, t, b
			if b.apply != nil || b.trail != nil || k.AsksBetween() {
				if b.line = func(data *ir.Expr) *ir.Expr { return data }; b.level == nil {
					c.Data = line
				} else {
					with := *p
					b.line = with.Put(a.To(), line, position.PackedBits-levelBits)
					c.Data = with.Value
				}
			}
			if !stop && (b.stack || b.level != nil) {
				t.effect = nil // the effect of such a slide is for where it must stop
			}
			if b.line == nil && b.level == nil && b.trail == nil {
				c.Same = lower.Same{By: "slide", Effect: t.effect, Piece: moving(piece, t.effect)}
				if b.stack {
					c.Same.By = "slide of a stack"
				}
			}
			emit := func() {
				k.Applied(t.effect, func() {
					k.Emit(c, a.Then(), func(from, to, data *ir.Expr) { slid(k, b, t, lines, piece, from, to, data) })
				}, func() { k.Moves(t.effect) })
			}
			k.If(k.Cond(t.effectIf), func() {
				if b.stack || b.level != nil { // it is a decision even as an effect
					k.Decision(emit)
				} else {
					emit()
				}
			})
		}
		n, prior := ir.Within("n", 0, 1<<15), ir.Within("prior", -1, k.Span()-1)
		if b.bounded {
			k.Add(ir.Put(n, ir.Num(0)))
		}
		between := before
		if last != nil {
			k.Add(ir.Put(last, cmp.Or(before, ir.Num(-1))), ir.Put(prior, ir.Num(-1)))
			between = ir.Read(last)
		}
		far := func() *ir.Expr {
			if !b.bounded {
				return ir.Num(1)
			}
			return ir.Calc(ir.Le, b.lo, ir.Read(n))
		}
		k.Scope("line", func(end *ir.Label) {
			k.Row(lines, line, func(to *ir.Expr) {
				if b.bounded {
					k.Add(ir.When(ir.Calc(ir.Le, b.hi, ir.Read(n)), ir.Leave(end)))
					k.Add(ir.Increment(n))
				}
				k.Env.To, k.Env.Between = to, between
				if t.when != nil {
					k.If(ir.All(k.Bool(t.when), far()), func() {
						emit(to, true)
						k.Add(ir.Leave(end))
					})
				}
				k.Env.Between = to
				if last != nil {
					k.Add(ir.Put(last, to))
				}
				k.Add(ir.When(ir.Calc(ir.Not, lowerMayCross(k, b, to)), ir.Leave(end)))
				k.If(far(), func() { emit(to, false) })
				if _, effect := applied(b.apply); last != nil && effect != nil {
					found := ir.All(far(), ir.Calc(ir.Le, ir.Num(0), ir.Read(prior)))
					k.Add(ir.When(found, ir.Put(last, ir.Read(prior))), ir.Put(prior, to))
				}
			})
		})
	})
}

// slideOf says what a slide is: the sites that it crosses, empty ones in any number to which
// nothing happens, those where it must stop, and those where it may end; nil where that is more than three sets.
func slideOf(k *lower.Lowerer, b crossing, t target, last bool) *ir.Slide {
	if k.LeavesLevel(t.when, t.effect, b.when) || b.bounded || b.apply != nil || b.trail != nil || b.level != nil ||
		last || b.stack && t.effect != nil ||
		k.AsksBetween() {
		return nil
	}
	x := &ir.Slide{}
	empty := false
	x.Cross, empty = k.SitesWhere(func(site *ir.Expr) *ir.Expr {
		k.Env.To, k.Env.Between = site, site
		return lowerMayCross(k, b, site)
	})
	if t.when != nil {
		x.Stop, _ = k.SitesWhere(func(site *ir.Expr) *ir.Expr {
			k.Env.To = site
			return k.Bool(t.when)
		})
	}
	if t.effectIf != nil {
		x.Rest, _ = k.SitesWhere(func(site *ir.Expr) *ir.Expr {
			k.Env.To, k.Env.Between = site, site
			return k.Bool(t.effectIf)
		})
	}
	if x.Cross == nil || !empty || (x.Stop == nil) != (t.when == nil) || (x.Rest == nil) != (t.effectIf == nil) {
		return nil
	}
	return x
}

func lowerMayCross(k *lower.Lowerer, b crossing, site *ir.Expr) *ir.Expr {
	if b.when != nil {
		return k.Bool(b.when)
	}
	if k.HasLarge() || k.Stacked() && k.Fields.Stacks.Hollow {
		return k.IsEmpty(site) // not where a large piece lies, or where nothing is a level of its own
	}
	return ir.Calc(ir.Eq, k.WhatAt(site), ir.Num(0))
}

// slid adds what a slide to a site of a line does: to the sites that it crossed, the
// last one first, on arrival, the move itself, and the trail.
func slid(k *lower.Lowerer, b crossing, t target, lines *write.Rows, piece int, from, to, data *ir.Expr) {
	var trail, line, level *ir.Expr
	if b.line != nil {
		line = k.Temp("line", b.line(data))
	}
	if b.level != nil {
		level = k.Temp("level", b.level(data))
	}
	if b.trail != nil {
		trail = k.Temp("trail", k.Int(b.trail))
	}
	crossed := func(f func(site *ir.Expr)) {
		k.Scope("crossed", func(end *ir.Label) {
			k.Row(lines, line, func(site *ir.Expr) {
				k.Add(ir.When(ir.Calc(ir.Eq, site, to), ir.Leave(end)))
				f(site)
			})
		})
	}
	if b.apply != nil || t.effect != nil {
		k.Before(func() {
			if b.apply != nil {
				crossed(func(site *ir.Expr) {
					env := k.Env
					k.Env.Between = site
					lowerApplied(k, b.apply, k.Moves)
					k.Env = env
				})
			}
			if t.effect != nil {
				k.Moves(t.effect)
			}
		})
	}
	switch {
	case level != nil:
		k.Decisive(func() { k.CarryLevel(from, level, to) })
	case b.stack:
		k.Decisive(func() { k.CarryStack(from, to) })
	default:
		k.Carry(from, to, moving(piece, b.apply, t.effect), nil)
	}
	if trail != nil {
		k.Undecided(func() {
			k.Put(from, trail, nil)
			crossed(func(site *ir.Expr) { k.Put(site, trail, nil) })
		})
	}
	k.Cross(crossed)
}

// lowerTrackSlide lowers a slide along tracks: see waysAlong.
func lowerTrackSlide(k *lower.Lowerer, a clause.AnySlideArgs, from *ir.Expr) {
	b, t := lowerCrossing(k, a.Between(), 0, 1000), lowerTarget(k, a.To())
	var ways, bent [][]int32
	starts := make([][]int32, k.Sites())
	for s, from := range waysAlong(k.G, a.String().Text) {
		for _, w := range from {
			starts[s] = append(starts[s], int32(len(ways)))
			ways, bent = append(ways, w.sites), append(bent, w.ends)
		}
	}
	by, sites, bends := k.Rows("starts", starts), k.Rows("way", ways), k.Rows("bent", bent)
	piece := k.Moving()
	k.Row(by, from, func(way *ir.Expr) {
		n := k.Var("n", 0, 1<<15, ir.Num(0))
		k.Scope("way", func(end *ir.Label) {
			k.Row(sites, way, func(to *ir.Expr) {
				round := k.Entry(bends, way, ir.Read(n))
				k.Add(ir.When(ir.Calc(ir.Le, b.hi, ir.Read(n)), ir.Leave(end)))
				k.Add(ir.Increment(n))
				k.Env.To = to
				k.If(ir.All(round, ir.Calc(ir.Le, b.lo, ir.Read(n))), func() {
					c := lower.Candidate{From: from, To: to}
					carry := func(from, to, _ *ir.Expr) { k.Carry(from, to, piece, nil) }
					on := func() { k.If(k.Cond(t.effectIf), func() { k.Emit(c, a.Then(), carry) }) }
					if t.when == nil {
						on()
						return
					}
					k.Choose(k.Bool(t.when), func() {
						k.Emit(c, a.Then(), func(from, to, data *ir.Expr) {
							if t.effect != nil {
								k.AsPart(func() { k.Perform(t.effect) })
							}
							carry(from, to, data)
						})
						k.Add(ir.Leave(end))
					}, on)
				})
				k.Env.Between = to
				k.Add(ir.When(ir.Calc(ir.Not, lowerMayCross(k, b, to)), ir.Leave(end)))
			})
		})
	})
}
