package wasm

import "github.com/astragal/astragal/engine/internal/ir"

// binary32 and binary64 are the opcodes of operations on two numbers.
var binary32 = map[ir.Op]byte{ir.Add: 0x6a, ir.Sub: 0x6b, ir.Mul: 0x6c, ir.Div: 0x6d, ir.Rem: 0x6f, ir.And: 0x71,
	ir.Or:  0x72,
	ir.Xor: 0x73, ir.Shl: 0x74, ir.Shr: 0x76, ir.Eq: 0x46, ir.Ne: 0x47, ir.Lt: 0x48, ir.Le: 0x4c, ir.Below: 0x49}

var binary64 = map[ir.Op]byte{ir.Add: 0x7c, ir.Sub: 0x7d, ir.Mul: 0x7e, ir.Div: 0x7f, ir.Rem: 0x81, ir.And: 0x83,
	ir.Or:  0x84,
	ir.Xor: 0x85, ir.Shl: 0x86, ir.Shr: 0x88, ir.Eq: 0x51, ir.Ne: 0x52, ir.Lt: 0x53, ir.Le: 0x57, ir.Below: 0x54}

// ofBits are those of numbers of bits, which are wide.
var ofBits = map[ir.Op]byte{ir.Ones: opPopcnt64, ir.Lowest: opCtz64, ir.Above: opClz64}

// turned32 and turned64 are the opcodes of comparisons whose operands change places.
var (
	turned32 = map[ir.Op]byte{ir.Lt: 0x4a, ir.Le: 0x4e, ir.Below: 0x4b}
	turned64 = map[ir.Op]byte{ir.Lt: 0x55, ir.Le: 0x59, ir.Below: 0x56}
)

// turns reports whether the operands of a comparison change places. wazero 1.12 takes a branch on whether 0 is less
// than a conjunction of bits for one on whether that is less than 0; and what is compared with a constant is one
// instruction only if the constant is the second.
func turns(e *ir.Expr) bool {
	if turned32[e.Op] == 0 {
		return false
	}
	a, b := e.Args[0], e.Args[1]
	return a.Op == ir.Const && b.Op != ir.Const || a.Op == ir.Get && (b.Op == ir.And || b.Op == ir.Both)
}

// without are the bits that an expression takes out of those of its first operand, if a variable has them then.
func without(e *ir.Expr) (bits *ir.Expr, in *ir.Local) {
	if e.Op != ir.And || e.Type != ir.I64 || e.Args[1].Op != ir.Xor || !e.Args[1].Args[1].Is(-1) {
		return nil, nil
	}
	bits = e.Args[1].Args[0]
	value := bits
	for value.Op == ir.Block {
		value = value.Args[0]
	}
	if value.Op != ir.Get {
		return nil, nil
	}
	return bits, value.Local
}

// truth leaves 0 or 1.
func (m *module) truth(e *ir.Expr) {
	m.expr(e)
	if lo, hi := e.Range(); lo < 0 || hi > 1 {
		m.emit(opEqz32, opEqz32)
	}
}
