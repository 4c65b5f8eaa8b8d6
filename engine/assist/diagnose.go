package assist

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
	"github.com/astragal/astragal/engine/ruleset"
)

// Severity says how bad a diagnostic is.
type Severity string

// The severities.
const (
	Fault   Severity = "error"
	Suspect Severity = "warning"
	Notice  Severity = "info"
)

// Diagnostic is a finding about a description.
type Diagnostic struct {
	At       Range    `json:"at"`
	Severity Severity `json:"severity"`
	Code     string   `json:"code,omitempty"` // of a warning, W101
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Define   string   `json:"define,omitempty"` // through which it came into the description
	Forms    []string `json:"forms,omitempty"`  // that are nearest
	Repairs  []Repair `json:"repairs,omitempty"`
}

// Repair is a way to mend what a diagnostic is about.
type Repair struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Source is a description with the choices made for it.
type Source struct {
	File    string // its extension tells the formalism
	Text    []byte
	Options []string
	Ruleset string
	Library fs.FS // in which games of a match are found, nil for none
}

// Report is what Diagnose finds. Ruleset is nil unless the description is one in L-GDL
// that compiles.
type Report struct {
	Diagnostics []Diagnostic
	Ruleset     *ruleset.Ruleset
}

// Diagnose says what is wrong with a description and what is suspicious about it, in
// any formalism; of .def files only whether they can be read. With plays, some
// quick random plays are looked at, too.
func (l *Library) Diagnose(ctx context.Context, src Source, plays lint.Bounds) Report {
	var r Report
	var err error
	switch ext := strings.ToLower(path.Ext(src.File)); ext {
	case ".lud":
		r.Ruleset, err = l.loader.CompileWith(ruleset.Source{File: src.File, Text: src.Text, Options: src.Options,
			Ruleset: src.Ruleset,
			Library: src.Library}, game.Options{Stop: ctx.Err})
	case ".def":
		err = l.define(src)
	default:
		err = other(ext, src)
	}
	text := src.Text
	r.Diagnostics = []Diagnostic{}
	for _, e := range errorsOf(err) {
		r.Diagnostics = append(r.Diagnostics, l.diagnosticOf(text, src.File, e))
	}
	if r.Ruleset == nil {
		return r
	}
	warnings := r.Ruleset.Warnings()
	if plays != (lint.Bounds{}) {
		warnings = append(warnings, r.Ruleset.PlayWarnings(ctx, plays)...)
	}
	for _, w := range lint.Silence(warnings, text) {
		r.Diagnostics = append(r.Diagnostics, l.suspicion(text, w))
	}
	return r
}

// other checks a description in another formalism than L-GDL.
func other(ext string, src Source) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = errors.New("the checker failed on this description")
		}
	}()
	switch ext {
	case ".rbg":
		_, err = rbg.Load(src.File, strings.TrimSuffix(path.Base(src.File), ext), src.Text)
	case ".rg":
		_, err = rg.Load(src.File, strings.TrimSuffix(path.Base(src.File), ext), src.Text)
	case ".hrg":
		_, err = rg.LoadHigh(src.File, strings.TrimSuffix(path.Base(src.File), ext), src.Text)
	case ".efg":
		_, err = efg.Read(src.File, src.Text, efg.Limits{})
	case ".nfg":
		_, err = efg.ReadStrategic(src.File, src.Text)
	case ".kif", ".gdl":
		_, err = gdl.Load(src.File, src.Text)
	default:
		err = errors.New("expected a file .lud, .def, .kif, .gdl, .rbg, .rg, .hrg, .efg or .nfg")
	}
	return err
}

// define checks a file of known defines: its brackets, and that names are given once.
func (l *Library) define(src Source) error {
	if _, err := lgdl.Format(src.File, src.Text); err != nil {
		return err
	}
	var list lgdl.ErrorList
	seen := map[string]bool{}
	for _, x := range definesOf(src.Text) {
		if seen[x.Name] {
			list = append(list, &lgdl.Error{Pos: posOf(src.File, src.Text, x.At.Start), Msg: "the define is there twice"})
		}
		seen[x.Name] = true
	}
	if len(seen) == 0 {
		return &lgdl.Error{Pos: lgdl.Pos{File: src.File, Line: 1, Col: 1}, Msg: "expected (define \"Name\" …)"}
	}
	if len(list) > 0 {
		return list
	}
	return nil
}

// errorsOf takes an error apart.
func errorsOf(err error) []error {
	if err == nil {
		return nil
	}
	var list lgdl.ErrorList
	if errors.As(err, &list) {
		var all []error
		for _, e := range list {
			all = append(all, e)
		}
		return all
	}
	return []error{err}
}

// diagnosticOf makes a diagnostic of an error.
func (l *Library) diagnosticOf(text []byte, file string, err error) Diagnostic {
	d := Diagnostic{Severity: Fault}
	var e *lgdl.Error
	if !errors.As(err, &e) {
		line, column, message := placeOf(file, err.Error())
		d.At, d.Message = rangeAt(text, line, column), message
		return d
	}
	d.Message, d.Hint, d.Forms = e.Msg, e.Hint, e.Near
	if e.Via != nil {
		d.Define = e.Via.Define
	}
	d.At = rangeAt(text, e.Pos.Line, e.Pos.Col)
	d.Repairs = repairs(text, d.At, e.Hint)
	if len(d.Repairs) == 0 {
		d.Repairs = brackets(text, e)
	}
	return d
}

// suspicion makes a diagnostic of a warning.
func (l *Library) suspicion(text []byte, w lint.Warning) Diagnostic {
	d := Diagnostic{Severity: Suspect, Code: w.Code, Message: w.Message, Hint: w.Hint, Define: w.Define}
	if w.Severity == lint.Info {
		d.Severity = Notice
	}
	d.At = rangeAt(text, w.Line, w.Column)
	d.Repairs = repairs(text, d.At, w.Hint)
	return d
}

// repairs replaces the word in a range by what a hint says may be meant.
func repairs(text []byte, at Range, hint string) []Repair {
	var list []Repair
	for _, word := range lgdl.Meant(hint) {
		span, ok := replaced(text, at, word)
		if !ok {
			continue
		}
		list = append(list, Repair{Title: "write " + word, Edits: []Edit{{span, word}}})
	}
	return list
}

// replaced is the part of the token in a range that a suggested word takes the place of: a label
// without what follows it, the keyword of a clause, a string without its quotes.
func replaced(text []byte, at Range, word string) (Range, bool) {
	s := string(text[at.Start:at.End])
	switch {
	case strings.HasSuffix(word, ":"):
		if i := strings.IndexByte(s, ':'); i >= 0 {
			return Range{at.Start, at.Start + i + 1}, true
		}
		start := at.Start // the label stands before what is labelled
		for start > 0 && strings.IndexByte(" \t\r\n(){}\"", text[start-1]) < 0 {
			start--
		}
		return Range{start, at.Start}, start < at.Start
	case strings.HasPrefix(s, "("):
		r := rangeFrom(text, at.Start+1)
		return replaced(text, r, word)
	case strings.HasPrefix(s, `"`):
		r := Range{at.Start + 1, at.End}
		if strings.HasSuffix(s, `"`) && len(s) > 1 {
			r.End--
		}
		return r, true
	}
	if i := strings.IndexByte(s, ':'); i > 0 {
		at.Start += i + 1
	}
	return at, at.End > at.Start
}

// brackets repairs the nesting of a text: by closing what is never closed where the
// indentation ends it, else at the end; by dropping what closes nothing. What does
// not make the brackets right is no repair.
func brackets(text []byte, e *lgdl.Error) []Repair {
	if _, err := lgdl.Format("", text); err == nil {
		return nil
	}
	at := rangeAt(text, e.Pos.Line, e.Pos.Col)
	var tries []Repair
	if at.Start < len(text) {
		switch c := text[at.Start]; c {
		case ')', '}':
			tries = append(tries, Repair{"remove " + string(c), []Edit{{Range{at.Start, at.Start + 1}, ""}}})
			other := map[byte]string{')': "}", '}': ")"}[c]
			tries = append(tries, Repair{"insert " + other + " before", []Edit{{Range{at.Start, at.Start}, other}}})
		}
	}
	tries = append(tries, unclosed(text)...)
	var list []Repair
	for _, r := range tries {
		if _, err := lgdl.Format("", apply(text, r.Edits)); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// unclosed proposes closers for the first open bracket whose clause the indentation ends before
// it is closed, and at the end of the text for all that is open there.
func unclosed(text []byte) []Repair {
	type open struct {
		c      byte
		indent int
	}
	closer := map[byte]byte{'(': ')', '{': '}'}
	var stack []open
	var list []Repair
	lineStart, last := 0, 0
	for _, s := range lgdl.Tokens(text) {
		if i := bytes.LastIndexByte(text[:s.Start], '\n') + 1; i > lineStart || lineStart == 0 && i == 0 && last == 0 {
			lineStart = i
			indent := s.Start - i
			c := text[s.Start]
			for len(stack) > 0 && len(list) == 0 {
				top := stack[len(stack)-1]
				if indent > top.indent || indent == top.indent && (c == ')' || c == '}') {
					break
				}
				list = append(list, Repair{"insert " + string(closer[top.c]), []Edit{{Range{last, last}, string(closer[top.c])}}})
			}
		}
		last = s.End
		if s.Class != lgdl.ClassBracket {
			continue
		}
		switch c := text[s.Start]; c {
		case '(', '{':
			line := text[lineStart:]
			stack = append(stack, open{c, len(line) - len(bytes.TrimLeft(line, " \t"))})
		default:
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		}
	}
	var all []byte
	for i := len(stack) - 1; i >= 0; i-- {
		all = append(all, closer[stack[i].c])
	}
	if len(all) > 0 {
		list = append(list, Repair{"insert " + string(all) + " at the end", []Edit{{Range{last, last}, string(all)}}})
	}
	return list
}

// apply returns the text with edits made, which are in order and do not overlap.
func apply(text []byte, edits []Edit) []byte {
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, text[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, text[at:]...)
}
