package transform

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
)

// TestShare has functions that do the same be one, through calls, but not those of whose
// variables something else is known, or that do something else.
func TestShare(t *testing.T) {
	p := &ir.Program{Words: 1}
	field := p.Field("x", ir.State, ir.Int, 4)
	body := func(name string, hi, to int) *ir.Func {
		l := ir.Within(name, 0, hi)
		f := p.Func(name, ir.I32, l)
		f.Body = []*ir.Stmt{ir.Write(field, ir.Num(to), ir.Read(l)), ir.Give(ir.Calc(ir.Add, ir.Read(l), ir.Num(1)))}
		return f
	}
	a, b, bounds, other := body("a", 9, 0), body("b", 9, 0), body("bounds", 7, 0), body("other", 9, 1)
	calls := func(name string, of *ir.Func) *ir.Func {
		f := p.Func(name, ir.I32)
		f.Body = []*ir.Stmt{ir.Give(ir.Invoke(of, ir.Num(3)))}
		return f
	}
	out := p.Func("out", ir.I32)
	out.Export = true
	sum := ir.Num(0)
	for _, f := range []*ir.Func{calls("ca", a), calls("cb", b), calls("cbounds", bounds), calls("cother", other)} {
		sum = ir.Calc(ir.Add, sum, ir.Invoke(f))
	}
	out.Body = []*ir.Stmt{ir.Give(sum)}
	Share(p)
	if err := ir.Verify(p, true); err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]bool{"a": true, "b": false, "ca": true, "cb": false, "bounds": true,
		"other": true, "cbounds": true, "cother": true, "out": true} {
		if (p.Lookup(name) != nil) != kept {
			t.Errorf("function %s is there: %v, want %v", name, !kept, kept)
		}
	}
}

// TestMerge has one of two functions be left that differ in what is known of a variable, the one of which more is
// known, and leaves alone two that do something else, and two of which each knows more of another variable.
func TestMerge(t *testing.T) {
	p := &ir.Program{Words: 1}
	field := p.Field("x", ir.State, ir.Int, 4)
	out := p.Func("out", ir.None)
	out.Export = true
	list := func(name string, hi, also, to int) *ir.Func {
		l, m := ir.Within(name, 0, hi), ir.Within("m", 0, also)
		f := p.Func(name, ir.None)
		f.Body = []*ir.Stmt{ir.Put(l, ir.At(field, ir.Num(0))), ir.Put(m, ir.At(field, ir.Num(1))),
			ir.Write(field, ir.Num(to), ir.Calc(ir.Add, ir.Read(l), ir.Read(m)))}
		out.Body = append(out.Body, &ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(f)}})
		return f
	}
	Merge(p, [][2]*ir.Func{
		{list("wide", 9, 9, 2), list("narrow", 7, 9, 2)},
		{list("here", 9, 9, 2), list("there", 9, 9, 3)},
		{list("left", 7, 9, 3), list("right", 9, 7, 3)},
		{list("known", 9, 9, 0), &ir.Func{Name: "gone"}},
	})
	if err := ir.Verify(p, true); err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]bool{"out": true, "wide": false, "narrow": true, "here": true, "there": true,
		"left": true, "right": true, "known": true} {
		if (p.Lookup(name) != nil) != kept {
			t.Errorf("function %s is there: %v, want %v", name, !kept, kept)
		}
	}
}
