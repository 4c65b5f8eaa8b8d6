// Package lint warns of authoring traps: descriptions that compile and play, but
// most likely do not mean what was meant. A misspelt region is empty, a misspelt
// piece is no piece, and nothing else says so.
//
// The way through the package, in reading order:
//
//	typed tree ── facts.go ──► what is declared, and what is named where
//	facts + game ─ names.go, players.go, unused.go, pieces.go ──► static warnings
//	game ──────── plays.go ──► what twenty quick plays show
//	text ──────── ignore.go ─► without those that the author silenced
//
// Every kind of warning is one [Rule] with a code that never changes its meaning;
// rules.go is their register, from which docs/warnings.md is made. Names are looked
// up in the expanded description and in the compiled game, as play does, and shown
// at the place where the author wrote them.
//
// A false alarm is as bad as a trap missed: what cannot be known from the
// description, such as a piece given by a computed number, counts as used.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// Severity says how sure it is that something is wrong.
type Severity string

// The severities.
const (
	Suspect Severity = "warning" // most likely a mistake
	Info    Severity = "info"    // worth knowing, and often meant
)

// Warning is one finding about a description.
type Warning struct {
	Code     string   `json:"code"` // of the Rule, "W101"
	Severity Severity `json:"severity"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`   // from 1; 0 when it is about the whole
	Column   int      `json:"column,omitempty"` // from 1, in bytes
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`   // how to mend it
	Define   string   `json:"define,omitempty"` // through which define it came into the description
	Plays    int      `json:"plays,omitempty"`  // on how many plays it rests, 0 for static ones
}

// String is "file:line:column: severity CODE: message; hint".
func (w Warning) String() string {
	place := ""
	if w.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d: ", w.File, w.Line, w.Column)
	} else if w.File != "" {
		place = w.File + ": "
	}
	s := fmt.Sprintf("%s%s %s: %s", place, w.Severity, w.Code, w.Message)
	if w.Define != "" {
		s += fmt.Sprintf(" (from define %q)", w.Define)
	}
	if w.Hint != "" {
		s += "; " + w.Hint
	}
	return s
}

// Why explains the warning, whatever it is about.
func (w Warning) Why() string {
	if r := Lookup(w.Code); r != nil {
		return r.Title + ": " + r.Why
	}
	return ""
}

// Input is a description that compiles.
type Input struct {
	Expanded *lgdl.Expanded
	Checked  *lgdl.Checked
	Game     *game.Game // nil where it does not compile for play: only what needs no board is looked at
	Text     []byte     // of the description, for its ignore comments
}

// Bounds of looking. The largest games of the public library have less than 3,000
// uses of names and 500 items of equipment; what is far beyond is no game that
// somebody wrote, and only read, not looked at.
const (
	maxUses  = 10_000
	maxItems = 2_000
	// maxHints bounds the names for which others are looked for that may be meant.
	maxHints = 100
	// variantLimit bounds the other choices of options that are looked at before
	// something is said to be unused, variantTime how long that may take: what then
	// is not known is not said.
	variantLimit = 300
	variantTime  = 5 * time.Second
)

// Check returns the static warnings of a description in the order of the text,
// without those that the author silenced.
func Check(in Input) []Warning {
	l := &linter{in: in, g: in.Game}
	l.language()
	l.displaced()
	l.ignored(in.Expanded.File())
	if in.Checked.Game != nil && in.Checked.Game.Form.Keyword == "game" && l.g != nil {
		l.f = l.collect(in.Expanded, in.Checked)
	}
	if l.f != nil && len(l.f.uses) <= maxUses && len(l.f.items)+len(l.g.Components) <= maxItems {
		l.names()
		l.players()
		l.doubles()
		l.placements()
		l.unused()
		l.unreachable()
		l.idlers()
	}
	return Silence(l.found, in.Text)
}

// language takes over what reading the description found suspicious; what is
// found again and again is shown once.
func (l *linter) language() {
	times := map[string]int{}
	for _, w := range l.in.Expanded.Warnings {
		times[w.Msg]++
	}
	for _, w := range l.in.Expanded.Warnings {
		if n := times[w.Msg]; n > 0 {
			x := l.add("W001", w.Pos, w.Via, "%s", w.Msg)
			if n > 1 {
				x.Message += fmt.Sprintf(" (%d times)", n)
			}
			x.Hint = w.Hint
			times[w.Msg] = 0
		}
	}
}

// displaced warns of names that known defines replaced, each once.
func (l *linter) displaced() {
	seen := map[string]bool{}
	for _, d := range l.in.Expanded.Displaced() {
		if seen[d.Name] {
			continue
		}
		seen[d.Name] = true
		l.add("W005", d.Pos, nil, "%q names a known define, whose text stands here in place of the name", d.Name).Hint =
			"choose another name"
	}
}

// linter collects the warnings of one description.
type linter struct {
	in    Input
	g     *game.Game
	f     *facts
	found []Warning
	hints int // looked for so far
}

// add adds a warning and returns it, for its hint.
func (l *linter) add(code string, p lgdl.Pos, via *lgdl.Via, format string, args ...any) *Warning {
	w := newWarning(code, p, format, args...)
	if via != nil {
		w.Define = via.Define
	}
	l.found = append(l.found, w)
	return &l.found[len(l.found)-1]
}

// like returns the hint which of the words a misspelt name may be.
func (l *linter) like(name string, words []string) string {
	if l.hints++; l.hints > maxHints {
		return ""
	}
	return lgdl.DidYouMean(name, words)
}

// meant is like for what is named in some way.
func (l *linter) meant(name string, n naming) string {
	if l.hints >= maxHints {
		return ""
	}
	return l.like(name, l.f.names(n))
}

// at is add at an expression.
func (l *linter) at(code string, e *lgdl.Expr, format string, args ...any) *Warning {
	return l.add(code, e.Pos, e.Via, format, args...)
}

// New returns a warning of one of the other formalisms.
func New(code, file string, line, column int, message string) Warning {
	return newWarning(code, lgdl.Pos{File: file, Line: line, Col: column}, "%s", message)
}

func newWarning(code string, p lgdl.Pos, format string, args ...any) Warning {
	return Warning{Code: code, Severity: Lookup(code).Severity, File: p.File, Line: p.Line, Column: p.Col,
		Message: fmt.Sprintf(format, args...)}
}

// sorted returns the warnings in the order of the text, each once: a define that is
// used several times repeats what is wrong with it.
func sorted(ws []Warning) []Warning {
	slices.SortStableFunc(ws, func(a, b Warning) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(ws)
}
