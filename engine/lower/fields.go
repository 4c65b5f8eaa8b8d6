package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
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
	PassRun // consecutive passes, each of another player
	Over
	Winner
	Limited // a limit ended the play
	LastFrom
	LastTo
	MoveNumber
	Stuck // bit p: player p had to pass when he last moved
	numVars
)

// Fields are the fields of the position.
type Fields struct {
	vars  *ir.Field // by Var
	What  *ir.Field // component by site
	At    *ir.Field // sites by component: sets; 0 is the empty sites
	Score *ir.Field // by player
	Phase *ir.Field // by player
	Rng   *ir.Field // state of the generator of draws
	start *ir.Field // the position after the start rules

	sites int // of all containers
	comps int
	owner *ir.Field // by component
}

func (k *Lowerer) fields() {
	g, p := k.G, k.P
	f := &k.Fields
	f.sites, f.comps = g.Topo.Num(g.DefaultType), len(g.Components)
	p.Words = (f.sites + 63) / 64
	f.vars = p.Field("vars", ir.State, ir.Int, int(numVars))
	f.What = p.Field("what", ir.State, ir.U8, f.sites)
	f.At = p.Sets("at", ir.State, f.comps)
	f.Score = p.Field("score", ir.State, ir.Int, g.Players+1)
	f.Phase = p.Field("phase", ir.State, ir.Int, g.Players+1)
	f.Rng = p.Field("rng", ir.Scratch, ir.Word, 1)
	f.start = p.Snapshot("start")
	owners := make([]int64, f.comps)
	for c := range owners {
		owners[c] = int64(g.Components[c].Owner)
	}
	f.owner = k.Table("owner", ir.U8, owners)
}

// Get reads a number of the position.
func (f *Fields) Get(v Var) *ir.Expr { return ir.At(f.vars, ir.Num(int(v))) }

// Put changes a number of the position.
func (f *Fields) Put(v Var, e *ir.Expr) *ir.Stmt { return ir.Write(f.vars, ir.Num(int(v)), e) }

// OnBoard reports whether a site is one of the board.
func (k *Lowerer) OnBoard(site *ir.Expr) *ir.Expr { return k.Fields.onBoard(site) }

// onBoard reports whether a site is one of the board.
func (f *Fields) onBoard(site *ir.Expr) *ir.Expr { return ir.Calc(ir.Below, site, ir.Num(f.sites)) }

// WhatAt is the component on a site, 0 for none and for sites that do not exist.
func (k *Lowerer) WhatAt(site *ir.Expr) *ir.Expr {
	f := &k.Fields
	site = k.Temp("site", site)
	return ir.Cond(f.onBoard(site), ir.At(f.What, site), ir.Num(0))
}

// WhoAt is the owner of what is on a site.
func (k *Lowerer) WhoAt(site *ir.Expr) *ir.Expr { return ir.At(k.Fields.owner, k.WhatAt(site)) }

// Empty is the set of empty sites.
func (k *Lowerer) Empty() *ir.Expr { return ir.SetAt(k.Fields.At, ir.Num(0)) }

// Owned is the set of sites with a piece of an owner.
func (k *Lowerer) Owned(owner int) *ir.Expr {
	set := ir.SetOf(make([]uint64, k.P.Words))
	for _, c := range k.G.ComponentsOf(owner) {
		if c != 0 {
			set = setCalc(ir.SetOr, set, ir.SetAt(k.Fields.At, ir.Num(int(c))))
		}
	}
	return set
}

// Pieces is the set of sites with pieces of those whom a role stands for.
func (k *Lowerer) Pieces(e *lgdl.Expr, role string) *ir.Expr {
	union := func(from int, but int) *ir.Expr {
		set := ir.SetOf(make([]uint64, k.P.Words))
		for p := from; p <= k.G.Players; p++ {
			if p != but {
				set = ir.Calc(ir.SetOr, set, k.Owned(p))
			}
		}
		return set
	}
	switch role {
	case "All":
		return ir.Calc(ir.SetMinus, k.Board(), k.Empty())
	case "NonMover":
		return union(0, k.Mover)
	case "Enemy":
		return union(1, k.Mover)
	case "Mover", "Friend":
		return k.Owned(k.Mover)
	case "Next", "Prev":
		v := Next
		if role == "Prev" {
			v = Prev
		}
		// Of two players, one or the other.
		return &ir.Expr{Op: ir.SetSelect, Type: ir.Set, Args: []*ir.Expr{ir.Calc(ir.Eq, k.Fields.Get(v), ir.Num(1)), k.Owned(1), k.Owned(2)}}
	}
	if n, ok := game.RoleNumber(role); ok && n <= k.G.Players {
		return k.Owned(n)
	}
	k.No(e, "the pieces of %s", role)
	return nil
}

// Board is the set of all sites of the board.
func (k *Lowerer) Board() *ir.Expr {
	s := make(game.Set, k.P.Words)
	s.Fill(0, k.Fields.sites)
	return ir.SetOf(s)
}

// setCalc is an operation on two sets.
func setCalc(op ir.Op, a, b *ir.Expr) *ir.Expr { return ir.Calc(op, a, b) }

// Place puts a component on a site, 0 for none, in place of what is there.
func (k *Lowerer) Place(site, comp *ir.Expr) { k.replace(site, ir.At(k.Fields.What, site), comp) }

// replace puts a component on a site in place of a known one.
func (k *Lowerer) replace(site, old, comp *ir.Expr) {
	f := &k.Fields
	old, comp = k.Temp("old", old), k.Temp("new", comp)
	k.Add(ir.Write(f.What, site, comp),
		&ir.Stmt{Op: ir.Exclude, Field: f.At, Args: []*ir.Expr{old, site}},
		&ir.Stmt{Op: ir.Include, Field: f.At, Args: []*ir.Expr{comp, site}})
}

// Shift moves the piece on a site to another one, in place of what is there; piece
// is its component, 0 if that is not known.
func (k *Lowerer) Shift(from, to *ir.Expr, piece int) {
	what := ir.Num(piece)
	if piece == 0 {
		what = k.Temp("what", ir.At(k.Fields.What, from))
	}
	k.replace(from, what, ir.Num(0))
	k.Place(to, what)
}
