package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
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
	typesNamed(g.Root(), named)
	for st := range named {
		f.Span = max(f.Span, g.Topo.Num(st))
	}
	p.Words, k.Numbers = (f.Span+63)/64, f.Span
	placed := map[board.SiteType]bool{}
	hand := onHand
	if g.Stacks || f.Kept[layout.Rotation] || f.Kept[layout.Worth] || g.Hides || g.Has(game.InternalLoop) {
		// Pieces with numbers are kept on one type alone. What is put elsewhere after all spoils the play.
		hand = perhapsOnHand
	}
	k.typesPlaced(clause.Game(g.Root()).Rules(), hand, placed)
	for i := range g.Components {
		k.typesPlaced(g.Components[i].Rule, hand, placed)
	}
	for _, st := range [...]board.SiteType{board.Cell, board.Edge, board.Vertex} {
		if st == g.DefaultType || !placed[st] || g.Topo.Num(st) == 0 {
			continue
		}
		l := &layout.Layer{N: g.Topo.Num(st)}
		name := func(s string) string { return s + "." + st.String() }
		l.What = p.Field(name("what"), ir.State, k.componentElem(), l.N)
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

// typesNamed collects the types of sites that clauses name.
func typesNamed(e *lgdl.Expr, into map[board.SiteType]bool) {
	e.Any(func(x *lgdl.Expr) bool {
		if st, ok := board.ParseSiteType(x.Text); ok && x.Kind == lgdl.Const && x.Type == "siteType" {
			into[st] = true
		}
		return false
	})
}

// typesPlaced collects the types of the sites that rules may put something on: those
// named in clauses that are no questions, unless they are about hands.
func (k *Lowerer) typesPlaced(e *lgdl.Expr, hand func(e *lgdl.Expr) bool, into map[board.SiteType]bool) {
	if e == nil {
		return
	}
	question := false
	if e.Kind == lgdl.Clause && e.Form != nil {
		switch e.Form.Result {
		case "int", "boolean", "sites", "ints", "directions":
			question = true
		}
	}
	for x := range e.Parts() {
		if x.Kind == lgdl.Const && x.Type == "siteType" && !question && !hand(e) {
			if st, ok := board.ParseSiteType(x.Text); ok {
				into[st] = true
			}
		}
		k.typesPlaced(x, hand, into)
	}
}

// onHand reports whether the sites of a clause are those of hands.
func onHand(e *lgdl.Expr) bool {
	for _, x := range e.Args {
		if x.Is("handSite") || x.Is("sites", "Hand") {
			return true
		}
	}
	return false
}

// perhapsOnHand reports whether the sites of a clause may all be those of hands: it mentions hands,
// or a site that the play has come to.
func perhapsOnHand(e *lgdl.Expr) bool {
	return onHand(e) || e.Any(func(x *lgdl.Expr) bool {
		if x.Kind != lgdl.Clause || x.Form == nil {
			return false
		}
		switch x.Form.Keyword {
		case "handSite", "last", "site", "from", "to":
			return x != e
		case "sites":
			return x.Selector() == "Hand"
		}
		return false
	})
}

// TypeOf is the type of sites that a clause names, or the default.
func (k *Lowerer) TypeOf(e *lgdl.Expr) board.SiteType { return k.Parts.SiteTypeOr(e) }

// HasLayer reports whether something may stand on sites of a type.
func (k *Lowerer) HasLayer(st board.SiteType) bool {
	return st == k.G.DefaultType || k.Fields.Layers[st] != nil
}

// inLayer adds what f adds with the fields of another type in place of those of the
// default one.
func (k *Lowerer) inLayer(st board.SiteType, f func()) {
	l := k.Fields.Layers[st]
	if st == k.G.DefaultType || l == nil {
		f()
		return
	}
	x := &k.Fields
	inType := k.inType
	k.inType = 1 + int(st)
	what, at, empty, count, state, sites, onBoard := x.What, x.At, x.Empty, x.Count, x.State, x.Sites, x.Board
	x.What, x.At, x.Empty, x.Count, x.State, x.Sites, x.Board = l.What, l.At, l.Empty, l.Count, l.State, l.N, l.N
	owned := x.Owned
	x.Owned = nil
	f()
	x.Owned = owned
	x.What, x.At, x.Empty, x.Count, x.State, x.Sites, x.Board = what, at, empty, count, state, sites, onBoard
	k.inType = inType
}

// InHand reports whether a site is one of a hand: the board may have elements of a type with the
// numbers of the sites of hands.
func (k *Lowerer) InHand(st board.SiteType, site *ir.Expr) *ir.Expr {
	if len(k.G.Containers) < 2 {
		return ir.Num(0)
	}
	return ir.Calc(ir.Le, ir.Num(max(k.G.Containers[1].First, k.G.Topo.Num(st))), site)
}

// On is what f reads at a site of a type: none where nothing can stand. The sites of
// hands are read whatever the type.
func (k *Lowerer) On(st board.SiteType, site *ir.Expr, none int, f func(site *ir.Expr) *ir.Expr) *ir.Expr {
	if k.CellsBeyond(st) {
		site = k.Temp("site", site)
		var v *ir.Expr
		k.inLayer(board.Cell, func() { v = f(site) })
		return ir.Cond(k.IsBeyond(st, site), v, k.onType(st, site, none, f))
	}
	return k.onType(st, site, none, f)
}

// CellsBeyond reports whether numbers beyond the sites of a type are those of cells of the board on which something may
// stand: by the rules they mean these, whatever type is asked.
func (k *Lowerer) CellsBeyond(st board.SiteType) bool {
	return k.G.Topo.Num(board.Cell) > k.G.Topo.Num(st) && k.HasLayer(board.Cell)
}

// IsBeyond reports whether a site is one of these cells.
func (k *Lowerer) IsBeyond(st board.SiteType, site *ir.Expr) *ir.Expr {
	return ir.All(ir.Calc(ir.Le, ir.Num(k.G.Topo.Num(st)), site), ir.Calc(ir.Lt, site, ir.Num(k.G.Topo.Num(board.Cell))))
}

// AsCells are those sites of a set that are cells beyond the sites of a type, on which something stands.
func (k *Lowerer) AsCells(st board.SiteType, set *ir.Expr) *ir.Expr {
	beyond := ir.Calc(ir.SetMinus, k.boardOf(board.Cell), k.boardOf(st))
	return ir.Calc(ir.SetAnd, ir.Calc(ir.SetAnd, set, beyond), k.SitesOf(board.Cell, k.Standing))
}

func (k *Lowerer) onType(st board.SiteType, site *ir.Expr, none int, f func(site *ir.Expr) *ir.Expr) *ir.Expr {
	if st == k.G.DefaultType {
		return f(site)
	}
	site = k.Temp("site", site)
	v := ir.Num(none)
	if k.HasLayer(st) {
		k.inLayer(st, func() { v = f(site) })
	}
	return ir.Cond(k.InHand(st, site), f(site), v)
}

// OnlyBoard is a number read at a site of a type, 0 for sites other than cells that
// are not on the board.
func (k *Lowerer) OnlyBoard(st board.SiteType, site *ir.Expr, f func(site *ir.Expr) *ir.Expr) *ir.Expr {
	if st == board.Cell || len(k.G.Containers) < 2 && !k.CellsBeyond(st) {
		return k.On(st, site, 0, f)
	}
	site = k.Temp("site", site)
	return ir.Cond(k.OnBoardOf(st, site), k.On(st, site, 0, f), ir.Num(0))
}

// OnBoardOf reports whether a site is one of the board's of a type.
func (k *Lowerer) OnBoardOf(st board.SiteType, site *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Below, site, ir.Num(k.G.Topo.Num(st)))
}

// ExistsOn reports whether a site is one of the board's of a type or of a hand.
func (k *Lowerer) ExistsOn(st board.SiteType, site *ir.Expr) *ir.Expr {
	if st == k.G.DefaultType {
		return k.Exists(site)
	}
	site = k.Temp("site", site)
	end := ir.Num(k.Fields.Sites)
	return ir.Any(k.OnBoardOf(st, site), ir.All(k.InHand(st, site), ir.Calc(ir.Lt, site, end)))
}

// At adds what f does to a site of a type. What is put where nothing was expected to
// stand spoils the play, as does what is put on a cell beyond the sites of the type.
func (k *Lowerer) At(st board.SiteType, site *ir.Expr, f func()) {
	if k.CellsBeyond(st) {
		k.Choose(k.IsBeyond(st, site), k.Spoil, func() { k.atType(st, site, f) })
		return
	}
	k.atType(st, site, f)
}

func (k *Lowerer) atType(st board.SiteType, site *ir.Expr, f func()) {
	switch {
	case st == k.G.DefaultType:
		f()
	case k.HasLayer(st) && (st != board.Cell || len(k.G.Containers) < 2):
		k.inLayer(st, f)
	default:
		k.Choose(k.InHand(st, site), f, func() {
			if k.HasLayer(st) {
				k.inLayer(st, f)
			} else {
				k.Add(ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1)))
			}
		})
	}
}

// SitesOf is a set read of the sites of a type; none is what it is where nothing can
// stand.
func (k *Lowerer) SitesOf(st board.SiteType, f func() *ir.Expr) *ir.Expr {
	if !k.HasLayer(st) {
		return k.None()
	}
	var set *ir.Expr
	k.inLayer(st, func() { set = f() })
	return set
}

// EmptyOf is the set of the empty sites of the board of a type.
func (k *Lowerer) EmptyOf(st board.SiteType) *ir.Expr {
	if !k.HasLayer(st) {
		return k.boardOf(st)
	}
	return k.SitesOf(st, k.Empty)
}

// boardOf is the set of the sites of the board of a type.
func (k *Lowerer) boardOf(st board.SiteType) *ir.Expr {
	words := make([]uint64, k.P.Words)
	for s := range k.G.Topo.Num(st) {
		words[s>>6] |= 1 << (s & 63)
	}
	return ir.SetOf(words)
}

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
	k.actsOn(game.ActMove, a, b, from, to, false)
	var what, state *ir.Expr
	what = k.Temp("what", k.On(a, from, 0, k.WhatAt))
	if f.State != nil {
		state = k.Temp("state", k.On(a, from, 0, k.StateAt))
	}
	if f.Count == nil {
		k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() {
			k.At(a, from, func() { k.clear(from, what) })
			k.At(b, to, func() { k.Set(to, what, ir.Num(1), state) })
		})
		return
	}
	n := k.Temp("n", k.On(a, from, 0, k.CountAt))
	k.If(ir.Calc(ir.Ne, n, ir.Num(0)), func() {
		k.At(a, from, func() { k.lessOne(from, what, n) })
		k.At(b, to, func() { k.oneMore(to, what, numbers{layout.State: state}) })
	})
}

// lessOne takes one of n pieces off a site.
func (k *Lowerer) lessOne(site, what, n *ir.Expr) {
	k.Choose(ir.Calc(ir.Eq, n, ir.Num(1)), func() { k.clear(site, what) },
		func() { k.Add(ir.Write(k.Fields.Count, site, ir.Calc(ir.Sub, n, ir.Num(1)))) })
}

// oneMore puts one piece on a site: beside those of its kind, or in place of what is there.
func (k *Lowerer) oneMore(site, what *ir.Expr, data numbers) {
	f := &k.Fields
	same := ir.All(ir.Calc(ir.Eq, ir.At(f.What, site), what), ir.Calc(ir.Lt, ir.Num(0), ir.At(f.Count, site)))
	k.Choose(same, func() {
		k.offDice(site)
		k.Add(ir.Write(f.Count, site, ir.Calc(ir.Add, ir.At(f.Count, site), ir.Num(1))))
		k.write(site, data)
	}, func() { k.set(site, what, ir.Num(1), data) })
}

// NotElsewhere spoils the play if a component stands on sites of a set that are of another type than one.
func (k *Lowerer) NotElsewhere(comp int, where *ir.Expr, st board.SiteType) {
	for t, l := range k.Fields.Layers {
		other := board.SiteType(t)
		if other == st || l == nil && other != k.G.DefaultType {
			continue
		}
		set := k.SitesOf(other, func() *ir.Expr { return ir.Calc(ir.SetAnd, k.Of(comp), where) })
		k.If(ir.Calc(ir.SetAny, set), k.Spoil)
	}
}

// SitesOn is a set read of the sites of a type: those of the board, and of hands where
// the type is Cell.
func (k *Lowerer) SitesOn(st board.SiteType, f func() *ir.Expr) *ir.Expr {
	if st == k.G.DefaultType {
		set := f()
		if st != board.Cell {
			set = k.BoardOnly(set)
		}
		return set
	}
	set := k.SitesOf(st, f)
	if st == board.Cell && len(k.G.Containers) > 1 {
		hands := make(game.Set, k.P.Words)
		hands.Fill(k.G.Containers[1].First, k.Fields.Sites)
		set = ir.Calc(ir.SetOr, set, ir.Calc(ir.SetAnd, f(), ir.SetOf(hands)))
	}
	return set
}

// CostAt is the cost of a site of the board of a type, 0 of other sites. Costs are set by the rules of the start
// alone: they are no part of the position.
func (k *Lowerer) CostAt(st board.SiteType, site *ir.Expr) *ir.Expr {
	x := &k.Fields.Costs[st]
	if *x == nil {
		*x = k.P.Field("costs."+st.String(), ir.Scratch, ir.Int, max(k.G.Topo.Num(st), 1))
	}
	site = k.Temp("site", site)
	return ir.Cond(k.OnBoardOf(st, site), ir.At(*x, site), ir.Num(0))
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
		k.Choose(ir.Calc(ir.Le, left, ir.Num(0)), func() { k.clear(from, what) },
			func() { count(from, left) })
		have := k.Temp("have", k.CountAt(to))
		listed := ir.All(ir.Calc(ir.Ne, have, ir.Num(0)), k.owned(what)) // again, by the rules
		if f.Lists != nil || f.Listings != nil {
			k.SpoilIf(ir.Calc(ir.Not, k.owned(what))) // those are listed never, or for ever
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
		k.trackMove(what, from, to, number)
	})
}
