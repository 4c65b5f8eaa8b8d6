package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var forEachRows = []lgdl.Form{
	{Text: "(forEach Value min:int max:int moves [(then)])", Lower: lower.MovesRule(lowerForEachInterval),
		Result: "moves:effect", Concepts: []string{"ControlFlowStatement"},
		Meaning: "The moves for every value of an interval.", Impl: game.MovesRule(forEachInterval)},
	{Text: "(forEach Piece [on:siteType] [string | {string}] [container:int | string] [moves] [(player) | roleType] [top:bool] [(then)])", Lower: lower.MovesRule(lowerForEachPiece), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "ForEachPiece"}, Marks: concept.Rule(forEachPieceConcepts),
		Meaning: "The moves of every piece of a player.", Impl: game.MovesRule(forEachPiece)},
	{Text: "(forEach Value ints moves [(then)])", Lower: lower.MovesRule(lowerForEachValue), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every value of an array.",
		Impl: game.MovesRule(forEachValue)},
	{Text: "(forEach Player moves [(then)])", Lower: lower.MovesRule(lowerForEachPlayer), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every player.",
		Impl: game.MovesRule(forEachPlayer)},
	{Text: "(forEach ints moves [(then)])", Lower: lower.MovesRule(lowerForEachOfPlayers), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every player of an array.",
		Impl: game.MovesRule(forEachOfPlayers)},
	{Text: "(forEach Level [siteType] int [stackDirection] moves [(then)])", Lower: lower.MovesRule(lowerForEachLevel),
		Result: "moves:effect", Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every level of a stack.",
		Impl: game.MovesRule(forEachLevel)},
	{Text: "(forEach Team moves [(then)])", Result: "moves:effect", Concepts: []string{"ControlFlowStatement"},
		Meaning: "The moves for every team.", Impl: game.MovesRule(forEachTeam)},
	{Text: "(forEach Group [siteType] [direction] [if:bool] moves [(then)])", Lower: lower.MovesRule(lowerForEachGroup),
		Result: "moves:effect", Concepts: []string{"ControlFlowStatement", "Group", "AdjacentDirection unless direction"},
		Meaning: "The moves for every group of connected pieces.", Impl: game.MovesRule(forEachGroup)},
	{Text: "(forEach Site sites moves [noMoveYet:moves] [(then)])", Lower: lower.MovesRule(lowerForEachSite),
		Result: "moves:effect", Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every site of a region.",
		Impl: game.MovesRule(forEachSite)},
	{Text: "(forEach Direction [(from)] [direction] [(between)] ((to) | moves) [(then)])",
		Lower: lower.MovesRule(lowerDirections), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "AdjacentDirection unless direction"},
		Meaning:  "The moves for every site in some directions.", Impl: game.MovesRule(forEachDirection)},
	{Text: "(forEach Die [int] [combined:bool] [replayDouble:bool] [if:bool] moves [(then)])",
		Lower: lower.MovesRule(lowerForEachDie), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "Dice", "ByDieMove"},
		Meaning:  "The moves for every die, each using it up.", Impl: game.MovesRule(forEachDie)},
}

func forEachInterval(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	lo, hi := k.Int(e.Arg("min")), k.Int(e.Arg("max"))
	g, then := k.Moves(clause.ForEachValueMinMax(e).Moves()), k.Then(clause.ForEachValueMinMax(e).Then())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first, outer := out.Len(), c.Value
		last := hi.Get(c)
		for v := lo.Get(c); v <= last; v++ {
			c.Spend(1)
			c.Value = v
			g.Eval(c, out)
		}
		c.Value = outer
		c.ThenAll(out, first, then)
	}}
}

func forEachValue(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForEachValueInts(e)
	values, g, then := k.Ints(a.Ints()), k.Moves(a.Moves()), k.Then(a.Then())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first, outer := out.Len(), c.Value
		vs := values.Eval(c, c.TakeInts())
		for _, v := range vs {
			c.Value = int(v)
			g.Eval(c, out)
		}
		c.GiveInts(vs)
		c.Value = outer
		c.ThenAll(out, first, then)
	}}
}

// forEachPlayer ignores its consequents, as the reference does; they still
// raise their requirements.
func forEachPlayer(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	g := k.Moves(clause.ForEachPlayerMoves(e).Moves())
	k.Then(clause.ForEachPlayerMoves(e).Then())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		outer := c.Player
		for p := 1; p <= c.G.Players; p++ {
			c.Player = p
			g.Eval(c, out)
		}
		c.Player = outer
	}}
}

// forEachOfPlayers ignores its consequents like forEachPlayer.
func forEachOfPlayers(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForEachIntsMoves(e)
	players, g := k.Ints(a.Ints()), k.Moves(a.Moves())
	k.Then(a.Then())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		outer := c.Player
		ps := players.Eval(c, c.TakeInts())
		for _, p := range ps {
			if p < 0 || int(p) > c.G.Shared() {
				continue
			}
			c.Player = int(p)
			g.Eval(c, out)
		}
		c.GiveInts(ps)
		c.Player = outer
	}}
}

func forEachTeam(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	g, then := k.Moves(clause.ForEachTeamMoves(e).Moves()), k.Then(clause.ForEachTeamMoves(e).Then())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first, outer := out.Len(), c.Team
		players := c.TakeInts()
		for t := 1; t <= c.G.Players; t++ {
			players = players[:0]
			for p := 1; p <= c.G.Players; p++ {
				if int(c.S.TeamOf[p]) == t {
					players = append(players, int32(p))
				}
			}
			if len(players) > 0 {
				c.Team = players
				g.Eval(c, out)
			}
		}
		c.Team = outer
		c.GiveInts(players)
		c.ThenAll(out, first, then)
	}}
}

// forEachLevel leaves (level) at the last level it visited.
func forEachLevel(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForEachLevelInt(e)
	st, site := k.SiteTypeOr(a.SiteType()), k.Int(a.Int())
	up := a.StackDirection() != nil && a.StackDirection().Text == "FromBottom"
	g, then := k.Moves(a.Moves()), k.Then(a.Then())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first := out.Len()
		s := site.Get(c)
		if s < 0 {
			game.Fault(e, "forEach Level: there is no site %d", s)
		}
		n := c.S.SizeAt(st, s)
		for i := range n {
			c.Spend(1)
			c.Level = n - 1 - i
			if up {
				c.Level = i
			}
			g.Eval(c, out)
		}
		c.ThenAll(out, first, then)
	}}
}

// forEachSite leaves (to) and (site) at the last site when it falls back on noMoveYet.
func forEachSite(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForEachSiteSitesMoves(e)
	region, g := k.Region(a.Sites()), k.Moves(a.Moves())
	var otherwise *game.Gen
	if x := e.Arg("noMoveYet"); x != nil {
		otherwise = k.Moves(x)
	}
	then := k.Then(a.Then())
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first, to, site := out.Len(), c.To, c.Site
		set := region.Borrow(c)
		for s := set.Next(0); s >= 0; s = set.Next(s + 1) {
			c.Spend(1)
			c.To, c.Site = s, s
			g.Eval(c, out)
		}
		region.Return(c, set)
		if otherwise != nil && out.Len() == first {
			otherwise.Eval(c, out)
			return
		}
		c.To, c.Site = to, site
		c.ThenAll(out, first, then)
	}}
}

// lowerForEachSite lowers moves for each site of a region.
func lowerForEachSite(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.ForEachSiteSitesMoves(e)
	each := func() {
		k.Each(k.Region(a.Sites()), func(site *ir.Expr) {
			k.Env.To, k.Env.Site = site, site
			k.Moves(a.Moves())
		})
	}
	if a.NoMoveYet() == nil {
		k.Around(a.Then(), each)
		return
	}
	// Otherwise (to) and (site) are those of the last site, and there are no consequents.
	k.Choose(k.Found(each), func() { k.Around(a.Then(), each) }, func() {
		k.Env.Lose(&k.Env.To, &k.Env.Site)
		k.Moves(a.NoMoveYet())
	})
}

// lowerForEachInterval lowers the moves for every value of an interval.
func lowerForEachInterval(k *lower.Lowerer, e *lgdl.Expr) {
	lo, hi := k.Int(e.Arg("min")), k.Int(e.Arg("max"))
	k.Around(clause.ForEachValueMinMax(e).Then(), func() {
		env := k.Env
		k.EachBetween(lo, hi, func(v *ir.Expr) {
			k.Env.Value = v
			k.Moves(clause.ForEachValueMinMax(e).Moves())
		})
		k.Env = env
	})
}

// lowerForEachValue lowers the moves for every value of an array.
func lowerForEachValue(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.ForEachValueInts(e)
	k.Around(a.Then(), func() {
		env := k.Env
		k.EachInt(a.Ints(), func(v *ir.Expr) {
			k.Env.Value = v
			k.Moves(a.Moves())
			k.Env = env
		})
	})
}

// lowerForEachPlayer lowers the moves for every player.
func lowerForEachPlayer(k *lower.Lowerer, e *lgdl.Expr) {
	for p := 1; p <= k.G.Players; p++ {
		k.Env.Player = ir.Num(p)
		k.Moves(clause.ForEachPlayerMoves(e).Moves())
	}
}

// lowerForEachOfPlayers lowers the moves for every player of an array.
func lowerForEachOfPlayers(k *lower.Lowerer, e *lgdl.Expr) {
	env := k.Env
	k.EachInt(clause.ForEachIntsMoves(e).Ints(), func(p *ir.Expr) {
		p = k.Temp("p", p)
		k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), p), ir.Calc(ir.Le, p, ir.Num(k.G.Shared()))), func() {
			k.Env.Player = p
			k.Moves(clause.ForEachIntsMoves(e).Moves())
		})
		k.Env = env
	})
}
