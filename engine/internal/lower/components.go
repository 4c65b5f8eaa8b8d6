package lower

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
)

// What stands on a site is a byte, in games of more than 256 components two: sixteen bytes are compared at once
// where there were eight, and positions are larger. So it is only where that is needed. Levels of stacks are bytes
// always (LevelsFrom), so that stacks of so many components are refused.

// maxComponentBits bounds components, of which each has a set of sites in the position.
const maxComponentBits = 11

// ComponentBits is the room for a component in the data of a candidate.
func (k *Lowerer) ComponentBits() int { return max(7, bits.Len(uint(len(k.G.Components)-1))) }

func (k *Lowerer) componentElem() ir.Elem {
	if len(k.G.Components) > 1<<8 {
		return ir.I16
	}
	return ir.U8
}

func setComponent(mem []byte, f *ir.Field, site, what int) {
	if f.Elem == ir.U8 {
		mem[f.Addr+site] = byte(what)
		return
	}
	binary.LittleEndian.PutUint16(mem[f.Addr+2*site:], uint16(what))
}

func getComponent(mem []byte, f *ir.Field, site int) int {
	if f.Elem == ir.U8 {
		return int(mem[f.Addr+site])
	}
	return int(binary.LittleEndian.Uint16(mem[f.Addr+2*site:]))
}

// Pieces is the number of the first n sites that are not empty, 0 where the program does not keep it.
func (p *Positions) Pieces(mem []byte, n int) int {
	x := p.k.Fields.What
	switch {
	case x.Kind != ir.State:
		return 0
	case x.Elem == ir.U8:
		return n - bytes.Count(mem[x.Addr:x.Addr+n], []byte{0})
	}
	pieces := 0
	for site := range n {
		pieces += int(boolean(getComponent(mem, x, site) != 0))
	}
	return pieces
}
