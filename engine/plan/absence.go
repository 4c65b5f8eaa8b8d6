package plan

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// none plans (no Moves …) and (no Pieces …) of a player.
func (k *planner) none(e *lgdl.Expr) boolean {
	switch e.Form.Text {
	case "(no Moves roleType)":
		if e.Args[1].Text == "Next" {
			return boolean{f: (*State).nextStuck, reads: ^aspect(0), cost: 1000, notes: true}
		}
		k.p.stuck = true
		f := k.role(e.Args[1]).fn()
		return boolean{f: func(s *State) bool { return s.stuck>>f(s)&1 != 0 }, reads: ofTurn | ofStuck}
	case "(no Pieces [siteType] [roleType | of:int] [string] [in:sites])":
		return k.noPieces(e)
	}
	k.other(e)
	return boolean{}
}

// noPieces plans (no Pieces …) of one player, by a part of their names and within
// a region on request.
func (k *planner) noPieces(e *lgdl.Expr) boolean {
	// Slots: Pieces, type, role, of, name, in.
	k.siteType(e.Args[1])
	if e.Args[2] == nil && e.Args[3] == nil || e.Args[2] != nil && game.ManyRole(e.Args[2].Text) {
		k.other(e)
	}
	p := k.player(e.Args[3], e.Args[2])
	f, reads := p.fn(), p.reads|ofBoard
	var in *region
	if e.Args[5] != nil {
		in = k.region(e.Args[5])
		reads |= in.reads
	}
	var named [seats][]int // the components by player
	if e.Args[4] != nil {
		set := k.parts.Named(e.Args[4].Text)
		k.later = append(k.later, func() {
			for c := 1; c < k.p.comps; c++ {
				if owner := k.p.owner[c]; set.Has(c) {
					named[owner] = append(named[owner], c)
				}
			}
		})
	}
	explicit := e.Args[1] != nil // then the hands do not count
	if e.Args[4] == nil && in == nil {
		return boolean{f: func(s *State) bool {
			who := f(s)
			return none(s.owned(who)) && (explicit || s.held[who] == 0)
		}, reads: reads}
	}
	if in == nil && !explicit && len(k.g.Containers) > 1 {
		k.other(e)
	}
	return boolean{f: func(s *State) bool {
		who, mine := f(s), s.borrow()
		if e.Args[4] == nil {
			copy(mine, s.owned(who))
		} else {
			for _, c := range named[who] {
				for i, w := range s.set(c) {
					mine[i] |= w
				}
			}
		}
		if in != nil {
			within := s.borrow()
			in.eval(s, within)
			for i, w := range within {
				mine[i] &= w
			}
			s.giveBack()
		}
		empty := none(mine)
		s.giveBack()
		return empty
	}, reads: reads, cost: 10}
}

// none tells whether a set is empty.
func none(set []uint64) bool {
	for _, w := range set {
		if w != 0 {
			return false
		}
	}
	return true
}
