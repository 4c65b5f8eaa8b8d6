package transform_test

import (
	"math/bits"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// TestTabulate has sites of a set above a site collected and counted by a loop. The loop is gone afterwards, where the
// set is a table, and stays where it is part of the position; what is counted is the same.
func TestTabulate(t *testing.T) {
	for _, kind := range []ir.Kind{ir.Table, ir.State} {
		p := &ir.Program{Words: 2}
		all := []uint64{0x123456789abcdef1, 0xfedcba987}
		field := p.Sets("sites", kind, 1)
		if kind == ir.Table {
			field.Init = []int64{int64(all[0]), int64(all[1])}
		}
		set, site, s := p.Sets("set", ir.Scratch, 1), ir.Within("site", -1, 99), ir.Within("s", 0, 127)
		above := ir.After([]*ir.Stmt{
			{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.SetOf([]uint64{0, 0})}},
			{Op: ir.Each, Local: s, Label: &ir.Label{Name: "each"}, Args: []*ir.Expr{ir.SetAt(field, ir.Num(0))},
				Body: []*ir.Stmt{ir.When(ir.Calc(ir.Lt, ir.Read(site), ir.Read(s)),
					&ir.Stmt{Op: ir.Include, Field: set, Args: []*ir.Expr{ir.Num(0), ir.Read(s)}})}},
		}, ir.SetAt(set, ir.Num(0)))
		f := p.Func("above", ir.I32, site)
		f.Export = true
		f.Body = []*ir.Stmt{ir.Give(ir.Calc(ir.SetCount, above))}
		transform.Tabulate(p, nil)
		loops := loopsIn(f)
		if (loops == 0) != (kind == ir.Table) {
			t.Errorf("%v: %d loops are left", kind, loops)
		}
		in := runnable(t, p)
		for k, w := range all {
			for i := range 8 {
				in.Memory()[field.Addr+8*k+i] = byte(w >> (8 * i))
			}
		}
		for at := -1; at < 100; at++ {
			want := 0
			for x := at + 1; x < 128; x++ {
				want += bits.OnesCount64(all[x>>6] & (1 << (x & 63)))
			}
			stack := []uint64{uint64(uint32(int32(at)))}
			if err := in.Func("above")(stack); err != nil || int(stack[0]) != want {
				t.Fatalf("%v: %d sites above %d, want %d (%v)", kind, stack[0], at, want, err)
			}
		}
	}
}

// TestTabulateKeepsVariables checks that a variable keeps the set that it was given when a site joins the set where it
// came from.
func TestTabulateKeepsVariables(t *testing.T) {
	p := &ir.Program{Words: 1}
	set := p.Sets("set", ir.Scratch, 1)
	before := ir.NewLocal("before", ir.Set)
	size := ir.After([]*ir.Stmt{
		{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.SetOf([]uint64{1})}},
		ir.Put(before, ir.SetAt(set, ir.Num(0))),
		{Op: ir.Include, Field: set, Args: []*ir.Expr{ir.Num(0), ir.Num(5)}},
		{Op: ir.Each, Local: ir.Within("s", 0, 63), Label: &ir.Label{Name: "each"}, Args: []*ir.Expr{ir.Read(before)}},
	}, ir.Calc(ir.SetCount, ir.Read(before)))
	f := p.Func("one", ir.I32)
	f.Export = true
	f.Body = []*ir.Stmt{ir.Give(size)}
	transform.Tabulate(p, nil)
	if n, ok := f.Body[0].Args[0].Number(); !ok || n != 1 {
		t.Errorf("%v: the set has %d sites (a number: %v), want 1", f.Body[0].Args[0].Op, n, ok)
	}
}

// TestTabulatePairs has numbers from one to another added by a loop, where the second is found to be small. The loop is
// a table of both afterwards, and stays where some pairs give the play up.
func TestTabulatePairs(t *testing.T) {
	for _, faulty := range []bool{false, true} {
		p := &ir.Program{Words: 1}
		fault := p.Field("fault", ir.Scratch, ir.Int, 1)
		a, b := ir.Within("a", 0, 9), ir.NewLocal("b", ir.I32)
		i, sum, loop := ir.Within("i", 0, 100), ir.Within("sum", 0, 1000), &ir.Label{Name: "from"}
		body := []*ir.Stmt{ir.Put(i, ir.Read(a)), ir.Put(sum, ir.Num(0)), {Op: ir.Loop, Label: loop, Rounds: 20,
			Body: []*ir.Stmt{
				ir.When(ir.Calc(ir.Lt, ir.Read(b), ir.Read(i)), ir.Leave(loop)),
				ir.Put(sum, ir.Calc(ir.Add, ir.Read(sum), ir.Read(i))), ir.Increment(i),
			}}}
		if faulty {
			body = append(body, ir.When(ir.Calc(ir.Lt, ir.Num(40), ir.Read(sum)), ir.Write(fault, ir.Num(0), ir.Num(1))))
		}
		f := p.Func("sum", ir.I32, a, b)
		f.Export = true
		f.Body = []*ir.Stmt{ir.When(ir.Calc(ir.Below, ir.Read(b), ir.Num(12)), ir.Give(ir.After(body, ir.Read(sum)))),
			ir.Give(ir.Num(-1))}
		transform.Tabulate(p, fault)
		loops := loopsIn(f)
		if (loops > 0) != faulty {
			t.Errorf("faulty %v: %d loops are left", faulty, loops)
		}
		in := runnable(t, p)
		for from := range 10 {
			for to := -2; to < 15; to++ {
				want := -1
				if to >= 0 && to < 12 {
					want = 0
					for x := from; x <= to; x++ {
						want += x
					}
				}
				stack := []uint64{uint64(from), uint64(uint32(int32(to)))}
				if err := in.Func("sum")(stack); err != nil || int(int32(stack[0])) != want {
					t.Fatalf("from %d to %d: %d, want %d (%v)", from, to, int32(stack[0]), want, err)
				}
			}
		}
	}
}

// loopsIn is the number of loops in a function.
func loopsIn(f *ir.Func) (n int) {
	ir.Walk(f.Body, func(s *ir.Stmt) {
		if s.Op == ir.Each || s.Op == ir.Loop {
			n++
		}
	}, nil)
	return n
}

// runnable takes the steps from a program with sets to one that is run.
func runnable(t *testing.T, p *ir.Program) *closure.Instance {
	t.Helper()
	transform.Expand(p)
	ir.Fold(p)
	if err := ir.Verify(p, true); err != nil {
		t.Fatal(err)
	}
	p.Layout()
	return closure.New(p)
}
