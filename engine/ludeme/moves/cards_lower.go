package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// stackedCards refuses a clause on cards that do not lie on the cells of stacks, or of which is asked where they
// arrive.
func stackedCards(k *lower.Lowerer, e *lgdl.Expr) {
	if k.G.DefaultType != board.Cell || !k.Stacked() {
		k.No(e, "cards beside a board of other sites than cells")
	}
	if k.AsksArrival() {
		k.No(e, "a level that is asked for")
	}
}

// emitCard emits that the card at a level goes to another site.
func emitCard(k *lower.Lowerer, e *lgdl.Expr, from, level, to *ir.Expr, then *lgdl.Expr) {
	p := k.Packing()
	at := p.Put(e, level, levelBits)
	k.Emit(lower.Candidate{From: from, To: to, Data: p.Value}, then, func(from, to, data *ir.Expr) {
		k.CarryLevel(from, at(data), to)
	})
}

// lowerPlayCard lowers the moves of all cards in the hands of the mover.
func lowerPlayCard(k *lower.Lowerer, e *lgdl.Expr) {
	stackedCards(k, e)
	to := ir.Num(k.Mover - 1)
	for i := 1; i < len(k.G.Containers); i++ {
		hand := &k.G.Containers[i]
		if hand.Owner != k.Mover {
			continue
		}
		for s := hand.First; s < hand.First+hand.Sites; s++ {
			k.EachLevel(ir.Num(s), false, func(level *ir.Expr) { emitCard(k, e, ir.Num(s), level, to, e.Named("then")) })
		}
	}
}

// lowerDeal lowers the dealing of cards: one of those on top of the deck after the other, to one hand after the other.
func lowerDeal(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.DealDealableType(e)
	if a.DealableType().Text != "Cards" {
		lowerDealDominoes(k, e)
		return
	}
	stackedCards(k, e)
	hands, deck := handsAndDeck(k.G)
	n := k.G.Players
	if len(hands) != n || deck < 0 {
		return
	}
	size := k.Temp("size", k.SizeAt(ir.Num(deck)))
	total := k.Temp("total", ir.Calc(ir.Mul, k.IntOr(a.Int(), 1), ir.Num(n)))
	first := ir.Num(0)
	if a.BeginWith() != nil {
		begin := k.Temp("begin", ir.Calc(ir.Sub, k.Int(a.BeginWith()), ir.Num(1)))
		first = k.Temp("first", ir.Cond(ir.Calc(ir.Lt, begin, ir.Num(0)), ir.Num(0), begin))
	}
	k.Choose(ir.Calc(ir.Lt, size, total), k.Spoil, func() { // by the rules it fails
		i := k.Let("i", ir.Num(0))
		k.Loop("cards", 0, func(loop *ir.Label) {
			k.Add(ir.When(ir.Calc(ir.Le, total, ir.Read(i)), ir.Leave(loop)))
			to := ir.At(k.Table("hands", ir.Int, hands), ir.Calc(ir.Rem, ir.Calc(ir.Add, first, ir.Read(i)), ir.Num(n)))
			emitCard(k, e, ir.Num(deck), k.Temp("level", ir.Calc(ir.Sub, ir.Calc(ir.Sub, size, ir.Num(1)), ir.Read(i))),
				k.Temp("to", to), a.Then())
			k.Add(ir.Increment(i))
		})
	})
}

// lowerDealDominoes lowers the dealing of dominoes, each drawn from all pieces but those that were dealt before it:
// twice as many as the number that each stands for, to one hand after the other.
func lowerDealDominoes(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.DealDealableType(e)
	hands, _ := handsAndDeck(k.G)
	n := k.G.Players
	if k.NoStacks(e); len(hands) != n {
		return
	}
	comps := len(k.G.Components)
	count := k.Temp("count", k.IntOr(a.Int(), 1))
	total := k.Temp("total", ir.Calc(ir.Add, count, count))
	left := k.P.Field("dealt.left", ir.Scratch, ir.U8, comps)
	k.Choose(ir.Calc(ir.Lt, ir.Num(comps-1), total), k.Spoil, func() { // by the rules it fails
		k.Rounds(ir.Num(1), ir.Num(comps), comps, func(c *ir.Expr) { k.Add(ir.Write(left, c, ir.Num(1))) })
		k.Rounds(ir.Num(0), total, comps, func(i *ir.Expr) {
			what := k.Temp("what", k.NumberedIn(left, k.DrawnBelow(e, k.Temp("n", ir.Calc(ir.Sub, ir.Num(comps-1), i)))))
			k.Add(ir.Write(left, what, ir.Num(0)))
			to := ir.At(k.Table("hands", ir.Int, hands), ir.Calc(ir.Rem, i, ir.Num(n)))
			to = k.Temp("to", ir.Calc(ir.Add, to, ir.Calc(ir.Div, i, ir.Num(n))))
			p := k.Packing()
			comp, number := p.Put(e, what, k.ComponentBits()), p.Put(e, count, 7)
			k.LandingAt(board.Cell, to, func() {
				k.Emit(lower.Candidate{From: to, To: to, Data: p.Value}, a.Then(), func(_, to, data *ir.Expr) {
					k.PutSome(to, k.Temp("what", comp(data)), k.Temp("number", number(data)), nil, false)
				})
			})
		})
	})
}
