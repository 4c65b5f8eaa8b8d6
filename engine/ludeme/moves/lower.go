package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerEffect and lowerDecision lower the arguments of an effect and of the
// decision of the same name: the decision has its name in front.
func lowerEffect(f func(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr)) lower.MovesRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) { f(k, e, argsOf(e, false)) }
}

func lowerDecision(f func(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr)) lower.MovesRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) { f(k, e, argsOf(e, true)) }
}

// lowerUnion lowers and, or: the candidates of all operands.
func lowerUnion(k *lower.Lowerer, e *lgdl.Expr) {
	last := len(e.Args) - 1
	k.Around(e.Args[last], func() {
		for _, x := range e.Args[:last] {
			if x.Kind == lgdl.List {
				for _, y := range x.Items {
					k.Moves(y)
				}
			} else {
				k.Moves(x)
			}
		}
	})
}

func lowerIf(k *lower.Lowerer, e *lgdl.Expr) {
	c := k.Bool(e.Args[0])
	k.Around(e.Args[3], func() {
		k.Choose(c, func() { k.Moves(e.Args[1]) }, func() {
			if e.Args[2] != nil {
				k.Moves(e.Args[2])
			}
		})
	})
}

// lowerForEachPiece lowers the moves of all pieces of the mover, one kind of piece
// after the other.
func lowerForEachPiece(k *lower.Lowerer, e *lgdl.Expr) {
	// Slots: Piece, on, name, names, container, container's name, moves, player, role, top, then.
	k.Only(e, 0, 2, 3, 6, 8, 10)
	if r := e.Args[8]; r != nil && r.Text != "Mover" {
		k.No(r, "the pieces of %s", r.Text)
	}
	names := stringsOf(e.Args[2], e.Args[3])
	k.Around(e.Args[10], func() {
		for _, comp := range k.G.ComponentsOf(k.Mover) {
			x := &k.G.Components[comp]
			moves := e.Args[6]
			if moves == nil {
				moves = x.Rule
			}
			if moves == nil || len(names) > 0 && !named(x, names) {
				continue
			}
			k.Each(k.BoardOnly(k.Of(int(comp))), func(site *ir.Expr) {
				env := k.Env
				k.Env.From, k.Env.Piece = site, int(comp)
				k.Moves(moves)
				k.Env = env
			})
		}
	})
}

func named(x *game.Component, names []string) bool {
	for _, n := range names {
		if undigited(x.Name) == n && x.Kind != "card" && x.Kind != "die" {
			return true
		}
	}
	return false
}

// lowerOrigin calls f with the site that a move comes from: that of the piece that
// moves, or the one that a (from …) names. Of the piece on another site nothing is known.
func lowerOrigin(k *lower.Lowerer, e *lgdl.Expr, f func(from *ir.Expr)) {
	env := k.Env
	defer func() { k.Env = env }()
	if e != nil {
		k.Only(e, 0, 2)
		k.SiteType(e.Args[0])
		if x := e.Args[2]; x != nil && !(x.Kind == lgdl.Clause && x.Form.Keyword == "from") {
			from := k.Temp("from", k.Int(x))
			k.If(k.OnBoard(from), func() {
				k.Env.From, k.Env.Piece = from, 0
				f(from)
			})
			return
		}
	}
	f(k.Iterator(e, k.Env.From))
}

// target is what is lowered of a (to …): its condition and what happens on arrival.
type target struct {
	when  *lgdl.Expr // nil: always
	apply *lgdl.Expr // nil: nothing
}

func lowerTarget(k *lower.Lowerer, e *lgdl.Expr) target {
	if e == nil {
		return target{}
	}
	// Slots: type, region, site, level, rotations, if, apply.
	k.Only(e, 0, 2, 5, 6)
	k.SiteType(e.Args[0])
	if x := e.Args[2]; x != nil && !(x.Kind == lgdl.Clause && x.Form.Keyword == "to") {
		k.No(x, "a move to a given site")
	}
	return target{e.Args[5], e.Args[6]}
}

// apply adds the effect of an (apply …), under its condition if it has one.
func (t target) effect(k *lower.Lowerer) { lowerApply(k, t.apply) }

func lowerApply(k *lower.Lowerer, e *lgdl.Expr) {
	if e == nil {
		return
	}
	cond, effect := ir.Num(1), (*lgdl.Expr)(nil)
	for i := range e.Form.Slots {
		switch {
		case e.Args[i] == nil:
		case e.Form.Slots[i].Label == "if":
			cond = k.Bool(e.Args[i])
		default:
			effect = e.Args[i]
		}
	}
	if effect == nil {
		k.No(e, "%s", e.Form.Text)
	}
	k.If(cond, func() { k.Perform(effect) })
}

// lowerStep lowers a step: to each neighbour that the condition takes.
func lowerStep(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	lowerOrigin(k, a[0], func(from *ir.Expr) { lowerStepFrom(k, e, a, from) })
}

func lowerStepFrom(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr, from *ir.Expr) {
	// Slots: from, direction, to, stack, then.
	if a[3] != nil {
		k.No(a[3], "a step of a stack")
	}
	t := lowerTarget(k, a[2])
	piece := k.Env.Piece
	arrive := func(from, to, _ *ir.Expr) {
		t.effect(k)
		k.Carry(from, to, piece, nil)
	}
	near := k.Neighbours(e, a[1])
	if to, ok := k.Where(t.when); ok && near.Once() {
		k.EmitSet(lower.Candidate{From: from}, ir.Calc(ir.SetAnd, k.RowSet(near, from), to), a[4], arrive)
		return
	}
	k.Row(near, from, func(to *ir.Expr) {
		k.Env.To = to
		k.If(k.Cond(t.when), func() { k.Emit(lower.Candidate{From: from, To: to}, a[4], arrive) })
	})
}

// lowerSlide lowers a slide along lines: over sites that may be crossed, to the
// first one at which it must stop.
func lowerSlide(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	lowerOrigin(k, a[0], func(from *ir.Expr) { lowerSlideFrom(k, e, a, from) })
}

func lowerSlideFrom(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr, from *ir.Expr) {
	// Slots: from, track, direction, between, to, stack, then.
	if a[1] != nil || a[5] != nil {
		k.No(e, "a slide along a track, or of a stack")
	}
	var cross *lgdl.Expr
	if a[3] != nil {
		// Slots: before, range, after, if, trail, apply.
		k.Only(a[3], 3)
		cross = a[3].Args[3]
	}
	t := lowerTarget(k, a[4])
	if t.apply != nil && t.when == nil {
		k.No(a[4], "an effect at the end of a slide that stops nowhere")
	}
	piece := k.Env.Piece
	rays, rows := k.Rays(e, a[2])
	k.Row(rays, from, func(ray *ir.Expr) {
		end := &ir.Label{Name: "ray"}
		k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
			k.Row(rows, ray, func(to *ir.Expr) {
				k.Env.To = to
				if t.when != nil {
					k.If(k.Bool(t.when), func() {
						k.Emit(lower.Candidate{From: from, To: to}, a[6], func(from, to, _ *ir.Expr) {
							t.effect(k)
							k.Carry(from, to, piece, nil)
						})
						k.Add(ir.Leave(end))
					})
				}
				k.Env.Between = to
				free := ir.Calc(ir.Eq, k.WhatAt(to), ir.Num(0))
				if cross != nil {
					free = k.Bool(cross)
				}
				k.Add(ir.When(ir.Calc(ir.Not, free), ir.Leave(end)))
				k.Emit(lower.Candidate{From: from, To: to}, a[6], func(from, to, _ *ir.Expr) { k.Carry(from, to, piece, nil) })
			})
		})})
	})
}

// lowerHop lowers a hop over the next site of a line.
func lowerHop(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	lowerOrigin(k, a[0], func(from *ir.Expr) { lowerHopFrom(k, e, a, from) })
}

func lowerHopFrom(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr, from *ir.Expr) {
	// Slots: from, direction, between, to, stack, then.
	if a[4] != nil {
		k.No(a[4], "a hop of a stack")
	}
	var over, captured *lgdl.Expr
	if a[2] != nil {
		k.Only(a[2], 3, 5)
		over, captured = a[2].Args[3], a[2].Args[5]
		if over == nil {
			return // nothing can be jumped over
		}
	}
	t := lowerTarget(k, a[3])
	if t.apply != nil && t.apply.Form.Text != "(apply nonDecision)" {
		k.No(t.apply, "%s", t.apply.Form.Text)
	}
	piece := k.Env.Piece
	hop := func(from, to, data *ir.Expr) {
		k.Env.Between = data
		lowerApply(k, captured)
		t.effect(k)
		k.Carry(from, to, piece, nil)
	}
	near, landing := k.Jumps(e, a[1])
	land := func(between *ir.Expr) {
		k.Env.Between = between
		to := k.Temp("to", landing(from, between))
		k.Env.To = to
		k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), to), k.Cond(t.when)), func() {
			k.Emit(lower.Candidate{From: from, To: to, Data: between}, a[5], hop)
		})
	}
	env := k.Env
	k.Env.To = nil // the hurdle is judged before it is known where the hop lands
	if over, ok := k.WhereBetween(over); ok {
		k.Env = env
		k.Each(ir.Calc(ir.SetAnd, k.RowSet(near, from), over), land)
		return
	}
	k.Env = env
	k.Row(near, from, func(between *ir.Expr) {
		k.Env.Between = between
		k.If(k.Cond(over), func() { land(between) })
	})
}

// lowerAdd lowers the placing of a piece on a site or on the sites of a region.
func lowerAdd(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: piece, to, count, stack, then.
	if a[2] != nil || a[3] != nil {
		k.No(e, "an argument of %s", e.Form.Text)
	}
	comp := lowerPiece(k, e, a[0])
	to := a[1]
	k.Only(to, 0, 1, 2, 5, 6)
	k.SiteType(to.Args[0])
	place := func(site *ir.Expr) {
		lowerApply(k, to.Args[6])
		k.Put(site, comp, nil)
	}
	if to.Args[1] == nil {
		site := k.Env.To
		if to.Args[2] != nil {
			site = k.Int(to.Args[2])
		}
		site = k.Temp("site", k.Iterator(e, site))
		k.Env.To = site
		k.If(ir.All(k.OnBoard(site), k.Cond(to.Args[5])), func() {
			k.Emit(lower.Candidate{From: site, To: site}, a[4], func(_, to, _ *ir.Expr) { place(to) })
		})
		return
	}
	region := k.Region(to.Args[1])
	if to.Args[6] != nil {
		k.No(to.Args[6], "an effect on the sites of a region")
	}
	if to.Args[5] == nil {
		k.EmitSet(lower.Candidate{}, region, a[4], func(_, to, _ *ir.Expr) { place(to) })
		return
	}
	k.Each(region, func(site *ir.Expr) {
		k.Env.To = site
		k.If(k.Bool(to.Args[5]), func() {
			k.Emit(lower.Candidate{From: site, To: site}, a[4], func(_, to, _ *ir.Expr) { place(to) })
		})
	})
}

// lowerPiece is the component that a move places: the one named or numbered, or that of the mover.
func lowerPiece(k *lower.Lowerer, e, p *lgdl.Expr) *ir.Expr {
	if p == nil {
		return ir.Num(k.Mover)
	}
	if n := p.Args[1]; n != nil {
		return k.Int(n)
	}
	names := piecesNamed(p)
	if p.Arg("state") != nil || len(names) != 1 {
		k.No(p, "a piece with a state, or several")
	}
	part := compilePiece(k.Parts, p)
	return k.OfMover(part.Components[0])
}

// lowerRemove lowers the removal of what stands on a site or on those of a region.
func lowerRemove(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: type, site, region, level, when, count, then.
	if a[3] != nil || a[4] != nil || a[5] != nil {
		k.No(e, "an argument of %s", e.Form.Text)
	}
	k.SiteType(a[0])
	take := func(_, to, _ *ir.Expr) { k.Clear(to) }
	if a[1] != nil {
		site := k.Temp("site", k.Int(a[1]))
		k.If(ir.Calc(ir.Ne, k.WhatAt(site), ir.Num(0)), func() {
			k.Emit(lower.Candidate{From: site, To: site}, a[6], take)
		})
		return
	}
	occupied := k.Pieces(e, "All")
	k.EmitSet(lower.Candidate{}, ir.Calc(ir.SetAnd, k.Region(a[2]), occupied), a[6], take)
}

func lowerMoveAgain(k *lower.Lowerer, e *lgdl.Expr) {
	k.Emit(lower.Candidate{}, e.Args[0], func(_, _, _ *ir.Expr) { k.Add(k.Fields.Put(lower.Next, ir.Num(k.Mover))) })
}

// lowerAddDecision lowers (move Add …), which shares its form with (move Claim …).
func lowerAddDecision(k *lower.Lowerer, e *lgdl.Expr) {
	if e.Args[0].Text != "Add" {
		k.No(e, "(move %s …)", e.Args[0].Text)
	}
	lowerAdd(k, e, argsOf(e, true))
}

// lowerSites calls f for each site of a (from …) or (to …), with the iterator set:
// those of its region, or the one that it names, or own.
func lowerSites(k *lower.Lowerer, e *lgdl.Expr, own *ir.Expr, f func(site *ir.Expr)) {
	switch {
	case e.Args[1] != nil:
		k.Each(k.Region(e.Args[1]), f)
	case e.Args[2] != nil:
		site := k.Temp("site", k.Int(e.Args[2]))
		k.If(k.Exists(site), func() { f(site) })
	default:
		f(k.Iterator(e, own))
	}
}

// lowerSelect lowers the choice of a site, or of two.
func lowerSelect(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: from, to, role, then.
	if a[2] != nil && a[2].Text != "Mover" {
		k.No(a[2], "the choice of another player")
	}
	k.Only(a[0], 0, 1, 2, 4)
	k.SiteType(a[0].Args[0])
	nothing := func(_, to, _ *ir.Expr) {}
	acted := func(from, to, _ *ir.Expr) { k.Acted(from, to) }
	lowerSites(k, a[0], k.Env.From, func(from *ir.Expr) {
		k.Env.From, k.Env.To = from, from
		k.If(k.Cond(a[0].Args[4]), func() {
			if a[1] == nil {
				k.Emit(lower.Candidate{From: from, To: from}, a[3], func(from, to, data *ir.Expr) {
					k.ActedFrom(from)
					nothing(from, to, data)
				})
				return
			}
			k.Only(a[1], 0, 1, 2, 5)
			k.SiteType(a[1].Args[0])
			lowerSites(k, a[1], k.Env.To, func(to *ir.Expr) {
				k.Env.To = to
				k.If(k.Cond(a[1].Args[5]), func() { k.Emit(lower.Candidate{From: from, To: to}, a[3], acted) })
			})
		})
	})
}

// lowerFromTo lowers a move from sites to sites, of one piece or of a number of them.
func lowerFromTo(k *lower.Lowerer, e *lgdl.Expr) {
	// Slots: from, to, count, copy, stack, role, then.
	a := e.Args
	k.Only(e, 0, 1, 2, 6)
	k.Only(a[0], 0, 1, 2, 4)
	k.TypeOf(a[0].Args[0], a[0].Args[2], a[0].Args[1])
	k.Only(a[1], 0, 1, 2, 5, 6)
	k.TypeOf(a[1].Args[0], a[1].Args[2], a[1].Args[1])
	outer := k.Env
	lowerSites(k, a[0], k.Env.From, func(from *ir.Expr) {
		k.Env.From = from
		occupied := ir.Calc(ir.Ne, k.WhatAt(from), ir.Num(0))
		k.If(ir.All(occupied, k.Cond(a[0].Args[4])), func() {
			// The number and the sites to go to see (from), the condition at the end too.
			var count *ir.Expr
			if a[2] != nil {
				count = k.Temp("count", k.Int(a[2]))
			}
			k.Env.To = outer.To
			lowerSites(k, a[1], k.Env.To, func(to *ir.Expr) {
				k.Env.To = to
				k.If(k.Cond(a[1].Args[5]), func() {
					k.Emit(lower.Candidate{From: from, To: to, Data: count}, a[6], func(from, to, data *ir.Expr) {
						lowerApply(k, a[1].Args[6])
						if a[2] != nil {
							k.CarryMany(from, to, data)
						} else {
							k.Carry(from, to, 0, nil)
						}
					})
				})
			})
		})
		k.Env = outer
	})
}

// lowerPromote lowers the replacement of a piece by another one, or by one of several.
func lowerPromote(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: type, site, piece, player, role, then.
	k.SiteType(a[0])
	if a[3] != nil || a[2].Args[1] != nil || a[2].Args[3] != nil || a[4] != nil && a[4].Text != "Mover" {
		k.No(e, "an argument of %s", e.Form.Text)
	}
	site := k.Env.To
	if a[1] != nil {
		site = k.Int(a[1])
	}
	site = k.Temp("site", k.Iterator(e, site))
	k.If(k.Exists(site), func() {
		for _, x := range piecesNamed(a[2]) {
			comp := k.G.ComponentNamed(x.Text)
			if a[4] != nil {
				comp = k.NamedOf(x.Text, k.Mover)
			}
			if comp < 1 {
				k.No(x, "a piece that is unknown")
			}
			k.Emit(lower.Candidate{From: site, To: site, Data: ir.Num(comp)}, a[5], func(_, to, data *ir.Expr) { k.Promote(to, data) })
		}
	})
}

// lowerDo lowers moves after which a condition must hold.
func lowerDo(k *lower.Lowerer, e *lgdl.Expr) {
	if e.Args[1] != nil || e.Args[2] == nil {
		k.No(e, "moves that begin with other moves")
	}
	k.Around(e.Args[3], func() { k.Filter(e.Args[2], func() { k.Moves(e.Args[0]) }) })
}

// lowerPriority lowers the first list of moves that is not empty.
func lowerPriority(k *lower.Lowerer, e *lgdl.Expr) {
	last := len(e.Args) - 1
	parts := e.Args[:last]
	if parts[0].Kind == lgdl.List {
		parts = parts[0].Items
	}
	k.Around(e.Args[last], func() {
		end := &ir.Label{Name: "priority"}
		k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
			for i, x := range parts {
				if i == len(parts)-1 {
					k.Moves(x)
					break
				}
				gen := k.Sub("part", func() { k.Moves(x) })
				k.If(k.ExistsIn(gen), func() {
					k.GenerateFrom(gen)
					k.Add(ir.Leave(end))
				})
			}
		})})
	})
}

// lowerSimple lowers (move Pass …).
func lowerSimple(k *lower.Lowerer, e *lgdl.Expr) {
	if e.Args[0].Text != "Pass" {
		k.No(e, "(move %s …)", e.Args[0].Text)
	}
	k.EmitPass(e.Args[1])
}

func lowerPass(k *lower.Lowerer, e *lgdl.Expr) { k.EmitPass(e.Args[0]) }

// effect emits a candidate without sites.
func lowerAct(k *lower.Lowerer, then *lgdl.Expr, act func()) {
	k.Emit(lower.Candidate{}, then, func(_, _, _ *ir.Expr) { act() })
}

func lowerSetVar(k *lower.Lowerer, e *lgdl.Expr) {
	name := ""
	if e.Args[1] != nil {
		name = e.Args[1].Text
	}
	v := k.IntOr(e.Args[2], game.Off)
	if e.Args[1] == nil {
		k.Value(e.Args[3], v, func(v *ir.Expr) { k.Add(k.Fields.Put(lower.Temp, v)) })
		return
	}
	i := int(k.Parts.Var(name))
	k.Value(e.Args[3], v, func(v *ir.Expr) { k.Add(ir.Write(k.Fields.Named, ir.Num(i), v)) })
}

// lowerSetValue lowers (set Counter …) and (set Pot …), whose consequents never run.
func lowerSetValue(k *lower.Lowerer, e *lgdl.Expr) {
	to := map[string]lower.Var{"Counter": lower.Counter, "Pot": lower.Pot}
	x, ok := to[e.Args[0].Text]
	if !ok {
		k.No(e, "(set %s …)", e.Args[0].Text)
	}
	k.Value(nil, k.IntOr(e.Args[1], -1), func(v *ir.Expr) { k.Add(k.Fields.Put(x, v)) })
}

// lowerSetPlayer lowers (set Score …), (set Amount …) and (set Value …) of a player.
func lowerSetPlayer(k *lower.Lowerer, e *lgdl.Expr) {
	field := k.Fields.Score
	switch e.Args[0].Text {
	case "Amount":
		field = k.Fields.Amount
	case "Value":
		field = k.Fields.Value
	case "Score":
	default:
		k.No(e, "(set %s …)", e.Args[0].Text)
	}
	p := k.Temp("p", lowerPlayer(k, e, e.Args[1], e.Args[2]))
	k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players))), func() {
		at := p
		k.Value(e.Args[4], k.Int(e.Args[3]), func(v *ir.Expr) { k.Add(ir.Write(field, at, v)) }, at)
	})
}

// lowerPlayer is the number of one player, given as (player …) or as a role.
func lowerPlayer(k *lower.Lowerer, e, player, role *lgdl.Expr) *ir.Expr {
	switch {
	case player != nil && player.Kind == lgdl.Clause && player.Form.Result == "(player)":
		return k.Int(player.Args[0])
	case role != nil && !game.ManyRole(role.Text):
		return k.Role(role)
	}
	k.No(e, "several players")
	return nil
}

func lowerAddScore(k *lower.Lowerer, e *lgdl.Expr) {
	p := k.Temp("p", lowerPlayer(k, e, e.Args[0], e.Args[1]))
	k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players))), func() {
		k.Value(e.Args[3], k.Int(e.Args[2]), func(v *ir.Expr) {
			f := k.Fields.Score
			k.Add(ir.Write(f, p, ir.Calc(ir.Add, ir.At(f, p), v)))
		}, p)
	})
}

func lowerSetNextPlayer(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: Set?, NextPlayer, player, ints, then.
	last := len(a) - 1
	var player *lgdl.Expr
	for _, x := range a[:last] {
		if x != nil && x.Kind == lgdl.Clause && x.Form.Result == "(player)" {
			player = x
		} else if x != nil && x.Kind != lgdl.Const {
			k.No(e, "several players")
		}
	}
	k.Value(a[last], lowerPlayer(k, e, player, nil), func(v *ir.Expr) { k.Add(k.Fields.Put(lower.Next, v)) })
}

// lowerSetSite lowers (set Count …) and (set State …).
func lowerSetSite(k *lower.Lowerer, e *lgdl.Expr) {
	// Slots: what, type, at, level, value, then.
	k.Only(e, 0, 1, 2, 4, 5)
	k.SiteType(e.Args[1])
	site, v := k.Temp("site", k.Int(e.Args[2])), k.Temp("v", k.Int(e.Args[4]))
	switch e.Args[0].Text {
	case "Count":
		k.If(k.Exists(site), func() {
			k.Emit(lower.Candidate{From: site, To: site, Data: v}, e.Args[5], func(_, to, v *ir.Expr) { k.SetCount(to, v) })
		})
	case "State":
		k.If(ir.All(k.Exists(site), ir.Calc(ir.Le, ir.Num(0), v)), func() {
			k.Emit(lower.Candidate{From: site, To: site, Data: v}, e.Args[5], func(_, to, v *ir.Expr) { k.SetState(to, v) })
		})
	default:
		k.No(e, "(set %s …)", e.Args[0].Text)
	}
}

// lowerForEachSite lowers moves for each site of a region.
func lowerForEachSite(k *lower.Lowerer, e *lgdl.Expr) {
	// Slots: Site, sites, moves, noMoveYet, then.
	if e.Args[3] != nil {
		k.No(e.Args[3], "moves where there are none yet")
	}
	k.Around(e.Args[4], func() {
		k.Each(k.Region(e.Args[1]), func(site *ir.Expr) {
			env := k.Env
			k.Env.Site = site
			k.Moves(e.Args[2])
			k.Env = env
		})
	})
}

// lowerCustodial lowers the capture of pieces that are flanked on lines from a site.
func lowerCustodial(k *lower.Lowerer, e *lgdl.Expr) {
	// Slots: from, direction, between, to, then.
	a := e.Args
	from := k.Fields.Get(lower.LastTo)
	if a[0] != nil {
		k.Only(a[0], 0, 2)
		k.SiteType(a[0].Args[0])
		if a[0].Args[2] != nil {
			from = k.Int(a[0].Args[2])
		} else {
			from = k.Iterator(a[0], k.Env.From)
		}
	}
	if a[2] == nil || a[2].Args[3] == nil || a[3] == nil || a[3].Args[5] == nil {
		k.No(e, "custodial captures by default")
	}
	k.Only(a[2], 1, 3, 5)
	k.Only(a[3], 5)
	hi := 1000
	if r := a[2].Args[1]; r != nil {
		lo, top, ok := lowerRange(k, r)
		if !ok || lo > 1 {
			k.No(r, "a range other than from one")
		}
		hi = top
	}
	from = k.Temp("from", from)
	rays, rows := k.LinesFrom(e, a[1])
	capture := func(over *ir.Expr) {
		env := k.Env
		k.Env.Between = over
		if a[2].Args[5] == nil {
			k.If(ir.Calc(ir.Ne, k.WhatAt(over), ir.Num(0)), func() {
				k.Emit(lower.Candidate{From: over, To: over}, nil, func(_, to, _ *ir.Expr) { k.Clear(to) })
			})
		} else {
			lowerApplied(k, a[2].Args[5])
		}
		k.Env = env
	}
	k.Around(a[4], func() {
		k.If(k.OnBoard(from), func() {
			k.Row(rays, from, func(ray *ir.Expr) {
				n, flanked := ir.Within("n", 0, 1<<15), ir.Within("flanked", 0, 1)
				end := &ir.Label{Name: "run"}
				k.Add(ir.Put(n, ir.Num(0)), ir.Put(flanked, ir.Num(0)))
				k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: k.Inside(func() {
					k.Row(rows, ray, func(site *ir.Expr) {
						k.Env.Between = site
						k.Choose(ir.All(ir.Calc(ir.Lt, ir.Read(n), ir.Num(hi)), k.Bool(a[2].Args[3])), func() {
							k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Num(1))))
						}, func() {
							k.Env.To = site
							k.Add(ir.Put(flanked, k.Bool(a[3].Args[5])), ir.Leave(end))
						})
					})
				})})
				k.If(ir.All(ir.Read(flanked), ir.Calc(ir.Lt, ir.Num(0), ir.Read(n))), func() {
					k.FirstOf(rows, ray, ir.Read(n), capture)
				})
			})
		})
	})
}

// lowerApplied emits the effects of an (apply …) as candidates of their own.
func lowerApplied(k *lower.Lowerer, e *lgdl.Expr) {
	cond, effect := ir.Num(1), (*lgdl.Expr)(nil)
	for i := range e.Form.Slots {
		switch {
		case e.Args[i] == nil:
		case e.Form.Slots[i].Label == "if":
			cond = k.Bool(e.Args[i])
		default:
			effect = e.Args[i]
		}
	}
	if effect == nil {
		k.No(e, "%s", e.Form.Text)
	}
	k.If(cond, func() { k.Moves(effect) })
}

// lowerRange is a range of constants.
func lowerRange(k *lower.Lowerer, e *lgdl.Expr) (lo, hi int, ok bool) {
	r := k.Parts.Range(e)
	return r.Min.V, r.Max.V, r.Min.Const && r.Max.Const
}

// lowerSow lowers the laying of the pieces of a hole along a track, and the captures
// from the last hole on.
func lowerSow(k *lower.Lowerer, e *lgdl.Expr) {
	// Slots: type, start, count, numPerHole, name, owner, if, sowEffect, apply,
	// includeSelf, origin, skipIf, backtracking, forward, then.
	a := e.Args
	k.Only(e, 0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14)
	k.SiteType(a[0])
	start := k.Fields.Get(lower.LastTo)
	if a[1] != nil {
		start = k.Int(a[1])
	}
	start = k.Temp("start", start)
	count := k.CountAt(start)
	if a[2] != nil {
		count = k.Int(a[2])
	}
	next, first, site := k.SowTrack(e, a[4], a[5])
	skipSelf := a[9] != nil && !flagOf(k.Parts, a[9])
	count = k.Temp("count", count)
	k.Around(a[14], func() {
		k.Emit(lower.Candidate{From: start, To: count}, nil, func(start, count, _ *ir.Expr) {
			left, at := ir.NewLocal("left", ir.I32), ir.Within("at", -1, 1<<14)
			reached := ir.Within("reached", -1, k.Sites()-1)
			start, count = k.Temp("start", start), k.Temp("count", count)
			k.Add(ir.Put(left, k.Bounded(count)), ir.Put(at, first(start)), ir.Put(reached, ir.Num(-1)))
			if a[10] != nil {
				k.Env.From = start
				k.If(ir.All(ir.Calc(ir.Lt, ir.Num(0), ir.Read(left)), k.Bool(a[10])), func() {
					k.Acted(start, start)
					k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), ir.Num(1))), ir.Put(reached, start))
				})
			}
			loop := &ir.Label{Name: "sow"}
			advance := func() {
				k.Add(ir.Put(at, next(ir.Read(at))), ir.When(ir.Calc(ir.Lt, ir.Read(at), ir.Num(0)), ir.Leave(loop)))
			}
			body := k.Inside(func() {
				k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.Read(left), ir.Num(0)), ir.Calc(ir.Lt, ir.Read(at), ir.Num(0))), ir.Leave(loop)))
				advance()
				if a[11] != nil {
					skip, tries := &ir.Label{Name: "skip"}, ir.Within("tries", 0, 1<<15)
					k.Add(ir.Put(tries, ir.Num(0)))
					k.Add(&ir.Stmt{Op: ir.Loop, Label: skip, Body: k.Inside(func() {
						k.Env.To = k.Temp("hole", site(ir.Read(at)))
						k.Steady(a[11])
						k.Add(ir.When(ir.Any(ir.Calc(ir.Not, k.Bool(a[11])), ir.Calc(ir.Lt, ir.Num(maxSkipped), ir.Read(tries))), ir.Leave(skip)))
						k.Add(ir.Put(tries, ir.Calc(ir.Add, ir.Read(tries), ir.Num(1))))
						advance()
					})})
				}
				hole := ir.Within("hole", 0, k.Sites()-1)
				k.Add(ir.Put(hole, site(ir.Read(at))), ir.Put(reached, ir.Read(hole)))
				if skipSelf {
					// (to) stays what it was before the replacement.
					k.If(ir.Calc(ir.Eq, ir.Read(hole), start), func() {
						advance()
						k.Add(ir.Put(hole, site(ir.Read(at))))
					})
				}
				k.Carry(start, ir.Read(hole), 0, k.StateIfKept(ir.Read(hole)))
				k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), ir.Num(1))))
			})
			k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Body: body})
			if a[8] != nil {
				lowerSowCaptures(k, a, start, at, reached, site, next)
			}
		})
	})
}

// lowerSowCaptures lowers what is captured in the position just after sowing: from
// the last hole on, forward or back along the track while a condition says so.
func lowerSowCaptures(k *lower.Lowerer, a []*lgdl.Expr, start *ir.Expr, at, to *ir.Local, site, next func(at *ir.Expr) *ir.Expr) {
	more, forward := a[12], a[13] != nil
	if forward {
		more = a[13]
	}
	k.PerformAll(func() {
		end := &ir.Label{Name: "captures"}
		tries := ir.Within("tries", 0, 1<<15)
		k.Add(ir.Put(tries, ir.Num(0)))
		k.Add(&ir.Stmt{Op: ir.Loop, Label: end, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(at), ir.Num(0)), ir.Leave(end)))
			k.Env.From, k.Env.To = start, ir.Read(to)
			k.Add(ir.When(ir.Calc(ir.Not, k.Cond(a[6])), ir.Leave(end)))
			k.Moves(a[8])
			if more == nil {
				k.Add(ir.Leave(end))
				return
			}
			k.Add(ir.Put(tries, ir.Calc(ir.Add, ir.Read(tries), ir.Num(1))))
			k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.Num(k.TrackLength()), ir.Read(tries)), ir.Calc(ir.Not, k.Bool(more))), ir.Leave(end)))
			if forward {
				k.Add(ir.Put(at, next(ir.Read(at))), ir.When(ir.Calc(ir.Lt, ir.Read(at), ir.Num(0)), ir.Leave(end)))
			} else {
				k.Add(ir.Put(at, k.BackOnTrack(ir.Read(at))), ir.When(ir.Calc(ir.Lt, ir.Read(at), ir.Num(0)), ir.Leave(end)))
				k.Add(ir.When(ir.Calc(ir.Eq, site(ir.Read(at)), start), ir.Leave(end)))
			}
			k.Add(ir.Put(to, site(ir.Read(at))))
			k.Add(ir.When(ir.Calc(ir.Not, k.Bool(more)), ir.Leave(end)))
		})})
	})
}

// lowerSetPending lowers (set Pending …), whose consequents never run.
func lowerSetPending(k *lower.Lowerer, e *lgdl.Expr) {
	// Slots: Pending, value, sites, then.
	pend := func(_, to, _ *ir.Expr) { k.SetPending(to) }
	if e.Args[2] != nil {
		k.EmitSet(lower.Candidate{}, k.Region(e.Args[2]), nil, pend)
		return
	}
	v := k.Temp("v", k.IntOr(e.Args[1], 1))
	k.If(ir.Calc(ir.Below, v, ir.Num(k.Sites())), func() { k.Emit(lower.Candidate{From: v, To: v}, nil, pend) })
}

// nameOf is the text of an optional name.
func nameOf(e *lgdl.Expr) string {
	if e == nil {
		return ""
	}
	return e.Text
}

func lowerRemember(k *lower.Lowerer, e *lgdl.Expr) {
	name, v := nameOf(e.Args[1]), k.Temp("v", k.Int(e.Args[2]))
	keep := ir.Num(1)
	if e.Args[3] != nil && k.Bool(e.Args[3]).Is(1) {
		keep = ir.Calc(ir.Not, k.IsRemembered(name, v))
	}
	k.If(keep, func() { k.Value(e.Args[4], v, func(v *ir.Expr) { k.Remember(name, v) }) })
}

func lowerForgetAll(k *lower.Lowerer, e *lgdl.Expr) {
	if e.Args[1] == nil {
		k.No(e, "all that is remembered")
	}
	name := e.Args[1].Text
	k.If(k.Remembers(name), func() { lowerAct(k, e.Args[3], func() { k.ForgetAll(name) }) })
}

func lowerForgetOne(k *lower.Lowerer, e *lgdl.Expr) {
	k.Value(e.Args[3], k.Int(e.Args[2]), func(v *ir.Expr) { k.Forget(nameOf(e.Args[1]), v) })
}

// lowerSeq lowers effects that see what those before them did.
func lowerSeq(k *lower.Lowerer, e *lgdl.Expr) {
	lowerAct(k, nil, func() { k.Sequence(e.Args[0].Items) })
}

// lowerWhile lowers effects that are repeated as long as a condition holds.
func lowerWhile(k *lower.Lowerer, e *lgdl.Expr) {
	if e.Args[2] != nil {
		k.No(e.Args[2], "consequents of every round")
	}
	lowerAct(k, nil, func() { k.While(e.Args[0], e.Args[1], rounds) })
}

// lowerLeap lowers jumps to the ends of walks, whatever stands between.
func lowerLeap(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: from, walks, forward, rotations, to, then.
	if a[2] != nil && !k.Bool(a[2]).Is(0) {
		k.No(a[2], "leaps forward only")
	}
	l := &leaper{from: fromPart{site{Type: k.G.DefaultType}}}
	for _, w := range a[1].Items {
		var walk []board.Turn
		for _, x := range w.Items {
			letter, _ := board.ParseTurn(x.Text)
			walk = append(walk, letter)
		}
		l.walks = append(l.walks, walk)
	}
	dirs := k.G.Topo.Headings(k.G.DefaultType)
	if a[3] != nil {
		all, ok := k.Bool(a[3]).Number()
		if !ok {
			k.No(a[3], "rotations that change")
		}
		if all == 0 {
			dirs = dirs[:min(1, len(dirs))]
		}
	}
	ends := l.ends(k.G, dirs)
	rows := make([][]int32, k.Sites())
	for s := range ends.Len() {
		rows[s] = ends.Row(int32(s))
	}
	t := lowerTarget(k, a[4])
	lowerOrigin(k, a[0], func(from *ir.Expr) {
		piece := k.Env.Piece
		arrive := func(from, to, _ *ir.Expr) {
			t.effect(k)
			k.Carry(from, to, piece, nil)
		}
		near := k.Rows("leaps", rows)
		if to, ok := k.Where(t.when); ok {
			k.EmitSet(lower.Candidate{From: from}, ir.Calc(ir.SetAnd, k.RowSet(near, from), to), a[5], arrive)
			return
		}
		k.Row(near, from, func(to *ir.Expr) {
			k.Env.To = to
			k.If(k.Cond(t.when), func() { k.Emit(lower.Candidate{From: from, To: to}, a[5], arrive) })
		})
	})
}
