package wasm

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// Elements are compared with a number sixteen at a time, by the vector instructions of WebAssembly: what comes
// out of vectors of two or four bytes an element is narrowed to one byte each, whose top bits are collected.

// The opcodes of vector instructions that are used, after opVector.
const (
	opVector     = 0xfd
	loadVector   = 0x00
	storeVector  = 0x0b
	bitmask8     = 0x64
	narrowFrom16 = 0x65
	narrowFrom32 = 0x85
)

// By size of an element.
var (
	splats = [...]int{ir.U8: 0x0f, ir.I16: 0x10, ir.Int: 0x11}
	equals = [...]int{ir.U8: 0x23, ir.I16: 0x2d, ir.Int: 0x37}
	lesses = [...]int{ir.U8: 0x26, ir.I16: 0x2f, ir.Int: 0x39} // bytes without sign
)

// lanes is the number of elements that are looked at together.
const lanes = 16

// compared is the number of elements of a word of a set that are looked at; k is the number of the word.
func compared(f *ir.Field, k *ir.Expr) int {
	n := 64
	if v, ok := k.Number(); ok {
		n = min(n, f.Len-64*int(v))
	}
	return (n + lanes - 1) / lanes * lanes
}

// bits leaves a word of the set of the sites whose element compares with a number.
func (m *module) bits(e *ir.Expr) {
	f, word, n := e.Field, e.Args[1], compared(e.Field, e.Args[1])
	base, first := m.base(), f.Addr
	if k, ok := word.Number(); ok {
		first += 64 * int(k) << f.Elem
	} else {
		base = m.place
		m.expr(word)
		m.const32(6 + int(f.Elem))
		m.emit(0x74) // i32.shl
		m.within(first + n<<f.Elem)
		m.emitU(opSet, base)
		if !m.shared { // the bounds of the highest access are those of all
			m.emitU(opGet, base)
			m.code = uleb(uleb(append(m.code, opLoad8u), 0), uint64(first+n<<f.Elem-1))
			m.emit(opDrop)
		}
	}
	op := equals
	if e.Op == ir.LessBits {
		op = lesses
	}
	one := func(at int) {
		m.emitU(opGet, base)
		m.vector(loadVector)
		m.code = uleb(uleb(m.code, 0), uint64(at))
		m.expr(e.Args[0])
		m.vector(splats[f.Elem])
		m.vector(op[f.Elem])
	}
	for i := range max(n/lanes, 0) {
		at := first + i*lanes<<f.Elem
		one(at)
		if f.Elem == ir.I16 || f.Elem == ir.Int {
			one(at + 16)
		}
		if f.Elem == ir.Int {
			m.vector(narrowFrom32)
			one(at + 32)
			one(at + 48)
			m.vector(narrowFrom32)
		}
		if f.Elem != ir.U8 {
			m.vector(narrowFrom16)
		}
		m.vector(bitmask8)
		m.emit(opExtendU)
		if i > 0 {
			m.code = sleb(append(m.code, opConst64), int64(i*lanes))
			m.emit(binary64[ir.Shl], binary64[ir.Or])
		}
	}
	if n <= 0 {
		m.emit(opConst64, 0)
	}
}

// from leaves which of the elements from one on are a number.
func (m *module) from(e *ir.Expr) {
	m.address(e.Field, e.Args[1], lanes)
	m.vector(loadVector)
	m.offset(e.Field, e.Args[1])
	m.expr(e.Args[0])
	m.vector(splats[ir.U8])
	m.vector(equals[ir.U8])
	m.vector(bitmask8)
	m.emit(opExtendU)
}

func (m *module) vector(op int) { m.code = uleb(append(m.code, opVector), uint64(op)) }

// inLine is the number of bytes up to which a position is copied by vector instructions: a copy of any length is a call
// out of compiled code, which takes longer than they do.
const inLine = 512

// copied are the copies that a statement takes. (All of them within the position, so that they do not overlap.)
type copied struct{ to, from, n int }

func copiesOf(p *ir.Program, s *ir.Stmt) (list []copied) {
	for _, x := range s.Copies(p) {
		c := copied{s.Field.Addr + x.From - p.Lo, x.From, x.To - x.From}
		if s.Op == ir.Restore {
			c.to, c.from = c.from, c.to
		}
		list = append(list, c)
	}
	return list
}

// copies copies the position to a snapshot, or back.
func (m *module) copies(s *ir.Stmt) {
	for _, c := range copiesOf(m.p, s) {
		if c.n > inLine {
			m.const32(c.to)
			m.moved()
			m.const32(c.from)
			m.moved()
			m.const32(c.n)
			m.emit(opBulk, bulkCopy, 0, 0)
			continue
		}
		for i := 0; i < c.n; i += lanes {
			m.emitU(opGet, m.base())
			m.emitU(opGet, m.base())
			m.vector(loadVector)
			m.code = uleb(uleb(m.code, 0), uint64(c.from+i))
			m.vector(storeVector)
			m.code = uleb(uleb(m.code, 0), uint64(c.to+i))
		}
	}
}
