//go:build !(amd64 || arm64 || js)

package wasm

import (
	"errors"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Included reports whether this build carries the compiler. As a constant it leaves out what only leads to it.
const Included = false

// Supported reports whether there is a compiler for the platform: never here.
func Supported() bool { return false }

// Module is a compiled program; there are none on this platform.
type Module struct{}

// Compile refuses every program.
func Compile(*ir.Program) (*Module, error) {
	return nil, errors.New("wasm: no compiler for this platform")
}

// Close does nothing.
func (m *Module) Close() error { return nil }

// Instance is a memory with the functions that work on it; there are none.
type Instance struct{}

// Instance cannot be reached: there is no module.
func (m *Module) Instance([]byte) (*Instance, error) {
	return nil, errors.New("wasm: no compiler for this platform")
}

// Close does nothing.
func (i *Instance) Close() error { return nil }

// Memory is empty.
func (i *Instance) Memory() []byte { return nil }

// Func returns a function that fails.
func (i *Instance) Func(string) func(stack []uint64) error {
	return func([]uint64) error { return errors.New("wasm: no compiler for this platform") }
}
