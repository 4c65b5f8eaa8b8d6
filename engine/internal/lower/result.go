package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// active reports whether a player is still in the game.
func (k *Lowerer) active(p *ir.Expr) *ir.Expr {
	return ir.Calc(ir.And, ir.Calc(ir.Shr, k.Fields.Get(layout.Active), p), ir.Num(1))
}

// activeCount is the number of players still in the game.
func (k *Lowerer) activeCount() *ir.Expr {
	return ir.Calc(ir.Ones, ir.Calc(ir.Wide, k.Fields.Get(layout.Active)))
}

// following is the active player after a player in cyclic order.
func (k *Lowerer) following(p *ir.Expr) *ir.Expr {
	n := k.G.Players
	if n == 2 {
		// Both are active as long as the play goes on.
		return ir.Calc(ir.Sub, ir.Num(3), p)
	}
	q, i := ir.Within("q", 0, n+1), ir.Within("i", 0, n)
	fn := k.Shared("following", ir.I32, func() {
		step := ir.Put(q, ir.Cond(ir.Calc(ir.Lt, ir.Read(q), ir.Num(n)), ir.Calc(ir.Add, ir.Read(q), ir.Num(1)),
			ir.Num(1)))
		loop := &ir.Label{Name: "players"}
		k.Add(ir.Put(i, ir.Num(0)), step, &ir.Stmt{Op: ir.Loop, Label: loop, Rounds: n, Body: []*ir.Stmt{
			ir.When(ir.Any(k.active(ir.Read(q)), ir.Calc(ir.Eq, ir.Read(i), ir.Num(n-1))), ir.Leave(loop)),
			step, ir.Increment(i),
		}}, ir.Give(ir.Read(q)))
	}, q)
	return ir.Invoke(fn, p)
}

// eachPlayer adds what f adds for each player.
func (k *Lowerer) eachPlayer(f func(q int)) {
	for q := 1; q <= k.G.Players; q++ {
		f(q)
	}
}

// over ends the play: the winner is the first player of rank 1, if there is one.
func (k *Lowerer) over() {
	f := &k.Fields
	k.Add(f.Put(layout.Over, ir.Num(1)), f.Put(layout.Active, ir.Num(0)), f.Put(layout.Winner, ir.Num(0)))
	for q := k.G.Players; q >= 1; q-- {
		k.If(
			ir.Calc(ir.Eq, ir.At(f.Rank, ir.Num(q)), ir.Num(layout.RankUnit)),
			func() { k.Add(f.Put(layout.Winner, ir.Num(q))) },
		)
	}
}

// Last gives the only player still in the game his rank and ends the play.
func (k *Lowerer) last(rank *ir.Expr) {
	k.eachPlayer(func(q int) {
		k.If(k.active(ir.Num(q)), func() { k.Add(ir.Write(k.Fields.Rank, ir.Num(q), rank)) })
	})
	k.over()
}

// win is the function that gives an active player the next rank from the top.
func (k *Lowerer) win() *ir.Func {
	return k.resultOf("win", func(p *ir.Expr) {
		f := &k.Fields
		rank := k.Temp("rank", ir.Calc(ir.Mul, ir.Calc(ir.Add, f.Get(layout.Winners), ir.Num(1)), ir.Num(layout.RankUnit)))
		k.leave(p)
		k.Add(ir.Write(f.Rank, p, rank), f.Put(layout.Winners, ir.Calc(ir.Add, f.Get(layout.Winners), ir.Num(1))))
		left := k.Temp("left", k.activeCount())
		k.If(ir.Calc(ir.Eq, left, ir.Num(1)), func() {
			k.loses(f.Get(layout.Active))
			k.last(ir.Calc(ir.Add, rank, ir.Num(layout.RankUnit)))
		})
		k.If(ir.Calc(ir.Eq, left, ir.Num(0)), func() { k.over() })
	})
}

// leave takes a player out of the game.
func (k *Lowerer) leave(p *ir.Expr) {
	f := &k.Fields
	k.Add(
		f.Put(
			layout.Active,
			ir.Calc(ir.And, f.Get(layout.Active), ir.Calc(ir.Xor, ir.Calc(ir.Shl, ir.Num(1), p), ir.Num(-1))),
		),
	)
}

// loss is the function that gives an active player the next rank from the bottom;
// those who lose at the same time share it.
func (k *Lowerer) loss() *ir.Func {
	return k.resultOf("loss", func(p *ir.Expr) {
		f, n := &k.Fields, k.G.Players
		k.leave(p)
		if n == 1 {
			k.Add(f.Put(layout.Over, ir.Num(1)), f.Put(layout.Winner, ir.Num(0)))
			return
		}
		if n > 2 {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Next), p), func() { k.Add(f.Put(layout.Next, k.following(p))) })
		}
		k.loses(ir.Calc(ir.Shl, ir.Num(1), p))
		bottom := ir.Calc(ir.Sub, ir.Num(n), f.Get(layout.Losers))
		before := k.Temp(
			"before",
			ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Calc(ir.Add, bottom, ir.Num(1)), ir.Num(layout.RankUnit)),
				ir.Calc(ir.Mul, ir.Calc(ir.Sub, f.Get(layout.LossesNow), ir.Num(1)), ir.Num(layout.RankUnit/2))),
		)
		rank := k.Temp("rank", ir.Calc(ir.Sub, before, ir.Num(layout.RankUnit/2)))
		k.eachPlayer(func(q int) {
			at := ir.At(f.Rank, ir.Num(q))
			k.If(ir.Calc(ir.Eq, at, before), func() { k.Add(ir.Write(f.Rank, ir.Num(q), rank)) })
		})
		k.Add(ir.Write(f.Rank, p, rank), f.Put(layout.Losers, ir.Calc(ir.Add, f.Get(layout.Losers), ir.Num(1))),
			f.Put(layout.LossesNow, ir.Calc(ir.Add, f.Get(layout.LossesNow), ir.Num(1))))
		left := k.Temp("left", k.activeCount())
		k.If(ir.Calc(ir.Eq, left, ir.Num(1)), func() {
			k.last(ir.Calc(ir.Mul, ir.Calc(ir.Add, f.Get(layout.Winners), ir.Num(1)), ir.Num(layout.RankUnit)))
		})
		k.If(ir.Calc(ir.Eq, left, ir.Num(0)), func() { k.over() })
	})
}

// draw is the function that ends the play: all who have no rank yet share one.
func (k *Lowerer) draw() *ir.Func {
	return k.Shared("draw", ir.None, func() {
		f := &k.Fields
		rank := k.Temp("rank", ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Calc(ir.Add, k.activeCount(), ir.Num(1)),
			ir.Num(layout.RankUnit/2)),
			ir.Calc(ir.Mul, f.Get(layout.Winners), ir.Num(layout.RankUnit))))
		if k.G.Players > 1 {
			k.eachPlayer(func(q int) {
				k.If(ir.Calc(ir.Eq, ir.At(f.Rank, ir.Num(q)), ir.Num(0)), func() { k.Add(ir.Write(f.Rank, ir.Num(q), rank)) })
			})
		}
		k.over()
	})
}

// everybody ends the play with the first or the last rank for all who have none yet, and no winner.
func (k *Lowerer) everybody(win bool) {
	f, rank := &k.Fields, k.G.Players*layout.RankUnit
	if win {
		rank = layout.RankUnit
	}
	for q := 1; q <= k.G.Players && k.G.Players > 1; q++ {
		k.If(ir.Calc(ir.Eq, ir.At(f.Rank, ir.Num(q)), ir.Num(0)), func() {
			k.Add(ir.Write(f.Rank, ir.Num(q), ir.Num(rank)))
			if win {
				k.Add(f.Put(layout.Winners, ir.Calc(ir.Add, f.Get(layout.Winners), ir.Num(1))))
			}
		})
	}
	k.Add(f.Put(layout.Over, ir.Num(1)), f.Put(layout.Active, ir.Num(0)), f.Put(layout.Winner, ir.Num(0)))
}

func (k *Lowerer) resultOf(name string, f func(p *ir.Expr)) *ir.Func {
	p := ir.Within("p", 1, k.G.Players)
	return k.Shared(name, ir.None, func() { f(ir.Read(p)) }, p)
}

// byScore ends the play with the players ranked by their scores.
func (k *Lowerer) byScore(e *lgdl.Expr) {
	f := &k.Fields
	misere := ir.Num(0)
	if clause.ByScore(e).Misere() != nil {
		misere = k.Temp("misere", k.Bool(clause.ByScore(e).Misere()))
	}
	if clause.ByScore(e).Scores() != nil {
		for _, x := range clause.ByScore(e).Scores().Items {
			who := k.Temp("who", k.Role(clause.ScoreRoleType(x).RoleType()))
			score := k.Temp("score", k.Int(clause.ScoreRoleType(x).Int()))
			k.If(ir.Calc(ir.Below, who, ir.Num(k.G.Players+1)), func() { k.Add(ir.Write(f.Score, who, score)) })
		}
	}
	k.eachPlayer(func(p int) {
		mine, rank := ir.At(f.Score, ir.Num(p)), ir.Num(layout.RankUnit/2)
		k.eachPlayer(func(q int) {
			theirs := ir.At(f.Score, ir.Num(q))
			better := ir.Cond(misere, ir.Calc(ir.Lt, theirs, mine), ir.Calc(ir.Lt, mine, theirs))
			rank = ir.Calc(ir.Add, rank, ir.Cond(better, ir.Num(layout.RankUnit),
				ir.Cond(ir.Calc(ir.Eq, mine, theirs), ir.Num(layout.RankUnit/2), ir.Num(0))))
		})
		k.Add(ir.Write(f.Rank, ir.Num(p), rank))
	})
	k.over()
}

// payoffs ends the play with the players ranked by what they are paid.
func (k *Lowerer) payoffs(e *lgdl.Expr) {
	if k.Fields.Payoff != nil {
		k.payoffsFound(e)
		return
	}
	n := k.G.Players
	paid := make([]float64, n+1)
	for _, x := range clause.Payoffs(e).Payoffs().Items {
		a := clause.Payoff(x)
		if who, _ := game.RoleNumber(a.RoleType().Text); who > 0 && who <= n {
			paid[who] = k.Parts.Float(a.Float()).V
		}
	}
	for p := 1; p <= n; p++ {
		rank := layout.RankUnit / 2
		for q := 1; q <= n; q++ {
			switch {
			case paid[q] > paid[p]:
				rank += layout.RankUnit
			case paid[q] == paid[p]:
				rank += layout.RankUnit / 2
			}
		}
		if n == 1 && paid[p] <= 0 {
			rank = 0
		}
		k.Add(ir.Write(k.Fields.Rank, ir.Num(p), ir.Num(rank)))
	}
	k.Add(k.Fields.Put(layout.Paid, ir.Num(k.G.Payer(e))))
	k.over()
}

// result gives a result to whom it names, if he is still in the game (part 3, §12).
func (k *Lowerer) result(e *lgdl.Expr) {
	switch e.Form.Keyword {
	case "byScore":
		k.byScore(e)
		return
	case "payoffs":
		k.payoffs(e)
		return
	}
	role, kind := clause.Result(e).RoleType(), clause.Result(e).ResultType().Text
	who := k.Temp("who", k.Role(role))
	shared := ir.Calc(ir.Eq, who, ir.Num(k.G.Shared()))
	is := ir.All(ir.Calc(ir.Le, ir.Num(1), who), ir.Calc(ir.Le, who, ir.Num(k.G.Players)), k.active(who))
	switch {
	case len(role.Text) > 4 && role.Text[:4] == "Team":
		switch kind {
		case "Win":
			k.If(ir.Any(shared, is), func() { k.teamWin(who) })
		case "Loss", "Draw":
		default:
			k.No(e, "the result of a team")
		}
	case kind == "Draw":
		k.If(ir.Any(shared, is), func() { k.Call(k.draw()) })
	case role.Text == "All" && (kind == "Win" || kind == "Loss"):
		k.everybody(kind == "Win")
	case role.Text == "All" || role.Text == "Shared" || role.Text == "Each":
		k.No(e, "a result of all players other than a draw")
	case kind == "Win":
		k.If(is, func() { k.Call(k.win(), who) })
	case kind == "Loss":
		k.If(is, func() { k.Call(k.loss(), who) })
	default:
		k.No(e, "the result %s", kind)
	}
}

// endRule adds one rule of an (end …).
func (k *Lowerer) endRule(x *lgdl.Expr) {
	k.Env = Env{}
	switch x.Form.Text {
	case "(if bool [(if) | {(if)}] [(result)])":
		k.conditional(x, true, func() {})
	case "(forEach [roleType | Track] if:bool (result))":
		some := ir.Within("some", 0, 1)
		if k.Watch != nil {
			k.Add(ir.Put(some, ir.Num(0)))
		}
		k.eachEnding(x, ir.Calc(ir.Ne, k.Fields.Get(layout.Active), ir.Num(0)), func() {
			k.result(clause.ForEachIf(x).Result())
			if k.Watch != nil {
				k.Add(ir.Put(some, ir.Num(1)))
			}
		})
		if k.Watch != nil {
			// It counts as having a result also when nobody got one.
			k.explain(func() {
				k.If(ir.Read(some), func() {
					k.eachEnding(x, ir.Num(1), func() { k.noteEnd(x, clause.ForEachIf(x).If()) })
				})
			})
		}
	default:
		k.No(x, "%s", x.Form.Text)
	}
}

// conditional adds an (if …) of an end: its result, or that of the first nested one
// that has any; done is added after either.
func (k *Lowerer) conditional(x *lgdl.Expr, outermost bool, done func()) {
	nested := []*lgdl.Expr{}
	if clause.IfBool(x).If() != nil {
		nested = append(nested, clause.IfBool(x).If())
	}
	if clause.IfBool(x).Ifs() != nil {
		nested = append(nested, clause.IfBool(x).Ifs().Items...)
	}
	why := func() {
		if outermost {
			k.explain(func() {
				if len(nested) == 0 { // nested rules explain nothing
					k.If(k.Bool(clause.IfBool(x).Bool()), func() { k.noteEnd(x, clause.IfBool(x).Bool()) })
				}
			})
		}
	}
	k.If(k.Bool(clause.IfBool(x).Bool()), func() {
		if len(nested) == 0 {
			if clause.IfBool(x).Result() == nil {
				k.No(x, "an end without a result")
			}
			// A score counts before it is explained.
			scored := clause.IfBool(x).Result().Form.Keyword != "result"
			if !scored {
				why()
			}
			k.result(clause.IfBool(x).Result())
			if scored {
				why()
			}
			done()
			return
		}
		// A score of a nested rule counts at once, that of this one only without any.
		k.Scope("nothing", func(nothing *ir.Label) {
			k.Scope("nested", func(end *ir.Label) {
				for _, n := range nested {
					k.conditional(n, false, func() {
						why()
						k.Add(ir.Leave(end))
					})
				}
				if clause.IfBool(x).Result() == nil {
					k.Add(ir.Leave(nothing))
					return
				}
				why()
				if clause.IfBool(x).Result().Form.Keyword == "result" {
					k.result(clause.IfBool(x).Result())
				}
			})
			done()
		})
	})
}

// eachEnding adds what f adds for each player in the game, or each track while some condition holds, of whom that of a
// (forEach …) of an end does.
func (k *Lowerer) eachEnding(x *lgdl.Expr, while *ir.Expr, f func()) {
	a := clause.ForEachIf(x)
	if a.Track() != nil {
		for i := range k.G.Tracks {
			k.Env.Track = 1 + i
			k.If(ir.All(while, k.Bool(a.If())), f)
		}
	} else {
		k.eachPlayer(func(p int) {
			if a.RoleType() != nil && a.RoleType().Text == "NonMover" && p == k.Mover {
				return
			}
			k.Env.Player = ir.Num(p)
			k.If(ir.All(k.active(ir.Num(p)), k.Bool(a.If())), f)
		})
	}
	k.Env.Track, k.Env.Player = 0, nil
}
