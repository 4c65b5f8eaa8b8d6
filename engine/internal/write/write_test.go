package write_test

import (
	"errors"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/write"
)

// run makes a function of what f adds, which gives a number, and returns that.
func run(t *testing.T, words int, f func(k *write.Writer)) int {
	t.Helper()
	k := write.New(&ir.Program{Words: words})
	k.Numbers = 64 * words
	k.Func("main", ir.I32, func() { f(&k) }).Export = true
	transform.Expand(k.P)
	k.P.Layout()
	if err := ir.Verify(k.P, true); err != nil {
		t.Fatal(err)
	}
	stack := []uint64{0}
	if err := closure.New(k.P).Func("main.1")(stack); err != nil {
		t.Fatal(err)
	}
	return int(int32(stack[0]))
}

// sum gives the sum of what loop hands to add.
func sum(k *write.Writer, loop func(add func(v *ir.Expr))) {
	n := k.Let("n", ir.Num(0))
	loop(func(v *ir.Expr) { k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), v))) })
	k.Add(ir.Give(ir.Read(n)))
}

func TestLoops(t *testing.T) {
	rows := [][]int32{{}, {1, 20, 300}, {-7}}
	for name, c := range map[string]struct {
		want int
		f    func(k *write.Writer, add func(v *ir.Expr))
	}{
		"each":     {0 + 3 + 70, func(k *write.Writer, add func(*ir.Expr)) { k.Each(ir.SetOf([]uint64{1 | 8, 1 << 6}), add) }},
		"rounds":   {2 + 3 + 4, func(k *write.Writer, add func(*ir.Expr)) { k.Rounds(ir.Num(2), ir.Num(5), 9, add) }},
		"at most":  {2 + 3, func(k *write.Writer, add func(*ir.Expr)) { k.Rounds(ir.Num(2), ir.Num(4), 2, add) }},
		"repeat":   {5 + 5 + 5, func(k *write.Writer, add func(*ir.Expr)) { k.Repeat(ir.Num(3), func() { add(ir.Num(5)) }) }},
		"row":      {321, func(k *write.Writer, add func(*ir.Expr)) { k.Row(k.Rows("r", rows), ir.Num(1), add) }},
		"no row":   {0, func(k *write.Writer, add func(*ir.Expr)) { k.Row(k.Rows("r", rows), ir.Num(0), add) }},
		"negative": {-7, func(k *write.Writer, add func(*ir.Expr)) { k.Row(k.Rows("r", rows), ir.Num(2), add) }},
		"first of": {21, func(k *write.Writer, add func(*ir.Expr)) { k.FirstOf(k.Rows("r", rows), ir.Num(1), ir.Num(2), add) }},
		"entry":    {300, func(k *write.Writer, add func(*ir.Expr)) { add(k.Entry(k.Rows("r", rows), ir.Num(1), ir.Num(2))) }},
		"length":   {3, func(k *write.Writer, add func(*ir.Expr)) { add(k.Length(k.Rows("r", rows), ir.Num(1))) }},
		"first or": {4, func(k *write.Writer, add func(*ir.Expr)) { add(k.FirstOr(k.Rows("r", rows), ir.Num(0), 4)) }},
		"row set": {1 + 69, func(k *write.Writer, add func(*ir.Expr)) {
			k.Each(k.RowSet(k.Rows("r", [][]int32{{5}, {69, 1}}), ir.Num(1)), add)
		}},
		"among": {64 + 65, func(k *write.Writer, add func(*ir.Expr)) {
			k.Each(k.Among(k.UpTo(66), func(site *ir.Expr) *ir.Expr { return ir.Calc(ir.Lt, ir.Num(63), site) }), add)
		}},
		"once": {3 * 7, func(k *write.Writer, add func(*ir.Expr)) {
			// What is added once comes before the loop, so that it sees the variable as it was.
			x := k.Let("x", ir.Num(7))
			k.Looping(func() {
				first := ir.NewLocal("first", ir.I32)
				k.Each(k.UpTo(3), func(*ir.Expr) {
					if k.BeforeLoop == nil {
						t.Error("no place before the loop")
					}
					k.Looping(func() {}) // the outer one goes on
					k.AddOnce(ir.Put(first, ir.Read(x)))
					k.Add(ir.Put(x, ir.Num(0)))
					add(ir.Read(first))
				})
			})
		}},
	} {
		if got := run(t, 2, func(k *write.Writer) { sum(k, func(add func(*ir.Expr)) { c.f(k, add) }) }); got != c.want {
			t.Errorf("%s: %d, expected %d", name, got, c.want)
		}
	}
}

func TestBranches(t *testing.T) {
	for _, c := range []struct{ value, want int }{{0, 20}, {1, 10}} {
		known := run(t, 1, func(k *write.Writer) { choose(k, ir.Num(c.value)) })
		found := run(t, 1, func(k *write.Writer) { choose(k, ir.Read(k.Let("c", ir.Num(c.value)))) })
		if known != c.want || found != c.want {
			t.Errorf("for %d: %d and %d, expected %d", c.value, known, found, c.want)
		}
	}
}

func choose(k *write.Writer, c *ir.Expr) {
	k.Choose(c, func() { k.Add(ir.Give(ir.Num(10))) }, func() {})
	k.If(ir.Calc(ir.Not, c), func() { k.Add(ir.Give(ir.Num(20))) })
	k.Add(ir.Give(ir.Num(0)))
}

// TestMadeOnce makes functions and tables that are the same.
func TestMadeOnce(t *testing.T) {
	k, bodies := write.New(&ir.Program{Words: 1}), 0
	for range 2 {
		k.Shared("f", ir.None, func() { bodies++ })
		k.SharedOf("g", ir.I32, []string{"a"}, func(p []*ir.Expr) { bodies++; k.Add(ir.Give(p[0])) })
	}
	if bodies != 2 || k.Known("f") == nil || k.Known("h") != nil {
		t.Errorf("%d bodies, f is %v, h is %v", bodies, k.Known("f"), k.Known("h"))
	}
	a, b := k.Rows("a", [][]int32{{1, 2}, {3}}), k.Rows("b", [][]int32{{1, 2}, {3}})
	c := k.Rows("c", [][]int32{{1}, {2, 3}})
	if a.Contents() != b.Contents() || a.Contents() == c.Contents() {
		t.Error("tables are told by their contents")
	}
	if x := k.Table("wide", ir.U8, []int64{1 << 20}); x.Elem != ir.Int {
		t.Errorf("a number of 21 bits is kept as %v", x.Elem)
	}
	made := 0
	for _, key := range []string{"x", "x", "y"} {
		k.TableOnce("t", key, ir.U8, func() []int64 { made++; return []int64{5} })
		k.RowsOnce([]string{"r"}, key, func() [][][]int32 { made++; return [][][]int32{{{5}}} })
	}
	if made != 4 {
		t.Errorf("contents are worked out %d times, expected 4", made)
	}
}

func TestRows(t *testing.T) {
	k := write.New(&ir.Program{Words: 1})
	long := make([]int32, 30)
	for i := range long {
		long[i] = int32(i)
	}
	twice := append(append([]int32{}, long...), 7)
	for _, c := range []struct {
		rows         [][]int32
		once, mutual bool
		lo, hi       int
	}{
		{[][]int32{{1}, {0}}, true, true, 0, 1},
		{[][]int32{{1}, {}}, true, false, 0, 1},
		{[][]int32{{1, 1}, {0}}, false, true, 0, 1},
		{[][]int32{long}, true, false, 0, 29},
		{[][]int32{twice}, false, false, 0, 29},
	} {
		r := k.Rows("r", c.rows)
		lo, hi := r.Range()
		mutual := len(c.rows) > 1 && r.Mutual()
		if r.Once() != c.once || mutual != c.mutual || lo != c.lo || hi != c.hi {
			t.Errorf("%v: once %v, mutual %v, from %d to %d", c.rows, r.Once(), mutual, lo, hi)
		}
	}
}

// context counts what it is told of.
type context struct{ blocks, functions, open int }

func (c *context) Enter(function bool) {
	if function {
		c.functions++
	} else {
		c.blocks++
	}
	c.open++
}

func (c *context) Leave(bool) { c.open-- }

func TestContext(t *testing.T) {
	k, c := write.New(&ir.Program{Words: 1}), &context{}
	k.Context = c
	k.Looping(func() {
		k.Func("f", ir.None, func() {
			if k.BeforeLoop != nil {
				t.Error("a function has a place before a loop")
			}
			k.If(ir.Num(0), func() { t.Error("a branch that is never taken is written") })
			k.If(ir.Read(ir.NewLocal("x", ir.I32)), func() {})
		})
	})
	if *c != (context{3, 1, 0}) {
		t.Errorf("%+v, expected the loop, a function's body and a branch", *c)
	}
}

func TestTooLarge(t *testing.T) {
	k := write.New(&ir.Program{Words: 1})
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, write.ErrTooLarge) || k.Size() <= 1<<20 {
			t.Errorf("%v after %d statements", err, k.Size())
		}
	}()
	list := make([]*ir.Stmt, 1<<10)
	for range 1 << 11 {
		k.Inside(func() { k.Add(list...) })
	}
}

func ExampleWriter() {
	k := write.New(&ir.Program{Words: 1})
	k.Numbers = 9
	near := k.Rows("near", [][]int32{{1}, {0, 2}, {1}})
	site := ir.Within("site", 0, 2)
	k.Func("neighbours", ir.I32, func() {
		n := k.Let("n", ir.Num(0))
		k.Row(near, ir.Read(site), func(v *ir.Expr) {
			k.If(ir.Calc(ir.Lt, ir.Read(site), v), func() { k.Add(ir.Increment(n)) })
		})
		k.Add(ir.Give(ir.Read(n)))
	}, site)
	if err := ir.Print(os.Stdout, k.P); err != nil {
		panic(err)
	}
	// Output:
	// words 1
	// table near.start.0 i32 4
	// table near.1 i16 4
	//
	// func neighbours.1(site.0 i32 0..2) i32
	//   var n.1 i32
	//   var i.2 i32 0..1073741824
	//   var end.3 i32 0..1073741824
	//   var v.4 i32 0..2
	//   n.1 = 0
	//   i.2 = near.start.0[site.0]
	//   end.3 = near.start.0[(add site.0 1)]
	//   loop row@0 rounds 3
	//     if (eq i.2 end.3)
	//       break row@0
	//     v.4 = near.1[i.2]
	//     i.2 = (add i.2 1)
	//     if (lt site.0 v.4)
	//       n.1 = (add n.1 1)
	//   return n.1
	//
	// contents near.start.0
	//   0 1 3 4
	//
	// contents near.1
	//   1 0 2 1
}
