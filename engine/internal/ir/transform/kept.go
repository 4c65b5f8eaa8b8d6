package transform

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// KeepOnce is a function that does what list does, where whoever calls it has saved the position in the fields that
// it returns: list asks tests, each of which saves the position first, changes it, and goes back to it. What else
// stores to the position in between is followed by saving it again. It is nil where the tests do not have that form,
// and for large positions, of which each test keeps what it changes: see Undo.
func KeepOnce(p *ir.Program, list *ir.Func, tests map[*ir.Func]bool) (once *ir.Func, saved []*ir.Field) {
	size := 0
	for _, f := range p.Fields {
		if f.Kind == ir.State && !f.Log {
			size += f.Bytes()
		}
	}
	if size > smallPosition {
		return nil, nil
	}
	k := &keeper{p: p, tests: tests, made: map[*ir.Func]*ir.Func{}}
	k.look(list, map[*ir.Func]bool{})
	if k.fails || len(k.saved) == 0 {
		return nil, nil
	}
	for _, t := range k.asked {
		ir.ReachExcept(t.Body, map[*ir.Func]bool{t: true}, func(s *ir.Stmt) {
			// What is tried inside of a test must not take the room of what is kept.
			k.fails = k.fails || s.Op == ir.Save && slices.Contains(k.saved, s.Field) && s != t.Body[0]
		})
	}
	if once = k.list(list); k.fails {
		return nil, nil
	}
	p.Funcs = append(p.Funcs, k.funcs...)
	return once, k.saved
}

type keeper struct {
	p     *ir.Program
	tests map[*ir.Func]bool
	asked []*ir.Func  // those that are asked
	saved []*ir.Field // in which they save the position
	made  map[*ir.Func]*ir.Func
	funcs []*ir.Func // what stands for functions
	fails bool
}

// look finds the tests that a function asks, itself or by functions that it calls.
func (k *keeper) look(f *ir.Func, seen map[*ir.Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	ir.Walk(f.Body, func(s *ir.Stmt) { k.fails = k.fails || s.Func != nil }, func(e *ir.Expr) {
		switch t := e.Callee(); {
		case t == nil || seen[t]:
		case !k.tests[t]:
			k.look(t, seen)
		case len(t.Body) == 0 || t.Body[0].Op != ir.Save:
			k.fails = true
		default:
			seen[t] = true
			k.asked = append(k.asked, t)
			if x := t.Body[0].Field; !slices.Contains(k.saved, x) {
				k.saved = append(k.saved, x)
			}
		}
	})
}

// List is the same as a function that asks tests, with those that save nothing.
func (k *keeper) list(f *ir.Func) *ir.Func {
	if g := k.made[f]; g != nil {
		return g
	}
	g := &ir.Func{Name: k.name(f), Params: f.Params, Result: f.Result}
	k.made[f] = g
	k.funcs = append(k.funcs, g)
	k.fails = k.fails || f.Recursive || f.Host
	ir.Walk(f.Body, func(s *ir.Stmt) { k.fails = k.fails || storesTo(s) }, nil)
	r := &ir.Rewriter{Expr: func(r *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
		if e.Callee() == nil {
			return nil, false
		}
		args, f := r.Exprs(e.Args), e.Callee()
		switch {
		case k.tests[f]:
			f = k.test(f)
		case !k.stores(f):
			if k.asks(f) {
				f = k.list(f)
			}
		case e.Type == ir.None:
			k.fails = true
		default:
			v := ir.NewLocal("v", e.Type)
			body := []*ir.Stmt{ir.Put(v, e.Calling(f, args))}
			for _, x := range k.saved {
				body = append(body, &ir.Stmt{Op: ir.Save, Field: x})
			}
			return ir.After(body, ir.Read(v)), true
		}
		return e.Calling(f, args), true
	}}
	g.Body = r.Body(f.Body)
	return g
}

// name is a name for what stands for a function; other lists may have had it done for theirs.
func (k *keeper) name(f *ir.Func) string {
	name := f.Name + ".kept"
	for n := 2; k.p.Lookup(name) != nil; n++ {
		name = fmt.Sprintf("%s.kept.%d", f.Name, n)
	}
	return name
}

// asks reports whether a function asks tests, itself or by functions that it calls.
func (k *keeper) asks(f *ir.Func) (yes bool) {
	seen := map[*ir.Func]bool{}
	var look func(f *ir.Func)
	look = func(f *ir.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		yes = yes || k.tests[f]
		ir.Walk(f.Body, nil, func(e *ir.Expr) {
			if e.Callee() != nil && !yes {
				look(e.Callee())
			}
		})
	}
	look(f)
	return yes
}

// test is a test that does not save the position.
func (k *keeper) test(t *ir.Func) *ir.Func {
	if g := k.made[t]; g != nil {
		return g
	}
	g := &ir.Func{Name: k.name(t), Params: t.Params, Result: t.Result, Body: (&ir.Rewriter{}).Body(t.Body[1:])}
	k.made[t] = g
	k.funcs = append(k.funcs, g)
	return g
}

// stores reports whether a function may store to the position or keep one, but by tests.
func (k *keeper) stores(f *ir.Func) (yes bool) {
	but := map[*ir.Func]bool{}
	for t := range k.tests {
		but[t] = true
	}
	ir.ReachExcept(f.Body, but, func(s *ir.Stmt) { yes = yes || storesTo(s) })
	return yes
}

// storesTo reports whether a statement stores to the position, or keeps one.
func storesTo(s *ir.Stmt) bool {
	return s.Field != nil && (s.Field.Kind == ir.State || s.Field.Snapshot)
}
