package ints

import (
	"math"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestOperators compares what operators make of numbers by the rules and in code, and asks for their units.
func TestOperators(t *testing.T) {
	values := []int{math.MinInt32, math.MinInt32 + 1, -70000, -2, -1, 0, 1, 3, 70000, math.MaxInt32}
	for name, op := range map[string]operator{"sum": sum, "minus": minus, "product": product, "larger": larger,
		"smaller": smaller} {
		for _, a := range values {
			for _, b := range values {
				got, ok := op.code(lower.Apart(nil), ir.Num(a), ir.Num(b)).Number()
				if want := op.eval(a, b); !ok || int(got) != want {
					t.Errorf("%s of %d and %d is %d in code (%v), and %d by the rules", name, a, b, got, ok, want)
				}
			}
			if got := op.eval(op.unit, a); name != "minus" && got != a {
				t.Errorf("%s of its unit and %d is %d", name, a, got)
			}
		}
	}
}
