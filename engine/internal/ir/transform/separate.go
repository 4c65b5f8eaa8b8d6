package transform

import "github.com/astragal/astragal/engine/internal/ir"

// Separate gives functions of these names copies of all functions that they call and others call as well, if these
// have at most so many statements and operations together. Then Inline puts them in place of their calls, where they
// see what is known there. What is hardly ever called goes on to be called by all.
func Separate(p *ir.Program, most int, names ...string) {
	for _, name := range names {
		if f := p.Lookup(name); f != nil && worked(f, map[*ir.Func]bool{}) <= most {
			s := &separator{copies: map[*ir.Func]*ir.Func{}, root: f}
			f.Body = calling(f.Body, s.copy)
			p.Funcs = append(p.Funcs, s.made...)
		}
	}
}

// separator copies the functions that one calls.
type separator struct {
	root   *ir.Func
	copies map[*ir.Func]*ir.Func
	made   []*ir.Func
}

func (s *separator) copy(f *ir.Func) *ir.Func {
	if f == s.root || f.Host || f.Recursive || f.Rare {
		return f
	}
	if s.copies[f] == nil {
		c := &copier{locals: map[*ir.Local]*ir.Local{}, labels: map[*ir.Label]*ir.Label{}, stays: true}
		g := &ir.Func{Name: f.Name + "." + s.root.Name, Result: f.Result}
		s.copies[f] = g
		for _, l := range f.Params {
			g.Params = append(g.Params, c.local(l))
		}
		g.Body = calling(c.body(f.Body), s.copy)
		s.made = append(s.made, g)
	}
	return s.copies[f]
}
