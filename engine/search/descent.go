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
}

// forget drops the positions kept, which belong to what was loaded.
func (t *Tree) forget() {
	t.lag.on = t.coded != nil && !t.drawing && t.coded.Keeps()
	t.lag.kept = t.lag.kept[:0]
}

// top begins a descent.
func (t *Tree) top() {
	t.path = t.path[:0]
	t.lag.made, t.lag.heard = -1, 0
	if !t.lag.on {
		t.lag.made = 0
		t.w.Top()
	}
}

// catchUp has the world make what it has not made of the path to a node.
func (t *Tree) catchUp() {
	if !t.lag.on {
		return
	}
	for k := len(t.path) - 1; k > max(t.lag.made, 0); k-- {
		if at := t.nodes[t.path[k].node].kept; at != 0 {
			t.coded.Recall(t.lag.kept[int(at-1)*t.lag.size:][:t.lag.size])
			t.lag.made, t.lag.heard = k, k
			break
		}
	}
	if t.lag.made < 0 {
		t.w.Top()
		t.lag.made = 0
	}
	for ; t.lag.made < len(t.path); t.lag.made++ {
		p := t.path[t.lag.made]
		if t.lag.made > 0 {
			t.retain(p.node)
		}
		t.coded.Enter(t.edges[p.edge].code)
	}
}

// retain keeps the position of a node that the world is at, if it will be wanted again.
func (t *Tree) retain(at int32) {
	x := &t.nodes[at]
	if x.visits < keepVisits || x.kept != 0 || len(t.lag.kept) > maxKept {
		return
	}
	t.lag.size = -len(t.lag.kept)
	t.lag.kept = t.coded.Keep(t.lag.kept)
	t.lag.size += len(t.lag.kept)
	x.kept = int32(len(t.lag.kept) / t.lag.size)
}
