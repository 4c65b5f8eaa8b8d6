package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var selectRows = []lgdl.Form{
	{Text: "(select (from) [(to)] [roleType] [(then)])", Result: "moves:effect",
		Meaning: "One or two sites are chosen; nothing happens there.", Impl: selects},
}

var selects = rule.Forms(compileSelect, lowerSelect)

// selection is a compiled (select …).
type selection struct {
	from     fromPart
	to       toPart
	mover    game.Int
	own      bool // the move is the mover's
	decision bool
}

func compileSelect(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := clause.AnySelect(e)
	s := &selection{from: compileFrom(k, a.From(), fromVar), to: compileTo(k, a.To(), toVar), mover: game.IntFn(mover),
		own: a.RoleType() == nil, decision: decision}
	if a.RoleType() != nil {
		s.mover = k.Role(a.RoleType().Text)
	}
	return k.Followed(s.eval, a.Then())
}

// exists reports whether a site number is one of its type's; cells are those of all containers.
func exists(g *game.Game, st board.SiteType, s int) bool {
	if st == cell {
		return s >= 0 && s < g.Sites
	}
	return g.OnBoard(st, s)
}

func (x *selection) eval(c *game.Context, out *game.MoveList) {
	from, to := c.From, c.To
	player := int32(x.mover.Get(c))
	starts, ends := x.from.sites(c, c.TakeInts()), c.TakeInts()
	st := x.from.Type
	for _, start := range starts {
		s := int(start)
		if !exists(c.G, st, s) {
			continue
		}
		levelFrom := game.Off
		if c.G.Stacks {
			levelFrom = levelOf(c, &x.from.site, s)
		}
		c.From, c.To = s, s
		if !x.from.If.Ok(c) {
			continue
		}
		if !x.to.Given {
			m := c.One(decide(game.Select(game.SiteType(st), s, levelFrom, game.NoType, game.Off, game.Off), x.decision))
			m.From, m.To, m.Mover = start, start, player
			out.Add(m)
			continue
		}
		ends = x.to.sites(c, ends[:0])
		for _, end := range ends {
			t := int(end)
			if !exists(c.G, x.to.Type, t) {
				continue
			}
			levelTo := levelOf(c, &x.to.site, t)
			c.To = t
			if !x.to.If.Ok(c) {
				continue
			}
			m := c.One(decide(game.Select(game.SiteType(st), s, levelFrom, game.SiteType(x.to.Type), t, levelTo), x.decision))
			m.From, m.To, m.Mover = start, end, player
			out.Add(m)
		}
	}
	c.GiveInts(starts)
	c.GiveInts(ends)
	c.From, c.To = from, to
}

// levelOf is the level that a clause gives, else that of the top piece of s.
func levelOf(c *game.Context, p *site, s int) int {
	if p.Level.Given() {
		return p.Level.Get(c)
	}
	return c.S.SizeAt(p.Type, s) - 1
}

// lowerSelect lowers the choice of a site, or of two.
func lowerSelect(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnySelect(e)
	k.MovedBy(a.RoleType(), func() { lowerSelected(k, a) })
}

// lowerOwnSites is lowerSites, but hands have cells alone, and the numbers of a list may be those of no site.
func lowerOwnSites(k *lower.Lowerer, st board.SiteType, e *lgdl.Expr, own *ir.Expr, f func(site *ir.Expr)) {
	lowerSites(k, st, e, own, func(site *ir.Expr) {
		there := ir.Num(1)
		switch {
		case st != board.Cell && len(k.G.Containers) > 1:
			there = k.OnBoardOf(st, site)
		case k.Beyond():
			there = k.ExistsOn(st, site)
		}
		k.If(there, func() { f(site) })
	})
}

func lowerSelected(k *lower.Lowerer, a clause.AnySelectArgs) {
	k.Only(a.From(), "siteType", "sites", "int", "level", "if")
	st := k.TypeOf(clause.From(a.From()).SiteType())
	// The level of the site that is chosen last travels with the move.
	level := func(x *lgdl.Expr, st board.SiteType, site *ir.Expr) *ir.Expr {
		if !k.Stacked() || !k.AsksArrival() {
			return nil
		}
		l := k.Temp("level", ir.Calc(ir.Sub, k.On(st, site, 0, k.SizeAt), ir.Num(1)))
		if x != nil {
			l = k.Temp("level", k.Int(x))
		}
		return k.Fitting(ir.Cond(ir.Calc(ir.Lt, l, ir.Num(0)), ir.Num(0), l), 0, 63)
	}
	outer := k.Env
	lowerOwnSites(k, st, a.From(), k.Env.From, func(from *ir.Expr) {
		k.Env.From, k.Env.To = outer.From, outer.To
		var at *ir.Expr
		if a.To() == nil {
			at = level(clause.From(a.From()).Level(), st, from)
		}
		k.Env.From, k.Env.To = from, from
		k.If(k.Cond(clause.From(a.From()).If()), func() {
			if a.To() == nil {
				k.Emit(lower.Candidate{From: from, To: from, Data: at}, a.Then(), func(from, to, data *ir.Expr) {
					k.ActedFrom(from)
					k.LogSite(game.ActSelect, from)
					if at != nil {
						k.Arrive(data)
					}
				})
				return
			}
			k.Only(a.To(), "siteType", "sites", "int", "level", "if")
			tt := k.TypeOf(clause.To(a.To()).SiteType())
			lowerOwnSites(k, tt, a.To(), k.Env.To, func(to *ir.Expr) {
				k.Env.To = from
				at := level(clause.To(a.To()).Level(), tt, to)
				k.Env.To = to
				k.If(k.Cond(clause.To(a.To()).If()), func() {
					k.Emit(lower.Candidate{From: from, To: to, Data: at}, a.Then(), func(from, to, data *ir.Expr) {
						k.Acts(game.ActSelect, from, to)
						if at != nil {
							k.Arrive(data)
						}
					})
				})
			})
		})
	})
}
