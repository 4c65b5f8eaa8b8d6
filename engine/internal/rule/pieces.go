package rule

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Pieces are those of players that a clause asks for: [siteType] [roleType | of:int] [string] [in:sites], and where it
// counts them [if:bool], which sees (site) and (level).
type Pieces struct{ any bool }

// The number of pieces, and whether there is none.
var (
	NumberOfPieces = Int{Impl: Pieces{}.impl, Lower: Pieces{}.number, Args: append([]string{"if"}, pieceArgs...)}

	NoPieces = Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		any := Pieces{any: true}.impl(k, e)
		return game.BoolFn(func(c *game.Context) bool { return any.F(c) == 0 })
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Calc(ir.Not, Pieces{any: true}.number(k, e)) },
		Args: pieceArgs}

	pieceArgs = []string{"siteType", "roleType", "of", "string", "in"}
)

// cond is the condition that pieces must meet, nil for none.
func (x Pieces) cond(e *lgdl.Expr) *lgdl.Expr {
	if x.any {
		return nil
	}
	return e.Named("if")
}

func (x Pieces) impl(k *game.Compiler, e *lgdl.Expr) game.Int {
	cond := k.Cond(x.cond(e))
	p := k.PieceSearch(e.Named("siteType"), e.Named("roleType"), e.Named("of"), e.Named("string"), e.Named("in"))
	return game.IntFn(func(c *game.Context) int {
		site, level, n := c.Site, c.Level, 0
		var seen game.Set
		if !x.any {
			seen = c.TakeSet()
		}
		p.Each(c, seen, func(s int, mask uint32) bool {
			c.Site = s
			switch {
			case c.G.Stacks:
				for l := range c.S.SizeAt(p.Type, s) {
					c.Level = l
					if p.Wants(c.S.WhoAt(p.Type, s, l), c.S.WhatAt(p.Type, s, l), mask) && cond.Ok(c) {
						n++
					}
				}
			case !p.Wants(c.S.Who(p.Type, s), c.S.What(p.Type, s), mask) || !cond.Ok(c):
			case x.any:
				n = 1
			default:
				n += c.S.CountAt(p.Type, s)
			}
			return n == 0 || !x.any
		})
		if !x.any {
			c.GiveSet(seen)
		}
		c.Site, c.Level = site, level
		return n
	})
}

// number lowers the number of the pieces, or whether there is any.
func (x Pieces) number(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	cond := x.cond(e)
	switch {
	case k.Stacked():
		return x.stacked(k, e)
	case !x.any && e.Named("siteType") != nil && k.G.TypesKept() > 1:
		k.No(e, "pieces on one of several types of sites")
	}
	set := k.PieceSearch(e)
	if cond != nil {
		set = k.Among(set, func(site *ir.Expr) *ir.Expr {
			k.Env.Site = site
			return k.Bool(cond)
		})
	}
	switch {
	case x.any:
		return ir.Calc(ir.SetAny, set)
	case !k.G.Counts:
		return ir.Calc(ir.SetCount, set)
	}
	n := k.Let("n", ir.Num(0))
	k.Each(set, func(site *ir.Expr) { k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), k.CountAt(site)))) })
	return ir.Read(n)
}

// stacked is number in stacks: each owner's sites are looked for in the position lists, unless these say nothing else
// than the stacks, and there all pieces of the role are looked at.
func (x Pieces) stacked(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.SiteType(e.Named("siteType"))
	owners, cond, name := k.OwnersOf(e, e.Named("of"), e.Named("roleType")), x.cond(e), e.Named("string")
	everywhere := e.Named("siteType") == nil && e.Named("in") == nil
	// Of several players a site is counted once for each who has pieces there.
	once := k.Mirrored() && (x.any || single(owners))
	if once && everywhere && name == nil && cond == nil {
		n := ir.Num(0)
		owners(func(owner int, is *ir.Expr) {
			n = ir.Calc(ir.Add, n, ir.Cond(is, k.NumberListed(owner), ir.Num(0)))
		})
		return n
	}
	in := k.AllSites()
	if e.Named("siteType") != nil {
		in = k.Board()
	}
	if e.Named("in") != nil {
		in = ir.Calc(ir.SetAnd, in, k.Region(e.Named("in")))
	}
	if x.any && once && name == nil && k.OwnAll(owners) {
		return ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, k.Stacks(), in))
	}
	most := 1<<31 - 1
	if x.any {
		most = 1
	}
	mask, n := k.Temp("mask", k.MaskOf(owners)), k.Var("pieces", 0, most, ir.Num(0))
	look := func(end *ir.Label) {
		each := func(sites *ir.Expr) {
			k.Each(ir.Calc(ir.SetAnd, sites, in), func(site *ir.Expr) {
				k.EachLevel(site, x.any, func(level *ir.Expr) {
					what := k.Temp("what", k.WhatOn(site, level))
					wanted := k.InMask(mask, what)
					if name != nil {
						wanted = ir.All(wanted, k.IsNamed(name.Text, what))
					}
					k.If(ir.All(wanted, k.Scoped(func() *ir.Expr {
						k.Env.Site, k.Env.Level = site, level
						return k.Cond(cond)
					})), func() {
						if x.any {
							k.Add(ir.Put(n, ir.Num(1)), ir.Leave(end))
							return
						}
						k.Add(ir.Increment(n))
					})
				})
			})
		}
		if once {
			each(k.Stacks())
			return
		}
		owners(func(owner int, is *ir.Expr) { k.If(is, func() { each(k.ListedOf(owner)) }) })
	}
	if x.any {
		k.Scope("pieces", look)
	} else {
		look(nil)
	}
	return ir.Read(n)
}

// single reports whether owners are one player at most.
func single(owners position.Owners) bool {
	always := 0
	owners(func(_ int, is *ir.Expr) {
		if is.Is(1) {
			always++
		}
	})
	return always <= 1
}
