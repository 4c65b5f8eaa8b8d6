//go:build js

package wasm

import (
	"errors"
	"fmt"
	"syscall/js"
	"unsafe"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Included reports whether this build carries the compiler. As a constant it leaves out what only leads to it.
const Included = true

// memory is that of this program, which whoever has started it gives away under this name.
var memory = js.Global().Get("engineMemory")

// Supported reports whether there is a compiler: whether we were given our memory.
func Supported() bool { return memory.Truthy() }

// Module is a compiled program.
type Module struct {
	compiled js.Value
	wide     map[string][]bool // by exported function: the parameters of 64 bits
	size     int               // of its memory, in bytes
	from     int               // the address of the tables
	tables   []byte
}

// Compile compiles an expanded program that has been laid out. It may take as long as the browser likes, so it
// belongs into a worker.
func Compile(p *ir.Program) (m *Module, err error) {
	if !Supported() {
		return nil, errors.New("wasm: the memory of the engine is not known")
	}
	code, err := encode(p, true)
	if err != nil {
		return nil, err
	}
	m = &Module{wide: map[string][]bool{}, size: (p.Size + pageSize - 1) / pageSize * pageSize}
	for _, f := range p.Funcs {
		if !f.Export {
			continue
		}
		if f.Result == ir.I64 {
			return nil, fmt.Errorf("wasm: function %s has a result of 64 bits", f.Name)
		}
		wide := make([]bool, len(f.Params))
		for i, l := range f.Params {
			wide[i] = l.Type == ir.I64
		}
		m.wide[f.Name] = wide
	}
	m.from, m.tables = p.Tables()
	array := js.Global().Get("Uint8Array").New(len(code))
	js.CopyBytesToJS(array, code)
	defer thrown(&err)
	m.compiled = js.Global().Get("WebAssembly").Get("Module").New(array)
	return m, nil
}

// thrown makes an error of what JavaScript has thrown.
func thrown(err *error) {
	switch x := recover().(type) {
	case nil:
	case js.Error:
		*err = fmt.Errorf("wasm: %w", x)
	default:
		panic(x)
	}
}

// Close leaves the compiled code to the collector.
func (m *Module) Close() error { return nil }

// Instance is a memory with the functions that work on it. It belongs to one goroutine.
type Instance struct {
	of      *Module
	exports js.Value
	mem     []byte // where the functions work: the collector moves nothing
}

// Instance returns a new instance on a given memory, of the size of the program in whole pages, which
// gets the contents of the tables; or, for nil, on one of its own with these and zeros.
func (m *Module) Instance(mem []byte) (in *Instance, err error) {
	if mem == nil {
		mem = make([]byte, m.size)
	}
	if len(mem) < m.size {
		return nil, fmt.Errorf("wasm: a memory of %d bytes for %d", len(mem), m.size)
	}
	copy(mem[m.from:], m.tables)
	defer thrown(&err)
	given := map[string]any{"engine": map[string]any{
		"memory": memory, "base": int(uintptr(unsafe.Pointer(unsafe.SliceData(mem))))}}
	made := js.Global().Get("WebAssembly").Get("Instance").New(m.compiled, given)
	return &Instance{of: m, exports: made.Get("exports"), mem: mem}, nil
}

// Close leaves the instance to the collector.
func (i *Instance) Close() error { return nil }

// Memory is the memory of the instance, for reading and writing between calls.
func (i *Instance) Memory() []byte { return i.mem }

// Func returns an exported function: it is called with its arguments in stack, which
// has room for the result, left in stack[0]. The error is that of a trap.
func (i *Instance) Func(name string) func(stack []uint64) error {
	f, wide := i.exports.Get(name), i.of.wide[name]
	args := make([]any, 0, 2*len(wide))
	return func(stack []uint64) (err error) {
		defer thrown(&err)
		args = args[:0]
		for k, w := range wide {
			args = append(args, int(int32(stack[k])))
			if w {
				args = append(args, int(int32(stack[k]>>32)))
			}
		}
		if r := f.Invoke(args...); r.Type() == js.TypeNumber {
			stack[0] = uint64(uint32(r.Int()))
		}
		return nil
	}
}
