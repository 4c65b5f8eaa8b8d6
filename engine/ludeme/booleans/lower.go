package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerJunction lowers and, or: two conditions or a list of them.
func lowerJunction(join func(...*ir.Expr) *ir.Expr) lower.BoolRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		args := e.Args
		if len(args) == 1 {
			args = args[0].Items
		}
		var cs []*ir.Expr
		for _, x := range args {
			cs = append(cs, k.Bool(x))
		}
		return join(cs...)
	}
}

func lowerNot(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Calc(ir.Not, k.Bool(e.Args[0])) }

func lowerXor(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return ir.Calc(ir.Xor, k.Bool(e.Args[0]), k.Bool(e.Args[1]))
}

func lowerChoose(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	no := ir.Num(0)
	if e.Args[2] != nil {
		no = k.Bool(e.Args[2])
	}
	return ir.Cond(k.Bool(e.Args[0]), k.Bool(e.Args[1]), no)
}

// lowerCompare lowers a comparison, of the operands in the other order if turned.
func lowerCompare(op ir.Op, turned bool) lower.BoolRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		a, b := k.Int(e.Args[0]), lowerIntOrRole(k, e.Args[1:])
		if turned {
			a, b = b, a
		}
		return ir.Calc(op, a, b)
	}
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
		site := k.Env.To
		if e.Args[1] != nil {
			site = k.Int(e.Args[1])
		}
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

func lowerNoPieces(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[1] != nil || e.Args[3] != nil || e.Args[4] != nil {
		k.No(e, "an argument of %s", e.Form.Text)
	}
	in := k.AllSites()
	if e.Args[5] != nil {
		in = k.Region(e.Args[5])
	}
	role := "All"
	if e.Args[2] != nil {
		role = e.Args[2].Text
	}
	if k.Stacked() {
		return lowerNoStacked(k, e, role, in)
	}
	pieces := k.Pieces(e, role)
	return ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, pieces, in)))
}

// lowerIsLine lowers lines through one site of pieces of the owner, or of the kind,
// of the piece on it: along each line of the board through the site the accepted
// pieces on both sides of it are counted.
func lowerIsLine(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Line, type, length, direction, through, throughAny, role, what, whats, exact, contiguous, if, …
	k.Only(e, 0, 1, 2, 3, 4, 6, 7, 9, 10, 12, 13)
	k.SiteType(e.Args[1])
	length, ok := k.Int(e.Args[2]).Number()
	if !ok || length < 2 {
		k.No(e, "a line of a length that changes")
	}
	exact := ir.Num(0)
	if e.Args[9] != nil {
		exact = k.Bool(e.Args[9])
	}
	dir := board.Adjacent
	if d := e.Args[3]; d != nil {
		dir, _ = board.ParseDirection(d.Text)
	}
	site := k.Fields.Get(lower.LastTo)
	if e.Args[4] != nil {
		site = k.Int(e.Args[4])
	}
	site = k.Temp("site", site)
	what := k.Temp("what", k.WhatAt(site))
	if e.Args[12] != nil && k.Stacked() && !k.Bool(e.Args[12]).Is(0) {
		return lowerLineLevels(k, e, int(length), dir, site, what)
	}
	accepted := lowerAccepted(k, e, what)
	if exact.Is(0) {
		if found := lowerWindows(k, dir, int(length), accepted, site); found != nil {
			return found
		}
	}
	found := ir.Within("found", 0, 1)
	k.Add(ir.Put(found, ir.Num(0)))
	n := ir.Within("n", 0, 1<<15)
	count := func(t *lower.Rows, row *ir.Expr) {
		end := &ir.Label{Name: "line"}
		k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
			k.Row(t, row, func(v *ir.Expr) {
				k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetHas, accepted, v)), ir.Leave(end)))
				k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Num(1))))
			})
		})})
	}
	lines, ahead, back := lineTables(k, dir)
	k.If(ir.Has(k.P.Words, accepted, site), func() {
		done := &ir.Label{Name: "lines"}
		k.Add(&ir.Stmt{Op: ir.Scope, Label: done, Body: k.Inside(func() {
			k.Row(lines, site, func(line *ir.Expr) {
				k.Add(ir.Put(n, ir.Num(1)))
				count(ahead, line)
				count(back, line)
				enough := ir.Cond(exact, ir.Calc(ir.Eq, ir.Read(n), ir.Num(int(length))),
					ir.Calc(ir.Le, ir.Num(int(length)), ir.Read(n)))
				k.Add(ir.When(enough, ir.Put(found, ir.Num(1)), ir.Leave(done)))
			})
		})})
	})
	return ir.Read(found)
}

// lowerAccepted is the set of sites whose pieces may form a line.
func lowerAccepted(k *lower.Lowerer, e *lgdl.Expr, what *ir.Expr) *ir.Expr {
	switch {
	case k.Stacked() && (e.Args[13] == nil || !k.Bool(e.Args[13]).Is(1)):
		// Any piece of a stack will do.
		set := k.TempSet()
		k.Add(&ir.Stmt{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.SetOf(make([]uint64, k.P.Words))}})
		is := lowerLinePiece(k, e, what)
		k.Each(ir.Calc(ir.SetMinus, k.Board(), k.Empty()), func(site *ir.Expr) {
			k.EachLevel(site, false, func(level *ir.Expr) {
				k.If(is(k.Temp("here", k.WhatOn(site, level))), func() {
					k.Add(&ir.Stmt{Op: ir.Include, Field: set, Args: []*ir.Expr{ir.Num(0), site}})
				})
			})
		})
		return ir.SetAt(set, ir.Num(0))
	case e.Args[6] != nil:
		return k.Pieces(e, e.Args[6].Text)
	case e.Args[7] != nil:
		return ir.SetAt(k.Fields.At, k.Temp("kind", k.Int(e.Args[7])))
	}
	return ir.SetAt(k.Fields.At, what)
}

// lineTables numbers the lines through each site: the numbers by site, and by
// number the sites ahead and those behind. Two opposite directions are one line.
func lineTables(k *lower.Lowerer, dir board.Direction) (lines, ahead, back *lower.Rows) {
	t, st := k.G.Topo, k.G.DefaultType
	var by, forth, behind [][]int32
	for site := range int32(t.Num(st)) {
		var numbers []int32
		for _, r := range t.DistinctRadials(st, site, dir) {
			numbers = append(numbers, int32(len(forth)))
			forth = append(forth, r.Path[1:])
			var rest []int32
			if r.Opposite != nil {
				rest = r.Opposite[1:]
			}
			behind = append(behind, rest)
		}
		by = append(by, numbers)
	}
	return k.Rows("lines", by), k.Rows("ahead", forth), k.Rows("back", behind)
}

// lowerAllSites lowers whether a condition holds at all sites of a region.
func lowerAllSites(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0].Text != "Sites" {
		k.No(e, "(all %s …)", e.Args[0].Text)
	}
	ok, end := ir.Within("ok", 0, 1), &ir.Label{Name: "all"}
	k.Add(ir.Put(ok, ir.Num(1)))
	k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
		k.Each(k.Region(e.Args[1]), func(site *ir.Expr) {
			env := k.Env
			k.Env.Site = site
			k.Add(ir.When(ir.Calc(ir.Not, k.Bool(e.Args[2])), ir.Put(ok, ir.Num(0)), ir.Leave(end)))
			k.Env = env
		})
	})})
	return ir.Read(ok)
}

// lowerCanMove lowers whether there is a move.
func lowerCanMove(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return k.Visiting(func() *ir.Expr { return k.Found(func() { k.Moves(e.Args[1]) }) })
}

func lowerParity(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[1] == nil {
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
		found := ir.Within("found", 0, 1)
		k.Add(ir.Put(found, ir.Num(0)))
		k.EachInt(e.Args[4], func(v *ir.Expr) { k.If(ir.Calc(ir.Eq, v, want), func() { k.Add(ir.Put(found, ir.Num(1))) }) })
		all = ir.All(all, ir.Read(found))
	}
	return all
}

// lowerIsComponent lowers whether a component is threatened on a site, or stands
// within sites.
func lowerIsComponent(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: what it is, component, type, at, in, moves.
	k.NoStacks(e)
	k.SiteType(e.Args[2])
	if e.Args[0].Text == "Within" {
		if e.Args[1] == nil || e.Args[4] == nil {
			k.No(e, "%s", e.Form.Text)
		}
		what, ok := k.Int(e.Args[1]).Number()
		if !ok || what < 1 || int(what) >= len(k.G.Components) {
			k.No(e, "a component that is not known before")
		}
		return ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, k.Of(int(what)), k.Region(e.Args[4])))
	}
	if e.Args[5] != nil || e.Args[1] == nil || k.G.Counts {
		k.No(e, "a threat by given moves, or to anything")
	}
	what := k.Int(e.Args[1])
	list, ok := lower.Possible(what)
	if !ok {
		k.No(e, "a component that is not known before")
	}
	var site *ir.Expr
	if e.Args[3] != nil {
		site = k.Temp("site", k.Int(e.Args[3]))
	}
	what = k.Temp("what", what)
	some := ir.Num(0)
	for _, comp := range list {
		if comp >= 1 && comp < len(k.G.Components) {
			is := ir.Calc(ir.Eq, what, ir.Num(comp))
			some = ir.Any(some, ir.All(is, k.Scoped(func() *ir.Expr { return lowerThreat(k, e, site, comp) })))
		}
	}
	return some
}

// lowerThreat lowers whether a component is threatened: on a site, or where sites are
// given on one of them, or where it stands.
func lowerThreat(k *lower.Lowerer, e *lgdl.Expr, site *ir.Expr, what int) *ir.Expr {
	switch {
	case site != nil:
		return k.Threatened(site, what)
	case e.Args[4] != nil:
		found := ir.Within("found", 0, 1)
		k.Add(ir.Put(found, ir.Num(0)))
		k.Each(k.Region(e.Args[4]), func(site *ir.Expr) {
			k.If(ir.Calc(ir.Not, ir.Read(found)), func() { k.Add(ir.Put(found, k.Threatened(site, what))) })
		})
		return ir.Read(found)
	}
	// Where the component stands: the first site of it.
	found, end := ir.Within("found", 0, 1), &ir.Label{Name: "threat"}
	k.Add(ir.Put(found, ir.Num(0)))
	k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
		k.Each(k.BoardOnly(k.Of(what)), func(site *ir.Expr) {
			k.Add(ir.Put(found, k.Threatened(site, what)), ir.Leave(end))
		})
	})})
	return ir.Read(found)
}

func lowerAllSimple(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	switch e.Args[0].Text {
	case "DiceUsed":
		return k.DiceUsed()
	case "DiceEqual":
		return k.DiceEqual(e)
	}
	k.No(e, "(all %s)", e.Args[0].Text)
	return nil
}
