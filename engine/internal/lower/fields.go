package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

var varNames = [layout.NumVars]string{layout.Mover: "mover", layout.Next: "next", layout.Prev: "prev", layout.Turns: "turns", layout.Counter: "counter",
	layout.RunLength: "runLength", layout.RunPass: "runPass", layout.Runs: "runs", layout.Chain: "chain", layout.Over: "over", layout.Winner: "winner",
	layout.Limited: "limited", layout.LastFrom: "lastFrom", layout.LastTo: "lastTo", layout.LastLevel: "lastLevel", layout.MoveNumber: "moveNumber",
	layout.Stuck: "stuck", layout.Temp: "temp", layout.Pot: "pot", layout.TrumpSuit: "trumpSuit", layout.TurnMoves: "turnMoves",
	layout.AfterFrom: "afterFrom", layout.AfterTo: "afterTo", layout.ActFrom: "actFrom", layout.ActTo: "actTo", layout.Active: "active",
	layout.Winners: "winners", layout.Losers: "losers", layout.LossesNow: "lossesNow",
	layout.Passed: "passed", layout.Triggered: "triggered", layout.Paid: "paid"}

func (k *Lowerer) fields() {
	g, p := k.G, k.P
	f := &k.Fields
	f.Board, f.Sites, f.Comps = g.Topo.Num(g.DefaultType), g.Topo.Num(g.DefaultType), len(g.Components)
	if len(g.Containers) > 1 {
		f.Sites = g.Sites
	}
	f.Height = maxHeight
	p.Words = (f.Sites + 63) / 64
	f.Kept = [layout.NumData]bool{k.statesOfPieces(), g.Rotations, g.Values}
	k.layers()
	for v := range f.Vars {
		f.Vars[v] = p.Field(varNames[v], ir.State, ir.Int, 1)
	}
	f.What = p.Field("what", ir.State, k.componentElem(), f.Sites)
	f.At = p.Sets("at", ir.State, f.Comps)
	f.Empty = p.Sets("empty", ir.State, 1)
	k.ownedField()
	for _, x := range [...]*ir.Field{f.At, f.Owned} {
		k.confine(x, k.existing(g.DefaultType).Words)
	}
	k.confine(f.Empty, k.AllSites().Words)
	if g.Counts {
		f.Count = p.Field("count", ir.State, ir.Int, f.Sites)
	}
	k.teams()
	k.Dice = k.newDice()
	k.sequences()
	k.Repetition = k.repeats()
	if g.Stacks {
		k.stackFields()
	} else {
		for d, field := range [layout.NumData]**ir.Field{&f.State, &f.Turned, &f.Worth} {
			if f.Kept[d] {
				*field = p.Field(datumNames[d]+".site", ir.State, ir.Int, f.Sites)
			}
		}
	}
	switch {
	case g.Stacks || f.Layers == [3]*layout.Layer{} && (k.byLists || k.anyRule(eachGroup) || k.SizesInTurn()):
		k.listFields()
	case k.ListsAgain():
		k.listingFields()
	}
	k.sequenceFields()
	k.hiddenFields()
	k.trackFields()
	k.playableField()
	if f.Layers != [3]*layout.Layer{} && (g.Stacks || f.Turned != nil || f.Worth != nil || f.Hidden != nil || f.Tracks != nil) {
		k.No(g.Root(), "stacks, or pieces with numbers, on sites of several types")
	}
	for _, x := range []struct {
		to   **ir.Field
		name string
	}{{&f.Score, "score"}, {&f.Rank, "rank"}, {&f.Amount, "amount"}, {&f.Value, "value"}, {&f.Phase, "phase"}} {
		*x.to = p.Field(x.name, ir.State, ir.Int, g.Players+2)
	}
	f.Named = p.Field("named", ir.State, ir.Int, max(len(g.VarNames()), 1))
	f.Rng = p.Field("rng", ir.Scratch, ir.Word, 1)
	f.Start = p.Snapshot("start")
	owners := make([]int64, f.Comps)
	for c := range owners {
		owners[c] = int64(g.Components[c].Owner)
	}
	f.Owner = k.Table("owner", ir.U8, owners)
}

// OnBoard reports whether a site is one of the board.
func (k *Lowerer) OnBoard(site *ir.Expr) *ir.Expr { return k.Fields.OnBoard(site) }

// At is element site of a field by site, 0 for sites that do not exist.
func (k *Lowerer) at(field *ir.Field, site *ir.Expr) *ir.Expr {
	site = k.Temp("site", site)
	return ir.Cond(ir.Calc(ir.Below, site, ir.Num(k.Fields.Sites)), ir.At(field, site), ir.Num(0))
}

// WhatAt is the component on a site, 0 for none and for sites that do not exist.
func (k *Lowerer) WhatAt(site *ir.Expr) *ir.Expr { return k.at(k.Fields.What, site) }

// knowsOwners refuses games whose pieces begin by a count, where a clause asks for their owners: they belong to nobody,
// whatever their component says, which is not kept for who asks.
func (k *Lowerer) knowsOwners() {
	if k.Fields.Count != nil && k.beginsByCount() {
		k.No(nil, "owners of pieces that come by a count")
	}
}

// WhoAt is the owner of what is on a site.
func (k *Lowerer) WhoAt(site *ir.Expr) *ir.Expr {
	k.knowsOwners()
	return k.OwnerOf(k.WhatAt(site))
}

// CountAt is the number of pieces on a site.
func (k *Lowerer) CountAt(site *ir.Expr) *ir.Expr {
	if k.Stacked() {
		return k.SizeAt(site)
	}
	if k.Fields.Count == nil {
		return ir.Calc(ir.Ne, k.WhatAt(site), ir.Num(0))
	}
	return k.at(k.Fields.Count, site)
}

// StateAt is the local state of a site.
func (k *Lowerer) StateAt(site *ir.Expr) *ir.Expr {
	if k.Dice == nil {
		return k.DatumOn(layout.State, site, nil)
	}
	site = k.Temp("site", site)
	return k.Dice.FaceAt(site, k.Scoped(func() *ir.Expr { return k.DatumOn(layout.State, site, nil) }))
}

// Exists reports whether a site is one of the board or of another container.
func (k *Lowerer) Exists(site *ir.Expr) *ir.Expr {
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
func (k *Lowerer) IsEmpty(site *ir.Expr) *ir.Expr {
	if k.Large != nil || k.Stacked() && k.Fields.Stacks.Hollow {
		return ir.Calc(ir.SetHas, ir.SetAt(k.Fields.Empty, ir.Num(0)), site)
	}
	if k.Fields.Count != nil {
		return ir.Calc(ir.Eq, ir.At(k.Fields.Count, site), ir.Num(0))
	}
	return ir.Calc(ir.Eq, ir.At(k.Fields.What, site), ir.Num(0))
}

// Empty is the set of empty sites of the board.
func (k *Lowerer) Empty() *ir.Expr { return k.BoardOnly(ir.SetAt(k.Fields.Empty, ir.Num(0))) }

// BoardOnly is the part of a set that lies on the board.
func (k *Lowerer) BoardOnly(set *ir.Expr) *ir.Expr {
	if k.Fields.Sites == k.Fields.Board {
		return set
	}
	return ir.Calc(ir.SetAnd, set, k.Board())
}

// Of is the set of sites with a component.
func (k *Lowerer) Of(comp int) *ir.Expr { return ir.SetAt(k.Fields.At, ir.Num(comp)) }

// notEmpty reports whether sites may be not empty though nothing stands there: covered by a large piece, or with
// nothing as a level of its own.
func (k *Lowerer) notEmpty() bool {
	return k.G.Has(game.LargePiece) || k.Stacked() && k.Fields.Stacks.Hollow
}

// Standing is the set of sites on which something stands.
func (k *Lowerer) Standing() *ir.Expr {
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
func (k *Lowerer) Unoccupied() *ir.Expr {
	if !k.notEmpty() {
		return k.Empty()
	}
	return ir.Calc(ir.SetMinus, k.Board(), k.Standing())
}

// Pieces is the set of sites with pieces of those whom a role stands for.
func (k *Lowerer) Pieces(e *lgdl.Expr, role string) *ir.Expr {
	switch {
	case role == "All":
		return k.Standing()
	}
	many, ok := k.Seats().Members(role, 0, k.G.Players, nil)
	if !ok {
		return k.OwnedBy(k.role(e, role))
	}
	set := k.None()
	for _, p := range many {
		set = ir.Calc(ir.SetOr, set, k.OwnedBy(ir.Num(int(p))))
	}
	return set
}

// Board is the set of all sites of the board.
func (k *Lowerer) Board() *ir.Expr {
	s := make(game.Set, k.P.Words)
	s.Fill(0, k.Fields.Board)
	return ir.SetOf(s)
}

// AllSites is the set of the sites of all containers.
func (k *Lowerer) AllSites() *ir.Expr {
	s := make(game.Set, k.P.Words)
	s.Fill(0, k.Fields.Sites)
	return ir.SetOf(s)
}

// Acted notes that an action goes from one site to another one, where the rules ask
// for the last action of a move.
func (k *Lowerer) Acted(from, to *ir.Expr) {
	k.noteWent(from, to)
	if k.TellsActs {
		k.Add(k.Fields.Put(layout.ActFrom, from), k.Fields.Put(layout.ActTo, to))
	}
}

// Clear takes everything off a site, of a stack the top.
func (k *Lowerer) Clear(site *ir.Expr) {
	if k.Stacked() {
		k.Pop(site)
		return
	}
	k.Acts(game.ActRemove, site, site)
	k.countRemoval(site, nil)
	if k.Cleared != nil {
		k.Add(change(ir.Include, k.Cleared, site))
	}
	k.takeOff(site)
}

// takeOff clears a site and notes it on the tracks.
func (k *Lowerer) takeOff(site *ir.Expr) {
	what := k.Temp("what", ir.At(k.Fields.What, site))
	k.clear(site, what)
	k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() { k.trackRemove(what, site) })
}

func (k *Lowerer) clear(site, old *ir.Expr) {
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
func (k *Lowerer) Set(site, comp, count, state *ir.Expr) {
	k.set(site, comp, count, numbers{layout.State: state})
}

// set is Set, with all numbers of the piece: nil for those that stay.
func (k *Lowerer) set(site, comp, count *ir.Expr, data numbers) {
	k.setOver(ir.At(k.Fields.What, site), site, comp, count, data)
}

// setOver is set on a site with a component, 0 for none.
func (k *Lowerer) setOver(old, site, comp, count *ir.Expr, data numbers) {
	f := &k.Fields
	comp = k.Temp("comp", comp)
	k.offDice(site)
	var free *ir.Expr
	if f.Playable != nil {
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
	k.write(site, data)
	if free != nil {
		k.If(free, func() { k.occupied(site) })
	}
	k.Belongs(site)
}

// Carry moves one piece from a site to another one: onto pieces of its kind, where
// pieces are counted, else in place of what is there; of a stack the top. The piece
// keeps its numbers, but for the local state if one is given; piece is its component, 0
// if that is not known.
func (k *Lowerer) Carry(from, to *ir.Expr, piece int, state *ir.Expr) {
	if k.Stacked() {
		k.CarryTop(from, to)
		return
	}
	k.Acts(game.ActMove, from, to)
	k.carry(from, to, piece, state)
}

func (k *Lowerer) carry(from, to *ir.Expr, piece int, state *ir.Expr) {
	data := k.read(k.Fields.Data(), from)
	if state != nil {
		data[layout.State] = state
	}
	k.carryWith(from, to, piece, data)
}

// carryWith is carry of a piece with numbers.
func (k *Lowerer) carryWith(from, to *ir.Expr, piece int, data numbers) {
	f := &k.Fields
	what := ir.Num(piece)
	if piece == 0 {
		what = k.Temp("what", ir.At(f.What, from))
	}
	if f.Count == nil {
		k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() {
			k.clear(from, what)
			k.set(to, what, ir.Num(1), data)
			k.trackMove(what, from, to, ir.Num(1))
			k.carryHidden(from, to)
		})
		return
	}
	n := k.Temp("n", ir.At(f.Count, from))
	k.If(ir.Calc(ir.Ne, n, ir.Num(0)), func() {
		k.lessOne(from, what, n)
		k.oneMore(to, what, data)
		k.trackMove(what, from, to, ir.Num(1))
		k.carryHidden(from, to)
	})
}
