package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Pieces stand on sites of the default type of the board and on those of hands, whose
// numbers begin where those of the board end. In a game that keeps all three types
// of sites the others have fields of their own, with the same numbers as in the
// language: a region is a set of numbers of which the clause that uses it says what
// they are. Where no rule puts anything, there are no fields: nothing stands there.

// Layers makes the fields of the types on which something may stand.
func (k *Lowerer) layers() {
	g, f, p := k.G, &k.Fields, k.P
	f.Span, k.Numbers = f.Sites, f.Sites
	if g.Plain() {
		return
	}
	named := map[board.SiteType]bool{}
	position.TypesNamed(g.Root(), named)
	for st := range named {
		f.Span = max(f.Span, g.Topo.Num(st))
	}
	p.Words, k.Numbers = (f.Span+63)/64, f.Span
	placed := map[board.SiteType]bool{}
	hand := position.OnHand
	if g.Stacks || f.Kept[layout.Rotation] || f.Kept[layout.Worth] || g.Hides || g.Has(game.InternalLoop) {
		// Pieces with numbers are kept on one type alone. What is put elsewhere after all spoils the play.
		hand = position.PerhapsOnHand
	}
	k.TypesPlaced(clause.Game(g.Root()).Rules(), hand, placed)
	for i := range g.Components {
		k.TypesPlaced(g.Components[i].Rule, hand, placed)
	}
	for _, st := range [...]board.SiteType{board.Cell, board.Edge, board.Vertex} {
		if st == g.DefaultType || !placed[st] || g.Topo.Num(st) == 0 {
			continue
		}
		l := &layout.Layer{N: g.Topo.Num(st)}
		name := func(s string) string { return s + "." + st.String() }
		l.What = p.Field(name("what"), ir.State, k.ComponentElem(), l.N)
		l.At = p.Sets(name("at"), ir.State, f.Comps)
		l.Empty = p.Sets(name("empty"), ir.State, 1)
		k.Confine(l.At, st)
		k.Confine(l.Empty, st)
		if g.Counts {
			l.Count = p.Field(name("count"), ir.State, ir.Int, l.N)
		}
		if f.Kept[layout.State] {
			l.State = p.Field(name("state"), ir.State, ir.Int, l.N)
		}
		f.Layers[st] = l
	}
}

// TypeOf is the type of sites that a clause names, or the default.
func (k *Lowerer) TypeOf(e *lgdl.Expr) board.SiteType { return k.Parts.SiteTypeOr(e) }

// CarryOn moves one piece, or a number of them unless it is nil, from a site of a
// type to one of another type.
func (k *Lowerer) CarryOn(a, b board.SiteType, from, to, number *ir.Expr) {
	if a == b || k.Fields.Layers == [3]*layout.Layer{} {
		k.At(a, from, func() {
			if number != nil {
				k.CarryMany(from, to, number)
			} else {
				k.Carry(from, to, 0, nil)
			}
		})
		return
	}
	f := &k.Fields
	if number != nil {
		k.No(nil, "several pieces that go from one type of site to another")
	}
	k.Observer.ActsOn(game.ActMove, a, b, from, to, false)
	var what, state *ir.Expr
	what = k.Temp("what", k.On(a, from, 0, k.WhatAt))
	if f.State != nil {
		state = k.Temp("state", k.On(a, from, 0, k.StateAt))
	}
	if f.Count == nil {
		k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() {
			k.At(a, from, func() { k.Vacate(from, what) })
			k.At(b, to, func() { k.Set(to, what, ir.Num(1), state) })
		})
		return
	}
	n := k.Temp("n", k.On(a, from, 0, k.CountAt))
	k.If(ir.Calc(ir.Ne, n, ir.Num(0)), func() {
		k.At(a, from, func() { k.LessOne(from, what, n) })
		k.At(b, to, func() { k.OneMore(to, what, position.Data{layout.State: state}) })
	})
}

// SiteType refuses an explicit type of site other than the one that pieces are on.
func (k *Lowerer) SiteType(e *lgdl.Expr) {
	if e != nil && k.Parts.SiteTypeOr(e) != k.G.DefaultType {
		k.No(e, "another type of site")
	}
}

// CarryMany moves a number of pieces of a site to another one, which takes them if
// it is empty or has pieces of the same kind and room for them; of a stack the upper part.
func (k *Lowerer) CarryMany(from, to, number *ir.Expr) {
	f := &k.Fields
	if k.Stacked() {
		k.CarryPart(from, to, number)
		return
	}
	k.Acts(game.ActMoveCount, from, to)
	what, n := k.Temp("what", ir.At(f.What, from)), k.Temp("n", k.CountAt(from))
	number = k.Temp("number", number)
	count := func(site, n *ir.Expr) {
		if f.Count != nil { // else there is one, whatever the number
			k.Add(ir.Write(f.Count, site, n))
		}
	}
	k.If(ir.Any(what, n), func() {
		left := k.Temp("left", ir.Calc(ir.Sub, n, number))
		k.Choose(ir.Calc(ir.Le, left, ir.Num(0)), func() { k.Vacate(from, what) },
			func() { count(from, left) })
		have := k.Temp("have", k.CountAt(to))
		listed := ir.All(ir.Calc(ir.Ne, have, ir.Num(0)), k.IsOwned(what)) // again, by the rules
		if f.Lists != nil || f.Listings != nil {
			k.SpoilIf(ir.Calc(ir.Not, k.IsOwned(what))) // those are listed never, or for ever
		}
		k.If(listed, func() { k.listedAgain(to, what) })
		room := ir.Calc(ir.Le, ir.Calc(ir.Add, have, number), ir.Num(k.G.MaxCount))
		k.Choose(ir.Calc(ir.Eq, have, ir.Num(0)), func() {
			if f.Count != nil { // no pieces of a kind are not kept
				k.SpoilIf(ir.Calc(ir.Lt, number, ir.Num(1)))
			}
			k.Set(to, what, number, nil)
		}, func() {
			k.If(ir.All(ir.Calc(ir.Eq, ir.At(f.What, to), what), room),
				func() { count(to, ir.Calc(ir.Add, have, number)) })
		})
		k.TrackMove(what, from, to, number)
	})
}
