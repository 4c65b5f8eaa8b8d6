package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

var addScoreRows = []lgdl.Form{
	{Text: "(addScore ((player) | roleType) int [(then)])", Lower: lower.MovesRule(lowerAddScore), Result: "moves:effect", Concepts: []string{"Scoring"}, Meaning: "Adds a number to the scores of players.", Impl: game.MovesRule(compileAddScore)},
	{Text: "(addScore ({int} | {roleType}) {int} [(then)])", Result: "moves:effect", Concepts: []string{"Scoring"}, Meaning: "Adds numbers to the scores of several players.", Impl: game.MovesRule(compileAddScore)},
}

var betRows = []lgdl.Form{
	{Text: "(bet ((player) | roleType) range [(then)])", Result: "moves:effect", Concepts: []string{"BetEffect"}, Meaning: "Bets any amount of a range.", Impl: asEffect(compileBet)},
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
	target := e.Args[0]
	if target == nil {
		target = e.Args[1]
	}
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
	g := &game.Gen{Quiet: then == 0, CanMoveTo: never, Eval: func(c *game.Context, out *game.MoveList) {
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
	}}
	if !k.General && then == 0 {
		g.Acts = func(c *game.Context, acts []game.Action) []game.Action {
			for i := range n {
				score := points[i].Get(c)
				list := who[i](c, c.TakeInts())
				for _, p := range list {
					a := game.Player(game.ActSetScore, int(p), score)
					a.Flag = true
					acts = append(acts, a)
				}
				c.GiveInts(list)
			}
			return acts
		}
	}
	return g
}

func compileBet(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	args := argsOf(e, decision)
	k.Require(game.Bet)
	who := playerOr(k, args[0], args[1])
	limits := k.Range(args[2])
	then := k.Then(args[3])
	return &game.Gen{CanMoveTo: never, Eval: func(c *game.Context, out *game.MoveList) {
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
	}}
}

func lowerAddScore(k *lower.Lowerer, e *lgdl.Expr) {
	p := k.Temp("p", lowerPlayer(k, e, e.Args[0], e.Args[1]))
	k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players))), func() {
		k.ValueOf(e.Args[3], p, k.Int(e.Args[2]), func(p, v *ir.Expr) {
			f := k.Fields.Score
			p = k.Temp("p", p)
			k.Add(ir.Write(f, p, ir.Calc(ir.Add, ir.At(f, p), v)))
		})
	})
}
