package rbg

import "slices"

// A condition that only asks for pieces of one kind on certain vertices, "four
// of mine in a row through here", is a choice among sets of vertices, its
// lines: it holds when all vertices of some line carry such a piece. On
// boards of at most 64 vertices each line is a machine word.

// Limits of the search for lines at one vertex.
const (
	maxLines  = 40
	maxLineOp = 20000
)

// lines finds the lines of a condition, if it is of this kind.
func (b *builder) lines(n *node) {
	if n.op != opCond && n.op != opIf || b.n > 64 || !n.pure || n.lines != nil {
		return
	}
	var mask pieceSet
	lines := make([][]uint64, b.n)
	for v := range lines {
		f := lineFinder{builder: b, mask: &mask, seen: map[linePlace]bool{}}
		if !f.follow(n.body, int32(v), 0) || len(f.found) > maxLines {
			return
		}
		lines[v] = f.found
	}
	n.lines, n.pieces = lines, nil
	for p := range b.d.Pieces {
		if mask.has(uint8(p)) {
			n.pieces = append(n.pieces, int32(p))
		}
	}
}

type linePlace struct {
	id, v int32
	set   uint64
}

type lineFinder struct {
	*builder
	mask  *pieceSet // the kind of pieces, once a test is met
	seen  map[linePlace]bool
	found []uint64 // minimal lines
}

// follow walks from (id, v) with the vertices of set required; false when the
// condition is not of the kind or too large.
func (f *lineFinder) follow(id, v int32, set uint64) bool {
	at := linePlace{id, v, set}
	if f.seen[at] {
		return true
	}
	f.seen[at] = true
	if len(f.seen) > maxLineOp {
		return false
	}
	n := &f.nodes[id]
	switch n.op {
	case opAccept:
		return f.add(set)
	case opOn, opStepOn, opFanOn, opRay, opFlood:
		if *f.mask == (pieceSet{}) {
			*f.mask = n.mask
		}
		if *f.mask != n.mask {
			return false
		}
	case opBranch, opStep, opFan, opVisit:
	default:
		return false
	}
	switch n.op {
	case opOn:
		return f.follow(n.next, v, set|1<<v)
	case opStepOn, opFanOn:
		ok := true
		n.rel.targets(v, func(t int32) { ok = ok && f.follow(n.next, t, set|1<<t) })
		return ok
	case opRay, opFlood:
		if !f.follow(n.next, v, set) {
			return false
		}
		ok := true
		n.rel.targets(v, func(t int32) { ok = ok && f.follow(id, t, set|1<<t) })
		return ok
	}
	ok := true
	f.successors(id, v, func(id, v int32) { ok = ok && f.follow(id, v, set) })
	return ok
}

// add keeps found an antichain: a line is useless beside a part of it.
func (f *lineFinder) add(set uint64) bool {
	for _, l := range f.found {
		if l&set == l {
			return true
		}
	}
	f.found = slices.DeleteFunc(f.found, func(l uint64) bool { return l&set == set })
	f.found = append(f.found, set)
	return len(f.found) <= 4*maxLines
}

// online tests the lines of n at v.
func (s *State) online(n *node, v int32) bool {
	var have uint64
	for _, p := range n.pieces {
		have |= s.sets[p]
	}
	for _, l := range n.lines[v] {
		if have&l == l {
			return true
		}
	}
	return false
}
