package ir

import (
	"fmt"
	"io"
	"strings"
)

// Print writes the text form of a program, which Parse reads: its fields with kind, element and number of
// elements, then its functions with their variables, then what is in its tables (v*n is n times v). Expressions
// are in prefix form, (op operand …); a variable is its name and number, with the range of an i32 where it is known;
// a label its name and number; an i32 is decimal, an i64 hexadecimal, a set its words; field[index] is an element,
// field{index} a set. Statements are one a line, what is inside them indented.
//
//	words 1
//	state what u8 65
//
//	func draw(n.0 i32 0..8) i32
//	  var r.1 i32
//	  r.1 = (narrow (shr moves[(add n.0 1)] 0x20))
//	  if (lt r.1 n.0)
//	    return r.1
//	  return 0
//
// That a scope slides (Slide) is not written: what it does is in its body, only slower.
func Print(w io.Writer, p *Program) error {
	b := &printer{labels: map[*Label]int{}, count: new(int), names: fieldNames(p.Fields)}
	b.printf("words %d\n", p.Words)
	for _, f := range p.Fields {
		b.printf("%v %s %v %d", f.Kind, b.names[f], f.Elem, f.Len)
		if f.Log {
			b.printf(" log")
		}
		if f.Snapshot {
			b.printf(" snapshot")
		}
		b.printf("\n")
	}
	for _, f := range p.Funcs {
		b.function(f)
	}
	for _, f := range p.Fields {
		b.contents(f)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type printer struct {
	strings.Builder
	labels map[*Label]int // their numbers in the function
	count  *int           // of labels so far
	names  map[*Field]string
}

// fieldNames gives every field a name of its own: name#2 is the second of a name.
func fieldNames(fields []*Field) map[*Field]string {
	names, taken := map[*Field]string{}, map[string]bool{}
	for _, f := range fields {
		name := f.Name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s#%d", f.Name, n)
		}
		names[f], taken[name] = name, true
	}
	return names
}

func (b *printer) printf(format string, args ...any) { fmt.Fprintf(b, format, args...) }

func (b *printer) function(f *Func) {
	locals := f.Locals()
	clear(b.labels)
	*b.count = 0
	word := "func"
	if f.Host {
		word = "host"
	}
	b.printf("\n%s %s(", word, f.Name)
	for i, l := range f.Params {
		if i > 0 {
			b.printf(", ")
		}
		b.printf("%s", declaration(l))
	}
	b.printf(")")
	if f.Result != None {
		b.printf(" %v", f.Result)
	}
	if f.Export {
		b.printf(" export")
	}
	if f.Recursive {
		b.printf(" recursive")
	}
	if f.Rare {
		b.printf(" rare")
	}
	b.printf("\n")
	for _, l := range locals[len(f.Params):] {
		b.printf("  var %s\n", declaration(l))
	}
	b.body(f.Body, "  ")
}

func name(l *Local) string { return fmt.Sprintf("%s.%d", l.Name, l.Place) }

func declaration(l *Local) string {
	if l.Type == I32 && l.Lo <= l.Hi {
		return fmt.Sprintf("%s %v %d..%d", name(l), l.Type, l.Lo, l.Hi)
	}
	return fmt.Sprintf("%s %v", name(l), l.Type)
}

// newLabel numbers a label where it stands, which may be twice where code is shared.
func (b *printer) newLabel(l *Label) string {
	if l != nil {
		b.labels[l] = *b.count
		*b.count++
	}
	return b.label(l)
}

func (b *printer) label(l *Label) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf(" %s@%d", l.Name, b.labels[l])
}

func (b *printer) body(body []*Stmt, indent string) {
	for _, s := range body {
		text := func(i int) string { return b.expr(s.Args[i], indent) }
		b.printf("%s", indent)
		switch s.Op {
		case Assign:
			b.printf("%s = %s", name(s.Local), text(0))
		case Store:
			b.printf("%s[%s] = %s", b.names[s.Field], text(0), text(1))
		case SetStore:
			b.printf("%s{%s} = %s", b.names[s.Field], text(0), text(1))
		case If:
			b.printf("if")
			if s.Test {
				b.printf(" test")
			}
			if s.Best {
				b.printf(" best")
			}
			b.printf(" %s", text(0))
		case Loop:
			b.printf("loop%s", b.newLabel(s.Label))
			if s.Rounds != 0 {
				b.printf(" rounds %d", s.Rounds)
			}
		case Scope:
			b.printf("scope%s", b.newLabel(s.Label))
		case Each:
			b.printf("each%s %s of %s", b.newLabel(s.Label), name(s.Local), text(0))
		case Include, Exclude:
			b.printf("%v %s{%s} %s", s.Op, b.names[s.Field], text(0), text(1))
		case Save, Restore:
			b.printf("%v %s%s", s.Op, b.names[s.Field], b.exprs(s.Args, indent))
		case EmitSet:
			b.printf("emit-set%s", b.exprs(s.Args, indent))
			if s.Local != nil {
				b.printf(" for %s", name(s.Local))
			}
		case Generate:
			b.printf("generate %s%s", s.Func.Name, b.exprs(s.Args, indent))
		default:
			b.printf("%v%s%s", s.Op, b.label(s.Label), b.exprs(s.Args, indent))
		}
		b.printf("\n")
		b.body(s.Body, indent+"  ")
		if len(s.Else) > 0 {
			b.printf("%selse\n", indent)
			b.body(s.Else, indent+"  ")
		}
	}
}

func (b *printer) exprs(args []*Expr, indent string) string {
	var out strings.Builder
	for _, a := range args {
		out.WriteString(" " + b.expr(a, indent))
	}
	return out.String()
}

func (b *printer) expr(e *Expr, indent string) string {
	switch e.Op {
	case Const:
		if e.Type == I64 {
			return fmt.Sprintf("%#x", uint64(e.K))
		}
		return fmt.Sprint(e.K)
	case Get:
		return name(e.Local)
	case Load:
		return fmt.Sprintf("%s[%s]", b.names[e.Field], b.expr(e.Args[0], indent))
	case SetLoad:
		return fmt.Sprintf("%s{%s}", b.names[e.Field], b.expr(e.Args[0], indent))
	case EqualBits, LessBits, EqualFrom, SetEqual, SetLess:
		return fmt.Sprintf("(%v %s%s)", e.Op, b.names[e.Field], b.exprs(e.Args, indent))
	case SetConst:
		return fmt.Sprintf("%#x", e.Bits())
	case SetShift:
		return fmt.Sprintf("(%v %d %s)", e.Op, e.K, b.expr(e.Args[0], indent))
	case Call:
		return fmt.Sprintf("(call %s%s)", e.Callee().Name, b.exprs(e.Args, indent))
	case Block:
		inside := &printer{labels: b.labels, count: b.count, names: b.names}
		inside.body(e.Stmts(), indent+"    ")
		return fmt.Sprintf("(block\n%s%s    give %s)", inside.String(), indent, b.expr(e.Args[0], indent+"    "))
	}
	return fmt.Sprintf("(%v%s)", e.Op, b.exprs(e.Args, indent))
}

// contents writes what is in a table, twenty items a line.
func (b *printer) contents(f *Field) {
	if len(f.Init) == 0 {
		return
	}
	b.printf("\ncontents %s", b.names[f])
	for i, n := 0, 0; i < len(f.Init); n++ {
		if n%20 == 0 {
			b.printf("\n ")
		}
		run := 1
		for i+run < len(f.Init) && f.Init[i+run] == f.Init[i] {
			run++
		}
		if b.printf(" %d", f.Init[i]); run > 1 {
			b.printf("*%d", run)
		}
		i += run
	}
	b.printf("\n")
}
