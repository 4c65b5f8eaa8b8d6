package wasm

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// In a browser the engine is WebAssembly itself, whose memory is one value of JavaScript. The module of a program works
// on a part of it: it imports the memory, and where the part begins as a number. Go writes positions there and reads
// moves from there as if they were its own, which they are. Addresses in a program begin at 0, so that number is added
// to each; and bounds are those of the part: the module may do no more harm than in a memory of its own.

// sharedImports are the memory, of any size, and the number, an i32 that does not change.
var sharedImports = append(
	append(str(str(nil, "engine"), "memory"), 2, 0, 0),
	append(str(str(nil, "engine"), "base"), 3, i32, 0)...,
)

// setBases has accesses at constant places begin where the part does.
func (m *module) setBases() {
	if !m.shared {
		return
	}
	for i := m.first; i < m.spare; i++ {
		m.emitU(opGlobal, 0)
		m.emitU(opSet, i)
	}
}

// moved adds where the part begins to an address.
func (m *module) moved() {
	if m.shared {
		m.emitU(opGlobal, 0)
		m.emit(0x6a) // i32.add
	}
}

// within has an access end the call whose bytes are not all before that one of the part that many behind the address
// on the stack, and moves the address.
func (m *module) within(behind int) {
	if !m.shared {
		return
	}
	last := m.pages*pageSize - behind
	if last < 0 {
		m.emit(unreachable)
		return
	}
	m.emitU(opTee, m.spare)
	m.const32(last)
	m.emit(0x4b) // i32.gt_u
	m.emit(opIf, void, unreachable, opEnd)
	m.emitU(opGet, m.spare)
	m.moved()
}

// halves returns a function, by the number of its type and its code, that calls another one with each i64 made of two
// i32, the lower half first: the numbers of JavaScript are exact to 53 bits.
func (m *module) halves(f *ir.Func) (signature int, code []byte) {
	var params []byte
	m.code = []byte{0} // no locals
	for _, l := range f.Params {
		m.emitU(opGet, len(params))
		params = append(params, i32)
		if l.Type == ir.I64 {
			m.emit(opExtendU)
			m.emitU(opGet, len(params))
			params = append(params, i32)
			m.emit(opExtendU, opConst64, 32, binary64[ir.Shl], binary64[ir.Or])
		}
	}
	m.emitU(opCall, m.index[f])
	m.emit(opEnd)
	return m.typeWith(params, f.Result), m.code
}
