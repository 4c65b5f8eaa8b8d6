package plan

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// around plans (sites Around …): the sites at a distance from a site, or from
// those of a region, in straight lines.
func (k *planner) around(e *lgdl.Expr) *region {
	// Slots: Around, type, site, region, kind, distance, direction, if, includeSelf.
	k.siteType(e.Args[1])
	var origins *region
	if e.Args[2] != nil {
		origins = k.site(k.integer(e.Args[2]))
	} else {
		origins = k.region(e.Args[3])
	}
	distance, dir, self := 1, board.Adjacent, false
	if x := e.Args[5]; x != nil {
		n := k.integer(x)
		if !n.konst || n.v < 0 {
			k.other(x)
		}
		distance = n.v
	}
	if x := e.Args[6]; x != nil {
		dir, _ = board.ParseDirection(x.Text)
	}
	if x := e.Args[8]; x != nil {
		b := k.boolean(x)
		if !b.konst {
			k.other(x)
		}
		self = b.v
	}
	near := make([][]int32, k.p.sites)
	for x := range near {
		for _, r := range k.g.Topo.Radials(k.g.DefaultType, int32(x), dir) {
			if distance < len(r.Path) {
				near[x] = append(near[x], r.Path[distance])
			}
		}
	}
	fits, reads := k.kind(e.Args[4]), origins.reads|ofBoard|ofTurn
	var cond func(s *State) bool
	if e.Args[7] != nil {
		c := k.boolean(e.Args[7])
		cond, reads = c.fn(), reads|c.reads
	}
	eval := func(s *State, out []uint64) {
		all, from := s.borrow(), s.borrow()
		origins.eval(s, from)
		outerFrom, outerTo := s.from, s.to
		for x := next(from, 0); x >= 0; x = next(from, x+1) {
			for _, y := range near[x] {
				if cond != nil {
					if s.from, s.to = x, int(y); !cond(s) {
						continue
					}
				}
				if fits(s, s.what[y]) {
					all[y>>6] |= 1 << (y & 63)
				}
			}
		}
		s.from, s.to = outerFrom, outerTo
		for i, w := range from {
			if self {
				out[i] |= all[i] | w
			} else {
				out[i] |= all[i] &^ w
			}
		}
		s.giveBack()
		s.giveBack()
	}
	return &region{eval: eval, has: func(s *State, site int) bool {
		if uint(site) >= uint(len(s.what)) {
			return false
		}
		out := s.borrow()
		eval(s, out)
		ok := has(out, site)
		s.giveBack()
		return ok
	}, reads: reads}
}

// kind plans which components are of a kind as seen by the mover; nil is all.
func (k *planner) kind(e *lgdl.Expr) func(s *State, what uint8) bool {
	own := func(s *State, what uint8) bool {
		o := int(s.p.owner[what])
		return what != 0 && (o == s.mover || o > s.p.players)
	}
	if e == nil {
		return func(*State, uint8) bool { return true }
	}
	switch e.Text {
	case "Own":
		return own
	case "NotOwn":
		return func(s *State, what uint8) bool { return what != 0 && !own(s, what) }
	case "NotEnemy":
		return own
	case "Enemy":
		return func(s *State, what uint8) bool {
			o := int(s.p.owner[what])
			return o != 0 && o <= s.p.players && o != s.mover
		}
	case "Empty":
		return func(_ *State, what uint8) bool { return what == 0 }
	case "NotEmpty":
		return func(_ *State, what uint8) bool { return what != 0 }
	}
	k.other(e)
	return nil
}
