package ints

import (
	"cmp"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// lowerEnv lowers an iterator.
func lowerEnv(get func(env *lower.Env) *ir.Expr) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Iterator(e, get(&k.Env)) }
}

func lowerFrom(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0] != nil {
		k.No(e, "%s", e.Form.Text)
	}
	return k.Iterator(e, k.Env.From)
}

func lowerMover(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return ir.Num(k.Mover) }

func lowerNext(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.Fields.Get(lower.Next) }

// lowerWho lowers the owner at a site, of the top piece unless told otherwise. Without a
// level, sites beyond a board of vertices or edges have none.
func lowerWho(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	st, site := k.TypeOf(e.Args[0]), k.Temp("site", k.Int(e.Args[1]))
	if e.Args[2] == nil {
		return k.OnlyBoard(st, site, k.WhoAt)
	}
	return lowerAtLevel(k, st, e.Args[2], k.WhoAt, k.WhoOn, site)
}

// lowerWhat lowers the component at a site: unlike the owner, that of the bottom piece
// unless told otherwise.
func lowerWhat(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	st, site := k.TypeOf(e.Args[0]), k.Temp("site", k.Int(e.Args[1]))
	if e.Args[2] == nil {
		return k.On(st, site, 0, func(site *ir.Expr) *ir.Expr { return k.WhatOn(site, ir.Num(0)) })
	}
	return lowerAtLevel(k, st, e.Args[2], k.WhatAt, k.WhatOn, site)
}

func lowerLast(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[1] != nil && k.Bool(e.Args[1]).Is(1) {
		switch e.Args[0].Text {
		case "From":
			return k.Fields.Get(lower.AfterFrom)
		case "To":
			return k.Fields.Get(lower.AfterTo)
		}
	}
	switch e.Args[0].Text {
	case "From":
		return k.Fields.Get(lower.LastFrom)
	case "To":
		return k.Fields.Get(lower.LastTo)
	case "LevelTo":
		if e.Args[1] == nil && k.Stacked() {
			return k.Fields.Get(lower.LastLevel)
		}
	}
	k.No(e, "(last %s)", e.Args[0].Text)
	return nil
}

// lowerMath lowers an operation on two numbers.
func lowerMath(op ir.Op) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Calc(op, k.Int(e.Args[0]), k.Int(e.Args[1])) }
}

// lowerFixed lowers numbers of the equipment that depend on the mover at most.
func lowerFixed(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	v, ok := k.Fixed(e)
	if !ok {
		k.No(e, "%s", e.Form.Text)
	}
	return v
}

func lowerMapEntry(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if v, ok := k.Fixed(e); ok {
		return v
	}
	key := cmp.Or(e.Args[1], e.Args[2])
	t := k.MapTable(e.Args[0])
	n := k.Temp("key", k.Int(key))
	return ir.Cond(ir.Calc(ir.Below, n, ir.Num(t.Len)), ir.At(t, n), n)
}

func lowerHandSite(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if v, ok := k.Fixed(e); ok {
		return v
	}
	who := cmp.Or(e.Args[0], e.Args[1])
	return k.HandSite(k.Int(who), k.IntOr(e.Args[2], 0))
}

func lowerCountSites(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: what, type, in, at, name.
	in, at, name := e.Args[2], e.Args[3], e.Args[4]
	if name != nil && (e.Args[0] == nil || e.Args[0].Text != "Sites") {
		k.No(e, "%s", e.Form.Text)
	}
	st := k.TypeOf(e.Args[1])
	if e.Args[0] != nil {
		if e.Args[0].Text != "Sites" {
			return lowerNeighbourCount(k, e)
		}
		switch {
		case in != nil:
			return ir.Calc(ir.SetCount, k.Region(in))
		case name != nil:
			return ir.Num(k.G.Containers[k.Container(e, name.Text)].Sites)
		case at != nil:
			if n, ok := k.Int(at).Number(); ok && n >= 0 && int(n) < len(k.G.Containers) {
				return ir.Num(k.G.Containers[n].Sites)
			}
		}
		k.No(e, "(count %s …)", e.Args[0].Text)
	}
	switch {
	case at != nil:
		return k.OnlyBoard(st, k.Int(at), k.CountAt)
	case in != nil:
		n := k.Let("n", ir.Num(0))
		k.Each(k.Region(in), func(site *ir.Expr) {
			k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), k.OnlyBoard(st, site, k.CountAt))))
		})
		return ir.Read(n)
	}
	return k.OnlyBoard(st, k.Fields.Get(lower.LastTo), k.CountAt)
}

func lowerCountPieces(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Pieces, type, role, of, name, in, if.
	if e.Args[0].Text == "Pips" {
		return lowerPips(k, e)
	}
	if e.Args[0].Text != "Pieces" {
		k.No(e, "(count %s …)", e.Args[0].Text)
	}
	if k.Stacked() {
		return lowerCountStacked(k, e)
	}
	k.Only(e, 0, 2, 3, 4, 5)
	var set *ir.Expr
	switch {
	case e.Args[3] != nil:
		set = k.OwnedBy(k.Int(e.Args[3]))
	case e.Args[2] != nil:
		set = k.Pieces(e, e.Args[2].Text)
	default:
		set = k.Pieces(e, "All")
	}
	if e.Args[4] != nil {
		set = ir.Calc(ir.SetAnd, set, k.NamedPieces(e.Args[4].Text))
	}
	if e.Args[5] != nil {
		set = ir.Calc(ir.SetAnd, set, k.Region(e.Args[5]))
	}
	if !k.G.Counts {
		return ir.Calc(ir.SetCount, set)
	}
	n := k.Let("n", ir.Num(0))
	k.Each(set, func(site *ir.Expr) { k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), k.CountAt(site)))) })
	return ir.Read(n)
}

func lowerCountSimple(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	f := &k.Fields
	switch e.Args[0].Text {
	case "Turns":
		return f.Get(lower.Turns)
	case "Moves":
		return f.Get(lower.MoveNumber)
	case "MovesThisTurn":
		return f.Get(lower.TurnMoves)
	case "Players":
		return ir.Num(k.G.Players)
	case "Phases":
		return ir.Num(len(k.G.Phases))
	case "Active":
		return ir.Calc(ir.Ones, ir.Calc(ir.Wide, k.Fields.Get(lower.Active)))
	case "Cells":
		return ir.Num(k.G.Topo.Num(board.Cell))
	case "Vertices":
		return ir.Num(k.G.Topo.Num(board.Vertex))
	case "Edges":
		return ir.Num(k.G.Topo.Num(board.Edge))
	case "Rows":
		return ir.Num(k.G.Topo.Rows(k.Parts.SiteTypeOr(e.Args[1])).Len())
	case "Columns":
		return ir.Num(k.G.Topo.Columns(k.Parts.SiteTypeOr(e.Args[1])).Len())
	}
	k.No(e, "(count %s)", e.Args[0].Text)
	return nil
}

func lowerVar(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0] == nil {
		return k.Fields.Get(lower.Temp)
	}
	return ir.At(k.Fields.Named, ir.Num(int(k.Parts.Var(e.Args[0].Text))))
}

func lowerCounter(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.Fields.Get(lower.Counter) }

func lowerScore(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return lowerNumberOf(k, k.Fields.Score, lowerOne(k, e.Args[1], e.Args[0]), 0, k.G.Players, nil)
}

func lowerValuePlayer(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	who := cmp.Or(e.Args[1], e.Args[2])
	return lowerNumberOf(k, k.Fields.Value, k.Int(who), 0, k.G.Players+1, nil)
}

func lowerMinus(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0] == nil {
		return ir.Calc(ir.Sub, ir.Num(0), k.Int(e.Args[1]))
	}
	return ir.Calc(ir.Sub, k.Int(e.Args[0]), k.Int(e.Args[1]))
}

func lowerIfInt(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	c := k.Bool(e.Args[0])
	switch { // what is never asked for is not lowered
	case c.Is(0):
		return k.Int(e.Args[2])
	case c.Is(1):
		return k.Int(e.Args[1])
	}
	return ir.Cond(c, k.Int(e.Args[1]), k.Int(e.Args[2]))
}

// lowerDivision lowers / and %, which have no value where the divisor is 0.
func lowerDivision(op ir.Op) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		a, by := k.Int(e.Args[0]), k.Int(e.Args[1])
		if n, ok := by.Number(); ok && n > 0 {
			return ir.Calc(op, a, by)
		}
		a, by = k.Temp("a", a), k.Temp("by", by)
		none := ir.Calc(ir.Eq, by, ir.Num(0))
		k.SpoilIf(none)
		// Divisors of 0 and -1 are never divided by: of the least number that is an error.
		negative, other := ir.Calc(ir.Eq, by, ir.Num(-1)), ir.Num(0)
		if op == ir.Div {
			other = ir.Calc(ir.Sub, ir.Num(0), a)
		}
		odd := ir.Any(none, negative)
		return ir.Cond(odd, other, ir.Calc(op, a, ir.Cond(odd, ir.Num(1), by)))
	}
}

func lowerTrackMove(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Move, from, role, player, name, steps.
	from := k.IntElse(e.Args[1], k.Env.From)
	owner, name := k.Mover, ""
	switch {
	case e.Args[4] != nil:
		name = e.Args[4].Text
	case e.Args[2] != nil:
		n, ok := k.Role(e.Args[2]).Number()
		if !ok {
			k.No(e, "the track of a player who is not known before")
		}
		owner = int(n)
	case e.Args[3] != nil:
		n, ok := k.Int(e.Args[3].Args[0]).Number()
		if !ok {
			k.No(e, "the track of a player who is not known before")
		}
		owner = int(n)
	}
	track := trackForMoves(name, false)(k.G.Tracks, owner)
	if track < 0 {
		return ir.Num(-1)
	}
	return k.TrackSite(e, track, owner, k.Iterator(e, from), k.Int(e.Args[5]))
}

func lowerRemembered(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	name := e.Args[1].Word("")
	k.Remembered(name, f)
}

func lowerArray(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) { k.Each(k.Region(e.Args[0]), f) }

// lowerFold lowers a number made of those of a list, from an initial value on.
func lowerFold(initial int, next func(so, v *ir.Expr) *ir.Expr) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		n := k.Let("n", ir.Num(initial))
		list := e.Args[len(e.Args)-1]
		for _, a := range e.Args {
			if a != nil && a.Kind != lgdl.Const {
				list = a
			}
		}
		k.EachInt(list, func(v *ir.Expr) { k.Add(ir.Put(n, next(ir.Read(n), v))) })
		return ir.Read(n)
	}
}

func sumOf(so, v *ir.Expr) *ir.Expr   { return ir.Calc(ir.Add, so, v) }
func oneMore(so, _ *ir.Expr) *ir.Expr { return ir.Calc(ir.Add, so, ir.Num(1)) }

// lowerExtreme lowers the lesser or greater of two numbers.
func lowerExtreme(greater bool) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		a, b := k.Temp("a", k.Int(e.Args[0])), k.Temp("b", k.Int(e.Args[1]))
		if greater {
			return ir.Cond(ir.Calc(ir.Lt, a, b), b, a)
		}
		return ir.Cond(ir.Calc(ir.Lt, a, b), a, b)
	}
}

func lowerPips(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	owner := ir.Num(k.G.Shared())
	switch {
	case e.Args[3] != nil:
		owner = k.Int(e.Args[3])
	case e.Args[2] != nil:
		owner = k.Role(e.Args[2])
	}
	return k.Pips(owner)
}
