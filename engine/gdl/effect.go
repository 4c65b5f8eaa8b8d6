package gdl

import (
	"maps"
	"math"
	"math/bits"
	"slices"
)

// planner writes effects: scratch of many.
type planner struct {
	x     *effects
	round int32
	seen  []int32 // by node: the round in which it became what is in left
	left  []lit   // by node
	due   []uint64
	// By node that is due: the changes below that only add to what it usually is, linked
	// by the numbers in older, -1 at the end; all are to be looked at if that is entire.
	newest []int32
	older  []int32
	added  []lit
	// Nodes that are made for a joint move, numbered after the others.
	kinds []nodeKind
	at    []int32
	below []lit
	know  map[string]lit
	key   []byte
	uses  map[int32]int   // by node: how often it is asked
	kept  map[int32]int32 // by node: the place of its scratch value
}

const (
	nothing = -1
	entire  = -2
)

// effect writes the code for a joint move.
func (p *planner) effect(x *effects, made []int32, first []int) *effect {
	if p.x == nil {
		p.x, p.seen, p.left = x, make([]int32, len(x.kinds)), make([]lit, len(x.kinds))
		p.due = make([]uint64, (len(x.kinds)+63)/64)
		p.newest = slices.Repeat([]int32{nothing}, len(x.kinds))
	}
	p.older, p.added = p.older[:0], p.added[:0]
	p.round++
	p.kinds, p.at, p.below = p.kinds[:0], append(p.at[:0], 0), p.below[:0]
	p.know, p.uses, p.kept = map[string]lit{}, map[int32]int{}, map[int32]int32{}
	lowest := len(p.due)
	var fluents []int32
	become := func(n int32, l lit) {
		p.seen[n], p.left[n] = p.round, l
		for _, edge := range x.above[x.aboveAt[n]:x.aboveAt[n+1]] {
			m := edge >> 1
			p.due[m/64] |= 1 << (m % 64)
			lowest = min(lowest, int(m/64))
			p.note(m, x.usual[n]^lit(edge&1), l^lit(edge&1))
		}
		fluents = append(fluents, x.roots[x.rootsAt[n]:x.rootsAt[n+1]]...)
	}
	for r, m := range made {
		if m >= 0 {
			become(x.inputs[first[r]+int(m)], litTrue)
		}
	}
	e := &effect{start: endTrue}
	var list []lit
	for k := lowest; k < len(p.due); k++ {
		for p.due[k] != 0 {
			n := int32(k*64 + bits.TrailingZeros64(p.due[k]))
			p.due[k] &= p.due[k] - 1
			list = p.parts(list[:0], n)
			l := p.join(x.kinds[n], list)
			if l != x.usual[n] {
				become(n, l)
			}
		}
	}
	slices.Sort(fluents)
	p.write(e, fluents)
	return e
}

// note tells a node that something that it is made of is now something else.
func (p *planner) note(m int32, was, is lit) {
	switch neutral := litTrue ^ lit(p.x.kinds[m]-nodeAnd); {
	case p.newest[m] == entire:
	case was != neutral:
		p.newest[m] = entire
	default:
		p.older, p.added = append(p.older, p.newest[m]), append(p.added, is)
		p.newest[m] = int32(len(p.older) - 1)
	}
}

// parts adds what a node is made of for the joint move: what it usually is and what was
// added, if that is all.
func (p *planner) parts(list []lit, n int32) []lit {
	x, k := p.x, p.newest[n]
	p.newest[n] = nothing
	if k == entire {
		for _, l := range x.below[x.at[n]:x.at[n+1]] {
			list = append(list, p.of(l))
		}
		return list
	}
	list = append(list, x.usual[n])
	for ; k >= 0; k = p.older[k] {
		list = append(list, p.added[k])
	}
	return list
}

// of gives what a literal is for the joint move.
func (p *planner) of(l lit) lit {
	if n := l.node(); p.seen[n] == p.round {
		return p.left[n] ^ l&1
	}
	return p.x.usual[l.node()] ^ l&1
}

// join is a conjunction or disjunction; it changes the list.
func (p *planner) join(k nodeKind, list []lit) lit {
	neutral, absorbing := litTrue, litFalse
	if k == nodeOr {
		neutral, absorbing = litFalse, litTrue
	}
	n := 0
	for _, l := range list {
		if l == absorbing {
			return absorbing
		}
		if l != neutral {
			list[n] = l
			n++
		}
	}
	list = list[:n]
	slices.Sort(list)
	list = slices.Compact(list)
	for i, l := range list {
		if i > 0 && list[i-1]^1 == l {
			return absorbing
		}
	}
	switch len(list) {
	case 0:
		return neutral
	case 1:
		return list[0]
	}
	p.key = append(p.key[:0], byte(k))
	for _, l := range list {
		p.key = append(p.key, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	if l, known := p.know[string(p.key)]; known {
		return l
	}
	p.kinds = append(p.kinds, k)
	p.below = append(p.below, list...)
	p.at = append(p.at, int32(len(p.below)))
	l := lit(2 * (len(p.x.kinds) + len(p.kinds) - 1))
	p.know[string(p.key)] = l
	return l
}

// look is that of a coder.
func (p *planner) look(n int32) (kind nodeKind, children []lit, place int32) {
	x := p.x
	if k := int(n) - len(x.kinds); k >= 0 {
		kind, children, place = p.kinds[k], p.below[p.at[k]:p.at[k+1]], -1
	} else {
		kind, children, place = x.kinds[n], x.below[x.at[n]:x.at[n+1]], x.gateOf[n]
	}
	if place < 0 {
		if at, kept := p.kept[n]; kept {
			place = at
		}
	}
	return kind, children, place
}

// manyUses is how often something is asked that is worked out once, if it is made of
// what has places; otherwise, being asked twice is enough.
const manyUses = 3

// count counts how often nodes are asked that have no gates.
func (p *planner) count(l lit) {
	n := int32(l.node())
	kind, children, place := p.look(n)
	if place >= 0 || kind < nodeAnd {
		return
	}
	if p.uses[n]++; p.uses[n] > 1 {
		return
	}
	for _, c := range children {
		p.count(c)
	}
}

// write writes the code for what fluents will be.
func (p *planner) write(e *effect, fluents []int32) {
	x := p.x
	for _, i := range fluents {
		p.count(p.of(x.next[i]))
	}
	asked := slices.Sorted(maps.Keys(p.uses))
	c := &coder{look: p.look, most: math.MaxInt32}
	var starts [][2]int32
	for _, n := range asked { // parts first
		_, children, _ := p.look(n)
		deep := slices.ContainsFunc(children, func(l lit) bool {
			_, _, place := p.look(int32(l.node()))
			return place < 0
		})
		if uses := p.uses[n]; uses < manyUses && (uses < 2 || !deep) {
			continue
		}
		at := x.places + e.scratch
		yes := c.emit(step{^at, endTrue, actNote})
		no := c.emit(step{^at, endTrue, actForget})
		starts = append(starts, [2]int32{c.ask(lit(2*n), yes, no), yes})
		p.kept[n] = at
		e.scratch++
	}
	var deeds []deed
	for _, i := range fluents {
		will, fluent := p.of(x.next[i]), x.fluents[i]
		if x.always[i/64]>>(i%64)&1 != 0 {
			e.decide(i)
		}
		for _, when := range c.alternatives(nil, will, fluent.not()) {
			deeds = append(deeds, deed{when: when, change: 2*i + 1})
		}
		for _, when := range c.alternatives(nil, will.not(), fluent) {
			deeds = append(deeds, deed{when: when, change: 2 * i})
		}
	}
	e.start = c.deeds(deeds, endTrue)
	for _, s := range slices.Backward(starts) {
		c.code[s[1]].yes, c.code[s[1]+1].yes = e.start, e.start
		e.start = s[0]
	}
	e.code, e.lists = slices.Clip(c.code), slices.Clip(c.lists)
}

// decide notes that the code decides on a fluent that usually changes.
func (e *effect) decide(i int32) {
	if n := len(e.decided); n == 0 || e.decided[n-1].word != i/64 {
		e.decided = append(e.decided, decided{word: i / 64})
	}
	e.decided[len(e.decided)-1].mask |= 1 << (i % 64)
}
