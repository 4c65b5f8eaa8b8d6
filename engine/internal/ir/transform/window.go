package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// window is where the words of a set lie that may not be empty: n of them from number at on.
type window struct {
	at *ir.Expr // of simple expressions and tables
	n  int
}

// window returns one for a set whose blocks are taken out. The neighbours of a site, which come from a table, lie in
// a few words of a large board, and so does what they are cut with.
func (x *expander) window(e *ir.Expr) window {
	all := window{ir.Num(0), x.p.Words}
	switch e.Op {
	case ir.SetConst:
		if lo, n := extent(e.Bits(), x.p.Words); n > 0 {
			return window{ir.Num(lo), n}
		}
		return window{ir.Num(0), 1}
	case ir.SetLoad:
		if e.Field.Kind == ir.Table && len(e.Field.Init) == e.Field.Len && e.Args[0].Simple() {
			if f, n := x.starts(e.Field); n < x.p.Words {
				return window{ir.At(f, e.Args[0]), n}
			}
		}
	case ir.SetAnd:
		a, b := x.window(e.Args[0]), x.window(e.Args[1])
		if b.n < a.n {
			return b
		}
		return a
	case ir.SetMinus:
		return x.window(e.Args[0])
	case ir.SetSelect:
		c, yes, no := e.Args[0], x.window(e.Args[1]), x.window(e.Args[2])
		switch { // what is not asked for may lie nowhere
		case none(e.Args[2]):
			return window{ir.Cond(c, yes.at, ir.Num(0)), yes.n}
		case none(e.Args[1]):
			return window{ir.Cond(c, ir.Num(0), no.at), no.n}
		}
	}
	return all
}

// none reports whether a set is known to be empty.
func none(e *ir.Expr) bool {
	return e.Op == ir.SetConst && !slices.ContainsFunc(e.Bits(), func(w uint64) bool { return w != 0 })
}

// extent is the number of the first word that is not 0, and how many there are to the last.
func extent(words []uint64, most int) (lo, n int) {
	hi := -1
	for k := range most {
		if wordAt(words, k) == 0 {
			continue
		}
		if hi < 0 {
			lo = k
		}
		hi = k
	}
	return lo, hi - lo + 1
}

// rows are where the sets of a table lie.
type rows struct {
	start *ir.Field
	n     int
}

// starts is a table of where the windows of the sets of a table begin, which have n words each.
func (x *expander) starts(f *ir.Field) (*ir.Field, int) {
	if r, ok := x.rows[f]; ok {
		return r.start, r.n
	}
	words, count := x.p.Words, f.Len/x.p.Words
	r, first, row := rows{n: 1}, make([]int64, count), make([]uint64, words)
	for i := range count {
		for k := range row {
			row[k] = uint64(f.Init[i*words+k])
		}
		lo, n := extent(row, words)
		first[i], r.n = int64(lo), max(r.n, n)
	}
	if r.n < words {
		for i, lo := range first {
			first[i] = min(lo, int64(words-r.n))
		}
		elem := ir.U8
		if words > 256 {
			elem = ir.I16
		}
		r.start = x.p.TableOf("start", elem, first)
	}
	x.rows[f] = r
	return r.start, r.n
}

// narrow is where a set lies, if it is worth while to look there alone, and what finds that out before.
func (x *expander) narrow(e *ir.Expr) (pre []*ir.Stmt, w window, ok bool) {
	if x.p.Words < narrowed || fixed(e) && x.p.Words <= unrolled {
		return nil, w, false
	}
	if w = x.window(e); w.n > x.p.Words/2 {
		return nil, w, false
	}
	if !w.at.Simple() {
		l := ir.Within("first", 0, x.p.Words)
		pre, w.at = append(pre, ir.Put(l, w.at)), ir.Read(l)
	}
	return pre, w, true
}

// changed is where a set that is stored may differ from the one that is there, nil if that is not known: what is added
// to it or taken away.
func changed(s *ir.Stmt, set *ir.Expr) *ir.Expr {
	at, known := s.Args[0].Number()
	is := func(e *ir.Expr) bool {
		if !known || e.Op != ir.SetLoad || e.Field != s.Field {
			return false
		}
		n, same := e.Args[0].Number()
		return same && n == at
	}
	switch {
	case set.Op == ir.SetOr && is(set.Args[0]), set.Op == ir.SetMinus && is(set.Args[0]):
		return set.Args[1]
	case set.Op == ir.SetOr && is(set.Args[1]):
		return set.Args[0]
	}
	return nil
}

// narrowed is the number of words from which on sets are looked at in part.
const narrowed = 4

// fixed reports whether words of a set are best asked for by numbers that are known.
func fixed(e *ir.Expr) bool {
	return e.Op == ir.Get || e.Op == ir.SetShift || slices.ContainsFunc(e.Args, func(a *ir.Expr) bool {
		return a.Type == ir.Set && fixed(a)
	})
}

// untouched reports whether a set stays what it is while a body runs: it is made of tables, and of variables and
// fields that the body, which calls nothing then, leaves alone.
func untouched(e *ir.Expr, body []*ir.Stmt) bool {
	var known func(e *ir.Expr) bool
	var read []*ir.Local
	var fields []*ir.Field
	known = func(e *ir.Expr) bool {
		switch e.Op {
		case ir.SetLoad:
			if e.Field.Kind != ir.Table {
				fields = append(fields, e.Field)
			}
		case ir.SetConst, ir.SetAnd, ir.SetOr, ir.SetMinus, ir.SetSelect, ir.SetShift, ir.Const:
		case ir.Get:
			if e.Type == ir.Set {
				return false
			}
			read = append(read, e.Local)
		default:
			return false
		}
		return !slices.ContainsFunc(e.Args, func(a *ir.Expr) bool { return !known(a) })
	}
	if !known(e) {
		return false
	}
	same := true
	ir.Walk(body, func(s *ir.Stmt) {
		same = same && !slices.Contains(read, s.Local) && (s.Op != ir.Restore || len(fields) == 0)
	}, nil)
	if !same || len(fields) == 0 {
		return same
	}
	does := ir.EffectsWith(body, func(*ir.Func) { same = false }) // what is called may put back what was there before
	return same && !slices.ContainsFunc(fields, does.Writes.Has)
}
