package rg

import "encoding/binary"

// AppendKey appends the variables and the node at which the next move begins; see
// formal.Keyed. The functions are visible, which hold what lies on the board, and the player.
func (p *position) AppendKey(dst []byte) (key []byte, visible int) {
	s, start := p.state, len(dst)
	cell := func(v uint16) { dst = binary.AppendUvarint(dst, uint64(v)) }
	for _, v := range s.g.vars {
		if !v.typ.set() && v.base != int(s.g.goals) && v.base != int(s.g.visible) {
			for _, x := range s.mem[v.base : v.base+v.typ.size] {
				cell(x)
			}
		}
	}
	cell(s.mem[s.g.player])
	visible = len(dst) - start
	for _, v := range s.g.vars {
		if v.typ.set() || v.base == int(s.g.goals) || v.base == int(s.g.visible) {
			for _, x := range s.mem[v.base : v.base+v.typ.size] {
				cell(x)
			}
		}
	}
	return binary.AppendVarint(dst, int64(s.at)), visible
}
