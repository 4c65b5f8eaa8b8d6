package transform_test

import (
	"math/rand/v2"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
)

// trying is a program whose functions try others inside each other, and keep what was tried or go back. The last
// tries for as many rounds as it is told. Each calls a function behind what it tries.
func trying(r *rand.Rand) *ir.Program {
	p := &ir.Program{Words: 2}
	p.Field("fault", ir.Scratch, ir.Int, 1)
	fields := []*ir.Field{p.Field("one", ir.State, ir.Int, 1), p.Field("wide", ir.State, ir.I16, 2000),
		p.Field("few", ir.State, ir.U8, 30), p.Field("words", ir.State, ir.Word, 300), p.Sets("sets", ir.State, 3)}
	store := func(by *ir.Expr) *ir.Stmt {
		f := fields[r.IntN(len(fields))]
		at := ir.Calc(ir.Rem, ir.Calc(ir.And, ir.Calc(ir.Add, by, ir.Num(r.IntN(999))), ir.Num(1<<20-1)), ir.Num(f.Len))
		v := ir.Calc(ir.Add, ir.Calc(ir.Mul, by, ir.Num(7)), ir.At(fields[2], ir.Num(r.IntN(30))))
		if f.Elem == ir.Word {
			v = ir.Calc(ir.Wide, v)
		}
		return ir.Write(f, at, v)
	}
	var last *ir.Func
	for depth := range 4 {
		a, i, ok, loop := ir.NewLocal("a", ir.I32), ir.NewLocal("i", ir.I32), ir.NewLocal("ok", ir.I32), &ir.Label{Name: "l"}
		kept := p.Snapshot("kept" + string(rune('0'+depth)))
		body := []*ir.Stmt{store(ir.Read(i)), store(ir.Read(a))}
		if last != nil {
			body = append(body, ir.Put(ok, ir.Invoke(last, ir.Calc(ir.Add, ir.Read(a), ir.Read(i)))))
		}
		inside := append([]*ir.Stmt{ir.When(ir.Calc(ir.Le, ir.Num(4+depth), ir.Read(i)), ir.Leave(loop)),
			ir.Increment(i), {Op: ir.Save, Field: kept}}, body...)
		inside = append(inside, ir.When(ir.Calc(ir.And, ir.Calc(ir.Xor, ir.Read(i), ir.Read(a)), ir.Num(1)),
			&ir.Stmt{Op: ir.Restore, Field: kept}), store(ir.Read(ok)))
		by := ir.NewLocal("by", ir.I32)
		behind := p.Func("behind"+string(rune('0'+depth)), ir.None, by)
		behind.Body = []*ir.Stmt{store(ir.Read(by)), store(ir.Read(by))}
		f := p.Func("try"+string(rune('0'+depth)), ir.I32, a)
		f.Export = true
		f.Body = []*ir.Stmt{ir.Put(i, ir.Num(0)), ir.Put(ok, ir.Num(0)),
			{Op: ir.Loop, Label: loop, Body: inside, Rounds: 10},
			{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(behind, ir.Read(a))}}, ir.Give(ir.At(fields[0], ir.Num(0)))}
		last = f
	}
	p.Layout()
	return p
}

// TestUndo tries functions inside each other at random, with copies of whole positions and with what is tried taken
// back, by both back ends: the same positions.
func TestUndo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 60 {
		seed := r.Uint64()
		plain, spare := trying(rand.New(rand.NewPCG(seed, 1))), trying(rand.New(rand.NewPCG(seed, 1)))
		transform.Undo(spare, spare.Fields[0])
		for _, p := range []*ir.Program{plain, spare} {
			if err := ir.Verify(p, true); err != nil {
				t.Fatal(err)
			}
		}
		whole, list := closure.New(plain), []runner{closure.New(spare)}
		if wasm.Supported() {
			list = append(list, instance(t, spare))
		}
		for k := range 6 {
			arg := uint64(r.Uint32())
			if err := whole.Func("try3")([]uint64{arg}); err != nil {
				t.Fatal(err)
			}
			for _, x := range list {
				if err := x.Func("try3")([]uint64{arg}); err != nil {
					t.Fatal(err)
				}
				if string(x.Memory()[spare.Lo:spare.Mid]) != string(whole.Memory()[plain.Lo:plain.Mid]) {
					t.Fatalf("program %d, call %d, %T: another position", i, k, x)
				}
			}
		}
	}
}

// runner is what both back ends do.
type runner interface {
	Memory() []byte
	Func(name string) func([]uint64) error
}
