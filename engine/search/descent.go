package search

// A descent goes through nodes whose moves are known, which needs no world: what is promising
// follows from the tree alone. Where a leaf is reached the world catches up, from
// the deepest position on the way that was kept.

// Positions of nodes are kept from the visit on that is given here, in so many bytes at most.
const (
	keepVisits = 2
	maxKept    = 1 << 24
)

// lag says how far the world is behind in a descent.
type lag struct {
	on    bool   // the world may fall behind
	made  int    // moves of the path that it has made, −1 if it is not on the path at all
	heard int    // moves of the path that it knows nothing of, for Line
	size  int    // of a position
	kept  []byte // positions, by node.kept
	rest  []uint64
}

// begin keeps the position of the root.
func (t *Tree) begin() {
	if t.lag.on {
		t.retain(0)
	}
}

// top begins a descent.
func (t *Tree) top() {
	t.path = t.path[:0]
	t.lag.made, t.lag.heard = -1, 0
	t.quick = t.quick || t.leaps && t.lag.on && t.coded.Quick()
	if !t.lag.on {
		t.lag.made = 0
		t.w.Top()
	}
}

// catchUp has the world make what it has not made of the path to a node, and perhaps list its moves. Where it lists them
// the position is kept at once: others go through the node from now on.
func (t *Tree) catchUp(at int32) {
	switch {
	case !t.lag.on:
	case t.quick:
		from, codes := t.approach()
		t.coded.Look(from, codes)
		if t.keepable(at) {
			t.retain(at)
		}
	default:
		t.recall()
		t.follows(len(t.path))
	}
}

// recall goes to the deepest position on the path that is kept, if that is below where the world is.
func (t *Tree) recall() {
	for k := len(t.path) - 1; k > t.lag.made; k-- {
		if x := &t.nodes[t.path[k].node]; x.kept != 0 {
			t.coded.Recall(t.saved(x))
			t.lag.made, t.lag.heard = k, k
			break
		}
	}
}

// follows makes the moves of the path up to a number.
func (t *Tree) follows(to int) {
	for ; t.lag.made < to; t.lag.made++ {
		p := t.path[t.lag.made]
		if t.lag.made > 0 && t.wants(p.node) {
			t.retain(p.node)
		}
		t.coded.Enter(t.codes[p.edge])
	}
}

// descend goes down by ucb1 to the first node that has no moves yet or is solved, the root alone may be. It is iterate
// where nothing but the tree is looked at.
func (t *Tree) descend() (at int32, err error) {
	explore := float64(t.o.Explore * t.scale())
	path := t.path[:0]
	for {
		x := &t.nodes[at]
		if x.first < 0 || at != 0 && x.solved != 0 {
			break
		}
		i := -1
		if x.tried > 0 && t.o.Parent {
			i = t.highest(x, explore*rootLogOf(x.tried+1))
		} else {
			i = t.promising(at)
		}
		if i < 0 {
			err = errNoMove
			break
		}
		up := x.first + int32(i)
		path = append(path, taken{at, up})
		next := t.edges[up].child
		if next == 0 {
			at = t.hang(at, int32(i))
			break
		}
		at = next
	}
	t.path = path
	return at, err
}

// approach makes the moves of the path to the last position that is to be kept, and returns the others, with the
// position from which they are to be made, nil for the present one.
func (t *Tree) approach() (from []byte, rest []uint64) {
	k := len(t.path) - 1
	for ; k > t.lag.made; k-- {
		if x := &t.nodes[t.path[k].node]; x.kept != 0 {
			from, t.lag.made = t.saved(x), k
			break
		} else if x.visits >= keepVisits && len(t.lag.kept) <= maxKept {
			at := t.path[k].node
			t.recall()
			t.follows(k)
			t.retain(at)
			break
		}
	}
	rest = t.lag.rest[:0]
	for _, p := range t.path[t.lag.made:] {
		rest = append(rest, t.codes[p.edge])
	}
	t.lag.rest, t.lag.made = rest, len(t.path)
	return from, rest
}

// saved is the position of a node that was kept.
func (t *Tree) saved(x *node) []byte { return t.lag.kept[int(x.kept-1)*t.lag.size:][:t.lag.size] }

// leap is an iteration from a leaf on, in as few calls of compiled code as there can be.
func (t *Tree) leap(at int32) error {
	limit := t.limit()
	from, codes := t.approach()
	if !t.looks() || len(t.edges) > maxEdges {
		moves, over := t.coded.Leap(from, codes, &t.pick, limit, t.payoff)
		if !over {
			return t.score()
		}
		if t.widen(); moves == 0 {
			t.prove(at)
		}
		return nil
	}
	list, mover, ends, over := t.coded.Grow(from, codes, &t.pick, limit, t.result)
	if len(list) == 0 {
		copy(t.payoff, t.result)
		t.widen()
		t.prove(at)
		return nil
	}
	t.has(&t.nodes[at], len(list), mover)
	t.codes = append(t.codes, list...)
	solved := t.peek(at, ends)
	switch {
	case solved && t.told(at):
		return nil
	case ends == len(list):
		_, over = t.coded.Leap(nil, nil, &t.pick, limit, t.result)
	}
	if !over {
		return t.score()
	}
	copy(t.payoff, t.result)
	t.widen()
	return nil
}

// wants reports whether the position of a node will be wanted again.
func (t *Tree) wants(at int32) bool {
	return t.nodes[at].visits >= keepVisits && t.keepable(at)
}

// keepable reports whether the position of a node is not kept yet and there is room for it.
func (t *Tree) keepable(at int32) bool { return t.nodes[at].kept == 0 && len(t.lag.kept) <= maxKept }

// retain keeps the position of a node that the world is at.
func (t *Tree) retain(at int32) {
	t.lag.size = -len(t.lag.kept)
	t.lag.kept = t.coded.Keep(t.lag.kept)
	t.lag.size += len(t.lag.kept)
	t.nodes[at].kept = int32(len(t.lag.kept) / t.lag.size)
}
