package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// In some games all moves of a position begin with the same other moves: the dice are
// thrown, and the moves are those of the position with the dice as they fell,
// (do (roll) next:…). As every move has them in front, they are made once, on the
// position itself, before its moves are listed or counted. Which of the clauses on the
// way to the moves have been taken is noted, for their conditions may be false by then.

// beginning is what is known of the moves that others begin with, while the moves of a
// player in a phase are lowered.
type beginning struct {
	branches map[*lgdl.Expr]*ir.Expr // what moves begin with and the (if …) on the way to it: whether it was taken
	barren   bool                    // what was made before the moves may be taken back, if there are none
	chance   bool                    // what is lowered is asked once, before the moves: it may draw

	// pended are the sites that what moves begin with made pending, empty where nothing has begun; nil where
	// none ever are. They are all that is pending once one of the moves is made.
	pended *ir.Field

	listsMoves   bool              // what is lowered are the legal moves of a position
	seed         *ir.Field         // the state from which they are drawn, see drawnMoves; nil where none are
	byDraws      map[*ir.Func]bool // the generators of those that are
	findsByDraws bool              // what has been lowered of the moves of a phase draws
	ruleOrder    bool              // there are such: moves are found in the order of the rules

	priors []*lgdl.Expr // what the moves that are lowered begin with, whether or not it has been made

	resolver resolver
}

// noMoves is the bit of a position in which the moves that others should begin with
// allowed none, and have been taken back.
const noMoves = 1 << 30

// maxBranches bounds the branches on the way to what moves begin with.
const maxBranches = 26

// begins reports whether moves are (do … next:…), or an (if …) or the best of moves with such.
func begins(e *lgdl.Expr) bool {
	if e == nil || e.Kind != lgdl.Clause || e.Form == nil {
		return false
	}
	switch e.Form.Text {
	case "(do moves [next:moves] [ifAfterwards:bool] [(then)])":
		a := clause.Do(e)
		return a.Next() != nil || a.IfAfterwards() != nil && begins(a.Moves())
	case "(if bool moves [moves] [(then)])":
		return begins(clause.IfBoolMoves(e).Moves1()) || begins(clause.IfBoolMoves(e).Moves2())
	case "(max maxMovesType [withValue:bool] moves [(then)])":
		// What is captured on the way to the moves counts for all of them alike, but for its values.
		return clause.MaxMoves(e).WithValue() == nil && begins(clause.MaxMoves(e).Moves())
	}
	return false
}

// prepare is the function that makes what all moves of a play begin with; nil for
// nothing.
func (k *Lowerer) prepare(play *lgdl.Expr) *ir.Func {
	k.branches, k.barren = nil, false
	if k.puzzle != nil {
		return k.puzzle.renew
	}
	if !begins(play) {
		return nil
	}
	if k.Thrown == nil {
		k.Thrown = k.P.Field("thrown", ir.State, ir.Int, 1)
	}
	if k.pended == nil && k.AnyForm(makesPending) && play.Any(setsPending) {
		k.pended = k.P.Sets("pended", ir.State, 1)
	}
	k.branches = map[*lgdl.Expr]*ir.Expr{}
	return k.Func("begin", ir.None, func() {
		k.If(ir.Calc(ir.Not, ir.At(k.Thrown, ir.Num(0))), func() {
			k.Add(ir.Write(k.Thrown, ir.Num(0), ir.Num(1)))
			k.before(play)
		})
	})
}

// prepareBoth is what prepare makes, and the same for moves with which a player goes on with a turn that is looked at.
func (k *Lowerer) prepareBoth(play *lgdl.Expr) (begin, goOn *ir.Func) {
	k.comparesAside = false
	begin = k.prepare(play)
	if !k.comparesAside {
		return begin, begin
	}
	k.resuming = true
	goOn = k.prepare(play)
	k.resuming = false
	return begin, goOn
}

// setsPending reports whether a clause makes sites pending.
func setsPending(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && makesPending(e.Form)
}

// onlyPends reports whether all that effects do is to make sites pending.
func onlyPends(e *lgdl.Expr) bool { return setsPending(e) && clause.SetPending(e).Then() == nil }

func makesPending(f *lgdl.Form) bool { return f.Text == "(set Pending [int | sites] [(then)])" }

// Before adds what comes before the moves of a clause.
func (k *Lowerer) before(e *lgdl.Expr) {
	if !begins(e) {
		return
	}
	if e.Form.Keyword == "max" {
		k.before(clause.MaxMoves(e).Moves())
		return
	}
	bit := len(k.branches) + 1
	if bit > maxBranches {
		k.No(e, "more than %d branches before the moves", maxBranches)
	}
	k.branches[e] = ir.Calc(ir.And, ir.Calc(ir.Shr, ir.At(k.Thrown, ir.Num(0)), ir.Num(bit)), ir.Num(1))
	if e.Form.Keyword == "if" {
		a, chance := clause.IfBoolMoves(e), k.chance
		k.chance = true
		cond := k.Bool(a.Bool())
		k.chance = chance
		if cond.Is(0) || cond.Is(1) { // what is not lowered here is not lowered with the moves, either
			k.branches[e] = cond
		}
		k.Choose(cond, func() {
			k.Add(ir.Write(k.Thrown, ir.Num(0), ir.Calc(ir.Or, ir.At(k.Thrown, ir.Num(0)), ir.Num(1<<bit))))
			k.before(a.Moves1())
		}, func() { k.before(a.Moves2()) })
		return
	}
	a := clause.Do(e)
	if a.Next() == nil { // a condition on what the moves lead to
		saved := k.P.Snapshot("undone")
		k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
		k.before(a.Moves())
		k.undo(e, saved)
		return
	}
	// Without dice, or with a condition on what the moves lead to, there may be no move:
	// then nothing has been done.
	undone := k.Dice == nil || a.IfAfterwards() != nil
	var saved *ir.Field
	if undone {
		saved = k.P.Snapshot("undone")
		k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	}
	making, preparing := k.making, k.preparing
	k.making, k.preparing = true, true
	first := k.Inside(func() { k.performFew(a.Moves()) })
	k.making, k.preparing = making, preparing
	if does := ir.Effects(first); k.pended == nil &&
		(does.Unknown || k.PendingSites != nil && does.Writes.Has(k.PendingSites)) {
		k.No(e, "pending sites before the moves")
	}
	k.Add(first...)
	k.before(a.Next())
	if undone {
		k.undo(e, saved)
	}
}

// undo takes back what was made before the moves of a clause, if there are none.
func (k *Lowerer) undo(e *lgdl.Expr, saved *ir.Field) {
	k.barren = true
	gen := k.Func("begun", ir.None, func() { k.Moves(e) })
	k.If(ir.Calc(ir.Not, k.existsIn(gen)), func() {
		k.Add(&ir.Stmt{Op: ir.Restore, Field: saved}, ir.Write(k.Thrown, ir.Num(0), ir.Num(noMoves)))
	})
}

// Legal lowers the moves of a play.
func (k *Lowerer) legal(play *lgdl.Expr) {
	k.supported(func() { k.unrepeated(func() { k.allowed(play) }) })
}

func (k *Lowerer) allowed(play *lgdl.Expr) {
	if k.barren {
		k.If(ir.Calc(ir.Ne, ir.At(k.Thrown, ir.Num(0)), ir.Num(noMoves)), func() { k.Moves(play) })
	} else {
		k.Moves(play)
	}
	k.pie()
}

// begin makes what the moves of a player begin with.
func (k *Lowerer) begin(p int) { k.beginBy(p, k.players[p].begin) }

// beginBy calls the function of the phase that a player is in, if there is one.
func (k *Lowerer) beginBy(p int, fns []*ir.Func) {
	for _, f := range fns {
		if f != nil {
			k.byPhase(p, len(fns), func(i int) {
				if fn := fns[i]; fn != nil {
					k.Call(fn)
				}
			})
			return
		}
	}
}

// Begun ends what the moves began with: a move has been chosen.
func (k *Lowerer) begun() {
	if k.Thrown != nil {
		k.Add(ir.Write(k.Thrown, ir.Num(0), ir.Num(0)))
	}
	if k.seed != nil {
		k.Add(ir.Write(k.seed, ir.Num(0), ir.Long(0)))
	}
}

// Branch is whether the first branch of an (if …) was taken before the moves were
// listed; false for one that is not on the way to what they begin with.
func (k *Lowerer) Branch(e *lgdl.Expr) (taken *ir.Expr, ok bool) {
	if taken, ok = k.branches[e]; !ok || k.effect {
		return taken, false
	}
	in := k.dependsOn(dependsOnThreat | dependsOnStuck)
	return taken, !in.threat && !in.stuck
}

// Begun lowers the moves of a (do prior next:moves) after which cond, unless it is nil,
// must hold.
func (k *Lowerer) Begun(e, next, cond *lgdl.Expr) {
	priors := k.priors
	k.priors = append(priors[:len(priors):len(priors)], clause.Do(e).Moves())
	k.begunMoves(e, next, cond)
	k.priors = priors
}

// unrepeatable reports whether a clause is of effects of which it may matter that they are made twice.
func unrepeatable(e *lgdl.Expr) bool {
	if e.Kind != lgdl.Clause || e.Form == nil || !strings.HasPrefix(e.Form.Result, "moves") {
		return e.Is("then")
	}
	return !slices.Contains([]string{"set", "roll", "and", "or", "if", "forEach"}, e.Form.Keyword)
}

func (k *Lowerer) begunMoves(e, next, cond *lgdl.Expr) {
	if k.effect {
		k.effects(e, next, cond)
		return
	}
	_, known := k.branches[e]
	in := k.dependsOn(dependsOnThreat | dependsOnStuck)
	switch {
	case in.threat:
		// What is asked is asked of the position as it is (part 4, §1.14).
		k.Moves(next)
		return
	case in.stuck && k.Dice == nil && cond == nil && len(k.filters) == 0 && onlyPends(clause.Do(e).Moves()) &&
		!next.Any(asksPending):
		k.Moves(next) // whether there is one does not depend on it
		return
	case in.stuck && k.Dice != nil && cond == nil && len(k.filters) == 0:
		k.forcedPass() // a player whose dice allow no move passes
		return
	case in.stuck && k.Dice != nil:
		k.No(e, "a look ahead at what the dice will show")
	case in.stuck || !known:
		if cond != nil {
			k.Filter(cond, func() { k.behind(e, next) })
		} else {
			k.behind(e, next)
		}
		return
	}
	list := func() {
		if k.Dice == nil {
			k.Moves(next)
			return
		}
		if len(k.filters) > 0 {
			k.players[k.Mover].throwsAgain = k.G.ReadsStuck
			k.Choose(k.allow(next), func() { k.Moves(next) }, k.forcedPass)
			return
		}
		gen := k.Sub("next", func() { k.Moves(next) })
		k.Choose(k.existsIn(gen), func() { k.Add(transform.Inlined(gen)...) }, k.forcedPass)
	}
	if cond == nil {
		list()
		return
	}
	k.Filter(cond, list)
}

// allow reports whether dice allow a move: whether any is found, be it legal by the conditions around or not.
// By the rules a player whose moves all fail those is not one who passes because of his dice.
func (k *Lowerer) allow(next *lgdl.Expr) *ir.Expr {
	filters, on := k.filters, k.ahead.on
	k.filters, k.ahead.on = nil, true // what is only asked for needs no rules
	gen := k.Sub("allow", func() { k.Moves(next) })
	k.filters, k.ahead.on = filters, on
	return k.existsIn(gen)
}

// effects lowers effects that begin with others. A single one is made on the position that
// the others lead to.
func (k *Lowerer) effects(e, next, cond *lgdl.Expr) {
	a := clause.Do(e)
	if cond != nil {
		k.No(e, "effects that begin with other moves")
	}
	if prior := a.Moves(); prior.Is("do") && clause.Do(prior).IfAfterwards() != nil {
		k.No(prior, "effects that begin with others which have a condition afterwards")
	}
	if next.Any(pendsMany) {
		k.No(next, "sites that are pending where each effect begins with others") // all are one
	}
	if k.early && k.Dice == nil && (k.fronts == nil || !k.fronts.apart) {
		k.foundBefore(e, next)
		return
	}
	thens := k.thens
	k.thens = nil
	defer func() { k.thens = thens }()
	after := func() { // every effect has the consequents of the clauses around it
		for i := len(thens) - 1; i >= 0; i-- {
			k.Then(thens[i])
		}
	}
	several := false
	r := k.EmitLate(nil, func() {
		several = k.manyEffects(next)
		if k.Dice != nil && (several || k.manyEffects(a.Moves())) {
			k.No(e, "several effects that begin with other moves, in a game with dice")
		}
		priors, _ := priorsOf(a.Moves(), next)
		switch inOrder := k.inOrder(a.Moves()); {
		case inOrder && k.Dice != nil:
			k.No(e, "effects that begin with moves whose order matters, in a game with dice")
		case inOrder || several && k.hard(priors):
			k.resolved(e, a.Moves(), next, after)
			return
		case several:
			k.several(e, a.Moves(), next, after)
			return
		}
		saved := k.P.Snapshot("undone")
		k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
		k.Uncounted(func() { k.inFront(func() { k.Perform(a.Moves()) }) })
		found := ir.Within("found", 0, 1)
		inner := k.Inside(func() {
			k.PerformAll(func() {
				body := k.Inside(func() { k.Moves(next) })
				k.Add(transform.Noted(body, ir.Put(found, ir.Num(1)))...)
			})
		})
		k.Add(ir.Put(found, ir.Num(0)))
		k.Add(inner...)
		k.Choose(ir.Read(found), after, func() {
			if k.Dice == nil {
				k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
				return
			}
			k.LogDecision(game.ActPass) // where dice allow no move the rules pass, here too
			after()
		})
	})
	if several {
		k.beSeveral(r)
	}
}

// behind lowers moves that begin with others wherever they stand: they are listed on
// the position that the others lead to, and emitted on the position as it is.
func (k *Lowerer) behind(e, next *lgdl.Expr) {
	c, saved := k.Candidates, k.P.Snapshot("undone")
	k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	making := k.making
	k.making = making || k.chance
	prior := clause.Do(e).Moves()
	order := k.reordered(prior, next)
	first := k.Inside(func() {
		if order {
			k.inFront(func() { k.Perform(prior) })
		} else {
			k.performFew(prior)
		}
	})
	k.making = making
	draws := k.DrawsIn(first)
	if draws && !k.chance {
		k.No(e, "a draw before the moves")
	}
	k.Add(first...)
	var idle *ir.Expr // whether the dice allow no move, where that is not what is listed
	if k.Dice != nil && len(k.filters) > 0 {
		idle = k.Temp("idle", ir.Calc(ir.Not, k.allow(next)))
	}
	outer, once := k.prefixes, k.BeforeLoop
	prefixes := append(append([]prefix{}, outer...), prefix{prior, k.Env, order})
	k.prefixes, k.BeforeLoop = prefixes, nil // the position is another one
	body := k.Inside(func() { k.Moves(next) })
	k.prefixes, k.BeforeLoop = outer, once
	if draws && k.DrawsIn(body) { // by tests that make the moves with what they begin with
		k.No(e, "a draw before moves that are tested")
	}
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(transform.Listed(c, body)...)
	k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
	if k.Dice != nil && idle == nil {
		idle = k.Temp("idle", ir.Calc(ir.Eq, ir.At(c.Count, ir.Num(0)), base))
	}
	if numbers := transform.Emitted(body); len(numbers) > 0 {
		k.emitListed(base, numbers, nil)
	}
	if k.Dice != nil { // a player whose dice allow no move passes: that is none of those that are listed
		k.If(idle, func() {
			k.prefixes = prefixes
			k.forcedPass()
			k.prefixes = outer
		})
	}
}

// forcedPass emits the decision to pass of a player who has no other move.
func (k *Lowerer) forcedPass() {
	deciding := k.deciding
	k.deciding = true
	k.EmitPass(nil)
	k.deciding = deciding
}

// emitListed emits the candidates of the list from an entry on, which it takes off;
// numbers are those of their rules, and as says of which rules they are emitted, unless of their own.
func (k *Lowerer) emitListed(base *ir.Expr, numbers []int, as func(n int) int) {
	c := k.Candidates
	end := k.Temp("end", ir.At(c.Count, ir.Num(0)))
	i := ir.Within("i", 0, 1<<30)
	k.Add(ir.Write(c.Count, ir.Num(0), base), ir.Put(i, base))
	k.Loop("listed", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
		// Those that are listed again take the places of those that have been read.
		k.emitEntry(numbers, as, ir.Read(i))
		k.Add(ir.Increment(i))
	})
}

// Ending lowers moves of which each ends, before its consequents, with more: look is
// called where the move begins, and what it returns where it ends.
func (k *Lowerer) Ending(look func() func(), f func()) {
	outer := k.endings
	k.endings = append(append([]func() func(){}, outer...), look)
	f()
	k.endings = outer
}

// withEndings adds a move and what it ends with, that of the clauses inside first.
func (k *Lowerer) withEndings(endings []func() func(), move func()) {
	var last []func()
	for _, look := range endings {
		last = append(last, look())
	}
	move()
	for i := len(last) - 1; i >= 0; i-- {
		last[i]()
	}
}
