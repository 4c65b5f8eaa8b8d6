package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// lowerJunction lowers and, or: two conditions or a list of them, as far as one that is always as it
// decides: those after it are never asked.
func lowerJunction(join func(...*ir.Expr) *ir.Expr, decides int64) lower.BoolRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		args := e.Args
		if len(args) == 1 {
			args = args[0].Items
		}
		var cs []*ir.Expr
		for _, x := range args {
			c := k.Bool(x)
			if cs = append(cs, c); c.Is(decides) {
				break
			}
		}
		return join(cs...)
	}
}

func lowerNot(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Calc(ir.Not, k.Bool(e.Args[0])) }

func lowerXor(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return ir.Calc(ir.Xor, k.Bool(e.Args[0]), k.Bool(e.Args[1]))
}

func lowerChoose(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	c := k.Bool(e.Args[0])
	switch {
	case c.Is(0):
		return k.BoolOr(e.Args[2], false)
	case c.Is(1):
		return k.Bool(e.Args[1])
	}
	return ir.Cond(c, k.Bool(e.Args[1]), k.BoolOr(e.Args[2], false))
}

// lowerCompare lowers a comparison, of the operands in the other order if turned.
func lowerCompare(op ir.Op, turned bool) lower.BoolRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if x := e.Args[1]; x != nil && x.Kind == lgdl.Int && x.Int >= 0 {
			k.Enough(e.Args[0], x.Int+1)
		}
		var a, b *ir.Expr
		sides := func() { a, b = k.Int(e.Args[0]), lowerIntOrRole(k, e.Args[1:]) }
		if (op == ir.Eq || op == ir.Ne) && isOff(e.Args[1]) {
			k.AnyOf(e.Args[0], sides) // whichever site it is
		} else {
			sides()
		}
		if turned {
			a, b = b, a
		}
		if k.G.DeductionPuzzle && (op == ir.Lt || op == ir.Le) {
			return lowerPuzzleOrder(k, e, op, a, b)
		}
		return ir.Calc(op, a, b)
	}
}

// isOff reports whether a number is that of no site.
func isOff(e *lgdl.Expr) bool {
	return e != nil && (e.Kind == lgdl.Const && e.Text == "Off" || e.Kind == lgdl.Int && e.Int == game.Off)
}

// lowerIntOrRole lowers the first given of a number and a role.
func lowerIntOrRole(k *lower.Lowerer, args []*lgdl.Expr) *ir.Expr {
	for _, a := range args {
		if a != nil {
			return k.Int(a)
		}
	}
	return ir.Num(-1)
}

func lowerIsSite(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	st, at := k.TypeOf(e.Args[1]), k.Temp("at", k.Int(e.Args[2]))
	if e.Args[0].Text == "Occupied" {
		return ir.Calc(ir.Ne, k.On(st, at, 0, k.WhatAt), ir.Num(0))
	}
	return ir.All(k.ExistsOn(st, at), k.On(st, at, 1, k.IsEmpty))
}

func lowerIsIn(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[4] != nil {
		return lowerIsInInts(k, e)
	}
	region := k.Region(e.Args[3])
	if e.Args[2] == nil {
		site := k.IntElse(e.Args[1], k.Env.To)
		return ir.Has(k.P.Words, region, k.Iterator(e, site))
	}
	all := ir.Num(1)
	for _, x := range e.Args[2].Items {
		all = ir.All(all, ir.Has(k.P.Words, region, k.Int(x)))
	}
	return all
}

func lowerIsPlayer(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	p := lowerIntOrRole(k, e.Args[1:])
	switch e.Args[0].Text {
	case "Friend":
		return k.IsFriend(p)
	case "Mover":
		return ir.Calc(ir.Eq, p, ir.Num(k.Mover))
	case "Next":
		return ir.Calc(ir.Eq, p, k.Fields.Get(lower.Next))
	case "Prev":
		return ir.Calc(ir.Eq, p, k.Fields.Get(lower.Prev))
	case "Active":
		p = k.Temp("p", p)
		in := ir.Calc(ir.And, ir.Calc(ir.Shr, k.Fields.Get(lower.Active), p), ir.Num(1))
		return ir.All(ir.Calc(ir.Lt, ir.Num(0), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players)), in)
	case "Enemy":
		return k.IsEnemy(p)
	}
	k.No(e, "(is %s …)", e.Args[0].Text)
	return nil
}

func lowerNoMoves(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[1].Text != "Next" {
		who := k.Role(e.Args[1])
		return ir.Calc(ir.And, ir.Calc(ir.Shr, k.Fields.Get(lower.Stuck), who), ir.Num(1))
	}
	return k.NextStuck()
}

// lowerAllSites lowers whether a condition holds at all sites of a region.
func lowerAllSites(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0].Text == "Different" {
		return lowerAllDifferent(k, e)
	}
	ok := k.Var("ok", 0, 1, ir.Num(1))
	k.Scope("all", func(end *ir.Label) {
		k.Each(k.Region(e.Args[1]), func(site *ir.Expr) {
			k.Env.Site = site
			k.Add(ir.When(ir.Calc(ir.Not, k.Bool(e.Args[2])), ir.Put(ok, ir.Num(0)), ir.Leave(end)))
		})
	})
	return ir.Read(ok)
}

// lowerCanMove lowers whether there is a move.
func lowerCanMove(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return k.Visiting(func() *ir.Expr { return k.Found(func() { k.Moves(e.Args[1]) }) })
}

func lowerParity(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	switch {
	case e.Args[0].Text == "Flat":
		return lowerFlat(k, e.Args[1])
	case e.Args[1] == nil:
		k.No(e, "%s", e.Form.Text)
	}
	if e.Args[0].Text == "AnyDie" {
		return k.AnyDie(k.Int(e.Args[1]))
	}
	if e.Args[0].Text == "Visited" {
		return k.IsVisited(k.Int(e.Args[1]))
	}
	odd := ir.Calc(ir.And, k.Int(e.Args[1]), ir.Num(1))
	switch e.Args[0].Text {
	case "Odd":
		return odd
	case "Even":
		return ir.Calc(ir.Not, odd)
	}
	k.No(e, "(is %s …)", e.Args[0].Text)
	return nil
}

func lowerIsSimple(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	switch e.Args[0].Text {
	case "Pending":
		return ir.Calc(ir.SetAny, k.Pending())
	case "Full":
		return ir.Calc(ir.Not, ir.Calc(ir.SetAny, k.Empty()))
	case "Cycle":
		return k.InCycle()
	}
	k.No(e, "(is %s)", e.Args[0].Text)
	return nil
}

// lowerIsInInts lowers whether numbers are in a list of numbers.
func lowerIsInInts(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	wanted := []*ir.Expr{}
	if e.Args[2] != nil {
		for _, x := range e.Args[2].Items {
			wanted = append(wanted, k.Temp("want", k.Int(x)))
		}
	} else if e.Args[1] != nil {
		wanted = append(wanted, k.Temp("want", k.Int(e.Args[1])))
	} else {
		wanted = append(wanted, k.Iterator(e, k.Env.To))
	}
	all := ir.Num(1)
	for _, want := range wanted {
		found := k.Var("found", 0, 1, ir.Num(0))
		k.EachInt(e.Args[4], func(v *ir.Expr) { k.If(ir.Calc(ir.Eq, v, want), func() { k.Add(ir.Put(found, ir.Num(1))) }) })
		all = ir.All(all, ir.Read(found))
	}
	return all
}

// lowerFlat lowers whether a vertex is on the ground or on pieces only.
func lowerFlat(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	at := k.IntElse(e, k.Env.To)
	site, topo := k.Temp("site", k.Iterator(e, at)), k.G.Topo
	below := make([][]int32, topo.Num(board.Vertex))
	for s := range below {
		if topo.Layer(board.Vertex, int32(s)) > 0 {
			below[s] = topo.Steps(board.Vertex, int32(s), board.Downward)
		}
	}
	flat := k.Var("flat", 0, 1, ir.Num(1))
	k.Choose(k.OnBoardOf(board.Vertex, site), func() {
		k.Row(k.Rows("below", below), site, func(t *ir.Expr) {
			k.If(ir.Calc(ir.Eq, k.On(board.Vertex, t, 0, k.WhatAt), ir.Num(0)), func() { k.Add(ir.Put(flat, ir.Num(0))) })
		})
	}, k.Spoil)
	return ir.Read(flat)
}
