package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Two players may change sides. The rules leave the pieces where they are: what changes
// is who sits behind which player.

// swaps lays out who sits behind which player, where a rule may change that.
func (k *Lowerer) swaps() {
	if k.SeatOf == nil {
		k.SeatOf = k.P.Field("order", ir.State, ir.Int, k.G.Players+1)
		k.Swapping = k.P.Field("swapping", ir.State, ir.Int, 1)
	}
}

// swapPlayers has those behind two players change seats, and the mover move again.
func (k *Lowerer) swapPlayers(p, q *ir.Expr) {
	if k.joint != nil {
		k.No(k.clause, "a swap of players who decide at the same time")
	}
	k.LogDecision(game.ActSwap) // even as an effect
	p, q = k.Temp("p", p), k.Temp("q", q)
	i, j := k.agentOf(p), k.agentOf(q)
	k.If(ir.All(ir.Calc(ir.Ne, i, ir.Num(0)), ir.Calc(ir.Ne, j, ir.Num(0))), func() {
		k.Add(ir.Write(k.SeatOf, i, q), ir.Write(k.SeatOf, j, p))
	})
	k.Undecided(func() { k.SetNext(ir.Num(k.Mover)) })
}

// agentOf is the agent who sits behind a player, 0 for none.
func (k *Lowerer) agentOf(player *ir.Expr) *ir.Expr {
	if k.SeatOf == nil {
		return player
	}
	at := ir.Num(0)
	for i := k.G.Players; i >= 1; i-- {
		at = ir.Cond(ir.Calc(ir.Eq, ir.At(k.SeatOf, ir.Num(i)), player), ir.Num(i), at)
	}
	return k.Temp("place", at)
}

// EmitSwap emits the decision that two players change sides, after which the turn is
// over though the same player moves.
func (k *Lowerer) EmitSwap(then *lgdl.Expr, p, q *ir.Expr) {
	k.swaps()
	effect := k.effect || k.apartly
	k.eachSeat(p, func(p *ir.Expr) {
		k.eachSeat(q, func(q *ir.Expr) {
			k.Emit(Candidate{}, then, func(_, _, _ *ir.Expr) {
				if !effect {
					k.Add(ir.Write(k.Swapping, ir.Num(0), ir.Num(1)))
				}
				k.swapPlayers(p, q)
			})
		})
	})
}

// eachSeat adds what f adds for the player of a number that is found while moves are, 0 for none.
func (k *Lowerer) eachSeat(player *ir.Expr, f func(p *ir.Expr)) {
	if _, known := player.Number(); known {
		f(player)
		return
	}
	player = k.Temp("player", player)
	for p := 1; p <= k.G.Players; p++ {
		k.If(ir.Calc(ir.Eq, player, ir.Num(p)), func() { f(ir.Num(p)) })
	}
	k.If(ir.Calc(ir.Not, k.IsPlayer(player, 1)), func() { f(ir.Num(0)) })
}

// swapped reports whether the move was the decision to change sides.
func (k *Lowerer) swapped() *ir.Expr {
	if k.Swapping == nil {
		return ir.Num(0)
	}
	return ir.At(k.Swapping, ir.Num(0))
}

// pie emits the swap of the last player to make a first move (part 3, §14).
func (k *Lowerer) pie() {
	if !k.G.Meta.Swap {
		return
	}
	other := ir.Num(3 - k.Mover)
	if k.MoversBefore != nil {
		other = k.MoverBefore(k.G.Root())
	}
	k.If(k.mayPie(), func() { k.EmitSwap(nil, ir.Num(k.Mover), other) })
}

// soloPie spoils a play in which the first of two players goes on to the move of the swap: with
// whom he would change sides follows from what the start rules have placed.
func (k *Lowerer) soloPie(next *ir.Expr) {
	if k.G.Meta.Swap && k.MoversBefore == nil {
		k.If(ir.All(k.mayPie(), ir.Calc(ir.Eq, next, ir.Num(k.Mover))), func() {
			k.Add(ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1)))
		})
	}
}

// mayPie reports whether it is the move at which players may be swapped.
func (k *Lowerer) mayPie() *ir.Expr {
	if !k.G.Meta.Swap {
		return ir.Num(0)
	}
	now := ir.Calc(ir.Eq, k.Fields.Get(layout.MoveNumber), ir.Num(k.G.Players-1))
	if k.MoversBefore == nil {
		return now
	}
	return ir.All(now, ir.Calc(ir.Le, ir.Num(0), k.MoverBefore(k.G.Root()))) // if anybody else has moved
}
