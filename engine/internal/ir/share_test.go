package ir

import "testing"

// TestShare has functions that do the same be one, through calls, but not those of whose
// variables something else is known, or that do something else.
func TestShare(t *testing.T) {
	p := &Program{Words: 1}
	field := p.Field("x", State, Int, 4)
	body := func(name string, hi, to int) *Func {
		l := Within(name, 0, hi)
		f := p.Func(name, I32, l)
		f.Body = []*Stmt{Write(field, Num(to), Read(l)), Give(Calc(Add, Read(l), Num(1)))}
		return f
	}
	a, b, bounds, other := body("a", 9, 0), body("b", 9, 0), body("bounds", 7, 0), body("other", 9, 1)
	calls := func(name string, of *Func) *Func {
		f := p.Func(name, I32)
		f.Body = []*Stmt{Give(Invoke(of, Num(3)))}
		return f
	}
	out := p.Func("out", I32)
	out.Export = true
	sum := Num(0)
	for _, f := range []*Func{calls("ca", a), calls("cb", b), calls("cbounds", bounds), calls("cother", other)} {
		sum = Calc(Add, sum, Invoke(f))
	}
	out.Body = []*Stmt{Give(sum)}
	Share(p)
	if err := Verify(p, true); err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]bool{"a": true, "b": false, "ca": true, "cb": false, "bounds": true,
		"other": true, "cbounds": true, "cother": true, "out": true} {
		if (p.Lookup(name) != nil) != kept {
			t.Errorf("function %s is there: %v, want %v", name, !kept, kept)
		}
	}
}

// TestMerge has one of two functions be left that differ in what is known of a variable, the one of which more is known,
// and leaves alone two that do something else, and two of which each knows more of another variable.
func TestMerge(t *testing.T) {
	p := &Program{Words: 1}
	field := p.Field("x", State, Int, 4)
	out := p.Func("out", None)
	out.Export = true
	list := func(name string, hi, also, to int) *Func {
		l, m := Within(name, 0, hi), Within("m", 0, also)
		f := p.Func(name, None)
		f.Body = []*Stmt{Put(l, At(field, Num(0))), Put(m, At(field, Num(1))),
			Write(field, Num(to), Calc(Add, Read(l), Read(m)))}
		out.Body = append(out.Body, &Stmt{Op: Do, Args: []*Expr{Invoke(f)}})
		return f
	}
	Merge(p, [][2]*Func{
		{list("wide", 9, 9, 2), list("narrow", 7, 9, 2)},
		{list("here", 9, 9, 2), list("there", 9, 9, 3)},
		{list("left", 7, 9, 3), list("right", 9, 7, 3)},
		{list("known", 9, 9, 0), &Func{Name: "gone"}},
	})
	if err := Verify(p, true); err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]bool{"out": true, "wide": false, "narrow": true, "here": true, "there": true,
		"left": true, "right": true, "known": true} {
		if (p.Lookup(name) != nil) != kept {
			t.Errorf("function %s is there: %v, want %v", name, !kept, kept)
		}
	}
}
