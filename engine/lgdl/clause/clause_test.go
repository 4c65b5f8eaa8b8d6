package clause_test

import (
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// TestArguments asks clauses for their arguments, and demands that a clause of another form is refused.
func TestArguments(t *testing.T) {
	form := func(text string) *lgdl.Form {
		f, err := lgdl.ReadForm(text)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	one, two := &lgdl.Expr{}, &lgdl.Expr{}
	less := &lgdl.Expr{Form: form("(< int int)"), Args: []*lgdl.Expr{one, two}}
	if clause.Less(less).Int1() != one || clause.Comparison(less).Int2() != two {
		t.Error("the arguments of a comparison are others")
	}
	clause.Less(nil) // what is left out is no mistake until it is asked
	for name, f := range map[string]func(){
		"another form":   func() { clause.Greater(less) },
		"another family": func() { clause.SitesPair(less) },
		"no clause":      func() { clause.Less(one) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is accepted", name)
				}
			}()
			f()
		}()
	}
}
