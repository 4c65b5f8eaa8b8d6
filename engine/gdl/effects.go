package gdl

import (
	"math/bits"
	"slices"
	"sync"
)

// What a joint move does to the fluents need not be followed by gates. Given the moves
// of all roles, the formula of what a fluent will be shrinks: most fluents stay as they
// are, many change whatever the state is, and some ask for a few things of the state. So
// for every joint move that is made, code is written for what is left of these formulas.
// In chess as in Hex it is short, however many rules there are about all moves.
//
// A formula is worked out for no moves at all first ("usual"), then, for a joint
// move, the nodes above its moves anew, as far as they become something else. Where
// something changes usually ("the other's turn"), gates follow that.

// effects are those of joint moves on a network: what is left of the formulas of its
// fluents, and the code written so far. Fluents are known by their numbers, which are
// those of their nodes' gates.
type effects struct {
	radix []uint64 // by role: its moves
	// Of the nodes that the code can ask for, and those that depend on moves.
	kinds  []nodeKind
	at     []int32 // by node: its children, one more at the end
	below  []lit
	gateOf []int32 // by node, -1
	usual  []lit   // by node: what it is without moves
	aboveAt,
	above []int32 // by node: nodes that depend on moves and on it, twice, plus 1 for its negation
	rootsAt, roots []int32 // by node: fluents that will be it
	next, fluents  []lit   // by fluent: what it will be, and it
	inputs         []int32 // by move among all moves: its node
	places         int32   // gates, after which scratch values begin

	always []uint64 // by word of a state: fluents that usually change, which views tell
	words  []int32  // words with such fluents

	mu    sync.Mutex
	known map[uint64]*effect
	size  int // steps of all code
	plan  planner
}

// effect is the code for a joint move.
type effect struct {
	script
	start   int32
	scratch int32 // values that it needs room for
	// Fluents that it decides though they usually change, by word.
	decided []decided
}

type decided struct {
	word int32
	mask uint64
}

const (
	// maxJoint bounds the joint moves of games in which several roles have a choice at
	// the same time: where there are more, each is made too seldom for code of its own.
	maxJoint = 1 << 14
	// mostAsked bounds what is asked by its parts where no gate follows it.
	mostAsked = 24
	// maxEffects bounds the steps that are kept.
	maxEffects = 1 << 23
)

// newEffects finds what joint moves of so many roles do, given what fluents will be, the literals that
// have gates anyway, and for each fluent that never changes true in fixed. It gives
// what the fluents will be if no move concerns them where that is a change, for views,
// and the literals that need gates. There are no effects if gates that depend on each
// other depend on moves, or what must not depend on moves does.
func newEffects(f *formulas, roles int, s *sources, next, views []lit, fixed []bool) (
	x *effects, changes, other []lit) {
	lo := &lowering{f: f}
	reached := lo.reach(next)
	moved := lo.moved(lo.reach(next, views))
	for _, v := range views {
		if moved[v.node()] {
			return nil, nil, nil
		}
	}
	x = &effects{known: map[uint64]*effect{}, next: next, fluents: s.base}
	joint := uint64(1)
	for _, list := range f.inputs[:roles] {
		high, low := bits.Mul64(joint, uint64(len(list)+1))
		if high != 0 {
			return nil, nil, nil
		}
		joint = low
		x.radix = append(x.radix, uint64(len(list)+1))
	}
	old := len(f.kinds)
	x.usual = make([]lit, old)
	for n := range x.usual {
		x.usual[n] = lit(2 * n)
		if f.kinds[n] == nodeInput {
			x.usual[n] = litFalse
		}
	}
	usual := func(l lit) lit { return x.usual[l.node()] ^ l&1 }
	for _, n := range reached {
		if !moved[n] {
			continue
		}
		if f.group[n] != 0 {
			return nil, nil, nil
		}
		list := make([]lit, 0, len(f.children[n]))
		for _, l := range f.children[n] {
			list = append(list, usual(l))
		}
		x.usual[n] = f.join(f.kinds[n], list)
	}
	for n := old; n < len(f.kinds); n++ {
		x.usual = append(x.usual, lit(2*n))
		moved = append(moved, false)
	}
	changes = make([]lit, len(next))
	x.always = make([]uint64, (len(next)+63)/64)
	for i, l := range next {
		changes[i] = litFalse
		if u := usual(l); !fixed[i] && u != s.base[i] {
			changes[i] = u
			x.always[i/64] |= 1 << (i % 64)
		}
	}
	for k, w := range x.always {
		if w != 0 {
			x.words = append(x.words, int32(k))
		}
	}
	asked := x.ask(lo, reached, moved, views, changes)
	other = asked.cuts
	x.keep(f, moved, asked.needed, fixed)
	for _, l := range s.inputs {
		x.inputs = append(x.inputs, int32(l.node()))
	}
	return x, changes, other
}

// asking is what code may ask for: nodes, and those of them that need gates.
type asking struct {
	needed []bool
	cuts   []lit
}

// ask finds what code may ask for besides what has gates for views and changes.
func (x *effects) ask(lo *lowering, reached []int32, moved []bool, views, changes []lit) asking {
	f := lo.f
	a := asking{needed: make([]bool, len(f.kinds))}
	gates := make([]bool, len(f.kinds))
	for _, n := range lo.reach(views, changes) {
		gates[n] = true
	}
	var fringe []lit
	for _, n := range reached {
		if moved[n] {
			fringe = append(fringe, x.usual[n])
			for _, l := range f.children[n] {
				if !moved[l.node()] {
					fringe = append(fringe, l)
				}
			}
		}
	}
	size := make([]int32, len(f.kinds))
	for _, n := range lo.reach(fringe) { // children first
		switch {
		case gates[n]:
			size[n] = 1
			continue
		case f.group[n] != 0:
			size[n] = mostAsked + 1
		default:
			for _, l := range f.children[n] {
				size[n] += max(size[l.node()], 1)
			}
		}
		a.needed[n] = true
		if size[n] > mostAsked {
			a.cuts = append(a.cuts, lit(2*n))
			size[n] = 1
		}
	}
	return a
}

// keep copies what is needed of the formulas.
func (x *effects) keep(f *formulas, moved, needed []bool, fixed []bool) {
	x.kinds = slices.Clone(f.kinds)
	x.at = append(x.at, 0)
	counts := make([]int32, len(f.kinds)+1)
	each := func(n int, visit func(l lit)) {
		if moved[n] {
			for _, l := range f.children[n] {
				if moved[l.node()] {
					visit(l)
				}
			}
		}
	}
	for n := range f.kinds {
		if moved[n] || needed[n] {
			x.below = append(x.below, f.children[n]...)
		}
		x.at = append(x.at, int32(len(x.below)))
		each(n, func(l lit) { counts[l.node()+1]++ })
	}
	x.aboveAt, x.above = place(counts, func(put func(at, value int32)) {
		for n := range f.kinds {
			each(n, func(l lit) { put(int32(l.node()), int32(2*n)+int32(l&1)) })
		}
	})
	counts = make([]int32, len(f.kinds)+1)
	for i, l := range x.next {
		if !fixed[i] && moved[l.node()] {
			counts[l.node()+1]++
		}
	}
	x.rootsAt, x.roots = place(counts, func(put func(at, value int32)) {
		for i, l := range x.next {
			if !fixed[i] && moved[l.node()] {
				put(int32(l.node()), int32(i))
			}
		}
	})
}

// place sorts values by their places, of which counts has the numbers, from the second
// place on.
func place(counts []int32, fill func(put func(at, value int32))) (at, values []int32) {
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	free := slices.Clone(counts)
	values = make([]int32, counts[len(counts)-1])
	fill(func(at, value int32) {
		values[free[at]] = value
		free[at]++
	})
	return counts, values
}

// of gives the effect of a joint move, given for each role by its number among the
// role's moves, -1 for none, and among all moves by their first ones.
func (x *effects) of(key uint64, made []int32, first []int) *effect {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.known[key]
	if e == nil {
		e = x.plan.effect(x, made, first)
		if size := x.size + len(e.code) + len(e.lists)/3; size <= maxEffects {
			x.known[key], x.size = e, size
		}
	}
	return e
}

// key tells joint moves apart.
func (x *effects) key(made []int32) uint64 {
	key := uint64(0)
	for r, m := range made {
		key = key*x.radix[r] + uint64(m+1)
	}
	return key
}
