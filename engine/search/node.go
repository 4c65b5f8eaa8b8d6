package search

// node is a decision.
type node struct {
	first  int32 // its edges; −1 as long as it has none
	n      int32
	open   int32 // moves that were never tried, for plain alone
	visits int32
	tried  int32 // visits of its edges, with the sum of the mover's payoffs
	sum    float64
	chain  int32 // the decision taken at the same time next, 0 none
	solved int32 // 1 + offset of its proven payoffs, 0 none
	mover  int16
	depth  int16
	kept   int32 // 1 + place of its position among those kept, 0 none
	above  int32 // the node and the edge that lead to it, −1 of none or of several
	up     int32
	fresh  uint64 // which moves were never tried, for plain alone, of up to 64 moves
	hash   uint64 // of its position, wanted as long as that is not found out, 0 if it is not to be found again
}

// wanted is the hash of a node whose position may be hashed.
const wanted = 1

// edge is a move.
type edge struct {
	sum    float64 // of the mover's payoffs
	visits int32
	child  int32 // 0 none
	dead   bool  // turned out not to be legal
	known  bool  // what comes of it, which need not be tried, see solve
}

// extra is what some rules keep of a move.
type extra struct {
	squares float64
	prior   float32
}

// moves are those of all nodes, the moves of one after the other: what is asked of all of them, and in
// arrays of their own what some searches ask.
type moves struct {
	edges []edge
	codes []uint64 // of a coded world
	keys  []uint32 // for statistics of moves
	arms  []arm    // for plain alone
	extra []extra  // for the rules that need them
}

// cut is those moves without any.
func (m *moves) cut() moves {
	return moves{m.edges[:0], m.codes[:0], m.keys[:0], m.arms[:0], m.extra[:0]}
}

// take appends n moves of others, from one on.
func (m *moves) take(from *moves, first, n int32) {
	m.edges = append(m.edges, from.edges[first:first+n]...)
	if len(from.codes) > 0 {
		m.codes = append(m.codes, from.codes[first:first+n]...)
	}
	if len(from.keys) > 0 {
		m.keys = append(m.keys, from.keys[first:first+n]...)
	}
	if len(from.arms) > 0 {
		m.arms = append(m.arms, from.arms[first:first+n]...)
	}
	if len(from.extra) > 0 {
		m.extra = append(m.extra, from.extra[first:first+n]...)
	}
}
