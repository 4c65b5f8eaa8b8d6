package moves

import (
	"cmp"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func lowerAddScore(k *lower.Lowerer, e *lgdl.Expr) {
	f := k.Fields.Score
	add := func(p int, v *ir.Expr) {
		k.Value(nil, v, func(v *ir.Expr) {
			k.Log(game.ActSetScore, nil)
			k.Add(ir.Write(f, ir.Num(p), ir.Calc(ir.Add, ir.At(f, ir.Num(p)), v)))
		})
	}
	a := clause.AnyAddScore(e)
	target := cmp.Or(a.Who(), a.Role())
	k.Around(a.Then(), func() {
		if target.Kind != lgdl.List {
			v := k.Temp("v", k.Int(a.Points()))
			k.EachPlayer(a.Who(), a.Role(), func(p int) { add(p, v) })
			return
		}
		for i, x := range target.Items {
			if i >= len(a.Points().Items) {
				break
			}
			v := k.Temp("v", k.Int(a.Points().Items[i]))
			if x.Type == "roleType" {
				k.EachPlayer(nil, x, func(p int) { add(p, v) })
				continue
			}
			who := k.Temp("who", k.Int(x))
			for p := 0; p <= k.G.Players; p++ {
				k.If(ir.Calc(ir.Eq, who, ir.Num(p)), func() { add(p, v) })
			}
		}
	})
}

// lowerSetPlayer lowers (set Score …) and (set Value …) of players.
func lowerSetPlayer(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.SetPlayer(e)
	v := k.Temp("v", k.Int(a.Int()))
	set := func(field *ir.Field, kind game.Kind) func(p int) {
		return func(p int) {
			k.Value(a.Then(), v, func(v *ir.Expr) {
				k.Log(kind, nil)
				k.Add(ir.Write(field, ir.Num(p), v))
			})
		}
	}
	switch a.SetPlayerType().Text {
	case "Score":
		k.EachPlayer(a.Player(), a.RoleType(), set(k.Fields.Score, game.ActSetScore))
	case "Value":
		if a.Player() == nil && game.ManyRole(a.RoleType().Text) {
			k.No(e, "the value of several players")
		}
		k.EachPlayer(a.Player(), a.RoleType(), set(k.Fields.Value, game.ActSetValueOfPlayer))
	default:
		k.No(e, "(set %s …)", a.SetPlayerType().Text)
	}
}

// lowerSetNextPlayer lowers who moves next: one candidate for each player of a list. Its
// consequents never run.
func lowerSetNextPlayer(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: NextPlayer, player, players, then.
	next := func(p *ir.Expr) {
		p = k.Temp("p", p)
		is := ir.All(ir.Calc(ir.Le, ir.Num(1), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players)))
		k.If(is, func() { k.Value(nil, p, k.SetNext) })
	}
	if a[1] != nil {
		next(k.Int(clause.PlayerInt(a[1]).Int()))
		return
	}
	k.EachInt(a[2], next)
}

// lowerTrigger lowers an event, whose name and consequents are ignored.
func lowerTrigger(k *lower.Lowerer, e *lgdl.Expr) {
	who := cmp.Or(clause.Trigger(e).Int(), clause.Trigger(e).RoleType())
	k.Value(nil, k.Int(who), func(p *ir.Expr) {
		p = k.Temp("p", p)
		k.Log(game.ActTrigger, nil)
		f := &k.Fields
		k.If(ir.Calc(ir.Below, p, ir.Num(32)), func() {
			k.Add(f.Put(lower.Triggered, ir.Calc(ir.Or, f.Get(lower.Triggered), ir.Calc(ir.Shl, ir.Num(1), p))))
		})
	})
}

// lowerNote lowers a message, which changes nothing: one for each receiver.
func lowerNote(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.Note(e)
	if a.ToPlayer() == nil && (a.ToRoleType() == nil || a.ToRoleType().Text == "All") {
		for range k.G.Players {
			lowerAct(k, nil, func() { k.Log(game.ActNote, nil) })
		}
		return
	}
	who := ir.Num(game.Off) // nobody, where a role stands for several
	if role := a.ToRoleType(); role == nil || !game.ManyRole(role.Text) || strings.HasPrefix(role.Text, "Team") {
		who = k.RoleOrPlayer(a.ToPlayer(), role)
	}
	k.ForPlayers(who, func(p int) {
		if p >= 1 && p <= k.G.Players {
			lowerAct(k, nil, func() { k.Log(game.ActNote, nil) })
		}
	})
}

// lowerBallot lowers proposals and votes: one candidate for each name.
func lowerBallot(vote bool) func(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	return func(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
		if len(k.G.Dice) > 0 {
			// The moves by the rules were not found again beside a throw of dice.
			k.Unwatched(e)
		}
		for _, name := range lgdl.Flat(a[:2]...) {
			lowerAct(k, a[2], func() {
				if vote {
					k.Vote(name)
				} else {
					k.Propose(name)
				}
			})
		}
	}
}

// lowerMessage lowers (move Propose …) and (move Vote …), which share a form.
func lowerMessage(k *lower.Lowerer, e *lgdl.Expr) {
	lowerBallot(clause.MoveMessage(e).MoveMessageType().Text == "Vote")(k, e, argsOf(e, true))
}

// lowerSurround lowers the capture of pieces next to a site whose neighbours are all
// held. Its consequents never run.
func lowerSurround(k *lower.Lowerer, e *lgdl.Expr) {
	k.NoBetween(e)
	a := clause.Surround(e)
	rel := board.Adjacent
	if a.RelationType() != nil {
		r, ok := board.ParseRelation(a.RelationType().Text)
		if !ok {
			k.No(a.RelationType(), "%s", a.RelationType().Text)
		}
		rel = r.Direction()
	}
	origin := k.Env.From
	if a.From() != nil {
		k.Only(a.From(), "siteType", "int")
		k.SiteType(clause.From(a.From()).SiteType())
		if clause.From(a.From()).Int() != nil {
			origin = k.Int(clause.From(a.From()).Int())
		}
	}
	origin = k.Temp("origin", k.Iterator(e, origin))
	var prey, held, apply *lgdl.Expr
	if a.Between() != nil {
		prey, apply = clause.Between(a.Between()).If(), clause.Between(a.Between()).Apply()
	}
	if a.To() != nil {
		held = clause.To(a.To()).If()
	}
	if prey == nil || held == nil {
		k.No(e, "captures by default")
	}
	except := k.Temp("except", k.IntOr(a.Except(), 0))
	var with *ir.Expr
	if a.With() != nil {
		if x := clause.PieceStringInt(a.With()).Int(); x != nil {
			with = k.Temp("with", k.Int(x))
		} else if clause.PieceStringInt(a.With()).String() != nil {
			with = ir.Num(k.G.ComponentNamed(clause.PieceStringInt(a.With()).String().Text))
		} else {
			k.No(a.With(), "several pieces")
		}
	}
	rows := make([][]int32, k.Sites())
	for s := range k.G.Topo.Num(k.G.DefaultType) {
		for _, r := range k.G.Topo.Radials(k.G.DefaultType, int32(s), rel) {
			rows[s] = append(rows[s], r.Path[1])
		}
	}
	near := k.Rows("beside", rows)
	k.If(k.OnBoard(origin), func() {
		k.Row(near, origin, func(u *ir.Expr) {
			env := k.Env
			k.Env.Between = u
			ok, exceptions, met := ir.Within("ok", 0, 1), ir.Within("exceptions", 0, 1<<15), ir.Within("met", 0, 1)
			k.Add(ir.Put(ok, k.Bool(prey)), ir.Put(exceptions, ir.Num(0)), ir.Put(met, ir.Truth(with == nil)))
			k.If(ir.Read(ok), func() {
				k.Row(near, u, func(v *ir.Expr) {
					if with != nil {
						k.If(ir.Calc(ir.Eq, k.WhatAt(v), with), func() { k.Add(ir.Put(met, ir.Num(1))) })
					}
					k.Env.To = v
					k.If(ir.All(ir.Calc(ir.Ne, v, origin), ir.Calc(ir.Not, k.Bool(held))), func() {
						k.Add(ir.Increment(exceptions))
					})
				})
			})
			k.Env.To = env.To
			k.If(ir.All(ir.Read(ok), ir.Calc(ir.Le, ir.Read(exceptions), except), ir.Read(met)), func() {
				if apply != nil {
					lowerApplied(k, apply, k.Moves)
					return
				}
				k.If(ir.Calc(ir.Ne, k.WhatAt(u), ir.Num(0)), func() {
					k.Emit(lower.Candidate{From: u, To: u}, nil, func(_, to, _ *ir.Expr) { k.Clear(to) })
				})
			})
			k.Env = env
		})
	})
}

// lowerShoot lowers a piece that is shot along lines of free sites.
func lowerShoot(k *lower.Lowerer, e *lgdl.Expr, a []*lgdl.Expr) {
	// Slots: piece, from, direction, between, to, then.
	k.NoStacks(e)
	k.NoBetween(e)
	what := ir.Num(-1)
	if x := clause.PieceStringInt(a[0]).Int(); x != nil {
		what = k.Int(x)
	} else if clause.PieceStringInt(a[0]).String() != nil {
		what = ir.Num(k.G.ComponentNamed(clause.PieceStringInt(a[0]).String().Text))
	}
	if n, ok := what.Number(); !ok || n < 1 || int(n) >= len(k.G.Components) {
		k.No(a[0], "a piece that is not known before")
	}
	origin := k.Fields.Get(lower.LastTo)
	if a[1] != nil {
		k.Only(a[1], "siteType", "int")
		k.SiteType(clause.From(a[1]).SiteType())
		if clause.From(a[1]).Int() != nil {
			origin = k.Int(clause.From(a[1]).Int())
		} else {
			origin = k.Iterator(a[1], k.Env.From)
		}
	}
	if a[4] == nil && k.G.DefaultType != board.Cell {
		k.No(e, "a shot over cells")
	}
	if a[4] != nil {
		k.Only(a[4], "siteType", "int", "if")
	}
	origin = k.Temp("origin", origin)
	env, between := k.Env, k.Between()
	if between == nil && uses(a[4], "between") { // of the first site of a line
		between = ir.Num(game.Off)
	}
	k.If(k.OnBoard(origin), func() {
		k.Env.Piece = 0
		rays, rows, row := k.Lines(k.G.DefaultType, a[2], "Adjacent", origin)
		var shots *ir.Slide
		if a[4] == nil && between == nil {
			shots = &ir.Slide{Cross: k.Empty()}
		}
		k.Slides(shots, rays, rows, origin, row, func(ray *ir.Expr) {
			last := ir.Within("last", -1, k.Sites()-1)
			k.Env.Between = between
			if k.Env.Between != nil {
				k.Env.Between = ir.Read(last)
				k.Add(ir.Put(last, between))
			}
			k.Scope("shot", func(end *ir.Label) {
				k.Row(rows, ray, func(to *ir.Expr) {
					k.Env.To = to
					free := ir.Calc(ir.SetHas, k.Empty(), to)
					if a[4] != nil {
						free = k.Bool(clause.To(a[4]).If())
					}
					k.Add(ir.When(ir.Calc(ir.Not, free), ir.Leave(end)))
					k.Emit(lower.Candidate{From: to, To: to}, a[5], func(_, to, _ *ir.Expr) { k.Put(to, what, nil) })
					if k.Env.Between != nil {
						k.Add(ir.Put(last, to))
					}
				})
			})
		})
	})
	k.Env = env
}

// lowerTakeControl lowers the change of a player's pieces into another player's of the
// same names.
func lowerTakeControl(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.TakeControl(e)
	k.SiteType(a.SiteType())
	g := k.G
	if g.Stacks || g.Values || g.Rotations || g.Hides || g.Has(game.InternalLoop) || a.OfRoleType() == nil {
		k.No(e, "control of more than plain pieces")
	}
	of := k.Pieces(e, a.OfRoleType().Text)
	by := a.ByRoleType()
	if a.ByInt() != nil {
		by = a.ByInt()
	}
	owner, ok := k.Int(by).Number()
	if !ok || owner < 0 || int(owner) > g.Shared() {
		k.No(e, "control by a player who is not known before")
	}
	into := make([]int64, len(g.Components))
	for c := range into {
		into[c] = int64(counterpart(g, c, int(owner)))
	}
	table := k.Table("counterpart", ir.I16, into)
	switch {
	case a.At() != nil:
		one := k.NewSet()
		site := k.Temp("site", k.Int(a.At()))
		k.If(ir.Calc(ir.Below, site, ir.Num(k.Sites())), func() {
			k.Include(one, site)
		})
		of = ir.Calc(ir.SetAnd, of, ir.SetAt(one, ir.Num(0)))
	case a.To() != nil:
		of = ir.Calc(ir.SetAnd, of, k.Region(a.To()))
	}
	take := func(site *ir.Expr) {
		comp := k.Temp("comp", ir.At(table, k.WhatAt(site)))
		k.If(ir.Calc(ir.Lt, ir.Num(0), comp), func() {
			p := &packing{k: k}
			what, count := p.put(e, comp, componentBits), func(*ir.Expr) *ir.Expr { return ir.Num(1) }
			if k.HasCounts() {
				count = p.put(e, k.CountAt(site), 6)
			}
			state := p.put(e, k.StateAt(site), 7)
			k.Emit(lower.Candidate{From: site, To: site, Data: p.value}, a.Then(), func(_, to, data *ir.Expr) {
				what, count := k.Temp("what", what(data)), k.Temp("count", count(data))
				state := k.Temp("state", state(data))
				k.Clear(to)
				k.Acts(game.ActAdd, to, to)
				k.Set(to, what, count, state)
			})
		})
	}
	inTurn := a.Then() != nil && k.InTurn(a.Then())
	if !k.Orderless() {
		inTurn = true
	}
	if !k.ByLists(e, inTurn) {
		k.Each(of, take)
		return
	}
	of = k.Keep(of)
	k.EachListed(func(site *ir.Expr) { k.If(ir.Calc(ir.SetHas, of, site), func() { take(site) }) })
}

// lowerForEachGroup lowers the moves for each group of the mover's pieces, or of the
// sites that meet a condition, from pieces on. The moves see the sites of the group.
func lowerForEachGroup(k *lower.Lowerer, e *lgdl.Expr) {
	a, moves := clause.ForEachGroup(e), clause.ForEachGroup(e).Moves()
	begun := groupsOf(e).LowerMover(k, e)
	env, groups := k.Env, &lower.Grouping{Near: begun.Near, If: a.If()}
	k.Grouped(groups, k.None(), ir.Num(0))
	inTurn := k.Stacked()
	k.Around(a.Then(), func() { inTurn = inTurn || k.InTurn(moves) })
	k.Env = env
	k.Around(a.Then(), func() {
		begun.Each(k, e, inTurn, func(start, group, _ *ir.Expr) {
			k.Grouped(groups, group, start)
			k.Env.Lose(&k.Env.From, &k.Env.To) // by the rules the first of the group
			k.Moves(moves)
		})
	})
	k.Env = env
}
