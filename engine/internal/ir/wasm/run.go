//go:build amd64 || arm64

package wasm

import (
	"context"
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Module is a compiled program. It is immutable and shared between goroutines.
type Module struct {
	p        *ir.Program
	compiled wazero.CompiledModule
}

// engine is the one runtime of the process: it owns the compiled code.
type engine struct {
	wazero.Runtime
	supported bool
}

var runtime = sync.OnceValue(func() (e engine) {
	// wazero panics where it has no compiler.
	defer func() { e.supported = recover() == nil }()
	e.Runtime = wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigCompiler())
	return e
})

// Included reports whether this build carries the compiler. As a constant it leaves out what only leads to it.
const Included = true

// Supported reports whether wazero has a compiler for the platform.
func Supported() bool { return runtime().supported }

// Compile compiles an expanded program that has been laid out. It needs a platform
// for which wazero has a compiler: amd64 or arm64 on Linux, macOS, FreeBSD, Windows.
func Compile(p *ir.Program) (*Module, error) {
	code, err := Encode(p)
	if err != nil {
		return nil, err
	}
	m, err := runtime().CompileModule(context.Background(), code)
	if err != nil {
		return nil, fmt.Errorf("wasm: %w", err)
	}
	return &Module{p: p, compiled: m}, nil
}

// Close releases the compiled code. No instance may be used afterwards.
func (m *Module) Close() error { return m.compiled.Close(context.Background()) }

// Instance is a memory with the functions that work on it. It belongs to one
// goroutine.
type Instance struct {
	mod api.Module
	mem []byte
}

// Instance returns a new instance on a given memory, of the size of the program in whole pages, which
// gets the contents of the tables; or, for nil, on one of its own with these and zeros.
func (m *Module) Instance(mem []byte) (*Instance, error) {
	ctx := context.Background()
	if mem != nil {
		ctx = experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(
			func(_, _ uint64) experimental.LinearMemory { return given(mem) }))
	}
	mod, err := runtime().InstantiateModule(ctx, m.compiled, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, fmt.Errorf("wasm: %w", err)
	}
	all := mod.Memory()
	view, _ := all.Read(0, all.Size())
	return &Instance{mod: mod, mem: view}, nil
}

// given is a memory that somebody else has allocated.
type given []byte

// Reallocate returns the memory, which never grows.
func (g given) Reallocate(size uint64) []byte {
	if size > uint64(len(g)) {
		return nil
	}
	return g[:size]
}

// Free leaves the memory to the collector.
func (g given) Free() {}

// Close releases the memory.
func (i *Instance) Close() error { return i.mod.Close(context.Background()) }

// Memory is the memory of the instance, for reading and writing between calls.
func (i *Instance) Memory() []byte { return i.mem }

// Func returns an exported function: it is called with its arguments in stack, which
// has room for the result, left in stack[0]. The error is that of a trap.
func (i *Instance) Func(name string) func(stack []uint64) error {
	f := i.mod.ExportedFunction(name)
	ctx := context.Background()
	return func(stack []uint64) error { return f.CallWithStack(ctx, stack) }
}
