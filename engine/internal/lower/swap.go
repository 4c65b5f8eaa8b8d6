package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Two players may change sides. The rules leave the pieces where they are: what changes
// is who sits behind which player.

// swapPlayers has those behind two players change seats, and the mover move again.
func (k *Lowerer) swapPlayers(p, q *ir.Expr) {
	if k.joint != nil {
		k.No(k.clause, "a swap of players who decide at the same time")
	}
	k.LogDecision(game.ActSwap) // even as an effect
	p, q = k.Temp("p", p), k.Temp("q", q)
	i, j := k.AgentOf(p), k.AgentOf(q)
	k.If(ir.All(ir.Calc(ir.Ne, i, ir.Num(0)), ir.Calc(ir.Ne, j, ir.Num(0))), func() {
		k.Add(ir.Write(k.SeatOf, i, q), ir.Write(k.SeatOf, j, p))
	})
	k.Undecided(func() { k.SetNext(ir.Num(k.Mover)) })
}

// EmitSwap emits the decision that two players change sides, after which the turn is
// over though the same player moves.
func (k *Lowerer) EmitSwap(then *lgdl.Expr, p, q *ir.Expr) {
	k.Swaps()
	effect := k.effect || k.apartly
	k.EachSeat(p, func(p *ir.Expr) {
		k.EachSeat(q, func(q *ir.Expr) {
			k.Emit(Candidate{}, then, func(_, _, _ *ir.Expr) {
				if !effect {
					k.Add(ir.Write(k.Swapping, ir.Num(0), ir.Num(1)))
				}
				k.swapPlayers(p, q)
			})
		})
	})
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
	k.If(k.MayPie(), func() { k.EmitSwap(nil, ir.Num(k.Mover), other) })
}
