package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// maxBetween bounds what is done between two moves of a playout, in statements and operations.
const maxBetween = 60

// Rounds has the players of a playout move one after the other in a round of its loop, as they mostly do: each is asked
// for behind the one before, after what is done between two moves.
func Rounds(f *ir.Func) {
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(_ *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.Loop || s.Rounds != -1 {
			return nil, false
		}
		at := slices.IndexFunc(s.Body, func(x *ir.Stmt) bool { return x.Op == ir.Scope && dispatches(x) })
		if at < 0 || sizeOf(s.Body[:at])+sizeOf(s.Body[at+1:]) > maxBetween {
			return nil, false
		}
		first, of, last := s.Body[:at], s.Body[at].Body, s.Body[at+1:]
		n := *s
		n.Body = slices.Clone(first)
		for i, x := range of {
			move := *x
			move.Body = append(slices.Clone(x.Body[:len(x.Body)-1]), last...)
			if i < len(of)-1 {
				move.Body = append(move.Body, first...)
			}
			n.Body = append(n.Body, &move)
		}
		mover := of[0].Args[0].Args[0]
		none := ir.Calc(ir.Le, ir.Num(len(of)), ir.Calc(ir.Sub, mover, ir.Num(1)))
		none = ir.Any(none, ir.Calc(ir.Le, mover, ir.Num(0)))
		n.Body = append(n.Body, ir.When(none, slices.Concat(first, last)...)) // a round as well
		return []*ir.Stmt{&n}, true
	}
	f.Body = r.Body(f.Body)
}

// dispatches reports whether a scope does nothing but the move of whoever of several players is the mover.
func dispatches(s *ir.Stmt) bool {
	if len(s.Body) < 2 {
		return false
	}
	for i, x := range s.Body {
		if x.Op != ir.If || len(x.Else) > 0 || x.Args[0].Op != ir.Eq || x.Args[0].Args[0].Op != ir.Load ||
			!x.Args[0].Args[1].Is(int64(i+1)) || !equalLoads(x.Args[0].Args[0], s.Body[0].Args[0].Args[0]) {
			return false
		}
		end := len(x.Body) - 1
		if end < 0 || x.Body[end].Op != ir.Break || x.Body[end].Label != s.Label || ir.Breaks(x.Body[:end], s.Label) {
			return false
		}
	}
	return true
}

// equalLoads reports whether two loads are of one element at a constant place.
func equalLoads(a, b *ir.Expr) bool {
	return a.Op == ir.Load && b.Op == ir.Load && a.Field == b.Field && a.Args[0].Op == ir.Const &&
		equal(a.Args[0], b.Args[0])
}
