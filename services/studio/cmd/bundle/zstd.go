package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// encoder is the reference encoder of Zstandard as WebAssembly: browsers load a sixth less than of what the one
// written in Go makes, which does not look for the cheapest way to write a block. encoder/README.md says where it is
// from.
//
//go:embed encoder/zstd.wasm
var encoder []byte

// The encoder's exports, whose names its authors have made short: see the end of dist/web/zstd.js in the package.
const (
	exportInit, exportMalloc            = "g", "s"
	exportBound, exportCompress, failed = "i", "m", "h"
)

// level is how hard it tries: 18 takes some 25 seconds for the engine, and is the highest but one whose window (8 MB)
// every decoder must accept; 17 makes 5 % more in two thirds of the time, 19 makes 1 % less.
const level = 18

// compress compresses data to a frame of Zstandard.
func compress(ctx context.Context, data []byte) (_ []byte, err error) {
	r := wazero.NewRuntime(ctx)
	defer func() { err = errors.Join(err, r.Close(ctx)) }()
	host := r.NewHostModuleBuilder("a")
	none := func(context.Context, api.Module, []uint64) {}
	i32, f64 := api.ValueTypeI32, api.ValueTypeF64
	export := func(name string, f api.GoModuleFunc, params, results []api.ValueType) {
		host.NewFunctionBuilder().WithGoModuleFunction(f, params, results).Export(name)
	}
	abort := func(context.Context, api.Module, []uint64) { panic("zstd: aborted") }
	export("a", abort, []api.ValueType{i32}, nil) // exit
	export("b", none, nil, nil)
	export("c", abort, nil, nil)
	export("d", none, []api.ValueType{i32, f64}, []api.ValueType{i32}) // a timer
	export("e", grow, []api.ValueType{i32}, []api.ValueType{i32})
	if _, err := host.Instantiate(ctx); err != nil {
		return nil, err
	}
	m, err := r.Instantiate(ctx, encoder)
	if err != nil {
		return nil, err
	}
	call := func(name string, args ...uint64) uint64 {
		if err != nil {
			return 0
		}
		var result []uint64
		if result, err = m.ExportedFunction(name).Call(ctx, args...); err != nil || len(result) == 0 {
			return 0
		}
		return uint64(uint32(result[0]))
	}
	call(exportInit)
	n := uint64(len(data))
	room := call(exportBound, n)
	from, to := call(exportMalloc, n), call(exportMalloc, room)
	if err != nil || from == 0 || to == 0 || !m.Memory().Write(uint32(from), data) {
		return nil, errors.Join(fmt.Errorf("zstd: no room for %d bytes", n), err)
	}
	size := call(exportCompress, to, room, from, n, level)
	if call(failed, size) != 0 || err != nil {
		return nil, errors.Join(fmt.Errorf("zstd: code %d", size), err)
	}
	out, ok := m.Memory().Read(uint32(to), uint32(size))
	if !ok {
		return nil, errors.New("zstd: the frame is outside of the memory")
	}
	return append([]byte(nil), out...), nil
}

// grow is what the encoder asks when its memory is to have so many bytes at least; 1 for yes.
func grow(_ context.Context, m api.Module, stack []uint64) {
	const page = 1 << 16
	want, has := uint64(uint32(stack[0])), uint64(m.Memory().Size())
	stack[0] = 1
	if want > has {
		if _, ok := m.Memory().Grow(uint32((want - has + page - 1) / page)); !ok {
			stack[0] = 0
		}
	}
}
