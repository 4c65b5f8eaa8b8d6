package transform_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
)

// TestPlaces checks that an address that one way of two has worked out is not known where they meet, though the other
// way went through a loop, before which all that was known is forgotten.
func TestPlaces(t *testing.T) {
	if !wasm.Supported() {
		t.Skip("wazero has no compiler for this platform")
	}
	p := &ir.Program{Words: 1}
	f := p.Field("f", ir.State, ir.Int, 9)
	i, j, n := ir.Within("i", 0, 8), ir.Within("j", 0, 8), ir.NewLocal("n", ir.I32)
	loop := &ir.Label{Name: "loop"}
	sum := p.Func("sum", ir.I32, i, j)
	sum.Export = true
	sum.Body = []*ir.Stmt{
		ir.Write(f, ir.Num(3), ir.Num(7)),
		ir.Put(n, ir.At(f, ir.Read(j))),
		{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Lt, ir.Read(j), ir.Num(1))},
			Body: []*ir.Stmt{{Op: ir.Loop, Label: loop, Rounds: 1, Body: []*ir.Stmt{ir.Leave(loop)}}},
			Else: []*ir.Stmt{ir.Write(f, ir.Read(i), ir.Num(1))}},
		ir.Give(ir.Calc(ir.Add, ir.Read(n), ir.At(f, ir.Read(i)))),
	}
	p.Layout()
	stack := []uint64{3, 0}
	if err := instance(t, p).Func("sum")(stack); err != nil || stack[0] != 7 {
		t.Errorf("found %d and %v, expected 7", stack[0], err)
	}
}
