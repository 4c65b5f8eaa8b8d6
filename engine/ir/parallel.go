package ir

import "math/bits"

// Pieces that go to the sites next to them need not be looked at one by one. Where
// neighbours are the same number of sites away for many sites, as on squared boards,
// all pieces go one way at once: their set is shifted, and what is left of it where
// they may go are candidates.

// maxWays bounds the ways of a relation that is taken at once, and maxParallel the
// words of a set: with more of them the pieces are looked at one by one.
const (
	maxWays     = 16
	maxParallel = 2
	maxOperands = 12 // of the sets that are looked at once for each way
)

// Parallel is a body of a generator in which sites of a set go to other sites by a table
// of sets all at once, where it has few ways. Number returns about how many sites a set
// has, where that is known: for few they are looked at one by one.
func Parallel(p *Program, body []*Stmt, number func(set *Expr) int) []*Stmt {
	if p.Words > maxParallel {
		return body
	}
	var out []*Stmt
	for _, s := range body {
		switch s.Op {
		case If:
			c := *s
			c.Body, c.Else = Parallel(p, s.Body, number), Parallel(p, s.Else, number)
			out = append(out, &c)
		case Each:
			out = append(out, parallelEach(p, s, number)...)
		default:
			out = append(out, s)
		}
	}
	return out
}

// parallelEach takes the candidates out of a loop over sites that can be found at once.
func parallelEach(p *Program, s *Stmt, number func(set *Expr) int) []*Stmt {
	if !plain(s.Args[0], nil) || s.Label != nil && breaks(s.Body, s.Label) {
		return []*Stmt{s}
	}
	var left, out []*Stmt
	for _, x := range s.Body {
		ways := waysOf(p, s, x)
		if ways == nil || number(s.Args[0])*2 < len(ways) {
			left = append(left, x)
		} else {
			out = append(out, ways...)
		}
	}
	if len(left) > 0 {
		c := *s
		c.Body = left
		out = append(out, &c)
	}
	return out
}

// plain reports whether a set is made of fields and constants alone, without a local
// or with the one given, and quickly.
func plain(e *Expr, l *Local) bool {
	n := 0
	var ok func(e *Expr) bool
	ok = func(e *Expr) bool {
		if n++; n > maxOperands || e.Op == Call || e.Op == Block || e.Op == Get && (l == nil || e.Local != l) {
			return false
		}
		for _, a := range e.Args {
			if !ok(a) {
				return false
			}
		}
		return true
	}
	return ok(e)
}

// waysOf are the candidates of a statement inside a loop over sites, one EmitSet for
// each way of its table; nil if it has another form.
func waysOf(p *Program, loop, s *Stmt) []*Stmt {
	if s.Op != EmitSet || s.Local != nil || s.Args[1].Op != Get || s.Args[1].Local != loop.Local ||
		s.Args[0].Op != Const || s.Args[3].Op != Const {
		return nil
	}
	var table *Field
	var to []*Expr // what the sites must be in
	var split func(e *Expr) bool
	split = func(e *Expr) bool {
		switch {
		case plain(e, nil):
			to = append(to, e)
			return true
		case e.Op == SetAnd:
			return split(e.Args[0]) && split(e.Args[1])
		case e.Op == SetLoad && e.Field.Kind == Table && table == nil && e.Args[0].Op == Get && e.Args[0].Local == loop.Local:
			table = e.Field
			return true
		}
		return false
	}
	if !split(s.Args[2]) || table == nil {
		return nil
	}
	by, masks := ways(p.Words, table)
	if len(by) == 0 || len(by) > maxWays {
		return nil
	}
	var out []*Stmt
	for i, k := range by {
		set := Calc(SetAnd, loop.Args[0], SetOf(masks[i]))
		set = &Expr{Op: SetShift, Type: Set, K: int64(k), Args: []*Expr{set}}
		for _, e := range to {
			set = Calc(SetAnd, set, e)
		}
		at := Within("at", 0, 64*p.Words-1)
		out = append(out, &Stmt{Op: EmitSet, Local: at, Args: []*Expr{s.Args[0],
			Calc(Sub, Read(at), Num(k)), set, s.Args[3]}})
	}
	return out
}

// ways takes a table of sets apart: the differences between sites of a set and its
// number, each with the numbers that have it.
func ways(words int, table *Field) (by []int, masks [][]uint64) {
	place := map[int]int{}
	for i := 0; i+words <= len(table.Init); i += words {
		from := i / words
		for w, set := range table.Init[i : i+words] {
			for rest := uint64(set); rest != 0; rest &= rest - 1 {
				k := 64*w + bits.TrailingZeros64(rest) - from
				n, ok := place[k]
				if !ok {
					n = len(by)
					place[k], by, masks = n, append(by, k), append(masks, make([]uint64, words))
				}
				masks[n][from>>6] |= 1 << (from & 63)
			}
		}
	}
	return by, masks
}
