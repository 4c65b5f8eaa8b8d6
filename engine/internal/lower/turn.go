package lower

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// turns adds what happens after a move has been chosen (part 3, §11 of the
// specification): the move, the ends, the phases, and whose turn it is next.
func (k *Lowerer) turns(rules *lgdl.Expr) {
	f := &k.Fields
	for p := 1; p < len(k.players); p++ {
		k.Mover = p
		pass, move := ir.Within("pass", 0, 1), ir.NewLocal("move", ir.I64)
		k.players[p].turned = k.Func(fmt.Sprintf("turned.p%d", p), ir.None, func() { k.turned(rules, ir.Read(pass)) }, pass)
		k.players[p].turn = k.Func(fmt.Sprintf("turn.p%d", p), ir.None, func() { k.turn(ir.Read(move)) }, move)
	}
	move := ir.NewLocal("move", ir.I64)
	play := k.P.Func("play", ir.None, move)
	play.Body = k.Inside(func() {
		for p := 1; p < len(k.players); p++ {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
				k.Call(k.players[p].turn, ir.Read(move))
				k.Add(ir.Give(nil))
			})
		}
	})
	k.play = play
}

// turn adds all of it for a packed candidate.
func (k *Lowerer) turn(move *ir.Expr) {
	pl := &k.players[k.Mover]
	number := k.Temp("rule", transform.RuleOf(move))
	from, to, data := k.partsOf(move)
	pass := k.Var("pass", 0, 1, ir.Num(0))
	rules := append(append([]int{0}, pl.rules...), pl.measured...)
	slices.Sort(rules)
	k.dispatch(slices.Compact(rules), number, func(n int) { k.Add(k.moved(n, from, to, data, pass)...) })
	k.Add(&ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(k.players[k.Mover].turned, ir.Read(pass))}})
}

// Moved is the move of a candidate of a rule; whether it is a pass is left in pass.
func (k *Lowerer) moved(rule int, from, to, data *ir.Expr, pass *ir.Local) []*ir.Stmt {
	return k.Inside(func() {
		k.noteStuck(rule)
		k.around(func() {
			k.Call(k.rules[rule].apply, from, to, data)
			k.goOn(rule)
		})
		if k.rules[rule].pass {
			k.Add(ir.Put(pass, k.stillPass()))
		}
	})
}

// around adds what f adds, the move and its consequents, with all that comes before and after it.
func (k *Lowerer) around(f func()) {
	x := &k.Fields
	k.Undecide()
	k.begun()
	k.countDecisions()
	if k.TellsActs {
		k.Add(x.Put(layout.ActFrom, ir.Num(-1)), x.Put(layout.ActTo, ir.Num(-1)))
	}
	k.ForgetWent()
	k.StartMove()
	if k.PendingSites != nil {
		still := k.None()
		if k.pended != nil {
			still = ir.SetAt(k.pended, ir.Num(0))
		}
		k.Store(k.PendingSites, still)
	}
	f()
	k.endMove()
	if k.pended != nil {
		k.Store(k.pended, k.None())
	}
	k.countActs()
	if k.TellsActs {
		k.Add(x.Put(layout.AfterFrom, x.Get(layout.ActFrom)), x.Put(layout.AfterTo, x.Get(layout.ActTo)))
	}
}

// Turned adds what happens after the move: ends, limits, phases and whose turn it is.
func (k *Lowerer) turned(rules *lgdl.Expr, pass *ir.Expr) {
	f, p := &k.Fields, k.Mover
	if k.AllPass {
		k.passes(pass)
	}
	k.atEnd = true
	k.ends(rules)
	k.Add(ir.When(f.Get(layout.Over), ir.Give(nil)))
	k.limits()
	k.nextPhases(rules)
	k.RememberHash()
	k.atEnd = false
	k.remember()
	k.TakeSum()
	next := k.Temp("next", f.Get(layout.Next))
	k.SoloPie(next)
	k.NoteVisit(f.Get(layout.LastFrom), f.Get(layout.LastTo), next)
	k.countPasses()
	k.Add(f.Put(layout.Counter, ir.Calc(ir.Add, f.Get(layout.Counter), ir.Num(1))),
		f.Put(layout.Prev, ir.Num(p)), f.Put(layout.Mover, next), f.Put(layout.Next, k.following(next)),
		&ir.Stmt{Op: ir.If, Args: []*ir.Expr{ir.Any(ir.Calc(ir.Ne, next, ir.Num(p)), k.Swapped())},
			Body: []*ir.Stmt{
				f.Put(layout.Turns, ir.Calc(ir.Add, f.Get(layout.Turns), ir.Num(1))),
				f.Put(layout.TurnMoves, ir.Num(0)),
			},
			Else: []*ir.Stmt{f.Put(layout.TurnMoves, ir.Calc(ir.Add, f.Get(layout.TurnMoves), ir.Num(1)))}})
	if k.Swapping != nil {
		k.Add(ir.Write(k.Swapping, ir.Num(0), ir.Num(0))) // it is about this move alone
	}
}

// Passes keeps count of what the end when all players pass looks at: the run of moves
// of the same player, and how many runs before it began with a pass and were short. Of a
// run that began with another move nobody asks anything, so it is counted as none.
func (k *Lowerer) passes(pass *ir.Expr) {
	f := &k.Fields
	if k.G.Players == 1 {
		k.Add(f.Put(layout.RunPass, pass))
		return
	}
	add := func(v layout.Var, n *ir.Expr) *ir.Stmt { return f.Put(v, ir.Calc(ir.Add, f.Get(v), n)) }
	// Of more runs than this nobody asks how many there were.
	many := f.Put(layout.Runs, ir.Num(k.G.Players+1))
	goesOn := ir.Calc(ir.Eq, f.Get(layout.Prev), ir.Num(k.Mover))
	if k.NobodysMoves != nil {
		goesOn = ir.All(goesOn, ir.Calc(ir.Eq, ir.At(k.NobodysMoves, ir.Num(0)), ir.Num(0)))
	}
	counted := func() {
		k.Choose(goesOn, func() { k.Add(add(layout.RunLength, f.Get(layout.RunPass))) }, func() {
			k.Choose(pass, func() {
				// The first run of the play may be longer.
				short := ir.Calc(
					ir.Le,
					f.Get(layout.RunLength),
					ir.Cond(ir.Calc(ir.Eq, f.Get(layout.Runs), ir.Num(1)), ir.Num(3), ir.Num(2)),
				)
				k.Add(
					f.Put(
						layout.Chain,
						ir.Cond(ir.All(f.Get(layout.RunPass), short), ir.Calc(ir.Add, f.Get(layout.Chain), ir.Num(1)), ir.Num(0)),
					),
					add(layout.Runs, ir.Calc(ir.Le, f.Get(layout.Runs), ir.Num(k.G.Players))),
					f.Put(layout.RunLength, ir.Num(1)),
					f.Put(layout.RunPass, ir.Num(1)),
				)
			}, func() {
				k.Add(f.Put(layout.Chain, ir.Num(0)), many, f.Put(layout.RunLength, ir.Num(0)), f.Put(layout.RunPass, ir.Num(0)))
			})
		})
	}
	run := func() { k.Choose(ir.Any(pass, f.Get(layout.RunPass)), counted, func() { k.Add(many) }) }
	if k.NobodysMoves == nil {
		run()
		return
	}
	k.Choose(ir.Calc(ir.Eq, ir.At(k.NobodysMoves, ir.Num(0)), ir.Num(layout.NobodysNow)), func() {
		k.Add(f.Put(layout.RunLength, ir.Num(0)), f.Put(layout.RunPass, ir.Num(0)), many, f.Put(layout.Chain, ir.Num(0)),
			ir.Write(k.NobodysMoves, ir.Num(0), ir.Num(layout.NobodysLast)))
	}, func() {
		run()
		k.Add(ir.Write(k.NobodysMoves, ir.Num(0), ir.Num(0)))
	})
}

// Nobodys lowers effects that, as moves of their own, are nobody's by the rules: they end the run of moves of the
// player who makes them, though he may go on.
func (k *Lowerer) Nobodys(f func()) {
	outer := k.nobody
	k.nobody = true
	f()
	k.nobody = outer
}

// Nobodys is the rule of effects that are nobody's as moves of their own.
func (f MovesRule) Nobodys() MovesRule {
	return func(k *Lowerer, e *lgdl.Expr) { k.Nobodys(func() { f(k, e) }) }
}

// noteNobody adds that the move that is made is nobody's, where passes are counted.
func (k *Lowerer) noteNobody() {
	if !k.AllPass || k.G.Players == 1 || k.joint != nil {
		return
	}
	if k.NobodysMoves == nil {
		k.NobodysMoves = k.P.Field("nobodys", ir.State, ir.U8, 1)
	}
	k.Add(ir.Write(k.NobodysMoves, ir.Num(0), ir.Num(layout.NobodysNow)))
}

// AllPassed reports whether every player has passed in turn, as asked at the end of a move, among
// its consequents or while moves are found.
func (k *Lowerer) AllPassed(e *lgdl.Expr) *ir.Expr {
	switch {
	case k.atEnd || k.joint != nil:
		return k.allPassed()
	case k.acting || k.asking || k.apartly || k.as != nil || k.dependsOn(dependsOnThreat).threat:
		k.No(e, "whether all have passed, while the move is made")
	case k.making:
		return k.allPassing()
	case k.G.Players == 1:
		return k.allPassed()
	}
	// The last run is not the mover's unless he goes on.
	return ir.All(ir.Calc(ir.Eq, k.Fields.Get(layout.Prev), k.Fields.Get(layout.Mover)), k.allPassed())
}

// allPassing is allPassed with the move that is being made, whose consequents ask.
func (k *Lowerer) allPassing() *ir.Expr {
	f := &k.Fields
	all := ir.Within("all", 0, 1)
	var kept []*ir.Stmt
	for _, v := range [...]layout.Var{layout.RunLength, layout.RunPass, layout.Runs, layout.Chain} {
		kept = append(kept, f.Put(v, ir.Read(k.Let("was", f.Get(v)))))
	}
	if k.NobodysMoves != nil {
		kept = append(kept, ir.Write(k.NobodysMoves, ir.Num(0), ir.Read(k.Let("was", ir.At(k.NobodysMoves, ir.Num(0))))))
	}
	k.passes(ir.Calc(ir.Eq, f.Get(layout.Passed), ir.Num(1)))
	k.Add(ir.Put(all, k.allPassed()))
	k.Add(kept...)
	return ir.Read(all)
}

// allPassed reports whether every player has passed in turn (part 3, §12.3).
func (k *Lowerer) allPassed() *ir.Expr {
	f := &k.Fields
	if k.joint != nil {
		return ir.Num(0) // no move is one of the mover alone
	}
	if k.G.Players == 1 {
		return f.Get(layout.RunPass)
	}
	first := ir.Calc(ir.Eq, f.Get(layout.Runs), ir.Num(1))
	return ir.All(f.Get(layout.RunPass), ir.Calc(ir.Le, f.Get(layout.RunLength), ir.Cond(first, ir.Num(2), ir.Num(1))),
		ir.Any(ir.Calc(ir.Le, ir.Num(k.G.Players-1), f.Get(layout.Chain)),
			ir.Calc(ir.Eq, f.Get(layout.Chain), ir.Calc(ir.Sub, f.Get(layout.Runs), ir.Num(1)))))
}

// dispatch calls f for the rule of a number, by halves.
func (k *Lowerer) dispatch(rules []int, number *ir.Expr, f func(rule int)) {
	if len(rules) == 1 {
		f(rules[0])
		return
	}
	mid := len(rules) / 2
	low := k.Inside(func() { k.dispatch(rules[:mid], number, f) })
	high := k.Inside(func() { k.dispatch(rules[mid:], number, f) })
	k.Add(&ir.Stmt{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Lt, number, ir.Num(rules[mid]))}, Body: low, Else: high})
}

// limits ends the play as a draw at the limits of turns and moves.
func (k *Lowerer) limits() {
	f := &k.Fields
	k.If(ir.Any(ir.Calc(ir.Le, ir.Num(k.G.TurnLimit*k.G.Players), f.Get(layout.Turns)),
		ir.Calc(ir.Le, ir.Num(k.G.MoveLimit), f.Get(layout.MoveNumber))),
		func() {
			k.Call(k.draw())
			k.Add(f.Put(layout.Limited, ir.Num(1)), ir.Give(nil))
		})
}

// nextPhases moves the players to their next phases (part 3, §13).
func (k *Lowerer) nextPhases(rules *lgdl.Expr) {
	all := phases(rules)
	if len(all) < 2 {
		return
	}
	f := &k.Fields
	for q := 1; q <= k.G.Players; q++ {
		end := &ir.Label{Name: "next"}
		body := k.Inside(func() {
			was := k.Temp("was", ir.At(f.Phase, ir.Num(q)))
			for i, ph := range all {
				next := transitions(ph)
				if len(next) == 0 {
					continue
				}
				k.If(ir.Calc(ir.Eq, was, ir.Num(i)), func() {
					for j, x := range next {
						k.transition(x, q, k.G.Phases[i].Next[j].Phase, end)
					}
				})
			}
		})
		if len(body) > 0 {
			k.Add(&ir.Stmt{Op: ir.Scope, Label: end, Body: body})
		}
	}
}

func transitions(phase *lgdl.Expr) (next []*lgdl.Expr) {
	if clause.PhaseString(phase).NextPhase() != nil {
		next = append(next, clause.PhaseString(phase).NextPhase())
	}
	if clause.PhaseString(phase).NextPhases() != nil {
		next = append(next, clause.PhaseString(phase).NextPhases().Items...)
	}
	return next
}

// transition moves player q to another phase if one (nextPhase …) says so.
func (k *Lowerer) transition(x *lgdl.Expr, q, to int, end *ir.Label) {
	f := &k.Fields
	who := ir.Num(k.G.Shared())
	switch {
	case clause.NextPhase(x).Player() != nil:
		who = k.PlayerOf(clause.NextPhase(x).Player())
	case clause.NextPhase(x).RoleType() != nil:
		who = k.Role(clause.NextPhase(x).RoleType())
	}
	forAll := ir.Calc(ir.Eq, who, ir.Num(k.G.Shared()))
	k.If(ir.All(ir.Any(forAll, ir.Calc(ir.Eq, who, ir.Num(q))), k.Cond(clause.NextPhase(x).Bool())), func() {
		target := ir.Num(to)
		if to < 0 {
			of := ir.Cond(forAll, ir.Num(k.Mover), who)
			target = ir.Calc(ir.Rem, ir.Calc(ir.Add, ir.At(f.Phase, of), ir.Num(1)), ir.Num(len(k.G.Phases)))
		}
		k.Add(ir.Write(f.Phase, ir.Num(q), target), ir.Leave(end))
	})
}

// ends adds the end rules of the mover's phase, then those of the game.
func (k *Lowerer) ends(rules *lgdl.Expr) {
	all := phases(rules)
	if all[0] == nil {
		k.judged(func() {}, clause.RulesPlay(rules).End())
		return
	}
	k.judged(func() { k.byPhase(k.Mover, len(all), func(i int) { k.end(clause.PhaseString(all[i]).End()) }) },
		clause.RulesPhases(rules).End())
}

// end adds all rules of an (end …) in order, then the end when all have passed.
func (k *Lowerer) end(e *lgdl.Expr) {
	if e == nil {
		return
	}
	f := &k.Fields
	for _, x := range lgdl.Flat(e.Args...) {
		k.endRule(x)
	}
	if !k.G.Has(game.NotAllPass) {
		passed := ir.All(ir.Calc(ir.Eq, f.Get(layout.Over), ir.Num(0)), k.allPassed())
		k.If(passed, func() { k.Call(k.draw()) })
	}
	if k.G.Players > 2 {
		k.Add(f.Put(layout.LossesNow, ir.Num(0)))
	}
}

// partsOf are where a packed candidate comes from and goes, and its data, each found once.
func (k *Lowerer) partsOf(move *ir.Expr) (from, to, data *ir.Expr) {
	from, to = k.Temp("from", transform.FromOf(move)), k.Temp("to", transform.ToOf(move))
	return from, to, k.Temp("data", transform.DataOf(move))
}
