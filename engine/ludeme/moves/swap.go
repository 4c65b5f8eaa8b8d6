package moves

import (
	"cmp"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var swapRows = []lgdl.Form{
	{Text: "(swap Pieces [int] [int] [(then)])", Result: "moves:effect",
		Concepts: []string{"PiecesSwappedEffect"}, Meaning: "Two pieces change places.", Impl: swapPieces},
	{Text: "(swap Players (int | roleType) (int | roleType) [(then)])",
		Result: "moves:effect", Concepts: []string{"SwapPlayersEffect"}, Meaning: "Two players change sides.",
		Impl: swapPlayers},
	{Text: "(take Domino [(then)])", Result: "moves:effect", Concepts: []string{"Domino"},
		Meaning: "The mover draws a domino.", Impl: game.MovesRule(compileTakeDomino),
		Lower: lower.MovesRule(lowerTakeDomino).Nobodys()},
	{Text: "(take Control (of:roleType | of:int) (by:roleType | by:int) [at:int | to:sites] [siteType] [(then)])",
		Lower: lower.MovesRule(lowerTakeControl).Nobodys(), Result: "moves:effect", Concepts: []string{"TakeControl"},
		Meaning: "A player's pieces become another player's.", Impl: game.MovesRule(compileTakeControl)},
}

var swapPieces = rule.Forms(compileSwapPieces, lowerSwapPieces)

// swapPlayers is a decision even as an effect.
var swapPlayers = rule.Effect{Kind: game.ActSwap, Mine: true, Decides: true,
	Of: rule.Pair(rule.Arg("int1", "roleType1"), rule.Arg("int2", "roleType2"))}.Moves()

// compileSwapPieces compiles swap Pieces, which always reads and moves cells.
func compileSwapPieces(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := clause.AnySwapPieces(e)
	left, right := k.IntElse(a.Int1(), game.IntFn((*game.Context).LastFrom)), k.SiteOrLast(a.Int2())
	there := func(from, to int) game.Action {
		return decide(game.MovePiece(cellType, from, game.Off, cellType, to, game.Off, game.Off, game.Off, game.Off, false),
			decision)
	}
	back := func(c *game.Context, from, to int) game.Action {
		return game.Add(game.NoType, from, c.S.What(cell, to), 1, game.Off, game.Off, game.Off, false)
	}
	return siteless(k, a.Then(), func(c *game.Context, out *game.MoveList) {
		from, to := left.Get(c), right.Get(c)
		m := c.Pair(there(from, to), back(c, from, to))
		m.Mover = int32(c.S.Mover)
		out.Add(m)
	})
}

func compileTakeDomino(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.LargePiece | game.DominoFlag)
	k.Draws()
	return siteless(k, clause.TakeDomino(e).Then(), func(c *game.Context, out *game.MoveList) {
		n := len(c.S.Dominoes)
		site := freeInHand(c)
		if n == 0 || site < 0 {
			return
		}
		what := int(c.S.Dominoes[c.Draw(n)])
		out.Add(c.One(game.Add(cellType, site, what, 1, 0, game.Off, game.Off, false)))
	})
}

// freeInHand is the first empty site of the mover's first hand, -1 if there is none.
func freeInHand(c *game.Context) int {
	for i := range c.G.Containers {
		hand := &c.G.Containers[i]
		if hand.Kind != game.Hand || hand.Owner != c.S.Mover {
			continue
		}
		for s := hand.First; s < hand.First+hand.Sites; s++ {
			if c.S.IsEmpty(cell, s) {
				return s
			}
		}
		break
	}
	return game.Off
}

// lowerTakeDomino lowers the drawing of a domino.
func lowerTakeDomino(k *lower.Lowerer, e *lgdl.Expr) {
	free := k.Var("free", game.Off, k.Sites()-1, ir.Num(game.Off))
	own := func(x game.Container) bool { return x.Kind == game.Hand && x.Owner == k.Mover }
	hand := slices.IndexFunc(k.G.Containers, own)
	if hand < 0 {
		return
	}
	k.Scope("hand", func(end *ir.Label) {
		k.Each(ir.Calc(ir.SetAnd, k.SitesIn(hand), k.EmptyAnywhere()), func(site *ir.Expr) {
			k.Add(ir.Put(free, site), ir.Leave(end))
		})
	})
	k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), ir.Read(free)), k.InBag()), func() {
		what := k.Temp("what", k.NumberedIn(k.Bag.Left, k.DrawnBelow(e, k.Temp("n", k.InBag()))))
		k.Emit(lower.Candidate{From: ir.Read(free), To: ir.Read(free), Data: what}, clause.TakeDomino(e).Then(),
			func(_, site, what *ir.Expr) { k.Put(site, what, ir.Num(0)) })
	})
}

func compileTakeControl(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.TakeControl(e)
	if a.OfRoleType() == nil {
		k.Fail(e, "take Control of: expects a role")
	}
	of, by := k.Role(a.OfRoleType().Text), k.Int(cmp.Or(a.ByInt(), a.ByRoleType()))
	everyone := a.OfRoleType().Text == "All"
	var within places
	restricted := a.At() != nil || a.To() != nil
	if restricted {
		within = compilePlaces(k, a.At(), a.To())
	}
	real := k.SiteTypeOr(a.SiteType())
	st := game.SiteType(real)
	return siteless(k, a.Then(), func(c *game.Context, out *game.MoveList) {
		sites, allowed := c.TakeInts(), c.TakeSet()
		if everyone {
			for p := 0; p <= c.G.Shared(); p++ {
				sites = c.S.OwnedSites(p, sites)
			}
		} else {
			sites = c.S.OwnedSites(of.Get(c), sites)
		}
		if restricted {
			within.addTo(c, allowed)
		}
		owner := by.Get(c)
		for _, x := range sites {
			s := int(x)
			if restricted && !allowed.Has(s) {
				continue
			}
			what := counterpart(c.G, c.S.What(real, s), owner)
			if what < 0 {
				continue
			}
			m := c.Pair(game.Remove(st, s, game.Off), game.Add(st, s, what, c.S.CountAt(real, s),
				c.S.StateAt(real, s, game.Off), c.S.RotationAt(real, s, game.Off), c.S.ValueAt(real, s, game.Off), false))
			out.Add(m)
		}
		c.GiveInts(sites)
		c.GiveSet(allowed)
	})
}

// counterpart is an owner's first component with the same name, but for the
// number, as a component; -1 if there is none.
func counterpart(g *game.Game, what, owner int) int {
	if what == 0 {
		return game.Off
	}
	name := undigited(g.Components[what].Name)
	for _, k := range g.ComponentsOf(owner) {
		if undigited(g.Components[k].Name) == name {
			return int(k)
		}
	}
	return game.Off
}

// lowerSwapPieces lowers two pieces that change places: the one goes where the other is, and
// one like the other is put where it came from.
func lowerSwapPieces(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnySwapPieces(e)
	k.NoStacks(e)
	if k.G.DefaultType != cell {
		k.No(e, "pieces that change places on sites other than cells")
	}
	site := func(x *lgdl.Expr, v layout.Var) *ir.Expr {
		if x != nil {
			return k.Temp("site", k.Int(x))
		}
		return k.Temp("site", k.Fields.Get(v))
	}
	from, to := site(a.Int1(), layout.LastFrom), site(a.Int2(), layout.LastTo)
	k.Choose(ir.All(k.Exists(from), k.Exists(to), ir.Calc(ir.Ne, k.WhatAt(to), ir.Num(0))), func() {
		k.Emit(lower.Candidate{From: from, To: to, Data: k.WhatAt(to)}, a.Then(), func(from, to, what *ir.Expr) {
			k.Carry(from, to, 0, nil)
			k.Undecided(func() { k.Put(from, what, nil) })
		})
	}, k.Spoil)
}
