// Package closure runs programs of package ir as Go closures, on every platform.
// It is the reference of the other back end: simple, and many times slower.
package closure

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Instance is a memory with the functions that work on it. It belongs to one
// goroutine.
type Instance struct {
	mem   []byte
	lo    int
	mid   int
	funcs map[string]*function
}

type function struct {
	locals int
	params []ir.Type
	body   []stmt
}

// frame is one call of a function.
type frame struct {
	locals []int64
	in     *Instance
	result int64
}

type (
	expr func(f *frame) int64
	// stmt runs a statement and says how it ended.
	stmt func(f *frame) exit
)

// exit is how a statement ended: on to the next, out of the function, or by a branch
// to a label.
type exit struct {
	label *ir.Label
	how   ending
}

type ending uint8

const (
	next ending = iota
	left
	again
	returned
)

// New returns an instance of an expanded program that has been laid out. Its memory
// holds the tables, and zeros.
func New(p *ir.Program) *Instance {
	in := &Instance{mem: make([]byte, p.Size), lo: p.Lo, mid: p.Mid, funcs: map[string]*function{}}
	for _, f := range p.Fields {
		for i, v := range f.Init {
			in.store(f, int64(i), v)
		}
	}
	k := &compiler{in: in, made: map[*ir.Func]*function{}}
	for _, f := range p.Funcs {
		k.made[f] = &function{}
	}
	for _, f := range p.Funcs {
		fn := k.made[f]
		fn.locals = len(f.Locals())
		for _, l := range f.Params {
			fn.params = append(fn.params, l.Type)
		}
		fn.body = k.body(f.Body)
		in.funcs[f.Name] = fn
	}
	return in
}

// Memory is the memory of the instance, for reading and writing between calls.
func (in *Instance) Memory() []byte { return in.mem }

// Close does nothing.
func (in *Instance) Close() error { return nil }

// Func returns a function: it is called with its arguments in stack, which has room
// for the result, left in stack[0]. The error is that of an access out of bounds or
// a division by zero.
func (in *Instance) Func(name string) func(stack []uint64) error {
	fn := in.funcs[name]
	return func(stack []uint64) (err error) {
		defer func() {
			if x := recover(); x != nil {
				err = fmt.Errorf("closure: %s: %v", name, x)
			}
		}()
		f := &frame{locals: make([]int64, fn.locals), in: in}
		for i, t := range fn.params {
			if f.locals[i] = int64(stack[i]); t == ir.I32 {
				f.locals[i] = int64(int32(stack[i]))
			}
		}
		run(f, fn.body)
		if len(stack) > 0 {
			stack[0] = uint64(f.result)
		}
		return nil
	}
}

func (in *Instance) load(f *ir.Field, i int64) int64 {
	at := f.Addr + int(i)<<f.Elem
	switch f.Elem {
	case ir.U8:
		return int64(in.mem[at])
	case ir.I16:
		return int64(int16(binary.LittleEndian.Uint16(in.mem[at:])))
	case ir.Int:
		return int64(int32(binary.LittleEndian.Uint32(in.mem[at:])))
	}
	return int64(binary.LittleEndian.Uint64(in.mem[at:]))
}

func (in *Instance) store(f *ir.Field, i, v int64) {
	at := f.Addr + int(i)<<f.Elem
	switch f.Elem {
	case ir.U8:
		in.mem[at] = byte(v)
	case ir.I16:
		binary.LittleEndian.PutUint16(in.mem[at:], uint16(v))
	case ir.Int:
		binary.LittleEndian.PutUint32(in.mem[at:], uint32(v))
	default:
		binary.LittleEndian.PutUint64(in.mem[at:], uint64(v))
	}
}

func run(f *frame, body []stmt) exit {
	for _, s := range body {
		if e := s(f); e.how != next {
			return e
		}
	}
	return exit{}
}

type compiler struct {
	in   *Instance
	made map[*ir.Func]*function
}

func (k *compiler) body(body []*ir.Stmt) []stmt {
	out := make([]stmt, len(body))
	for i, s := range body {
		out[i] = k.stmt(s)
	}
	return out
}

func (k *compiler) stmt(s *ir.Stmt) stmt {
	args := make([]expr, len(s.Args))
	for i, a := range s.Args {
		args[i] = k.expr(a)
	}
	switch s.Op {
	case ir.Assign:
		at, v := s.Local.Index(), args[0]
		return func(f *frame) exit { f.locals[at] = v(f); return exit{} }
	case ir.Store:
		field := s.Field
		return func(f *frame) exit {
			i := args[0](f)
			f.in.store(field, i, args[1](f))
			return exit{}
		}
	case ir.If:
		yes, no := k.body(s.Body), k.body(s.Else)
		return func(f *frame) exit {
			if args[0](f) != 0 {
				return run(f, yes)
			}
			return run(f, no)
		}
	case ir.Loop:
		body, label := k.body(s.Body), s.Label
		return func(f *frame) exit {
			for {
				e := run(f, body)
				switch {
				case e.how == next, e.how == again && e.label == label:
				case e.how == left && e.label == label:
					return exit{}
				default:
					return e
				}
			}
		}
	case ir.Scope:
		body, label := k.body(s.Body), s.Label
		return func(f *frame) exit {
			e := run(f, body)
			if e.how == left && e.label == label {
				return exit{}
			}
			return e
		}
	case ir.Break:
		e := exit{s.Label, left}
		return func(*frame) exit { return e }
	case ir.Continue:
		e := exit{s.Label, again}
		return func(*frame) exit { return e }
	case ir.Return:
		return func(f *frame) exit {
			if len(args) > 0 {
				f.result = args[0](f)
			}
			return exit{nil, returned}
		}
	case ir.Do:
		return func(f *frame) exit { args[0](f); return exit{} }
	case ir.Save, ir.Restore:
		field, save := s.Field, s.Op == ir.Save
		return func(f *frame) exit {
			in := f.in
			state, copied := in.mem[in.lo:in.mid], in.mem[field.Addr:field.Addr+in.mid-in.lo]
			if save {
				copy(copied, state)
			} else {
				copy(state, copied)
			}
			return exit{}
		}
	}
	panic("closure: statement " + s.Op.String() + " was not expanded")
}

func (k *compiler) expr(e *ir.Expr) expr {
	a := make([]expr, len(e.Args))
	for i, x := range e.Args {
		a[i] = k.expr(x)
	}
	switch e.Op {
	case ir.Const:
		v := e.K
		return func(*frame) int64 { return v }
	case ir.Get:
		at := e.Local.Index()
		return func(f *frame) int64 { return f.locals[at] }
	case ir.Load:
		field := e.Field
		return func(f *frame) int64 { return f.in.load(field, a[0](f)) }
	case ir.Not:
		return func(f *frame) int64 { return truth(a[0](f) == 0) }
	case ir.Both:
		return func(f *frame) int64 { return truth(a[0](f) != 0 && a[1](f) != 0) }
	case ir.Either:
		return func(f *frame) int64 { return truth(a[0](f) != 0 || a[1](f) != 0) }
	case ir.Choose:
		return func(f *frame) int64 {
			if a[0](f) != 0 {
				return a[1](f)
			}
			return a[2](f)
		}
	case ir.Wide:
		return func(f *frame) int64 { return int64(uint32(a[0](f))) }
	case ir.Narrow:
		return func(f *frame) int64 { return int64(int32(a[0](f))) }
	case ir.Ones:
		return func(f *frame) int64 { return int64(bits.OnesCount64(uint64(a[0](f)))) }
	case ir.Lowest:
		return func(f *frame) int64 { return int64(bits.TrailingZeros64(uint64(a[0](f)))) }
	case ir.Call:
		fn := k.made[e.Func]
		return func(f *frame) int64 {
			inner := &frame{locals: make([]int64, fn.locals), in: f.in}
			for i := range a {
				inner.locals[i] = a[i](f)
			}
			run(inner, fn.body)
			return inner.result
		}
	case ir.Block:
		body := k.body(e.Body)
		return func(f *frame) int64 { run(f, body); return a[0](f) }
	}
	op, narrow := operation(e.Op, e.Args[0].Type), e.Type == ir.I32
	return func(f *frame) int64 {
		x := a[0](f)
		v := op(x, a[1](f))
		if narrow {
			return int64(int32(v))
		}
		return v
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// operation is the meaning of an operation on two numbers of a type; the result of
// one on 32 bits is cut to them by the caller.
func operation(op ir.Op, t ir.Type) func(x, y int64) int64 {
	wide := t == ir.I64
	mask := int64(31)
	if wide {
		mask = 63
	}
	switch op {
	case ir.Add:
		return func(x, y int64) int64 { return x + y }
	case ir.Sub:
		return func(x, y int64) int64 { return x - y }
	case ir.Mul:
		return func(x, y int64) int64 { return x * y }
	case ir.Div:
		return func(x, y int64) int64 { return x / y }
	case ir.Rem:
		return func(x, y int64) int64 { return x % y }
	case ir.And:
		return func(x, y int64) int64 { return x & y }
	case ir.Or:
		return func(x, y int64) int64 { return x | y }
	case ir.Xor:
		return func(x, y int64) int64 { return x ^ y }
	case ir.Shl:
		return func(x, y int64) int64 { return x << (y & mask) }
	case ir.Shr:
		if wide {
			return func(x, y int64) int64 { return int64(uint64(x) >> (y & 63)) }
		}
		return func(x, y int64) int64 { return int64(uint32(x) >> (y & 31)) }
	case ir.Eq:
		return func(x, y int64) int64 { return truth(x == y) }
	case ir.Ne:
		return func(x, y int64) int64 { return truth(x != y) }
	case ir.Lt:
		return func(x, y int64) int64 { return truth(x < y) }
	case ir.Le:
		return func(x, y int64) int64 { return truth(x <= y) }
	case ir.Below:
		if wide {
			return func(x, y int64) int64 { return truth(uint64(x) < uint64(y)) }
		}
		return func(x, y int64) int64 { return truth(uint32(x) < uint32(y)) }
	}
	panic("closure: operation " + op.String() + " was not expanded")
}
