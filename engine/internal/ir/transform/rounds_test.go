package transform_test

import (
	"math/rand/v2"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
)

// playing is a program whose playout has two players move as a script says, which may name one of them again, or nobody.
// A move after which a mark is odd ends the play by a call, and is told by another one where it is 4 or more.
type playing struct {
	p                    *ir.Program
	f                    *ir.Func
	mover, script, marks *ir.Field
	told                 *ir.Field
}

func newPlaying() *playing {
	g := &playing{p: &ir.Program{Words: 1}}
	g.mover, g.script = g.p.Field("mover", ir.State, ir.Int, 1), g.p.Field("script", ir.Scratch, ir.U8, 64)
	g.marks = g.p.Field("marks", ir.Scratch, ir.U8, 64)
	g.told = g.p.Field("told", ir.State, ir.Int, 2)
	over := g.p.Field("over", ir.State, ir.Int, 1)
	note := func(n *ir.Expr) *ir.Stmt {
		return ir.Write(g.told, ir.Num(0), ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.At(g.told, ir.Num(0)), ir.Num(7)), n))
	}
	end := g.p.Func("end", ir.None)
	end.Body = []*ir.Stmt{ir.Write(over, ir.Num(0), ir.Num(1)), note(ir.Num(5))}
	tell := g.p.Func("tell", ir.I32, ir.NewLocal("n", ir.I32))
	tell.Body = []*ir.Stmt{note(ir.Num(6)), ir.Give(ir.Calc(ir.And, ir.Read(tell.Params[0]), ir.Num(1)))}

	limit, plies := ir.Within("limit", 0, 64), ir.Within("plies", 0, 63)
	g.f = g.p.Func("playout", ir.I32, limit)
	g.f.Export = true
	loop, scope := &ir.Label{Name: "plies"}, &ir.Label{Name: "random"}
	move := func(p int) *ir.Stmt {
		mark, odd, turned := ir.Within("mark", 0, 255), ir.Within("odd", 0, 255), &ir.Label{Name: "turned"}
		return ir.When(ir.Calc(ir.Eq, ir.At(g.mover, ir.Num(0)), ir.Num(p)), note(ir.Num(p)),
			&ir.Stmt{Op: ir.Scope, Label: turned, Body: []*ir.Stmt{
				ir.Put(mark, ir.At(g.marks, ir.Read(plies))),
				ir.When(ir.After([]*ir.Stmt{ir.Put(odd, ir.Calc(ir.And, ir.Read(mark), ir.Num(1))),
					ir.When(ir.Calc(ir.Le, ir.Num(4), ir.Read(mark)), ir.Put(odd, ir.Invoke(tell, ir.Read(mark))))}, ir.Read(odd)),
					&ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(end)}}),
				ir.When(ir.At(over, ir.Num(0)), ir.Leave(turned)),
				note(ir.Num(3)),
				ir.Write(g.mover, ir.Num(0), ir.At(g.script, ir.Read(plies))),
			}}, ir.Leave(scope))
	}
	g.f.Body = []*ir.Stmt{ir.Put(plies, ir.Num(0)), {Op: ir.Loop, Label: loop, Rounds: -1, Body: []*ir.Stmt{
		ir.When(ir.Any(ir.At(over, ir.Num(0)), ir.Calc(ir.Le, ir.Read(limit), ir.Read(plies))), ir.Leave(loop)),
		{Op: ir.Scope, Label: scope, Body: []*ir.Stmt{move(1), move(2)}},
		ir.Increment(plies),
	}}, ir.Give(ir.Read(plies))}
	return g
}

// TestRounds plays by scripts as they are, and with the players one after the other and what follows calls written
// twice, by both back ends.
func TestRounds(t *testing.T) {
	was, now := newPlaying(), newPlaying()
	transform.Rounds(now.f)
	ir.Walk(now.f.Body, func(s *ir.Stmt) {
		if s.Op == ir.Scope && s.Label.Name == "random" {
			t.Error("the players do not move one after the other")
		}
	}, nil)
	transform.Forward(now.p)
	if !transform.Tails(now.f) {
		t.Error("nothing follows a call")
	}
	transform.Forward(now.p)
	for _, g := range [...]*playing{was, now} {
		ir.Fold(g.p)
		if err := ir.Verify(g.p, true); err != nil {
			t.Fatal(err)
		}
		g.p.Layout()
	}
	if !wasm.Supported() {
		t.Skip("no machine code here")
	}
	machine := instance(t, now.p)
	r := rand.New(rand.NewPCG(1, 2))
	lengths := map[uint64]bool{}
	for range 3000 {
		var script, marks [64]byte
		for i := range script {
			script[i], marks[i] = byte(1+i%2), byte(2*r.IntN(2))
			if r.IntN(6) == 0 {
				script[i] = byte(r.IntN(4))
			}
			if r.IntN(6) == 0 {
				marks[i] = byte(r.IntN(8))
			}
		}
		first, limit := byte(1+r.IntN(2)), uint64(r.IntN(60))
		play := func(g *playing, memory []byte, run func([]uint64) error) (plies uint64, told string) {
			clear(memory[:g.p.Size])
			memory[g.mover.Addr] = first
			copy(memory[g.script.Addr:], script[:])
			copy(memory[g.marks.Addr:], marks[:])
			stack := []uint64{limit}
			if err := run(stack); err != nil {
				t.Fatal(err)
			}
			return uint64(uint32(stack[0])), string(memory[g.told.Addr : g.told.Addr+4])
		}
		in := closure.New(was.p)
		plies, told := play(was, in.Memory(), in.Func("playout"))
		out := closure.New(now.p)
		n, x := play(now, out.Memory(), out.Func("playout"))
		m, y := play(now, machine.Memory(), machine.Func("playout"))
		if n != plies || x != told || m != plies || y != told {
			t.Fatalf("%d plies and %x, by closures %d and %x, by code %d and %x", plies, told, n, x, m, y)
		}
		lengths[plies] = true
	}
	if len(lengths) < 30 {
		t.Errorf("plays of %d lengths", len(lengths))
	}
}
