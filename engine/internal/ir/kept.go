package ir

import (
	"fmt"
	"slices"
)

// KeepOnce is a function that does what list does, where whoever calls it has saved the position in the fields that
// it returns: list asks tests, each of which saves the position first, changes it, and goes back to it. What else
// stores to the position in between is followed by saving it again. It is nil where the tests do not have that form, and
// for large positions, of which each test keeps what it changes: see Undo.
func KeepOnce(p *Program, list *Func, tests map[*Func]bool) (once *Func, saved []*Field) {
	size := 0
	for _, f := range p.Fields {
		if f.Kind == State && !f.log {
			size += f.bytes()
		}
	}
	if size > smallPosition {
		return nil, nil
	}
	k := &keeper{p: p, tests: tests, made: map[*Func]*Func{}}
	k.look(list, map[*Func]bool{})
	if k.fails || len(k.saved) == 0 {
		return nil, nil
	}
	for _, t := range k.asked {
		reach(t.Body, map[*Func]bool{t: true}, func(s *Stmt) {
			// What is tried inside of a test must not take the room of what is kept.
			k.fails = k.fails || s.Op == Save && slices.Contains(k.saved, s.Field) && s != t.Body[0]
		})
	}
	if once = k.list(list); k.fails {
		return nil, nil
	}
	p.Funcs = append(p.Funcs, k.funcs...)
	return once, k.saved
}

type keeper struct {
	p     *Program
	tests map[*Func]bool
	asked []*Func  // those that are asked
	saved []*Field // in which they save the position
	made  map[*Func]*Func
	funcs []*Func // what stands for functions
	fails bool
}

// look finds the tests that a function asks, itself or by functions that it calls.
func (k *keeper) look(f *Func, seen map[*Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	Walk(f.Body, func(s *Stmt) { k.fails = k.fails || s.Func != nil }, func(e *Expr) {
		switch t := e.Func; {
		case t == nil || seen[t]:
		case !k.tests[t]:
			k.look(t, seen)
		case len(t.Body) == 0 || t.Body[0].Op != Save:
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

// list is the same as a function that asks tests, with those that save nothing.
func (k *keeper) list(f *Func) *Func {
	if g := k.made[f]; g != nil {
		return g
	}
	g := &Func{Name: k.name(f), Params: f.Params, Result: f.Result}
	k.made[f] = g
	k.funcs = append(k.funcs, g)
	k.fails = k.fails || f.Recursive || f.Host
	Walk(f.Body, func(s *Stmt) { k.fails = k.fails || storesTo(s) }, nil)
	r := &rewriter{expr: func(r *rewriter, e *Expr) (*Expr, bool) {
		if e.Func == nil {
			return nil, false
		}
		c := *e
		c.Args = r.exprs(e.Args)
		switch {
		case k.tests[e.Func]:
			c.Func = k.test(e.Func)
		case !k.stores(e.Func):
			if k.asks(e.Func) {
				c.Func = k.list(e.Func)
			}
		case c.Type == None:
			k.fails = true
		default:
			v := NewLocal("v", c.Type)
			body := []*Stmt{Put(v, &c)}
			for _, x := range k.saved {
				body = append(body, &Stmt{Op: Save, Field: x})
			}
			return After(body, Read(v)), true
		}
		return &c, true
	}}
	g.Body = r.body(f.Body)
	return g
}

// name is a name for what stands for a function; other lists may have had it done for theirs.
func (k *keeper) name(f *Func) string {
	name := f.Name + ".kept"
	for n := 2; k.p.Lookup(name) != nil; n++ {
		name = fmt.Sprintf("%s.kept.%d", f.Name, n)
	}
	return name
}

// asks reports whether a function asks tests, itself or by functions that it calls.
func (k *keeper) asks(f *Func) (yes bool) {
	seen := map[*Func]bool{}
	var look func(f *Func)
	look = func(f *Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		yes = yes || k.tests[f]
		Walk(f.Body, nil, func(e *Expr) {
			if e.Func != nil && !yes {
				look(e.Func)
			}
		})
	}
	look(f)
	return yes
}

// test is a test that does not save the position.
func (k *keeper) test(t *Func) *Func {
	if g := k.made[t]; g != nil {
		return g
	}
	g := &Func{Name: k.name(t), Params: t.Params, Result: t.Result, Body: (&rewriter{}).body(t.Body[1:])}
	k.made[t] = g
	k.funcs = append(k.funcs, g)
	return g
}

// stores reports whether a function may store to the position or keep one, but by tests.
func (k *keeper) stores(f *Func) (yes bool) {
	but := map[*Func]bool{}
	for t := range k.tests {
		but[t] = true
	}
	reach(f.Body, but, func(s *Stmt) { yes = yes || storesTo(s) })
	return yes
}

// storesTo reports whether a statement stores to the position, or keeps one.
func storesTo(s *Stmt) bool { return s.Field != nil && (s.Field.Kind == State || s.Field.snapshot) }

// Reach calls f for the statements of a body, and of all functions called there.
func Reach(body []*Stmt, f func(s *Stmt)) { reach(body, map[*Func]bool{}, f) }

// reach is Reach but for some functions.
func reach(body []*Stmt, but map[*Func]bool, f func(s *Stmt)) {
	call := func(g *Func) {
		if g != nil && !but[g] {
			but[g] = true
			reach(g.Body, but, f)
		}
	}
	Walk(body, func(s *Stmt) {
		f(s)
		call(s.Func)
	}, func(e *Expr) { call(e.Func) })
}
