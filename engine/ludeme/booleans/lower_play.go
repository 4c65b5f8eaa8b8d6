package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

func lowerWasPass(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr {
	passed := k.Temp("passed", k.Fields.Get(lower.Passed))
	k.SpoilIf(ir.Calc(ir.Lt, passed, ir.Num(0)))
	return passed
}

// lowerTriggered lowers whether something was triggered for a player who is in the
// game; the name of the event is ignored.
func lowerTriggered(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	p := k.Temp("p", lowerIntOrRole(k, e.Args[2:]))
	f := &k.Fields
	on := ir.Calc(ir.And, ir.Calc(ir.Shr, ir.Calc(ir.And, f.Get(lower.Triggered), f.Get(lower.Active)), p), ir.Num(1))
	return ir.All(ir.Calc(ir.Lt, ir.Num(0), p), ir.Calc(ir.Lt, p, ir.Num(32)), on)
}

func lowerAllSimple(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	switch e.Args[0].Text {
	case "Passed":
		return k.AllPassed(e)
	case "DiceUsed":
		return k.DiceUsed()
	case "DiceEqual":
		return k.DiceEqual(e)
	}
	k.No(e, "(all %s)", e.Args[0].Text)
	return nil
}

// lowerAllValues lowers whether all numbers of an array meet a condition.
func lowerAllValues(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	all := k.Var("all", 0, 1, ir.Num(1))
	k.EachInt(e.Args[1], func(v *ir.Expr) {
		env := k.Env
		k.Env.Value = v
		k.If(ir.Read(all), func() { k.Add(ir.Put(all, k.Bool(e.Args[2]))) })
		k.Env = env
	})
	return ir.Read(all)
}

// lowerAllDifferent lowers whether the sites of a region meet a condition and hold
// different components, of which nothing is one.
func lowerAllDifferent(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.NoStacks(e)
	seen := ir.NewLocal("seen", ir.I64)
	ok := k.Var("ok", 0, 1, ir.Num(1))
	k.Add(ir.Put(seen, ir.Long(0)))
	k.Scope("all", func(end *ir.Label) {
		k.Each(k.Region(e.Args[1]), func(site *ir.Expr) {
			k.Env.Site = site
			// There are at most 64 components.
			one := ir.NewLocal("one", ir.I64)
			k.Add(ir.Put(one, ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, k.WhatAt(site)))))
			again := ir.Calc(ir.Not, ir.Calc(ir.Not, ir.Calc(ir.And, ir.Read(seen), ir.Read(one))))
			k.Add(ir.When(ir.Any(again, ir.Calc(ir.Not, k.Bool(e.Args[2]))), ir.Put(ok, ir.Num(0)), ir.Leave(end)))
			k.Add(ir.Put(seen, ir.Calc(ir.Or, ir.Read(seen), ir.Read(one))))
		})
	})
	return ir.Read(ok)
}

// lowerSame lowers whether two regions have the same sites.
func lowerSame(same bool) lower.BoolRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		a, b := k.Keep(k.Region(e.Args[0])), k.Keep(k.Region(e.Args[1]))
		differ := ir.Calc(ir.SetAny, ir.Calc(ir.SetOr, ir.Calc(ir.SetMinus, a, b), ir.Calc(ir.SetMinus, b, a)))
		if same {
			return ir.Calc(ir.Not, differ)
		}
		return differ
	}
}

func lowerToBool(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0] == nil {
		k.No(e, "a number with a fraction")
	}
	return ir.Calc(ir.Ne, k.Int(e.Args[0]), ir.Num(0))
}

// lowerIsRelated lowers whether a site is a neighbour of some kind of another one.
func lowerIsRelated(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Related, relation, type, site, other site, other sites.
	k.SiteType(e.Args[2])
	rel, _ := board.ParseRelation(e.Args[1].Text)
	topo, st := k.G.Topo, k.G.DefaultType
	rows := make([][]int32, k.Sites())
	for s := range topo.Num(st) {
		for t := range topo.Num(st) {
			if areRelated(topo, st, rel, int32(s), int32(t)) {
				rows[s] = append(rows[s], int32(t))
			}
		}
	}
	t := k.Rows("related", rows)
	at := k.Temp("at", k.Int(e.Args[3]))
	related := k.Var("related", 0, 1, ir.Num(0))
	k.Choose(k.OnBoard(at), func() {
		of := k.RowSet(t, at)
		if e.Args[4] != nil {
			k.Add(ir.Put(related, ir.Has(k.P.Words, of, k.Int(e.Args[4]))))
		} else {
			k.Add(ir.Put(related, ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, of, k.Region(e.Args[5])))))
		}
	}, k.Spoil)
	return ir.Read(related)
}

// lowerNoPieces lowers whether players have no pieces.
func lowerNoPieces(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Pieces, type, role, of, name, in.
	if k.Stacked() {
		k.Only(e, 0, 2, 3, 4, 5)
		in := k.AllSites()
		if e.Args[5] != nil {
			in = k.Region(e.Args[5])
		}
		return lowerNoStacked(k, e, in)
	}
	in := k.AllSites()
	if e.Args[1] != nil {
		k.SiteType(e.Args[1])
		in = k.Board()
	}
	if e.Args[5] != nil {
		in = ir.Calc(ir.SetAnd, in, k.Region(e.Args[5]))
	}
	var pieces *ir.Expr
	switch {
	case e.Args[3] != nil:
		pieces = k.OwnedBy(k.Int(e.Args[3]))
	case e.Args[2] != nil:
		pieces = k.Pieces(e, e.Args[2].Text)
	default:
		pieces = k.Pieces(e, "All")
	}
	if e.Args[4] != nil {
		pieces = ir.Calc(ir.SetAnd, pieces, k.NamedPieces(e.Args[4].Text))
	}
	return ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, pieces, in)))
}

// lowerIsString lowers whether something is proposed, or was decided.
func lowerIsString(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0].Text == "Proposed" {
		return k.Proposed(e.Args[1])
	}
	return k.Decided(e.Args[1])
}

// lowerIsRepeat lowers whether the position has occurred before, in the play or in the turn: the play
// remembers positions of one of the two kinds, so there is nothing to choose.
func lowerIsRepeat(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.IsRepeat() }

// lowerIsGraph lowers whether the last move came from a site of a type, or went to one.
func lowerIsGraph(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return ir.Calc(ir.Eq, k.LastType(e.Args[0].Text == "LastFrom"), ir.Num(int(k.TypeOf(e.Args[1]))))
}
