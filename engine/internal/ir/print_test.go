package ir_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
)

func TestVerify(t *testing.T) {
	x, w := ir.NewLocal("x", ir.I32), ir.NewLocal("w", ir.I64)
	table := &ir.Field{Name: "t", Kind: ir.Table, Elem: ir.U8, Len: 1}
	stray := &ir.Field{Name: "s", Elem: ir.U8, Len: 1}
	for want, body := range map[string][]*ir.Stmt{
		"operand 0 of assign is i64, not i32":    {ir.Put(x, ir.Read(w)), ir.Give(ir.Num(1))},
		"its end is reached without a result":    {ir.Put(x, ir.Num(1))},
		"break leaves nothing that is around it": {ir.Leave(&ir.Label{Name: "l"}), ir.Give(ir.Num(1))},
		"table t is written":                     {ir.Write(table, ir.Num(0), ir.Num(1)), ir.Give(ir.Num(1))},
		"a field is not in the program":          {ir.Write(stray, ir.Num(0), ir.Num(1)), ir.Give(ir.Num(1))},
		"operand 1 of add is i64, not i32": {ir.Give(&ir.Expr{Op: ir.Add, Type: ir.I32,
			Args: []*ir.Expr{ir.Num(1), ir.Long(1)}})},
		"operand 0 of return is i64, not i32":        {ir.Give(ir.Read(w))},
		"a function that is called is not in the pr": {ir.Give(ir.Invoke(&ir.Func{Name: "f", Result: ir.I32}))},
	} {
		p := &ir.Program{Words: 1, Fields: []*ir.Field{table}}
		p.Func("f", ir.I32, x, w).Body = body
		if err := ir.Verify(p, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %q", err, want)
		}
	}
}

func TestPrint(t *testing.T) {
	p := &ir.Program{Words: 1}
	what, at := p.Field("what", ir.State, ir.U8, 9), p.Sets("at", ir.State, 2)
	n, site := ir.NewLocal("n", ir.I32), ir.Within("site", 0, 8)
	p.Func("f", ir.I32, n).Body = []*ir.Stmt{
		{Op: ir.Each, Local: site, Label: &ir.Label{Name: "each"}, Args: []*ir.Expr{ir.SetAt(at, ir.Num(1))},
			Body: []*ir.Stmt{
				{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Lt, ir.At(what, ir.Read(site)), ir.Read(n))},
					Body: []*ir.Stmt{ir.Write(what, ir.Read(site), ir.Num(0))}, Else: []*ir.Stmt{ir.Give(ir.Read(site))}},
			}},
		ir.Give(ir.Num(-1)),
	}
	b := &strings.Builder{}
	if err := ir.Print(b, p); err != nil {
		t.Fatal(err)
	}
	const want = `words 1
state what u8 9
state at i64 2

func f(n.0 i32) i32
  var site.1 i32 0..8
  each each@0 site.1 of at{1}
    if (lt what[site.1] n.0)
      what[site.1] = 0
    else
      return site.1
  return -1
`
	if b.String() != want {
		t.Errorf("found\n%s\nexpected\n%s", b, want)
	}
}
