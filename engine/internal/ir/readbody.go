package ir

import (
	"slices"
	"strconv"
	"strings"
)

// Body reads the statements that stand further right than a column.
func (x *reader) body(col int) (out []*Stmt) {
	if x.depth++; x.depth > maxDepth {
		x.fail("statements stand in each other more than %d deep", maxDepth)
	}
	for t := x.peek(); t.text != "" && t.first && t.col > col && t.text != "give"; t = x.peek() {
		s := x.statement(t.col)
		if s.Op == If && x.peek().text == "else" && x.peek().first && x.peek().col == t.col {
			x.at++
			s.Else = x.body(t.col)
		}
		out = append(out, s)
	}
	x.depth--
	return out
}

func (x *reader) statement(col int) *Stmt {
	word := x.peek().text
	if x.toks[min(x.at+1, len(x.toks)-1)].text == "=" {
		l := x.local()
		x.at++
		return Put(l, x.expr())
	}
	if f := x.fields[word]; f != nil && x.indexed() {
		x.at++
		s := &Stmt{Op: Store, Field: f}
		if x.peek().text == "{" {
			s.Op = SetStore
		}
		i := x.index()
		x.expect("=")
		s.Args = []*Expr{i, x.expr()}
		return s
	}
	s := &Stmt{Op: StmtOp(x.oneOf(stmtNames[:]))}
	switch s.Op {
	case If:
		s.Test, s.Best = x.accept("test"), x.accept("best")
		s.Args = []*Expr{x.expr()}
		s.Body = x.body(col)
	case Loop, Scope, Each:
		around := len(x.labels)
		s.Label = x.newLabel()
		if s.Op == Each {
			s.Local = x.local()
			x.expect("of")
			s.Args = []*Expr{x.expr()}
		}
		if x.accept("rounds") {
			s.Rounds = int(x.number(-1, 1<<31))
		}
		s.Body = x.body(col)
		x.labels = x.labels[:around]
	case Break, Continue:
		name := x.next()
		for _, l := range x.labels {
			if l.name == name {
				s.Label = l.is
			}
		}
		if s.Label == nil {
			x.at--
			x.fail("nothing around is called %s", name)
		}
	case Include, Exclude:
		s.Field = x.fieldOf()
		i := x.index()
		s.Args = []*Expr{i, x.expr()}
	case Save, Restore:
		s.Field = x.fieldOf()
		s.Args = x.exprs()
	case Generate:
		s.Func = x.funcOf()
		s.Args = x.exprs()
	case EmitSet:
		s.Args = x.exprs()
		if x.accept("for") {
			s.Local = x.local()
		}
	case Return, Do, Emit:
		s.Args = x.exprs()
	default:
		x.at--
		x.fail("%s is written as name = value", s.Op)
	}
	return s
}

// newLabel reads the label of what may be left, which may have none.
func (x *reader) newLabel() *Label {
	name, _, ok := strings.Cut(x.peek().text, "@")
	if !ok || x.peek().first {
		return nil
	}
	l := &Label{Name: name}
	x.labels = append(x.labels, struct {
		name string
		is   *Label
	}{x.next(), l})
	return l
}

// Exprs reads the expressions up to the end of the line.
func (x *reader) exprs() (out []*Expr) {
	for t := x.peek(); !t.first && t.text != "for" && t.text != ")"; t = x.peek() {
		out = append(out, x.expr())
	}
	return out
}

// indexed reports whether an index follows without a blank, as it does after the name of a field.
func (x *reader) indexed() bool {
	t, behind := x.peek(), x.toks[min(x.at+1, len(x.toks)-1)]
	return behind.line == t.line && behind.col == t.col+len(t.text) && (behind.text == "[" || behind.text == "{")
}

// Place reads [expr] or {expr}.
func (x *reader) index() *Expr {
	end := "]"
	if x.next() == "{" {
		end = "}"
	}
	e := x.expr()
	x.expect(end)
	return e
}

func (x *reader) expr() *Expr {
	if x.depth++; x.depth > maxDepth {
		x.fail("expressions stand in each other more than %d deep", maxDepth)
	}
	defer func() { x.depth-- }()
	switch t := x.peek(); {
	case t.text == "(":
		x.at++
		e := x.operation()
		x.expect(")")
		return e
	case t.text == "[":
		return x.set()
	case x.locals[t.text] != nil && !x.indexed():
		return &Expr{Op: Get, Type: x.locals[t.text].Type, Local: x.local()}
	case x.fields[t.text] != nil:
		f := x.fieldOf()
		if x.peek().text == "{" {
			return SetAt(f, x.index())
		}
		if x.peek().text != "[" {
			x.fail("found %q, expected an index of %s", x.peek().text, f.Name)
		}
		return &Expr{Op: Load, Type: f.Elem.Type(), Field: f, Args: []*Expr{x.index()}}
	case strings.HasPrefix(t.text, "0x"):
		v, err := strconv.ParseUint(t.text[2:], 16, 64)
		if err != nil {
			x.fail("found %q, expected a number of 64 bits", t.text)
		}
		x.at++
		return Long(v)
	default:
		v, err := strconv.ParseInt(t.text, 10, 32)
		if err != nil {
			x.fail("found %q, expected a value", t.text)
		}
		x.at++
		return Num(int(v))
	}
}

// Set reads the words of a constant set.
func (x *reader) set() *Expr {
	x.expect("[")
	words := []uint64{}
	for x.peek().text != "]" && len(words) <= x.p.Words {
		v, err := strconv.ParseUint(strings.TrimPrefix(x.peek().text, "0x"), 16, 64)
		if err != nil {
			x.fail("found %q, expected a word of a set", x.peek().text)
		}
		words = append(words, v)
		x.at++
	}
	x.expect("]")
	return SetOf(words)
}

// operation reads what stands in parentheses.
func (x *reader) operation() *Expr {
	switch x.peek().text {
	case "call":
		x.at++
		f := x.funcOf()
		return Invoke(f, x.operands(-1)...)
	case "block":
		x.at++
		body := x.body(-1)
		x.expect("give")
		value := x.expr()
		return &Expr{Op: Block, Type: value.Type, Args: []*Expr{value}, rest: &rest{body: body}}
	}
	i := slices.IndexFunc(ops[:], func(s signature) bool { return s.name == x.peek().text })
	if i < 0 || ops[i].n <= 0 || ops[i].name == "load" || ops[i].name == "sets" {
		x.fail("%q is no operation", x.peek().text)
	}
	x.at++
	op, k := Op(i), int64(0)
	if op == SetShift {
		k = x.number(-1<<31, 1<<31)
	}
	var f *Field
	if op == EqualBits || op == LessBits || op == EqualFrom || op == SetEqual || op == SetLess {
		f = x.fieldOf()
	}
	e := &Expr{Op: op, Type: ops[op].r, K: k, Field: f, Args: x.operands(ops[op].n)}
	if e.Type == same {
		e.Type = e.Args[0].Type
		if op == Choose { // its first operand is the condition
			e.Type = e.Args[1].Type
		}
	}
	return e
}

// operands reads n expressions, or those up to the parenthesis when n is negative.
func (x *reader) operands(n int) (out []*Expr) {
	for x.peek().text != ")" {
		out = append(out, x.expr())
	}
	if n >= 0 && len(out) != n {
		x.fail("found %d operands, expected %d", len(out), n)
	}
	return out
}
