package moves

import (
	"cmp"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
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
	{Text: "(bet ((player) | roleType) range [(then)])", Lower: lowerBet(false), Result: "moves:effect",
		Concepts: []string{"BetEffect"}, Meaning: "Bets any amount of a range.", Impl: asEffect(compileBet)},
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
			p = k.Player(x, nil)
		} else {
			p = k.Int(x)
		}
		who = append(who, func(c *game.Context, dst []int32) []int32 { return append(dst, int32(p.Get(c))) })
	}
	target := cmp.Or(clause.AnyAddScore(e).Who(), clause.AnyAddScore(e).Role())
	if target.Kind == lgdl.List {
		for _, x := range target.Items {
			one(x)
		}
		for _, x := range clause.AddScoreInts(e).Ints2().Items {
			points = append(points, k.Int(x))
		}
	} else {
		one(target)
		points = append(points, k.Int(clause.AddScorePlayer(e).Int()))
	}
	n := min(len(who), len(points))
	then := k.Then(clause.AnyAddScore(e).Then())
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
	who := k.Player(args[0], args[1])
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

// lowerBet lowers a bet: one candidate for each amount. It is a decision even as an effect.
func lowerBet(decision bool) lower.MovesRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) {
		// Slots: player, role, range, then.
		a := argsOf(e, decision)
		bets := func(who *ir.Expr) {
			lo, hi := k.Range(a[2])
			v := k.Let("v", lo)
			k.Loop("bets", 0, func(end *ir.Label) {
				k.Add(ir.When(ir.Calc(ir.Lt, hi, ir.Read(v)), ir.Leave(end)))
				k.ValueOf(a[3], who, ir.Read(v), func(p, v *ir.Expr) {
					k.LogDecision(game.ActBet)
					p = k.Temp("p", p)
					is := ir.All(ir.Calc(ir.Le, ir.Num(1), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players)))
					k.If(is, func() { k.Add(ir.Write(k.Fields.Amount, p, v)) })
				})
				k.Add(ir.Increment(v))
			})
		}
		k.Decision(func() {
			if a[0] != nil {
				k.MovedByNumber(k.Int(clause.PlayerInt(a[0]).Int()), bets)
			} else {
				k.MovedByNumber(k.Role(a[1]), bets)
			}
		})
	}
}
