package transform_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// TestOrder has a condition with a loop stand before one that costs nothing, in a program that counts the rounds of the
// loop: there are none where the other one fails, unless the loop writes what that reads, or leaves something in
// the position behind.
func TestOrder(t *testing.T) {
	for name, c := range map[string]struct {
		writes, leaves bool // the loop writes what is asked, or to the position
		rounds         int
	}{"apart": {rounds: 0}, "asked": {writes: true, rounds: 30}, "left behind": {leaves: true, rounds: 30}} {
		p := &ir.Program{Words: 1}
		what, rounds := p.Field("what", ir.State, ir.U8, 64), p.Field("rounds", ir.Scratch, ir.Int, 1)
		left := p.Field("left", ir.State, ir.U8, 1)
		n, loop := ir.NewLocal("n", ir.I32), &ir.Label{Name: "loop"}
		site := ir.Within("site", 0, 63)
		body := []*ir.Stmt{
			ir.When(ir.Calc(ir.Le, ir.Num(30), ir.Read(n)), ir.Leave(loop)),
			ir.Increment(n),
			ir.Write(rounds, ir.Num(0), ir.Calc(ir.Add, ir.At(rounds, ir.Num(0)), ir.Num(1))),
		}
		sum := ir.Read(n)
		for range 30 { // so that it costs something
			sum = ir.Calc(ir.Xor, ir.Calc(ir.Add, sum, ir.Read(n)), ir.Num(1))
		}
		if body = append(body, ir.When(ir.Calc(ir.Eq, sum, ir.Num(-5)), ir.Leave(loop))); c.leaves {
			body = append(body, ir.Write(left, ir.Num(0), ir.Num(1)))
		}
		slow := ir.After([]*ir.Stmt{ir.Put(n, ir.Num(0)), {Op: ir.Loop, Label: loop, Rounds: 300, Body: body}},
			ir.Calc(ir.Eq, ir.Read(n), ir.Num(30)))
		quick := ir.Calc(ir.Ne, ir.At(what, ir.Read(site)), ir.Num(0))
		if c.writes {
			quick = ir.Calc(ir.Lt, ir.At(rounds, ir.Num(0)), ir.At(what, ir.Read(site)))
		}
		f := p.Func("asked", ir.I32, site)
		f.Export = true
		f.Body = []*ir.Stmt{ir.Give(ir.All(slow, quick))}
		transform.Expand(p)
		transform.Order(p, map[*ir.Field]bool{}, map[*ir.Field]bool{})
		ir.Fold(p)
		if err := ir.Verify(p, true); err != nil {
			t.Fatal(err)
		}
		p.Layout()
		in := closure.New(p)
		in.Memory()[what.Addr+7] = 90
		for _, asked := range []uint64{5, 7} {
			clear(in.Memory()[rounds.Addr : rounds.Addr+4])
			stack := []uint64{asked}
			if err := in.Func("asked")(stack); err != nil {
				t.Fatal(err)
			}
			want := c.rounds
			if asked == 7 {
				want = 30
			}
			if went := int(in.Memory()[rounds.Addr]); (stack[0] != 0) != (asked == 7) || went != want {
				t.Errorf("%s: site %d holds %d after %d rounds, want %d", name, asked, stack[0], went, want)
			}
		}
	}
}
