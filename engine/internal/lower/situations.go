package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Where situations must not come back (part 3, §15), their hash is that of the position with whose turn it is and what
// else they are told apart by. These numbers are written beside the position before it is hashed.

// situations lays them out.
func (k *Lowerer) situations(r *layout.Repetition) {
	g := k.G
	if g.Mode != game.Alternating || g.Has(game.Stochastic) || len(g.Dice) > 0 {
		k.No(g.Root(), "situations that must not come back, beside chance or decisions at the same time")
	}
	if k.AnyRule(setsPending) {
		k.Pendings()
	}
	n := layout.SituationNumbers
	if g.Has(game.HashScores) {
		n += g.Players + 1
	}
	r.Passes = k.P.Field("passes", ir.State, ir.Int, 1)
	r.Situation = k.P.Field("situation", ir.Scratch, ir.Int, n)
}

// situation writes the numbers of the present situation, in the order of layout.loadSituation.
func (k *Lowerer) situation() {
	x, f := k.Repetition.Situation, &k.Fields
	if x == nil {
		return
	}
	passes := k.Temp("passes", ir.At(k.Repetition.Passes, ir.Num(0)))
	list := [layout.SituationNumbers]*ir.Expr{f.Get(layout.Mover), f.Get(layout.Next), f.Get(layout.Prev),
		f.Get(layout.Active), f.Get(layout.Triggered), f.Get(layout.Stuck),
		ir.Calc(ir.Rem, f.Get(layout.TurnMoves), ir.Num(layout.TurnMovesTold)),
		ir.Cond(ir.Calc(ir.Lt, passes, ir.Num(game.MostPasses)), passes, ir.Num(game.MostPasses))}
	for i, v := range list {
		k.Add(ir.Write(x, ir.Num(i), v))
	}
	for i := layout.SituationNumbers; i < x.Len; i++ {
		k.Add(ir.Write(x, ir.Num(i), ir.At(f.Score, ir.Num(i-layout.SituationNumbers))))
	}
}

// countPasses counts consecutive passes, where situations are told apart by them.
func (k *Lowerer) countPasses() {
	if k.Repetition == nil || k.Repetition.Situation == nil {
		return
	}
	passes := k.Repetition.Passes
	passed := ir.Calc(ir.Eq, k.Fields.Get(layout.Passed), ir.Num(1))
	k.Add(ir.Write(passes, ir.Num(0), ir.Cond(passed, position.Plus(ir.At(passes, ir.Num(0)), 1), ir.Num(0))))
}

// unstick has the mover be one who may have a move. By the rules he is still one who had to pass while his next moves
// are found, and compared with situations, so a play in which that is asked is spoilt.
func (k *Lowerer) unstick(mover int) {
	f := &k.Fields
	if k.Repetition != nil && k.Repetition.Situation != nil || k.asksStuck() {
		k.SpoilIf(ir.Calc(ir.And, f.Get(layout.Stuck), ir.Num(1<<mover)))
	}
	k.Add(f.Put(layout.Stuck, ir.Calc(ir.And, f.Get(layout.Stuck), ir.Num(^(1<<mover)))))
}

// asksStuck reports whether it is asked while moves are found whether a player had to pass: not at the end of moves,
// nor by what follows them, unless moves are tried for more than where pieces stand then.
func (k *Lowerer) asksStuck() bool {
	if !k.G.ReadsStuck {
		return false
	}
	tried := k.lost != nil || k.AnyRule(triesMoves)
	var asks func(e *lgdl.Expr) bool
	asks = func(e *lgdl.Expr) bool {
		switch {
		case e == nil, e.Is("end") && k.lost == nil, e.Is("then") && !tried:
			return false
		case e.Is("no", "Moves"):
			return clause.NoMoves(e).RoleType().Text != "Next"
		}
		return slices.ContainsFunc(e.Args, asks) || slices.ContainsFunc(e.Items, asks)
	}
	return asks(k.G.Root())
}

// triesMoves reports whether a clause makes moves to see what they come to.
func triesMoves(e *lgdl.Expr) bool {
	return e.Is("do") && clause.Do(e).IfAfterwards() != nil || e.Is("max", "Moves", "Captures", "Distance") ||
		e.Is("avoidStoredState") || e.Is("sites", "Winning")
}
