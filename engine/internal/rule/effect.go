package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Effect is an effect of moves of one action for each of some pairs of numbers, all worked out before any action is
// done: it goes to no site, or sets a number of what stands on one. What an action of a kind does is said by
// game.Context.Do and by lower.Lowerer.Do, EmitSetting or EmitRemoval.
type Effect struct {
	Kind  game.Kind
	Of    Pairs
	Needs game.Flag                                  // requirements of the game
	Flag  bool                                       // of the actions
	Name  func(k *game.Compiler, e *lgdl.Expr) int32 // that of the actions, its argument, nil for none
	Type  func(e *lgdl.Expr) *lgdl.Expr              // that of the sites, nil where the pairs are of no sites
	Level Int                                        // of a stack, nothing for its top
	Times Int                                        // how often the action is done, nothing for once

	Mine    bool // the moves are the mover's
	Theirs  bool // and where players decide at the same time those of whom the actions are about
	Decides bool // the actions are decisions even of an effect
	Alone   bool // its consequents never run, as in the reference; they still raise their requirements
	Joint   bool // all actions are one move; lowered where it has no consequents
	Idle    bool // it is no move, and has no consequents
	Inner   bool // it is what a clause does by default, whose own consequents follow
}

// Moves is the rule of an effect and, if a row is one, of the decision of the same name.
func (x Effect) Moves() Moves {
	m := Moves{x.impl, x.code, x.Of.Args}
	if !x.Idle {
		m.Args = slices.Concat(m.Args, []string{"then"})
	}
	if x.Name != nil {
		m.Args = slices.Concat(m.Args, []string{"string"})
	}
	m.Args = slices.Concat(m.Args, x.Level.Args, x.Times.Args)
	return m
}

// SiteType is the argument that says the type of sites.
func SiteType(e *lgdl.Expr) *lgdl.Expr { return e.Named("siteType") }

func (x Effect) impl(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(x.Needs)
	of, blank := x.Of.Impl(k, e), game.Number(x.Kind, game.Off)
	blank.Flag, blank.Decision = x.Flag, x.Decides || Decision(e)
	if x.Alone {
		k.Then(e.Named("then"))
	}
	st, level, times := k.G.DefaultType, game.IntOf(game.Off), game.IntOf(1)
	if x.Type != nil {
		st = k.SiteTypeOr(x.Type(e))
	}
	if x.Level.Impl != nil {
		level = x.Level.Impl(k, e)
	}
	if x.Times.Impl != nil {
		times = x.Times.Impl(k, e)
	}
	g := k.Followed(func(c *game.Context, out *game.MoveList) {
		times := times.Get(c)
		pairs := of(c, c.TakeInts())
		for i := 0; i < len(pairs); i += 2 {
			var a game.Action
			if x.Type == nil {
				a = x.action(blank, pairs[i], pairs[i+1])
			} else if l := level.Get(c); l >= game.Off || x.Kind == game.ActRemove {
				a = x.setting(c, st, int(pairs[i]), l, int(pairs[i+1]))
				a.Decision = blank.Decision
			} else {
				continue
			}
			if x.Joint && i > 0 {
				c.Extend(&out.M[len(out.M)-1], a)
				continue
			}
			m := c.One(a)
			a.Decision = false
			for range times - 1 {
				c.Extend(&m, a)
			}
			if x.Kind == game.ActSwap { // who has changed sides moves
				c.Extend(&m, game.Player(game.ActSetNextPlayer, c.S.Mover, game.Off))
			}
			switch {
			case x.Theirs && c.G.Mode == game.Simultaneous:
				m.Mover = pairs[i]
			case x.Mine:
				m.Mover = int32(c.S.Mover)
			}
			out.Add(m)
		}
		c.GiveInts(pairs)
	}, x.then(e))
	if x.Name != nil {
		blank.Name = x.Name(k, e)
	}
	switch x.Kind {
	case game.ActSetState, game.ActSetValue, game.ActSetCount, game.ActRemove:
	case game.ActPromote:
		at := x.Of.site.Impl(k, e)
		g.CanMoveTo = func(c *game.Context, site int) bool { return at.Get(c) == site }
	default:
		g.CanMoveTo = Never
	}
	if x.Idle {
		g.CanMove = func(*game.Context) bool { return false }
	}
	return g
}

// then are the consequents that run.
func (x *Effect) then(e *lgdl.Expr) *lgdl.Expr {
	if x.Alone || x.Idle || x.Inner {
		return nil
	}
	return e.Named("then")
}

// action is a blank action about a player, or with a name, and with a number.
func (x *Effect) action(a game.Action, p, v int32) game.Action {
	if a.Value = v; x.Of.Names {
		a.Name = p
	} else {
		a.What = p
	}
	return a
}

// setting is an action that sets a number of what stands on a site.
func (x *Effect) setting(c *game.Context, st board.SiteType, site, level, v int) game.Action {
	switch x.Kind {
	case game.ActRemove:
		st = c.G.TypeAt(st, site)
		if x.Flag {
			return game.RemoveLater(game.SiteType(st), site)
		}
		if !c.G.Stacks || level == game.Infinity || max(level, 0) == c.S.SizeAt(st, site)-1 {
			return game.Remove(game.SiteType(st), site, game.Off)
		}
		return game.Remove(game.SiteType(st), site, max(level, 0))
	case game.ActPromote:
		return game.Promote(game.SiteType(st), site, level, v)
	case game.ActSetState:
		return game.SetState(game.SiteType(c.G.TypeAt(st, site)), site, level, v)
	case game.ActSetValue:
		return game.SetValue(game.SiteType(st), site, level, v)
	case game.ActSetCount:
		return game.SetCount(game.SiteType(st), site, c.S.What(st, site), v)
	}
	return game.SetRotation(game.SiteType(st), site, v)
}

func (x Effect) code(k *lower.Lowerer, e *lgdl.Expr) {
	if x.Idle {
		k.OnlyEffect(e, false) // whether there is a move is not asked of it
	}
	if x.Joint && e.Named("sites") != nil {
		k.OneForAll(e)
	}
	a := lower.Action{Kind: x.Kind, Flag: x.Flag}
	if x.Name != nil {
		a.Name = x.Name(k.Parts, e)
	}
	level := func() *ir.Expr {
		if x.Level.Lower == nil || !k.Stacked() {
			return nil
		}
		return x.Level.Lower(k, e)
	}
	removed := func(site, set *ir.Expr) {
		k.EmitRemoval(x.Type(e), site, set, level(), x.Times.Lower(k, e), x.Flag, x.then(e))
	}
	lowered := func() {
		if x.Of.Set != nil {
			if set := x.Of.Set(k, e); set != nil {
				removed(nil, set)
				return
			}
		}
		x.Of.Lower(k, e, func(p, v *ir.Expr) {
			if x.Kind == game.ActRemove {
				removed(p, nil)
				return
			}
			if x.Type != nil {
				k.EmitSetting(x.Kind, x.Type(e), p, level(), v, x.then(e))
				return
			}
			if x.Kind == game.ActSwap {
				k.EmitSwap(x.then(e), p, v)
				return
			}
			k.ValueOf(x.then(e), p, v, func(p, v *ir.Expr) {
				a.What, a.Value = p, v
				if x.Of.Names {
					n, _ := p.Number()
					a.Name = int32(n)
				}
				if x.Decides {
					k.Decisive(func() { k.Do(a) })
					return
				}
				k.Do(a)
			})
		})
	}
	switch {
	case x.Decides || Decision(e):
		k.Decision(lowered)
	case x.Mine:
		lowered()
	default:
		k.Nobodys(lowered)
	}
}

// Decision reports whether a clause is the decision of its name, (move Bet …) say, not the effect (bet …).
func Decision(e *lgdl.Expr) bool { return e.Form.Result == "moves:decision" }

// Never answers "is there a move to that site" for effects that go to no site.
func Never(*game.Context, int) bool { return false }

// By is one of several rules, by the word that an argument is, "" where it is left out; "…" is that for all other
// words.
func By(name string, of map[string]Moves) Moves {
	at := func(e *lgdl.Expr) Moves {
		if m, ok := of[e.Named(name).Word("")]; ok {
			return m
		}
		return of["…"]
	}
	args := []string{name}
	for _, m := range of {
		args = append(args, m.Args...)
	}
	return Moves{func(k *game.Compiler, e *lgdl.Expr) *game.Gen { return at(e).Impl(k, e) },
		func(k *lower.Lowerer, e *lgdl.Expr) {
			m := at(e)
			if m.Lower == nil {
				k.No(e, "(%s %s …)", e.Form.Keyword, e.Named(name).Word(""))
			}
			m.Lower(k, e)
		}, args}
}
