package transform_test

import (
	"math/rand/v2"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
)

// TestCompareAll checks the sets of the sites whose element is a number, or less than one, against elements looked at
// one by one: of all sizes, in fields of all lengths, on both back ends.
func TestCompareAll(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for i := range 60 {
		words, elem := 1+i%5, ir.Elem(i/5%3)
		p := &ir.Program{Words: words}
		p.Field("before", ir.State, ir.U8, r.IntN(40))
		f := p.Field("numbers", ir.State, elem, 1+r.IntN(64*words))
		out := p.Field("out", ir.State, ir.U8, 64*words)
		p.Field("after", ir.State, ir.U8, r.IntN(40))
		limits := [][2]int{ir.U8: {0, 255}, ir.I16: {-1 << 15, 1<<15 - 1}, ir.Int: {-1 << 31, 1<<31 - 1}}[elem]
		v := ir.Within("v", limits[0], limits[1])
		fn := p.Func("compare", ir.I32, v)
		fn.Export = true
		note := func(set *ir.Expr, bit int) *ir.Stmt {
			site := ir.Within("site", 0, 64*words-1)
			return &ir.Stmt{Op: ir.Each, Local: site, Args: []*ir.Expr{set}, Body: []*ir.Stmt{
				ir.Write(out, ir.Read(site), ir.Calc(ir.Or, ir.At(out, ir.Read(site)), ir.Num(bit)))}}
		}
		equal, less := ir.SitesEqual(f, ir.Read(v)), ir.SitesLess(f, ir.Read(v))
		fn.Body = []*ir.Stmt{note(equal, 1), note(less, 2), note(ir.SitesEqual(f, ir.Num(7)), 4),
			note(ir.Calc(ir.SetMinus, ir.SitesLess(f, ir.Num(100)), ir.SitesEqual(f, ir.Num(7))), 8),
			ir.Give(ir.Calc(ir.SetCount, ir.Calc(ir.SetOr, equal, less)))}
		if err := ir.Verify(p, false); err != nil {
			t.Fatal(err)
		}
		transform.Expand(p)
		ir.Fold(p)
		if err := ir.Verify(p, true); err != nil {
			t.Fatal(err)
		}
		p.Layout()
		slow := closure.New(p)
		runs, mems := []func([]uint64) error{slow.Func("compare")}, [][]byte{slow.Memory()}
		if wasm.Supported() {
			in := instance(t, p)
			runs, mems = append(runs, in.Func("compare")), append(mems, in.Memory())
		}
		for range 20 {
			numbers := make([]int, f.Len)
			for s := range numbers {
				numbers[s] = min(max(r.IntN(200)-20, limits[0]), limits[1])
				if r.IntN(3) == 0 {
					numbers[s] = limits[0] + int(r.Uint32())%(limits[1]-limits[0]+1)
				}
			}
			x := numbers[r.IntN(len(numbers))]
			for k, run := range runs {
				for i := range mems[k][:p.Hi] {
					mems[k][i] = byte(r.Uint32()) // what is beside the numbers must not matter
				}
				for s, n := range numbers {
					for b := range elem.Size() {
						mems[k][f.Addr+s*elem.Size()+b] = byte(n >> (8 * b))
					}
				}
				clear(mems[k][out.Addr : out.Addr+out.Len])
				stack := []uint64{uint64(uint32(x))}
				if err := run(stack); err != nil {
					t.Fatal(err)
				}
				count := 0
				for s := range out.Len {
					want := byte(0)
					if s < len(numbers) {
						n := numbers[s]
						is := func(c bool, bit byte) byte {
							if c {
								return bit
							}
							return 0
						}
						want = is(n == x, 1) | is(n < x, 2) | is(n == 7, 4) | is(n < 100 && n != 7, 8)
						count += int(is(n <= x, 1))
					}
					if got := mems[k][out.Addr+s]; got != want {
						t.Fatalf("back end %d, elements of %d bytes, %d words, site %d of %v with %d: %d, expected %d", k, elem.Size(),
							words, s, numbers, x, got, want)
					}
				}
				if uint64(uint32(stack[0])) != uint64(count) {
					t.Fatalf("back end %d, elements of %d bytes: %d are counted, expected %d", k, elem.Size(), stack[0], count)
				}
			}
		}
	}
}

// TestEqualsFrom checks which of 16 elements from one on are a number against elements looked at one by one, on both
// back ends.
func TestEqualsFrom(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	for range 20 {
		p := &ir.Program{Words: 1}
		p.Field("before", ir.State, ir.U8, r.IntN(40))
		f := p.Field("numbers", ir.State, ir.U8, 1+r.IntN(100))
		p.Field("after", ir.State, ir.U8, r.IntN(40))
		v, first := ir.Within("v", 0, 255), ir.Within("first", -16, f.Len)
		fn := p.Func("compare", ir.I64, v, first)
		fn.Export = true
		fn.Body = []*ir.Stmt{ir.Give(ir.EqualsFrom(f, ir.Read(v), ir.Read(first)))}
		if err := ir.Verify(p, true); err != nil {
			t.Fatal(err)
		}
		p.Layout()
		slow := closure.New(p)
		runs, mems := []func([]uint64) error{slow.Func("compare")}, [][]byte{slow.Memory()}
		if wasm.Supported() {
			in := instance(t, p)
			runs, mems = append(runs, in.Func("compare")), append(mems, in.Memory())
		}
		for range 50 {
			x, from, seed := r.IntN(4), r.IntN(f.Len+17)-16, r.Uint64()
			for k, run := range runs {
				fill := rand.New(rand.NewPCG(seed, 0))
				numbers := mems[k][:p.Hi]
				for i := range numbers {
					numbers[i] = byte(fill.IntN(4))
				}
				stack := []uint64{uint64(x), uint64(uint32(from))}
				if err := run(stack); err != nil {
					t.Fatal(err)
				}
				if stack[0]>>16 != 0 {
					t.Fatalf("back end %d: %#x has more than 16 bits", k, stack[0])
				}
				for i := max(0, -from); i < min(16, f.Len-from); i++ {
					if got, want := stack[0]>>i&1 != 0, int(numbers[f.Addr+from+i]) == x; got != want {
						t.Fatalf("back end %d, element %d+%d of %d: %v, expected %v", k, from, i, f.Len, got, want)
					}
				}
			}
		}
	}
}
