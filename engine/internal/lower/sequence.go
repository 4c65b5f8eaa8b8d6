package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// What lasts for a turn of several moves: the sites that its moves have visited, and
// the pieces that are captured but stay on the board until it ends.

func (k *Lowerer) sequences() {
	best := k.Rules.AnyForm(keepsBest)
	if best && comparesCaptures(k.G.Root()) {
		k.removals = k.newTally("removals")
	}
	if best && comparesValues(k.G.Root()) {
		k.newValues()
	}
	if k.G.Has(game.Visited) {
		k.Visited = k.P.Sets("visited", ir.State, 1)
	}
	if k.G.Has(game.SequenceCapture) {
		k.Captured, k.Cleared = k.P.Sets("captured", ir.State, 1), k.P.Sets("cleared", ir.State, 1)
		k.GoesOn = k.P.Field("goesOn", ir.State, ir.Int, 1)
		if k.G.Stacks { // by site
			k.CapturedTimes = k.P.Field("captured.times", ir.State, ir.Int, k.Fields.Sites)
		}
	}
}

// sequenceFields lays the order of captures out, where the order of the lists depends on it.
func (k *Lowerer) sequenceFields() {
	k.newLevels()
	if k.Captured != nil && k.Fields.Lists != nil && k.G.SwapsPlaces() {
		k.CapturedOrder = k.P.Field("captured.order", ir.State, ir.Int, k.Fields.Sites)
		k.CapturedNumber = k.P.Field("captured.number", ir.State, ir.Int, 1)
	}
}

// Visiting asks a condition with the sites of the last move among the visited ones,
// which they are not afterwards.
func (k *Lowerer) Visiting(cond func() *ir.Expr) *ir.Expr {
	f := &k.Fields
	if k.Visited == nil {
		return cond()
	}
	if k.Env.To != nil && !k.acting && !k.atEnd { // what is asked for one site changes what is asked for the next
		k.No(k.clause, "moves that are looked for in the condition on a site, in a game that asks for visited sites")
	}
	each := func(op ir.StmtOp) {
		for _, v := range [...]layout.Var{layout.LastFrom, layout.LastTo} {
			site := k.Temp("site", f.Get(v))
			k.If(ir.Calc(ir.Below, site, ir.Num(f.Sites)), func() { k.Add(position.Change(op, k.Visited, site)) })
		}
	}
	each(ir.Include)
	can := k.Temp("can", ir.Calc(ir.Ne, cond(), ir.Num(0)))
	each(ir.Exclude)
	return can
}

// SetNext says who moves next.
func (k *Lowerer) SetNext(p *ir.Expr) {
	if k.GoesOn != nil {
		k.Add(ir.Write(k.GoesOn, ir.Num(0), ir.Num(1)))
	}
	k.Log(game.ActSetNextPlayer, p)
	k.Add(k.Fields.Put(layout.Next, p))
}

// endMove ends a move, its consequents included: unless it has said who moves next, the
// pieces that the turn has captured are removed (part 3, §8.5).
func (k *Lowerer) endMove() {
	k.endTried()
	k.removals.close(k)
	k.taken.close(k)
	k.takenLevels.close(k)
}

// endTried ends a move that is tested, which may happen between the end of another one and the question how much that
// has captured: what is counted of it goes as the position is put back.
func (k *Lowerer) endTried() {
	k.endSequence()
	if k.PendedOnce != nil {
		k.Store(k.PendedOnce, k.None())
	}
}

func (k *Lowerer) endSequence() {
	if k.Captured == nil {
		return
	}
	k.clearCaptured(false, func(*ir.Expr) {})
	k.If(ir.Calc(ir.Not, ir.At(k.GoesOn, ir.Num(0))), k.ForgetCaptured)
	// What is about this move alone is no part of the position after it.
	k.Add(position.Emptied(k.Cleared, k.None()), ir.Write(k.GoesOn, ir.Num(0), ir.Num(0)))
}

// clearEarly removes what the turn has captured before the end of the move, after which it still counts as captured.
func (k *Lowerer) clearEarly() {
	if k.Captured != nil {
		k.Undecided(func() {
			k.clearCaptured(true, func(site *ir.Expr) { k.Add(position.Change(ir.Include, k.Cleared, site)) })
		})
	}
}

// clearCaptured removes what the turn has captured, unless the move has said who moves next, and adds what f adds for
// each site of that; again, in the order in which the rules make these actions again, with the move that is the best.
func (k *Lowerer) clearCaptured(again bool, f func(site *ir.Expr)) {
	k.If(ir.Calc(ir.Not, ir.At(k.GoesOn, ir.Num(0))), func() {
		// A site that the move itself has cleared is not cleared again.
		gone := ir.SetAt(k.Cleared, ir.Num(0))
		if k.Stacked() { // but where there is nothing left
			gone = ir.SetAt(k.Fields.Empty, ir.Num(0))
		}
		k.EachCaptured(gone, func(site *ir.Expr) {
			if k.Stacked() {
				k.clearLevels(site, again)
			} else {
				k.clears(site, nil)
				k.TakeOff(site)
			}
			f(site)
		})
	})
}

// clears notes that a captured piece is removed.
func (k *Lowerer) clears(site, level *ir.Expr) {
	k.Observer.CountRemoval(site, level)
	if k.ActLog != nil {
		k.log(game.ActRemove, false, k.G.DefaultType, k.G.DefaultType, site, site, nil)
	}
}

// clearLevels removes as many levels of a stack as were captured, whichever they were: the lowest ones, the highest of
// them first. Made again, the lowest is the first, after which there are fewer levels than the last of them names: then
// the top goes, but stays listed. By the rules what is left of the stack is captured once more then.
func (k *Lowerer) clearLevels(site *ir.Expr, again bool) {
	times, height := k.Temp("times", ir.At(k.CapturedTimes, site)), k.Temp("height", k.SizeAt(site))
	if k.capturesAgain() {
		k.SpoilIf(ir.Calc(ir.Ne, times, height))
	}
	n := k.Temp("n", ir.Cond(ir.Calc(ir.Lt, times, height), times, height))
	k.Rounds(ir.Num(0), n, k.Fields.Height, func(i *ir.Expr) {
		level := i
		if !again {
			level = k.Temp("level", position.Plus(ir.Calc(ir.Sub, n, i), -1))
		}
		k.clears(site, level)
		k.clearLevel(site, level)
	})
}

// capturesAgain reports whether levels of stacks that wait to be removed may be, with a move that has been looked at
// before as a whole.
func (k *Lowerer) capturesAgain() bool {
	return k.CapturedTimes != nil &&
		k.Rules.AnyRule(func(x *lgdl.Expr) bool { return isBest(x) && x.Selector() == "Moves" })
}
