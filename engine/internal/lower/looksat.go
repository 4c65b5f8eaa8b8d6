package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Of a constraint whose clauses say nothing about its parts it shows in what is lowered which variables it looks at,
// where it names them one by one, as it does of the sites around a fixed one. It is a part by itself then.

// looksAt are the variables that a function looks at; ok is false where it may look at others, or at anything else.
func (k *Lowerer) looksAt(fn *ir.Func) (vars []int32, ok bool) {
	x, seen := k.puzzle, map[*ir.Func]bool{fn: true}
	ok = true
	add := func(v *ir.Expr) {
		n, known := v.Number()
		if ok = ok && known && 0 <= n && n < int64(k.Fields.Sites); ok {
			vars = append(vars, int32(n))
		}
	}
	var look func(body []*ir.Stmt)
	enter := func(f *ir.Func) {
		if f == nil || seen[f] {
			return
		}
		seen[f] = true
		if list, known := x.looks[f]; known {
			vars = append(vars, list...)
			return
		}
		ok = ok && f.Body != nil
		look(f.Body)
	}
	look = func(body []*ir.Stmt) {
		asked := map[*ir.Expr]bool{} // the known variables, of which one is asked for
		ir.Walk(body, func(s *ir.Stmt) {
			ok = ok && s.Field == nil
			enter(s.Func)
		}, func(e *ir.Expr) {
			if e.Op == ir.SetHas && e.Args[0].Field == x.Known {
				asked[e.Args[0]] = true
				add(e.Args[1])
			}
		})
		ir.Walk(body, nil, func(e *ir.Expr) {
			switch f := e.Field; {
			case f == nil || f.Kind == ir.Table || asked[e]:
			case f == k.Fields.What && e.Op == ir.Load:
				add(e.Args[0])
			default:
				ok = false
			}
			enter(e.Callee())
		})
	}
	look(fn.Body)
	slices.Sort(vars)
	return slices.Compact(vars), ok
}
