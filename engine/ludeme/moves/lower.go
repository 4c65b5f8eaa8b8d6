package moves

import (
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
			k.Each(ir.SetAt(k.Fields.At, ir.Num(int(comp))), func(site *ir.Expr) {
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

// lowerOwnOrigin refuses a (from …) other than the site of the piece that moves.
func lowerOwnOrigin(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e != nil {
		k.Only(e, 0, 2)
		k.SiteType(e.Args[0])
		if x := e.Args[2]; x != nil && !(x.Kind == lgdl.Clause && x.Form.Keyword == "from") {
			k.No(x, "a move from another site")
		}
	}
	if k.Env.Piece == 0 {
		k.No(e, "a move of no piece")
	}
	return k.Env.From
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
	// Slots: from, direction, to, stack, then.
	if a[3] != nil {
		k.No(a[3], "a step of a stack")
	}
	from := lowerOwnOrigin(k, a[0])
	t := lowerTarget(k, a[2])
	piece := k.Env.Piece
	arrive := func(from, to, _ *ir.Expr) {
		t.effect(k)
		k.Shift(from, to, piece)
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
	// Slots: from, track, direction, between, to, stack, then.
	if a[1] != nil || a[5] != nil {
		k.No(e, "a slide along a track, or of a stack")
	}
	from := lowerOwnOrigin(k, a[0])
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
							k.Shift(from, to, piece)
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
				k.Emit(lower.Candidate{From: from, To: to}, a[6], func(from, to, _ *ir.Expr) { k.Shift(from, to, piece) })
			})
		})})
	})
}

// lowerHop lowers a hop over the next site of a line.
func lowerHop(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: from, direction, between, to, stack, then.
	if a[4] != nil {
		k.No(a[4], "a hop of a stack")
	}
	from := lowerOwnOrigin(k, a[0])
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
		k.Shift(from, to, piece)
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
		k.If(ir.Calc(ir.Eq, k.WhatAt(site), ir.Num(0)), func() { k.Place(site, comp) })
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
	part := compilePiece(k.Parts, p)
	if part.State.Given() || len(part.Components) != 1 {
		k.No(p, "a piece with a state, or several")
	}
	return k.Constant(p, part.Components[0])
}

// lowerRemove lowers the removal of what stands on a site or on those of a region.
func lowerRemove(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: type, site, region, level, when, count, then.
	if a[3] != nil || a[4] != nil || a[5] != nil {
		k.No(e, "an argument of %s", e.Form.Text)
	}
	k.SiteType(a[0])
	take := func(_, to, _ *ir.Expr) { k.Place(to, ir.Num(0)) }
	if a[1] != nil {
		site := k.Temp("site", k.Int(a[1]))
		k.If(ir.Calc(ir.Ne, k.WhatAt(site), ir.Num(0)), func() {
			k.Emit(lower.Candidate{From: site, To: site}, a[6], take)
		})
		return
	}
	occupied := ir.Calc(ir.SetMinus, k.Board(), k.Empty())
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
