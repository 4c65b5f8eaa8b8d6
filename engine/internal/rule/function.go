package rule

import (
	"encoding/binary"
	"sync"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
)

// Function is a number that follows from the board, a list of numbers and some more. It is said in code alone, which
// the rules run as closures: searches that both readings would have to say at length.
type Function struct {
	Name string
	Len  int                                                           // of the list
	Body func(k *lower.Lowerer, list *ir.Field, n []*ir.Expr) *ir.Expr // nil where it gives the number itself
}

// Impl is the function as the rules ask for it: of so many numbers beside the list.
func (f Function) Impl(g *game.Game, n int) func(c *game.Context, list func(i int) int, n ...int) int {
	type machine struct {
		*closure.Instance
		run   func(stack []uint64) error
		stack []uint64
		list  []byte
	}
	code := sync.OnceValues(func() (*closure.Code, *ir.Field) {
		k := lower.Apart(g)
		list, _ := f.made(k, n)
		return closure.Compile(k.Laid()), list
	})
	free := sync.Pool{New: func() any {
		code, list := code()
		m := &machine{Instance: code.Instance(), stack: make([]uint64, max(n, 1))}
		m.run, m.list = m.Func(f.Name+".1"), m.Memory()[list.Addr:]
		return m
	}}
	return func(c *game.Context, list func(i int) int, n ...int) int {
		m := free.Get().(*machine)
		defer free.Put(m)
		for i := range f.Len {
			binary.LittleEndian.PutUint32(m.list[4*i:], uint32(list(i)))
		}
		for i, v := range n {
			m.stack[i] = uint64(uint32(v))
		}
		before := m.Work()
		if err := m.run(m.stack); err != nil {
			panic(err)
		}
		c.Tick(f.Len + m.Work() - before)
		return int(int32(m.stack[0]))
	}
}

// Lower is the function of a list that is filled with what each element is, and of some numbers.
func (f Function) Lower(k *lower.Lowerer, each func(i *ir.Expr) *ir.Expr, n ...*ir.Expr) *ir.Expr {
	list, fn := f.made(k, len(n))
	k.EachBetween(ir.Num(0), ir.Num(f.Len-1), func(i *ir.Expr) { k.Add(ir.Write(list, i, each(i))) })
	return ir.Invoke(fn, n...)
}

// made makes the list and the function in code.
func (f Function) made(k *lower.Lowerer, n int) (list *ir.Field, fn *ir.Func) {
	list = k.P.Field(f.Name, ir.Scratch, ir.Int, max(f.Len, 1))
	var params []*ir.Local
	var args []*ir.Expr
	for range n {
		params = append(params, ir.NewLocal("n", ir.I32))
		args = append(args, ir.Read(params[len(params)-1]))
	}
	return list, k.Func(f.Name, ir.I32, func() {
		if v := f.Body(k, list, args); v != nil {
			k.Add(ir.Give(v))
		}
	}, params...)
}
