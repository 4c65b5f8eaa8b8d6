package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// What rules ask of moves that are not made: whether somebody could move, and whether a piece could be taken.

// CanMove reports whether a player, as the mover, has a move.
func (k *Lowerer) CanMove(p int) *ir.Expr {
	k.turnOnly()
	name := fmt.Sprintf("can.p%d", p)
	fn := k.Known(name)
	if fn == nil {
		fn = k.P.Func(name, ir.I32)
		k.Share(name, fn)
		k.later = append(k.later, func() {
			mover := k.Mover
			k.Mover = p
			fn.Body = k.Inside(func() {
				k.If(k.MayPie(), func() { k.Add(ir.Give(ir.Num(1))) })
				n := len(phases(clause.Game(k.G.Root()).Rules()))
				k.byPhase(p, n, func(i int) {
					k.Add(ir.Give(ir.Invoke(k.exists(k.aheadOf(p, i, nextStuck)))))
				})
				if n > 1 {
					k.Add(ir.Give(ir.Num(0)))
				}
			})
			k.Mover = mover
		})
	}
	return ir.Invoke(fn)
}

// aheadOf is the generator of a player's moves in a phase, inside a look ahead.
func (k *Lowerer) aheadOf(p, phase int, in look) *ir.Func {
	rules := clause.Game(k.G.Root()).Rules()
	play := clause.AnyRules(rules).Play()
	if ph := phases(rules)[phase]; ph != nil {
		play = clause.PhaseString(ph).Play()
	}
	return k.aheadBy(clause.Play(play).Moves(), p, in)
}

// Threatened reports whether a player other than the owner of a component has a move
// to a site when the component stands there (part 6, §5): any, or one of given moves.
// With asNext the owner is taken as the player to move next.
func (k *Lowerer) Threatened(site *ir.Expr, comp int, moves *lgdl.Expr, asNext bool) *ir.Expr {
	if k.dependsOn(dependsOnThreat).threat {
		return ir.Num(0)
	}
	f := &k.Fields
	owner := k.G.Components[comp].Owner
	if owner < 1 || owner > k.G.Players {
		return ir.Num(0)
	}
	in := k.dependsOn(dependsOnStuck | dependsOnSites)
	in.threat, in.on = true, true
	name := fmt.Sprintf("threatened.%d.%v", comp, in)
	if moves != nil || asNext {
		name += fmt.Sprintf(".%p.%v", moves, asNext)
	}
	fn := k.Known(name)
	if fn == nil {
		at := ir.Within("at", 0, f.Sites-1)
		fn = k.Fresh(fmt.Sprintf("threatened.%d", comp), ir.I32, at)
		k.Share(name, fn)
		k.later = append(k.later, func() {
			fn.Body = k.Inside(func() {
				was, found := ir.Within("was", 0, f.Comps-1), ir.Within("found", 0, 1)
				k.Add(ir.Put(was, ir.At(f.What, ir.Read(at))), ir.Put(found, ir.Num(0)))
				var kept []*ir.Stmt
				for _, v := range [...]layout.Var{layout.Mover, layout.Next, layout.Prev, layout.Stuck} {
					l := k.Let("kept", f.Get(v))
					kept = append(kept, f.Put(v, ir.Read(l)))
				}
				k.imagine(ir.Read(at), ir.Read(was), ir.Num(comp))
				k.Add(f.Put(layout.Prev, ir.Num(owner)))
				if asNext {
					k.Add(f.Put(layout.Next, ir.Num(owner)))
				}
				k.eachPlayer(func(e int) {
					if e == owner {
						return
					}
					k.If(ir.Calc(ir.Not, ir.Read(found)), func() {
						k.Add(f.Put(layout.Mover, ir.Num(e)))
						reaches := func(gen *ir.Func) {
							k.Add(ir.Put(found, ir.Invoke(k.d.Reaches(gen), ir.Read(at))))
						}
						if moves != nil {
							reaches(k.aheadBy(moves, e, in))
							return
						}
						k.byPhase(e, len(phases(clause.Game(k.G.Root()).Rules())),
							func(i int) { reaches(k.aheadOf(e, i, in)) })
					})
				})
				k.imagine(ir.Read(at), ir.Num(comp), ir.Read(was))
				k.Add(append(kept, ir.Give(ir.Read(found)))...)
			})
		})
	}
	site = k.Temp("site", site)
	if k.as == nil {
		return ir.All(f.OnBoard(site), ir.Invoke(fn, site))
	}
	// The moves that threaten see the next player as he is here.
	next := ir.NewLocal("next", ir.I32)
	found := k.Var("found", 0, 1, ir.Num(0))
	k.If(f.OnBoard(site), func() {
		k.Add(
			ir.Put(next, ir.At(f.Vars[layout.Next], ir.Num(0))),
			f.Put(layout.Next, f.Get(layout.Next)),
			ir.Put(found, ir.Invoke(fn, site)),
			f.Put(layout.Next, ir.Read(next)),
		)
	})
	return ir.Read(found)
}

// imagine shows another component on a site, and changes nothing else.
func (k *Lowerer) imagine(site, was, comp *ir.Expr) {
	switch {
	case k.G.TypesKept() != 1 || k.Stacked():
		return // it shows only where one type of sites is kept, and no stacks
	case k.G.Has(game.LargePiece):
		k.No(nil, "a threat to a component that would stand among large pieces")
	}
	f := &k.Fields
	set := func(op ir.StmtOp, field *ir.Field, i *ir.Expr) *ir.Stmt {
		return &ir.Stmt{Op: op, Field: field, Args: []*ir.Expr{i, site}}
	}
	k.If(ir.Calc(ir.Ne, was, comp), func() {
		k.Add(ir.Write(f.What, site, comp))
		k.Add(f.Disowned(was, site)...)
		k.If(ir.Calc(ir.Ne, comp, ir.Num(0)), func() { k.Add(f.Owns(comp, site)...) })
		if f.Count != nil {
			return // what is empty is told by the number of pieces, which stays
		}
		k.Choose(ir.Calc(ir.Eq, comp, ir.Num(0)), func() { k.Add(set(ir.Include, f.Empty, ir.Num(0))) },
			func() { k.Add(set(ir.Exclude, f.Empty, ir.Num(0))) })
	})
}

// aheadBy is the generator of moves of a player, inside a look ahead. They are no moves
// of the play, so that no iterator has a value there.
func (k *Lowerer) aheadBy(moves *lgdl.Expr, p int, in look) *ir.Func {
	name := fmt.Sprintf("ahead.%p.%d.%v", moves, p, in)
	if fn := k.Known(name); fn != nil {
		return fn
	}
	if k.lost != nil && in == (look{}) {
		k.No(moves, "moves that win, where moves must not lose")
	}
	fn := k.Fresh(fmt.Sprintf("ahead.p%d", p), ir.None)
	k.Share(name, fn)
	outer := k.aside()
	k.Mover, k.ahead, k.listsMoves = p, in, in == nextStuck
	dependent := k.dependent
	fn.Body = append([]*ir.Stmt{}, k.Inside(func() {
		if in.threat {
			k.Moves(moves)
		} else {
			k.unrepeated(func() { k.inParts(func() { k.Moves(moves) }) })
		}
	})...)
	k.selfMade(dependsOnAhead|dependsOnPiece, dependent)
	outer()
	return fn
}

// aside leaves what stands around the clause that is lowered, and returns what takes
// it up again.
func (k *Lowerer) aside() func() {
	mover, env, thens, effect, filters, ahead := k.Mover, k.Env, k.thens, k.effect, k.filters, k.ahead
	as, seen, atEnd, acting := k.as, k.Fields.Seen, k.atEnd, k.acting
	choosing, asking, apartly, chance := k.choosing, k.asking, k.apartly, k.chance
	on, counting := k.resolver.on, k.resolver.counting
	k.resolver.on, k.resolver.counting = false, false
	making, passing, endings, prefixes, once := k.making, k.passing, k.endings, k.prefixes, k.BeforeLoop
	k.Env, k.thens, k.effect, k.filters = Env{}, nil, false, nil
	k.as, k.Fields.Seen, k.atEnd, k.acting = nil, [layout.NumVars]*ir.Expr{}, false, false
	k.making, k.passing, k.endings, k.prefixes, k.BeforeLoop = false, false, nil, nil, nil
	k.choosing, k.asking, k.apartly, k.chance = false, false, false, false
	listsMoves, eachPart := k.listsMoves, k.eachPart
	k.listsMoves, k.eachPart = false, false
	return func() {
		k.Mover, k.Env, k.thens, k.effect, k.filters, k.ahead = mover, env, thens, effect, filters, ahead
		k.as, k.Fields.Seen, k.atEnd, k.acting = as, seen, atEnd, acting
		k.making, k.passing, k.endings, k.prefixes, k.BeforeLoop = making, passing, endings, prefixes, once
		k.choosing, k.asking, k.apartly, k.chance = choosing, asking, apartly, chance
		k.resolver.on, k.resolver.counting, k.listsMoves = on, counting, listsMoves
		k.eachPart = eachPart
	}
}
