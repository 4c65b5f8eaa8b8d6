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
	*n = node{op: opHops, hops: hops, kids: others}
}

// peeks tells whether the condition of n is about the piece on one vertex.
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

// sureHops tells whether every vertex has a hop that always leads on.
func (b *builder) sureHops(n *node, sure []bool) bool {
	all := b.declared()[0]
	for _, list := range n.hops {
		ok := false
		for _, h := range list {
			ok = ok || h.mask&all == all && sure[h.next]
		}
		if !ok {
			return false
		}
	}
	return true
}
