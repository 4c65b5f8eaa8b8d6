package plan

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// effect is a planned effect. In the rules, effects of one list are evaluated
// in the same position and then applied; they are applied one by one here, so
// none may read what one before it writes.
type effect struct {
	do            func(s *State)
	find          func(s *State) // finds what to do without doing it; nil where do is all
	turns         bool           // done twice it is undone
	late          aspect         // what it reads when it is done after it was found
	reads, writes aspect
}

// effect plans an effect, including its own (then …).
func (k *planner) effect(e *lgdl.Expr) effect {
	f := k.planEffect(e)
	if f.writes&ofBoard != 0 {
		k.p.stays = false
	}
	return f
}

func (k *planner) planEffect(e *lgdl.Expr) effect {
	if e.Kind != lgdl.Clause {
		k.other(e)
	}
	k.stacked(e)
	switch e.Form.Keyword {
	case "and", "or", "if", "sow", "fromTo", "remove", "moveAgain", "trigger", "addScore":
	default:
		if e.Form.Keyword != "set" || e.Args[0].Text == "State" {
			k.untold = e
		}
	}
	switch e.Form.Keyword {
	case "claim":
		if k.drawn {
			return k.claiming(e)
		}
	case "and", "or":
		return k.effects(e)
	case "sow":
		return k.sow(e)
	case "if":
		return k.conditionalEffect(e)
	case "moveAgain":
		k.only(e)
		return effect{do: func(s *State) { s.setTurn(s.mover, s.mover); s.again = true }, reads: ofTurn, writes: ofTurn}
	case "remove":
		return k.removal(e)
	case "add":
		return k.addition(e)
	case "set":
		return k.setting(e)
	case "addScore":
		return k.scoring(e)
	case "trigger":
		k.only(e, 0, 1, 2)
		p := k.player(e.Args[1], e.Args[2])
		f := p.fn()
		return effect{do: func(s *State) { s.triggered |= 1 << f(s) }, reads: p.reads, writes: ofTriggered}
	case "promote":
		return k.promotion(e)
	case "flip":
		return k.flip(e)
	case "forEach":
		if k.drawn {
			return k.eachCell(e)
		}
		if e.Form.Text == "(forEach Site sites moves [noMoveYet:moves] [(then)])" {
			return k.sweep(e)
		}
	case "slide", "step", "hop", "leap":
		return k.moving(e)
	case "directional":
		return k.directional(e)
	case "fromTo":
		return k.fromTo(e)
	case "custodial":
		return k.custodial(e)
	case "intervene":
		return k.intervene(e)
	case "surround":
		return k.surround(e)
	case "enclose":
		return k.enclosed(e)
	case "pass":
		k.other(e)
	}
	k.other(e)
	return effect{}
}

func (k *planner) effects(e *lgdl.Expr) effect {
	list, then := members(e)
	var out effect
	var all []func(s *State)
	var parts []effect
	apart := false
	for _, x := range list {
		f := k.effect(x)
		if f.reads&out.writes != 0 {
			if f.asFound().late&out.writes != 0 {
				k.no(x, "an effect that follows from the one before it")
			}
			apart = true
		}
		all, parts = append(all, f.do), append(parts, f)
		out.reads, out.writes = out.reads|f.reads, out.writes|f.writes
	}
	if then != nil {
		k.other(then) // follows every member
	}
	if apart {
		return k.together(e, parts)
	}
	found := k.together(e, parts)
	out.find, out.late, out.turns = found.find, found.late, found.turns
	if len(all) == 2 {
		f, g := all[0], all[1]
		out.do = func(s *State) { f(s); g(s) }
		return out
	}
	out.do = func(s *State) {
		for _, f := range all {
			f(s)
		}
	}
	return out
}

func (k *planner) conditionalEffect(e *lgdl.Expr) effect {
	k.only(e, 0, 1, 2)
	cond, a := k.boolean(e.Args[0]), k.effect(e.Args[1])
	holds, f := cond.fn(), a.do
	if e.Args[2] == nil {
		x := a.asFound()
		return effect{do: func(s *State) {
			if holds(s) {
				f(s)
			}
		}, find: func(s *State) {
			if holds(s) {
				x.find(s)
			}
		}, reads: cond.reads | a.reads, writes: a.writes, late: x.late, turns: a.turns}
	}
	b := k.effect(e.Args[2])
	g, x, y := b.do, a.asFound(), b.asFound()
	return effect{do: func(s *State) {
		if holds(s) {
			f(s)
		} else {
			g(s)
		}
	}, find: func(s *State) {
		if holds(s) {
			x.find(s)
		} else {
			y.find(s)
		}
	}, late: x.late | y.late, turns: a.turns || b.turns, reads: cond.reads | a.reads | b.reads, writes: a.writes | b.writes}
}

// removal plans (remove …) of a site or a region, at once.
func (k *planner) removal(e *lgdl.Expr) effect {
	// Slots: type, site, region, level, at, count, then.
	k.only(e, 0, 1, 2, 4, 6)
	k.siteType(e.Args[0])
	if when := e.Args[4]; when != nil && when.Text == atTurnEnd {
		return k.captureLater(e)
	}
	then, wrote := k.following(e.Args[6])
	if e.Args[1] != nil {
		at := k.integer(e.Args[1])
		f := at.fn()
		if k.g.Counts && then == nil {
			return k.emptying(at)
		}
		return effect{do: func(s *State) {
			if x := f(s); uint(x) < uint(len(s.what)) && s.what[x] != 0 {
				s.take(x)
				if then != nil {
					then(s)
				}
			}
		}, reads: at.reads | ofBoard, writes: ofBoard | ofLocal | wrote}
	}
	r := k.region(e.Args[2])
	return effect{do: func(s *State) {
		set := s.borrow()
		r.eval(s, set)
		for x := next(set, 0); x >= 0; x = next(set, x+1) {
			if s.what[x] != 0 {
				s.take(x)
				if then != nil {
					then(s)
				}
			}
		}
		s.giveBack()
	}, reads: r.reads | ofBoard, writes: ofBoard | ofLocal | wrote}
}

// following plans the (then …) of an effect, nil without one, and what it writes.
func (k *planner) following(then *lgdl.Expr) (do func(s *State), writes aspect) {
	if then == nil {
		return nil, 0
	}
	if len(then.Args) > 1 && then.Args[1] != nil {
		k.other(then)
	}
	f := k.effect(then.Args[0])
	return func(s *State) {
		from, to, between := s.from, s.to, s.between
		s.from, s.to, s.between = off, off, off
		f.do(s)
		s.from, s.to, s.between = from, to, between
	}, f.writes
}

// moving plans moves as an effect: all that there are, found first and made then.
func (k *planner) moving(e *lgdl.Expr) effect {
	g := k.moves(e)
	return effect{do: func(s *State) {
		first := len(s.options)
		g.list(s)
		from, to, between := s.from, s.to, s.between
		for i := first; i < len(s.options); i++ {
			o := s.options[i]
			s.change(o)
			s.from, s.to, s.between = off, off, off
			for _, f := range o.act.then {
				f(s)
			}
		}
		s.options = s.options[:first]
		s.from, s.to, s.between = from, to, between
	}, reads: ^aspect(0), writes: ^aspect(0)}
}

// addition plans (add …) to one site; on an occupied one it changes nothing here.
func (k *planner) addition(e *lgdl.Expr) effect {
	// Slots: piece, to, count, stack, then.
	k.only(e, 0, 1)
	what := k.added(e.Args[0])
	if e.Args[0] != nil && e.Args[0].Args[4] != nil {
		k.other(e.Args[0])
	}
	to := e.Args[1]
	k.only(to, 0, 2)
	k.siteType(to.Args[0])
	if to.Args[2] == nil {
		k.other(to)
	}
	at := k.integer(to.Args[2])
	f := at.fn()
	return effect{do: func(s *State) {
		if x, w := f(s), what(s); uint(x) < uint(len(s.what)) && s.what[x] == 0 && w > 0 && w < s.p.comps {
			s.put(x, uint8(w))
		}
	}, reads: at.reads | ofTurn | ofBoard, writes: ofBoard}
}

func (k *planner) setting(e *lgdl.Expr) effect {
	switch e.Form.Text {
	case "(set setPlayerType ((player) | roleType) int [(then)])":
		k.only(e, 0, 1, 2, 3)
		if e.Args[2] != nil && game.ManyRole(e.Args[2].Text) {
			k.other(e)
		}
		p, v := k.player(e.Args[1], e.Args[2]), k.integer(e.Args[3])
		f, g := p.fn(), v.fn()
		if e.Args[0].Text == "Score" {
			return effect{do: func(s *State) { s.score[f(s)] = g(s) }, reads: p.reads | v.reads, writes: ofScore}
		}
		return effect{do: func(s *State) { s.value[f(s)] = g(s) }, reads: p.reads | v.reads, writes: ofValue}
	case "(set setValueType [int] [(then)])":
		k.only(e, 0, 1)
		if e.Args[0].Text == "Counter" {
			v := constant(off)
			if e.Args[1] != nil {
				v = k.integer(e.Args[1])
			}
			f := v.fn()
			return effect{do: func(s *State) { s.counter = f(s) }, reads: v.reads, writes: ofCounter}
		}
	case "(set Var [string] [int] [(then)])":
		return k.setVar(e)
	case "(set setSiteType [siteType] at:int [level:int] int [(then)])":
		k.only(e, 0, 1, 2, 4)
		k.siteType(e.Args[1])
		at, v := k.integer(e.Args[2]), k.integer(e.Args[4])
		if e.Args[0].Text == "State" && v.konst && v.v >= 0 && v.v < 64 {
			f, x := at.fn(), uint8(v.v)
			return effect{do: func(s *State) {
				if i := f(s); uint(i) < uint(len(s.local)) {
					s.setLocal(i, x)
				}
			}, reads: at.reads, writes: ofLocal}
		}
	case "(set Pending [int | sites] [(then)])": // what follows never happens
		k.only(e, 0, 1, 2, 3)
		if e.Args[1] == nil {
			return k.setPending(e.Args[2])
		}
		if e.Args[1] != nil {
			if !isSite(e.Args[1]) {
				k.no(e, "a pending value that may be no site")
			}
			v := k.integer(e.Args[1])
			f := v.fn()
			return effect{do: func(s *State) {
				x := f(s)
				if x == off {
					x = 1
				}
				s.pendingAny = true
				if uint(x) < uint(len(s.what)) {
					s.pending[x>>6] |= 1 << (x & 63)
				}
			}, reads: v.reads, writes: ofPending}
		}
	case "(set NextPlayer ((player) | ints) [(then)])":
		k.only(e, 0, 1)
		if e.Args[1] != nil {
			p := k.player(e.Args[1], nil)
			f := p.fn()
			return effect{do: func(s *State) {
				if x := f(s); x >= 1 && x <= s.p.players {
					s.setTurn(s.mover, x)
					s.again = true
				}
			}, reads: p.reads, writes: ofTurn}
		}
	}
	k.other(e)
	return effect{}
}

// setPending plans what makes the sites of a region pending, or 1 without one.
func (k *planner) setPending(e *lgdl.Expr) effect {
	r := k.site(constant(1))
	if e != nil {
		r = k.region(e)
	}
	return effect{do: func(s *State) {
		set := s.borrow()
		r.eval(s, set)
		for i, w := range set {
			s.pending[i] |= w
			s.pendingAny = s.pendingAny || w != 0
		}
		s.giveBack()
	}, reads: r.reads, writes: ofPending}
}

// scoring plans (addScore …) for one player.
func (k *planner) scoring(e *lgdl.Expr) effect {
	if e.Form.Text != "(addScore ((player) | roleType) int [(then)])" || e.Args[1] != nil && game.ManyRole(e.Args[1].Text) {
		k.other(e)
	}
	k.only(e, 0, 1, 2)
	p, v := k.player(e.Args[0], e.Args[1]), k.integer(e.Args[2])
	f, g := p.fn(), v.fn()
	return effect{do: func(s *State) { s.score[f(s)] += g(s) }, reads: p.reads | v.reads, writes: ofScore}
}

// flip plans (flip …): the local state of a piece that has two sides.
func (k *planner) flip(e *lgdl.Expr) effect {
	k.only(e, 0, 1)
	k.siteType(e.Args[0])
	at := integer{f: func(s *State) int { return s.to }, reads: ofIterators}
	if e.Args[1] != nil {
		at = k.integer(e.Args[1])
	}
	f := at.fn()
	turned := make([][64]uint8, k.p.comps)
	for c := range turned {
		for x := range turned[c] {
			turned[c][x] = uint8(x)
			for _, p := range k.g.Components[c].Flips {
				if p[0] >= 64 || p[1] >= 64 {
					k.other(e)
				}
				if x == p[0] {
					turned[c][x] = uint8(p[1])
					break
				}
				if x == p[1] {
					turned[c][x] = uint8(p[0])
					break
				}
			}
		}
	}
	return effect{do: func(s *State) {
		if x := f(s); uint(x) < uint(len(s.what)) {
			s.setLocal(x, turned[s.what[x]][s.local[x]&63])
		}
	}, reads: at.reads | ofBoard | ofLocal, writes: ofLocal}
}

// isSite tells whether an int is a site by what it is.
func isSite(e *lgdl.Expr) bool {
	if e.Kind != lgdl.Clause {
		return false
	}
	switch e.Form.Keyword {
	case "last", "to", "from", "between", "site", "ahead", "centrePoint", "coord", "regionSite", "where":
		return true
	}
	return false
}
