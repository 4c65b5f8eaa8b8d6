package efg

import "encoding/binary"

// AppendKey appends the number of the node; see formal.Keyed.
func (s *position) AppendKey(dst []byte) (key []byte, visible int) {
	key = binary.AppendUvarint(dst, uint64(s.at))
	return key, len(key) - len(dst)
}
