package plan

import (
	"math/bits"

	"github.com/astragal/astragal/engine/rng"
)

// On boards whose sites fit one word, steps and hops of all pieces of a kind are
// found at once: a step in one direction leads to a site so many numbers on, so
// shifting the set of free sites back by that many gives the pieces that have
// one. How many there are is counted, and the one that is drawn is made: nothing
// is listed and no draw is wasted.

// fan is what the pieces of one component can do by one clause.
type fan struct {
	component int
	to, over  *wideTest // over is nil for steps
	rays      []ray
	act       *act
}

// ray is one direction: the sites that it leads on from, and how many numbers on
// the destination and what is jumped are.
type ray struct {
	from     uint64
	to, over int8
}

// maxRays bounds the rays of a fan: on boards that need more, as those with many
// rows of different lengths do, pieces are looked at one by one.
const maxRays = 64

// back shifts a set of destinations to the sites so many numbers before them.
func back(set uint64, by int8) uint64 {
	if by >= 0 {
		return set >> (by & 63)
	}
	return set << (-by & 63)
}

// sets returns the pieces of a fan, the sites that they may go to, and those
// that they may jump; ok is false where nothing can be done.
func (f *fan) sets(s *State) (mine, to, over uint64, ok bool) {
	if mine = s.words[f.component]; mine == 0 {
		return 0, 0, 0, false
	}
	if f.over == nil {
		return mine, f.to.sites(s), 0, true
	}
	if over = f.over.sites(s); over == 0 {
		return 0, 0, 0, false
	}
	return mine, f.to.sites(s), over, true
}

// along returns the pieces that can go along a ray, of the sets that sets returns.
func (f *fan) along(r *ray, mine, to, over uint64) uint64 {
	from := mine & r.from & back(to, r.to)
	if f.over != nil {
		from &= back(over, r.over)
	}
	return from
}

// spread is the moves of a generator as fans, by mover.
type spread [seats][]fan

func (w *spread) any(s *State) bool {
	fans := w[s.mover]
	for i := range fans {
		f := &fans[i]
		mine, to, over, ok := f.sets(s)
		if !ok {
			continue
		}
		for j := range f.rays {
			r := &f.rays[j]
			from := f.along(r, mine, to, over)
			if from != 0 {
				return true
			}
		}
	}
	return false
}

// count returns the number of moves.
func (w *spread) count(s *State) int {
	n, fans := 0, w[s.mover]
	for i := range fans {
		f := &fans[i]
		mine, to, over, ok := f.sets(s)
		if !ok {
			continue
		}
		for j := range f.rays {
			r := &f.rays[j]
			from := f.along(r, mine, to, over)
			if from != 0 {
				n += bits.OnesCount64(from)
			}
		}
	}
	return n
}

// nth returns the i-th of the moves.
func (w *spread) nth(s *State, i int) (option, bool) {
	fans := w[s.mover]
	for k := range fans {
		f := &fans[k]
		mine, to, over, ok := f.sets(s)
		if !ok {
			continue
		}
		for j := range f.rays {
			r := &f.rays[j]
			from := f.along(r, mine, to, over)
			if from == 0 {
				continue
			}
			m := bits.OnesCount64(from)
			if i < m {
				return f.option(r, nth(from, i)), true
			}
			i -= m
		}
	}
	return option{}, false
}

func (w *spread) list(s *State) {
	fans := w[s.mover]
	for k := range fans {
		f := &fans[k]
		mine, to, over, ok := f.sets(s)
		if !ok {
			continue
		}
		for j := range f.rays {
			r := &f.rays[j]
			from := f.along(r, mine, to, over)
			for ; from != 0; from &= from - 1 {
				s.options = append(s.options, f.option(r, bits.TrailingZeros64(from)))
			}
		}
	}
}

func (w *spread) pick(s *State, r *rng.SplitMix64) (option, bool) {
	n := w.count(s)
	if n == 0 {
		return option{}, false
	}
	return w.nth(s, r.Below(n))
}

func (f *fan) option(r *ray, from int) option {
	o := option{act: f.act, from: int16(from), to: int16(from + int(r.to)), x: off}
	if f.over != nil {
		o.x = int32(from + int(r.over))
	}
	return o
}

// widen makes the generator draw from a spread.
func (g *gen) widen(w *spread) {
	g.wide, g.list, g.any, g.pick = w, w.list, w.any, w.pick
	g.slots, g.try = w.count, w.nth
	for _, fans := range w {
		n := 0
		for i := range fans {
			n += len(fans[i].rays)
		}
		if n > maxLanes {
			return
		}
	}
	g.pick = w.pickLane
}

// maxLanes bounds the rays whose pieces are noted when the moves are counted.
const maxLanes = 64

// pickLane is pick for a spread of so few rays that the pieces counted on each
// are noted.
func (w *spread) pickLane(s *State, r *rng.SplitMix64) (option, bool) {
	n, lane, fans := 0, 0, w[s.mover]
	for i := range fans {
		f := &fans[i]
		mine, to, over, _ := f.sets(s)
		for j := range f.rays {
			y := &f.rays[j]
			from := f.along(y, mine, to, over)
			s.lanes[lane&(maxLanes-1)] = from
			lane++
			n += bits.OnesCount64(from)
		}
	}
	if n == 0 {
		return option{}, false
	}
	i := r.Below(n)
	lane = 0
	for k := range fans {
		f := &fans[k]
		for j := range f.rays {
			from := s.lanes[lane&(maxLanes-1)]
			lane++
			m := bits.OnesCount64(from)
			if i < m {
				return f.option(&f.rays[j], nth(from, i)), true
			}
			i -= m
		}
	}
	return option{}, false
}

// joinWide makes a generator wide if all its members are.
func (k *planner) joinWide(g *gen, members []*gen) {
	k.later = append(k.later, func() {
		w := &spread{}
		for _, m := range members {
			if m.wide == nil {
				return
			}
			for p := range w {
				w[p] = append(w[p], m.wide[p]...)
			}
		}
		g.widen(w)
	})
}

// wideTest is a test of sites as a union, by turn, of the sets kept of the
// components and the owners, each of them cut down to certain sites.
type wideTest [turns]union

// union is the union of two sets, and of more where there are more.
type union struct {
	a, b term
	more []term
}

type term struct {
	set  int // in State.words: the components, then the owners
	mask uint64
}

func (u *union) add(x term) {
	switch {
	case u.a.mask == 0:
		u.a = x
	case u.b.mask == 0:
		u.b = x
	default:
		u.more = append(u.more, x)
	}
}

func (t *wideTest) sites(s *State) uint64 {
	u := &t[s.turn]
	all := s.words[u.a.set]&u.a.mask | s.words[u.b.set]&u.b.mask
	for _, x := range u.more {
		all |= s.words[x.set] & x.mask
	}
	return all
}

// wideTest lays out a test whose tables are filled; nil if it asks for more.
func (k *planner) wideTest(t *siteTest) *wideTest {
	if t.rest != nil || t.local || k.p.words != 1 || k.p.levels > 0 {
		return nil
	}
	out, p := &wideTest{}, k.p
	p.eachTurn(func(_, _, turn int) {
		if where := t.where[turn]; where != nil {
			for c := range p.comps {
				if where[c] != 0 {
					out[turn].add(term{c, where[c]})
				}
			}
			return
		}
		left := t.mask[turn] & (1<<p.comps - 1)
		for owner := range k.g.Players + 1 {
			var all uint64
			for c := 1; c < p.comps; c++ {
				if int(p.owner[c]) == owner {
					all |= 1 << c
				}
			}
			if all != 0 && all&left == all {
				out[turn].add(term{p.comps + owner, ^uint64(0)})
				left &^= all
			}
		}
		for ; left != 0; left &= left - 1 {
			out[turn].add(term{bits.TrailingZeros64(left), ^uint64(0)})
		}
	})
	return out
}

// rays groups what leads on from each site, as (destination, jumped) pairs, by
// the differences of the numbers; nil if there are too many groups.
func rays(sites int, from func(site int, add func(to, over int))) []ray {
	out := []ray{}
	for site := range sites {
		bit, ok := uint64(1)<<(site&63), true
		from(site, func(to, over int) {
			for i := range out {
				if int(out[i].to) == to-site && int(out[i].over) == over-site {
					ok = ok && out[i].from&bit == 0 // two ways to the same site are two moves
					out[i].from |= bit
					return
				}
			}
			out = append(out, ray{bit, int8(to - site), int8(over - site)})
		})
		if !ok || len(out) > maxRays {
			return nil
		}
	}
	return out
}

// wide lays the step out as a fan of a component.
func (m *stepMove) wide(k *planner, component int) []fan {
	to := k.wideTest(m.to.test)
	if to == nil {
		return nil
	}
	r := rays(k.p.sites, func(site int, add func(to, over int)) {
		for _, x := range m.aims.row[component*m.aims.n+site] {
			add(int(x), site)
		}
	})
	if r == nil {
		return nil
	}
	return []fan{{component: component, to: to, rays: r, act: m.act}}
}

// wide lays the hop out as a fan of a component.
func (m *hopMove) wide(k *planner, component int) []fan {
	to, over := k.wideTest(m.to.test), k.wideTest(m.over)
	if to == nil || over == nil {
		return nil
	}
	r := rays(k.p.sites, func(site int, add func(to, over int)) {
		for _, x := range m.aims.row[component*m.aims.n+site] {
			if len(x) > 1 {
				add(int(x[1]), int(x[0]))
			}
		}
	})
	if r == nil {
		return nil
	}
	return []fan{{component: component, to: to, over: over, rays: r, act: m.act}}
}
