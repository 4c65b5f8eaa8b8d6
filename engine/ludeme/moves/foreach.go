package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var forEachRows = []lgdl.Form{
	{Text: "(forEach Value min:int max:int moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every value of an interval.",
		Impl: rule.OverInterval.Moves().Then()},
	{Text: "(forEach Piece [on:siteType] [string | {string}] [container:int | string] [moves] [(player) | roleType] [top:bool] [(then)])", Lower: lower.MovesRule(lowerForEachPiece), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "ForEachPiece"}, Marks: concept.Rule(forEachPieceConcepts),
		Meaning: "The moves of every piece of a player.", Impl: game.MovesRule(forEachPiece)},
	{Text: "(forEach Value ints moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every value of an array.",
		Impl: rule.OverValues.Moves().Then()},
	{Text: "(forEach Player moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every player.",
		Impl: rule.OverAllPlayers.Moves().Alone()},
	{Text: "(forEach ints moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every player of an array.",
		Impl: rule.OverPlayers.Moves().Alone()},
	{Text: "(forEach Level [siteType] int [stackDirection] moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every level of a stack.",
		Impl: rule.OverLevels.Moves().Then()},
	{Text: "(forEach Team moves [(then)])", Result: "moves:effect", Concepts: []string{"ControlFlowStatement"},
		Meaning: "The moves for every team.", Impl: rule.OverTeams.Moves().Then()},
	{Text: "(forEach Group [siteType] [direction] [if:bool] moves [(then)])", Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "Group", "AdjacentDirection unless direction"},
		Meaning:  "The moves for every group of connected pieces.", Impl: rule.OverGroups(groupsOf).Moves().Then()},
	{Text: "(forEach Site sites moves [noMoveYet:moves] [(then)])", Lower: lower.MovesRule(lowerForEachSite),
		Result: "moves:effect", Concepts: []string{"ControlFlowStatement"}, Meaning: "The moves for every site of a region.",
		Impl: game.MovesRule(forEachSite)},
	{Text: "(forEach Direction [(from)] [direction] [(between)] ((to) | moves) [(then)])",
		Result:   "moves:effect",
		Concepts: []string{"ControlFlowStatement", "AdjacentDirection unless direction"},
		Meaning:  "The moves for every site in some directions.", Impl: directions},
	{Text: "(forEach Die [int] [combined:bool] [replayDouble:bool] [if:bool] moves [(then)])",
		Lower: lower.MovesRule(lowerForEachDie), Result: "moves:effect",
		Concepts: []string{"ControlFlowStatement", "Dice", "ByDieMove"},
		Meaning:  "The moves for every die, each using it up.", Impl: game.MovesRule(forEachDie)},
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
