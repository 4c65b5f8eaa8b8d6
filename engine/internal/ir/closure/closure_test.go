package closure_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
)

// TestInstances has several instances of one program, which have its tables, and each its own position, whichever was
// made first.
func TestInstances(t *testing.T) {
	p := &ir.Program{Words: 1}
	table := p.TableOf("table", ir.Int, []int64{7, 11, 13})
	state := p.Field("state", ir.State, ir.Int, 1)
	i := ir.NewLocal("i", ir.I32)
	f := p.Func("add", ir.I32, i)
	f.Export = true
	sum := ir.Calc(ir.Add, ir.At(state, ir.Num(0)), ir.At(table, ir.Read(i)))
	f.Body = []*ir.Stmt{ir.Write(state, ir.Num(0), sum), ir.Give(ir.At(state, ir.Num(0)))}
	p.Layout()
	for name, complete := range map[string]bool{"at once": true, "when called": false} {
		code := closure.Compile(p)
		if complete {
			code.Complete()
		}
		first, second := code.Instance(), code.Instance()
		for _, x := range []struct {
			in        *closure.Instance
			arg, want uint64
		}{{first, 0, 7}, {first, 2, 20}, {second, 1, 11}, {code.Instance(), 2, 13}, {first, 0, 27}} {
			stack := []uint64{x.arg}
			if err := x.in.Func("add")(stack); err != nil || stack[0] != x.want {
				t.Errorf("%s: %d, want %d, %v", name, stack[0], x.want, err)
			}
		}
	}
}
