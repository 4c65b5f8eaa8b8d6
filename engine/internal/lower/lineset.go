package lower

import (
	"math/bits"
	"slices"
)

// lineSet numbers lines in the order in which they are met, each once. Large boards have hundreds of thousands, so it
// is a table of its own: a map took a third of the time.
type lineSet struct {
	lines  [][]int32
	hashes []uint64
	places []int32 // number of a line and 1, at its hash or the next place that was free; a power of two of them
}

// Number is the number of a line.
func (s *lineSet) number(line []int32) int32 {
	hash := uint64(0)
	for _, v := range line {
		hash = (hash + uint64(v) + 1) * 0x9e3779b97f4a7c15
	}
	if len(s.places) <= 2*len(s.lines) {
		s.places = make([]int32, max(256, 2*len(s.places)))
		for x, h := range s.hashes {
			at := s.first(h)
			for s.places[at] != 0 {
				at = (at + 1) & (len(s.places) - 1)
			}
			s.places[at] = int32(x + 1)
		}
	}
	at := s.first(hash)
	for ; s.places[at] != 0; at = (at + 1) & (len(s.places) - 1) {
		if x := s.places[at] - 1; s.hashes[x] == hash && slices.Equal(s.lines[x], line) {
			return x
		}
	}
	s.lines, s.hashes = append(s.lines, line), append(s.hashes, hash)
	s.places[at] = int32(len(s.lines))
	return int32(len(s.lines) - 1)
}

// First is the place at which a hash is looked for first.
func (s *lineSet) first(hash uint64) int { return int(hash >> (65 - bits.Len(uint(len(s.places))))) }
