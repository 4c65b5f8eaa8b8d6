package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var custodialRows = []lgdl.Form{
	{Text: "(custodial [(from)] [absoluteDirection] [(between)] [(to)] [(then)])", Lower: lower.MovesRule(lowerCustodial),
		Result: "moves:effect", Concepts: []string{"skip absoluteDirection", "skip (between)/range"},
		Marks: concept.Rule(custodialConcepts), Meaning: "Affects the pieces that are flanked on a line between two sites.",
		Impl: game.MovesRule(compileCustodial)},
}

var interveneRows = []lgdl.Form{
	{Text: "(intervene [(from)] [absoluteDirection] [(between)] [(to)] [(then)])", Lower: lower.MovesRule(lowerIntervene),
		Result: "moves:effect", Concepts: []string{"skip absoluteDirection"}, Marks: concept.Rule(interveneConcepts),
		Meaning: "Affects the pieces on both sides of a site on a line through it.", Impl: game.MovesRule(compileIntervene)},
}

// orRemoval gives an absent (apply …) the effect of removing the piece at the site of an iterator.
func orRemoval(k *game.Compiler, e *lgdl.Expr, a *applyPart, t siteTest) {
	if a.Effect == nil && !a.If.Given() {
		a.Effect = t.removed().Impl(k, e)
	}
}

// run evaluates the effect if the condition holds.
func (a *applyPart) run(c *game.Context, out *game.MoveList) {
	if a.Effect != nil && a.If.Ok(c) {
		a.Effect.Eval(c, out)
	}
}

// capture runs the effect on each of some sites that were captured together, which the last of its moves shows.
func (b *betweenPart) capture(c *game.Context, sites []int32, out *game.MoveList) {
	first := len(out.M)
	for _, s := range sites {
		c.Between = int(s)
		b.Apply.run(c, out)
	}
	if n := len(out.M); n > first {
		c.SetBetween(&out.M[n-1], sites)
	}
}

// flanker is a compiled (custodial …) or (intervene …).
type flanker struct {
	lines
	between betweenPart
	to      toPart
}

func compileFlanker(k *game.Compiler, e *lgdl.Expr) *flanker {
	a := clause.Flanking(e)
	return &flanker{lines: absolute.compileRays(k, e),
		between: compileBetween(k, a.Between()), to: compileTo(k, a.To(), toVar)}
}

func compileCustodial(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	f := compileFlanker(k, e)
	f.between.If = betweenIsEnemy.or(f.between.If)
	f.to.If = toIsFriend.or(f.to.If)
	orRemoval(k, e, &f.between.Apply, betweenIsEnemy)
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		lo, hi := f.between.limits(c, 0, 1000)
		to, between := c.To, c.Between
		f.each(c, func(path []int32) { f.run(c, path, lo, hi, out) })
		c.To, c.Between = to, between
	}, clause.Flanking(e).Then())
}

// run captures the run of pieces that is flanked on a line, if there is one. Beyond the end of the board the site that
// closes several is -1, which the condition may accept.
func (f *flanker) run(c *game.Context, path []int32, lo, hi int, out *game.MoveList) {
	if lo > hi || hi < 1 || hi == 1 && len(path) < 2 {
		return
	}
	n := prefix(c, path, hi, &c.Between, f.between.If)
	if n == 0 || n < lo {
		return
	}
	c.To = game.Off
	if n < len(path) {
		c.To = int(path[n])
	}
	if f.to.If.Get(c) {
		f.between.capture(c, path[:n], out)
	}
}

// prefix is the number of sites at the beginning of a line, at most hi, for which a condition holds with an iterator at
// them.
func prefix(c *game.Context, path []int32, hi int, at *int, cond game.Bool) int {
	n := 0
	for n < len(path) && n < hi {
		if *at = int(path[n]); !cond.Get(c) {
			break
		}
		n++
	}
	return n
}

func compileIntervene(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	f := compileFlanker(k, e)
	f.to.If = toIsEnemy.or(f.to.If)
	orRemoval(k, e, &f.to.Apply, toIsEnemy)
	return k.Followed(f.intervene, clause.Flanking(e).Then())
}

func (f *flanker) intervene(c *game.Context, out *game.MoveList) {
	st := f.from.Type
	site := f.from.Loc.Get(c)
	if !c.G.OnBoard(st, site) {
		return
	}
	dirs := f.dirs.Eval(c, st, site, c.TakeDirs())
	lo, hi := f.between.limits(c, 1, 1)
	to := c.To
	for _, d := range dirs {
		radials := c.G.Topo.DistinctRadials(st, int32(site), d)
		for i := range radials {
			opposite := radials[i].Opposite
			if opposite == nil {
				continue
			}
			own, other := radials[i].Path[1:], opposite[1:]
			n, m := prefix(c, own, hi, &c.To, f.to.If), prefix(c, other, hi, &c.To, f.to.If)
			if n >= lo && m >= lo {
				f.affect(c, other[:m], out)
				f.affect(c, own[:n], out)
			}
		}
	}
	c.To = to
	c.GiveDirs(dirs)
}

func (f *flanker) affect(c *game.Context, run []int32, out *game.MoveList) {
	for _, s := range run {
		c.To = int(s)
		f.to.Apply.run(c, out)
	}
}

// lowerCustodial lowers the capture of pieces that are flanked on lines from a site.
func lowerCustodial(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.Custodial(e)
	k.OnlyOf(a.Between(), "range", "if", "(apply)")
	k.OnlyOf(a.To(), "if")
	if uses(conditionOf(a.Between()), "to") {
		k.No(e, "captures that ask for the site that has closed those before")
	}
	least, hi := 1, 1000
	if b := a.Between(); b != nil && clause.Between(b).Range() != nil {
		r := clause.Between(b).Range()
		lo, top, ok := lowerRange(k, r)
		switch {
		case !ok:
			k.No(r, "a range that changes")
		case lo > top:
			return
		}
		least, hi = max(lo, 1), top
	}
	// Who closes a run may ask for the last site that was looked at in between, which is the closing one itself
	// unless the run has come to its most.
	tested, asked := ir.Within("tested", 0, k.Span()-1), uses(conditionOf(a.To()), "between")
	test := func(site *ir.Expr) {
		if asked {
			k.Add(ir.Put(tested, site))
		}
	}
	closed := func(n *ir.Expr) *ir.Expr {
		if asked {
			k.Env.Between = ir.Read(tested)
		}
		return ir.All(ir.Calc(ir.Le, ir.Num(least), n), toIsFriend.orLowered(k, a.To()))
	}
	_, effect := effects(a.Between())
	closer := ir.NewLocal("closer", ir.I32) // the site that ends a run, for what is done to it
	closes := func(site *ir.Expr) {
		k.Env.To = site
		if effect != nil {
			k.Add(ir.Put(closer, site))
		}
	}
	k.NoBetween(e)
	run := flanks(k, a, least, hi)
	capture := func(over *ir.Expr) {
		k.Env.Between = over
		if run != nil {
			run.Over = over.Local
		}
		if effect != nil {
			k.Env.To = ir.Read(closer)
		}
		lowerAffected(k, e, betweenIsEnemy, a.Between())
	}
	k.Around(a.Then(), func() {
		absolute.lowerRays(k, e, func(from *ir.Expr, rays, rows *write.Rows, row *ir.Expr) {
			k.Slides(run, rays, rows, from, row, func(ray *ir.Expr) {
				// Most lines end where they begin: that is found without going along them.
				first := k.Temp("first", k.FirstOr(rows, ray, game.Off))
				k.Env.Between = first
				k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), first), betweenIsEnemy.orLowered(k, a.Between())), func() {
					n, flanked := ir.Within("n", 0, rows.Longest()), ir.Within("flanked", 0, 1)
					k.Add(ir.Put(n, ir.Num(0)), ir.Put(flanked, ir.Num(0)))
					k.Scope("run", func(end *ir.Label) {
						k.Row(rows, ray, func(site *ir.Expr) {
							k.Env.Between = site
							k.Choose(ir.All(ir.Calc(ir.Lt, ir.Read(n), ir.Num(hi)),
								betweenIsEnemy.orLowered(k, a.Between())), func() {
								k.Add(ir.Increment(n))
								test(site)
							}, func() {
								if asked {
									k.If(ir.Calc(ir.Lt, ir.Read(n), ir.Num(hi)), func() { test(site) })
								}
								closes(site)
								k.Add(ir.Put(flanked, closed(ir.Read(n))), ir.Leave(end))
							})
						})
						if hi > 1 { // the end of the board may close a line of several
							closes(ir.Num(game.Off))
							k.Add(ir.Put(flanked, closed(ir.Read(n))))
						}
					})
					k.If(ir.Read(flanked), func() {
						k.FirstOf(rows, ray, ir.Read(n), capture)
					})
				})
			})
		})
	})
}

// flanks says what is flanked by a custodial capture of runs of any length: its sites, and those that may close it;
// nil where that is more than two sets.
func flanks(k *lower.Lowerer, a clause.CustodialArgs, least, hi int) *ir.Slide {
	if least != 1 || hi < k.Sites() || uses(conditionOf(a.To()), "between") {
		return nil
	}
	x := &ir.Slide{Run: true}
	x.Cross, _ = k.SitesWhere(func(site *ir.Expr) *ir.Expr {
		k.Env.Between = site
		return betweenIsEnemy.orLowered(k, a.Between())
	})
	x.Stop, _ = k.SitesWhere(func(site *ir.Expr) *ir.Expr {
		k.Env.To = site
		return toIsFriend.orLowered(k, a.To())
	})
	edge := k.Scoped(func() *ir.Expr {
		k.Env.To = ir.Num(game.Off)
		return toIsFriend.orLowered(k, a.To())
	})
	if x.Cross == nil || x.Stop == nil || !edge.Is(0) {
		return nil
	}
	return x
}
