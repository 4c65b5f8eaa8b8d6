package plan

import (
	"math/bits"

	"github.com/astragal/astragal/engine/lgdl"
)

// connected plans (is Connected …) of the group at a site.
func (k *planner) connected(e *lgdl.Expr) boolean {
	// Slots: Connected, number, type, at, direction, regions, role, static.
	k.only(e, 0, 2, 3, 4, 6)
	k.siteType(e.Args[2])
	if e.Args[0].Text != "Connected" || e.Args[6] == nil || e.Args[6].Text != "Mover" {
		k.other(e)
	}
	at := integer{f: func(s *State) int { m, _ := s.last(); return int(m.to) }, reads: ofRecord}
	if e.Args[3] != nil {
		at = k.integer(e.Args[3])
	}
	aims := k.neighbours(e.Args[4], "Adjacent")
	var touch [seats][]uint64 // by player and site: a bit for each region
	var wanted [seats]int
	k.later = append(k.later, func() {
		for i := range k.g.Regions {
			r := &k.g.Regions[i]
			if r.Owner < 1 || r.Owner > k.p.players {
				if r.Owner != 0 {
					k.no(e, "regions that are shared")
				}
				continue
			}
			if len(r.Parts) == 0 {
				k.no(e, "regions without parts")
			}
			for _, part := range r.Parts {
				set := part.Static
				if set == nil {
					k.no(e, "regions that follow the play")
				}
				if touch[r.Owner] == nil {
					touch[r.Owner] = make([]uint64, k.p.sites)
				}
				set.Each(func(x int) bool {
					if x < k.p.sites {
						touch[r.Owner][x] |= 1 << wanted[r.Owner]
					}
					return true
				})
				wanted[r.Owner]++
			}
		}
		for q := 1; q <= k.p.players; q++ {
			if wanted[q] < 1 || wanted[q] > 64 {
				k.no(e, "no regions to connect")
			}
		}
	})
	f, last := at.fn(), e.Args[3] == nil
	k.p.links++
	return boolean{f: func(s *State) bool {
		x := f(s)
		if uint(x) >= uint(len(s.what)) {
			return false
		}
		w := int(s.p.owner[s.what[x]])
		if w != s.mover {
			return false
		}
		if last && s.p.links > 0 {
			return s.link(aims, &touch) >= wanted[w]
		}
		return s.joins(x, w, aims, touch[w], wanted[w])
	}, reads: at.reads | ofBoard | ofTurn}
}

// joins floods the group of an owner from a site until it has met so many regions.
func (s *State) joins(x, owner int, aims *aims[int32], touch []uint64, wanted int) bool {
	met := touch[x]
	if bits.OnesCount64(met) >= wanted {
		return true
	}
	seen := s.borrow()
	copy(seen, s.owned(owner)) // what is left to see
	seen[x>>6] &^= 1 << (x & 63)
	group := append(s.group[:0], int16(x))
	found := false
flood:
	for i := 0; i < len(group); i++ {
		for _, y := range aims.row[group[i]] {
			if !has(seen, int(y)) {
				continue
			}
			seen[y>>6] &^= 1 << (y & 63)
			group = append(group, int16(y))
			if t := touch[y]; t != 0 {
				if met |= t; bits.OnesCount64(met) >= wanted {
					found = true
					break flood
				}
			}
		}
	}
	s.group = group
	s.giveBack()
	return found
}

// unlinked is the union-find structure of empty boards: each site its own root.
func (p *Plan) unlinked() []int16 {
	out := make([]int16, p.sites)
	for i := range out {
		out[i] = int16(i)
	}
	return out
}

// root is the site that stands for the group of a site.
func (s *State) root(x int16) int16 {
	up := s.linked
	for up[x] != x {
		up[x] = up[up[x]]
		x = up[x]
	}
	return x
}

// link joins the pieces of the moves made since it was last asked to their
// groups, in a game in which pieces are only added, and returns how many regions
// the group of the last one meets.
func (s *State) link(aims *aims[int32], touch *[seats][]uint64) int {
	var r int16
	for ; s.seen < len(s.moves); s.seen++ {
		x := s.moves[s.seen].to
		if x < 0 {
			continue
		}
		owner := s.p.owner[s.what[x]]
		if touch[owner] == nil { // nobody's: the move placed nothing, say
			continue
		}
		r = s.root(x)
		mine := s.own[int(owner)*s.p.words:]
		s.met[r] |= touch[owner][x]
		for _, y := range aims.row[x] {
			if !has(mine, int(y)) {
				continue
			}
			// The new piece goes to the groups, which keeps the ways to their roots short.
			if q := s.root(int16(y)); q != r {
				s.linked[r] = q
				s.met[q] |= s.met[r]
				r = q
			}
		}
	}
	return bits.OnesCount64(s.met[r])
}
