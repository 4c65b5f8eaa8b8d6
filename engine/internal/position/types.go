package position

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// TypesNamed collects the types of sites that clauses name.
func TypesNamed(e *lgdl.Expr, into map[board.SiteType]bool) {
	e.Any(func(x *lgdl.Expr) bool {
		if st, ok := board.ParseSiteType(x.Text); ok && x.Kind == lgdl.Const && x.Type == "siteType" {
			into[st] = true
		}
		return false
	})
}

// TypesPlaced collects the types of the sites that rules may put something on: those
// named in clauses that are no questions, unless they are about hands.
func (k *Code) TypesPlaced(e *lgdl.Expr, hand func(e *lgdl.Expr) bool, into map[board.SiteType]bool) {
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
		k.TypesPlaced(x, hand, into)
	}
}

// OnHand reports whether the sites of a clause are those of hands.
func OnHand(e *lgdl.Expr) bool {
	for _, x := range e.Args {
		if x.Is("handSite") || x.Is("sites", "Hand") {
			return true
		}
	}
	return false
}

// PerhapsOnHand reports whether the sites of a clause may all be those of hands: it mentions hands,
// or a site that the play has come to.
func PerhapsOnHand(e *lgdl.Expr) bool {
	return OnHand(e) || e.Any(func(x *lgdl.Expr) bool {
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

// HasLayer reports whether something may stand on sites of a type.
func (k *Code) HasLayer(st board.SiteType) bool {
	return st == k.G.DefaultType || k.Fields.Layers[st] != nil
}

// inLayer adds what f adds with the fields of another type in place of those of the
// default one.
func (k *Code) inLayer(st board.SiteType, f func()) {
	l := k.Fields.Layers[st]
	if st == k.G.DefaultType || l == nil {
		f()
		return
	}
	x := &k.Fields
	inType := k.InType
	k.InType = 1 + int(st)
	what, at, empty, count, state, sites, onBoard := x.What, x.At, x.Empty, x.Count, x.State, x.Sites, x.Board
	x.What, x.At, x.Empty, x.Count, x.State, x.Sites, x.Board = l.What, l.At, l.Empty, l.Count, l.State, l.N, l.N
	owned := x.Owned
	x.Owned = nil
	f()
	x.Owned = owned
	x.What, x.At, x.Empty, x.Count, x.State, x.Sites, x.Board = what, at, empty, count, state, sites, onBoard
	k.InType = inType
}

// InHand reports whether a site is one of a hand: the board may have elements of a type with the
// numbers of the sites of hands.
func (k *Code) InHand(st board.SiteType, site *ir.Expr) *ir.Expr {
	if len(k.G.Containers) < 2 {
		return ir.Num(0)
	}
	return ir.Calc(ir.Le, ir.Num(max(k.G.Containers[1].First, k.G.Topo.Num(st))), site)
}

// On is what f reads at a site of a type: none where nothing can stand. The sites of
// hands are read whatever the type.
func (k *Code) On(st board.SiteType, site *ir.Expr, none int, f func(site *ir.Expr) *ir.Expr) *ir.Expr {
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
func (k *Code) CellsBeyond(st board.SiteType) bool {
	return k.G.Topo.Num(board.Cell) > k.G.Topo.Num(st) && k.HasLayer(board.Cell)
}

// IsBeyond reports whether a site is one of these cells.
func (k *Code) IsBeyond(st board.SiteType, site *ir.Expr) *ir.Expr {
	return ir.All(ir.Calc(ir.Le, ir.Num(k.G.Topo.Num(st)), site), ir.Calc(ir.Lt, site, ir.Num(k.G.Topo.Num(board.Cell))))
}

// AsCells are those sites of a set that are cells beyond the sites of a type, on which something stands.
func (k *Code) AsCells(st board.SiteType, set *ir.Expr) *ir.Expr {
	beyond := ir.Calc(ir.SetMinus, k.BoardOf(board.Cell), k.BoardOf(st))
	return ir.Calc(ir.SetAnd, ir.Calc(ir.SetAnd, set, beyond), k.SitesOf(board.Cell, k.Standing))
}

func (k *Code) onType(st board.SiteType, site *ir.Expr, none int, f func(site *ir.Expr) *ir.Expr) *ir.Expr {
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
func (k *Code) OnlyBoard(st board.SiteType, site *ir.Expr, f func(site *ir.Expr) *ir.Expr) *ir.Expr {
	if st == board.Cell || len(k.G.Containers) < 2 && !k.CellsBeyond(st) {
		return k.On(st, site, 0, f)
	}
	site = k.Temp("site", site)
	return ir.Cond(k.OnBoardOf(st, site), k.On(st, site, 0, f), ir.Num(0))
}

// OnBoardOf reports whether a site is one of the board's of a type.
func (k *Code) OnBoardOf(st board.SiteType, site *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Below, site, ir.Num(k.G.Topo.Num(st)))
}

// ExistsOn reports whether a site is one of the board's of a type or of a hand.
func (k *Code) ExistsOn(st board.SiteType, site *ir.Expr) *ir.Expr {
	if st == k.G.DefaultType {
		return k.Exists(site)
	}
	site = k.Temp("site", site)
	end := ir.Num(k.Fields.Sites)
	return ir.Any(k.OnBoardOf(st, site), ir.All(k.InHand(st, site), ir.Calc(ir.Lt, site, end)))
}

// At adds what f does to a site of a type. What is put where nothing was expected to
// stand spoils the play, as does what is put on a cell beyond the sites of the type.
func (k *Code) At(st board.SiteType, site *ir.Expr, f func()) {
	if k.CellsBeyond(st) {
		k.Choose(k.IsBeyond(st, site), k.Spoil, func() { k.atType(st, site, f) })
		return
	}
	k.atType(st, site, f)
}

func (k *Code) atType(st board.SiteType, site *ir.Expr, f func()) {
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
func (k *Code) SitesOf(st board.SiteType, f func() *ir.Expr) *ir.Expr {
	if !k.HasLayer(st) {
		return k.None()
	}
	var set *ir.Expr
	k.inLayer(st, func() { set = f() })
	return set
}

// EmptyOf is the set of the empty sites of the board of a type.
func (k *Code) EmptyOf(st board.SiteType) *ir.Expr {
	if !k.HasLayer(st) {
		return k.BoardOf(st)
	}
	return k.SitesOf(st, k.Empty)
}

// BoardOf is the set of the sites of the board of a type.
func (k *Code) BoardOf(st board.SiteType) *ir.Expr {
	words := make([]uint64, k.P.Words)
	for s := range k.G.Topo.Num(st) {
		words[s>>6] |= 1 << (s & 63)
	}
	return ir.SetOf(words)
}

// LessOne takes one of n pieces off a site.
func (k *Code) LessOne(site, what, n *ir.Expr) {
	k.Choose(ir.Calc(ir.Eq, n, ir.Num(1)), func() { k.Vacate(site, what) },
		func() { k.Add(ir.Write(k.Fields.Count, site, ir.Calc(ir.Sub, n, ir.Num(1)))) })
}

// OneMore puts one piece on a site: beside those of its kind, or in place of what is there.
func (k *Code) OneMore(site, what *ir.Expr, data Data) {
	f := &k.Fields
	same := ir.All(ir.Calc(ir.Eq, ir.At(f.What, site), what), ir.Calc(ir.Lt, ir.Num(0), ir.At(f.Count, site)))
	k.Choose(same, func() {
		k.offDice(site)
		k.Add(ir.Write(f.Count, site, ir.Calc(ir.Add, ir.At(f.Count, site), ir.Num(1))))
		k.WriteData(site, data)
	}, func() { k.SetWith(site, what, ir.Num(1), data) })
}

// NotElsewhere spoils the play if a component stands on sites of a set that are of another type than one.
func (k *Code) NotElsewhere(comp int, where *ir.Expr, st board.SiteType) {
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
func (k *Code) SitesOn(st board.SiteType, f func() *ir.Expr) *ir.Expr {
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
func (k *Code) CostAt(st board.SiteType, site *ir.Expr) *ir.Expr {
	x := &k.Fields.Costs[st]
	if *x == nil {
		*x = k.P.Field("costs."+st.String(), ir.Scratch, ir.Int, max(k.G.Topo.Num(st), 1))
	}
	site = k.Temp("site", site)
	return ir.Cond(k.OnBoardOf(st, site), ir.At(*x, site), ir.Num(0))
}
