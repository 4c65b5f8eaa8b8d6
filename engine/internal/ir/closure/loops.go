package closure

import (
	"encoding/binary"
	"math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Most rounds of loops are those over the sites of a word and over the elements of a row. What each of them begins
// with is one closure instead of four to fifteen.

// sites makes the closure of a loop that takes the sites out of a word one after the other, nil for other loops:
//
//	if (not w) break; site = (lowest w) + base; w = w & (w - 1); …
func (k *compiler) sites(s *ir.Stmt) stmt {
	if len(s.Body) < 3 || s.Body[1].Op != ir.Assign || s.Body[2].Op != ir.Assign || !breaks(s.Body[0], s.Label) {
		return nil
	}
	end, get, drop := s.Body[0].Args[0], s.Body[1].Args[0], s.Body[2].Args[0]
	if end.Op != ir.Not || end.Args[0].Op != ir.Get || end.Args[0].Type != ir.I64 {
		return nil
	}
	w := end.Args[0].Local
	if s.Body[2].Local != w || drop.Op != ir.And || !reads(drop.Args[0], w) || drop.Args[1].Op != ir.Sub ||
		!reads(drop.Args[1].Args[0], w) || !drop.Args[1].Args[1].Is(1) {
		return nil
	}
	var base *ir.Expr
	if get.Op == ir.Add {
		get, base = get.Args[0], get.Args[1]
	}
	if get.Op != ir.Lowest || !reads(get.Args[0], w) || base != nil && !base.Pure() {
		return nil
	}
	word, site := k.places.Of(w), k.places.Of(s.Body[1].Local)
	from := func(*frame) int64 { return 0 }
	if base != nil {
		from = k.expr(base)
	}
	body, weight, out, round := k.around(s, s.Body[3:])
	return func(f *frame) exit {
		for {
			f.in.spend(weight)
			w := f.locals[word]
			if w == 0 {
				return next
			}
			f.locals[site] = int64(int32(int64(bits.TrailingZeros64(uint64(w))) + from(f)))
			f.locals[word] = w & (w - 1)
			if e, over := ended(body(f), out, round); over {
				return e
			}
		}
	}
}

// row makes the closure of a loop through a row of a table of numbers of 16 bits, nil for other loops:
//
//	if i == end break; v = table[i]; i = i + 1; …
func (k *compiler) row(s *ir.Stmt) stmt {
	if len(s.Body) < 3 || s.Body[1].Op != ir.Assign || s.Body[2].Op != ir.Assign || !breaks(s.Body[0], s.Label) {
		return nil
	}
	until, get, on := s.Body[0].Args[0], s.Body[1].Args[0], s.Body[2].Args[0]
	if until.Op != ir.Eq || until.Args[0].Op != ir.Get || until.Args[1].Op != ir.Get {
		return nil
	}
	i := until.Args[0].Local
	if get.Op != ir.Load || get.Field.Elem != ir.I16 || !reads(get.Args[0], i) || s.Body[1].Local == i ||
		s.Body[2].Local != i || on.Op != ir.Add || on.Type != ir.I32 || !reads(on.Args[0], i) || !on.Args[1].Is(1) {
		return nil
	}
	at, end, v := k.places.Of(i), k.places.Of(until.Args[1].Local), k.places.Of(s.Body[1].Local)
	table := get.Field.Addr
	body, weight, out, round := k.around(s, s.Body[3:])
	return func(f *frame) exit {
		for {
			f.in.spend(weight)
			i := f.locals[at]
			if i == f.locals[end] {
				return next
			}
			f.locals[v] = int64(int16(binary.LittleEndian.Uint16(f.mem[table+int(i)<<1:])))
			f.locals[at] = int64(int32(i + 1))
			if e, over := ended(body(f), out, round); over {
				return e
			}
		}
	}
}

// breaks reports whether a statement leaves by a label under a condition, and does nothing else.
func breaks(s *ir.Stmt, l *ir.Label) bool {
	return s.Op == ir.If && len(s.Body) == 1 && s.Body[0].Op == ir.Break && s.Body[0].Label == l && len(s.Else) == 0
}

func reads(e *ir.Expr, l *ir.Local) bool { return e.Op == ir.Get && e.Local == l }
