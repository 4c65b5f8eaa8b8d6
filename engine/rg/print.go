package rg

import (
	"fmt"
	"io"
	"strings"
)

// Write writes d at the low level. Reading it back gives the same game.
func (d *Description) Write(w io.Writer) error {
	var b strings.Builder
	for _, t := range d.types {
		fmt.Fprintf(&b, "type %s = %v;\n", t.name.text, t.typ)
	}
	for _, c := range d.consts {
		fmt.Fprintf(&b, "const %s: %v = %v;\n", c.name.text, c.typ, c.value)
	}
	for _, v := range d.vars {
		fmt.Fprintf(&b, "var %s: %v = %v;\n", v.name.text, v.typ, v.value)
	}
	for i := range d.edges {
		e := &d.edges[i]
		fmt.Fprintf(&b, "%v, %v:%v;\n", e.from, e.to, &e.act)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String writes the type.
func (t *typeExpr) String() string {
	switch {
	case t.from != nil:
		return t.from.String() + " -> " + t.to.String()
	case t.set != nil:
		var words []string
		for _, s := range t.set {
			words = append(words, s.text)
		}
		return "{ " + strings.Join(words, ", ") + " }"
	}
	return t.name
}

// String writes the value.
func (v *valueExpr) String() string {
	if v.entries == nil {
		return v.symbol
	}
	var parts []string
	for _, e := range v.entries {
		parts = append(parts, e.key+": "+e.value.String())
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// String writes the node.
func (n *nodeExpr) String() string {
	if len(n.args) == 0 {
		return n.name
	}
	var parts []string
	for _, a := range n.args {
		text := a.name
		if a.typ != nil {
			text += ": " + a.typ.String()
		}
		parts = append(parts, text)
	}
	return n.name + "(" + strings.Join(parts, ", ") + ")"
}

// String writes the expression.
func (e *expr) String() string {
	switch e.kind {
	case eIndex:
		return e.base.String() + "[" + e.index.String() + "]"
	case eCast:
		return e.name + "(" + e.index.String() + ")"
	case eAny:
		return e.name + "(*)"
	}
	return e.name
}

// String writes the action with a space before it.
func (a *action) String() string {
	switch a.kind {
	case aAssign:
		return fmt.Sprintf(" %v = %v", a.left, a.right)
	case aEqual:
		return fmt.Sprintf(" %v == %v", a.left, a.right)
	case aUnequal:
		return fmt.Sprintf(" %v != %v", a.left, a.right)
	case aReach:
		return fmt.Sprintf(" ? %v -> %v", a.from, a.to)
	case aUnreach:
		return fmt.Sprintf(" ! %v -> %v", a.from, a.to)
	case aTag:
		return fmt.Sprintf(" $ %v", a.left)
	case aTagVar:
		return fmt.Sprintf(" $$ %v", a.left)
	}
	return ""
}
