// Package ir is the intermediate representation between the rules of a game and
// what executes them.
//
// A Program is a memory layout and a set of functions over it. The memory is a
// list of Fields, named arrays of numbers: those that make up a position (State),
// tables that never change (Table) and working space (Scratch). A function is a
// list of statements over typed expressions: 32-bit integers, which are also
// sites, players and truth values, 64-bit integers, and sets of sites.
//
// Here is what a program is and what follows from it alone: constructors that
// simplify (build.go, fold.go), the instruction set (op.go), the text form, which
// Print writes and Parse reads (print.go, reader.go), Verify, which checks a
// program after every step, what bodies read and write (effects.go), and how they
// are rewritten (rewrite.go). Package lower writes programs as the rules read,
// package transform derives from them and makes them faster, and two back ends run
// what is left, packages closure and wasm, with the same results bit for bit.
//
// RATIONALE.md in this directory says why things are as they are.
package ir

import (
	endian "encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

// Type is the type of an expression.
type Type uint8

// The types. None is the type of a function without result.
const (
	None Type = iota
	I32
	I64
	Set
)

var typeNames = [...]string{"none", "i32", "i64", "set"}

// String returns the name in the text form.
func (t Type) String() string { return typeNames[t] }

// Elem is the way a number is kept in a field.
type Elem uint8

// The elements: unsigned bytes, signed 16 and 32 bits, and 64 bits.
const (
	U8 Elem = iota
	I16
	Int
	Word
)

var elemNames = [...]string{"u8", "i16", "i32", "i64"}

// String returns the name in the text form.
func (e Elem) String() string { return elemNames[e] }

// Size is the number of bytes of an element.
func (e Elem) Size() int { return 1 << e }

// Type is the type that a load of the element has.
func (e Elem) Type() Type {
	if e == Word {
		return I64
	}
	return I32
}

// Kind says what a field is for.
type Kind uint8

// The kinds of fields.
const (
	State   Kind = iota // part of the position: copied, compared, undone
	Table               // never written
	Scratch             // means nothing between two calls
)

var kindNames = [...]string{"state", "table", "scratch"}

// String returns the name in the text form.
func (k Kind) String() string { return kindNames[k] }

// Field is a named array in memory. A field of sets has Program.Words elements of
// type Word for each set.
type Field struct {
	Name string
	Elem Elem
	Kind Kind
	Len  int     // in elements
	Init []int64 // contents of a table, at most Len
	Addr int     // of element 0, in bytes; set by Program.Layout

	// Brief says that nothing but the functions of the program looks at it: what none of them reads need not be
	// stored.
	Brief bool

	// Aside says that what is found with the help of it is the same whatever it holds, and that nobody looks at what was
	// written to it but who has written it for that: queues, what was found before, elements of lists below a length.
	Aside bool

	ID       int64 // of no other field
	asked    int64 // the last Access that has it in Asks, and likewise of Reads and Writes, or order of what is written
	met      int64
	Written  int64
	Place    int   // among those that functions are told by, set by sharer
	Mark     int64 // the numbering that set it
	Used     int64 // the last Strip that found it changed for good, and the last that found it read
	Read     int64
	Needing  int64    // the last Strip that noted needs: what is read for what it gets
	Needs    []*Field // until it is found to be read
	least    int64    // of Init, and the greatest of it; set by bound
	greatest int64
	bounded  bool
	most     *int // sites of a set of the table, set by densest
	Snapshot bool // see Program.Snapshot
	Own      bool // see Program.OwnSnapshot
	Log      bool // see Program.Log
}

// Local is a variable or parameter of a function.
type Local struct {
	Name   string
	Type   Type
	Lo, Hi int   // what is known of an I32: Lo ≤ value ≤ Hi; unknown when Lo > Hi
	Place  int   // in the function, set by Func.Locals
	Mark   int64 // the numbering that set it
	met    Tally // the last that has met it
	times  int   // how often that has
	Read   Expr  // see Read, without Local until somebody reads it
}

// Label names a block or a loop around a statement, for Break and Continue.
type Label struct {
	Name  string
	Place int   // in a function, set by Share
	Mark  int64 // the numbering that set it
	left  bool  // see Left
}

// Func is a function. A function of a host has no body.
type Func struct {
	Name   string
	Params []*Local
	Result Type
	Body   []*Stmt
	Host   bool
	Export bool

	// Recursive says that the function may call itself. Each call is metered; how deep calls
	// lie inside each other is up to the back end: machine code fails when its stack is full.
	Recursive bool

	// Rare says that the function is hardly ever called: it stays out of those that call it.
	Rare bool

	Says *references // see references
}

// Program is a memory layout and functions over it.
type Program struct {
	Words  int // 64-bit words of a set
	Fields []*Field
	Funcs  []*Func
	Size   int // bytes of memory, set by Layout

	Lo, Hi int // the range of addresses of the State fields, set by Layout
	Mid    int // where those begin that snapshots leave out: see Log

	shared map[string]*Field // tables that ShareTable has made, by what is in them
	Pairs  Pairs             // see Gather
}

// Pairs are the conditions of pairs of sites that have been evaluated, by what they say.
type Pairs struct {
	Known map[string]*Pair
	Taken int // statements and operations that they have taken
}

// Pair is what such a condition comes to.
type Pair struct {
	Rows  []int64 // for each site the set of the others, unless it fails
	Table *Field  // of them, nil until there is one
	Fails bool
	Most  int // steps that were too few, 0 where it fails for another reason
}

// Field appends a field.
func (p *Program) Field(name string, kind Kind, elem Elem, n int) *Field {
	f := &Field{Name: name, Kind: kind, Elem: elem, Len: n, ID: NextMark()}
	p.Fields = append(p.Fields, f)
	return f
}

// TableOf appends a table with contents.
func (p *Program) TableOf(name string, elem Elem, values []int64) *Field {
	f := p.Field(name, Table, elem, len(values))
	f.Init = values
	f.bound()
	return f
}

// ShareTable is a table with some contents: the one that it has made before if there is one.
func (p *Program) ShareTable(name string, elem Elem, values []int64) *Field {
	var key strings.Builder
	key.WriteByte(byte(elem))
	for _, v := range values {
		for k := range 8 {
			key.WriteByte(byte(v >> (8 * k)))
		}
	}
	f := p.shared[key.String()]
	if f == nil {
		if p.shared == nil {
			p.shared = map[string]*Field{}
		}
		f = p.TableOf(name, elem, values)
		p.shared[key.String()] = f
	}
	return f
}

// bound notes between what numbers the contents of a table are, once it has them all.
func (f *Field) bound() {
	if f.bounded = len(f.Init) == f.Len && f.Len > 0 && f.Elem != Word; f.bounded {
		f.least, f.greatest = slices.Min(f.Init), slices.Max(f.Init)
	}
}

// Sets appends a field of n sets.
func (p *Program) Sets(name string, kind Kind, n int) *Field {
	return p.Field(name, kind, Word, n*p.Words)
}

// Room appends a field for one set that only functions of the program look at.
func (p *Program) Room(name string) *Field {
	f := p.Sets(name, Scratch, 1)
	f.Brief = true
	return f
}

// Func appends a function.
func (p *Program) Func(name string, result Type, params ...*Local) *Func {
	f := &Func{Name: name, Params: params, Result: result}
	p.Funcs = append(p.Funcs, f)
	return f
}

// Snapshot appends a field with room for a position.
func (p *Program) Snapshot(name string) *Field {
	f := p.Field(name, Scratch, Word, 0)
	f.Snapshot = true
	return f
}

// OwnSnapshot is Snapshot for one that functions which do not call themselves go back to only after they have kept it
// in the same call.
func (p *Program) OwnSnapshot(name string) *Field {
	f := p.Snapshot(name)
	f.Own = true
	return f
}

// Log appends a field of the position that only grows: its elements from a length on,
// which the rest of the position holds, mean nothing. Snapshots leave it out.
func (p *Program) Log(name string, elem Elem, n int) *Field {
	f := p.Field(name, State, elem, n)
	f.Log = true
	return f
}

// guard is the space in front of the first field, so that address 0 is none.
const guard = 64

// behind is the space after the last field: the elements of a word of a set are looked at together, whether a
// field has as many or not.
const behind = 64 * 4

// Layout gives every field its address: the state first, so that a position is one
// range of bytes, then the working space, then the tables.
func (p *Program) Layout() {
	at := guard
	place := func(in func(f *Field) bool) {
		for _, f := range p.Fields {
			if !in(f) {
				continue
			}
			at = (at + 7) &^ 7
			f.Addr = at
			if f.Snapshot {
				f.Len = (p.Mid - p.Lo) / 8
			}
			at += f.Len * f.Elem.Size()
		}
		at = (at + 63) &^ 63
	}
	place(func(f *Field) bool { return f.Kind == State && !f.Log })
	p.Lo, p.Mid = guard, at
	place(func(f *Field) bool { return f.Kind == State && f.Log })
	p.Hi = at
	place(func(f *Field) bool { return f.Kind == Scratch })
	place(func(f *Field) bool { return f.Kind == Table })
	p.Size = at + behind
}

// Tables is the memory of a program that has been laid out, from the address of the first table on.
func (p *Program) Tables() (from int, image []byte) {
	mem := make([]byte, p.Size)
	from = p.PutTables(mem)
	return from, mem[from:]
}

// PutTables writes the tables of a program that has been laid out into memory, and returns the address of the first.
func (p *Program) PutTables(mem []byte) (from int) {
	from = p.Size
	for _, f := range p.Fields {
		if len(f.Init) > 0 {
			from = min(from, f.Addr)
			f.Elem.Put(mem[f.Addr:], f.Init)
		}
	}
	return from
}

// Put writes elements one behind the other.
func (e Elem) Put(at []byte, values []int64) {
	switch e {
	case U8:
		for i, v := range values {
			at[i] = byte(v)
		}
	case I16:
		for i, v := range values {
			endian.LittleEndian.PutUint16(at[2*i:], uint16(v))
		}
	case Int:
		for i, v := range values {
			endian.LittleEndian.PutUint32(at[4*i:], uint32(v))
		}
	case Word:
		for i, v := range values {
			endian.LittleEndian.PutUint64(at[8*i:], uint64(v))
		}
	}
}

// Lookup returns the function of a name, or nil.
func (p *Program) Lookup(name string) *Func {
	for _, f := range p.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// NewLocal returns a variable. Of an I32 nothing is known.
func NewLocal(name string, t Type) *Local { return &Local{Name: name, Type: t, Lo: 0, Hi: -1} }

// Within returns an I32 variable whose value is between lo and hi.
func Within(name string, lo, hi int) *Local { return &Local{Name: name, Type: I32, Lo: lo, Hi: hi} }

// Place gives the locals of a function their places, parameters first, and
// returns them all.
func (f *Func) number() []*Local {
	n := lister{this: NextMark(), all: []*Local{}}
	for _, l := range f.Params {
		n.add(l)
	}
	n.body(f.Body)
	return n.all
}

// lister lists variables, in the order of Walk.
type lister struct {
	this int64 // its numbering
	all  []*Local
}

func (n *lister) add(l *Local) {
	if l.Mark != n.this {
		l.Mark, l.Place = n.this, len(n.all)
		n.all = append(n.all, l)
	}
}

func (n *lister) body(body []*Stmt) {
	for _, s := range body {
		n.exprs(s.Args)
		n.body(s.Body)
		n.body(s.Else)
		if s.Local != nil {
			n.add(s.Local)
		}
	}
}

func (n *lister) exprs(list []*Expr) {
	for _, e := range list {
		if len(e.Args) > 0 {
			n.exprs(e.Args)
		}
		if len(e.Stmts()) > 0 {
			n.body(e.Stmts())
		}
		if e.Local != nil {
			n.add(e.Local)
		}
	}
}

// Places gives the locals of a function places as they are met, parameters first. It is good until they get others.
type Places struct {
	this int64
	n    int
}

// Places returns the places of the locals of a function.
func (f *Func) Places() *Places {
	p := &Places{this: NextMark()}
	for _, l := range f.Params {
		p.Of(l)
	}
	return p
}

// Of is the place of a local.
func (p *Places) Of(l *Local) int {
	if l.Mark != p.this {
		l.Mark, l.Place = p.this, p.n
		p.n++
	}
	return l.Place
}

// Len is the number of locals that have been met.
func (p *Places) Len() int { return p.n }

// lastMark is the mark that was given last.
var lastMark atomic.Int64

// NextMark gives a mark by which a walk through a program tells what it has come to from what others have.
func NextMark() int64 { return lastMark.Add(1) }

// Locals returns the parameters and variables of a function in the order of their indices.
func (f *Func) Locals() []*Local { return f.number() }

// String returns the name in messages.
func (f *Func) String() string { return fmt.Sprintf("func %s", f.Name) }

// Bytes is the room that a field takes in memory, in bytes.
func (f *Field) Bytes() int { return f.Len * f.Elem.Size() }
