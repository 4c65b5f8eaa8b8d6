package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Each move of one clause with each of another, (allCombinations …), is one move of two parts, both found on the
// position before it. As effects they are made one after the other; as a choice a candidate carries the number of the
// pair, and its parts are found again when it is made.

// AllCombinations lowers each move of one clause joined with each of another.
func (k *Lowerer) AllCombinations(e *lgdl.Expr) {
	a := clause.AllCombinations(e)
	if k.appending {
		k.joinedPairs(e, a.Moves1(), a.Moves2())
		return
	}
	any, all := k.decided(a.Moves1(), map[*lgdl.Expr]bool{})
	if any != all {
		k.No(e, "pairs of moves of which some are decisions")
	}
	c := combinations{left: a.Moves1(), right: a.Moves2(), first: all}
	if k.Asks(e, "swap") {
		k.No(e, "players who change sides as a part of a move")
	}
	lowered := func() {
		if k.effect && !k.unit {
			k.pairEffects(c, a.Then())
		} else {
			k.pairMoves(e, c, a.Then())
		}
	}
	if second, _ := k.decided(a.Moves2(), map[*lgdl.Expr]bool{}); all || second {
		k.Decision(func() { k.Nobodys(lowered) })
	} else {
		k.Nobodys(lowered)
	}
}

// combinations are the clauses of pairs.
type combinations struct {
	left, right *lgdl.Expr
	first       bool // the left ones are decisions, so that the right ones are none
}

// lefts and rights lower the parts of the pairs.
func (c combinations) lefts(k *Lowerer) {
	unit := k.unit
	k.unit = true
	k.Moves(c.left)
	k.unit = unit
}

func (c combinations) rights(k *Lowerer) {
	unit := k.unit
	k.unit = true
	if c.first {
		k.AsPart(func() { k.Moves(c.right) })
	} else {
		k.Moves(c.right)
	}
	k.unit = unit
}

// pairEffects emits the effects of all pairs, each with the consequents of the clauses around it behind.
func (k *Lowerer) pairEffects(c combinations, then *lgdl.Expr) {
	thens := k.thens
	k.thens = nil
	left := k.Inside(func() { c.lefts(k) })
	behind := []*ir.Stmt{}
	if k.thens = thens; then != nil || len(thens) > 0 {
		behind = k.Inside(func() { k.Emit(Candidate{}, then, func(_, _, _ *ir.Expr) {}) })
	}
	k.Add(transform.Paired(left, func() []*ir.Stmt {
		k.thens = nil
		right := k.Inside(func() { c.rights(k) })
		k.thens = thens
		return right
	}, behind)...)
}

// pairMoves emits a candidate for each pair, which goes where its left part does if that is a decision.
func (k *Lowerer) pairMoves(e *lgdl.Expr, c combinations, then *lgdl.Expr) {
	if k.joint != nil {
		k.No(e, "pairs of moves of players who decide at the same time")
	}
	lefts, rights := k.asFound(func() { c.lefts(k) }), k.asFound(func() { c.rights(k) })
	if k.DrawsIn(lefts) || k.DrawsIn(rights) {
		k.No(e, "a draw among pairs of moves")
	}
	for _, n := range slices.Concat(transform.Emitted(lefts), transform.Emitted(rights)) {
		if r := k.rules[n]; r.pass || r.several {
			k.No(e, "passes, or moves of several effects, as parts of pairs")
		}
	}
	number, partners := k.Var("pair", 0, 1<<30, ir.Num(0)), k.Var("partners", 0, 1<<30, ir.Num(0))
	more := func(by *ir.Expr) []*ir.Stmt {
		return []*ir.Stmt{ir.Put(partners, ir.Calc(ir.Add, ir.Read(partners), by))}
	}
	k.Add(transform.Gathered(rights, func(_, _ *ir.Expr) []*ir.Stmt { return more(ir.Num(1)) },
		func(_, sites *ir.Expr) []*ir.Stmt { return more(ir.Calc(ir.SetCount, sites)) })...)
	emit := func(from, to *ir.Expr) []*ir.Stmt {
		return k.Inside(func() {
			one := Candidate{Data: k.Temp("number", k.Fitting(ir.Read(number), 0, 1<<heldBits-1))}
			if c.first {
				one.From, one.To = k.Temp("from", from), k.Temp("to", to)
			}
			k.Emit(one, then, func(_, _, data *ir.Expr) { k.makePair(e, c, data) })
			k.Add(ir.Increment(number))
		})
	}
	with := func(from, to *ir.Expr) []*ir.Stmt {
		return k.Inside(func() {
			i := k.Var("partner", 0, 1<<30, ir.Num(0))
			k.Loop("partners", 0, func(loop *ir.Label) {
				k.Add(ir.When(ir.Calc(ir.Le, ir.Read(partners), ir.Read(i)), ir.Leave(loop)))
				k.Add(emit(from, to)...)
				k.Add(ir.Increment(i))
			})
		})
	}
	k.Add(transform.Gathered(lefts, with, func(from, sites *ir.Expr) []*ir.Stmt {
		return k.Inside(func() {
			k.Each(sites, func(site *ir.Expr) {
				if from.Is(-1) {
					from = site
				}
				k.Add(with(from, site)...)
			})
		})
	})...)
}

// makePair makes both parts of a pair.
func (k *Lowerer) makePair(e *lgdl.Expr, c combinations, number *ir.Expr) {
	base := k.Temp("base", ir.At(k.Candidates.Count, ir.Num(0)))
	left, right := k.asFound(func() { c.lefts(k) }), k.asFound(func() { c.rights(k) })
	k.finding.note(k, left)
	k.finding.note(k, right)
	first, _ := k.listed(left)
	second, end := k.listed(right)
	lefts, rights := transform.Emitted(left), transform.Emitted(right)
	for _, n := range rights {
		reads := k.rules[n].foundFrom()
		if slices.ContainsFunc(lefts, func(m int) bool { return k.changes(m, reads) != "" }) {
			k.No(e, "a part of a move that is found out when it is made, behind one that it depends on")
		}
	}
	partners := k.Temp("partners", ir.Calc(ir.Sub, end, second))
	one := func(first, i *ir.Expr, numbers []int) {
		at, nothing := k.Temp("at", ir.Calc(ir.Add, first, i)), func() {}
		k.eachFound(at, k.Temp("next", position.Plus(at, 1)), numbers, nothing, nothing)
	}
	k.If(partners, func() {
		one(first, ir.Calc(ir.Div, number, partners), lefts)
		one(second, ir.Calc(ir.Rem, number, partners), rights)
	})
	k.Add(ir.Write(k.Candidates.Count, ir.Num(0), base))
}

// decided reports whether any of the moves of a clause are decisions, and whether all are.
func (k *Lowerer) decided(e *lgdl.Expr, seen map[*lgdl.Expr]bool) (any, all bool) {
	if e.Form.Result == "moves:decision" {
		return true, true
	}
	seen[e], all = true, true
	n := 0
	add := func(x *lgdl.Expr) {
		if x == nil || x.Kind != lgdl.Clause || seen[x] || x.Is("apply") || !strings.HasPrefix(x.Form.Result, "moves") {
			return
		}
		some, every := k.decided(x, seen)
		any, all = any || some, all && every
		n++
	}
	for _, x := range lgdl.Flat(e.Args...) {
		add(x)
	}
	if e.Is("forEach", "Piece") && e.Named("moves") == nil {
		for i := range k.G.Components {
			add(k.G.Components[i].Rule)
		}
	}
	return any, all && n > 0
}
