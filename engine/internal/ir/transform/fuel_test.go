package transform_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// TestHoldFuel has loops leave in all ways there are, with budgets of which some do not last: what they come to, what
// is left and whether it was enough do not depend on where the budget is kept.
func TestHoldFuel(t *testing.T) {
	const text = `words 1
scratch fuel i32 1
scratch fault i32 1
state x i32 8

func calls(n.0 i32) i32
  loop l@0
    if (eq n.0 0)
      break l@0
    n.0 = (sub n.0 1)
  return (add n.0 7)

func f(n.0 i32, way.1 i32) i32 export
  var i.2 i32
  var j.3 i32
  i.2 = 0
  scope out@0
    loop outer@1
      i.2 = (add i.2 1)
      x[(and i.2 7)] = (call calls i.2)
      j.3 = 0
      loop inner@2
        j.3 = (add j.3 1)
        x[(and j.3 7)] = (add x[(and j.3 7)] i.2)
        if (eq j.3 n.0)
          if (eq way.1 0)
            break inner@2
          if (eq way.1 1)
            break out@0
          if (eq way.1 2)
            continue outer@1
          if (eq way.1 3)
            return (add x[3] j.3)
          loop again@3
            if (le i.2 3)
              break outer@1
            i.2 = (sub i.2 1)
      if (eq i.2 5)
        break outer@1
      if (lt fault[0] 1)
        continue outer@1
      return i.2
  return (add i.2 x[3])
`
	program := func(held bool) *ir.Program {
		p, err := ir.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		fuel, fault := p.Fields[0], p.Fields[1]
		if err := transform.Meter(p, fuel, fault, p.Lookup("f")); err != nil {
			t.Fatal(err)
		}
		if held {
			transform.HoldFuel(p, fuel)
			if loads := inLoop(p.Lookup("f"), "inner", fuel) + inLoop(p.Lookup("calls"), "l", fuel); loads > 0 {
				t.Errorf("the budget is read from memory %d times", loads)
			}
			if inLoop(p.Lookup("f"), "outer", fuel) == 0 {
				t.Error("the loop with a call does not take from the same budget")
			}
		}
		if err := ir.Verify(p, true); err != nil {
			t.Fatal(err)
		}
		p.Layout()
		return p
	}
	plain, held := program(false), program(true)
	a, b := closure.New(plain), closure.New(held)
	c := instance(t, held)
	enough := 0
	for budget := range uint32(600) {
		for way := range uint64(5) {
			n := uint64(budget)%7 + 1
			var left [3]string
			for i, in := range []interface {
				Memory() []byte
				Func(string) func([]uint64) error
			}{a, b, c} {
				clear(in.Memory()[:plain.Size])
				binary.LittleEndian.PutUint32(in.Memory()[plain.Fields[0].Addr:], 3*budget)
				stack := []uint64{n, way}
				if err := in.Func("f")(stack); err != nil {
					t.Fatal(err)
				}
				if in.Memory()[plain.Fields[1].Addr] == 0 {
					enough++
				}
				left[i] = string(append(in.Memory()[:plain.Size:plain.Size], byte(stack[0]), byte(stack[0]>>8)))
			}
			if left[0] != left[1] || left[0] != left[2] {
				t.Fatalf("budget %d, way %d: the loops come to something else", budget, way)
			}
		}
	}
	if enough == 0 || enough == 600*5*3 {
		t.Errorf("the budget was enough %d times", enough)
	}
}

// inLoop is the number of loads of a field in the first loop of a name.
func inLoop(f *ir.Func, name string, of *ir.Field) (n int) {
	found := false
	ir.Walk(f.Body, func(s *ir.Stmt) {
		if s.Op == ir.Loop && s.Label.Name == name && !found {
			found = true
			ir.Walk(s.Body, nil, func(e *ir.Expr) {
				if e.Op == ir.Load && e.Field == of {
					n++
				}
			})
		}
	}, nil)
	return n
}
