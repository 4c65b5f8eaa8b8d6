package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Whoever watches plays wants to know of what actions a move consists: their number, and
// by what they are which kind of move it is. Programs for watched plays log them as they
// are done, in the order of the rules; others contain nothing of it. The number of logged
// actions is part of the position, so that moves that are tried and taken back leave none.

func (k *Lowerer) newActs() *layout.ActLog {
	return &layout.ActLog{
		Log:   k.P.Field("acts", ir.Scratch, ir.Word, layout.MaxActs),
		Count: k.P.Field("acts.count", ir.State, ir.Int, 1),
		Moved: k.P.Field("acts.moved", ir.Scratch, ir.Int, 1),
	}
}

// Log logs an action of a kind that is about no sites, and about what.
func (k *Lowerer) Log(kind game.Kind, what *ir.Expr) {
	if k.logs() {
		k.log(kind, false, k.G.DefaultType, k.G.DefaultType, nil, nil, what)
	}
}

func (k *Lowerer) ActsOn(kind game.Kind, a, b board.SiteType, from, to *ir.Expr, flag bool) {
	k.Acted(from, to)
	k.NoteSupport(kind, from, to)
	k.noteTypes(a, b)
	if k.logs() {
		k.log(kind, flag, a, b, from, to, nil)
	}
}

// logs reports whether actions that are lowered are logged or counted.
func (k *Lowerer) logs() bool { return k.ActLog != nil || k.resolver.counting }

func (k *Lowerer) log(kind game.Kind, flag bool, a, b board.SiteType, from, to, what *ir.Expr) {
	if r := &k.resolver; r.counting {
		k.Add(ir.Write(r.made, ir.Num(0), position.Plus(ir.At(r.made, ir.Num(0)), 1)))
	}
	if k.ActLog == nil {
		return
	}
	word := uint64(kind) | uint64(a)<<layout.FromTypeBit | uint64(b)<<layout.ToTypeBit
	if k.decides() {
		word |= 1 << layout.DecisionBit
	}
	if flag {
		word |= 1 << layout.FlagBit
	}
	if k.afterMove {
		word |= 1 << layout.LaterBit
	}
	packed := ir.Long(word)
	for _, x := range [...]struct {
		v     *ir.Expr
		shift uint64
	}{{what, layout.WhatBit}, {position.OrOff(from), layout.FromBit}, {position.OrOff(to), layout.ToBit}} {
		if x.v != nil {
			part := ir.Calc(ir.Shl, ir.Calc(ir.And, ir.Calc(ir.Wide, x.v), ir.Long(0xffff)), ir.Long(x.shift))
			packed = ir.Calc(ir.Or, packed, part)
		}
	}
	k.Call(k.logger(), packed)
}

// decides reports whether an action of the clause that is lowered is a decision.
func (k *Lowerer) decides() bool {
	return k.deciding && !k.asPart || !k.prior && k.clause != nil && k.clause.Form.Result == "moves:decision"
}

// LogSite logs an action of a kind that is about one site and goes nowhere.
func (k *Lowerer) LogSite(kind game.Kind, from *ir.Expr) {
	if k.logs() {
		k.log(kind, false, k.CurrentType(), k.CurrentType(), from, nil, nil)
	}
}

// logEffect logs an action that is no decision whatever the clause is.
func (k *Lowerer) logEffect(kind game.Kind) {
	clause, deciding := k.clause, k.deciding
	k.clause, k.deciding = nil, false
	k.Log(kind, nil)
	k.clause, k.deciding = clause, deciding
}

// logAgain logs what has been logged of the move once more.
func (k *Lowerer) logAgain() {
	if k.ActLog == nil {
		return
	}
	w := k.ActLog
	k.Call(k.Func("again", ir.None, func() {
		n := k.Temp("n", ir.At(w.Count, ir.Num(0)))
		logged := ir.Cond(ir.Calc(ir.Lt, n, ir.Num(layout.MaxActs)), n, ir.Num(layout.MaxActs))
		k.Rounds(ir.Num(0), logged, layout.MaxActs, func(i *ir.Expr) { k.Call(k.logger(), ir.At(w.Log, i)) })
		k.Add(ir.Write(w.Count, ir.Num(0), ir.Calc(ir.Mul, n, ir.Num(2))))
	}))
}

// Unwatched refuses a clause of which a watched play could not tell all that it does.
func (k *Lowerer) Unwatched(e *lgdl.Expr) {
	if k.Watched {
		k.No(e, "watched plays with %s", e.Form.Text)
	}
}

// Undecided lowers the part of a decision whose actions are none themselves.
func (k *Lowerer) Undecided(f func()) {
	clause := k.clause
	k.clause = nil
	f()
	k.clause = clause
}

// Decisive lowers actions that are decisions whatever the clause is.
func (k *Lowerer) Decisive(f func()) {
	deciding := k.deciding
	k.deciding = true
	f()
	k.deciding = deciding
}

// LogDecision logs an action that is a decision whatever the clause is.
func (k *Lowerer) LogDecision(kind game.Kind) {
	k.Decisive(func() { k.Log(kind, nil) })
}

func (k *Lowerer) logger() *ir.Func {
	x := ir.NewLocal("act", ir.I64)
	w := k.ActLog
	return k.Shared("act", ir.None, func() {
		n := k.Temp("n", ir.At(w.Count, ir.Num(0)))
		k.If(ir.Calc(ir.Below, n, ir.Num(layout.MaxActs)), func() { k.Add(ir.Write(w.Log, n, ir.Read(x))) })
		k.Add(ir.Write(w.Count, ir.Num(0), position.Plus(n, 1)))
	}, x)
}

// forgetActs begins to log anew.
func (k *Lowerer) forgetActs() {
	if k.ActLog != nil {
		k.Add(ir.Write(k.ActLog.Count, ir.Num(0), ir.Num(0)))
	}
}

// countActs notes how many actions the move has come to.
func (k *Lowerer) countActs() {
	if k.ActLog != nil {
		k.Add(ir.Write(k.ActLog.Moved, ir.Num(0), ir.At(k.ActLog.Count, ir.Num(0))))
	}
}

// credit keeps track of the ludeme that moves are credited to, as package game does.
type credit struct {
	own    *lgdl.Expr // the ludeme that is credited with the moves it makes itself
	taken  *lgdl.Expr // that is credited with the moves of its parts, nil for nobody
	takes  bool
	wholes map[*lgdl.Expr]bool // alternatives that take the credit
}

// enter is the credit inside of a clause.
func (c credit) enter(e *lgdl.Expr) credit {
	switch credits := game.CreditOf(e); {
	case c.takes:
	case c.wholes[e] || credits == game.CreditTakes:
		c.takes, c.taken = true, e
	case credits == game.CreditNobody:
		c.takes, c.taken = true, nil
	}
	if e.Form.Keyword == "priority" {
		wholes := map[*lgdl.Expr]bool{}
		for _, a := range e.Args {
			if a != nil {
				wholes[a] = true
				for _, x := range a.Items {
					wholes[x] = true
				}
			}
		}
		c.wholes = wholes
	}
	if game.CreditOf(e) == game.CreditOwn {
		c.own = e
	}
	return c
}

// Of is the ludeme that is credited with a move made here.
func (c credit) of() *lgdl.Expr {
	if c.takes {
		return c.taken
	}
	return c.own
}

// Credits are the indices in game.Game.Rules of the ludemes that the candidates of each
// rule are credited to, 0 for none.
func (p *Program) Credits() []int32 {
	number := map[*lgdl.Expr]int32{}
	for i, e := range p.G.Rules {
		if _, known := number[e]; !known {
			number[e] = int32(i)
		}
	}
	credits := make([]int32, len(p.credits))
	for n, e := range p.credits {
		if e != nil {
			credits[n] = number[e]
		}
	}
	return credits
}
