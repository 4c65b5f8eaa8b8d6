package rbg

// maxHops bounds the hops of one choice over all vertices.
const maxHops = 1 << 16

// hops turns the steps of a choice, and its conditions on a single piece, into
// one list per vertex. Kids of other kinds follow after them: the order of a
// choice means nothing.
func (b *builder) hops(id int32) {
	n := &b.nodes[id]
	if len(b.d.Pieces) > 64 {
		return
	}
	kids := n.kids
	switch n.op {
	case opBranch:
	case opCond, opIf:
		if !b.peeks(n) {
			return
		}
		kids = []int32{id}
	default:
		return
	}
	var steps, others []int32
	size := 0
	for _, k := range kids {
		c := &b.nodes[k]
		ok := false
		switch c.op {
		case opStep, opStepOn, opOn:
			size += b.n
			ok = true
		case opCond, opIf:
			ok = b.peeks(c)
			size += 2 * b.n
		case opFan, opFanOn:
			ok = !c.rel.uniform
			for _, l := range c.rel.lists {
				size += len(l)
				ok = ok && len(l) <= 4*b.words
			}
		}
		if ok {
			steps = append(steps, k)
		} else {
			others = append(others, k)
		}
	}
	if len(steps) == 0 || size > maxHops {
		return
	}
	hops := make([][]hop, b.n)
	for v := range hops {
		for _, k := range steps {
			hops[v] = b.hopsOf(hops[v], &b.nodes[k], int32(v))
		}
	}
	ways := make([]node, len(steps))
	for i, k := range steps {
		ways[i] = b.nodes[k]
	}
	*n = node{op: opHops, hops: hops, ways: ways, kids: others}
}

// peeks reports whether the condition of n is about the piece on one vertex.
func (b *builder) peeks(n *node) bool {
	c := &b.nodes[n.body]
	return (c.op == opOn || c.op == opStepOn) && b.nodes[c.next].op == opAccept
}

// hopsOf appends the ways through n at v.
func (b *builder) hopsOf(list []hop, n *node, v int32) []hop {
	all := b.declared()[0]
	switch n.op {
	case opOn:
		return append(list, hop{n.mask[0], v, v, n.next})
	case opStep, opFan:
		n.rel.targets(v, func(t int32) { list = append(list, hop{all, t, t, n.next}) })
		return list
	case opStepOn, opFanOn:
		n.rel.targets(v, func(t int32) { list = append(list, hop{n.mask[0], t, t, n.next}) })
		return list
	}
	c := &b.nodes[n.body]
	at, mask := v, c.mask[0]&all
	if c.op == opStepOn {
		at = c.rel.one[v]
	}
	if at < 0 {
		at, mask = v, 0
	}
	yes, no := n.next, n.other
	if n.op == opCond {
		no = b.never
		if !n.want {
			yes, no = b.never, n.next
		}
	}
	if mask != 0 && yes != b.never {
		list = append(list, hop{mask, at, v, yes})
	}
	if mask != all && no != b.never {
		list = append(list, hop{all &^ mask, at, v, no})
	}
	return list
}

// layHops copies the hops of n behind all others. The list of its instruction
// holds where those of each vertex begin, where the last end, and the kids.
func (g *Game) layHops(n *node) []int32 {
	var list []int32
	for _, h := range n.hops {
		list = append(list, int32(len(g.hops)))
		g.hops = append(g.hops, h...)
	}
	return append(append(list, int32(len(g.hops))), n.kids...)
}

// everyHop reports whether f holds for all hops of n.
func (b *builder) everyHop(n *node, f func(v int32, h hop) bool) bool {
	for v, list := range n.hops {
		for _, h := range list {
			if !f(int32(v), h) {
				return false
			}
		}
	}
	return true
}

// sureHops reports whether some hop of every vertex always leads on.
func (b *builder) sureHops(n *node, sure []bool) bool {
	all := b.declared()[0]
	for _, list := range n.hops {
		pass := map[int32]uint64{} // pieces with which to go on, by the vertex they are on
		ok := false
		for _, h := range list {
			if sure[h.next] {
				pass[h.at] |= h.mask & all
				ok = ok || pass[h.at] == all
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// blocked reports whether the steps of n from v all end on other pieces than
// those wanted, so that putting a piece on v first is of no use.
func (s *State) blocked(n *inst, v int32) bool {
	switch n.op {
	case opStepOn:
		t := n.list[v]
		return t < 0 || !n.on(s.board[t])
	case opFanOn:
		for _, t := range n.node.rel.lists[v] {
			if n.on(s.board[t]) {
				return false
			}
		}
		return true
	}
	for _, h := range s.g.hops[n.list[v]:n.list[v+1]] {
		if h.mask>>s.board[h.at]&1 != 0 {
			return false
		}
	}
	return true
}

// hop tries the hops of n, an opHops without kids, at v.
func (s *State) hop(n *inst, v int32) bool {
	for _, h := range s.g.hops[n.list[v]:n.list[v+1]] {
		if h.mask>>s.board[h.at]&1 != 0 && s.walk(h.next, h.to) {
			return true
		}
	}
	return false
}
