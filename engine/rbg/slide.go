package rbg

// A stone that falls steps on as long as it can: what follows the steps asks for what
// keeps it from another one. Such a ray need not be tried at every vertex on the way.

// slides reports whether what follows the ray n can hold only where the ray ends, whatever
// the position is.
func (b *builder) slides(n *node) bool {
	if len(b.d.Pieces) > 64 {
		return false
	}
	for v := range int32(b.n) {
		if t := n.rel.one[v]; t >= 0 && !b.excludes(n.next, v, t, n.mask[0], 0) {
			return false
		}
	}
	return true
}

// maxExcluded bounds how deep excludes looks.
const maxExcluded = 8

// excludes reports whether no walk from node id at v gets anywhere while t has a piece of mask.
func (b *builder) excludes(id, v, t int32, mask uint64, depth int) bool {
	if depth == maxExcluded {
		return false
	}
	n := &b.nodes[id]
	switch n.op {
	case opBranch, opHops:
		if n.op == opHops {
			for _, h := range n.hops[v] {
				if !(h.at == t && h.mask&mask == 0) && !(h.to == v && b.excludes(h.next, v, t, mask, depth+1)) {
					return false
				}
			}
		}
		for _, k := range n.kids {
			if !b.excludes(k, v, t, mask, depth+1) {
				return false
			}
		}
		return true
	case opStepOn:
		return n.rel.one[v] < 0 || n.rel.one[v] == t && n.mask[0]&mask == 0
	case opStep:
		return n.rel.one[v] < 0
	case opFan:
		return len(n.rel.lists[v]) == 0
	}
	return false
}
