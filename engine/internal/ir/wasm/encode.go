// Package wasm runs programs of package ir as WebAssembly: Encode writes the
// binary module, wazero compiles it for amd64 and arm64, and a browser for itself.
//
// The fields of a program are in the linear memory, which the module defines with
// equal minimum and maximum, so that a view of it stays valid. In a browser, where
// we are WebAssembly too, it is a part of our own memory: see shared.go. A function becomes
// a function; a sum of two integers becomes one instruction; there is nothing in
// between. wazero allocates registers and selects instructions, but it folds no
// constants and shares no subexpressions: that is done before, on the IR.
package wasm

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
)

// The opcodes of WebAssembly that are used.
const (
	opBlock     = 0x02
	opLoop      = 0x03
	opIf        = 0x04
	opElse      = 0x05
	opEnd       = 0x0b
	opBr        = 0x0c
	opReturn    = 0x0f
	opCall      = 0x10
	opDrop      = 0x1a
	opSelect    = 0x1b
	opGet       = 0x20
	opGlobal    = 0x23
	opSet       = 0x21
	opTee       = 0x22
	opLoad32    = 0x28
	opLoad64    = 0x29
	opLoad8u    = 0x2d
	opLoad16s   = 0x2e
	opStore32   = 0x36
	opStore64   = 0x37
	opStore8    = 0x3a
	opStore16   = 0x3b
	opConst32   = 0x41
	opConst64   = 0x42
	opEqz32     = 0x45
	opEqz64     = 0x50
	opClz64     = 0x79
	opCtz64     = 0x7a
	opPopcnt64  = 0x7b
	opWrap      = 0xa7
	opExtendU   = 0xad
	opBulk      = 0xfc
	bulkCopy    = 10
	void        = 0x40
	i32, i64    = 0x7f, 0x7e
	unreachable = 0x00
)

// pageSize is the unit of linear memory.
const pageSize = 1 << 16

// Encode returns the module of an expanded program that has been laid out. All
// functions marked Export and the memory are exported.
func Encode(p *ir.Program) ([]byte, error) { return encode(p, false) }

func encode(p *ir.Program, shared bool) ([]byte, error) {
	m := &module{p: p, index: map[*ir.Func]int{}, types: map[string]int{}, shared: shared,
		pages: (p.Size + pageSize - 1) / pageSize}
	var imports, own []*ir.Func
	for _, f := range p.Funcs {
		if f.Host {
			imports = append(imports, f)
		} else {
			own = append(own, f)
		}
	}
	for i, f := range append(append([]*ir.Func{}, imports...), own...) {
		m.index[f] = i
	}
	var importSec, funcSec, exportSec, codeSec []byte
	imported := len(imports)
	if shared {
		imported, importSec = imported+2, append(importSec, sharedImports...)
	}
	for _, f := range imports {
		importSec = append(str(str(importSec, "host"), f.Name), 0)
		importSec = uleb(importSec, uint64(m.typeOf(f)))
	}
	exports := 0
	if !shared {
		exports, exportSec = 1, append(str(exportSec, "memory"), 2, 0)
	}
	var behind []*ir.Func // functions that are called by others
	for _, f := range own {
		funcSec = uleb(funcSec, uint64(m.typeOf(f)))
		if f.Export {
			at := m.index[f]
			if shared {
				at = len(imports) + len(own) + len(behind)
				behind = append(behind, f)
			}
			exports++
			exportSec = uleb(append(str(exportSec, f.Name), 0), uint64(at))
		}
		code, err := m.function(f)
		if err != nil {
			return nil, fmt.Errorf("wasm: function %s: %w", f.Name, err)
		}
		codeSec = append(uleb(codeSec, uint64(len(code))), code...)
	}
	for _, f := range behind {
		t, code := m.halves(f)
		funcSec = uleb(funcSec, uint64(t))
		codeSec = append(uleb(codeSec, uint64(len(code))), code...)
	}
	pages := uint64(m.pages)
	segments, data := 0, []byte(nil)
	if !shared {
		segments, data = tables(p) // some have megabytes
	}
	named := names(append(imports, own...))
	room := 1<<10 + len(named)
	for _, content := range [][]byte{m.typeSec, importSec, funcSec, exportSec, codeSec, data} {
		room += len(content)
	}
	out := append(make([]byte, 0, room), 0, 'a', 's', 'm', 1, 0, 0, 0)
	section := func(id byte, n int, content []byte) {
		if n == 0 {
			return
		}
		number := uleb(nil, uint64(n))
		out = append(uleb(append(out, id), uint64(len(number)+len(content))), number...)
		out = append(out, content...)
	}
	section(1, len(m.types), m.typeSec)
	section(2, imported, importSec)
	section(3, len(own)+len(behind), funcSec)
	if !shared {
		section(5, 1, uleb(uleb([]byte{1}, pages), pages))
	}
	section(7, exports, exportSec)
	section(10, len(own)+len(behind), codeSec)
	section(11, segments, data)
	return append(out, named...), nil
}

// names is the section with the names of the functions, which traps show.
func names(funcs []*ir.Func) []byte {
	list := uleb(nil, uint64(len(funcs)))
	for i, f := range funcs {
		list = str(uleb(list, uint64(i)), f.Name)
	}
	content := append(str(nil, "name"), 1)
	content = append(uleb(content, uint64(len(list))), list...)
	return append(uleb([]byte{0}, uint64(len(content))), content...)
}

// mostHead is the most that stands before the contents of a table: two numbers of 32 bits and three bytes.
const mostHead = 13

// tables are the data segments with the contents of the tables.
func tables(p *ir.Program) (n int, data []byte) {
	room := 0
	for _, f := range p.Fields {
		if len(f.Init) > 0 {
			n, room = n+1, room+mostHead+len(f.Init)*f.Elem.Size()
		}
	}
	data = make([]byte, 0, room)
	for _, f := range p.Fields {
		if len(f.Init) == 0 {
			continue
		}
		data = sleb(append(data, 0, opConst32), int64(int32(f.Addr)))
		data = append(data, opEnd)
		size := len(f.Init) * f.Elem.Size()
		data = uleb(data, uint64(size))
		data = data[:len(data)+size]
		f.Elem.Put(data[len(data)-size:], f.Init)
	}
	return n, data
}

type module struct {
	p       *ir.Program
	index   map[*ir.Func]int
	types   map[string]int
	typeSec []byte
	code    []byte
	labels  []target
	scaled  []scaled // what is known of the function here
	places  int      // the locals of all that is scaled in the function
	far     map[based]reaches
	shared  bool // the memory is a part of another one, see shared.go
	pages   int  // of memory
	bases
}

// target is a construct of WebAssembly that a branch can leave: a block, or a loop
// that a branch to it begins again.
type target struct {
	label *ir.Label
	loop  bool
	known int // of module.scaled where it begins
}

func (m *module) typeOf(f *ir.Func) int {
	var params []byte
	for _, l := range f.Params {
		params = append(params, valueType(l.Type))
	}
	return m.typeWith(params, f.Result)
}

func (m *module) typeWith(params []byte, result ir.Type) int {
	sig := append(uleb([]byte{0x60}, uint64(len(params))), params...)
	if result == ir.None {
		sig = append(sig, 0)
	} else {
		sig = append(sig, 1, valueType(result))
	}
	if i, ok := m.types[string(sig)]; ok {
		return i
	}
	i := len(m.types)
	m.types[string(sig)] = i
	m.typeSec = append(m.typeSec, sig...)
	return i
}

func valueType(t ir.Type) byte {
	if t == ir.I64 {
		return i64
	}
	return i32
}

func (m *module) function(f *ir.Func) ([]byte, error) {
	locals := m.begin(f.Body, f.Locals())[len(f.Params):]
	m.code, m.labels = m.code[:0], m.labels[:0]
	m.setBases()
	m.check()
	m.body(f.Body)
	if f.Result != ir.None {
		m.emit(unreachable)
	}
	m.emit(opEnd)
	for range m.places {
		locals = append(locals, ir.NewLocal("place", ir.I32))
	}
	var decl []byte
	groups := 0
	for i := 0; i < len(locals); {
		j := i
		for j < len(locals) && locals[j].Type == locals[i].Type {
			j++
		}
		groups++
		decl = append(uleb(decl, uint64(j-i)), valueType(locals[i].Type))
		i = j
	}
	return append(append(uleb(nil, uint64(groups)), decl...), m.code...), nil
}

func (m *module) emit(b ...byte) { m.code = append(m.code, b...) }

func (m *module) emitU(op byte, v int) { m.code = uleb(append(m.code, op), uint64(v)) }

func (m *module) body(body []*ir.Stmt) {
	for _, s := range body {
		m.stmt(s)
	}
}

// push begins a construct. What is known where a loop begins may change in it.
func (m *module) push(l *ir.Label, loop bool) {
	if loop {
		for i := range m.scaled { // they stay where they are, as constructs around this one count them
			m.scaled[i].of = nil
		}
	}
	m.labels = append(m.labels, target{l, loop, len(m.scaled)})
}

// pop ends a construct. What was worked out in it may not have been where others come from.
func (m *module) pop() {
	n := len(m.labels) - 1
	m.scaled = m.scaled[:m.labels[n].known]
	m.labels = m.labels[:n]
}

// branch leaves the construct of a label, or begins it again.
func (m *module) branch(l *ir.Label, loop bool) { m.emitU(opBr, len(m.labels)-1-m.labelled(l, loop)) }

// labelled is the place of a label among those around.
func (m *module) labelled(l *ir.Label, loop bool) int {
	for i := len(m.labels) - 1; i >= 0; i-- {
		if m.labels[i].label == l && m.labels[i].loop == loop {
			return i
		}
	}
	panic("wasm: a branch to a label that is not around it")
}

func (m *module) stmt(s *ir.Stmt) {
	switch s.Op {
	case ir.Assign:
		m.expr(s.Args[0])
		m.emitU(opSet, s.Local.Place)
		m.forget(s.Local)
	case ir.Store:
		m.address(s.Field, s.Args[0], s.Field.Elem.Size())
		m.expr(s.Args[1])
		m.access([...]byte{opStore8, opStore16, opStore32, opStore64}[s.Field.Elem], s.Field, s.Args[0])
	case ir.If:
		m.branches(s)
	case ir.Loop:
		m.meet(func() {
			m.emit(opBlock, void)
			m.push(s.Label, false)
			m.emit(opLoop, void)
			m.push(s.Label, true)
			m.round(s.Body)
			m.emitU(opBr, 0)
			m.pop()
			m.emit(opEnd)
			m.pop()
			m.emit(opEnd)
		})
	case ir.Scope:
		m.meet(func() {
			m.emit(opBlock, void)
			m.push(s.Label, false)
			m.body(s.Body)
			m.pop()
			m.emit(opEnd)
		})
	case ir.Break:
		m.branch(s.Label, false)
	case ir.Continue:
		m.branch(s.Label, true)
	case ir.Return:
		for _, a := range s.Args {
			m.expr(a)
		}
		m.emit(opReturn)
	case ir.Do:
		m.expr(s.Args[0])
		if s.Args[0].Type != ir.None {
			m.emit(opDrop)
		}
	case ir.Save, ir.Restore:
		m.copies(s)
	default:
		panic("wasm: statement " + s.Op.String() + " was not expanded")
	}
}

func (m *module) const32(v int) { m.code = sleb(append(m.code, opConst32), int64(int32(v))) }

func (m *module) expr(e *ir.Expr) {
	switch e.Op {
	case ir.Const:
		if e.Type == ir.I64 {
			m.code = sleb(append(m.code, opConst64), e.K)
		} else {
			m.const32(int(e.K))
		}
	case ir.Get:
		m.emitU(opGet, e.Local.Place)
	case ir.Load:
		m.address(e.Field, e.Args[0], e.Field.Elem.Size())
		m.access([...]byte{opLoad8u, opLoad16s, opLoad32, opLoad64}[e.Field.Elem], e.Field, e.Args[0])
	case ir.EqualBits, ir.LessBits:
		m.bits(e)
	case ir.EqualFrom:
		m.from(e)
	case ir.Not:
		m.expr(e.Args[0])
		if e.Args[0].Type == ir.I64 {
			m.emit(opEqz64)
		} else {
			m.emit(opEqz32)
		}
	case ir.Both, ir.Either:
		m.both(e)
	case ir.Choose:
		if e.Args[1].Simple() && e.Args[2].Simple() {
			m.expr(e.Args[0]) // first: what it assigns may be chosen
			m.emitU(opSet, m.place)
			m.expr(e.Args[1])
			m.expr(e.Args[2])
			m.emitU(opGet, m.place)
			m.emit(opSelect)
			return
		}
		m.choose(valueType(e.Type), e.Args[0], func() { m.expr(e.Args[1]) }, func() { m.expr(e.Args[2]) })
	case ir.Wide:
		switch a := e.Args[0]; a.Op {
		case ir.Ones, ir.Lowest, ir.Above: // which come as wide as they are asked for
			m.expr(a.Args[0])
			m.emit(ofBits[a.Op])
		default:
			m.expr(a)
			m.emit(opExtendU)
		}
	case ir.Narrow:
		m.expr(e.Args[0])
		m.emit(opWrap)
	case ir.Ones, ir.Lowest, ir.Above:
		m.expr(e.Args[0])
		m.emit(ofBits[e.Op], opWrap)
	case ir.AddFloat, ir.SubFloat, ir.MulFloat, ir.DivFloat, ir.LessFloat, ir.EqualFloat, ir.Least, ir.Greatest, ir.Root,
		ir.Float, ir.Single, ir.Truncate:
		m.fraction(e)
	case ir.Call:
		for _, a := range e.Args {
			m.expr(a)
		}
		m.emitU(opCall, m.index[e.Callee()])
	case ir.Block:
		m.body(e.Stmts())
		m.expr(e.Args[0])
	default:
		a, b := e.Args[0], e.Args[1]
		if bits, l := without(e); l != nil { // a constant with all bits would take a register
			m.expr(a)
			m.expr(bits)
			m.emit(binary64[ir.Or])
			m.emitU(opGet, l.Place)
			m.emit(binary64[ir.Xor])
			return
		}
		codes := [2]map[ir.Op]byte{binary32, binary64}
		if turns(e) {
			a, b, codes = b, a, [2]map[ir.Op]byte{turned32, turned64}
		}
		m.expr(a)
		m.expr(b)
		op, ok := codes[0][e.Op]
		if a.Type == ir.I64 {
			op, ok = codes[1][e.Op]
		}
		if !ok {
			panic("wasm: operation " + e.Op.String() + " was not expanded")
		}
		m.emit(op)
	}
}

func str(b []byte, s string) []byte { return append(uleb(b, uint64(len(s))), s...) }

func uleb(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func sleb(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
