package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// Var is a number of the position that is not about sites.
type Var int

// The numbers of a position.
const (
	Mover Var = iota
	Next
	Prev
	Turns
	Counter
	RunLength // moves of the player who has moved last, one after the other, if the first was a pass
	RunPass   // it was
	Runs      // number of such runs so far, one more than players once one began with another move
	Chain     // short runs that began with a pass, right before this one
	Over
	Winner
	Limited // a limit ended the play
	LastFrom
	LastTo
	LastLevel // the level at which the last move arrived, as far as a rule asks for it
	MoveNumber
	Stuck // bit p: player p had to pass when he last moved
	Temp
	Pot
	TrumpSuit
	TurnMoves // moves of the same player before this one
	AfterFrom // where the last action of the last move came from and went to; while
	AfterTo   // its consequents run, the last action of the move itself
	ActFrom   // the same for the actions so far
	ActTo
	Active    // bit p: player p is still in the game
	Winners   // number of players who have won
	Losers    // number of those who have lost
	LossesNow // those of this move
	Passed    // the last move was a pass; -1 when there was none
	Triggered // bit p: something was triggered for player p
	Paid      // number of the (payoffs …) that ended the play, 0 for none
	numVars
)

var varNames = [numVars]string{Mover: "mover", Next: "next", Prev: "prev", Turns: "turns", Counter: "counter",
	RunLength: "runLength", RunPass: "runPass", Runs: "runs", Chain: "chain", Over: "over", Winner: "winner",
	Limited: "limited", LastFrom: "lastFrom", LastTo: "lastTo", LastLevel: "lastLevel", MoveNumber: "moveNumber",
	Stuck: "stuck", Temp: "temp", Pot: "pot", TrumpSuit: "trumpSuit", TurnMoves: "turnMoves",
	AfterFrom: "afterFrom", AfterTo: "afterTo", ActFrom: "actFrom", ActTo: "actTo", Active: "active",
	Winners: "winners", Losers: "losers", LossesNow: "lossesNow",
	Passed: "passed", Triggered: "triggered", Paid: "paid"}

// ofRules are how the rules find those numbers that they have as they are.
var ofRules = [numVars]func(c *game.Context) int{
	Mover:      func(c *game.Context) int { return c.S.Mover },
	Next:       func(c *game.Context) int { return c.S.Next },
	Prev:       func(c *game.Context) int { return c.S.Prev },
	Turns:      func(c *game.Context) int { return c.S.Turns },
	Counter:    func(c *game.Context) int { return c.S.Counter },
	Winner:     func(c *game.Context) int { return c.S.Winner },
	MoveNumber: func(c *game.Context) int { return c.T.MoveNumber() },
	Stuck:      func(c *game.Context) int { return int(c.S.Stalemated) },
	Temp:       func(c *game.Context) int { return c.S.Temp },
	Pot:        func(c *game.Context) int { return c.S.Pot },
	TrumpSuit:  func(c *game.Context) int { return c.S.TrumpSuit },
	TurnMoves:  func(c *game.Context) int { return c.S.TurnMoves },
	Active:     func(c *game.Context) int { return int(c.S.Active) },
	Winners:    func(c *game.Context) int { return len(c.S.Winners) },
	Losers:     func(c *game.Context) int { return len(c.S.Losers) },
	Paid:       func(c *game.Context) int { return c.S.Paid },
	Triggered:  func(c *game.Context) int { return int(c.S.Triggered) },
}

// Of is how the rules find a number of the position.
func (v Var) Of() func(c *game.Context) int { return ofRules[v] }

// Fields are the fields of the position.
type Fields struct {
	vars     [numVars]*ir.Field
	What     *ir.Field     // component by site
	At       *ir.Field     // sites by component: sets; not used for 0
	empty    *ir.Field     // the sites without a piece: a set
	owned    *ir.Field     // sites by owner: sets, nil where unions of At are short
	count    *ir.Field     // pieces by site, nil when every piece has a site of its own
	state    *ir.Field     // local state by site, nil without
	turned   *ir.Field     // rotation by site, nil without
	worth    *ir.Field     // value of a piece by site, nil without
	kept     [numData]bool // which numbers of pieces are kept
	stacks   *stacks       // nil without; with stacks there are no numbers by site
	hidden   *hidden       // nil when no rule asks
	tracks   []*onTrack
	playable *ir.Field    // a set, nil on boards with bounds
	beside   *write.Rows  // there: the neighbours of each site
	Score    *ir.Field    // by player
	Rank     *ir.Field    // by player: see rankUnit, 0 for none yet
	Amount   *ir.Field    // by player
	Value    *ir.Field    // by player
	Named    *ir.Field    // the variables of the description
	Phase    *ir.Field    // by player
	Rng      *ir.Field    // state of the generator of draws
	costs    [3]*ir.Field // by type of sites; nil where nobody asks
	opening  *ir.Field    // sites by component at the beginning of the play: sets, nil where nobody asks

	lists    *lists    // nil where they are not kept
	listings *listings // nil where they are, and where nobody asks

	start *ir.Field // the position after the start rules

	seen   [numVars]*ir.Expr // numbers that are constants while rules are lowered for a player
	layers [3]*layer         // by type of site: of those other than the default, nil where nothing stands

	span   int // numbers of sites of whatever type
	sites  int // of all containers
	board  int // of the board
	comps  int
	height int       // of stacks at most
	owner  *ir.Field // by component
}

func (k *Lowerer) fields() {
	g, p := k.G, k.P
	f := &k.Fields
	f.board, f.sites, f.comps = g.Topo.Num(g.DefaultType), g.Topo.Num(g.DefaultType), len(g.Components)
	if len(g.Containers) > 1 {
		f.sites = g.Sites
	}
	f.height = maxHeight
	p.Words = (f.sites + 63) / 64
	f.kept = [numData]bool{k.statesOfPieces(), g.Rotations, g.Values}
	k.layers()
	for v := range f.vars {
		f.vars[v] = p.Field(varNames[v], ir.State, ir.Int, 1)
	}
	f.What = p.Field("what", ir.State, k.componentElem(), f.sites)
	f.At = p.Sets("at", ir.State, f.comps)
	f.empty = p.Sets("empty", ir.State, 1)
	k.ownedField()
	if g.Counts {
		f.count = p.Field("count", ir.State, ir.Int, f.sites)
	}
	k.teams()
	k.dice = k.newDice()
	k.sequences()
	k.repetition = k.repeats()
	if g.Stacks {
		k.stackFields()
	} else {
		for d, field := range [numData]**ir.Field{&f.state, &f.turned, &f.worth} {
			if f.kept[d] {
				*field = p.Field(datumNames[d]+".site", ir.State, ir.Int, f.sites)
			}
		}
	}
	switch {
	case g.Stacks || f.layers == [3]*layer{} && (k.byLists || k.anyRule(eachGroup) || k.SizesInTurn()):
		k.listFields()
	case k.ListsAgain():
		k.listingFields()
	}
	k.sequenceFields()
	k.hiddenFields()
	k.trackFields()
	k.playableField()
	if f.layers != [3]*layer{} && (g.Stacks || f.turned != nil || f.worth != nil || f.hidden != nil || f.tracks != nil) {
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
	f.start = p.Snapshot("start")
	owners := make([]int64, f.comps)
	for c := range owners {
		owners[c] = int64(g.Components[c].Owner)
	}
	f.owner = k.Table("owner", ir.U8, owners)
}

// Get reads a number of the position.
func (f *Fields) Get(v Var) *ir.Expr {
	if f.seen[v] != nil {
		return f.seen[v]
	}
	return ir.At(f.vars[v], ir.Num(0))
}

// Put changes a number of the position.
func (f *Fields) Put(v Var, e *ir.Expr) *ir.Stmt { return ir.Write(f.vars[v], ir.Num(0), e) }

// OnBoard reports whether a site is one of the board.
func (k *Lowerer) OnBoard(site *ir.Expr) *ir.Expr { return k.Fields.onBoard(site) }

// onBoard reports whether a number is that of a site of the board.
func (f *Fields) onBoard(site *ir.Expr) *ir.Expr { return ir.Calc(ir.Below, site, ir.Num(f.board)) }

// at is element site of a field by site, 0 for sites that do not exist.
func (k *Lowerer) at(field *ir.Field, site *ir.Expr) *ir.Expr {
	site = k.Temp("site", site)
	return ir.Cond(ir.Calc(ir.Below, site, ir.Num(k.Fields.sites)), ir.At(field, site), ir.Num(0))
}

// WhatAt is the component on a site, 0 for none and for sites that do not exist.
func (k *Lowerer) WhatAt(site *ir.Expr) *ir.Expr { return k.at(k.Fields.What, site) }

// knowsOwners refuses games whose pieces begin by a count, where a clause asks for their owners: they belong to nobody,
// whatever their component says, which is not kept for who asks.
func (k *Lowerer) knowsOwners() {
	if k.Fields.count != nil && k.beginsByCount() {
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
	if k.Fields.count == nil {
		return ir.Calc(ir.Ne, k.WhatAt(site), ir.Num(0))
	}
	return k.at(k.Fields.count, site)
}

// StateAt is the local state of a site.
func (k *Lowerer) StateAt(site *ir.Expr) *ir.Expr {
	if k.dice == nil {
		return k.DatumOn(State, site, nil)
	}
	site = k.Temp("site", site)
	return k.dice.faceAt(site, k.Scoped(func() *ir.Expr { return k.DatumOn(State, site, nil) }))
}

// Exists reports whether a site is one of the board or of another container.
func (k *Lowerer) Exists(site *ir.Expr) *ir.Expr {
	f := &k.Fields
	first := f.board
	if len(k.G.Containers) > 1 {
		first = k.G.Containers[1].First
	}
	if first == f.board {
		return ir.Calc(ir.Below, site, ir.Num(f.sites))
	}
	return ir.Any(f.onBoard(site), ir.All(ir.Calc(ir.Le, ir.Num(first), site), ir.Calc(ir.Lt, site, ir.Num(f.sites))))
}

// IsEmpty reports whether a site that exists has no piece.
func (k *Lowerer) IsEmpty(site *ir.Expr) *ir.Expr {
	if k.large != nil || k.Stacked() && k.Fields.stacks.hollow {
		return ir.Calc(ir.SetHas, ir.SetAt(k.Fields.empty, ir.Num(0)), site)
	}
	if k.Fields.count != nil {
		return ir.Calc(ir.Eq, ir.At(k.Fields.count, site), ir.Num(0))
	}
	return ir.Calc(ir.Eq, ir.At(k.Fields.What, site), ir.Num(0))
}

// Empty is the set of empty sites of the board.
func (k *Lowerer) Empty() *ir.Expr { return k.BoardOnly(ir.SetAt(k.Fields.empty, ir.Num(0))) }

// BoardOnly is the part of a set that lies on the board.
func (k *Lowerer) BoardOnly(set *ir.Expr) *ir.Expr {
	if k.Fields.sites == k.Fields.board {
		return set
	}
	return ir.Calc(ir.SetAnd, set, k.Board())
}

// Of is the set of sites with a component.
func (k *Lowerer) Of(comp int) *ir.Expr { return ir.SetAt(k.Fields.At, ir.Num(comp)) }

// Pieces is the set of sites with pieces of those whom a role stands for.
func (k *Lowerer) Pieces(e *lgdl.Expr, role string) *ir.Expr {
	switch {
	case role == "All" && k.G.Has(game.LargePiece): // what is covered is not empty, though nothing stands there
		set := k.None()
		for c := 1; c < k.Fields.comps; c++ {
			set = ir.Calc(ir.SetOr, set, k.Of(c))
		}
		return set
	case role == "All":
		return ir.Calc(ir.SetMinus, k.AllSites(), ir.SetAt(k.Fields.empty, ir.Num(0)))
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
	s.Fill(0, k.Fields.board)
	return ir.SetOf(s)
}

// AllSites is the set of the sites of all containers.
func (k *Lowerer) AllSites() *ir.Expr {
	s := make(game.Set, k.P.Words)
	s.Fill(0, k.Fields.sites)
	return ir.SetOf(s)
}

// Acted notes that an action goes from one site to another one, where the rules ask
// for the last action of a move.
func (k *Lowerer) Acted(from, to *ir.Expr) {
	k.noteWent(from, to)
	if k.after {
		k.Add(k.Fields.Put(ActFrom, from), k.Fields.Put(ActTo, to))
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
	if k.cleared != nil {
		k.Add(change(ir.Include, k.cleared, site))
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
	k.Add(f.disowned(old, site)...)
	k.Add(ir.Write(f.What, site, ir.Num(0)),
		&ir.Stmt{Op: ir.Include, Field: f.empty, Args: []*ir.Expr{ir.Num(0), site}})
	if f.count != nil {
		k.Add(ir.Write(f.count, site, ir.Num(0)))
	}
	for _, d := range f.data() {
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
	k.set(site, comp, count, numbers{State: state})
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
	if f.playable != nil {
		free = k.Temp("free", k.IsEmpty(site))
	}
	if f.lists != nil || f.listings != nil {
		was := k.Temp("was", old)
		// What is counted stays where it is listed.
		k.If(ir.Any(ir.Truth(f.count == nil), ir.Calc(ir.Ne, was, comp)), func() { k.relist(site, was, comp) })
	}
	if !old.Is(0) {
		k.Add(f.disowned(old, site)...)
	}
	k.Add(ir.Write(f.What, site, comp))
	k.Add(f.owns(comp, site)...)
	k.Add(&ir.Stmt{Op: ir.Exclude, Field: f.empty, Args: []*ir.Expr{ir.Num(0), site}})
	if f.count != nil {
		k.Add(ir.Write(f.count, site, count))
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
	data := k.read(k.Fields.data(), from)
	if state != nil {
		data[State] = state
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
	if f.count == nil {
		k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() {
			k.clear(from, what)
			k.set(to, what, ir.Num(1), data)
			k.trackMove(what, from, to, ir.Num(1))
			k.carryHidden(from, to)
		})
		return
	}
	n := k.Temp("n", ir.At(f.count, from))
	k.If(ir.Calc(ir.Ne, n, ir.Num(0)), func() {
		k.lessOne(from, what, n)
		k.oneMore(to, what, data)
		k.trackMove(what, from, to, ir.Num(1))
		k.carryHidden(from, to)
	})
}
