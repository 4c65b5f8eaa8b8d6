package position

import (
	"math/bits"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// MaxComponentBits bounds components, of which each has a set of sites in the position.
const MaxComponentBits = 11

// ComponentBits is the room for a component in the data of a candidate.
func (k *Code) ComponentBits() int { return max(7, bits.Len(uint(len(k.G.Components)-1))) }

// ComponentElem is the type of elements that have numbers of components.
func (k *Code) ComponentElem() ir.Elem {
	if len(k.G.Components) > 1<<8 {
		return ir.I16
	}
	return ir.U8
}

// DatumNames are the names of the fields of numbers of pieces.
var DatumNames = [layout.NumData]string{"state", "rotation", "value"}

// Data are values of the numbers of a piece.
type Data [layout.NumData]*ir.Expr

// ReadData keeps the numbers of the piece at an index of their fields.
func (k *Code) ReadData(fields [layout.NumData]*ir.Field, at *ir.Expr) (v Data) {
	for d, f := range fields {
		if f != nil {
			v[d] = k.Temp(DatumNames[d], ir.At(f, at))
		}
	}
	return v
}

// WriteData changes the numbers of the piece on a site, but for those that are nil.
func (k *Code) WriteData(site *ir.Expr, data Data) {
	for d, f := range k.Fields.Data() {
		if f != nil && data[d] != nil {
			k.Add(ir.Write(f, site, data[d]))
		}
	}
}

// DatumOn is a number of the piece at a level of a site, of the top one if level is nil.
func (k *Code) DatumOn(d layout.Datum, site, level *ir.Expr) *ir.Expr {
	f := &k.Fields
	switch {
	case !k.Fields.Kept[d]:
		return ir.Num(0)
	case !k.Stacked():
		return k.Element(f.Data()[d], site)
	case level != nil:
		return k.onLevel(f.Stacks.Data[d], site, level)
	}
	site = k.Temp("site", site)
	return k.onLevel(f.Stacks.Data[d], site, Plus(k.SizeAt(site), -1))
}

// SetDatum changes a number of the piece on a site, of a stack at a level; nil
// or -1 is the top.
func (k *Code) SetDatum(d layout.Datum, site, level, v *ir.Expr) {
	k.Acts([...]game.Kind{game.ActSetState, game.ActSetRotation, game.ActSetValue}[d], site, site)
	f := &k.Fields
	if d == layout.State {
		k.offDice(site)
		k.reshaped(site, v)
	}
	switch {
	case !k.Fields.Kept[d]:
	case !k.Stacked():
		k.Add(ir.Write(f.Data()[d], site, v))
	default:
		n := k.Temp("n", ir.At(f.Stacks.Size, site))
		if level == nil {
			level = ir.Num(-1)
		}
		level = k.Temp("level", level)
		level = k.Temp("at", ir.Cond(ir.Calc(ir.Lt, level, ir.Num(0)), Plus(n, -1), level))
		k.If(ir.Calc(ir.Below, level, n), func() { k.Add(ir.Write(f.Stacks.Data[d], k.LevelAt(site, level), v)) })
	}
}

// VarNames are the names of the variables of a position.
var VarNames = [layout.NumVars]string{
	layout.Mover:      "mover",
	layout.Next:       "next",
	layout.Prev:       "prev",
	layout.Turns:      "turns",
	layout.Counter:    "counter",
	layout.RunLength:  "runLength",
	layout.RunPass:    "runPass",
	layout.Runs:       "runs",
	layout.Chain:      "chain",
	layout.Over:       "over",
	layout.Winner:     "winner",
	layout.Limited:    "limited",
	layout.LastFrom:   "lastFrom",
	layout.LastTo:     "lastTo",
	layout.LastLevel:  "lastLevel",
	layout.MoveNumber: "moveNumber",
	layout.Stuck:      "stuck",
	layout.Temp:       "temp",
	layout.Pot:        "pot",
	layout.TrumpSuit:  "trumpSuit",
	layout.TurnMoves:  "turnMoves",
	layout.AfterFrom:  "afterFrom",
	layout.AfterTo:    "afterTo",
	layout.ActFrom:    "actFrom",
	layout.ActTo:      "actTo",
	layout.Active:     "active",
	layout.Winners:    "winners",
	layout.Losers:     "losers",
	layout.LossesNow:  "lossesNow",
	layout.Passed:     "passed",
	layout.Triggered:  "triggered",
	layout.Paid:       "paid",
}

// OnBoard reports whether a site is one of the board.
func (k *Code) OnBoard(site *ir.Expr) *ir.Expr { return k.Fields.OnBoard(site) }

// Element is element site of a field by site, 0 for sites that do not exist.
func (k *Code) Element(field *ir.Field, site *ir.Expr) *ir.Expr {
	site = k.Temp("site", site)
	return ir.Cond(ir.Calc(ir.Below, site, ir.Num(k.Fields.Sites)), ir.At(field, site), ir.Num(0))
}

// WhatAt is the component on a site, 0 for none and for sites that do not exist.
func (k *Code) WhatAt(site *ir.Expr) *ir.Expr { return k.Element(k.Fields.What, site) }

// knowsOwners refuses games whose pieces begin by a count, where a clause asks for their owners: they belong to nobody,
// whatever their component says, which is not kept for who asks.
func (k *Code) knowsOwners() {
	if k.Fields.Count != nil && k.beginsByCount() {
		k.No(nil, "owners of pieces that come by a count")
	}
}

// WhoAt is the owner of what is on a site.
func (k *Code) WhoAt(site *ir.Expr) *ir.Expr {
	k.knowsOwners()
	return k.OwnerOf(k.WhatAt(site))
}

// CountAt is the number of pieces on a site.
func (k *Code) CountAt(site *ir.Expr) *ir.Expr {
	if k.Stacked() {
		return k.SizeAt(site)
	}
	if k.Fields.Count == nil {
		return ir.Calc(ir.Ne, k.WhatAt(site), ir.Num(0))
	}
	return k.Element(k.Fields.Count, site)
}

// StateAt is the local state of a site.
func (k *Code) StateAt(site *ir.Expr) *ir.Expr {
	if k.Dice == nil {
		return k.DatumOn(layout.State, site, nil)
	}
	site = k.Temp("site", site)
	return k.Dice.FaceAt(site, k.Scoped(func() *ir.Expr { return k.DatumOn(layout.State, site, nil) }))
}

// Exists reports whether a site is one of the board or of another container.
func (k *Code) Exists(site *ir.Expr) *ir.Expr {
	f := &k.Fields
	first := f.Board
	if len(k.G.Containers) > 1 {
		first = k.G.Containers[1].First
	}
	if first == f.Board {
		return ir.Calc(ir.Below, site, ir.Num(f.Sites))
	}
	return ir.Any(f.OnBoard(site), ir.All(ir.Calc(ir.Le, ir.Num(first), site), ir.Calc(ir.Lt, site, ir.Num(f.Sites))))
}

// IsEmpty reports whether a site that exists has no piece.
func (k *Code) IsEmpty(site *ir.Expr) *ir.Expr {
	if k.Large != nil || k.Stacked() && k.Fields.Stacks.Hollow {
		return ir.Calc(ir.SetHas, ir.SetAt(k.Fields.Empty, ir.Num(0)), site)
	}
	if k.Fields.Count != nil {
		return ir.Calc(ir.Eq, ir.At(k.Fields.Count, site), ir.Num(0))
	}
	return ir.Calc(ir.Eq, ir.At(k.Fields.What, site), ir.Num(0))
}

// Empty is the set of empty sites of the board.
func (k *Code) Empty() *ir.Expr { return k.BoardOnly(ir.SetAt(k.Fields.Empty, ir.Num(0))) }

// BoardOnly is the part of a set that lies on the board.
func (k *Code) BoardOnly(set *ir.Expr) *ir.Expr {
	if k.Fields.Sites == k.Fields.Board {
		return set
	}
	return ir.Calc(ir.SetAnd, set, k.Board())
}

// Of is the set of sites with a component.
func (k *Code) Of(comp int) *ir.Expr { return ir.SetAt(k.Fields.At, ir.Num(comp)) }

// notEmpty reports whether sites may be not empty though nothing stands there: covered by a large piece, or with
// nothing as a level of its own.
func (k *Code) notEmpty() bool {
	return k.G.Has(game.LargePiece) || k.Stacked() && k.Fields.Stacks.Hollow
}

// Standing is the set of sites on which something stands.
func (k *Code) Standing() *ir.Expr {
	if !k.notEmpty() {
		return ir.Calc(ir.SetMinus, k.AllSites(), ir.SetAt(k.Fields.Empty, ir.Num(0)))
	}
	set := k.None()
	for c := 1; c < k.Fields.Comps; c++ {
		set = ir.Calc(ir.SetOr, set, k.Of(c))
	}
	return set
}

// Unoccupied is the set of sites of the board on which nothing stands, empty or not.
func (k *Code) Unoccupied() *ir.Expr {
	if !k.notEmpty() {
		return k.Empty()
	}
	return ir.Calc(ir.SetMinus, k.Board(), k.Standing())
}

// Board is the set of all sites of the board.
func (k *Code) Board() *ir.Expr {
	s := make(game.Set, k.P.Words)
	s.Fill(0, k.Fields.Board)
	return ir.SetOf(s)
}

// AllSites is the set of the sites of all containers.
func (k *Code) AllSites() *ir.Expr {
	s := make(game.Set, k.P.Words)
	s.Fill(0, k.Fields.Sites)
	return ir.SetOf(s)
}

// Acted notes that an action goes from one site to another one, where the rules ask
// for the last action of a move.
func (k *Code) Acted(from, to *ir.Expr) {
	k.NoteWent(from, to)
	if k.TellsActs {
		k.Add(k.Fields.Put(layout.ActFrom, from), k.Fields.Put(layout.ActTo, to))
	}
}

// Clear takes everything off a site, of a stack the top.
func (k *Code) Clear(site *ir.Expr) {
	if k.Stacked() {
		k.Pop(site)
		return
	}
	k.Acts(game.ActRemove, site, site)
	k.Observer.CountRemoval(site, nil)
	if k.Cleared != nil {
		k.Add(Change(ir.Include, k.Cleared, site))
	}
	k.TakeOff(site)
}

// TakeOff clears a site and notes it on the tracks.
func (k *Code) TakeOff(site *ir.Expr) {
	what := k.Temp("what", ir.At(k.Fields.What, site))
	k.Vacate(site, what)
	k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() { k.TrackRemove(what, site) })
}

// Vacate takes the pieces of a component off a site, without telling of it.
func (k *Code) Vacate(site, old *ir.Expr) {
	f := &k.Fields
	old = k.Temp("old", old)
	k.offDice(site)
	k.relist(site, old, ir.Num(0))
	k.Add(f.Disowned(old, site)...)
	k.Add(ir.Write(f.What, site, ir.Num(0)),
		&ir.Stmt{Op: ir.Include, Field: f.Empty, Args: []*ir.Expr{ir.Num(0), site}})
	if f.Count != nil {
		k.Add(ir.Write(f.Count, site, ir.Num(0)))
	}
	for _, d := range f.Data() {
		if d != nil {
			k.Add(ir.Write(d, site, ir.Num(0)))
		}
	}
	k.Belongs(site)
	k.vacated(site)
}

// Set puts pieces of a component on a site in place of what is there; its local
// state stays unless one is given.
func (k *Code) Set(site, comp, count, state *ir.Expr) {
	k.SetWith(site, comp, count, Data{layout.State: state})
}

// SetWith is Set, with all numbers of the piece: nil for those that stay.
func (k *Code) SetWith(site, comp, count *ir.Expr, data Data) {
	k.SetOver(ir.At(k.Fields.What, site), site, comp, count, data)
}

// SetOver is set on a site with a component, 0 for none.
func (k *Code) SetOver(old, site, comp, count *ir.Expr, data Data) {
	f := &k.Fields
	comp = k.Temp("comp", comp)
	k.offDice(site)
	var free *ir.Expr
	if f.Playable != nil && data[layout.Worth] == nil { // by the rules what is put with a value opens no site
		free = k.Temp("free", k.IsEmpty(site))
	}
	if f.Lists != nil || f.Listings != nil {
		was := k.Temp("was", old)
		// What is counted stays where it is listed.
		k.If(ir.Any(ir.Truth(f.Count == nil), ir.Calc(ir.Ne, was, comp)), func() { k.relist(site, was, comp) })
	}
	if !old.Is(0) {
		k.Add(f.Disowned(old, site)...)
	}
	k.Add(ir.Write(f.What, site, comp))
	k.Add(f.Owns(comp, site)...)
	k.Add(&ir.Stmt{Op: ir.Exclude, Field: f.Empty, Args: []*ir.Expr{ir.Num(0), site}})
	if f.Count != nil {
		k.Add(ir.Write(f.Count, site, count))
	}
	k.WriteData(site, data)
	if free != nil {
		k.If(free, func() { k.occupied(site) })
	}
	k.Belongs(site)
}

// Carry moves one piece from a site to another one: onto pieces of its kind, where
// pieces are counted, else in place of what is there; of a stack the top. The piece
// keeps its numbers, but for the local state if one is given; piece is its component, 0
// if that is not known.
func (k *Code) Carry(from, to *ir.Expr, piece int, state *ir.Expr) {
	if k.Stacked() {
		k.CarryTop(from, to)
		return
	}
	k.Acts(game.ActMove, from, to)
	if k.Large != nil {
		k.carryLarge(from, to, piece, state)
		return
	}
	k.MovePiece(from, to, piece, state)
}

// MovePiece is Carry without telling of it.
func (k *Code) MovePiece(from, to *ir.Expr, piece int, state *ir.Expr) {
	data := k.ReadData(k.Fields.Data(), from)
	if state != nil {
		data[layout.State] = state
	}
	k.MoveWith(from, to, piece, data)
}

// MoveWith is carry of a piece with numbers.
func (k *Code) MoveWith(from, to *ir.Expr, piece int, data Data) {
	f := &k.Fields
	what := ir.Num(piece)
	if piece == 0 {
		what = k.Temp("what", ir.At(f.What, from))
	}
	line := k.G.Has(game.LineOfPlay) && f.Worth != nil
	if line {
		data[layout.Worth] = ir.Num(1)
	}
	if f.Count == nil {
		k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() {
			k.Vacate(from, what)
			k.SetWith(to, what, ir.Num(1), data)
			k.TrackMove(what, from, to, ir.Num(1))
			k.carryHidden(from, to)
		})
		return
	}
	n := k.Temp("n", ir.At(f.Count, from))
	k.If(ir.Calc(ir.Ne, n, ir.Num(0)), func() {
		k.LessOne(from, what, n)
		if line {
			k.If(ir.Calc(ir.Ne, n, ir.Num(1)), func() { k.Add(ir.Write(f.Worth, from, ir.Num(1))) })
		}
		k.OneMore(to, what, data)
		k.TrackMove(what, from, to, ir.Num(1))
		k.carryHidden(from, to)
	})
}
