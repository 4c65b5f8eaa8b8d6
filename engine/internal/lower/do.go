package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Action is an action that goes to no site: see game.Action.
type Action struct {
	Kind        game.Kind
	Flag        bool
	Name        int32
	What, Value *ir.Expr
}

// numberSet is the number of the position that an action of a kind sets.
var numberSet = map[game.Kind]layout.Var{
	game.ActSetCounter:   layout.Counter,
	game.ActSetTemp:      layout.Temp,
	game.ActSetPot:       layout.Pot,
	game.ActSetTrumpSuit: layout.TrumpSuit,
}

// Do adds an action and that it was done: what it changes is what it changes by the rules, see game.Context.Do.
func (k *Lowerer) Do(a Action) {
	f, p, v := &k.Fields, a.What, a.Value
	switch a.Kind {
	case game.ActSetNextPlayer:
		k.SetNext(p)
		return
	case game.ActSetPending:
		v = k.Temp("v", v)
		k.SetPending(k.Temp("v", ir.Cond(ir.Calc(ir.Eq, v, ir.Num(game.Off)), ir.Num(1), v)))
		return
	}
	k.Log(a.Kind, nil)
	switch a.Kind {
	case game.ActPass, game.ActNote:
	case game.ActSetCounter, game.ActSetTemp, game.ActSetPot, game.ActSetTrumpSuit:
		k.Add(f.Put(numberSet[a.Kind], v))
	case game.ActSetVar:
		k.Add(ir.Write(f.Named, ir.Num(int(a.Name)), v))
	case game.ActSetScore:
		if a.Flag {
			v = ir.Calc(ir.Add, ir.At(f.Score, p), v)
		}
		k.If(ir.Calc(ir.Below, p, ir.Num(k.G.Players+1)), func() { k.Add(ir.Write(f.Score, p, v)) })
	case game.ActSetValueOfPlayer:
		k.Add(ir.Write(f.Value, p, v))
	case game.ActAddPlayerToTeam:
		p = k.Temp("p", p)
		k.If(k.IsPlayer(p, 1), func() { k.Add(ir.Write(f.Team, p, v)) })
	case game.ActBet:
		p = k.Temp("p", p)
		k.If(k.IsPlayer(p, 1), func() { k.Add(ir.Write(f.Amount, p, v)) })
	case game.ActTrigger:
		p = k.Temp("p", p)
		k.If(ir.Calc(ir.Below, p, ir.Num(32)), func() {
			k.Add(f.Put(layout.Triggered, ir.Calc(ir.Or, f.Get(layout.Triggered), ir.Calc(ir.Shl, ir.Num(1), p))))
		})
	case game.ActRememberValue:
		k.KeepInMind(k.MemoryOf(a.Name), v)
	case game.ActForgetValue:
		k.Forget(k.MemoryOf(a.Name), v)
	case game.ActStoreState:
		k.StoreState()
	case game.ActPropose:
		k.propose(a.Name)
	case game.ActVote:
		k.vote(a.Name)
	default:
		k.No(k.clause, "%s", k.clause.Form.Text)
	}
}

// EmitSetting emits that a number of what stands on a site of a type is set, where a level of its stack is one, nil for
// the top.
func (k *Lowerer) EmitSetting(kind game.Kind, siteType *lgdl.Expr, site, level, v *ir.Expr, then *lgdl.Expr) {
	st, some, data := k.TypeOf(siteType), ir.Num(1), v
	numbers := func(data *ir.Expr) (with, v *ir.Expr) { return nil, data }
	switch {
	case level != nil:
		const bits = 10 // of the number; the level travels one up
		k.SiteType(siteType)
		v, level = k.Fitting(v, 0, 1<<bits-1), k.Fitting(level, -2, 1<<(20-bits)-2)
		some = ir.Calc(ir.Le, ir.Num(-1), level)
		data = ir.Calc(ir.Or, ir.Calc(ir.Shl, ir.Calc(ir.Add, level, ir.Num(1)), ir.Num(bits)), v)
		numbers = func(data *ir.Expr) (with, v *ir.Expr) {
			return ir.Calc(ir.Sub, ir.Calc(ir.Shr, data, ir.Num(bits)), ir.Num(1)), ir.Calc(ir.And, data, ir.Num(1<<bits-1))
		}
	case kind == game.ActSetCount:
		v = k.Fitting(v, -1<<19, 1<<19)
		data = k.Temp("v", ir.Cond(ir.Calc(ir.Lt, v, ir.Num(0)), ir.Num(0), v))
		if k.Early() { // by the rules what is found is set
			p := k.Packing()
			what := p.Put(k.clause, k.On(st, site, 0, k.WhatAt), k.ComponentBits())
			number := p.Put(k.clause, data, position.PackedBits-k.ComponentBits())
			data = p.Value
			numbers = func(data *ir.Expr) (with, v *ir.Expr) {
				return k.Temp("what", what(data)), k.Temp("number", number(data))
			}
		}
	case kind == game.ActPromote:
		data = k.Fitting(v, 1, len(k.G.Components)-1)
	default:
		data = k.Fitting(v, 0, 1<<20-1)
	}
	k.If(some, func() {
		k.Emit(Candidate{From: site, To: site, Data: data}, then, func(_, to, data *ir.Expr) {
			with, v := numbers(data) // the level, or what the number is set of
			k.At(st, to, func() {
				switch kind {
				case game.ActPromote:
					k.SpoilIf(ir.Calc(ir.Eq, k.WhatAt(to), ir.Num(0)))
					k.Promote(to, v)
				case game.ActSetCount:
					if with != nil {
						k.SpoilIf(ir.Calc(ir.Ne, k.WhatAt(to), with))
					} else {
						k.FindsWhat()
					}
					k.SetCount(to, v)
				case game.ActSetState:
					k.SetDatum(layout.State, to, with, v)
				case game.ActSetValue: // there is such an effect, with its consequents, also for a site that does not exist
					k.Choose(k.ExistsOn(st, to), func() { k.SetDatum(layout.Worth, to, with, v) }, func() {
						if k.logs() {
							k.log(kind, false, st, st, to, to, nil)
						}
					})
				case game.ActSetRotation:
					k.SetDatum(layout.Rotation, to, with, v)
				}
			})
		})
	})
}

// idle reports whether an effect comes to notes alone, under a condition: where nobody watches nothing of the play
// depends on them, so that what is asked need not be found. A condition that draws is asked.
func (k *Lowerer) idle(e *lgdl.Expr) bool {
	return e.Is("if") && k.effect && !k.unit && !k.early && !k.logs() && k.joint == nil && onlyNotes(e) &&
		len(k.thens)+len(k.filters)+len(k.prefixes)+len(k.endings) == 0 && !k.AsksDraw(e)
}

// onlyNotes reports whether moves are notes and nothing else; nil is none.
func onlyNotes(e *lgdl.Expr) bool {
	switch {
	case e == nil || e.Is("note"):
		return true
	case !e.Is("if") && !e.Is("and") || e.Named("then") != nil:
		return false
	case e.Is("if"):
		return onlyNotes(e.Named("moves1")) && onlyNotes(e.Named("moves2"))
	}
	others := func(x *lgdl.Expr) bool { return x.Kind == lgdl.Clause && !onlyNotes(x) }
	return !slices.ContainsFunc(lgdl.Flat(e.Args...), others)
}
