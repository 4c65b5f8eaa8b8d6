package rules

import (
	"math"
	"math/big"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var endRows = []lgdl.Form{
	{Text: "(byScore [{(score)}] [misere:bool])", Result: "(byScore)",
		Concepts: []string{"Scoring", "ScoringEnd", "ScoringWin"}, Marks: concept.Rule(byScoreConcepts),
		Impl:    game.Structural{},
		Meaning: "Ends the game with the players ranked by score, after assigning the scores given."},
	{Text: "(end (endRule | {endRule}))", Result: "(end)", Impl: game.Structural{},
		Meaning: "The rules that are tried after every move to see whether somebody has won or lost or the game is over."},
	{Text: "(forEach [roleType | Track] if:bool (result))", Result: "endRule", Marks: concept.Rule(endConcepts),
		Impl:    game.EndRuleRule(forEachEnd),
		Meaning: "Gives the result to every player, or for every track, for which the condition holds."},
	{Text: "(if bool [(if) | {(if)}] [(result)])", Result: "endRule", Marks: concept.Rule(endConcepts),
		Impl:    game.EndRuleRule(ifEnd),
		Meaning: "Gives the result when the condition holds; nested rules refine it."},
	{Text: "(payoff roleType float)", Result: "(payoff)", Impl: game.Structural{}, Meaning: "The payoff of a player."},
	{Text: "(payoffs {(payoff)})", Result: "(payoffs)", Impl: game.Structural{},
		Meaning: "Ends the game with the players ranked by the payoffs given."},
	{Text: "(result roleType resultType)", Result: "(result)", Concepts: []string{"Draw if Draw"}, Impl: game.Structural{},
		Meaning: "What happens to whom: a win, loss, draw, tie, abandonment or crash."},
	{Text: "(score roleType int)", Result: "(score)", Impl: game.Structural{}, Meaning: "The final score of a player."},
}

// outcome is a compiled result of an end rule.
type outcome struct {
	who       game.Int
	kind      string
	all, team bool
	score     func(c *game.Context) // byScore and payoffs; nil otherwise
}

// apply gives the result to whom it names, if he is still in the game (part 3, §12.2).
func (o *outcome) apply(c *game.Context) {
	if o == nil || o.score != nil {
		return
	}
	p := o.who.Get(c)
	if p == c.G.Shared() || c.S.IsActive(p) {
		c.Result(o.kind, p, o.all, o.team)
	}
}

func result(k *game.Compiler, e *lgdl.Expr) *outcome {
	if e == nil {
		return nil
	}
	switch e.Form.Keyword {
	case "byScore":
		k.Require(game.Score)
		return &outcome{score: byScore(k, e)}
	case "payoffs":
		k.Require(game.Payoff)
		return &outcome{score: payoffs(k, e)}
	}
	role := clause.Result(e).RoleType().Text
	return &outcome{who: k.Role(role), kind: clause.Result(e).ResultType().Text, all: role == "All",
		team: len(role) > 4 && role[:4] == "Team"}
}

func byScore(k *game.Compiler, e *lgdl.Expr) func(c *game.Context) {
	type score struct{ who, value game.Int }
	var given []score
	if clause.ByScore(e).Scores() != nil {
		for _, x := range clause.ByScore(e).Scores().Items {
			given = append(given, score{k.Role(clause.ScoreRoleType(x).RoleType().Text),
				k.Int(clause.ScoreRoleType(x).Int())})
		}
	}
	misere := k.BoolOr(clause.ByScore(e).Misere(), false)
	return func(c *game.Context) {
		m := misere.Get(c)
		for i := range given {
			p, v := given[i].who.Get(c), given[i].value.Get(c)
			c.Do(game.Player(game.ActSetScore, p, v))
		}
		c.ByScore(m, false)
	}
}

func payoffs(k *game.Compiler, e *lgdl.Expr) func(c *game.Context) {
	type payoff struct {
		who   game.Int
		value game.Float
	}
	var given []payoff
	exact := make([]*big.Rat, k.G.Players+1)
	for _, x := range clause.Payoffs(e).Payoffs().Items {
		p := payoff{k.Role(clause.Payoff(x).RoleType().Text), k.Float(clause.Payoff(x).Float())}
		given = append(given, p)
		if p.who.Const && p.who.V > 0 && p.who.V < len(exact) {
			exact[p.who.V] = game.Exact(clause.Payoff(x).Float())
		}
	}
	number := k.Payoffs(e, exact)
	return func(c *game.Context) {
		c.S.Paid = number
		for i := range given {
			p, v := given[i].who.Get(c), given[i].value.Get(c)
			if math.IsInf(v, 0) || math.IsNaN(v) {
				game.Fault(e, "a payoff of %g", v) // it could be told to nobody
			}
			if p >= 0 && p < len(c.S.PayoffOf) {
				c.S.PayoffOf[p] = v
			}
		}
		c.ByScore(false, true)
	}
}

// condition is a compiled (if …) of an end with its nested ones.
type condition struct {
	if_    game.Bool
	nested []condition
	result *outcome
}

func compileIf(k *game.Compiler, e *lgdl.Expr) condition {
	d := condition{if_: k.Bool(clause.IfBool(e).Bool()), result: result(k, clause.IfBool(e).Result())}
	if clause.IfBool(e).If() != nil {
		d.nested = append(d.nested, compileIf(k, clause.IfBool(e).If()))
	}
	if clause.IfBool(e).Ifs() != nil {
		for _, x := range clause.IfBool(e).Ifs().Items {
			d.nested = append(d.nested, compileIf(k, x))
		}
	}
	return d
}

// eval returns the result that the rule yields, nil for none; a score result
// takes its effect at once.
func (d *condition) eval(c *game.Context) *outcome {
	if !d.if_.Get(c) {
		return nil
	}
	for i := range d.nested {
		if o := d.nested[i].eval(c); o != nil {
			return o
		}
	}
	if len(d.nested) == 0 && d.result != nil && d.result.score != nil {
		d.result.score(c)
	}
	return d.result
}

// ifEnd: with nested rules, nothing explains the end. Part 9, §9 has the first
// nested rule with a result explain it, but the record knows no end that did so.
func ifEnd(k *game.Compiler, e *lgdl.Expr) game.EndRule {
	d := compileIf(k, e)
	var explain game.Explanation
	if len(d.nested) == 0 {
		ending := k.Ending(e, clause.IfBool(e).Bool())
		explain = func(c *game.Context, dst []int32) []int32 {
			if !d.if_.Get(c) {
				return dst
			}
			return ending(c, dst)
		}
	}
	return game.EndRule{Eval: func(c *game.Context) {
		if o := d.eval(c); o != nil {
			c.Explain(explain)
			o.apply(c)
		}
	}}
}

func forEachEnd(k *game.Compiler, e *lgdl.Expr) game.EndRule {
	a := clause.ForEachIf(e)
	cond, res := k.Bool(e.Arg("if")), result(k, a.Result())
	r := rounds{tracks: a.Track() != nil, others: a.RoleType() != nil && a.RoleType().Text == "NonMover"}
	ending := k.Ending(e, e.Arg("if"))
	explain := func(c *game.Context, dst []int32) []int32 {
		player, track := c.Player, c.Track
		for i := r.next(c, 0); i >= 0; i = r.next(c, i+1) {
			if cond.Get(c) {
				dst = ending(c, dst)
			}
		}
		c.Player, c.Track = player, track
		return dst
	}
	return game.EndRule{Eval: func(c *game.Context) {
		var why game.Explanation
		player, track := c.Player, c.Track
		for i := r.next(c, 0); i >= 0 && c.S.Active != 0; i = r.next(c, i+1) {
			if !cond.Get(c) {
				continue
			}
			why = explain
			if res.score != nil {
				res.score(c)
			}
			res.apply(c)
		}
		c.Player, c.Track = player, track
		c.Explain(why) // it counts as having a result also when nobody got one
	}}
}

// rounds are what a (forEach …) of an end goes through: the tracks, or the
// players still in the game, in some cases without the mover.
type rounds struct{ tracks, others bool }

// next sets the iterator to the first one from i on, which it returns; -1 after the last.
func (r rounds) next(c *game.Context, i int) int {
	if r.tracks {
		if i >= len(c.G.Tracks) {
			return -1
		}
		c.Track = i
		return i
	}
	for p := max(i, 1); p <= c.G.Players; p++ {
		if c.S.IsActive(p) && !(r.others && p == c.S.Mover) {
			c.Player = p
			return p
		}
	}
	return -1
}
