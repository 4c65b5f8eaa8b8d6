package lower

import (
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
)

// TestShape demands that clauses that say the same have one shape wherever they stand, and all others another one.
func TestShape(t *testing.T) {
	form, other := &lgdl.Form{Keyword: "step"}, &lgdl.Form{Keyword: "slide"}
	number := func(n int) *lgdl.Expr { return &lgdl.Expr{Kind: lgdl.Int, Int: n, Float: float64(n)} }
	of := func(f *lgdl.Form, line int, args ...*lgdl.Expr) *lgdl.Expr {
		return &lgdl.Expr{Kind: lgdl.Clause, Pos: lgdl.Pos{Line: line}, Form: f, Args: args}
	}
	k := &Lowerer{}
	first := k.shape(of(form, 1, number(3), nil))
	if again := k.shape(of(form, 2, number(3), nil)); again != first || first == 0 {
		t.Errorf("a clause has shape %d, and %d where it stands elsewhere", first, again)
	}
	for name, e := range map[string]*lgdl.Expr{"another number": of(form, 1, number(4), nil),
		"another place": of(form, 1, nil, number(3)), "another form": of(other, 1, number(3), nil), "one part": of(form, 1, number(3)),
		"a part of it": number(3), "nothing": nil} {
		if k.shape(e) == first {
			t.Errorf("a clause with %s has the same shape", name)
		}
	}
}
