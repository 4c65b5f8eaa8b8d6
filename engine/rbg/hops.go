package rbg

// maxHops bounds the hops of one choice over all vertices.
const maxHops = 1 << 16

// hops turns the steps of a choice into one list per vertex. Kids of other
// kinds follow after them: the order of a choice means nothing.
func (b *builder) hops(id int32) {
	n := &b.nodes[id]
	if n.op != opBranch || len(b.d.Pieces) > 64 {
		return
	}
	var steps, others []int32
	size := 0
	for _, k := range n.kids {
		switch c := &b.nodes[k]; {
		case c.op == opStep || c.op == opStepOn:
			steps = append(steps, k)
			size += b.n
		case (c.op == opFan || c.op == opFanOn) && !c.rel.uniform:
			for _, l := range c.rel.lists {
				size += len(l)
				if len(l) > 4*b.words {
					size = maxHops + 1
				}
			}
			steps = append(steps, k)
		default:
			others = append(others, k)
		}
	}
	if len(steps) == 0 || size > maxHops {
		return
	}
	hops := make([][]hop, b.n)
	for _, k := range steps {
		c := &b.nodes[k]
		mask := c.mask
		if c.op == opStep || c.op == opFan {
			mask = b.declared()
		}
		for v := range hops {
			c.rel.targets(int32(v), func(t int32) {
				hops[v] = append(hops[v], hop{mask[0], t, c.next})
			})
		}
	}
	*n = node{op: opHops, hops: hops, kids: others}
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
