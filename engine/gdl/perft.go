package gdl

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// perfter counts joint-move sequences and remembers what it counted.
type perfter struct {
	m     machine
	roles int
	known map[string]uint64 // by depth and state
	bytes int               // of the keys
	left  int               // steps that may still be made
}

// maxKnown bounds the memory for remembered counts, in bytes of keys.
const maxKnown = 256 << 20

// maxPerftSteps bounds the joint moves made for one count.
const maxPerftSteps = 2_000_000_000

// perft gives the number of sequences of exactly depth joint moves from the
// current state s, which is the machine's current one. Afterwards the current
// state is undefined.
func (c *perfter) perft(s state, depth int) (uint64, error) {
	if depth == 0 {
		return 1, nil
	}
	var key string
	if depth > 1 {
		b := make([]byte, 1, 1+8*len(s))
		b[0] = byte(depth)
		for _, w := range s {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
		key = string(b)
		if n, known := c.known[key]; known {
			return n, nil
		}
	}
	if c.m.terminal() {
		return 0, nil
	}
	roles := c.roles
	counts := make([]int, roles)
	product := uint64(1)
	for r := range counts {
		counts[r] = c.m.legal(r)
		hi, lo := bits.Mul64(product, uint64(counts[r]))
		if hi != 0 {
			return 0, fmt.Errorf("more than 2^64 joint moves")
		}
		product = lo
	}
	if depth == 1 || product == 0 {
		return product, nil
	}
	total := uint64(0)
	for choice := make([]int, roles); ; {
		if c.left--; c.left < 0 {
			return 0, fmt.Errorf("the count needs too many steps")
		}
		n, err := c.perft(c.m.step(choice), depth-1)
		if err != nil {
			return 0, err
		}
		if total+n < total {
			return 0, fmt.Errorf("more than 2^64 sequences")
		}
		total += n
		c.m.load(s)
		r := roles - 1
		for ; r >= 0; r-- {
			if choice[r]++; choice[r] < counts[r] {
				break
			}
			choice[r] = 0
		}
		if r < 0 {
			break
		}
	}
	if c.bytes+len(key) <= maxKnown {
		c.known[key] = total
		c.bytes += len(key)
	}
	return total, nil
}
