package lower

import (
	"fmt"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// (max Moves …) and (max Captures …) keep the best of a list of moves. The moves are
// listed and made one after the other; for the longest turn, so are the moves that each
// of them lets the mover go on with, and theirs. Among the moves that go on only the best
// count, so that a (max Moves …) on the way may leave all of them in.

// maxTurn bounds the moves of a turn that are looked ahead at; a longer one spoils the play.
const maxTurn = 24

// turns of several moves: the working space of the search for the longest.
type longest struct {
	removals      *tally    // removals of the move that is measured; nil where nobody counts
	taken         *tally    // the sum of the values of the pieces removed; nil likewise
	worthBefore   *ir.Field // the values of pieces before that move, by site, of stacks of the top
	takenLevels   *tally    // with stacks, the same by the level that a removal names, the lowest where it names none
	worthLevels   *ir.Field // the values of pieces before that move, by place
	heightBefore  *ir.Field // the heights of stacks before that move, by site
	comparesAside bool      // moves were compared for their sites alone
	preparing     bool      // what is lowered comes before all moves of a position
	resuming      bool      // what is lowered comes before moves with which the mover goes on
	levelsOn      *ir.Field // by level of the search: the value of the move made last by levels, and the best of that
	level         *ir.Field // by level: entry, end and best of its list, and the value of the move made last
	saved         []*ir.Field
}

// tally is a sum over the move that is made. It is part of the position until the move has been
// made, so that what is tried on the way leaves nothing.
type tally struct{ now, total *ir.Field }

func (k *Lowerer) newTally(name string) *tally {
	return &tally{k.P.Field(name, ir.State, ir.Int, 1), k.P.Field(name+".total", ir.Scratch, ir.Int, 1)}
}

func (t *tally) add(k *Lowerer, v *ir.Expr) {
	if t != nil {
		k.Add(ir.Write(t.now, ir.Num(0), ir.Calc(ir.Add, ir.At(t.now, ir.Num(0)), v)))
	}
}

// close notes the sum of the move that has been made.
func (t *tally) close(k *Lowerer) {
	if t != nil {
		k.Add(ir.Write(t.total, ir.Num(0), ir.At(t.now, ir.Num(0))), ir.Write(t.now, ir.Num(0), ir.Num(0)))
	}
}

// Of is the sum of the move that was made last.
func (t *tally) of() *ir.Expr { return ir.At(t.total, ir.Num(0)) }

// Best emits the moves of e that begin the longest turns, or with captures those that
// capture most. With values what is captured counts as much as it is worth before each move,
// and moves for nothing else.
func (k *Lowerer) Best(e, moves *lgdl.Expr, captures, values bool) {
	switch {
	case values && !k.Stacked() && !k.G.Plain():
		k.No(e, "the values of captured pieces on sites of several types")
	case k.effect || len(k.endings) > 0 || len(k.prefixes) > 0 || len(k.filters) > 0:
		k.No(e, "the best of moves inside others")
	case k.dependsOn(dependsOnAhead).threat:
		k.No(e, "a threat by the best of moves")
	case k.ahead.sites && (!k.preparing || k.dependsOn(dependsOnAhead).stuck):
		k.No(e, "the sites of the best of moves") // their turns would ask for them again
	case k.ahead.sites && k.resuming:
		k.Spoil() // a turn in which moves are compared would be looked at inside of such a turn
		return
	case k.ahead.sites:
		k.comparesAside = true
		k.forSites(func() { k.best(e, moves, captures, values) })
		return
	case k.ahead.on:
		k.Moves(moves) // there is a best move where there is any: none is worth less than nothing
		return
	}
	k.best(e, moves, captures, values)
}

// forSites lowers moves of which the sites are asked for, but which are made to tell which of them are the best.
func (k *Lowerer) forSites(f func()) {
	env, dependent := k.Env, k.dependent
	back := k.aside()
	k.Env, k.ahead, k.preparing = env, look{}, false
	f()
	k.selfMade(dependsOnAhead, dependent)
	k.preparing = true
	back()
}

// best emits the best of moves, which are made to compare them.
func (k *Lowerer) best(e, moves *lgdl.Expr, captures, values bool) {
	if captures {
		k.mostCaptures(e, moves, values)
		return
	}
	if k.level == nil {
		k.level = k.P.Field("levels", ir.Scratch, ir.Int, 4*maxTurn)
		for i := range maxTurn {
			k.saved = append(k.saved, k.P.OwnSnapshot(fmt.Sprintf("turn.%d", i)))
		}
	}
	c, p := k.Candidates, k.Mover
	body, whole, as := k.measured(e, moves, true)
	numbers := transform.Emitted(body)
	if len(numbers) == 0 {
		k.Add(body...) // which may spoil the play
		return
	}
	for _, n := range numbers { // the rules keep what was drawn while the moves were compared
		if k.DrawsIn(k.rules[n].apply.Body) {
			k.No(e, "the best of moves that draw")
		}
	}
	k.players[p].measured = append(k.players[p].measured, numbers...)
	plain := transform.Inlined(&ir.Func{Body: whole})
	k.Add(&ir.Stmt{Op: ir.If, Best: true, Args: []*ir.Expr{ir.Num(0)}, Body: plain, Else: k.Inside(func() {
		base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
		k.Add(transform.Listed(c, body)...)
		k.If(k.hasRivals(base, values), func() { k.Call(k.measure(p, values), base) })
		k.emitListed(base, numbers, as)
	})})
}

// resolved stands among the consequents around a move for the point where those of the move itself are over.
var resolved = &lgdl.Expr{}

// measured lowers moves as they are measured, without the consequents around them, and as they are made: as are the
// numbers of the rules of these by those of the others. By the rules the moves of the longest turns are made action by
// action, so that what the turn has captured is gone before the consequents around them.
func (k *Lowerer) measured(e, moves *lgdl.Expr, long bool) (body, whole []*ir.Stmt, as func(n int) int) {
	outer := k.thens
	k.thens = nil
	body = k.Inside(func() { k.Moves(moves) })
	if k.thens = outer; len(outer) == 0 && (!long || k.CapturedTimes == nil) {
		return body, body, nil
	}
	if long {
		k.thens = append(append([]*lgdl.Expr{}, outer...), resolved)
	}
	whole = k.Inside(func() { k.Moves(moves) })
	k.thens = outer
	of, by := transform.Emissions(body), transform.Emissions(whole)
	if len(of) != len(by) {
		k.No(e, "the best of moves that are not lowered the same way twice")
	}
	numbers := map[int]int{}
	for i, n := range of {
		numbers[n] = by[i]
	}
	return body, whole, func(n int) int { return numbers[n] }
}

// mostCaptures emits the moves that remove most pieces.
func (k *Lowerer) mostCaptures(e, moves *lgdl.Expr, values bool) {
	c := k.Candidates
	saved := k.P.Snapshot("captures")
	body, _, as := k.measured(e, moves, false)
	numbers := transform.Emitted(body)
	if len(numbers) == 0 {
		k.Add(body...) // which may spoil the play
		return
	}
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(transform.Listed(c, body)...)
	end := k.Temp("end", ir.At(c.Count, ir.Num(0)))
	i, kept, best := ir.Within("i", 0, 1<<30), ir.Within("kept", 0, 1<<30), ir.NewLocal("best", ir.I32)
	loop := &ir.Label{Name: "captures"}
	score := k.removals
	if values {
		score = k.taken
	}
	k.If(k.hasRivals(base, values), func() {
		if values {
			k.appraise()
		}
		k.Add(ir.Put(i, base), ir.Put(kept, base), ir.Put(best, ir.Num(0)), &ir.Stmt{Op: ir.Save, Field: saved},
			&ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
				k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
				move := k.Temp("move", ir.At(c.Moves, ir.Read(i)))
				k.Add(ir.Increment(i))
				number := k.Temp("rule", transform.RuleOf(move))
				from, to, data := k.partsOf(move)
				k.StartMove()
				k.dispatch(numbers, number, func(n int) { k.Call(k.rules[n].apply, from, to, data) })
				k.endMove()
				k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
				k.keepBest(move, score.of(), base, kept, best)
			})}, ir.Write(c.Count, ir.Num(0), ir.Read(kept)))
	})
	k.emitListed(base, numbers, as)
}

// hasRivals reports whether the moves listed from an entry on must be compared: one alone is the best of them, unless
// it may be worth less than nothing, which none is that is kept. Where the play has chance it is measured like
// others, as what it leads to may draw.
func (k *Lowerer) hasRivals(base *ir.Expr, values bool) *ir.Expr {
	least := 1
	if worth, _ := k.DatumOn(layout.Worth, ir.Num(0), nil).Range(); values && worth < 0 || k.G.Has(game.Stochastic) {
		least = 0
	}
	return ir.Calc(ir.Lt, ir.Calc(ir.Add, base, ir.Num(least)), ir.At(k.Candidates.Count, ir.Num(0)))
}

// keepBest keeps a move in the list from base to kept if its score is not below the best.
func (k *Lowerer) keepBest(move, score, base *ir.Expr, kept, best *ir.Local) {
	score = k.Temp("score", score)
	k.If(ir.Calc(ir.Lt, ir.Read(best), score), func() { k.Add(ir.Put(kept, base), ir.Put(best, score)) })
	k.If(ir.Calc(ir.Eq, score, ir.Read(best)), func() {
		k.Add(ir.Write(k.Candidates.Moves, ir.Read(kept), move), ir.Increment(kept))
	})
}

// measure is the function that keeps, of the list from an entry on, the moves of a player
// that begin the longest turns.
func (k *Lowerer) measure(p int, values bool) *ir.Func {
	name := fmt.Sprintf("measure.p%d.%v", p, values)
	if fn := k.Known(name); fn != nil {
		return fn
	}
	base := ir.Within("base", 0, 1<<30)
	fn := k.P.Func(name, ir.None, base)
	k.Share(name, fn)
	k.later = append(k.later, func() {
		mover := k.Mover
		k.Mover = p
		fn.Body = k.Inside(func() { k.measureBody(p, values, ir.Read(base)) })
		k.Mover = mover
	})
	return fn
}

// measureBody walks through the turns that the moves of a list begin, in depth. On every
// level the position before its moves is kept, and which of its list comes next.
func (k *Lowerer) measureBody(p int, values bool, base *ir.Expr) {
	c, f := k.Candidates, &k.Fields
	depth, kept := ir.Within("depth", 0, maxTurn-1), ir.Within("kept", 0, 1<<30)
	best, first := ir.NewLocal("best", ir.I32), ir.Num(0)
	appraised := ir.Within("appraised", -1, maxTurn-1) // the level of whose position pieces have been appraised
	at := func(i int) *ir.Expr {
		return ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Read(depth), ir.Num(4)), ir.Num(i))
	}
	const entry, end, most, own = 0, 1, 2, 3
	get := func(i int) *ir.Expr { return ir.At(k.level, at(i)) }
	set := func(i int, v *ir.Expr) { k.Add(ir.Write(k.level, at(i), v)) }
	snapshot := func(op ir.StmtOp) {
		all := make([]int, maxTurn)
		for i := range all {
			all[i] = i
		}
		k.dispatch(all, ir.Read(depth), func(i int) { k.Add(&ir.Stmt{Op: op, Field: k.saved[i]}) })
	}
	found := func(on *ir.Expr) { // the move that was made last begins a turn that comes to so much behind it
		v := k.Temp("v", ir.Calc(ir.Add, get(own), on))
		snapshot(ir.Restore)
		k.Choose(ir.Calc(ir.Eq, ir.Read(depth), first), func() {
			move := k.Temp("move", ir.At(c.Moves, ir.Calc(ir.Sub, get(entry), ir.Num(1))))
			k.keepBest(move, v, base, kept, best)
		}, func() {
			if values && k.levelsOn != nil {
				k.bestByLevels(ir.Read(depth), on, v, get(most), func(v *ir.Expr) { set(most, v) })
				return
			}
			k.If(ir.Calc(ir.Lt, get(most), v), func() { set(most, v) })
		})
	}
	k.Add(ir.Put(depth, first), ir.Put(kept, base), ir.Put(best, ir.Num(0)), ir.Put(appraised, ir.Num(-1)))
	set(entry, base)
	set(end, ir.At(c.Count, ir.Num(0)))
	snapshot(ir.Save)
	k.Loop("turns", 0, func(loop *ir.Label) {
		k.Choose(ir.Calc(ir.Lt, get(entry), get(end)), func() {
			move := ir.NewLocal("move", ir.I64)
			k.Add(ir.Put(move, ir.At(c.Moves, get(entry))))
			set(entry, ir.Calc(ir.Add, get(entry), ir.Num(1)))
			if values { // the positions of other levels have been appraised in between
				k.If(ir.Calc(ir.Ne, ir.Read(appraised), ir.Read(depth)), func() {
					k.appraise()
					k.Add(ir.Put(appraised, ir.Read(depth)))
				})
			}
			k.Call(k.players[p].turn, ir.Read(move))
			if values {
				v := k.taken.of()
				if k.takenLevels != nil { // by the rules moves are compared by other levels than turns
					low := k.Temp("low", k.takenLevels.of())
					v = ir.Cond(ir.Calc(ir.Eq, ir.Read(depth), first), low, v)
					k.Add(ir.Write(k.levelsOn, ir.Calc(ir.Mul, ir.Read(depth), ir.Num(2)), low))
				}
				set(own, v)
			} else {
				set(own, ir.Num(1))
			}
			over := ir.Any(ir.Calc(ir.Ne, f.Get(layout.Over), ir.Num(0)), ir.Calc(ir.Ne, f.Get(layout.Mover), ir.Num(p)))
			k.Choose(over, func() { found(ir.Num(0)) }, func() {
				k.Choose(ir.Calc(ir.Eq, ir.Read(depth), ir.Num(maxTurn-1)), func() {
					k.Add(ir.Write(c.Fault, ir.Num(0), ir.Num(1)))
					found(ir.Num(0))
				}, func() {
					from := k.Temp("from", ir.At(c.Count, ir.Num(0)))
					k.Call(k.goingOn(p))
					k.Add(ir.Increment(depth), ir.Put(appraised, ir.Num(-1)))
					set(entry, from)
					set(end, ir.At(c.Count, ir.Num(0)))
					set(most, ir.Num(0))
					if values && k.levelsOn != nil {
						k.Add(ir.Write(k.levelsOn, position.Plus(ir.Calc(ir.Mul, ir.Read(depth), ir.Num(2)), 1), ir.Num(0)))
					}
					snapshot(ir.Save)
				})
			})
		}, func() {
			k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(depth), first), ir.Leave(loop)))
			longest := k.Temp("longest", get(most))
			k.Add(ir.Decrement(depth))
			// The list of the level goes, that below it stays.
			k.Add(ir.Write(c.Count, ir.Num(0), get(end)))
			found(longest)
		})
	})
	k.Add(ir.Write(c.Count, ir.Num(0), ir.Read(kept)))
}

// bestByLevels notes that a move on the way, with which a turn goes on, comes to v with the best that follows: of the
// moves that are best by the levels that removals name, which alone are legal, the one that is worth most by tops.
func (k *Lowerer) bestByLevels(depth, on, v, most *ir.Expr, set func(v *ir.Expr)) {
	own := k.Temp("place", ir.Calc(ir.Mul, depth, ir.Num(2)))
	low := k.Temp("low", ir.Calc(ir.Add, ir.At(k.levelsOn, own), on))
	best := k.Temp("best", ir.At(k.levelsOn, position.Plus(own, 1)))
	k.Choose(ir.Calc(ir.Lt, best, low), func() {
		k.Add(ir.Write(k.levelsOn, position.Plus(own, 1), low))
		set(v)
	}, func() {
		k.If(ir.All(ir.Calc(ir.Eq, best, low), ir.Calc(ir.Lt, most, v)), func() { set(v) })
	})
}

// listOn lists the moves with which a player goes on in a phase. Where they are compared by levels they must all be the
// best of the same moves: other plays are spoilt.
func (k *Lowerer) listOn(gen *ir.Func) {
	c := k.Candidates
	if k.levelsOn == nil {
		k.Add(transform.Listed(c, transform.AllOf(gen, nil))...)
		return
	}
	ranked, groups := k.Var("ranked", 0, 1<<30, ir.Num(0)), k.Var("groups", 0, 1<<30, ir.Num(0))
	before := k.Temp("before", ir.At(c.Count, ir.Num(0)))
	k.Add(transform.Listed(c, transform.AllOf(gen, func(body []*ir.Stmt) []*ir.Stmt {
		was := ir.Within("was", 0, 1<<30)
		more := ir.Calc(ir.Sub, ir.At(c.Count, ir.Num(0)), ir.Read(was))
		return append(append([]*ir.Stmt{ir.Put(was, ir.At(c.Count, ir.Num(0)))}, body...),
			ir.When(more, ir.Put(ranked, ir.Calc(ir.Add, ir.Read(ranked), more)), ir.Increment(groups)))
	}))...)
	listed := ir.Calc(ir.Sub, ir.At(c.Count, ir.Num(0)), before)
	k.SpoilIf(ir.Any(ir.Calc(ir.Lt, ir.Num(1), ir.Read(groups)), ir.Calc(ir.Ne, ir.Read(ranked), listed)))
}

// goingOn is the function that lists the legal moves of a player who goes on.
func (k *Lowerer) goingOn(p int) *ir.Func {
	if k.joint != nil {
		k.No(nil, "the longest moves of players who decide at the same time")
	}
	name := fmt.Sprintf("goingOn.p%d", p)
	c, f := k.Candidates, &k.Fields
	return k.Shared(name, ir.None, func() {
		from := k.Temp("from", ir.At(c.Count, ir.Num(0)))
		begin := k.Inside(func() { k.beginBy(p, k.players[p].goOn) })
		if k.DrawsIn(begin) { // inside of a turn the rules draw in another order
			was := ir.NewLocal("was", ir.I64)
			k.Add(ir.Put(was, ir.At(f.Rng, ir.Num(0))))
			k.Add(begin...)
			k.SpoilIf(ir.Calc(ir.Ne, ir.Read(was), ir.At(f.Rng, ir.Num(0))))
		} else {
			k.Add(begin...)
		}
		k.unstick(p)
		k.byPhase(p, len(k.players[p].gens), func(i int) {
			k.listOn(k.players[p].gens[i])
		})
		k.If(ir.Calc(ir.Eq, ir.At(c.Count, ir.Num(0)), from), func() {
			k.Add(ir.Write(c.Moves, from, transform.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))),
				ir.Write(c.Count, ir.Num(0), ir.Calc(ir.Add, from, ir.Num(1))))
		})
	})
}

// newValues lays out what is needed to compare moves by what they capture is worth.
func (k *Lowerer) newValues() {
	k.taken = k.newTally("taken")
	k.worthBefore = k.P.Field("worth.before", ir.Scratch, ir.Int, k.Fields.Sites)
}

// newLevels lays out what is needed besides where pieces stand on one another.
func (k *Lowerer) newLevels() {
	if f := &k.Fields; k.Stacked() && k.taken != nil {
		k.takenLevels = k.newTally("taken.levels")
		k.worthLevels = k.P.Field("worth.levels", ir.Scratch, ir.Int, f.Sites*f.Height)
		k.heightBefore = k.P.Field("height.before", ir.Scratch, ir.Int, f.Sites)
		k.levelsOn = k.P.Field("levels.on", ir.Scratch, ir.Int, 2*maxTurn)
	}
}

// appraise notes what the pieces on all sites are worth.
func (k *Lowerer) appraise() {
	fn := k.SharedOf("appraise", ir.None, nil, func([]*ir.Expr) {
		n := k.Fields.Sites
		k.Rounds(ir.Num(0), ir.Num(n), n, func(site *ir.Expr) {
			if k.worthLevels == nil {
				k.Add(ir.Write(k.worthBefore, site, k.DatumOn(layout.Worth, site, nil)))
				return
			}
			height := k.Temp("height", ir.At(k.Fields.Stacks.Size, site))
			k.Add(ir.Write(k.heightBefore, site, height), ir.Write(k.worthBefore, site, ir.Num(0)))
			k.If(height, func() {
				k.Add(ir.Write(k.worthBefore, site, k.DatumOn(layout.Worth, site, nil)))
				k.Rounds(ir.Num(0), height, k.Fields.Height, func(level *ir.Expr) {
					k.Add(ir.Write(k.worthLevels, k.LevelAt(site, level), k.DatumOn(layout.Worth, site, level)))
				})
			})
		})
	})
	k.Call(fn)
}

// CountRemoval notes that a piece is removed from a site, where moves are compared by captures: from a level that the
// removal names, nil for none.
func (k *Lowerer) CountRemoval(site, level *ir.Expr) {
	k.removals.add(k, ir.Num(1))
	if k.taken == nil || k.InType != 0 {
		return
	}
	k.taken.add(k, k.Element(k.worthBefore, site))
	if k.takenLevels == nil {
		return
	}
	if level == nil {
		level = ir.Num(0)
	}
	site, level = k.Temp("site", site), k.Temp("level", level)
	there := ir.Calc(ir.Below, level, k.Temp("height", k.Element(k.heightBefore, site)))
	k.takenLevels.add(k, ir.Cond(there, ir.At(k.worthLevels, k.LevelAt(site, level)), ir.Num(0)))
}

// comparesCaptures reports whether a clause keeps the moves that capture most.
func comparesCaptures(e *lgdl.Expr) bool {
	return e.Any(func(x *lgdl.Expr) bool { return isBest(x) && x.Selector() == "Captures" })
}

// comparesValues reports whether a clause keeps the moves that capture what is worth most.
func comparesValues(e *lgdl.Expr) bool {
	return e.Any(func(x *lgdl.Expr) bool { return isBest(x) && clause.MaxMoves(x).WithValue() != nil })
}

// isBest reports whether something is a clause that keeps the best of its moves.
func isBest(e *lgdl.Expr) bool { return e.Kind == lgdl.Clause && e.Form != nil && keepsBest(e.Form) }

func keepsBest(f *lgdl.Form) bool { return strings.HasPrefix(f.Text, "(max maxMovesType ") }
