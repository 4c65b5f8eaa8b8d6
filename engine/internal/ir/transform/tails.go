package transform

import "github.com/astragal/astragal/engine/internal/ir"

// Behind a call wazero loads anew what it knows of the memory, and has registers hold something else. Where a branch
// with a call meets the way without it again, both pay. So what follows such a branch in its scope is written for it
// once more, and the two ways meet at the end of the scope.

// maxTail bounds what is written twice, in statements and operations.
const maxTail = 100

// Tails writes what follows branches with calls once more, in a function, and reports whether there is any.
func Tails(f *ir.Func) (found bool) {
	r := &ir.Rewriter{Sparing: true, List: flatter}
	f.Body = r.Body(f.Body)
	r = &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.Scope {
			return nil, false
		}
		n := *s
		was := r.Body(s.Body)
		n.Body = tails(was, s.Label)
		found = found || !ir.SameList(was, n.Body)
		return []*ir.Stmt{&n}, true
	}
	f.Body = r.Body(f.Body)
	return found
}

// flatter is a list with what a condition does first in front of its branch.
func flatter(in []*ir.Stmt) []*ir.Stmt {
	var out []*ir.Stmt
	for i, s := range in {
		if s.Op != ir.If || s.Args[0].Op != ir.Block {
			if out != nil {
				out = append(out, s)
			}
			continue
		}
		if out == nil {
			out = append(make([]*ir.Stmt, 0, len(in)+4), in[:i]...)
		}
		n := *s
		n.Args = []*ir.Expr{s.Args[0].Args[0]}
		out = append(append(out, s.Args[0].Stmts()...), &n)
	}
	if out == nil {
		return in
	}
	return out
}

// tails is the body of a scope with what follows branches with calls in them.
func tails(in []*ir.Stmt, of *ir.Label) []*ir.Stmt {
	for i, s := range in {
		rest := in[i+1:]
		if s.Op != ir.If || len(s.Else) > 0 || len(rest) == 0 || ir.Leaves(s.Body) || !callsAny(s.Body) ||
			sizeOf(rest) > maxTail {
			continue
		}
		c := &copier{stays: true, same: true, labels: map[*ir.Label]*ir.Label{}}
		ir.Walk(rest, func(s *ir.Stmt) {
			if s.Op == ir.Scope || s.Op == ir.Loop {
				c.labels[s.Label] = &ir.Label{Name: s.Label.Name}
			}
		}, nil)
		n := *s
		n.Body = append(append(n.Body[:len(n.Body):len(n.Body)], c.body(rest)...), ir.Leave(of))
		out := append(append([]*ir.Stmt{}, in[:i]...), &n)
		return append(out, tails(rest, of)...)
	}
	return in
}

// callsAny reports whether a body calls functions.
func callsAny(body []*ir.Stmt) (found bool) {
	ir.WalkCalls(body, nil, func(e *ir.Expr) { found = found || e.Op == ir.Call })
	return found
}
