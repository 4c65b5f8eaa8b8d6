// Package closure runs programs of package ir as Go closures, on every platform. There it is what
// plays where there is no compiler; elsewhere what plays until machine code is worth its making, since
// closures are made in a small part of the time that machine code takes, and what tests compare with.
//
// A Code is shared by all goroutines that play a game. It makes the closures of a function when the
// function is first called: most plays need a part of the program alone.
package closure

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/astragal/astragal/engine/internal/ir"
)

// PageSize is the unit in which memory is allocated, in bytes, as WebAssembly has it.
const PageSize = 1 << 16

// Code is an expanded program that has been laid out, as closures. It is shared between goroutines.
type Code struct {
	p     *ir.Program
	mu    sync.Mutex // held while closures are made
	funcs map[*ir.Func]*function
	named map[string]*function
	once  sync.Once
	image []byte // what memory holds from the first table on, which the first instance has
	from  int    // its address
}

// Compile returns the code of a program, which must not be changed before Complete.
func Compile(p *ir.Program) *Code {
	c := &Code{p: p, funcs: make(map[*ir.Func]*function, len(p.Funcs)), named: make(map[string]*function, len(p.Funcs))}
	for _, f := range p.Funcs {
		fn := &function{code: c, source: f}
		c.funcs[f], c.named[f.Name] = fn, fn
	}
	return c
}

// Complete makes all closures that are still to be made, after which the program may be changed. The
// code goes on to do what the program did before.
func (c *Code) Complete() {
	c.once.Do(func() { c.fill(c.memory()) })
	for _, fn := range c.funcs {
		fn.get()
	}
}

// memory is room for what an instance works on.
func (c *Code) memory() []byte { return make([]byte, (c.p.Size+PageSize-1)/PageSize*PageSize) }

// fill puts the tables into memory, which is never changed there.
func (c *Code) fill(mem []byte) {
	c.from = c.p.PutTables(mem)
	c.image = mem[c.from:]
}

// function is a function of the program.
type function struct {
	code   *Code
	source *ir.Func
	made   atomic.Pointer[made]
}

// made are the closures of a function.
type made struct {
	locals int
	weight int // of a call, see Instance.Work
	params []ir.Type
	run    stmt
}

// get makes the closures of the function unless they have been made.
func (fn *function) get() *made {
	if m := fn.made.Load(); m != nil {
		return m
	}
	fn.code.mu.Lock()
	defer fn.code.mu.Unlock()
	if m := fn.made.Load(); m != nil {
		return m
	}
	m := &made{}
	for _, l := range fn.source.Params {
		m.params = append(m.params, l.Type)
	}
	k := &compiler{code: fn.code, places: fn.source.Places()}
	m.run = k.body(fn.source.Body)
	m.weight = 1 + k.weight
	m.locals = k.places.Len()
	fn.made.Store(m)
	return m
}

// Instance is a memory with the functions that work on it. It belongs to one
// goroutine.
type Instance struct {
	code   *Code
	mem    []byte
	frames []*frame // of the calls that have not come to an end, and some more
	depth  int      // number of the former
	work   int
	most   int // what work may come to, see Limit
}

// frame is one call of a function.
type frame struct {
	locals []int64
	mem    []byte
	in     *Instance
	result int64
}

// New returns an instance of an expanded program that has been laid out, which nobody else plays.
func New(p *ir.Program) *Instance { return Compile(p).Instance() }

// Instance returns a new instance, whose memory holds the tables, and zeros. Its size is a multiple of PageSize.
func (c *Code) Instance() *Instance {
	in := &Instance{code: c, most: math.MaxInt, mem: c.memory()}
	first := false
	c.once.Do(func() {
		first = true
		c.fill(in.mem)
	})
	if !first {
		copy(in.mem[c.from:], c.image)
	}
	return in
}

// Memory is the memory of the instance, for reading and writing between calls.
func (in *Instance) Memory() []byte { return in.mem }

// Close does nothing.
func (in *Instance) Close() error { return nil }

// Work is about the number of statements and operations that all calls so far have taken. It is counted at calls and
// rounds of loops, for all that stands there, half of it under a condition: to count those alone would say little, as
// some are thirty times as long as others.
func (in *Instance) Work() int { return in.work }

// ErrWork is the error of a call that takes more work than Limit says.
var ErrWork = errors.New("closure: the call takes more work than it may")

// Limit bounds the work that is left. A call that would take more comes to no end, and leaves memory as it
// happens to be.
func (in *Instance) Limit(work int) { in.most = in.work + min(work, math.MaxInt-in.work) }

// Tables is the address from which on memory is never written.
func (in *Instance) Tables() int { return in.code.from }

// spend counts a call or the round of a loop.
func (in *Instance) spend(weight int) {
	if in.work += weight; in.work > in.most {
		panic(ErrWork)
	}
}

// Func returns a function: it is called with its arguments in stack, which has room
// for the result, left in stack[0]. The error is that of an access out of bounds or
// a division by zero, or ErrWork.
func (in *Instance) Func(name string) func(stack []uint64) error {
	fn := in.code.named[name]
	return func(stack []uint64) (err error) {
		defer func() {
			if x := recover(); x == ErrWork {
				err = ErrWork
			} else if x != nil {
				err = fmt.Errorf("closure: %s: %v", name, x)
			}
		}()
		in.depth = 0
		m := fn.get()
		f := in.enter(m)
		for i, t := range m.params {
			if f.locals[i] = int64(stack[i]); t == ir.I32 {
				f.locals[i] = int64(int32(stack[i]))
			}
		}
		m.run(f)
		if len(stack) > 0 {
			stack[0] = uint64(f.result)
		}
		return nil
	}
}

// enter returns the frame of a call, in which all variables are 0.
func (in *Instance) enter(m *made) *frame {
	if in.depth == len(in.frames) {
		in.frames = append(in.frames, &frame{in: in, mem: in.mem})
	}
	f := in.frames[in.depth]
	in.depth++
	in.spend(m.weight)
	if cap(f.locals) < m.locals {
		f.locals = make([]int64, m.locals)
	} else {
		f.locals = f.locals[:m.locals]
		clear(f.locals)
	}
	f.result = 0
	return f
}
