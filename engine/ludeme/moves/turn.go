package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// Effects on the turn, and messages between the players.
var turnRows = []lgdl.Form{
	{Text: "(moveAgain [(then)])", Lower: lower.MovesRule(lowerMoveAgain), Result: "moves:effect", Concepts: []string{"MoveAgain"}, Meaning: "The mover moves again.", Impl: game.MovesRule(compileMoveAgain)},
	{Text: "(note [player:int | player:roleType] (string | int | ints | float | bool | sites | range | direction | graph) [to:(player) | to:roleType])", Lower: lower.MovesRule(lowerNote), Result: "moves:effect", Concepts: []string{"skip direction"}, Meaning: "A message to players.", Impl: game.MovesRule(compileNote)},
	{Text: "(pass [(then)])", Lower: lower.MovesRule(lowerPass), Result: "moves:effect", Concepts: []string{"PassEffect"}, Meaning: "A move that does nothing.", Impl: asEffect(compilePass)},
	{Text: "(playCard [(then)])", Result: "moves:effect", Meaning: "A card of the mover is played.", Impl: asEffect(compilePlayCard)},
	{Text: "(propose (string | {string}) [(then)])", Lower: lowerEffect(lowerBallot(false)), Result: "moves:effect", Concepts: []string{"ProposeEffect"}, Meaning: "Something is proposed for the players to vote on.", Impl: asEffect(compilePropose)},
	{Text: "(trigger string (int | roleType) [(then)])", Lower: lower.MovesRule(lowerTrigger), Result: "moves:effect", Concepts: []string{"Trigger"}, Meaning: "An event is triggered for a player.", Impl: game.MovesRule(compileTrigger)},
	{Text: "(vote (string | {string}) [(then)])", Lower: lowerEffect(lowerBallot(true)), Result: "moves:effect", Concepts: []string{"VoteEffect"}, Meaning: "A vote on a proposal.", Impl: asEffect(compileVote)},
}

func compileMoveAgain(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.MoveAgain)
	then := k.Then(e.Args[0])
	do := func(c *game.Context) {
		a := game.Player(game.ActSetNextPlayer, c.S.Mover, game.Off)
		c.Act(&a)
		c.Consequent(then)
	}
	var acts func(c *game.Context, acts []game.Action) []game.Action
	if !k.General && then == 0 {
		acts = func(c *game.Context, acts []game.Action) []game.Action {
			return append(acts, game.Player(game.ActSetNextPlayer, c.S.Mover, game.Off))
		}
	}
	return &game.Gen{
		Acts:  acts,
		Do:    do,
		Quiet: then == 0,
		Eval: func(c *game.Context, out *game.MoveList) {
			m := c.One(game.Player(game.ActSetNextPlayer, c.S.Mover, game.Off))
			c.Then(&m, then)
			out.Add(m)
		},
		CanMoveTo: never,
	}
}

// compileSimple compiles (move Pass …) and (move PlayCard …), which share a form.
func compileSimple(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	if e.Args[0].Text == "PlayCard" {
		return compilePlayCard(k, e, true)
	}
	return compilePass(k, e, true)
}

func compilePass(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	if k.G.Players == 1 {
		k.Require(game.NotAllPass)
	}
	then := k.Then(argsOf(e, decision)[0])
	g := &game.Gen{
		Eval: func(c *game.Context, out *game.MoveList) {
			m := c.One(decide(game.Pass(false), decision))
			m.Mover = int32(c.S.Mover)
			c.Then(&m, then)
			out.Add(m)
		},
		CanMoveTo: never,
	}
	if k.General {
		return g
	}
	maker := &game.Maker{Make: func(c *game.Context, _ *game.Drafts, _ *game.Draft) game.Move {
		m := c.One(decide(game.Pass(false), decision))
		m.Mover = int32(c.S.Mover)
		return m
	}}
	if decision {
		maker.Action = func(_ *game.Context, _ *game.Draft, a *game.Action) { *a = game.Pass(false).Decided() }
		maker.Pass, maker.Stacks = true, true
	}
	g.Draft = func(c *game.Context, ds *game.Drafts) {
		if ds.Selective() {
			return
		}
		first := ds.Len()
		ds.Add(c, maker, game.Off, game.Off, 0)
		ds.ThenAll(first, then)
	}
	return g
}

func compilePlayCard(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	k.Require(game.CellFlag | game.Card | game.HiddenInfo | game.NotAllPass)
	then := k.Then(argsOf(e, decision)[0])
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first, to := out.Len(), c.S.Mover-1
		for i := 1; i < len(c.G.Containers); i++ {
			hand := &c.G.Containers[i]
			if hand.Owner != c.S.Mover {
				continue
			}
			for s := hand.First; s < hand.First+hand.Sites; s++ {
				for level := range c.S.SizeAt(cell, s) {
					m := c.One(decide(game.MovePiece(cellType, s, level, cellType, to, game.Off, game.Off, game.Off, game.Off, false), decision))
					m.LevelMin, m.LevelMax = int32(level), int32(level)
					m.Mover = int32(c.S.Mover)
					out.Add(m)
				}
			}
		}
		c.ThenAll(out, first, then)
	}}
}

// compileMessage compiles (move Propose …) and (move Vote …), which share a form.
func compileMessage(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	if e.Args[0].Text == "Vote" {
		return compileVote(k, e, true)
	}
	return compilePropose(k, e, true)
}

func compilePropose(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	g := compileBallot(k, e, decision, game.ActPropose)
	g.CanMoveTo = never
	return g
}

func compileVote(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	return compileBallot(k, e, decision, game.ActVote)
}

// compileBallot compiles propose and vote: one move for each string.
func compileBallot(k *game.Compiler, e *lgdl.Expr, decision bool, kind game.Kind) *game.Gen {
	k.Require(game.Vote)
	a := argsOf(e, decision)
	var names []int32
	for _, s := range stringsOf(a[0], a[1]) {
		names = append(names, k.Name(s))
	}
	then := k.Then(a[2])
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		first := out.Len()
		for _, name := range names {
			m := c.One(decide(game.Named(kind, name, game.Off), decision))
			m.Mover = int32(c.S.Mover)
			out.Add(m)
		}
		c.ThenAll(out, first, then)
	}}
}

// compileTrigger ignores its consequents, as the reference does.
func compileTrigger(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	name := k.Name(e.Args[0].Text)
	player := intOrRole(k, e.Args[1], e.Args[2])
	k.Then(e.Args[3])
	trigger := func(c *game.Context) game.Action {
		a := game.Player(game.ActTrigger, player.Get(c), game.Off)
		a.Name = name
		return a
	}
	g := &game.Gen{
		Eval:      func(c *game.Context, out *game.MoveList) { out.Add(c.One(trigger(c))) },
		CanMoveTo: never,
	}
	if !k.General {
		g.Acts = func(c *game.Context, acts []game.Action) []game.Action { return append(acts, trigger(c)) }
	}
	return g
}

// intOrRole compiles a pair of arguments (int | roleType).
func intOrRole(k *game.Compiler, number, role *lgdl.Expr) game.Int {
	if number != nil {
		return k.Int(number)
	}
	return k.Role(role.Text)
}

func lowerMoveAgain(k *lower.Lowerer, e *lgdl.Expr) {
	k.Emit(lower.Candidate{}, e.Args[0], func(_, _, _ *ir.Expr) { k.SetNext(ir.Num(k.Mover)) })
}

func lowerPass(k *lower.Lowerer, e *lgdl.Expr) { k.EmitPass(e.Args[0]) }
