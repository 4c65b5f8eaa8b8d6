package treediff

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/astragal/astragal/engine/lgdl"
)

// Span is a piece of a line: Same, Removed or Added.
type Span struct {
	Op   Op
	Text string
}

// Line is a line of a merged description.
type Line struct {
	Indent int // steps
	Spans  []Span
}

// Lines lays a merged description out. Equal parts that are longer than fold characters
// are shortened to their keyword and "…"; 0 shortens nothing.
func Lines(parts []*Part, width, fold int) []Line {
	l := &layout{width: width, fold: fold}
	for _, p := range parts {
		l.part(p, 0)
	}
	return l.lines
}

// Differences counts the parts that only one of two descriptions has.
func Differences(parts []*Part) (removed, added int) {
	for _, p := range parts {
		switch p.Op {
		case Removed:
			removed++
		case Added:
			added++
		case Inside:
			r, a := Differences(p.Items)
			removed, added = removed+r, added+a
		}
	}
	return removed, added
}

type layout struct {
	width, fold int
	lines       []Line
}

// Text is a node on one line.
func Text(n *lgdl.Node) string {
	var b strings.Builder
	write(&b, n)
	return b.String()
}

func write(b *strings.Builder, n *lgdl.Node) {
	open(b, n)
	for i, x := range n.Items {
		if i > 0 || n.Kind == lgdl.Clause {
			b.WriteByte(' ')
		}
		write(b, x)
	}
	b.WriteString(closing(n))
}

// open writes a node up to its items.
func open(b *strings.Builder, n *lgdl.Node) {
	if n.Label != "" {
		b.WriteString(n.Label + ":")
	}
	switch n.Kind {
	case lgdl.Clause:
		b.WriteString("(" + n.Text)
	case lgdl.List:
		b.WriteByte('{')
	case lgdl.String:
		b.WriteString(strconv.Quote(n.Text))
	default:
		b.WriteString(n.Text)
	}
}

func closing(n *lgdl.Node) string {
	switch n.Kind {
	case lgdl.Clause:
		return ")"
	case lgdl.List:
		return "}"
	}
	return ""
}

func opening(n *lgdl.Node) string {
	var b strings.Builder
	open(&b, n)
	return b.String()
}

func (l *layout) add(indent int, spans ...Span) { l.lines = append(l.lines, Line{indent, spans}) }

// whole lays out a node that is all of one kind.
func (l *layout) whole(n *lgdl.Node, op Op, indent int) {
	text := Text(n)
	size := utf8.RuneCountInString(text)
	switch {
	case op == Same && l.fold > 0 && size > l.fold:
		l.add(indent, Span{op, opening(n) + " …" + closing(n)})
	case size <= l.width-2*indent || len(n.Items) == 0:
		l.add(indent, Span{op, text})
	default:
		l.add(indent, Span{op, opening(n)})
		for _, x := range n.Items {
			l.whole(x, op, indent+1)
		}
		l.close(n, op)
	}
}

// close ends a clause or list at the end of the last line.
func (l *layout) close(n *lgdl.Node, op Op) {
	last := &l.lines[len(l.lines)-1]
	last.Spans = append(last.Spans, Span{op, closing(n)})
}

func (l *layout) part(p *Part, indent int) {
	if p.Op != Inside {
		l.whole(p.Node, p.Op, indent)
		return
	}
	if spans, size := inline(p); size <= l.width-2*indent {
		l.add(indent, spans...)
		return
	}
	l.add(indent, Span{Same, opening(p.Node)})
	for _, x := range p.Items {
		l.part(x, indent+1)
	}
	l.close(p.Node, Same)
}

// inline is a part on one line, and its length in characters.
func inline(p *Part) (spans []Span, size int) {
	if p.Op != Inside {
		text := Text(p.Node)
		return []Span{{p.Op, text}}, utf8.RuneCountInString(text)
	}
	spans = []Span{{Same, opening(p.Node)}}
	for i, x := range p.Items {
		if i > 0 || p.Node.Kind == lgdl.Clause {
			spans = append(spans, Span{Same, " "})
		}
		more, _ := inline(x)
		spans = append(spans, more...)
	}
	spans = append(spans, Span{Same, closing(p.Node)})
	for _, s := range spans {
		size += utf8.RuneCountInString(s.Text)
	}
	return spans, size
}
