package plan

import (
	"github.com/astragal/astragal/engine/lgdl"
)

// strike is an effect on a site that was found and is still to be applied: what
// is captured by flanking is found in one position, for all lines and all rules
// of a list, before anything changes.
type strike struct {
	do                func(s *State)
	between, to, site int16
	a, b, c           int32 // what else was found
}

// finding makes an effect of what finds the strikes.
func finding(find func(s *State), reads, writes aspect) effect {
	return effect{find: find, do: func(s *State) {
		n := len(s.strikes)
		find(s)
		if len(s.strikes) > n {
			s.strike(n)
		}
	}, reads: reads, writes: writes}
}

// strike applies the strikes from the n-th on.
func (s *State) strike(n int) {
	to, between, site := s.to, s.between, s.site
	for i := n; i < len(s.strikes); i++ {
		x := &s.strikes[i]
		s.to, s.between, s.site, s.hit = int(x.to), int(x.between), int(x.site), *x
		x.do(s)
	}
	s.strikes = s.strikes[:n]
	s.to, s.between, s.site = to, between, site
}

// find appends a strike on the current iterators.
func (s *State) find(do func(s *State)) {
	s.strikes = append(s.strikes, strike{do: do, between: int16(s.between), to: int16(s.to), site: int16(s.site)})
}

// asFound returns an effect that can be found first and done later.
func (x effect) asFound() effect {
	if x.find == nil {
		do := x.do
		x.find, x.late = func(s *State) { s.find(do) }, x.reads
	}
	return x
}

// together applies effects that are evaluated in one position although some
// change what others look at.
func (k *planner) together(e *lgdl.Expr, all []effect) effect {
	var fs []func(s *State)
	out, turning := effect{}, 0
	for _, x := range all {
		if x.turns {
			turning++
		}
		x = x.asFound()
		fs = append(fs, x.find)
		out.reads, out.writes, out.late, out.turns = out.reads|x.reads, out.writes|x.writes, out.late|x.late, out.turns || x.turns
	}
	if turning > 1 {
		k.no(e, "what may be turned over twice")
	}
	both := finding(func(s *State) {
		for _, f := range fs {
			f(s)
		}
	}, out.reads, out.writes)
	both.turns, both.late = out.turns, out.late
	return both
}

// blow plans what a strike does: an effect that looks at nothing but the site
// it is about and whose turn it is. Without an (apply …) the piece on the site
// of the iterator is removed.
func (k *planner) blow(apply *lgdl.Expr, iterator string) effect {
	if apply == nil {
		return effect{do: func(s *State) {
			x := s.between
			if iterator == "to" {
				x = s.to
			}
			if uint(x) < uint(len(s.what)) && s.what[x] != 0 {
				s.take(x)
			}
		}, writes: ofBoard | ofLocal}
	}
	if len(apply.Args) != 1 || apply.Form.Slots[0].Label == "if" {
		k.other(apply)
	}
	k.simple(apply.Args[0])
	f := k.effect(apply.Args[0])
	late := f.reads
	if apply.Args[0].Form.Keyword == "remove" {
		late &^= ofBoard | ofLocal // what is gone already is not there to remove
	}
	return effect{do: f.do, turns: f.reads&f.writes&ofLocal != 0, writes: f.writes, late: late}
}

// simple ends the planning at an effect that looks around.
func (k *planner) simple(e *lgdl.Expr) {
	if e == nil || e.Kind == lgdl.Const || e.Kind == lgdl.Int || e.Kind == lgdl.String {
		return
	}
	if e.Kind == lgdl.Clause {
		switch e.Form.Keyword {
		case "remove", "flip", "promote", "trigger", "add", "addScore", "set", "and", "or", "allCombinations",
			"piece", "between", "from", "to", "site", "mover", "next", "player", "id":
		default:
			k.other(e)
		}
	}
	for _, x := range e.Args {
		k.simple(x)
	}
	for _, x := range e.Items {
		k.simple(x)
	}
}

// sweep plans (forEach Site …) with an effect that is found for every site of
// a region before any of it is done, and looks at nothing but its site when it is.
func (k *planner) sweep(e *lgdl.Expr) effect {
	// Slots: Site, region, effect, noMoveYet, then.
	k.only(e, 0, 1, 2)
	inner := e.Args[2]
	if inner.Form != nil && inner.Form.Keyword == "if" {
		k.only(inner, 0, 1, 2)
		k.simple(inner.Args[1])
		k.simple(inner.Args[2])
	} else {
		k.simple(inner)
	}
	r, f := k.region(e.Args[1]), k.effect(inner)
	found := finding(func(s *State) {
		to, site := s.to, s.site
		set := s.borrow()
		r.eval(s, set)
		for x := next(set, 0); x >= 0; x = next(set, x+1) {
			s.to, s.site = x, x
			if f.find != nil {
				f.find(s)
			} else {
				s.find(f.do)
			}
		}
		s.giveBack()
		s.to, s.site = to, site
	}, r.reads|f.reads, f.writes)
	found.late = f.late
	return found
}
