package rbg

import (
	"encoding/binary"
	"math/big"
)

// AppendKey appends the board, the variables and scores, and where in the rules the
// play is, on the board only where that matters; see formal.Keyed. The board and the player
// are visible.
func (p *position) AppendKey(dst []byte) (key []byte, visible int) {
	s, start := p.state, len(dst)
	dst = append(dst, s.board...)
	dst = binary.AppendVarint(dst, int64(s.player))
	visible = len(dst) - start
	for _, v := range s.vars {
		dst = binary.AppendVarint(dst, v)
	}
	if !s.g.anywhere[s.pc] {
		dst = binary.AppendVarint(dst, int64(s.vertex))
	}
	return binary.AppendVarint(dst, int64(s.pc)), visible
}

// indifferent reports whether what is possible from node id is the same at every vertex,
// because it begins with a shift that leads from everywhere to the same vertices.
func (b *builder) indifferent(id int32, depth int) bool {
	n := &b.nodes[id]
	switch n.op {
	case opFan, opFanOn, opStep, opStepOn:
		return n.rel.uniform
	case opCond:
		return b.indifferent(n.body, depth) && b.indifferent(n.next, depth)
	case opBranch:
		for _, k := range n.kids {
			if depth == maxIndifferent || !b.indifferent(k, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// maxIndifferent bounds choices inside each other, loops for instance.
const maxIndifferent = 2

// Stakes are the bounds of the scores; see formal.Staked.
func (g *Game) Stakes() (low, high *big.Rat, ok bool) {
	most := int64(0)
	for _, x := range g.Scores {
		most = max(most, x.Bound)
	}
	return new(big.Rat), big.NewRat(most, 1), true
}
