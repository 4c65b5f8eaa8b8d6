package ir_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
)

// TestFractions checks that both back ends calculate with fractions as constants are folded, also beyond the numbers of
// single precision, and that what comes of it is that.
func TestFractions(t *testing.T) {
	ops := []ir.Op{ir.AddFloat, ir.SubFloat, ir.MulFloat, ir.DivFloat, ir.LessFloat, ir.EqualFloat, ir.Least, ir.Greatest,
		ir.Root, ir.Float, ir.Single, ir.Truncate}
	p := &ir.Program{Words: 1}
	calc := func(op ir.Op, a, b *ir.Expr) *ir.Expr {
		switch op {
		case ir.Root, ir.Single, ir.Truncate:
			return ir.Calc(op, a)
		case ir.Float:
			return ir.Calc(op, ir.Calc(ir.Narrow, a))
		}
		return ir.Calc(op, a, b)
	}
	for _, op := range ops {
		a, b := ir.NewLocal("a", ir.I64), ir.NewLocal("b", ir.I64)
		x := calc(op, ir.Read(a), ir.Read(b))
		f := p.Func(op.String(), x.Type, a, b)
		f.Export, f.Body = true, []*ir.Stmt{ir.Give(x)}
	}
	if err := ir.Verify(p, true); err != nil {
		t.Fatal(err)
	}
	p.Layout()
	type machine interface {
		Func(name string) func(stack []uint64) error
	}
	machines := []machine{closure.New(p)}
	if wasm.Supported() {
		code, err := wasm.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		defer code.Close()
		in, err := code.Instance(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		machines = append(machines, in)
	}
	numbers := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1.0 / 3, 2.5, -7.25, 1e38, -1e38, 3e38, 1e-45, 1e-40, -1e-42, 1e300,
		math.MaxInt32, math.MinInt32, 2147483646.5, -2147483648.5, 1 << 24, 1<<24 + 1, math.MaxFloat32, math.Inf(1), math.Inf(-1),
		math.NaN()}
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		numbers = append(numbers, math.Float64frombits(r.Uint64()), float64(math.Float32frombits(r.Uint32())), r.NormFloat64())
	}
	same := func(op ir.Op, v, w int64) bool {
		switch op {
		case ir.LessFloat, ir.EqualFloat, ir.Truncate:
			return int32(v) == int32(w)
		}
		x, y := math.Float64frombits(uint64(v)), math.Float64frombits(uint64(w))
		return v == w || math.IsNaN(x) && math.IsNaN(y)
	}
	for _, op := range ops {
		for _, a := range numbers {
			for _, b := range numbers {
				want, ok := calc(op, ir.Fraction(a), ir.Fraction(b)).Number()
				if !ok {
					t.Fatalf("%s is not folded", op)
				}
				for _, m := range machines {
					stack := []uint64{math.Float64bits(a), math.Float64bits(b)}
					if err := m.Func(op.String())(stack); err != nil {
						t.Fatal(err)
					}
					if !same(op, int64(stack[0]), want) {
						t.Fatalf("%T: (%s %v %v) is %x, folded %x", m, op, a, b, stack[0], want)
					}
				}
			}
		}
	}
}
