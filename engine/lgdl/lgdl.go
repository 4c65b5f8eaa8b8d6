// Package lgdl is the front end of the game description language L-GDL: it
// takes the text of a description to a typed tree that other packages compile.
//
// The way of a description through the package, in reading order:
//
//	text ── Read ──► Description      the options, rulesets and defines found
//	     ── Expand ─► Expanded        one selection made, all defines replaced
//	     ── Check ──► Expr            every clause resolved against its forms
//
// The language itself is data. A [Form] is one row of the language: the
// notation of one way to write a ludeme, what it yields and what it means. A
// [Grammar] is a set of such rows, parsed once; nothing else in the package
// knows any ludeme by name, apart from the handful of words that the spec
// defines textually (define, option, rulesets, metadata).
//
// Positions survive expansion. The expander works on text in which each byte
// remembers where it was written, so every [Node], [Expr] and [Error] names the
// file, line and column that the author wrote.
//
// Everything is bounded: sizes, depths and numbers of replacements have limits
// (see limits.go), and input beyond them is refused with an error. No input
// makes the package panic.
package lgdl

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Pos is a place in a source file. Line and Col count from 1, Col in bytes;
// the zero Pos means "unknown".
type Pos struct {
	File      string
	Line, Col int
}

// String returns "file:line:col", or "-" for the zero Pos.
func (p Pos) String() string {
	if p.Line == 0 {
		if p.File != "" {
			return p.File
		}
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Kind tells the variants of Node and Expr apart.
type Kind uint8

// The kinds of nodes. Clause and List have Items (Node) or Args and Items
// (Expr), the others are leaves.
const (
	Clause   Kind = iota // (keyword item…)
	List                 // {item…}
	Int                  // 3, -1
	Float                // 0.5
	String               // "text"
	Bool                 // True, False
	Const                // a bare word such as P1, Orthogonal or Off
	HoleKind             // […], a part that is not known; in skeletons only
)

var kindNames = [...]string{"clause", "list", "integer", "number", "string", "truth value", "constant", "hole"}

// String returns the name of the kind as used in messages.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown kind"
}

// Node is a node of the syntax tree of an expanded description.
type Node struct {
	Kind  Kind
	Pos   Pos     // where the author wrote it
	Via   *Via    // the define it came out of; nil when written in place
	Label string  // "to" in to:x, "" without label
	Text  string  // keyword, constant or string; for numbers the literal as written
	Int   int     // value of Int; 1 for a true Bool
	Float float64 // value of Float, and of Int as a float
	Items []*Node // arguments of a Clause, elements of a List
	Hole  *Hole   // of a HoleKind
}

// Via tells through which define a piece of text came into a description.
type Via struct {
	Define string // name of the define, without quotes
	At     Pos    // the place inside the define's body
}

// String returns the define and, when it is known, the place inside it.
func (v *Via) String() string {
	if v.At.Line == 0 {
		return fmt.Sprintf("define %q", v.Define)
	}
	return fmt.Sprintf("define %q, %v", v.Define, v.At)
}

// Form is one row of the language: one way to write one ludeme.
//
// The exported strings are written by the row's author; Keyword, Slots and the
// resolved types are filled in by NewGrammar, in a copy of the row.
type Form struct {
	Text     string   // notation of the clause, e.g. "(ahead [siteType] int [steps:int] [direction])"
	Result   string   // category, e.g. "int", "moves:effect", "(from)"
	Meaning  string   // one sentence
	Concepts []string // what the form marks, in the notation of package concept
	Marks    any      // what it marks depending on its arguments: a concept.Rule; opaque to this package
	Impl     any      // compile function of the row; opaque to this package
	Lower    any      // lowering of the row to package ir, nil for none; opaque to this package
	Asks     []string // names of slots that Impl and Lower ask for, which must be there

	Keyword string // first word of Text
	Slots   []Slot // all printed elements, in order

	mandatory int     // number of slots outside groups that must be filled
	groups    []group // by group number - 1
	result    typeID
	index     int // position in the grammar
}

// String returns the notation together with the result, as shown to readers.
func (f *Form) String() string { return f.Text + " -> " + f.Result }

// Slot is one element of a Form's notation. The members of a group such as
// (a | b) are slots of their own which share a Group number.
type Slot struct {
	Name     string // label, else type or optional constant, with a number where several have it: "steps", "int2"
	Label    string // "steps" for steps:int
	Type     string // type as printed, e.g. "int", "int!", "{sites}", "(then)", "siteType"
	Const    string // the word of a fixed constant slot such as Line; Type is then empty
	Optional bool   // the slot, or the whole group it belongs to, may be left out
	Group    int    // 0, or the number (from 1) of the either/or group

	typ typeID
}

// String returns the slot in the notation of Form.Text, without group brackets.
func (s *Slot) String() string {
	t := s.Type
	if s.Const != "" {
		t = s.Const
	}
	if s.Label != "" {
		t = s.Label + ":" + t
	}
	return t
}

type group struct {
	optional bool
	first    int // first slot
	last     int // last slot
}

// Expr is a node of the typed tree: a Node together with the type it was
// resolved to. An Expr is immutable, and equal Nodes may share one.
type Expr struct {
	Kind  Kind
	Pos   Pos
	Via   *Via
	Label string
	Text  string  // as in Node; constants have the spelling of their enum
	Int   int     // value of Int (application constants too), index of Const in its enum, 1 for true
	Float float64 // value of Float and Int
	Type  string  // "int", "float", "string", "bool", "dim", an enum's name, a category, or "{…}"
	Form  *Form   // of a Clause
	Args  []*Expr // of a Clause: one entry per slot of Form, nil when absent
	Items []*Expr // of a List
}

// Word is the text of an optional constant or string: def when e is nil.
func (e *Expr) Word(def string) string {
	if e == nil {
		return def
	}
	return e.Text
}

// Selecting is the constant that comes first in a clause and says which of several things of a keyword it is, as Line
// in (is Line …); nil where none comes first.
func (e *Expr) Selecting() *Expr {
	if e.Kind != Clause || len(e.Args) == 0 || e.Args[0] == nil || e.Args[0].Kind != Const {
		return nil
	}
	return e.Args[0]
}

// Selector is the word of that constant, "" for none.
func (e *Expr) Selector() string { return e.Selecting().Word("") }

// Is reports whether e is a clause of a keyword, with one of these selectors where any are given; nil is none.
func (e *Expr) Is(keyword string, selectors ...string) bool {
	return e != nil && e.Kind == Clause && e.Form != nil && e.Form.Keyword == keyword &&
		(len(selectors) == 0 || slices.Contains(selectors, e.Selector()))
}

// Arg returns the argument of the slot with the label, the first present one
// where several slots share it, and nil when there is none.
func (e *Expr) Arg(label string) *Expr {
	if e.Form == nil || label == "" {
		return nil
	}
	for i := range e.Form.Slots {
		if e.Form.Slots[i].Label == label && e.Args[i] != nil {
			return e.Args[i]
		}
	}
	return nil
}

// Flat are the arguments that are given, of a list those in it: what [x | {x}] and (x x | {x}) come to.
func Flat(args ...*Expr) (all []*Expr) {
	for _, x := range args {
		if x != nil && x.Kind == List {
			all = append(all, x.Items...)
		} else if x != nil {
			all = append(all, x)
		}
	}
	return all
}

// Parts goes through the arguments that are given, and the items of a list.
func (e *Expr) Parts() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) {
		for _, list := range [2][]*Expr{e.Args, e.Items} {
			for _, x := range list {
				if x != nil && !yield(x) {
					return
				}
			}
		}
	}
}

// Any reports whether something holds for e, for one of its parts, or for one of theirs in turn; nil has none.
func (e *Expr) Any(is func(x *Expr) bool) bool {
	if e == nil || is(e) {
		return e != nil
	}
	for _, list := range [2][]*Expr{e.Args, e.Items} {
		for _, x := range list {
			if x.Any(is) {
				return true
			}
		}
	}
	return false
}

// Error is a defect of a description, at the place where it was written.
type Error struct {
	Pos  Pos
	Msg  string   // what was found and what was expected, in one line
	Via  *Via     // the define that contributed the defect; may be nil
	Hint string   // a suggestion; may be empty
	Near []string // notation of the nearest forms; may be empty

	str     string // the string that the error is about, which may be a misspelt define
	keyword string // the unknown keyword that it is about, which may be a define
}

// Error returns "file:line:col: message", followed by the define, the hint and
// the nearest forms where there are any.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Pos != (Pos{}) {
		b.WriteString(e.Pos.String())
		b.WriteString(": ")
	}
	b.WriteString(e.Detail())
	return b.String()
}

// Detail returns the message without the position.
func (e *Error) Detail() string {
	var b strings.Builder
	b.WriteString(e.Msg)
	if e.Via != nil {
		fmt.Fprintf(&b, " (from %s)", e.Via)
	}
	if e.Hint != "" {
		b.WriteString("; ")
		b.WriteString(e.Hint)
	}
	for i, n := range e.Near {
		if i == 0 {
			b.WriteString("; forms: ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(n)
	}
	return b.String()
}

// ErrorList is several defects of one description, in the order of discovery.
type ErrorList []*Error

// Error joins the messages with newlines.
func (l ErrorList) Error() string {
	s := make([]string, len(l))
	for i, e := range l {
		s[i] = e.Error()
	}
	return strings.Join(s, "\n")
}
