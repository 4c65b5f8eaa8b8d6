package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// folded is a word with its high bits added to the low ones.
func folded(v *ir.Local, by uint64) *ir.Expr {
	return ir.Calc(ir.Xor, ir.Read(v), ir.Calc(ir.Shr, ir.Read(v), ir.Long(by)))
}

// hashedAtOnce is the number of elements that are compared at once, where they are less than words.
const hashedAtOnce = 16

// Differences adds up what the words of some fields add to a hash beyond those of the position
// whose hash is known, which becomes this one if taken is set.
func (k *Code) Differences(list []*ir.Field, taken bool) *ir.Local {
	h, place := ir.NewLocal("h", ir.I64), ir.NewLocal("place", ir.I64)
	k.Add(ir.Put(h, ir.Long(0)))
	places := uint64(0)
	each := func(x, was *ir.Field, before, first *ir.Expr, n int) {
		k.Add(ir.Put(place, before))
		k.Rounds(ir.Num(0), ir.Num(n), n, func(i *ir.Expr) {
			k.Add(ir.Put(place, ir.Calc(ir.Add, ir.Read(place), ir.Long(layout.HashStart))))
			at := k.Temp("i", ir.Calc(ir.Add, first, i))
			now, old := k.Temp("now", ir.At(x, at)), k.Temp("was", ir.At(was, at))
			k.If(ir.Calc(ir.Ne, now, old), func() {
				wide := func(v *ir.Expr) *ir.Expr {
					if v.Type == ir.I32 {
						return ir.Calc(ir.Wide, v)
					}
					return v
				}
				more, less := k.Mix(ir.Read(place), wide(now)), k.Mix(ir.Read(place), wide(old))
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
			at := Plus(from, i)
			one := ir.Calc(ir.Xor, ir.At(x, at), ir.At(was, at))
			if any != nil {
				one = ir.Calc(ir.Or, any, one)
			}
			any = one
		}
		return ir.Calc(ir.Not, ir.Calc(ir.Not, any))
	}
	for n, x := range list {
		was, first := k.Repetition.Was[n], k.FirstHashed(x, k.P.Words)
		step := hashedAtOnce
		if x.Elem == ir.Word {
			step = k.P.Words
		}
		if x.Elem == ir.Word || x.Len < 2*step {
			for from := first; from < x.Len; from += step {
				to := min(from+step, x.Len)
				k.If(differ(x, was, ir.Num(from), to-from), func() { each(x, was, ir.Long(places), ir.Num(from), to-from) })
				places += uint64(to-from) * layout.HashStart
			}
			continue
		}
		whole := (x.Len - first) / step * step
		k.Rounds(ir.Num(0), ir.Num(whole/step), whole/step, func(i *ir.Expr) {
			at := k.Temp("at", ir.Calc(ir.Mul, i, ir.Num(step)))
			from := k.Temp("from", Plus(at, first))
			before := ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Calc(ir.Wide, at), ir.Long(layout.HashStart)), ir.Long(places))
			k.If(differ(x, was, from, step), func() { each(x, was, before, from, step) })
		})
		places += uint64(whole) * layout.HashStart
		if rest := x.Len - first - whole; rest > 0 {
			from := ir.Num(first + whole)
			k.If(differ(x, was, from, rest), func() { each(x, was, ir.Long(places), from, rest) })
			places += uint64(rest) * layout.HashStart
		}
	}
	return h
}

// Mix is mixed in code.
func (k *Code) Mix(place, word *ir.Expr) *ir.Expr {
	v := ir.NewLocal("v", ir.I64)
	k.Add(ir.Put(v, ir.Calc(ir.Xor, place, word)),
		ir.Put(v, ir.Calc(ir.Mul, folded(v, 32), ir.Long(layout.HashFirst))),
		ir.Put(v, ir.Calc(ir.Mul, folded(v, 29), ir.Long(layout.HashSecond))))
	return folded(v, 32)
}

// mark is the word and the bit of a hash in the table, by the part of it from a bit on.
func mark(h *ir.Expr, from uint64) (word, bit *ir.Expr) {
	if from > 0 {
		h = ir.Calc(ir.Shr, h, ir.Long(from))
	}
	i := ir.Calc(ir.And, ir.Calc(ir.Narrow, h), ir.Num(layout.MarkBits-1))
	return ir.Calc(ir.Shr, i, ir.Num(6)), ir.Calc(ir.And, h, ir.Long(63))
}

// Marked reports whether the bits of a hash are set: of those that are in the history they are.
func (k *Code) Marked(h *ir.Expr) *ir.Expr {
	is := func(from uint64) *ir.Expr {
		word, bit := mark(h, from)
		at := ir.Calc(ir.Shr, ir.At(k.Repetition.Marks, word), bit)
		return ir.Calc(ir.Ne, ir.Calc(ir.And, at, ir.Long(1)), ir.Long(0))
	}
	return ir.All(is(0), is(layout.SecondMark))
}

// SeenBefore is the function that reports whether a hash is in the history.
func (k *Code) SeenBefore(h *ir.Expr) *ir.Expr {
	r := k.Repetition
	x, i, loop := ir.NewLocal("h", ir.I64), ir.Within("i", 0, layout.MaxHistory), &ir.Label{Name: "history"}
	fn := k.Shared("seen", ir.I32, func() {
		if !r.InTurn {
			k.Add(ir.When(ir.Calc(ir.Not, k.Marked(ir.Read(x))), ir.Give(ir.Num(0))))
		}
		k.Add(ir.Put(i, ir.At(r.Length, ir.Num(0))), &ir.Stmt{Op: ir.Loop, Label: loop, Rounds: layout.MaxHistory + 1,
			Body: k.Inside(func() {
				k.Add(ir.When(ir.Calc(ir.Le, ir.Read(i), ir.Num(0)), ir.Leave(loop)),
					ir.Decrement(i),
					ir.When(ir.Calc(ir.Eq, ir.At(r.Hashes, ir.Read(i)), ir.Read(x)), ir.Give(ir.Num(1))))
			})})
		k.Add(ir.Give(ir.Num(0)))
	}, x)
	return ir.Invoke(fn, h)
}

// NoteHash adds a hash to the history.
func (k *Code) NoteHash(h *ir.Expr) {
	r := k.Repetition
	h = k.Temp("h", h)
	n := k.Temp("n", ir.At(r.Length, ir.Num(0)))
	k.Choose(ir.Calc(ir.Lt, n, ir.Num(layout.MaxHistory)), func() {
		k.Add(ir.Write(r.Hashes, n, h), ir.Write(r.Length, ir.Num(0), ir.Calc(ir.Add, n, ir.Num(1))))
		k.markSeen(h)
	}, func() { k.Add(ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1))) })
}

func (k *Code) markSeen(h *ir.Expr) {
	r := k.Repetition
	for _, from := range [...]uint64{0, layout.SecondMark} {
		word, bit := mark(h, from)
		word = k.Temp("word", word)
		k.Add(ir.Write(r.Marks, word, ir.Calc(ir.Or, ir.At(r.Marks, word), ir.Calc(ir.Shl, ir.Long(1), bit))))
	}
}

// ForgetPlay is what takes the table of bits back to the position after the start rules.
func (k *Code) ForgetPlay() []*ir.Stmt {
	r := k.Repetition
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
		each(ir.Num(r.Marks.Len), r.Marks.Len, func(i *ir.Expr) { k.Add(ir.Write(r.Marks, i, ir.Long(0))) })
		each(ir.At(r.Length, ir.Num(0)), layout.MaxHistory, func(i *ir.Expr) { k.markSeen(ir.At(r.Hashes, i)) })
		if x := r.Numbered; x != nil {
			// Of what the history begins with only the position itself is known.
			begun := ir.At(r.Length, ir.Num(0))
			known := ir.All(ir.Calc(ir.Eq, begun, ir.Num(1)), ir.Calc(ir.Eq, ir.At(r.Hashes, ir.Num(0)), ir.Invoke(r.Hash)))
			all := k.Temp("all", ir.Cond(ir.Any(ir.Calc(ir.Eq, begun, ir.Num(0)), known), ir.Long(0), ir.Long(^uint64(0))))
			each(ir.Num(x.Len), x.Len, func(i *ir.Expr) { k.Add(ir.Write(x, i, all)) })
			k.Call(r.Number)
		}
	})
}
