package transform_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
)

// maker makes random expressions.
type maker struct {
	r      *rand.Rand
	p      *ir.Program
	a, b   *ir.Local
	bytes  *ir.Field
	sets   *ir.Field
	places int
}

func (m *maker) int(depth int) *ir.Expr {
	if depth == 0 {
		switch m.r.IntN(3) {
		case 0:
			return ir.Num(int(int32(m.r.Uint32())) >> m.r.IntN(32))
		case 1:
			return ir.Read(m.a)
		}
		return ir.Read(m.b)
	}
	sub := func() *ir.Expr { return m.int(depth - 1) }
	ops := []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr, ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Below}
	switch m.r.IntN(9) {
	case 0:
		return ir.Cond(ir.Calc(ir.Lt, sub(), sub()), sub(), sub())
	case 1:
		return ir.At(m.bytes, ir.Calc(ir.And, sub(), ir.Num(m.places-1)))
	case 2:
		return ir.Calc(ir.Narrow, ir.Calc(ir.Shr, m.long(depth-1), ir.Long(uint64(m.r.IntN(64)))))
	case 3:
		return ir.All(ir.Calc(ir.Ne, sub(), ir.Num(0)), ir.Calc(ir.Le, sub(), sub()))
	case 4:
		return ir.Any(ir.Calc(ir.Not, sub()), ir.Calc(ir.Below, sub(), sub()))
	case 5:
		return ir.Calc(ir.SetHas, m.set(depth-1), ir.Calc(ir.And, sub(), ir.Num(m.places-1)))
	case 6:
		return ir.Calc(ir.SetCount, m.set(depth-1))
	case 7:
		return ir.Calc([...]ir.Op{ir.Ones, ir.Lowest, ir.Above}[m.r.IntN(3)], m.long(depth-1))
	}
	return ir.Calc(ops[m.r.IntN(len(ops))], sub(), sub())
}

func (m *maker) long(depth int) *ir.Expr {
	if depth == 0 {
		return ir.Long(m.r.Uint64() >> m.r.IntN(64))
	}
	ops := []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr}
	if m.r.IntN(3) == 0 {
		return ir.Calc(ir.Wide, m.int(depth-1))
	}
	return ir.Calc(ops[m.r.IntN(len(ops))], m.long(depth-1), m.long(depth-1))
}

func (m *maker) set(depth int) *ir.Expr {
	if depth <= 0 || m.r.IntN(3) == 0 {
		if m.r.IntN(2) == 0 {
			return ir.SetAt(m.sets, ir.Calc(ir.And, m.int(0), ir.Num(1)))
		}
		words := make([]uint64, m.p.Words)
		for i := range words {
			words[i] = m.r.Uint64() & m.r.Uint64()
		}
		return ir.SetOf(words)
	}
	ops := []ir.Op{ir.SetAnd, ir.SetOr, ir.SetMinus}
	return ir.Calc(ops[m.r.IntN(len(ops))], m.set(depth-1), m.set(depth-1))
}

// sumOf is a program with one function that changes its sets, goes through one and
// adds up what it finds.
func sumOf(r *rand.Rand, words int) *ir.Program {
	p := &ir.Program{Words: words}
	m := &maker{r: r, p: p, a: ir.NewLocal("a", ir.I32), b: ir.NewLocal("b", ir.I32), places: 64 * words}
	for m.places&(m.places-1) != 0 {
		m.places--
	}
	m.bytes, m.sets = p.Field("bytes", ir.State, ir.U8, 64*words), p.Sets("sets", ir.State, 2)
	f := p.Func("sum", ir.I32, m.a, m.b)
	f.Export = true
	n, site := ir.NewLocal("n", ir.I32), ir.Within("site", 0, 64*words-1)
	end := &ir.Label{Name: "each"}
	place := func() *ir.Expr { return ir.Calc(ir.And, m.int(2), ir.Num(m.places-1)) }
	f.Body = []*ir.Stmt{
		ir.Put(n, m.int(3)),
		ir.Write(m.bytes, place(), m.int(2)),
		{Op: ir.Include, Field: m.sets, Args: []*ir.Expr{ir.Num(0), place()}},
		{Op: ir.SetStore, Field: m.sets, Args: []*ir.Expr{ir.Num(1), m.set(3)}},
		{Op: ir.Each, Local: site, Label: end, Args: []*ir.Expr{m.set(2)}, Body: []*ir.Stmt{
			ir.Put(n, ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Read(n), ir.Num(31)), ir.Read(site))),
			{Op: ir.Exclude, Field: m.sets, Args: []*ir.Expr{ir.Num(1), ir.Read(site)}},
			ir.When(ir.Calc(ir.Lt, ir.Read(n), m.int(1)), ir.Leave(end)),
		}},
		ir.Give(ir.Calc(ir.Xor, ir.Read(n), m.int(3))),
	}
	return p
}

// TestBackEndsAgree runs random programs as closures and as WebAssembly, simplified, with expressions evaluated once,
// and not: the same results and the same memory.
func TestBackEndsAgree(t *testing.T) {
	if !wasm.Supported() {
		t.Skip("wazero has no compiler for this platform: there is one back end")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 150 {
		words := 1 + i%5
		seed := r.Uint64()
		type run func(stack []uint64) error
		var sums []run
		var mems [][]byte
		var first *ir.Program
		for _, passes := range [][]func(*ir.Program){nil, {ir.Fold}, {transform.Common}, {ir.Fold, transform.Common}} {
			p := sumOf(rand.New(rand.NewPCG(seed, 3)), words)
			if err := ir.Verify(p, false); err != nil {
				t.Fatal(err)
			}
			transform.Expand(p)
			for _, pass := range passes {
				pass(p)
			}
			if err := ir.Verify(p, true); err != nil {
				t.Fatal(err)
			}
			p.Layout()
			in := instance(t, p)
			slow := closure.New(p)
			sums = append(sums, in.Func("sum"), slow.Func("sum"))
			mems = append(mems, in.Memory()[p.Lo:p.Hi], slow.Memory()[p.Lo:p.Hi])
			first = p
		}
		for range 20 {
			a, b := r.Uint32()>>r.IntN(32), r.Uint32()>>r.IntN(32)
			var want uint64
			for k, sum := range sums {
				stack := []uint64{uint64(a), uint64(b)}
				if err := sum(stack); err != nil {
					t.Fatal(err)
				}
				got := uint64(uint32(stack[0]))
				if k == 0 {
					want = got
				}
				if got != want || string(mems[k]) != string(mems[0]) {
					text := &strings.Builder{}
					_ = ir.Print(text, first)
					t.Fatalf("program %d of %d words, run %d: %d and %d\n%s", i, words, k, got, want, text)
				}
			}
		}
	}
}

// TestVerify checks that programs that mean nothing are refused.
// TestPrint checks the text form.
// printed is the text form of a program.
func printed(t *testing.T, p *ir.Program) string {
	t.Helper()
	b := &strings.Builder{}
	if err := ir.Print(b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestStrip checks that state that nothing reads goes, with what only led to it.
func TestStrip(t *testing.T) {
	p := &ir.Program{Words: 1}
	kept, led, gone := p.Field("kept", ir.State, ir.Int, 1), p.Field("led", ir.State, ir.Int, 1), p.Field("gone",
		ir.State, ir.Int, 1)
	p.Func("f", ir.None).Body = []*ir.Stmt{
		ir.Write(led, ir.Num(0), ir.Num(7)),
		ir.Write(gone, ir.Num(0), ir.At(led, ir.Num(0))),
		ir.Write(kept, ir.Num(0), ir.Num(3)),
	}
	transform.Strip(p, kept)
	p.Layout()
	b := &strings.Builder{}
	_ = ir.Print(b, p)
	if text := b.String(); strings.Contains(text, "led[0]") || strings.Contains(text, "gone[0]") ||
		!strings.Contains(text, "kept[0] = 3") {
		t.Errorf("left is\n%s", text)
	}
	in := closure.New(p)
	if err := in.Func("f")(nil); err != nil || binary.LittleEndian.Uint32(in.Memory()[kept.Addr:]) != 3 {
		t.Errorf("the field that is read from outside is wrong: %v", err)
	}
}

// TestMeter checks that a loop without known rounds ends when the budget is used up,
// that loops which may cost too much do so only within it, and that a program whose
// moves may cost too much without loops is refused.
func TestMeter(t *testing.T) {
	program := func(rounds, inner int) (*ir.Program, *ir.Field, error) {
		p := &ir.Program{Words: 1}
		fuel, fault := p.Field("fuel", ir.Scratch, ir.Int, 1), p.Field("fault", ir.Scratch, ir.Int, 1)
		loop, in, n := &ir.Label{Name: "loop"}, &ir.Label{Name: "in"}, ir.NewLocal("n", ir.I32)
		f := p.Func("f", ir.I32)
		f.Body = []*ir.Stmt{
			ir.Put(n, ir.Num(0)),
			{Op: ir.Loop, Label: loop, Rounds: rounds, Body: []*ir.Stmt{
				ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Num(1))),
				{Op: ir.Loop, Label: in, Rounds: inner, Body: []*ir.Stmt{ir.Leave(in)}},
			}},
			ir.Give(ir.Read(n)),
		}
		f.Body[0] = ir.Put(n, ir.Num(0))
		return p, fault, transform.Meter(p, fuel, fault, f)
	}
	p, fault, err := program(0, 2)
	if err != nil {
		t.Fatal(err)
	}
	p.Layout()
	in := closure.New(p)
	fuel := p.Fields[0]
	binary.LittleEndian.PutUint32(in.Memory()[fuel.Addr:], 1000)
	stack := []uint64{0}
	if err := in.Func("f")(stack); err != nil || stack[0] == 0 || stack[0] > 1000 {
		t.Errorf("the loop ended after %d rounds, %v", stack[0], err)
	}
	if in.Memory()[fault.Addr] != 1 {
		t.Error("nothing says that the budget was used up")
	}
	// The inner loop is left at once; the outer one never.
	if p, fault, err = program(1<<30, 1<<8); err != nil {
		t.Fatal(err)
	}
	p.Layout()
	in = closure.New(p)
	binary.LittleEndian.PutUint32(in.Memory()[p.Fields[0].Addr:], 1<<16)
	if err := in.Func("f")(stack); err != nil || stack[0] == 0 || stack[0] > 1<<10 || in.Memory()[fault.Addr] != 1 {
		t.Errorf("the loop ended after %d rounds, %v", stack[0], err)
	}
	// Code that is long without loops pays for its calls, but for those from outside.
	doubled := func(export bool) (*ir.Program, *ir.Func, error) {
		p := &ir.Program{Words: 1}
		fuel, fault = p.Field("fuel", ir.Scratch, ir.Int, 1), p.Field("fault", ir.Scratch, ir.Int, 1)
		last := p.Func("last", ir.None)
		for i := range 30 {
			f := p.Func(fmt.Sprintf("twice.%d", i), ir.None)
			f.Export = export || i == 29
			call := &ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(last)}}
			f.Body = []*ir.Stmt{call, call}
			last = f
		}
		return p, last, transform.Meter(p, fuel, fault, last)
	}
	if _, _, err := doubled(true); err == nil {
		t.Error("a program is accepted whose moves may take 2³⁰ steps")
	}
	p, last, err := doubled(false)
	if err != nil {
		t.Fatal(err)
	}
	p.Layout()
	in = closure.New(p)
	binary.LittleEndian.PutUint32(in.Memory()[fuel.Addr:], 1<<16)
	if err := in.Func(last.Name)(stack); err != nil || in.Memory()[fault.Addr] != 1 {
		t.Errorf("2³⁰ steps are done with a budget of 2¹⁶: %v", err)
	}
}

// TestMeterRecursive checks that a function which calls itself is refused unless it is said to, and
// then pays for each call. It is read back from its text.
func TestMeterRecursive(t *testing.T) {
	const text = `words 1
scratch fuel i32 1
scratch fault i32 1

func down(n.0 i32) i32%s
  if (not n.0)
    return 0
  return (add (call down (sub n.0 1)) 1)

func f(n.0 i32) i32 export
  return (call down n.0)
`
	for _, word := range []string{"", " recursive"} {
		p, err := ir.Parse(strings.NewReader(fmt.Sprintf(text, word)))
		if err != nil {
			t.Fatal(err)
		}
		var again strings.Builder
		if err := ir.Print(&again, p); err != nil || !strings.Contains(again.String(), "i32"+word+"\n  if") {
			t.Errorf("%v\n%s", err, &again)
		}
		fuel, fault := p.Fields[0], p.Fields[1]
		if err := transform.Meter(p, fuel, fault, p.Lookup("f")); (err == nil) != (word != "") {
			t.Errorf("%q: %v", word, err)
		}
		if word == "" {
			continue
		}
		p.Layout()
		in := instance(t, p)
		for n, spoilt := range map[uint64]byte{20: 0, 2000: 1} {
			binary.LittleEndian.PutUint32(in.Memory()[fuel.Addr:], 1000)
			in.Memory()[fault.Addr] = 0
			stack := []uint64{n}
			if err := in.Func("f")(stack); err != nil || in.Memory()[fault.Addr] != spoilt || spoilt == 0 && stack[0] != n {
				t.Errorf("%d calls: %d, %v, fault %d", n, stack[0], err, in.Memory()[fault.Addr])
			}
		}
	}
}

// instance compiles a program that has been laid out, for the time of a test.
func instance(t *testing.T, p *ir.Program) *wasm.Instance {
	t.Helper()
	m, err := wasm.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	in, err := m.Instance(nil)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestParse checks that random programs are read from their text form as they were.
func TestParse(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 60 {
		p := sumOf(r, 1+i%5)
		text := printed(t, p)
		q, err := ir.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := printed(t, q); again != text {
			t.Fatalf("read as\n%s\nexpected\n%s", again, text)
		}
		a, b := r.Uint64(), r.Uint64()
		var results []uint64
		for _, x := range []*ir.Program{p, q} {
			transform.Expand(x)
			x.Layout()
			stack := []uint64{a & 0xff, b & 0xff}
			if err := closure.New(x).Func("sum")(stack); err != nil {
				t.Fatal(err)
			}
			results = append(results, stack[0])
		}
		if results[0] != results[1] {
			t.Fatalf("the program read comes to %d, not %d\n%s", results[1], results[0], text)
		}
	}
}
