package transform

import (
	"math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
)

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
func Parallel(p *ir.Program, body []*ir.Stmt, number func(set *ir.Expr) int) []*ir.Stmt {
	if p.Words > maxParallel {
		return body
	}
	var out []*ir.Stmt
	for _, s := range body {
		switch s.Op {
		case ir.If:
			c := *s
			c.Body, c.Else = Parallel(p, s.Body, number), Parallel(p, s.Else, number)
			out = append(out, &c)
		case ir.Each:
			out = append(out, parallelEach(p, s, number)...)
		case ir.Scope:
			if slides := slidesOf(p, nil, s); slides != nil {
				out = append(out, slides...)
				continue
			}
			c := *s
			if !Costly(s.Body) { // else what is found there is listed
				c.Body = Parallel(p, s.Body, number)
			}
			out = append(out, &c)
		default:
			out = append(out, s)
		}
	}
	return out
}

// parallelEach takes the candidates out of a loop over sites that can be found at once.
func parallelEach(p *ir.Program, s *ir.Stmt, number func(set *ir.Expr) int) []*ir.Stmt {
	if !plain(s.Args[0], nil) || jumps(s.Body) {
		return []*ir.Stmt{s}
	}
	var left, out []*ir.Stmt
	for _, x := range s.Body {
		if x.Slide != nil {
			if slides := slidesOf(p, s, x); slides != nil {
				out = append(out, slides...)
				continue
			}
		}
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

// jumps reports whether a body may be left before its end.
func jumps(body []*ir.Stmt) bool {
	inside := map[*ir.Label]bool{}
	ir.Walk(body, func(s *ir.Stmt) {
		if s.Op == ir.Loop || s.Op == ir.Scope || s.Op == ir.Each {
			inside[s.Label] = true
		}
	}, nil)
	yes := false
	ir.Walk(body, func(s *ir.Stmt) {
		yes = yes || s.Op == ir.Return || (s.Op == ir.Break || s.Op == ir.Continue) && !inside[s.Label]
	}, nil)
	return yes
}

// plain reports whether a set is made of fields and constants alone, without a local
// or with the one given, and quickly.
func plain(e *ir.Expr, l *ir.Local) bool { return steady(e, l, maxOperands) }

// steady is plain of so many operators and operands at most.
func steady(e *ir.Expr, l *ir.Local, most int) bool {
	n := 0
	var ok func(e *ir.Expr) bool
	ok = func(e *ir.Expr) bool {
		if n++; n > most || e.Op == ir.Call || e.Op == ir.Block || e.Op == ir.Get && (l == nil || e.Local != l) {
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
func waysOf(p *ir.Program, loop, s *ir.Stmt) []*ir.Stmt {
	if s.Op == ir.Each {
		return hopsOf(p, loop, s)
	}
	if s.Op != ir.EmitSet || s.Local != nil || s.Args[1].Op != ir.Get || s.Args[1].Local != loop.Local ||
		s.Args[0].Op != ir.Const || s.Args[3].Op != ir.Const {
		return nil
	}
	table, to := rowsOf(s.Args[2], loop.Local)
	if table == nil {
		return nil
	}
	by, masks := ways(p.Words, table)
	if len(by) == 0 || len(by) > maxWays {
		return nil
	}
	var out []*ir.Stmt
	for i, k := range by {
		set := ir.Calc(ir.SetAnd, loop.Args[0], ir.SetOf(masks[i]))
		set = shifted(set, k)
		for _, e := range to {
			set = ir.Calc(ir.SetAnd, set, e)
		}
		at := ir.Within("at", 0, 64*p.Words-1)
		out = append(out, &ir.Stmt{Op: ir.EmitSet, Local: at, Args: []*ir.Expr{s.Args[0],
			ir.Calc(ir.Sub, ir.Read(at), ir.Num(k)), set, s.Args[3]}})
	}
	return out
}

// rowsOf takes a set apart that is a row of a table, the one of a site, and what its
// sites must be in besides; the table is nil if it has another form.
func rowsOf(e *ir.Expr, site *ir.Local) (table *ir.Field, in []*ir.Expr) {
	var split func(e *ir.Expr) bool
	split = func(e *ir.Expr) bool {
		switch {
		case plain(e, nil):
			in = append(in, e)
			return true
		case e.Op == ir.SetAnd:
			return split(e.Args[0]) && split(e.Args[1])
		case e.Op == ir.SetLoad && e.Field.Kind == ir.Table && table == nil && reads(e.Args[0], site):
			table = e.Field
			return true
		}
		return false
	}
	if !split(e) {
		return nil, nil
	}
	return table, in
}

// reads reports whether an expression is the value of a local.
func reads(e *ir.Expr, l *ir.Local) bool { return e.Op == ir.Get && e.Local == l }

// hopsOf are the candidates of a loop over the sites next to a site, each with the one
// behind it as to and itself as data, where those behind are in a set:
//
//	each over of (set-and rows{site} hurdles)
//	  to = jump[site*n + over]
//	  if (both (le 0 to) (has free to))
//	    emit rule site to over
func hopsOf(p *ir.Program, loop, s *ir.Stmt) []*ir.Stmt {
	site, over := loop.Local, s.Local
	if len(s.Body) != 2 || s.Body[0].Op != ir.Assign || s.Body[1].Op != ir.If || len(s.Body[1].Body) != 1 ||
		len(s.Body[1].Else) > 0 || s.Body[1].Body[0].Op != ir.Emit || s.Label != nil && ir.Breaks(s.Body, s.Label) {
		return nil
	}
	to, at, cond, e := s.Body[0].Local, s.Body[0].Args[0], s.Body[1].Args[0], s.Body[1].Body[0].Args
	if e[0].Op != ir.Const || !reads(e[1], site) || !reads(e[2], to) || !reads(e[3], over) {
		return nil
	}
	if cond.Op != ir.Both || cond.Args[0].Op != ir.Le || !cond.Args[0].Args[0].Is(0) || !reads(cond.Args[0].Args[1], to) ||
		cond.Args[1].Op != ir.SetHas || !plain(cond.Args[1].Args[0], nil) || !reads(cond.Args[1].Args[1], to) {
		return nil
	}
	table, hurdles := rowsOf(s.Args[0], site)
	if table == nil || at.Op != ir.Load || at.Field.Kind != ir.Table || at.Args[0].Op != ir.Add ||
		!reads(at.Args[0].Args[1], over) {
		return nil
	}
	row := at.Args[0].Args[0]
	if row.Op != ir.Mul || !reads(row.Args[0], site) || row.Args[1].Op != ir.Const {
		return nil
	}
	all, masks := hops(p.Words, table, at.Field, int(row.Args[1].K))
	if len(all) == 0 || len(all) > maxWays {
		return nil
	}
	var out []*ir.Stmt
	for i, h := range all {
		set := shifted(ir.Calc(ir.SetAnd, loop.Args[0], ir.SetOf(masks[i])), h.to)
		for _, x := range hurdles {
			set = ir.Calc(ir.SetAnd, set, shifted(x, h.to-h.over))
		}
		set = ir.Calc(ir.SetAnd, set, cond.Args[1].Args[0])
		at := ir.Within("at", 0, 64*p.Words-1)
		from := ir.Calc(ir.Sub, ir.Read(at), ir.Num(h.to))
		out = append(out, &ir.Stmt{Op: ir.EmitSet, Local: at, Args: []*ir.Expr{e[0], from, set,
			ir.Calc(ir.Add, from, ir.Num(h.over))}})
	}
	return out
}

// way is how far off the site is that is hopped over, and the one where the hop lands.
type way struct{ over, to int }

// hops takes the hops of a table of sets apart, landing by a table of n sites for each:
// the ways, each with the sites that have it.
func hops(words int, table, landing *ir.Field, n int) (all []way, masks [][]uint64) {
	place := map[way]int{}
	// Rows of numbers that no set has are never read.
	for i := 0; i+words <= len(table.Init) && i/words < 64*words; i += words {
		from := i / words
		for w, set := range table.Init[i : i+words] {
			for rest := uint64(set); rest != 0; rest &= rest - 1 {
				over := 64*w + bits.TrailingZeros64(rest)
				if j := from*n + over; j >= len(landing.Init) || landing.Init[j] < 0 {
					continue
				}
				k := way{over - from, int(landing.Init[from*n+over]) - from}
				i, ok := place[k]
				if !ok {
					i = len(all)
					place[k], all, masks = i, append(all, k), append(masks, make([]uint64, words))
				}
				masks[i][from>>6] |= 1 << (from & 63)
			}
		}
	}
	return all, masks
}

// ways takes a table of sets apart: the differences between sites of a set and its
// number, each with the numbers that have it.
func ways(words int, table *ir.Field) (by []int, masks [][]uint64) {
	place := map[int]int{}
	// Rows of numbers that no set has are never read.
	for i := 0; i+words <= len(table.Init) && i/words < 64*words; i += words {
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
