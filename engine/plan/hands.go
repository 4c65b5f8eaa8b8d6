package plan

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// In games with hands the sites have numbers beyond those of the board, and in
// those that count pieces every site has a count. The sets know the board only:
// what is in a hand is kept by its number.

// hand is a container besides the board.
type hand struct{ first, sites, owner int }

// counts prepares the plan of a game that counts the pieces on a site.
func (k *planner) counts() {
	g, p := k.g, k.p
	p.numbers, p.maxCount = max(g.Sites, p.sites), g.MaxCount
	for i := range g.Containers[1:] {
		x := &g.Containers[i+1]
		if x.Kind != game.Hand {
			k.no(g.Root(), "containers other than hands")
		}
		if x.First < p.sites {
			k.no(g.Root(), "hands among the sites of the board")
		}
		p.hands = append(p.hands, hand{first: x.First, sites: x.Sites, owner: x.Owner})
	}
}

// settle finds out whether the regions of the equipment stay as they are.
func (k *planner) settle(equipment *lgdl.Expr) {
	k.settled = true
	for i := range k.g.Regions {
		for _, p := range k.g.Regions[i].Parts {
			k.settled = k.settled && (p.Static != nil || p.Constant)
		}
	}
	if k.settled {
		return
	}
	for _, list := range equipment.Args {
		for _, x := range list.Items {
			if x.Kind == lgdl.Clause && x.Form.Keyword == "regions" && !k.lasting(x) {
				return
			}
		}
	}
	k.settled = true
	k.parts.Settled()
}

// lasting tells whether all regions of a (regions …) item follow from the board alone.
func (k *planner) lasting(e *lgdl.Expr) bool {
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			switch {
			case x == nil || x.Kind == lgdl.String || x.Kind == lgdl.Int:
			case x.Kind == lgdl.Const:
				if x.Text == "Mover" || x.Text == "Next" || !k.fixed(x) {
					return false
				}
			case x.Kind == lgdl.Clause && (!k.fixed(x) || x.Form.Keyword == "mover" || x.Form.Keyword == "next"):
				return false
			}
			if x != nil && !k.lasting(x) {
				return false
			}
		}
	}
	return true
}

// beginHands reads the counts and what the hands hold.
func (s *State) beginHands(k *planner, c *game.Context) {
	st := k.g.DefaultType
	for x := range s.p.sites {
		if n := c.S.CountAt(st, x); n > 0 {
			s.addCount(x, n-int(s.count[x]))
		}
	}
	for other := range 3 { // nothing may stand on sites of the other types
		if o := board.SiteType(other); o != st {
			for x := range k.g.Topo.Num(o) {
				if !k.g.Plain() && c.S.What(o, x) != 0 {
					k.no(nil, "pieces on several types of sites")
				}
			}
		}
	}
	for _, h := range s.p.hands {
		for x := h.first; x < h.first+h.sites; x++ {
			w, n := c.S.What(board.Cell, x), c.S.CountAt(board.Cell, x)
			if c.S.StateAt(board.Cell, x, -1) != 0 || (w == 0) != (n == 0) {
				k.no(nil, "a hand that holds more than pieces")
			}
			s.hand[x-s.p.sites] = uint8(w)
			s.addCount(x, n)
		}
	}
}

// at returns the component on a site of the board or of a hand.
func (s *State) at(site int) int {
	if uint(site) < uint(len(s.what)) {
		return int(s.what[site])
	}
	if i := site - s.p.sites; uint(i) < uint(len(s.hand)) {
		return int(s.hand[i])
	}
	return 0
}

// addCount changes the count of a site on which something stands; what stands
// in hands, and beyond one on a site, is also counted by owner.
func (s *State) addCount(site, n int) {
	s.count[site] += int16(n)
	if owner := s.p.owner[s.at(site)]; site < s.p.sites {
		s.extra[owner] += n
	} else {
		s.held[owner] += n
	}
}

// recount follows a change of what stands on a site of the board.
func (s *State) recount(site int, old, now uint8) {
	more := int(s.count[site]) - 1
	switch {
	case old == 0:
		s.count[site] = 1
	case now == 0:
		s.extra[s.p.owner[old]] -= more
		s.count[site] = 0
	default:
		s.extra[s.p.owner[old]] -= more
		s.extra[s.p.owner[now]] += more
	}
}

// drop empties a site of a hand.
func (s *State) drop(site int) {
	if s.count[site] != 0 {
		s.addCount(site, -int(s.count[site]))
	}
	s.hand[site-s.p.sites] = 0
}

// carry moves one piece from a site to another, of the board or of a hand,
// where it joins its like and makes others go.
func (s *State) carry(from, to int) {
	what := s.at(from)
	if what == 0 || from == to {
		return
	}
	n, there := s.p.sites, s.at(to)
	if s.count[from] == 1 && from < n && to < n && there != what {
		s.shift(from, to)
		return
	}
	state := uint8(0)
	if from < n {
		state = s.local[from]
	}
	switch {
	case s.count[from] > 1:
		s.addCount(from, -1)
	case from < n:
		s.take(from)
	default:
		s.drop(from)
	}
	s.lay(to, what, 1, true)
	if to < n {
		s.setLocal(to, state)
	}
}

// lay adds pieces to a site of the board or of a hand: to what stands there, or
// where others have to go, only to its like.
func (s *State) lay(site, what, n int, instead bool) {
	there := s.at(site)
	switch {
	case there != 0 && (!instead || there == what):
		s.addCount(site, n)
	case site < s.p.sites:
		s.put(site, 0)
		s.setLocal(site, 0)
		s.put(site, uint8(what))
		if n > 1 {
			s.addCount(site, n-1)
		}
	default:
		s.drop(site)
		s.hand[site-s.p.sites] = uint8(what)
		s.addCount(site, n)
	}
}

// handSite plans (handSite …).
func (k *planner) handSite(e *lgdl.Expr) integer {
	owner := k.player(e.Args[0], e.Args[1])
	position := constant(0)
	if e.Args[2] != nil {
		position = k.integer(e.Args[2])
	}
	if !position.konst {
		k.other(e)
	}
	var first [16]int
	for who := range first {
		first[who] = off
		for _, h := range k.p.hands {
			if h.owner == who {
				first[who] = h.first + position.v
				if uint(position.v) >= uint(h.sites) {
					k.no(e, "a site beyond the hand")
				}
				break
			}
		}
	}
	if owner.konst {
		return constant(first[owner.v&15])
	}
	f := owner.fn()
	return integer{f: func(s *State) int { return first[f(s)&15] }, reads: owner.reads}
}

// handOf plans (sites Hand …): the hand of a player, nil where it is another region.
func (k *planner) handOf(e *lgdl.Expr) func(s *State) *hand {
	if e.Kind != lgdl.Clause || e.Form.Keyword != "sites" || len(e.Args) < 4 || e.Args[0] == nil || e.Args[0].Text != "Hand" {
		return nil
	}
	k.only(e, 0, 1, 2, 3)
	if e.Args[2] == nil && e.Args[3] == nil {
		return nil
	}
	if r := e.Args[3]; r != nil && (game.ManyRole(r.Text) || r.Text == "Shared") {
		k.other(e)
	}
	who := k.player(e.Args[2], e.Args[3]).fn()
	var of [16]*hand
	for p := range of {
		for i := range k.p.hands {
			if h := &k.p.hands[i]; h.owner == p && of[p] == nil {
				of[p] = h
			}
		}
	}
	none := &hand{}
	return func(s *State) *hand {
		if h := of[who(s)&15]; h != nil {
			return h
		}
		return none
	}
}

// allOfHand plans (all Sites (sites Hand …) if:…).
func (k *planner) allOfHand(of func(s *State) *hand, cond *lgdl.Expr) boolean {
	b := k.boolean(cond)
	f := b.fn()
	return boolean{f: func(s *State) bool {
		h, outer, ok := of(s), s.site, true
		for x := h.first; x < h.first+h.sites && ok; x++ {
			s.site = x
			ok = f(s)
		}
		s.site = outer
		return ok
	}, reads: b.reads | ofBoard | ofTurn}
}

// countAt plans (count at:…): the pieces on a site; the sites of hands are cells.
func (k *planner) countAt(kind, site *lgdl.Expr) integer {
	st := k.g.DefaultType
	if kind != nil {
		st = k.parts.SiteTypeOr(kind)
	}
	lo, hi := 0, k.p.sites
	switch {
	case st != k.g.DefaultType && st == board.Cell:
		lo, hi = max(k.g.Topo.Num(board.Cell), k.p.sites), k.p.numbers
	case st != k.g.DefaultType:
		k.no(kind, "another site type")
	case st == board.Cell:
		hi = k.p.numbers
	}
	at := k.integer(site)
	f := at.fn()
	if !k.g.Counts {
		k.no(site, "a count where nothing is counted")
	}
	return integer{f: func(s *State) int {
		if x := f(s); x >= lo && x < hi {
			return int(s.count[x])
		}
		return 0
	}, reads: at.reads | ofBoard}
}

// inBoard tells whether a container argument of (sites Occupied …) is the board.
func (k *planner) inBoard(number, name *lgdl.Expr) bool {
	switch {
	case number != nil:
		return number.Kind == lgdl.Int && number.Int == 0
	case name != nil:
		return !strings.Contains(name.Text, "Hand") && name.Text == k.g.Containers[0].Name
	}
	return len(k.p.hands) == 0 || k.g.DefaultType != board.Cell // else hands are meant as well
}
