package gdl

import (
	"fmt"
	"strings"
)

// Pos is a place in a description; lines and columns count from 1, columns in
// characters.
type Pos struct {
	File      string
	Line, Col int
}

// String gives "file:line:column".
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

func (p Pos) before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// Error is a refusal of a description, at a place.
type Error struct {
	Pos Pos
	Msg string
}

// Error gives "file:line:column: message".
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// ErrorList holds all refusals of one description in textual order; it is never
// empty when it is returned as an error.
type ErrorList []*Error

// Error gives one message a line.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single errors.
func (l ErrorList) Unwrap() []error {
	all := make([]error, len(l))
	for i, e := range l {
		all[i] = e
	}
	return all
}

// Term is a constant, a variable, or a function applied to terms; an atom is the
// same with a relation for the function.
type Term struct {
	Pos Pos
	// Name is in lower case; that of a variable begins with "?".
	Name string
	Args []*Term
	// Parenthesised tells that a name without arguments stood in parentheses.
	Parenthesised bool
}

// IsVar reports whether the term is a variable.
func (t *Term) IsVar() bool { return t.Name[0] == '?' }

// Ground reports whether no variable occurs in the term.
func (t *Term) Ground() bool {
	if t.IsVar() {
		return false
	}
	for _, a := range t.Args {
		if !a.Ground() {
			return false
		}
	}
	return true
}

// equal compares terms as syntax.
func (t *Term) equal(u *Term) bool {
	if t.Name != u.Name || len(t.Args) != len(u.Args) {
		return false
	}
	for i := range t.Args {
		if !t.Args[i].equal(u.Args[i]) {
			return false
		}
	}
	return true
}

// Op is the kind of a literal.
type Op uint8

// Kinds of literals.
const (
	// Plain is an atom, distinct included.
	Plain Op = iota
	Not
	Or
	And
)

// Literal is a condition in the body of a rule.
type Literal struct {
	Op  Op
	Pos Pos
	// Atom is set when Op is Plain.
	Atom *Term
	// Subs holds the one literal under Not, or the members of Or and And.
	Subs []*Literal
}

// Rule is a rule or a fact.
type Rule struct {
	Head *Term
	Body []*Literal
	// Arrow tells that the text has "<=", be it without conditions.
	Arrow bool
}

// Description is the text of a game, read.
type Description struct {
	File string
	// Name is the file's name without folder and extension.
	Name  string
	Rules []*Rule
	// spellings finds names that occur in several spellings: by lower-case name
	// the first spelling, and where another one was met.
	other []respelt
	// epistemic remembers the answer of Epistemic.
	epistemic answer
}

// respelt is a name that was spelt differently before.
type respelt struct {
	pos         Pos
	first, then string
}

// Limits on the text of a description.
const (
	maxNesting = 500       // parentheses open at a time
	maxText    = 64 << 20  // bytes
	maxRules   = 4_000_000 // rules and facts
)
