package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

var addScoreRows = []lgdl.Form{
	{Text: "(addScore ((player) | roleType) int [(then)])", Result: "moves:effect", Concepts: []string{"Scoring"},
		Meaning: "Adds a number to the scores of players.", Impl: addScore(rule.OfPlayers("int", "player", "roleType"))},
	{Text: "(addScore ({int} | {roleType}) {int} [(then)])", Result: "moves:effect", Concepts: []string{"Scoring"},
		Meaning: "Adds numbers to the scores of several players.",
		Impl:    addScore(rule.OfPlayers("ints2", "ints1", "roleTypes"))},
}

func addScore(of rule.Pairs) rule.Moves {
	return rule.Effect{Kind: game.ActSetScore, Of: of, Flag: true, Needs: game.Score | game.HashScores}.Moves()
}

var betRows = []lgdl.Form{
	{Text: "(bet ((player) | roleType) range [(then)])", Result: "moves:effect", Concepts: []string{"BetEffect"},
		Meaning: "Bets any amount of a range.", Impl: bet},
}

// bet is a decision even as an effect, one for each amount.
var bet = rule.Effect{Kind: game.ActBet, Of: bets, Needs: game.Bet, Theirs: true, Mine: true, Decides: true}.Moves()

// bets are the amounts of a range that a player may bet.
var bets = rule.Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) rule.PairsOf {
	who, limits := rule.Player.Impl(k, e), k.Range(e.Named("range"))
	return func(c *game.Context, dst []int32) []int32 {
		player, hi := int32(who.Get(c)), limits.Max.Get(c)
		for i := limits.Min.Get(c); i <= hi; i++ {
			c.Spend(1)
			dst = append(dst, player, int32(i))
		}
		return dst
	}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
	k.MovedByNumber(rule.Player.Lower(k, e), func(who *ir.Expr) {
		lo, hi := k.Range(e.Named("range"))
		v := k.Let("v", lo)
		k.Loop("bets", 0, func(end *ir.Label) {
			k.Add(ir.When(ir.Calc(ir.Lt, hi, ir.Read(v)), ir.Leave(end)))
			each(who, ir.Read(v))
			k.Add(ir.Increment(v))
		})
	})
}, Args: []string{"player", "roleType", "range"}}
