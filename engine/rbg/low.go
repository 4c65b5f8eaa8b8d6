package rbg

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteLow writes d in the low-level language: an explicit graph board, no
// macros, no powers. Reading it back gives the same game with the same moves.
func (d *Description) WriteLow(w io.Writer) error {
	var b strings.Builder
	bounded := func(list []Bounded) string {
		var parts []string
		for _, x := range list {
			parts = append(parts, fmt.Sprintf("%s(%d)", x.Name, x.Bound))
		}
		return strings.Join(parts, ", ")
	}
	fmt.Fprintf(&b, "#players = %s\n#pieces = %s\n#variables = %s\n#board =\n",
		bounded(d.Scores), strings.Join(d.Pieces, ", "), bounded(d.Variables))
	p := &printer{Description: d, used: make([]bool, len(d.Labels)), b: &b}
	for _, v := range d.Vertices {
		var edges []string
		for _, e := range v.Edges {
			p.used[e.Label] = true
			edges = append(edges, d.Labels[e.Label]+": "+d.Vertices[e.Target].Name)
		}
		fmt.Fprintf(&b, "  %s[%s]{%s}\n", v.Name, d.Pieces[v.Piece], strings.Join(edges, ", "))
	}
	b.WriteString("#rules =\n  ")
	p.expr(d.rules)
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

type printer struct {
	*Description
	used []bool // labels with an edge: the others do not exist in the output
	b    *strings.Builder
}

func (p *printer) expr(e *expr) {
	switch e.kind {
	case eSeq, eAlt:
		p.b.WriteByte('(')
		for i, k := range e.kids {
			switch {
			case i > 0 && e.kind == eAlt:
				p.b.WriteString(" + ")
			case i > 0:
				p.b.WriteByte(' ')
			}
			p.expr(k)
		}
		p.b.WriteByte(')')
	case eStar:
		p.b.WriteByte('(')
		p.expr(e.kids[0])
		p.b.WriteString(")*")
	case eShift:
		if p.used[e.num] {
			p.b.WriteString(p.Labels[e.num])
		} else {
			p.b.WriteString("{}") // nowhere on the board: never applicable
		}
	case eOn:
		var names []string
		for _, x := range e.pieces {
			names = append(names, p.Pieces[x])
		}
		p.b.WriteString("{" + strings.Join(names, ", ") + "}")
	case eOff:
		p.b.WriteString("[" + p.Pieces[e.num] + "]")
	case eAssign:
		p.b.WriteString("[$ " + p.variable(e.num) + " = " + p.arith(e.left) + "]")
	case eCmp:
		p.b.WriteString("{$ " + p.arith(e.left) + " " + e.cmp + " " + p.arith(e.right) + "}")
	case eSwitch:
		if e.num == 0 {
			p.b.WriteString("->>")
		} else {
			p.b.WriteString("->" + p.Scores[e.num-1].Name)
		}
	case eNoop:
		p.b.WriteByte('.')
	case eCond:
		p.b.WriteString(map[bool]string{false: "{? ", true: "{! "}[e.negated])
		p.expr(e.kids[0])
		p.b.WriteByte('}')
	}
}

func (p *printer) variable(i int) string {
	if i < len(p.Variables) {
		return p.Variables[i].Name
	}
	return p.Scores[i-len(p.Variables)].Name
}

func (p *printer) arith(a *arith) string {
	switch a.kind {
	case aConst:
		return strconv.FormatInt(a.num, 10)
	case aVar:
		return p.variable(int(a.num))
	case aCount:
		return p.Pieces[a.num]
	}
	op := map[arithKind]string{aAdd: "+", aSub: "-", aMul: "*", aDiv: "/"}[a.kind]
	return "(" + p.arith(a.l) + " " + op + " " + p.arith(a.r) + ")"
}
