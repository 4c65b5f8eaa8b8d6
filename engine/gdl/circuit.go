package gdl

import "slices"

// circuit is a formula as gates and wires, together with its values in the initial
// state. It is immutable. Gates are numbered by level: first the fluents, then the
// moves, then the and- and or-gates, each after its inputs.
//
// A gate counts its inputs that are true, less the number that it needs; it is true
// when the count is not negative. A change of a gate is sent along its wires, to
// those gates that see its value and to those that see the negation.
type circuit struct {
	bases int       // the first gates
	moves int       // the gates after them
	wires []gateEnd // by gate, one more at the end
	out   []int32   // targets, and bits of views

	triggers triggers // of gates that moves turn on
	size     int      // wires, without views

	// Cycles: wires into them (feeds) and inside (inner) are kept apart. What is to be
	// looked at of a cycle is noted under its first gate.
	cycles  []cycle
	cycleOf []int32 // by gate: its cycle, -1
	feedAt  []int32 // by gate, one more at the end
	feeds   []int32 // targets, twice, plus 1 for the negation
	innerAt []int32
	inner   []int32

	// In the initial state, without moves.
	count []int32
	run   []int32 // the same with what the other gates of a cycle add
	value []uint8
	bits  []uint64 // of the views
}

// gateEnd says where the wires of a gate begin in out, those that see its value and
// those that see the negation, and then the bits of the views that follow it.
type gateEnd struct{ plain, negated, views int32 }

// cycle is a group of gates that depend on each other. It is evaluated as a whole:
// from false, until nothing changes.
type cycle struct{ gates []int32 }

// sources are the literals of fluents and moves in the order of their numbers.
type sources struct{ base, inputs []lit }

func (c *circuit) gates() int { return len(c.value) - c.bases - c.moves }

// lowering makes a circuit from the formulas of its views.
type lowering struct {
	f      *formulas
	c      *circuit
	level  []int32 // by node, 0 before it is known
	cycle  []int32 // by node: number of the cycle, from 0; -1
	groups int32

	event     []lit  // by node: what triggers it, 0 for most
	dissolved []bool // by node
}

// newCircuit makes the circuit for the views, in which other literals have gates, too.
// Its values are those of the state. With triggers, rules for what moves do become
// triggers of the moves, except those for the nodes in lasting. It gives the gates by
// node, -1 for those without.
func newCircuit(f *formulas, s *sources, views, other []lit, start state, triggers bool,
	lasting map[int32]bool) (*circuit, []int32) {
	lo := &lowering{f: f, c: &circuit{bases: len(s.base), moves: len(s.inputs)}}
	c := lo.c
	gateOf := make([]int32, len(f.kinds))
	for i := range gateOf {
		gateOf[i] = -1
	}
	var nodes []int32 // by gate
	put := func(l lit) {
		gateOf[l.node()] = int32(len(nodes))
		nodes = append(nodes, int32(l.node()))
	}
	for _, l := range s.base {
		put(l)
	}
	for _, l := range s.inputs {
		put(l)
	}
	reached := lo.reach(views, other)
	lo.levels(reached)
	if triggers {
		lo.triggered(reached, views, lasting)
		reached = slices.DeleteFunc(reached, func(n int32) bool { return lo.dissolved[n] })
	}
	// Stable by level, so that the numbering is the same every time.
	slices.SortStableFunc(reached, func(a, b int32) int { return int(lo.level[a] - lo.level[b]) })
	for _, n := range reached {
		if gateOf[n] < 0 {
			put(lit(2 * n))
		}
	}
	c.cycleOf = make([]int32, len(nodes))
	for i, n := range nodes {
		c.cycleOf[i] = -1
		if i >= c.bases+c.moves {
			c.cycleOf[i] = lo.cycle[n]
		}
	}
	for range lo.groups {
		c.cycles = append(c.cycles, cycle{})
	}
	for i := range nodes {
		if k := c.cycleOf[i]; k >= 0 {
			c.cycles[k].gates = append(c.cycles[k].gates, int32(i))
		}
	}
	c.connect(lo, nodes, views, gateOf)
	if triggers {
		c.trigger(lo, nodes, gateOf)
	}
	c.settle(lo, nodes, views, gateOf, start)
	return c, gateOf
}

// isTriggered reports whether a node becomes a triggered gate.
func (lo *lowering) isTriggered(n int32) bool { return lo.event != nil && lo.event[n] != 0 }

// reach lists the and- and or-nodes that literals depend on.
func (lo *lowering) reach(lists ...[]lit) []int32 {
	seen := make([]bool, len(lo.f.kinds))
	var stack, all []int32
	push := func(l lit) {
		if n := int32(l.node()); !seen[n] && lo.f.kinds[n] >= nodeAnd {
			seen[n] = true
			stack = append(stack, n)
		}
	}
	for _, list := range lists {
		for _, l := range list {
			push(l)
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		all = append(all, n)
		for _, l := range lo.f.children[n] {
			push(l)
		}
	}
	slices.Sort(all)
	return all
}

// levels gives every node a level above those of its children; the nodes of a cycle
// have one level in common.
func (lo *lowering) levels(nodes []int32) {
	lo.level = make([]int32, len(lo.f.kinds))
	lo.cycle = make([]int32, len(lo.f.kinds))
	members := map[int32][]int32{} // by group
	var groups []int32
	for i := range lo.cycle {
		lo.cycle[i] = -1
	}
	for _, n := range nodes {
		if g := lo.f.group[n]; g != 0 {
			if members[g] == nil {
				groups = append(groups, g)
			}
			members[g] = append(members[g], n)
		}
	}
	for k, g := range groups {
		for _, n := range members[g] {
			lo.cycle[n] = int32(k)
		}
	}
	lo.groups = int32(len(groups))
	done := make([]bool, len(lo.f.kinds))
	var visit func(n int32) int32
	outside := func(n int32, group int32) int32 {
		top := int32(0)
		for _, l := range lo.f.children[n] {
			if c := int32(l.node()); group == 0 || lo.f.group[c] != group {
				top = max(top, visit(c))
			}
		}
		return top
	}
	visit = func(n int32) int32 {
		if done[n] || lo.f.kinds[n] < nodeAnd {
			return lo.level[n]
		}
		g := lo.f.group[n]
		if g == 0 {
			lo.level[n] = outside(n, 0) + 1
			done[n] = true
			return lo.level[n]
		}
		top := int32(0)
		for _, m := range members[g] {
			top = max(top, outside(m, g))
		}
		for _, m := range members[g] {
			lo.level[m], done[m] = top+1, true
		}
		return top + 1
	}
	for _, n := range nodes {
		visit(n)
	}
}

// connect lays the wires and notes which bits of the views follow which gates.
func (c *circuit) connect(lo *lowering, nodes []int32, views []lit, gateOf []int32) {
	f := lo.f
	type wire struct{ from, to int32 }
	var plain, negated, inner, seen []wire
	var feeds []wire
	for i := c.bases + c.moves; i < len(nodes); i++ {
		if lo.isTriggered(nodes[i]) {
			continue
		}
		for _, l := range f.children[nodes[i]] {
			from := gateOf[l.node()]
			if from < 0 {
				continue // a constant: see settle
			}
			w := wire{from, int32(i)}
			switch k := c.cycleOf[i]; {
			case k >= 0 && c.cycleOf[from] == k:
				inner = append(inner, w)
			case k >= 0 && l.neg():
				feeds = append(feeds, wire{from, int32(2*i + 1)})
			case k >= 0:
				feeds = append(feeds, wire{from, int32(2 * i)})
			case l.neg():
				negated = append(negated, w)
			default:
				plain = append(plain, w)
			}
		}
	}
	for i, v := range views {
		if g := gateOf[v.node()]; g >= 0 {
			seen = append(seen, wire{g, int32(i)})
		}
	}
	n := len(nodes)
	layout := func(ws []wire) (at, to []int32) {
		at = make([]int32, n+1)
		for _, w := range ws {
			at[w.from+1]++
		}
		for i := range n {
			at[i+1] += at[i]
		}
		to = make([]int32, len(ws))
		next := slices.Clone(at)
		for _, w := range ws {
			to[next[w.from]] = w.to
			next[w.from]++
		}
		return at, to
	}
	plainAt, plainTo := layout(plain)
	negatedAt, negatedTo := layout(negated)
	seenAt, seenTo := layout(seen)
	c.size = len(plain) + len(negated) + len(inner)
	for i := range n {
		c.wires = append(c.wires, gateEnd{plain: int32(len(c.out))})
		c.out = append(c.out, plainTo[plainAt[i]:plainAt[i+1]]...)
		c.wires[i].negated = int32(len(c.out))
		c.out = append(c.out, negatedTo[negatedAt[i]:negatedAt[i+1]]...)
		c.wires[i].views = int32(len(c.out))
		c.out = append(c.out, seenTo[seenAt[i]:seenAt[i+1]]...)
	}
	c.wires = append(c.wires, gateEnd{plain: int32(len(c.out))})
	c.feedAt, c.feeds = layout(feeds)
	c.innerAt, c.inner = layout(inner)
}

// settle computes all values in a state, without moves.
func (c *circuit) settle(lo *lowering, nodes []int32, views []lit, gateOf []int32, start state) {
	f := lo.f
	c.count = make([]int32, len(nodes))
	c.run = make([]int32, len(nodes))
	c.value = make([]uint8, len(nodes))
	c.bits = make([]uint64, len(views)/64)
	for i := range c.bases {
		c.value[i] = uint8(start[i/64] >> (i % 64) & 1)
	}
	truth := func(l lit) bool {
		v := l.node() == 0
		if g := gateOf[l.node()]; g >= 0 {
			v = c.value[g] != 0
		}
		return v != l.neg()
	}
	solved := make([]bool, len(c.cycles))
	w := &wires{c: c, run: c.run}
	for i := c.bases + c.moves; i < len(nodes); i++ {
		if lo.isTriggered(nodes[i]) {
			continue
		}
		k := c.cycleOf[i]
		group := []int32{int32(i)}
		if k >= 0 {
			if solved[k] {
				continue
			}
			solved[k] = true
			group = c.cycles[k].gates
		}
		for _, g := range group {
			children := f.children[nodes[g]]
			need := int32(1)
			if f.kinds[nodes[g]] == nodeAnd {
				need = int32(len(children))
			}
			c.count[g] = -need
			for _, l := range children {
				inside := k >= 0 && gateOf[l.node()] >= 0 && c.cycleOf[gateOf[l.node()]] == k
				if !inside && truth(l) {
					c.count[g]++
				}
			}
		}
		if k < 0 {
			if c.count[i] >= 0 {
				c.value[i] = 1
			}
			continue
		}
		w.count = c.count
		w.closure(group)
		for _, g := range group {
			if w.run[g] >= 0 {
				c.value[g] = 1
			}
		}
	}
	for i, v := range views {
		if truth(v) {
			c.bits[i/64] |= 1 << (i % 64)
		}
	}
}
