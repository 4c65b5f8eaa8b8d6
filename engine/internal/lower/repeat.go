package lower

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// Where positions must not come back (part 3, §15), a hash of each is kept. It is made
// of the words of the sets of sites by component, of which there are few, and of the
// counts and states where they are kept. The history only grows, so that it is no part
// of the snapshots that moves are tried on; a table of bits by hash tells of nearly all
// hashes at once that they are not in it.

// maxHistory bounds the positions that are remembered; a longer play is spoilt.
const maxHistory = 1 << 12

// markBits is the number of bits of the table.
const markBits = 1 << 14

// repetition is kept in games with a rule against it, or that ask for it.
type repetition struct {
	hashes *ir.Field // of the positions so far
	length *ir.Field // number of them
	marks  *ir.Field // bits by hash
	hash   *ir.Func
	rebase *ir.Func    // hash that takes the position for the one whose hash is known
	was    []*ir.Field // that one, by field

	inTurn bool // only positions of the same turn count
}

func (k *Lowerer) repeats() *repetition {
	g := k.G
	const positions, turns = game.RepeatPositionalInGame, game.RepeatPositionalInTurn
	kinds := g.Flags & (positions | turns | game.RepeatSituationalInGame | game.RepeatSituationalInTurn)
	if kinds == 0 {
		return nil
	}
	r := &repetition{inTurn: kinds == turns}
	switch {
	case !r.inTurn && kinds != positions:
		k.No(g.Root(), "situations that must not come back")
	case g.Has(game.CycleDetection) || g.LargeStack || g.Has(game.Card) || g.Hides:
		k.No(g.Root(), "repetition of more than what stands where")
	}
	r.hashes = k.P.Log("history", ir.Word, maxHistory)
	r.marks = k.P.Log("marks", ir.Word, markBits/64)
	r.length = k.P.Field("history.length", ir.State, ir.Int, 1)
	return r
}

// The constants of the hash: SplitMix64's finisher.
const (
	hashFirst  = 0xbf58476d1ce4e5b9
	hashSecond = 0x94d049bb133111eb
	hashStart  = 0x9e3779b97f4a7c15
)

// mixed is what a word v adds to a hash in a place, which are numbered in multiples of hashStart. The words do
// not wait for one another; as they are added, every bit of each must have come to change half of those of
// its part (a product alone hands the highest bit on as it is, so that two such words cancel out).
func mixed(place, v uint64) uint64 {
	h := place ^ v
	h = (h ^ h>>32) * hashFirst
	h = (h ^ h>>29) * hashSecond
	return h ^ h>>32
}

// folded is a word with its high bits added to the low ones.
func folded(v *ir.Local, by uint64) *ir.Expr {
	return ir.Calc(ir.Xor, ir.Read(v), ir.Calc(ir.Shr, ir.Read(v), ir.Long(by)))
}

// hashFields are the fields that a position is told by.
func (k *Lowerer) hashFields() []*ir.Field {
	f := &k.Fields
	list := []*ir.Field{f.At, f.vars[Temp]}
	if s := f.stacks; s != nil {
		list = append(list[1:], s.size, s.level)
		for _, d := range s.data {
			if d != nil {
				list = append(list, d) // with what lies above the stacks
			}
		}
	}
	for _, x := range [...]*ir.Field{f.turned, f.worth} {
		if x != nil {
			list = append(list, x)
		}
	}
	for _, l := range f.layers {
		if l == nil {
			continue
		}
		for _, x := range [...]*ir.Field{l.at, l.count, l.state} {
			if x != nil {
				list = append(list, x)
			}
		}
	}
	if f.count != nil {
		list = append(list, f.count)
	}
	if f.state != nil {
		list = append(list, f.state)
	}
	if k.dice != nil {
		list = append(list, k.dice.face)
	}
	if k.order != nil {
		list = append(list, k.order)
	}
	return list
}

// firstHashed is the first element of a field that counts: no component stands for none.
func (k *Lowerer) firstHashed(x *ir.Field, words int) int {
	for _, l := range k.Fields.layers {
		if l != nil && x == l.at {
			return words
		}
	}
	if x == k.Fields.At {
		return words
	}
	return 0
}

// hashed is the function that returns the hash of the position.
func (k *Lowerer) hashed() *ir.Expr { return ir.Invoke(k.hashes().hash) }

// hashes adds the functions that find hashes. What a position adds to a hash word by word is
// compared with a position of which the hash is known, and hashed where it differs: of all that is asked after a move
// that is tried nearly nothing does. Memory of zeros stands for a position of zeros.
func (k *Lowerer) hashes() *repetition {
	r := k.repetition
	if r.hash != nil {
		return r
	}
	r.hash, r.rebase = k.P.Func("hash", ir.I64), k.P.Func("rehash", ir.I64)
	gain := k.P.Field("hash.gain", ir.Scratch, ir.Word, 1)
	k.later = append(k.later, func() {
		list := k.hashFields()
		zeros, places := uint64(hashStart), uint64(0)
		for _, x := range list {
			r.was = append(r.was, k.P.Field(x.Name+".hashed", ir.Scratch, x.Elem, x.Len))
			for range x.Len - k.firstHashed(x, k.P.Words) {
				places += hashStart
				zeros += mixed(places, 0)
			}
		}
		r.hash.Body = k.Inside(func() {
			h := k.differences(list, false)
			k.Add(ir.Give(ir.Calc(ir.Add, ir.Read(h), ir.Calc(ir.Add, ir.At(gain, ir.Num(0)), ir.Long(zeros)))))
		})
		r.rebase.Body = k.Inside(func() {
			h := k.differences(list, true)
			k.Add(ir.Write(gain, ir.Num(0), ir.Calc(ir.Add, ir.Read(h), ir.At(gain, ir.Num(0)))),
				ir.Give(ir.Calc(ir.Add, ir.At(gain, ir.Num(0)), ir.Long(zeros))))
		})
	})
	return r
}

// hashedAtOnce is the number of elements that are compared at once, where they are less than words.
const hashedAtOnce = 16

// differences adds up what the words of some fields add to a hash beyond those of the position
// whose hash is known, which becomes this one if taken is set.
func (k *Lowerer) differences(list []*ir.Field, taken bool) *ir.Local {
	h, place := ir.NewLocal("h", ir.I64), ir.NewLocal("place", ir.I64)
	k.Add(ir.Put(h, ir.Long(0)))
	places := uint64(0)
	each := func(x, was *ir.Field, before, first *ir.Expr, n int) {
		k.Add(ir.Put(place, before))
		k.Rounds(ir.Num(0), ir.Num(n), n, func(i *ir.Expr) {
			k.Add(ir.Put(place, ir.Calc(ir.Add, ir.Read(place), ir.Long(hashStart))))
			at := k.Temp("i", ir.Calc(ir.Add, first, i))
			now, old := k.Temp("now", ir.At(x, at)), k.Temp("was", ir.At(was, at))
			k.If(ir.Calc(ir.Ne, now, old), func() {
				wide := func(v *ir.Expr) *ir.Expr {
					if v.Type == ir.I32 {
						return ir.Calc(ir.Wide, v)
					}
					return v
				}
				more, less := k.mix(ir.Read(place), wide(now)), k.mix(ir.Read(place), wide(old))
				k.Add(ir.Put(h, ir.Calc(ir.Add, ir.Read(h), ir.Calc(ir.Sub, more, less))))
				if taken {
					k.Add(ir.Write(was, at, now))
				}
			})
		})
	}
	// differ is whether so many elements, from one on, are not what they were: most parts of a position are.
	differ := func(x, was *ir.Field, from *ir.Expr, n int) *ir.Expr {
		var any *ir.Expr
		for i := range n {
			at := plus(from, i)
			one := ir.Calc(ir.Xor, ir.At(x, at), ir.At(was, at))
			if any != nil {
				one = ir.Calc(ir.Or, any, one)
			}
			any = one
		}
		return ir.Calc(ir.Not, ir.Calc(ir.Not, any))
	}
	for n, x := range list {
		was, first := k.repetition.was[n], k.firstHashed(x, k.P.Words)
		step := hashedAtOnce
		if x.Elem == ir.Word {
			step = k.P.Words
		}
		if x.Elem == ir.Word || x.Len < 2*step {
			for from := first; from < x.Len; from += step {
				to := min(from+step, x.Len)
				k.If(differ(x, was, ir.Num(from), to-from), func() { each(x, was, ir.Long(places), ir.Num(from), to-from) })
				places += uint64(to-from) * hashStart
			}
			continue
		}
		whole := (x.Len - first) / step * step
		k.Rounds(ir.Num(0), ir.Num(whole/step), whole/step, func(i *ir.Expr) {
			at := k.Temp("at", ir.Calc(ir.Mul, i, ir.Num(step)))
			from := k.Temp("from", plus(at, first))
			before := ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Calc(ir.Wide, at), ir.Long(hashStart)), ir.Long(places))
			k.If(differ(x, was, from, step), func() { each(x, was, before, from, step) })
		})
		places += uint64(whole) * hashStart
		if rest := x.Len - first - whole; rest > 0 {
			from := ir.Num(first + whole)
			k.If(differ(x, was, from, rest), func() { each(x, was, ir.Long(places), from, rest) })
			places += uint64(rest) * hashStart
		}
	}
	return h
}

// mix is mixed in code.
func (k *Lowerer) mix(place, word *ir.Expr) *ir.Expr {
	v := ir.NewLocal("v", ir.I64)
	k.Add(ir.Put(v, ir.Calc(ir.Xor, place, word)),
		ir.Put(v, ir.Calc(ir.Mul, folded(v, 32), ir.Long(hashFirst))),
		ir.Put(v, ir.Calc(ir.Mul, folded(v, 29), ir.Long(hashSecond))))
	return folded(v, 32)
}

// Each hash has two bits in the table, by two parts of it: of one alone every thirtieth new position would be taken for
// one that may have been there when a play of Go comes to its end, and be looked for in all of the history.
const secondMark = 32

// mark is the word and the bit of a hash in the table, by the part of it from a bit on.
func mark(h *ir.Expr, from uint64) (word, bit *ir.Expr) {
	if from > 0 {
		h = ir.Calc(ir.Shr, h, ir.Long(from))
	}
	i := ir.Calc(ir.And, ir.Calc(ir.Narrow, h), ir.Num(markBits-1))
	return ir.Calc(ir.Shr, i, ir.Num(6)), ir.Calc(ir.And, h, ir.Long(63))
}

// marked reports whether the bits of a hash are set: of those that are in the history they are.
func (k *Lowerer) marked(h *ir.Expr) *ir.Expr {
	is := func(from uint64) *ir.Expr {
		word, bit := mark(h, from)
		at := ir.Calc(ir.Shr, ir.At(k.repetition.marks, word), bit)
		return ir.Calc(ir.Ne, ir.Calc(ir.And, at, ir.Long(1)), ir.Long(0))
	}
	return ir.All(is(0), is(secondMark))
}

// seen is the function that reports whether a hash is in the history.
func (k *Lowerer) seen(h *ir.Expr) *ir.Expr {
	r := k.repetition
	x, i, loop := ir.NewLocal("h", ir.I64), ir.Within("i", 0, maxHistory), &ir.Label{Name: "history"}
	fn := k.Shared("seen", ir.I32, func() {
		if !r.inTurn {
			k.Add(ir.When(ir.Calc(ir.Not, k.marked(ir.Read(x))), ir.Give(ir.Num(0))))
		}
		k.Add(ir.Put(i, ir.At(r.length, ir.Num(0))), &ir.Stmt{Op: ir.Loop, Label: loop, Rounds: maxHistory + 1,
			Body: k.Inside(func() {
				k.Add(ir.When(ir.Calc(ir.Le, ir.Read(i), ir.Num(0)), ir.Leave(loop)),
					ir.Decrement(i),
					ir.When(ir.Calc(ir.Eq, ir.At(r.hashes, ir.Read(i)), ir.Read(x)), ir.Give(ir.Num(1))))
			})})
		k.Add(ir.Give(ir.Num(0)))
	}, x)
	return ir.Invoke(fn, h)
}

// note adds a hash to the history.
func (k *Lowerer) note(h *ir.Expr) {
	r := k.repetition
	h = k.Temp("h", h)
	n := k.Temp("n", ir.At(r.length, ir.Num(0)))
	k.Choose(ir.Calc(ir.Lt, n, ir.Num(maxHistory)), func() {
		k.Add(ir.Write(r.hashes, n, h), ir.Write(r.length, ir.Num(0), ir.Calc(ir.Add, n, ir.Num(1))))
		k.markSeen(h)
	}, func() { k.Add(ir.Write(k.candidates.Fault, ir.Num(0), ir.Num(1))) })
}

func (k *Lowerer) markSeen(h *ir.Expr) {
	r := k.repetition
	for _, from := range [...]uint64{0, secondMark} {
		word, bit := mark(h, from)
		word = k.Temp("word", word)
		k.Add(ir.Write(r.marks, word, ir.Calc(ir.Or, ir.At(r.marks, word), ir.Calc(ir.Shl, ir.Long(1), bit))))
	}
}

// remember keeps the position at the end of a move of the mover (part 3, §11 step 13).
func (k *Lowerer) remember() {
	r := k.repetition
	if r == nil {
		return
	}
	changed := ir.Calc(ir.Ne, k.Fields.Get(Prev), ir.Num(k.Mover))
	if r.inTurn {
		k.If(changed, func() { k.Add(ir.Write(r.length, ir.Num(0), ir.Num(0))) })
		k.note(ir.Invoke(k.hashes().rebase))
		return
	}
	k.If(changed, func() { k.note(ir.Invoke(k.hashes().rebase)) })
}

// IsRepeat reports whether the position is one of those so far.
func (k *Lowerer) IsRepeat() *ir.Expr { return k.seen(k.hashed()) }

// unrepeated lowers moves of which those are left out that bring back a position, or lose, where a rule is against them.
func (k *Lowerer) unrepeated(f func()) {
	if !k.G.Repeats() {
		k.surviving(f)
		return
	}
	k.filtered(filter{repeats: true, holds: func() *ir.Expr { return ir.Calc(ir.Not, k.seen(k.hashed())) }},
		func() { k.surviving(f) })
}

// forgetPlay is what takes the table of bits back to the position after the start rules.
func (k *Lowerer) forgetPlay() []*ir.Stmt {
	r := k.repetition
	if r == nil {
		return nil
	}
	return k.Inside(func() {
		each := func(n *ir.Expr, most int, f func(i *ir.Expr)) {
			i := k.Var("i", 0, most, ir.Num(0))
			k.Loop("marks", most+1, func(loop *ir.Label) {
				k.Add(ir.When(ir.Calc(ir.Le, n, ir.Read(i)), ir.Leave(loop)))
				f(ir.Read(i))
				k.Add(ir.Increment(i))
			})
		}
		each(ir.Num(r.marks.Len), r.marks.Len, func(i *ir.Expr) { k.Add(ir.Write(r.marks, i, ir.Long(0))) })
		each(ir.At(r.length, ir.Num(0)), maxHistory, func(i *ir.Expr) { k.markSeen(ir.At(r.hashes, i)) })
	})
}

// TakeHistory copies the positions that must not come back from the memory of the same
// program, which Load does not know of a play that has begun.
func (p *Positions) TakeHistory(mem, from []byte) {
	r := p.k.repetition
	if r == nil {
		return
	}
	for _, x := range [...]*ir.Field{r.hashes, r.marks, r.length} {
		if x.Kind == ir.State { // what nothing reads is none
			copy(mem[x.Addr:x.Addr+x.Len*x.Elem.Size()], from[x.Addr:])
		}
	}
}

// Told is the hash by which the position of a context is remembered where it must not come back. It
// overwrites the memory.
func (p *Positions) Told(mem []byte, c *game.Context) uint64 {
	p.load(mem, c)
	return p.told(mem)
}

// told is the hash of the position in memory, as the function that hashed returns.
func (p *Positions) told(mem []byte) uint64 {
	h, place := uint64(hashStart), uint64(0)
	for _, x := range p.k.hashFields() {
		for i := p.k.firstHashed(x, p.Words); i < x.Len; i++ {
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
			place += hashStart
			h += mixed(place, word)
		}
	}
	return h
}

// loadHistory writes the history of a play that has not begun: the position itself.
func (p *Positions) loadHistory(mem []byte, c *game.Context) {
	if p.k.repetition == nil {
		return
	}
	p.setHistory(mem, p.told(mem))
	if max(len(c.T.GameHashes), len(c.T.TurnHashes)) > 1 {
		// The hashes of the rules are others: such a play goes on by them.
		mem[p.k.candidates.Fault.Addr] = 1
	}
}

// LoadAfter is Load of a play that has begun: told are the hashes of the positions that must not come back,
// the present one last.
func (p *Positions) LoadAfter(mem []byte, c *game.Context, told []uint64) {
	p.load(mem, c)
	if p.k.repetition == nil {
		return
	}
	n := max(len(c.T.GameHashes), len(c.T.TurnHashes))
	if n != len(told) || n > maxHistory || n == 0 {
		mem[p.k.candidates.Fault.Addr] = 1
		return
	}
	p.setHistory(mem, told...)
}

func (p *Positions) setHistory(mem []byte, told ...uint64) {
	r := p.k.repetition
	clear(mem[r.marks.Addr : r.marks.Addr+8*r.marks.Len])
	for i, h := range told {
		binary.LittleEndian.PutUint64(mem[r.hashes.Addr+8*i:], h)
		for _, part := range [...]uint64{h, h >> secondMark} {
			mem[r.marks.Addr+int(part&(markBits-1)>>3)] |= 1 << (part & 7)
		}
	}
	setInt(mem, r.length, 0, len(told))
}

// Repeats reports whether a history of positions is kept.
func (p *Positions) Repeats() bool { return p.k.repetition != nil }

// Save appends what Restore needs to go back to the position in memory: all of it but for the part of a
// history that later moves only add to.
func (p *Positions) Save(dst, mem []byte) []byte {
	dst = append(dst, mem[p.Lo:p.Mid]...)
	switch r := p.k.repetition; {
	case r == nil:
	case r.inTurn: // the history begins anew with every turn
		dst = append(dst, mem[r.hashes.Addr:r.hashes.Addr+8*getInt(mem, r.length, 0)]...)
	default:
		dst = append(dst, mem[r.marks.Addr:r.marks.Addr+8*r.marks.Len]...)
	}
	return dst
}

// Restore goes back to a position that Save has kept, from one that moves have led to from there.
func (p *Positions) Restore(mem, saved []byte) {
	n := copy(mem[p.Lo:p.Mid], saved)
	switch r := p.k.repetition; {
	case r == nil:
	case r.inTurn:
		copy(mem[r.hashes.Addr:], saved[n:])
	default:
		copy(mem[r.marks.Addr:], saved[n:])
	}
}
