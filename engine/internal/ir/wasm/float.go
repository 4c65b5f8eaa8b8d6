package wasm

import "github.com/astragal/astragal/engine/internal/ir"

// The instructions of numbers with a fraction.
const (
	opEqualFloat   = 0x61
	opLessFloat    = 0x63
	opRoot         = 0x9f
	opConvert      = 0xb7 // an i32
	opDemote       = 0xb6
	opPromote      = 0xbb
	opFromFloat    = 0xbd // its bits
	opToFloat      = 0xbf
	prefixTruncate = 0xfc
	opTruncate     = 0x02
)

var floats = map[ir.Op]byte{ir.AddFloat: 0xa0, ir.SubFloat: 0xa1, ir.MulFloat: 0xa2, ir.DivFloat: 0xa3, ir.Least: 0xa4,
	ir.Greatest: 0xa5}

// fraction writes an operation on numbers with a fraction.
func (m *module) fraction(e *ir.Expr) {
	rounded := func(x *ir.Expr) {
		m.expr(x)
		m.emit(opToFloat, opDemote, opPromote)
	}
	switch e.Op {
	case ir.Truncate:
		m.expr(e.Args[0])
		m.emit(opToFloat, prefixTruncate, opTruncate)
		return
	case ir.LessFloat, ir.EqualFloat:
		op := byte(opLessFloat)
		if e.Op == ir.EqualFloat {
			op = opEqualFloat
		}
		m.expr(e.Args[0])
		m.emit(opToFloat)
		m.expr(e.Args[1])
		m.emit(opToFloat, op)
		return
	case ir.Single:
		rounded(e.Args[0])
		m.emit(opFromFloat)
		return
	case ir.Float:
		m.expr(e.Args[0])
		m.emit(opConvert)
	case ir.Root:
		rounded(e.Args[0])
		m.emit(opRoot)
	default:
		rounded(e.Args[0])
		rounded(e.Args[1])
		m.emit(floats[e.Op])
	}
	m.emit(opDemote, opPromote, opFromFloat)
}
