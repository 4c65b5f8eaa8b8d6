package gdl

import (
	"fmt"
	"strings"
)

// KIF writes the description in prefix syntax: one rule a line, one space between
// words, lower case, no comments. Reading it gives the same rules.
func (d *Description) KIF() string {
	var b strings.Builder
	for _, r := range d.Rules {
		if !r.Arrow {
			r.Head.kif(&b)
			b.WriteByte('\n')
			continue
		}
		b.WriteString("(<= ")
		r.Head.kif(&b)
		for _, l := range r.Body {
			b.WriteByte(' ')
			l.kif(&b)
		}
		b.WriteString(")\n")
	}
	return b.String()
}

// String is the term in prefix syntax.
func (t *Term) String() string {
	var b strings.Builder
	t.kif(&b)
	return b.String()
}

func (t *Term) kif(b *strings.Builder) {
	if len(t.Args) == 0 {
		b.WriteString(t.Name)
		return
	}
	b.WriteString("(" + t.Name)
	for _, a := range t.Args {
		b.WriteByte(' ')
		a.kif(b)
	}
	b.WriteByte(')')
}

var opNames = [...]string{Not: "not", Or: "or", And: "and"}

func (l *Literal) kif(b *strings.Builder) {
	if l.Op == Plain {
		l.Atom.kif(b)
		return
	}
	b.WriteString("(" + opNames[l.Op])
	for _, x := range l.Subs {
		b.WriteByte(' ')
		x.kif(b)
	}
	b.WriteByte(')')
}

// Infix writes the description in infix syntax: one clause after the other, one
// condition a line. Names with characters that are punctuation there cannot be
// written; the error, an *Error, names the first.
func (d *Description) Infix() (string, error) {
	w := &infixWriter{}
	for _, r := range d.Rules {
		w.term(r.Head)
		if r.Arrow {
			w.WriteString(" <=")
			for i, l := range r.Body {
				if i > 0 {
					w.WriteString(",\n   ")
				}
				w.WriteByte(' ')
				w.literal(l)
			}
		}
		w.WriteString(".\n")
	}
	if w.err != nil {
		return "", w.err
	}
	return w.String(), nil
}

type infixWriter struct {
	strings.Builder
	err error
}

func (w *infixWriter) term(t *Term) {
	if strings.ContainsAny(t.Name, ",.%") || strings.Contains(t.Name, "<=") || strings.Contains(t.Name, ":-") {
		if w.err == nil {
			w.err = &Error{t.Pos, fmt.Sprintf("the name '%s' cannot be written in infix syntax", t.Name)}
		}
	}
	w.WriteString(t.Name)
	if len(t.Args) == 0 {
		return
	}
	w.WriteByte('(')
	for i, a := range t.Args {
		if i > 0 {
			w.WriteByte(',')
		}
		w.term(a)
	}
	w.WriteByte(')')
}

func (w *infixWriter) literal(l *Literal) {
	switch l.Op {
	case Plain:
		w.term(l.Atom)
	case Not:
		w.WriteString("not ")
		w.literal(l.Subs[0])
	default:
		w.WriteString(opNames[l.Op] + "(")
		for i, x := range l.Subs {
			if i > 0 {
				w.WriteByte(',')
			}
			w.literal(x)
		}
		w.WriteByte(')')
	}
}
