package layout

import (
	"encoding/binary"
	"math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Hasher hashes the positions of a program.
type Hasher struct {
	spans [][2]int // ranges of addresses, multiples of 8
	lists [][2]int // addresses of lengths and of numbers of 32 bits
	words [][2]int // the same of words of 64 bits
	stuck int      // address of who had to pass, 0 if nobody asks
	mover int
}

// NewHasher returns a hasher of all that rules may read of a position but for what
// follows from the rest, and for some numbers.
func (p *Positions) NewHasher(but ...Var) *Hasher {
	h, f := &Hasher{}, &p.Kept.Fields
	without := map[*ir.Field]bool{f.At: f.What.Kind == ir.State, f.Owned: f.What.Kind == ir.State}
	for _, v := range but {
		without[f.Vars[v]] = true
	}
	if x := f.Vars[Stuck]; x.Kind == ir.State {
		h.stuck, h.mover = x.Addr, f.Vars[Mover].Addr
		without[x] = true // but for those who are not to move: to list moves forgets that the mover was
	}
	for _, m := range p.Kept.Memories {
		if m.Values.Kind == ir.State {
			h.lists = append(h.lists, [2]int{m.Length.Addr, m.Values.Addr})
			without[m.Values] = true // what is beyond the length means nothing
		}
	}
	if s := f.Lists; s != nil && s.Places.Kind == ir.State {
		for comp := range f.Comps {
			h.lists = append(h.lists, [2]int{s.Listed.Addr + 4*comp, s.Places.Addr + 4*comp*s.Room})
		}
		without[s.Places] = true
	}
	if r := p.Kept.Repetition; r != nil && r.Hashes.Kind == ir.State {
		h.words = append(h.words, [2]int{r.Length.Addr, r.Hashes.Addr})
		without[r.Hashes], without[r.Marks] = true, true // what is beyond the length, and what follows from the rest
	}
	for _, x := range p.Fields {
		if x.Kind != ir.State || without[x] || p.Kept.Puzzle.derived(x) {
			continue
		}
		from, to := x.Addr, (x.Addr+x.Len*x.Elem.Size()+7)&^7
		if n := len(h.spans); n > 0 && h.spans[n-1][1] == from {
			h.spans[n-1][1] = to
			continue
		}
		h.spans = append(h.spans, [2]int{from, to})
	}
	return h
}

// Hash is the hash of the position in a memory.
func (h *Hasher) Hash(mem []byte) uint64 {
	a, b := uint64(0x9e3779b97f4a7c15), uint64(0xd1342543de82ef95)
	for _, s := range h.spans {
		for part := mem[s[0]:s[1]]; len(part) >= 8; part = part[8:] {
			hi, lo := bits.Mul64(a^binary.LittleEndian.Uint64(part), b)
			a, b = hi^lo, b+0x9e3779b97f4a7c15
		}
	}
	if h.stuck > 0 {
		mover := binary.LittleEndian.Uint32(mem[h.mover:]) & 31
		hi, lo := bits.Mul64(a^uint64(binary.LittleEndian.Uint32(mem[h.stuck:])&^(1<<mover)), b)
		a = hi ^ lo
	}
	for _, l := range h.lists {
		for i := range int(binary.LittleEndian.Uint32(mem[l[0]:])) {
			hi, lo := bits.Mul64(a^uint64(binary.LittleEndian.Uint32(mem[l[1]+4*i:])), b)
			a, b = hi^lo, b+0x9e3779b97f4a7c15
		}
	}
	for _, l := range h.words {
		for i := range int(binary.LittleEndian.Uint32(mem[l[0]:])) {
			hi, lo := bits.Mul64(a^binary.LittleEndian.Uint64(mem[l[1]+8*i:]), b)
			a, b = hi^lo, b+0x9e3779b97f4a7c15
		}
	}
	return a
}
