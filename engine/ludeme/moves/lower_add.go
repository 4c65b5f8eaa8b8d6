package moves

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// adding is what is lowered of an (add …) or (claim …): nil for what is not there.
type adding struct {
	piece, to, count, then *lgdl.Expr

	now *lgdl.Expr // a (then …) that is found where a piece was added to one site, and is part of the move
}

// lowerAdd lowers the placing of pieces on a site or on the sites of a region.
func lowerAdd(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnyAdd(e)
	lowerAdding(k, e, adding{piece: a.Piece(), to: a.To(), count: a.Count(), then: a.Then()})
}

func lowerAdding(k *lower.Lowerer, e *lgdl.Expr, a adding) {
	to := a.to
	k.Only(to, "siteType", "sites", "int", "level", "if", "(apply)")
	var may *lgdl.Expr
	if clause.To(to).Apply() != nil {
		may = clause.To(to).Apply().Arg("if")
		if k.Asks(may, "from") {
			k.No(may, "an effect that depends on (from)")
		}
	}
	count := k.Temp("count", k.IntOr(a.count, 1))
	comps := lowerPieces(k, a.piece)
	single := clause.To(to).Sites() == nil
	k.If(ir.Calc(ir.Lt, ir.Num(0), count), func() {
		env := k.Env
		for _, comp := range comps {
			if n, ok := comp.Number(); ok && (n < 0 || int(n) >= len(k.G.Components)) {
				continue
			} else if !ok && single && len(comps) > 1 || ok && n == 0 {
				k.No(e, "pieces that are not known before")
			}
			comp = k.Temp("comp", comp)
			n, known := comp.Number()
			if k.HasLarge() && (!known || k.G.Components[n].Large()) {
				lowerAddLarge(k, e, a, comp, known)
				continue
			}
			k.If(ir.Calc(ir.Below, comp, ir.Num(len(k.G.Components))), func() { lowerAddOne(k, a, comp, count, may) })
			k.Env = env
			if single {
				break
			}
		}
	})
}

// lowerAddOne lowers the placing of pieces of one component.
func lowerAddOne(k *lower.Lowerer, a adding, comp, count *ir.Expr, may *lgdl.Expr) {
	to, st := a.to, k.TypeOf(clause.To(a.to).SiteType())
	apply := clause.To(to).Apply()
	before := lowerApart(k, &apply)
	vacant := false
	place := func(site *ir.Expr, emit func(data *ir.Expr, act func(from, to, data *ir.Expr))) {
		p := k.Packing()
		what := p.Put(to, comp, k.ComponentBits())
		number := p.Put(to, count, 6)
		var state func(data *ir.Expr) *ir.Expr
		if a.piece != nil && clause.PieceStringInt(a.piece).State() != nil {
			state = p.Put(to, ir.Calc(ir.Add, k.Int(clause.PieceStringInt(a.piece).State()), ir.Num(1)), 7)
		}
		level := func(*ir.Expr) *ir.Expr { return ir.Num(-1) }
		if x := clause.To(to).Level(); x != nil && k.Stacked() {
			if k.AsksArrival() {
				k.No(x, "a level that is asked for")
			}
			up := p.Put(x, ir.Calc(ir.Add, k.Int(x), ir.Num(1)), levelBits)
			level = func(data *ir.Expr) *ir.Expr { return ir.Calc(ir.Sub, up(data), ir.Num(1)) }
		}
		emit(p.Value, func(_, site, data *ir.Expr) {
			if k.Stacked() && k.AsksArrival() {
				k.Arrive(k.Temp("arrived", k.On(st, site, 0, k.SizeAt)))
			}
			lowerApply(k, apply)
			what, number := k.Temp("what", what(data)), k.Temp("number", number(data))
			k.SpoilIf(ir.Calc(ir.Eq, what, ir.Num(0)))
			var s *ir.Expr
			if state != nil {
				s = k.Temp("state", ir.Calc(ir.Sub, state(data), ir.Num(1)))
			}
			into := k.Temp("into", level(data))
			k.OffLarge(site)
			k.At(st, site, func() {
				k.Choose(ir.Calc(ir.Lt, into, ir.Num(0)), func() {
					lowerPuts(k, number, func() { lowerPut(k, site, what, s, vacant) })
				}, func() { lowerPuts(k, number, func() { k.PutInto(site, into, what, s) }) })
			})
		})
	}
	nothing := func() {}
	one := func(site *ir.Expr, first func()) {
		place(site, func(data *ir.Expr, act func(from, to, data *ir.Expr)) {
			before()
			k.Emit(lower.Candidate{From: site, To: site, Data: data}, a.then, func(from, to, data *ir.Expr) {
				first()
				act(from, to, data)
			})
		})
	}
	if clause.To(to).Sites() == nil {
		site := k.IntElse(clause.To(to).Int(), k.Env.To)
		site = k.Temp("site", k.Iterator(to, site))
		k.Env.To = site
		k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), site), k.Cond(clause.To(to).If())), func() {
			k.Choose(k.ExistsOn(st, site), func() {
				one(site, nothing)
				if a.now != nil {
					k.Env.From, k.Env.To = site, site
					k.Moves(clause.Then(a.now).NonDecision())
				}
			}, k.Spoil)
		})
		return
	}
	region := k.Landing(st, clause.To(to).Sites())
	vacant = st == k.G.DefaultType && apply == nil && count.Is(1) && k.Vacant(region)
	if clause.To(to).Level() == nil && clause.To(to).If() == nil && clause.To(to).Apply() == nil && (a.piece == nil ||
		clause.PieceStringInt(a.piece).State() == nil) {
		place(nil, func(data *ir.Expr, act func(from, to, data *ir.Expr)) {
			puts := 0
			if n, known := comp.Number(); known && data == nil && st == k.G.DefaultType && !k.Stacked() {
				puts = int(n)
			}
			k.EmitSet(lower.Candidate{Data: data, Puts: puts}, region, a.then, act)
		})
		return
	}
	env := k.Env
	k.Each(region, func(site *ir.Expr) {
		k.Env.To = site
		k.If(k.Cond(clause.To(to).If()), func() {
			if clause.To(to).Apply() == nil {
				one(site, nothing)
				return
			}
			// A move with an effect is listed twice as one record, around which consequents count double.
			k.Choose(k.Cond(may), func() {
				k.Doubled(func(again func()) {
					one(site, again)
					one(site, again)
				})
			}, func() { one(site, nothing) })
		})
	})
	k.Env = env
}

// lowerPut puts one piece on a site, which may be known to be vacant, with a local state unless it is nil or negative.
func lowerPut(k *lower.Lowerer, site, what, state *ir.Expr, vacant bool) {
	if state == nil || state.Is(-1) {
		k.PutOn(site, what, nil, vacant)
		return
	}
	k.Choose(ir.Calc(ir.Lt, state, ir.Num(0)), func() { k.PutOn(site, what, nil, vacant) },
		func() { k.PutOn(site, what, state, vacant) })
}

// lowerPuts adds what f adds a number of times, at least once; only the first is a decision.
func lowerPuts(k *lower.Lowerer, n *ir.Expr, f func()) {
	f()
	if !n.Is(1) {
		k.Undecided(func() { k.Repeat(ir.Calc(ir.Sub, n, ir.Num(1)), f) })
	}
}

// lowerPieces are the components that a (piece …) stands for, by default the one with
// the number of the mover.
func lowerPieces(k *lower.Lowerer, p *lgdl.Expr) []*ir.Expr {
	if p == nil {
		return []*ir.Expr{ir.Num(k.Mover)}
	}
	var comps []*ir.Expr
	part := compilePiece(k.Parts, p)
	n := 0
	eachOfPiece(p, func(x *lgdl.Expr) {
		if x.Kind == lgdl.String {
			comps = append(comps, k.OfMover(part.Components[n]))
		} else {
			comps = append(comps, k.Int(x))
		}
		n++
	})
	return comps
}

// lowerClaim lowers the claim of the sites of a region, which adds a piece to each.
func lowerClaim(k *lower.Lowerer, e *lgdl.Expr) {
	k.NoStacks(e)
	args := clause.AnyClaim(e)
	a := adding{piece: args.Piece(), to: args.To(), then: args.Then()}
	to := clause.To(a.to)
	if to.Sites() == nil {
		if rule.Decision(e) {
			k.No(e, "the decision to claim one site")
		}
		// What follows the claim of one site is found where the claim is, and part of the move.
		a.now, a.then = a.then, nil
		more := a.now != nil && (k.Asks(clause.Then(a.now).NonDecision(), "then") ||
			clause.Then(a.now).ApplyAfterAllMoves() != nil)
		if to.Apply() != nil || to.Level() != nil || more {
			k.No(e, "a claim of one site with more than plain effects")
		}
	} else if to.Apply() != nil || to.Level() != nil {
		k.No(e, "a claim with an effect")
	}
	for _, comp := range lowerPieces(k, a.piece) {
		if n, ok := comp.Number(); !ok || n < 1 || int(n) >= len(k.G.Components) {
			k.No(e, "pieces that are not known before")
		}
	}
	lowerAdding(k, e, a)
}
