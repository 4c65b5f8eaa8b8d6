package gdl

import "encoding/binary"

// AppendKey appends the fluents that hold and the moves chosen in this step: by the
// semantics of the language nothing else matters; see formal.Keyed.
func (p *position) AppendKey(dst []byte) (key []byte, visible int) {
	start := len(dst)
	for _, w := range p.at {
		dst = binary.LittleEndian.AppendUint64(dst, w)
	}
	for _, i := range p.chosen {
		dst = binary.AppendUvarint(dst, uint64(i))
	}
	return dst, len(dst) - start
}
