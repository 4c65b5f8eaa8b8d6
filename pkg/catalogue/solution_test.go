package catalogue_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
)

// A solution takes the place of an older one, but bounds not that of a value.
func TestSolutions(t *testing.T) {
	ctx, c := t.Context(), open(t)
	if s := must(c.Solution(ctx, "h"))(t); s != nil {
		t.Errorf("%+v", s)
	}
	put := func(s catalogue.Solution, want catalogue.Solution) {
		t.Helper()
		if err := c.RecordSolution(ctx, s); err != nil {
			t.Fatal(err)
		}
		got := must(c.Solution(ctx, s.Hash))(t)
		got.Solved = time.Time{}
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("%+v, expected %+v", *got, want)
		}
	}
	bounds := catalogue.Solution{Hash: "h", Game: "G", Engine: "1", Verdict: "between", Theorem: "t", Method: "m",
		Values: []string{},
		Lower:  "-1/3", Upper: "1/2"}
	put(bounds, bounds)
	n := int64(7)
	value := catalogue.Solution{Hash: "h", Game: "G", Engine: "2", Exact: true, Verdict: "player 1 wins in 9 plies",
		Values: []string{"1", "-1"},
		Winner: 1, Plies: 9, Nodes: 1 << 40, Boards: 5478, Count: &n, Needs: "singles"}
	put(value, value)
	put(bounds, value)
	value.Engine = "3"
	put(value, value)
}
