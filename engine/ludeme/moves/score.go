package moves

import (
	"cmp"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

var addScoreRows = []lgdl.Form{
	{Text: "(addScore ((player) | roleType) int [(then)])", Lower: lower.MovesRule(lowerAddScore), Result: "moves:effect",
		Concepts: []string{"Scoring"}, Meaning: "Adds a number to the scores of players.",
		Impl: game.MovesRule(compileAddScore)},
	{Text: "(addScore ({int} | {roleType}) {int} [(then)])", Lower: lower.MovesRule(lowerAddScore), Result: "moves:effect",
		Concepts: []string{"Scoring"}, Meaning: "Adds numbers to the scores of several players.",
		Impl: game.MovesRule(compileAddScore)},
}

var betRows = []lgdl.Form{
	{Text: "(bet ((player) | roleType) range [(then)])", Result: "moves:effect", Concepts: []string{"BetEffect"},
		Meaning: "Bets any amount of a range.", Impl: asEffect(compileBet)},
}

type players func(c *game.Context, dst []int32) []int32

func compileAddScore(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.Score | game.HashScores)
	var who []players
	var points []game.Int
	one := func(x *lgdl.Expr) {
		if x.Type == "roleType" {
			who = append(who, k.Players(x.Text))
			return
		}
		p := game.Int{}
		if x.Kind == lgdl.Clause && x.Form.Result == "(player)" {
			p = playerNumber(k, x)
		} else {
			p = k.Int(x)
		}
		who = append(who, func(c *game.Context, dst []int32) []int32 { return append(dst, int32(p.Get(c))) })
	}
	target := cmp.Or(e.Args[0], e.Args[1])
	if target.Kind == lgdl.List {
		for _, x := range target.Items {
			one(x)
		}
		for _, x := range e.Args[2].Items {
			points = append(points, k.Int(x))
		}
	} else {
		one(target)
		points = append(points, k.Int(e.Args[2]))
	}
	n := min(len(who), len(points))
	then := k.Then(e.Args[3])
	return siteless(func(c *game.Context, out *game.MoveList) {
		first := len(out.M)
		for i := range n {
			score := points[i].Get(c)
			list := who[i](c, c.TakeInts())
			for _, p := range list {
				a := game.Player(game.ActSetScore, int(p), score)
				a.Flag = true
				out.Add(c.One(a))
			}
			c.GiveInts(list)
		}
		c.ThenAll(out, first, then)
	})
}

func compileBet(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	args := argsOf(e, decision)
	k.Require(game.Bet)
	who := playerOr(k, args[0], args[1])
	limits := k.Range(args[2])
	then := k.Then(args[3])
	return siteless(func(c *game.Context, out *game.MoveList) {
		first := len(out.M)
		player := who.Get(c)
		mover := c.S.Mover
		if c.G.Mode == game.Simultaneous {
			mover = player
		}
		hi := limits.Max.Get(c)
		for i := limits.Min.Get(c); i <= hi; i++ {
			c.Spend(1)
			// A bet is a decision even as an effect.
			m := c.One(game.Player(game.ActBet, player, i).Decided())
			m.Mover = int32(mover)
			out.Add(m)
		}
		c.ThenAll(out, first, then)
	})
}
