package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// A position keeps what stands on the sites three times, as each is asked for: by site, as a set for each component,
// and as the set of empty sites. On a board of one word with few components sets by component answer all of it in a
// few operations at constant places, which need no tests of bounds, and a piece is moved by as few. BySets has them
// do so where a step at a place that is not known costs more; Unplaced takes out what stands by site where little
// asks for it.

// maxBySets is the number of components, with 0 for none, up to which sets are looked at one after the other.
const maxBySets = 4

// Placed are the fields that tell what stands where: component by site, sites by component, and those without any.
type Placed struct {
	What, At, Empty *ir.Field
	N               int      // of components, with 0 for none
	Sites           []uint64 // all there are
	Hidden          bool     // nobody but functions of the program looks at What and Empty
}

// few reports whether the sets of all components are looked at where it is not known which.
func (by *Placed) few(p *ir.Program) bool {
	return p.Words == 1 && by.N <= maxBySets && by.At.Kind == ir.State
}

// BySets changes sets by component at constant places. What is excluded from the set of a component that is not known
// has to be the one that stands on the site.
func BySets(p *ir.Program, by *Placed) {
	if !by.few(p) {
		return
	}
	b := &bySets{Placed: by}
	b.united = by.Hidden && by.Empty.Kind == ir.State && b.unites(p)
	for _, f := range p.Funcs {
		f.Body = (&ir.Rewriter{Expr: b.expr, Stmt: b.stmt, Sparing: true}).Body(f.Body)
	}
	for _, f := range p.Funcs {
		f.Body = (&ir.Rewriter{List: b.last, Sparing: true}).Body(f.Body)
	}
	if b.united {
		by.Empty.Kind = ir.Scratch
	}
}

type bySets struct {
	*Placed
	united bool // the set of empty sites is found from the others
}

// unites reports whether the set of empty sites is asked for so little that it is not worth its keeping.
func (b *bySets) unites(p *ir.Program) bool {
	reads, writes, other := 0, 0, false
	for _, f := range p.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) {
			if s.Field == b.Empty {
				writes++
				other = other || s.Op != ir.Include && s.Op != ir.Exclude || !s.Args[1].Pure()
			}
		}, func(e *ir.Expr) {
			if e.Field == b.Empty {
				reads++
				other = other || e.Op != ir.SetLoad
			}
		})
	}
	return !other && reads*(b.N-1) <= writes
}

// Set is the set of the sites with a component for which in holds.
func (b *bySets) set(in func(c int) bool) *ir.Expr {
	e := ir.SetOf([]uint64{0})
	for c := 1; c < b.N; c++ {
		switch {
		case !in(c):
		case e.Op == ir.SetConst:
			e = ir.SetAt(b.At, ir.Num(c))
		default:
			e = ir.Calc(ir.SetOr, e, ir.SetAt(b.At, ir.Num(c)))
		}
	}
	return e
}

func (b *bySets) expr(_ *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
	if e.Op == ir.SetLoad && e.Field == b.Empty && b.united {
		return ir.Calc(ir.SetMinus, ir.SetOf(b.Sites), b.set(func(int) bool { return true })), true
	}
	return nil, false
}

func (b *bySets) stmt(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
	switch {
	case s.Op != ir.Include && s.Op != ir.Exclude:
	case s.Field == b.Empty && b.united:
		return nil, true
	case s.Field == b.At && s.Args[0].Op != ir.Const && s.Args[0].Pure() && s.Args[1].Simple():
		site := s.Args[1]
		var out []*ir.Stmt
		if s.Op == ir.Exclude {
			for c := 1; c < b.N; c++ {
				out = append(out, &ir.Stmt{Op: ir.Exclude, Field: b.At, Args: []*ir.Expr{ir.Num(c), site}})
			}
			return out, true
		}
		comp := ir.NewLocal("comp", ir.I32)
		out = []*ir.Stmt{ir.Put(comp, r.Rewrite(s.Args[0]))}
		for c := 1; c < b.N; c++ {
			in := ir.Calc(ir.Shl, ir.Calc(ir.Wide, ir.Calc(ir.Eq, ir.Read(comp), ir.Num(c))), ir.Calc(ir.Wide, site))
			out = append(out, ir.Write(b.At, ir.Num(c), ir.Calc(ir.Or, ir.At(b.At, ir.Num(c)), in)))
		}
		return out, true
	}
	return nil, false
}

// change is what a statement makes of a site: whether it is in a set, or the component that stands there.
type change struct {
	field    *ir.Field
	of, site *ir.Expr // of is the number of the set, or nil
}

// last is a body without changes that are made anew before anybody looks: what is captured is taken off, and then
// whatever stands there.
func (b *bySets) last(in []*ir.Stmt) []*ir.Stmt {
	var out []*ir.Stmt
	for i, s := range in {
		if all, ok := b.changes([]*ir.Stmt{s}, nil); ok && len(all) > 0 && b.follow(all, in[i+1:]) {
			if out == nil {
				out = append(make([]*ir.Stmt, 0, len(in)), in[:i]...)
			}
		} else if out != nil {
			out = append(out, s)
		}
	}
	if out == nil {
		return in
	}
	return out
}

// direct is the change that a statement alone makes.
func (b *bySets) direct(s *ir.Stmt) (c change, is bool) {
	switch {
	case (s.Op == ir.Include || s.Op == ir.Exclude) && (s.Field == b.At || s.Field == b.Empty):
		return change{s.Field, s.Args[0], s.Args[1]}, s.Args[0].Op == ir.Const && s.Args[1].Simple()
	case s.Op == ir.Store && s.Field == b.What:
		return change{s.Field, nil, s.Args[0]}, s.Args[0].Simple() && s.Args[1].Simple()
	}
	return c, false
}

// changes are those that a body makes, and whether it does nothing else; in a function that is called, whose variables
// are its own.
func (b *bySets) changes(body []*ir.Stmt, call *ir.Expr) (all []change, only bool) {
	for _, s := range body {
		c, is := b.direct(s)
		if is {
			all = append(all, c)
			continue
		}
		var more []change
		switch s.Op {
		case ir.Assign:
			is = call != nil && s.Args[0].Pure()
		case ir.If:
			if s.Args[0].Pure() && len(s.Else) == 0 {
				more, is = b.changes(s.Body, call)
			}
		case ir.Do:
			if e := s.Args[0]; e.Op == ir.Call && call == nil && !e.Callee().Host {
				more, is = b.changes(e.Callee().Body, e)
				for i := range more {
					if more[i].site = argument(more[i].site, e); more[i].site == nil {
						return nil, false
					}
				}
			}
		}
		if !is {
			return nil, false
		}
		all = append(all, more...)
	}
	return all, true
}

// argument is what a variable of a function stands for in a call, nil where that is not known.
func argument(e, call *ir.Expr) *ir.Expr {
	if e.Op == ir.Const {
		return e
	}
	i := slices.Index(call.Callee().Params, e.Local)
	if i < 0 || !call.Args[i].Simple() {
		return nil
	}
	return call.Args[i]
}

// follow reports whether what follows makes all of some changes anew before anything else is done.
func (b *bySets) follow(all []change, body []*ir.Stmt) bool {
	for _, s := range body {
		c, is := b.direct(s)
		if !is {
			if b.looks(s) {
				return false
			}
			continue
		}
		all = slices.DeleteFunc(all, func(x change) bool {
			return x.field == c.field && equal(x.site, c.site) && (x.of == nil || equal(x.of, c.of))
		})
		if len(all) == 0 {
			return true
		}
	}
	return false
}

// Looks reports whether a statement may look at what stands where, or at variables anew.
func (b *bySets) looks(s *ir.Stmt) (found bool) {
	if s.Op != ir.Include && s.Op != ir.Exclude && s.Op != ir.Store || s.Field == b.At || s.Field == b.What ||
		s.Field == b.Empty {
		return true
	}
	ir.Walk([]*ir.Stmt{s}, nil, func(e *ir.Expr) {
		found = found || e.Field == b.At || e.Field == b.What || e.Field == b.Empty || !e.Pure()
	})
	return found
}

// Unplaced has sets tell what stands on a site where little asks for it, and takes out the field that did. It comes
// when sets are words.
func Unplaced(p *ir.Program, by *Placed) {
	if !by.few(p) || !by.Hidden || by.What.Kind != ir.State {
		return
	}
	reads, writes, other := 0, 0, false
	for _, f := range p.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) {
			if s.Field == by.What {
				writes++
				other = other || s.Op != ir.Store || !s.Args[0].Pure() || !s.Args[1].Pure()
			}
		}, func(e *ir.Expr) {
			if e.Field == by.What {
				reads++
				other = other || e.Op != ir.Load
			}
		})
	}
	if other || reads*(4*by.N-11) > 7*writes { // in operations, with those of tests of bounds
		return
	}
	r := &ir.Rewriter{
		Sparing: true,
		Stmt:    func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) { return nil, s.Field == by.What },
		Expr: func(r *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
			if e.Field != by.What {
				return nil, false
			}
			return by.on(r.Rewrite(e.Args[0])), true
		},
	}
	for _, f := range p.Funcs {
		f.Body = r.Body(f.Body)
	}
}

// on is the component on a site, each of whose bits is whether that is in a union.
func (by *Placed) on(site *ir.Expr) *ir.Expr {
	var first []*ir.Stmt
	if !site.Simple() {
		l := ir.NewLocal("site", ir.I32)
		first, site = []*ir.Stmt{ir.Put(l, site)}, ir.Read(l)
	}
	sum := ir.Num(0)
	for bit := 0; 1<<bit < by.N; bit++ {
		in := ir.Long(0)
		for c := 1; c < by.N; c++ {
			if c>>bit&1 != 0 {
				in = ir.Calc(ir.Or, in, ir.At(by.At, ir.Num(c)))
			}
		}
		has := ir.Calc(ir.And, ir.Calc(ir.Narrow, ir.Calc(ir.Shr, in, ir.Calc(ir.Wide, site))), ir.Num(1))
		sum = ir.Calc(ir.Or, sum, ir.Calc(ir.Shl, has, ir.Num(bit)))
	}
	return ir.After(first, sum)
}
