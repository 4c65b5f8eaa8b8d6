package ir

import (
	"fmt"
	"io"
	"strings"
)

// Print writes the text form of a program: its fields with kind, elements and
// number, then its functions. Expressions are in prefix form, (op operand …);
// a variable is its name and number, a constant its value, an element of a field
// field[index]; statements are one a line, what is inside them indented.
//
//	state what u8 65
//	func draw(n.0 i32) i32
//	  r.1 = (narrow (shr moves[(add n.0 1)] 32))
//	  if (lt r.1 n.0)
//	    return r.1
//	  return 0
func Print(w io.Writer, p *Program) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "words %d\n", p.Words)
	for _, f := range p.Fields {
		fmt.Fprintf(b, "%v %s %v %d\n", f.Kind, f.Name, f.Elem, f.Len)
	}
	for _, f := range p.Funcs {
		printFunc(b, f)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func printFunc(b *strings.Builder, f *Func) {
	f.number()
	word := "func"
	if f.Host {
		word = "host"
	}
	fmt.Fprintf(b, "\n%s %s(", word, f.Name)
	for i, l := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%s %v", name(l), l.Type)
	}
	b.WriteString(")")
	if f.Result != None {
		fmt.Fprintf(b, " %v", f.Result)
	}
	b.WriteString("\n")
	printBody(b, f.Body, "  ")
}

func name(l *Local) string { return fmt.Sprintf("%s.%d", l.Name, l.index) }

func label(l *Label) string {
	if l == nil {
		return ""
	}
	return " " + l.Name
}

func printBody(b *strings.Builder, body []*Stmt, indent string) {
	for _, s := range body {
		b.WriteString(indent)
		switch s.Op {
		case Assign:
			fmt.Fprintf(b, "%s = %s", name(s.Local), text(s.Args[0]))
		case Store:
			fmt.Fprintf(b, "%s[%s] = %s", s.Field.Name, text(s.Args[0]), text(s.Args[1]))
		case SetStore:
			fmt.Fprintf(b, "%s{%s} = %s", s.Field.Name, text(s.Args[0]), text(s.Args[1]))
		case Each:
			fmt.Fprintf(b, "each%s %s of %s", label(s.Label), name(s.Local), text(s.Args[0]))
		case Include, Exclude:
			fmt.Fprintf(b, "%v %s{%s} %s", s.Op, s.Field.Name, text(s.Args[0]), text(s.Args[1]))
		case Save, Restore:
			fmt.Fprintf(b, "%v %s", s.Op, s.Field.Name)
		case EmitSet:
			if s.Local != nil {
				fmt.Fprintf(b, "emit-set%s for %s", texts(s.Args), name(s.Local))
			} else {
				fmt.Fprintf(b, "emit-set%s", texts(s.Args))
			}
		case Generate:
			fmt.Fprintf(b, "generate %s%s", s.Func.Name, texts(s.Args))
		default:
			fmt.Fprintf(b, "%v%s%s", s.Op, label(s.Label), texts(s.Args))
		}
		b.WriteString("\n")
		printBody(b, s.Body, indent+"  ")
		if len(s.Else) > 0 {
			b.WriteString(indent + "else\n")
			printBody(b, s.Else, indent+"  ")
		}
	}
}

func texts(args []*Expr) string {
	b := &strings.Builder{}
	for _, a := range args {
		b.WriteString(" " + text(a))
	}
	return b.String()
}

func text(e *Expr) string {
	switch e.Op {
	case Const:
		if e.Type == I64 && (e.K > 1<<20 || e.K < 0) {
			return fmt.Sprintf("%#x", uint64(e.K))
		}
		return fmt.Sprint(e.K)
	case Get:
		return name(e.Local)
	case Load:
		return fmt.Sprintf("%s[%s]", e.Field.Name, text(e.Args[0]))
	case SetLoad:
		return fmt.Sprintf("%s{%s}", e.Field.Name, text(e.Args[0]))
	case SetConst:
		return fmt.Sprintf("%#x", e.Words)
	case Call:
		return fmt.Sprintf("(%s%s)", e.Func.Name, texts(e.Args))
	case Block:
		b := &strings.Builder{}
		b.WriteString("(block\n")
		printBody(b, e.Body, "      ")
		b.WriteString("      " + text(e.Args[0]) + ")")
		return b.String()
	}
	if e.Op == SetShift {
		return fmt.Sprintf("(%v %d%s)", e.Op, e.K, texts(e.Args))
	}
	return fmt.Sprintf("(%v%s)", e.Op, texts(e.Args))
}
