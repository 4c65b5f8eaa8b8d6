package search

import "slices"

// find returns the shallowest node of the position that the world is at, −1 for none. A coded world goes to the
// nodes, from the positions that the last search has kept, so that a search hashes nothing for the next one.
func (t *Tree) find() int32 {
	hash, mover := t.w.Hash(false), int16(t.w.Mover())
	if t.lag.on {
		defer t.w.Top()
	}
	for depth := range int16(reuseDepth + 1) {
		for i := range t.nodes {
			x := &t.nodes[i]
			if x.hash != 0 && x.depth == depth && x.first >= 0 && x.mover == mover && t.hashOf(int32(i)) == hash {
				return int32(i)
			}
		}
	}
	return -1
}

// hashOf is the hash of the position of a node.
func (t *Tree) hashOf(at int32) uint64 {
	if !t.lag.on {
		return t.nodes[at].hash
	}
	t.path = append(t.path[:0], taken{node: at})
	for x := &t.nodes[at]; x.above >= 0; x = &t.nodes[x.above] {
		t.path = append(t.path, taken{x.above, x.up})
	}
	slices.Reverse(t.path)
	t.lag.made = -1
	t.recall()
	t.follows(len(t.path) - 1)
	return t.w.Hash(false)
}

// keep has the tree go on from one of its nodes.
func (t *Tree) keep(at int32) {
	old, former := t.nodes, t.moves
	t.nodes, t.moves = t.spare.nodes[:0], t.spare.cut()
	moved := map[int32]int32{}
	proofs := append([]float64(nil), t.proofs...)
	t.proofs = t.proofs[:0]
	var move func(i int32) int32
	move = func(i int32) int32 {
		if k, met := moved[i]; met {
			return k
		}
		k := int32(len(t.nodes))
		moved[i] = k
		x := old[i]
		x.depth -= old[at].depth
		x.kept, x.above, x.up = 0, -1, -1
		if x.solved != 0 {
			from := x.solved - 1
			t.proofs = append(t.proofs, proofs[from:int(from)+t.f.Players]...)
			x.solved = int32(len(t.proofs) - t.f.Players + 1)
		}
		first := x.first
		if first >= 0 {
			x.first = int32(len(t.edges))
			t.take(&former, first, x.n)
		}
		t.nodes = append(t.nodes, x)
		for j := range x.n {
			if first >= 0 && t.edges[x.first+j].child != 0 {
				child := move(t.edges[x.first+j].child) // which may move the edges
				t.edges[x.first+j].child = child
				t.nodes[child].above, t.nodes[child].up = k, x.first+j
			}
		}
		return k
	}
	move(at)
	t.spare.nodes, t.spare.moves = old, former
}

// reuseDepth is the depth down to which nodes are found again: moves of one player
// and of those who follow, with turns of several moves.
const reuseDepth = 6
