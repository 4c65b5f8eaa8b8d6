package layout

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// MaxHistory bounds the positions that are remembered; a longer play is spoilt.
const MaxHistory = 1 << 12

// MarkBits is the number of bits of the table.
const MarkBits = 1 << 14

// The constants of the hash: SplitMix64's finisher.
const (
	HashFirst  = 0xbf58476d1ce4e5b9
	HashSecond = 0x94d049bb133111eb
	HashStart  = 0x9e3779b97f4a7c15
)

// Mixed is what a word v adds to a hash in a place, which are numbered in multiples of HashStart. The words do
// not wait for one another; as they are added, every bit of each must have come to change half of those of
// its part (a product alone hands the highest bit on as it is, so that two such words cancel out).
func Mixed(place, v uint64) uint64 {
	h := place ^ v
	h = (h ^ h>>32) * HashFirst
	h = (h ^ h>>29) * HashSecond
	return h ^ h>>32
}

// HashFields are the fields that a position is told by.
func (k *Layout) HashFields() []*ir.Field {
	f := &k.Fields
	list := []*ir.Field{f.At, f.Vars[Temp]}
	if s := f.Stacks; s != nil {
		list = append(list[1:], s.Size, s.Level)
		for _, d := range s.Data {
			if d != nil {
				list = append(list, d) // with what lies above the stacks
			}
		}
	}
	for _, x := range [...]*ir.Field{f.Turned, f.Worth, f.Team} {
		if x != nil {
			list = append(list, x)
		}
	}
	for _, l := range f.Layers {
		if l == nil {
			continue
		}
		for _, x := range [...]*ir.Field{l.At, l.Count, l.State} {
			if x != nil {
				list = append(list, x)
			}
		}
	}
	if f.Count != nil {
		list = append(list, f.Count)
	}
	if f.State != nil {
		list = append(list, f.State)
	}
	if k.Dice != nil {
		list = append(list, k.Dice.Face)
	}
	if k.SeatOf != nil {
		list = append(list, k.SeatOf)
	}
	if r := k.Repetition; r != nil && r.Situation != nil {
		if list = append(list, r.Situation); k.PendingSites != nil {
			list = append(list, k.PendingSites)
		}
	}
	return list
}

// FirstHashed is the first element of a field that counts: no component stands for none.
func (k *Layout) FirstHashed(x *ir.Field, words int) int {
	for _, l := range k.Fields.Layers {
		if l != nil && x == l.At {
			return words
		}
	}
	if x == k.Fields.At {
		return words
	}
	return 0
}

// Each hash has two bits in the table, by two parts of it: of one alone every thirtieth new position would be taken for
// one that may have been there when a play of Go comes to its end, and be looked for in all of the history.
const SecondMark = 32

// TakeHistory copies the positions that must not come back from the memory of the same
// program, which Load does not know of a play that has begun.
func (p *Positions) TakeHistory(mem, from []byte) {
	r := p.Kept.Repetition
	if r == nil {
		return
	}
	for _, x := range [...]*ir.Field{r.Hashes, r.Marks, r.Length} {
		if x.Kind == ir.State { // what nothing reads is none
			copy(mem[x.Addr:x.Addr+x.Len*x.Elem.Size()], from[x.Addr:])
		}
	}
	p.numberAny(mem)
}

// numberAny has any numbers of pieces be those of some position so far: which they are is known of plays from the
// start.
func (p *Positions) numberAny(mem []byte) {
	if x := p.Kept.Repetition.Numbered; x != nil {
		for i := range 8 * x.Len {
			mem[x.Addr+i] = 0xff
		}
	}
}

// Told is the hash by which the position of a context is remembered where it must not come back. It
// overwrites the memory.
func (p *Positions) Told(mem []byte, c *game.Context) uint64 {
	p.load(mem, c)
	p.loadSituation(mem, c)
	return p.told(mem)
}

// loadSituation writes what the last move left beside what stands where, as it was before the turn went over to the
// next player: that is what is remembered.
func (p *Positions) loadSituation(mem []byte, c *game.Context) {
	x, s := p.Kept.Repetition.Situation, c.S
	if x == nil {
		return
	}
	was := &s.Found
	list := [SituationNumbers]int{s.Prev, s.Mover, was.Prev, int(s.Active), int(s.Triggered), int(was.Stalemated),
		was.TurnMoves % TurnMovesTold, min(was.Passes, game.MostPasses)}
	for i, v := range list {
		WriteInt(mem, x, i, v)
	}
	for i := SituationNumbers; i < x.Len; i++ {
		WriteInt(mem, x, i, int(s.ScoreOf[i-SituationNumbers]))
	}
}

// SituationNumbers is how many numbers situations have before scores: who moves, who comes next and who moved before,
// who is in the game, for whom something was triggered, who had to pass, the moves of the turn and passes.
const SituationNumbers = 8

// TurnMovesTold is the number of moves of a turn that situations tell apart.
const TurnMovesTold = 16

// told is the hash of the position in memory, as the function that hashed returns.
func (p *Positions) told(mem []byte) uint64 {
	h, place := uint64(HashStart), uint64(0)
	for _, x := range p.Kept.HashFields() {
		for i := p.Kept.FirstHashed(x, p.Words); i < x.Len; i++ {
			var word uint64
			switch at := mem[x.Addr+i*x.Elem.Size():]; x.Elem {
			case ir.Word:
				word = binary.LittleEndian.Uint64(at)
			case ir.Int:
				word = uint64(binary.LittleEndian.Uint32(at))
			case ir.I16:
				word = uint64(uint32(int16(binary.LittleEndian.Uint16(at))))
			default:
				word = uint64(at[0])
			}
			place += HashStart
			h += Mixed(place, word)
		}
	}
	return h
}

// loadHistory writes the history of a play that has not begun: the position itself.
func (p *Positions) loadHistory(mem []byte, c *game.Context) {
	if p.Kept.Repetition == nil {
		return
	}
	begun := max(len(c.T.GameHashes), len(c.T.TurnHashes))
	if p.Kept.Repetition.Situation != nil {
		p.setHistory(mem) // the one in which a play begins is none of them
	} else {
		p.setHistory(mem, p.told(mem))
		begun--
	}
	if begun > 0 {
		// The hashes of the rules are others: such a play goes on by them.
		mem[p.Kept.Candidates.Fault.Addr] = 1
	}
}

// LoadAfter is Load of a play that has begun: told are the hashes of the positions that must not come back,
// the present one last.
func (p *Positions) LoadAfter(mem []byte, c *game.Context, told []uint64) {
	p.load(mem, c)
	if p.Kept.Repetition == nil {
		return
	}
	n := max(len(c.T.GameHashes), len(c.T.TurnHashes))
	// By the rules moves are listed while it counts that the mover had to pass when he last moved; that is over here.
	stuck := p.Kept.Repetition.Situation != nil && c.S.Found.Stalemated&(1<<c.S.Mover) != 0
	if n != len(told) || n > MaxHistory || n == 0 || stuck {
		mem[p.Kept.Candidates.Fault.Addr] = 1
		return
	}
	p.setHistory(mem, told...)
}

func (p *Positions) setHistory(mem []byte, told ...uint64) {
	r := p.Kept.Repetition
	clear(mem[r.Marks.Addr : r.Marks.Addr+8*r.Marks.Len])
	for i, h := range told {
		binary.LittleEndian.PutUint64(mem[r.Hashes.Addr+8*i:], h)
		for _, part := range [...]uint64{h, h >> SecondMark} {
			mem[r.Marks.Addr+int(part&(MarkBits-1)>>3)] |= 1 << (part & 7)
		}
	}
	WriteInt(mem, r.Length, 0, len(told))
	p.numberAny(mem)
}

// Repeats reports whether a history of positions is kept.
func (p *Positions) Repeats() bool { return p.Kept.Repetition != nil }

// Save appends what Restore needs to go back to the position in memory: all of it but for the part of a
// history that later moves only add to.
func (p *Positions) Save(dst, mem []byte) []byte {
	dst = append(dst, mem[p.Lo:p.Mid]...)
	switch r := p.Kept.Repetition; {
	case r == nil:
	case r.InTurn: // the history begins anew with every turn
		dst = append(dst, mem[r.Hashes.Addr:r.Hashes.Addr+8*ReadInt(mem, r.Length, 0)]...)
	default:
		dst = append(dst, mem[r.Marks.Addr:r.Marks.Addr+8*r.Marks.Len]...)
	}
	return dst
}

// Restore goes back to a position that Save has kept, from one that moves have led to from there.
func (p *Positions) Restore(mem, saved []byte) {
	n := copy(mem[p.Lo:p.Mid], saved)
	switch r := p.Kept.Repetition; {
	case r == nil:
	case r.InTurn:
		copy(mem[r.Hashes.Addr:], saved[n:])
	default:
		copy(mem[r.Marks.Addr:], saved[n:])
	}
}
