package transform_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// TestOccurring has a generator emit a candidate for each site of a set that is collected under a condition with a
// loop: whether there is one is found at the first of them, and is what their number says.
func TestOccurring(t *testing.T) {
	p := &ir.Program{Words: 1}
	what, asked := p.Field("what", ir.State, ir.U8, 64), p.Field("asked", ir.State, ir.Int, 1)
	set, fault := p.Sets("set", ir.Scratch, 1), p.Field("fault", ir.Scratch, ir.Int, 1)
	site, n, rounds := ir.Within("site", 0, 63), ir.NewLocal("n", ir.I32), &ir.Label{Name: "rounds"}
	cond := ir.After([]*ir.Stmt{
		ir.Write(asked, ir.Num(0), ir.Calc(ir.Add, ir.At(asked, ir.Num(0)), ir.Num(1))),
		ir.Put(n, ir.Num(0)),
		{Op: ir.Loop, Label: rounds, Rounds: 300, Body: []*ir.Stmt{
			ir.When(ir.Calc(ir.Le, ir.At(what, ir.Read(site)), ir.Read(n)), ir.Leave(rounds)),
			ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Num(2))),
		}},
	}, ir.Calc(ir.And, ir.Calc(ir.Ne, ir.Read(n), ir.At(what, ir.Read(site))), ir.Num(1)))
	odd := ir.After([]*ir.Stmt{
		{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.SetOf([]uint64{0})}},
		{Op: ir.Each, Local: site, Label: &ir.Label{Name: "each"}, Args: []*ir.Expr{ir.SetOf([]uint64{1<<40 - 1})},
			Body: []*ir.Stmt{ir.When(cond, &ir.Stmt{Op: ir.Include, Field: set, Args: []*ir.Expr{ir.Num(0), ir.Read(site)}})}},
	}, ir.SetAt(set, ir.Num(0)))
	gen := p.Func("moves", ir.None)
	gen.Body = []*ir.Stmt{{Op: ir.EmitSet, Args: []*ir.Expr{ir.Num(1), ir.Num(-1), odd, ir.Num(0)}}}
	d := transform.NewDeriver(p, fault)
	for _, f := range []*ir.Func{d.Exists(gen), d.Count(gen)} {
		f.Export = true
	}
	transform.DropGenerators(p)
	in := runnable(t, p)
	for first := range 50 {
		mem := in.Memory()
		clear(mem[p.Lo:p.Hi])
		for s := first; s < 64; s += 7 {
			mem[what.Addr+s] = 5
		}
		stack := []uint64{0}
		call := func(name string) int {
			mem[asked.Addr] = 0
			if err := in.Func(name)(stack); err != nil {
				t.Fatal(err)
			}
			return int(stack[0])
		}
		any, asked1 := call("moves.exists"), int(mem[asked.Addr])
		number, asked2 := call("moves.count"), int(mem[asked.Addr])
		if (number != 0) != (any != 0) || number != max(0, (39-first+7)/7) || asked2 != 40 || asked1 != min(first+1, 40) {
			t.Errorf("from %d: %d candidates after %d sites, one: %d after %d", first, number, asked2, any, asked1)
		}
	}
}
