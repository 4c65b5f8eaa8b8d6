package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var dealRows = []lgdl.Form{
	{Text: "(deal dealableType [int] [beginWith:int] [(then)])", Result: "moves:effect",
		Concepts: []string{"Card if Cards", "Domino if Dominoes", "skip beginWith:"},
		Meaning:  "Deals cards or dominoes to the hands of all players.", Impl: game.MovesRule(compileDeal),
		Lower: lower.MovesRule(lowerDeal).Nobodys()},
}

// dealer is a compiled (deal …).
type dealer struct {
	e     *lgdl.Expr
	count game.Int
	begin game.Int // may be absent
	hands []int64
	deck  int
}

// handsAndDeck are the first sites of all hands, and that of the first deck, -1 for none.
func handsAndDeck(g *game.Game) (hands []int64, deck int) {
	deck = game.Off
	for i := range g.Containers {
		switch x := &g.Containers[i]; {
		case x.Kind == game.Hand:
			hands = append(hands, int64(x.First))
		case x.Kind == game.Deck && deck < 0:
			deck = x.First
		}
	}
	return hands, deck
}

func compileDeal(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.DealDealableType(e)
	d := &dealer{e: e, count: k.IntOr(a.Int(), 1), begin: k.IntElse(a.BeginWith(), game.Int{})}
	k.Later(func() { d.hands, d.deck = handsAndDeck(k.G) })
	eval := d.cards
	if a.DealableType().Text == "Dominoes" {
		k.Require(game.LargePiece | game.DominoFlag | game.Stochastic | game.HiddenInfo)
		k.Draws()
		eval = d.dominoes
	} else {
		k.Require(game.Card | game.HiddenInfo)
	}
	g := k.Followed(eval, a.Then())
	g.CanMove, g.CanMoveTo = func(*game.Context) bool { return false }, rule.Never
	return g
}

func (d *dealer) cards(c *game.Context, out *game.MoveList) {
	n := c.G.Players
	if len(d.hands) != n || d.deck < 0 {
		return
	}
	size := c.S.SizeAt(cell, d.deck)
	total := d.count.Get(c) * n
	if size < total {
		game.Fault(d.e, "the deck has %d cards, %d are to be dealt", size, total)
	}
	hand := 0
	if d.begin.Given() {
		hand = max(d.begin.Get(c)-1, 0)
	}
	for i := range total {
		out.Add(c.One(moveCard(d.deck, size-1-i, int(d.hands[(hand+i)%n]))))
	}
}

// moveCard is the action that moves the card at a level to another site.
func moveCard(from, level, to int) game.Action {
	return game.MovePiece(cellType, from, level, cellType, to, game.Off, game.Off, game.Off, game.Off, false)
}

func (d *dealer) dominoes(c *game.Context, out *game.MoveList) {
	n := c.G.Players
	if len(d.hands) != n {
		return
	}
	count := d.count.Get(c)
	left := c.TakeInts()
	for i := 1; i < len(c.G.Components); i++ {
		left = append(left, int32(i))
	}
	if len(left) < 2*count {
		game.Fault(d.e, "there are %d dominoes, %d are to be dealt", len(left), 2*count)
	}
	for i := range 2 * count {
		pick := c.Draw(len(left))
		what := int(left[pick])
		left = slices.Delete(left, pick, pick+1)
		to := int(d.hands[i%n]) + i/n
		out.Add(c.One(game.Add(cellType, to, what, count, game.Off, game.Off, game.Off, false)))
	}
	c.GiveInts(left)
}
