package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// Swaps lays out who sits behind which player, where a rule may change that.
func (k *Code) Swaps() {
	if k.SeatOf == nil {
		k.SeatOf = k.P.Field("order", ir.State, ir.Int, k.G.Players+1)
		k.Swapping = k.P.Field("swapping", ir.State, ir.Int, 1)
	}
}

// AgentOf is the agent who sits behind a player, 0 for none.
func (k *Code) AgentOf(player *ir.Expr) *ir.Expr {
	if k.SeatOf == nil {
		return player
	}
	at := ir.Num(0)
	for i := k.G.Players; i >= 1; i-- {
		at = ir.Cond(ir.Calc(ir.Eq, ir.At(k.SeatOf, ir.Num(i)), player), ir.Num(i), at)
	}
	return k.Temp("place", at)
}

// EachSeat adds what f adds for the player of a number that is found while moves are, 0 for none.
func (k *Code) EachSeat(player *ir.Expr, f func(p *ir.Expr)) {
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

// Swapped reports whether the move was the decision to change sides.
func (k *Code) Swapped() *ir.Expr {
	if k.Swapping == nil {
		return ir.Num(0)
	}
	return ir.At(k.Swapping, ir.Num(0))
}

// SoloPie spoils a play in which the first of two players goes on to the move of the swap: with
// whom he would change sides follows from what the start rules have placed.
func (k *Code) SoloPie(next *ir.Expr) {
	if k.G.Meta.Swap && k.MoversBefore == nil {
		k.If(ir.All(k.MayPie(), ir.Calc(ir.Eq, next, ir.Num(k.Mover))), func() {
			k.Add(ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1)))
		})
	}
}

// MayPie reports whether it is the move at which players may be swapped.
func (k *Code) MayPie() *ir.Expr {
	if !k.G.Meta.Swap {
		return ir.Num(0)
	}
	now := ir.Calc(ir.Eq, k.Fields.Get(layout.MoveNumber), ir.Num(k.G.Players-1))
	if k.MoversBefore == nil {
		return now
	}
	return ir.All(now, ir.Calc(ir.Le, ir.Num(0), k.MoverBefore(k.G.Root()))) // if anybody else has moved
}
