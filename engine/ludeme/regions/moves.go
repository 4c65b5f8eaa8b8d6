package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// sitesMoves are the sites that moves come from, go to, or pass and capture on.
// The moves are generated, not made.
var sitesMoves = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	what, gen := clause.SitesMove(e).SitesMoveType().Text, k.Moves(clause.SitesMove(e).Moves())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		mark := c.Mark()
		l := c.TakeList()
		gen.Eval(c, l)
		for _, m := range l.M {
			switch what {
			case "From":
				put(e, out, int(m.From))
			case "To":
				put(e, out, int(m.To))
			default:
				for _, s := range c.BetweenOf(m) {
					put(e, out, int(s))
				}
			}
		}
		c.GiveList(l)
		c.Release(mark)
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesMove(e)
	switch a.SitesMoveType().Text {
	case "From", "To":
		return k.SitesOfMoves(func() { k.Moves(a.Moves()) }, a.SitesMoveType().Text == "From")
	}
	k.No(e, "the sites that moves pass")
	return nil
}}

// sitesRandom are different sites of a region, by default of the empty cells, drawn at random.
func sitesRandom(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesRandom(e)
	k.Require(game.Stochastic)
	k.Draws()
	var region game.Region
	if a.Sites() != nil {
		region = k.Region(a.Sites())
	}
	num := k.IntOr(a.Num(), 1)
	return game.RegionFn(func(c *game.Context, out game.Set) {
		list := c.TakeInts()
		if region.Given() {
			list = region.Sites(c, list)
		} else {
			cells := c.S.EmptySet(board.Cell)
			for s := range c.G.Topo.Num(board.Cell) {
				if cells.Has(s) {
					list = append(list, int32(s))
				}
			}
		}
		for n := min(num.Get(c), len(list)); n > 0; n-- {
			out.Add(int(list[c.DrawOther(len(list), func(i int) bool { return out.Has(int(list[i])) })]))
		}
		c.GiveInts(list)
	})
}

// sitesStart are the board sites on which a component stood when the play began.
var sitesStart = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	which := startPiece.Impl(k, e)
	return game.RegionFn(func(c *game.Context, out game.Set) {
		what := which.Get(c)
		if what < 1 || what >= len(c.G.Components) {
			return
		}
		for s, w := range c.T.Opening {
			if int(w) == what {
				out.Add(s)
			}
		}
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Opening(startPiece.Lower(k, e)) },
	Args: startPiece.Args}.Needs(game.StartSites)

// startPiece is the number of a (piece …), given by name or number.
var startPiece = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	piece := clause.PieceStringInt(e.Named("piece"))
	if piece.String() == nil && piece.Int() == nil {
		k.Fail(e.Named("piece"), "expected one piece, by name or number")
	}
	if piece.String() != nil {
		return k.ItemNamed(piece.String().Text)
	}
	return k.Int(piece.Int())
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	piece := clause.PieceStringInt(e.Named("piece"))
	if piece.String() != nil {
		return k.OfMover(k.Parts.ItemNamed(piece.String().Text))
	}
	return k.Int(piece.Int())
}, Args: []string{"piece"}}
