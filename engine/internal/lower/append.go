package lower

import (
	"strings"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Effects that are made one move, (append …): where there is at least one of them, the move
// makes them all, as they are found on the position before it. It goes where the first action
// of the first of them does.

// joins are the ludemes whose effects begin with an action at the sites of their candidate.
var joins = map[string]bool{"add": true, "remove": true, "flip": true, "promote": true}

// passesOn are those whose effects are those of their parts.
var passesOn = map[string]bool{"if": true, "and": true, "or": true, "custodial": true}

// partWords are parts of clauses in which effects stand.
var partWords = map[string]bool{"between": true, "apply": true}

// Append lowers the effects of e as one move with consequents.
func (k *Lowerer) Append(e, effects, then *lgdl.Expr) {
	if k.effect || k.acting {
		k.No(e, "an effect made of several")
	}
	if k.Asks(effects, "then") {
		k.No(e, "a move made of effects with consequents")
	}
	size := k.joined(effects)
	from, to := ir.Within("from", -1, k.Fields.Span-1), ir.Within("to", -1, k.Fields.Span-1)
	found, end := ir.Within("found", 0, 1), &ir.Label{Name: "first"}
	first := func(a, b *ir.Expr) []*ir.Stmt {
		return []*ir.Stmt{ir.Put(from, a), ir.Put(to, b), ir.Put(found, ir.Num(1)), ir.Leave(end)}
	}
	body := k.sought(func() { k.together(effects) })
	if k.DrawsIn(body) {
		k.No(e, "a draw among the effects that are one move")
	}
	k.Add(ir.Put(found, ir.Num(0)), ir.Put(from, ir.Num(-1)), ir.Put(to, ir.Num(-1)))
	k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: transform.Gathered(body, first, func(a, sites *ir.Expr) []*ir.Stmt {
		return k.Inside(func() {
			k.Each(sites, func(site *ir.Expr) {
				if a.Is(-1) {
					a = site
				}
				k.Add(first(a, site)...)
			})
		})
	})})
	k.If(ir.Read(found), func() {
		k.Emit(Candidate{From: ir.Read(from), To: ir.Read(to)}, then, func(_, _, _ *ir.Expr) {
			if k.ActLog == nil {
				k.PerformAll(func() { k.together(effects) })
			} else {
				k.appended(e, effects, size)
			}
		})
	})
}

// together lowers effects that are made one move.
func (k *Lowerer) together(effects *lgdl.Expr) {
	outer := k.appending
	k.appending = true
	k.Moves(effects)
	k.appending = outer
}

// sought is what emits the candidates that f does, which are looked for and not made.
func (k *Lowerer) sought(f func()) []*ir.Stmt {
	thens, effect, filters, ahead := k.thens, k.effect, k.filters, k.ahead
	endings, prefixes := k.endings, k.prefixes
	k.thens, k.effect, k.filters, k.ahead.on, k.endings, k.prefixes = nil, false, nil, true, nil, nil
	body := k.Inside(f)
	k.thens, k.effect, k.filters, k.ahead, k.endings, k.prefixes = thens, effect, filters, ahead, endings, prefixes
	return body
}

// joined is the number of candidates that each of the effects that are made one move comes
// to; effects of which that is not known are refused.
func (k *Lowerer) joined(e *lgdl.Expr) int {
	word := e.Form.Keyword
	switch {
	case joins[word]:
		if k.Asks(e, "apply") {
			k.No(e, "a move made of effects that others come before")
		}
		return 1
	case word == "allCombinations":
		a := clause.AllCombinations(e)
		return k.joined(a.Moves1()) + k.joined(a.Moves2())
	case word == "forEach" && e.Form.Text == "(forEach Site sites moves [noMoveYet:moves] [(then)])", passesOn[word]:
		return k.ofParts(e, e)
	}
	k.No(e, "a move made of such effects: %s", e.Form.Text)
	return 0
}

// ofParts is the same number for the moves among the arguments of a clause.
func (k *Lowerer) ofParts(whole, e *lgdl.Expr) (size int) {
	for x := range e.Parts() {
		n := 0
		switch {
		case x.Kind == lgdl.List, x.Kind == lgdl.Clause && x.Form != nil && partWords[x.Form.Keyword]:
			n = k.ofParts(whole, x)
		case x.Kind == lgdl.Clause && x.Form != nil && strings.HasPrefix(x.Form.Result, "moves"):
			n = k.joined(x)
		}
		if n > 0 && size > 0 && n != size && k.Watched {
			k.No(whole, "a move made of effects of several kinds")
		}
		size = max(size, n)
	}
	if whole == e && size == 0 {
		size = 1
	}
	return size
}

// appended adds the same effects where actions are logged: those of the first of them, which
// comes to so many candidates, are decisions and the others are not.
func (k *Lowerer) appended(e, effects *lgdl.Expr, size int) {
	list := func(deciding bool) (first, end *ir.Expr, numbers []int) {
		outer := k.deciding
		k.deciding = deciding
		first, end, numbers = k.found(func() {
			if deciding {
				k.upTo(size, func() { k.together(effects) })
			} else {
				k.together(effects)
			}
		})
		k.deciding = outer
		for _, n := range numbers {
			if k.rules[n].late {
				k.No(e, "a move made of effects that are found out when they are made")
			}
		}
		return first, end, numbers
	}
	nothing := func() {}
	base, _, decisions := list(true)
	first, end, others := list(false)
	k.eachFound(base, k.Temp("part", position.Plus(base, size)), decisions, nothing, nothing)
	k.eachFound(k.Temp("rest", position.Plus(first, size)), end, others, nothing, nothing)
	k.Add(ir.Write(k.Candidates.Count, ir.Num(0), base))
}

// upTo adds what f does until so many candidates have been listed.
func (k *Lowerer) upTo(most int, f func()) {
	listed, end := func() *ir.Expr { return ir.At(k.Candidates.Count, ir.Num(0)) }, &ir.Label{Name: "enough"}
	last := k.Temp("last", position.Plus(listed(), most))
	r := &ir.Rewriter{Sparing: true, Stmt: func(_ *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.Emit {
			return nil, false
		}
		return []*ir.Stmt{s, ir.When(ir.Calc(ir.Le, last, listed()), ir.Leave(end))}, true
	}}
	k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: r.Body(k.Inside(f))})
}

// joinedPairs lowers each effect of one clause with each of another, as effects that are parts of one move.
func (k *Lowerer) joinedPairs(e, left, right *lgdl.Expr) {
	pair := func(deciding bool) {
		outer := k.deciding
		k.deciding = deciding
		a := k.Inside(func() { k.Moves(left) })
		k.deciding = outer
		if k.Watched && ir.Loops(a) {
			k.No(e, "effects that are parts of several")
		}
		k.Add(transform.Paired(a, func() []*ir.Stmt { return k.Inside(func() { k.Moves(right) }) }, nil)...)
	}
	if !k.Watched || !k.deciding {
		pair(k.deciding)
		return
	}
	// An effect that is in several pairs is no decision in the later ones, nor then in the first.
	n := k.Var("partners", 0, 1<<30, ir.Num(0))
	more := func(by *ir.Expr) []*ir.Stmt { return []*ir.Stmt{ir.Put(n, ir.Calc(ir.Add, ir.Read(n), by))} }
	k.Add(
		transform.Gathered(k.sought(func() { k.Moves(right) }), func(_, _ *ir.Expr) []*ir.Stmt { return more(ir.Num(1)) },
			func(_, sites *ir.Expr) []*ir.Stmt { return more(ir.Calc(ir.SetCount, sites)) })...)
	k.Choose(ir.Calc(ir.Le, ir.Read(n), ir.Num(1)), func() { pair(true) }, func() { pair(false) })
}
