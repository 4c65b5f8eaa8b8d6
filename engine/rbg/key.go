package rbg

import "encoding/binary"

// AppendKey appends the board, the variables and scores, and where in the rules the
// play is; see formal.Keyed. The board and the player are visible.
func (p *position) AppendKey(dst []byte) (key []byte, visible int) {
	s, start := p.state, len(dst)
	dst = append(dst, s.board...)
	dst = binary.AppendVarint(dst, int64(s.player))
	visible = len(dst) - start
	for _, v := range s.vars {
		dst = binary.AppendVarint(dst, v)
	}
	dst = binary.AppendVarint(dst, int64(s.vertex))
	return binary.AppendVarint(dst, int64(s.pc)), visible
}
