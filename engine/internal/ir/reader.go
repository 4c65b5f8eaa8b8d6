package ir

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The bounds of a text that Parse reads: its bytes, how deep expressions stand in each other, and the elements of a
// field, each more than any game needs.
const (
	maxText     = 64 << 20
	maxDepth    = 10_000
	maxElements = 1 << 26
)

// Parse reads the text form of a program that Print wrote, or that a hand did, and verifies it. The error begins with
// the number of the line.
func Parse(r io.Reader) (p *Program, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxText+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxText {
		return nil, fmt.Errorf("ir: the text has more than %d bytes", maxText)
	}
	x := &reader{toks: tokens(string(text)), p: &Program{}, fields: map[string]*Field{}, funcs: map[string]*Func{}}
	defer func() {
		if f, ok := recover().(failure); ok {
			p, err = nil, fmt.Errorf("ir: %w", f.error)
		}
	}()
	x.program()
	if err := Verify(x.p, false); err != nil {
		return nil, err
	}
	return x.p, nil
}

// failure is what the methods of a reader panic with.
type failure struct{ error }

// token is a word or one of the characters ()[]{}=, with its place; the last one is empty.
type token struct {
	text      string
	line, col int
	first     bool // of its line
}

const marks = "()[]{}=,"

func tokens(text string) []token {
	var out []token
	n := 0
	for line := range strings.Lines(text) {
		n++
		first := true
		for i := 0; i < len(line); {
			switch c := line[i]; {
			case c == ' ' || c == '\t' || c == '\n' || c == '\r':
				i++
				continue
			case strings.IndexByte(marks, c) >= 0:
				out = append(out, token{line[i : i+1], n, i, first})
				i++
			default:
				end := i + strings.IndexAny(line[i:]+" ", marks+" \t\r\n")
				out = append(out, token{line[i:end], n, i, first})
				i = end
			}
			first = false
		}
	}
	return append(out, token{line: n + 1, first: true})
}

type reader struct {
	toks   []token
	at     int
	p      *Program
	fields map[string]*Field
	funcs  map[string]*Func
	depth  int

	// of the function that is read
	f      *Func
	locals map[string]*Local
	labels []struct {
		name string
		is   *Label
	}
}

func (x *reader) fail(format string, args ...any) {
	panic(failure{fmt.Errorf("line %d: %s", x.toks[x.at].line, fmt.Sprintf(format, args...))})
}

func (x *reader) peek() token { return x.toks[x.at] }

func (x *reader) next() string {
	t := x.toks[x.at]
	if t.text == "" {
		x.fail("the text ends too early")
	}
	x.at++
	return t.text
}

func (x *reader) expect(text string) {
	if found := x.peek().text; found != text {
		x.fail("found %q, expected %q", found, text)
	}
	x.at++
}

// accept takes a word of the same line.
func (x *reader) accept(text string) bool {
	if t := x.peek(); t.text != text || t.first {
		return false
	}
	x.at++
	return true
}

func (x *reader) number(lo, hi int64) int64 {
	v, err := strconv.ParseInt(x.peek().text, 10, 64)
	if err != nil || v < lo || v > hi {
		x.fail("found %q, expected a number from %d to %d", x.peek().text, lo, hi)
	}
	x.at++
	return v
}

// oneOf is the number of a name among names.
func (x *reader) oneOf(names []string) int {
	i := slices.Index(names, x.peek().text)
	if i < 0 {
		x.fail("found %q, expected one of %s", x.peek().text, strings.Join(names, ", "))
	}
	x.at++
	return i
}

func (x *reader) program() {
	x.expect("words")
	x.p.Words = int(x.number(0, 1<<16))
	for slices.Contains(kindNames[:], x.peek().text) {
		x.field()
	}
	// Functions may call those that stand further down.
	start := x.at
	for x.at < len(x.toks)-1 {
		if t := x.peek(); t.first && t.col == 0 && (t.text == "func" || t.text == "host") {
			x.header()
		} else {
			x.at++
		}
	}
	for x.at = start; x.peek().text != ""; {
		switch t := x.peek(); {
		case t.col != 0:
			x.fail("found %q, expected a function or contents at the beginning of a line", t.text)
		case t.text == "contents":
			x.contents()
		case t.text == "func" || t.text == "host":
			x.function()
		default:
			x.fail("found %q, expected func, host or contents", t.text)
		}
	}
}

func (x *reader) field() {
	f := &Field{ID: NextMark(), Kind: Kind(x.oneOf(kindNames[:])), Name: x.next(), Elem: Elem(x.oneOf(elemNames[:])),
		Len: int(x.number(0, maxElements))}
	f.Log, f.Snapshot = x.accept("log"), x.accept("snapshot")
	if x.fields[f.Name] != nil {
		x.fail("two fields are called %s", f.Name)
	}
	x.fields[f.Name] = f
	x.p.Fields = append(x.p.Fields, f)
}

func (x *reader) contents() {
	x.expect("contents")
	f := x.fields[x.next()]
	if f == nil || f.Kind != Table || f.Init != nil {
		x.fail("%q is no table that waits for contents", x.toks[x.at-1].text)
	}
	for t := x.peek(); t.text != "" && !(t.first && t.col == 0); t = x.peek() {
		value, times, many := strings.Cut(t.text, "*")
		v, err := strconv.ParseInt(value, 10, 64)
		n := 1
		if err == nil && many {
			n, err = strconv.Atoi(times)
		}
		if err != nil || n < 1 || n > f.Len-len(f.Init) {
			x.fail("found %q, expected an item of %s, which has %d elements", t.text, f.Name, f.Len)
		}
		f.Init = append(f.Init, slices.Repeat([]int64{v}, n)...)
		x.at++
	}
	f.bound()
}

// header enters a function with its parameters and result.
func (x *reader) header() {
	f := &Func{Host: x.next() == "host", Name: x.next()}
	x.locals = map[string]*Local{}
	x.expect("(")
	for n := 0; x.peek().text != ")"; n++ {
		if n > 0 {
			x.expect(",")
		}
		f.Params = append(f.Params, x.declaration())
	}
	x.expect(")")
	if t := x.peek(); !t.first && t.text != "export" && t.text != "recursive" && t.text != "rare" {
		f.Result = Type(x.oneOf(typeNames[:]))
	}
	f.Export = x.accept("export")
	f.Recursive = x.accept("recursive")
	f.Rare = x.accept("rare")
	if x.funcs[f.Name] != nil {
		x.fail("two functions are called %s", f.Name)
	}
	x.funcs[f.Name] = f
	x.p.Funcs = append(x.p.Funcs, f)
}

// Function reads what a function does, behind its header, which was entered before.
func (x *reader) function() {
	x.at++
	x.f = x.funcs[x.next()]
	x.locals, x.labels = map[string]*Local{}, x.labels[:0]
	x.expect("(")
	for _, l := range x.f.Params {
		x.locals[x.peek().text] = l
		for x.peek().text != "," && x.peek().text != ")" {
			x.at++
		}
		x.at++
	}
	if len(x.f.Params) == 0 {
		x.expect(")")
	}
	for !x.peek().first {
		x.at++
	}
	for x.peek().text == "var" && x.peek().col > 0 {
		x.at++
		x.declaration()
	}
	x.f.Body = x.body(0)
}

// declaration reads name.number type lo..hi and enters it.
func (x *reader) declaration() *Local {
	full := x.next()
	dot := strings.LastIndexByte(full, '.')
	if dot < 0 || x.locals[full] != nil {
		x.at--
		x.fail("found %q, expected a new variable as name.number", full)
	}
	l := NewLocal(full[:dot], Type(x.oneOf(typeNames[:])))
	if lo, hi, ok := strings.Cut(x.peek().text, ".."); ok && !x.peek().first {
		a, err := strconv.Atoi(lo)
		b, err2 := strconv.Atoi(hi)
		if err != nil || err2 != nil || a > b {
			x.fail("found %q, expected a range as 0..8", x.peek().text)
		}
		l.Lo, l.Hi = a, b
		x.at++
	}
	x.locals[full] = l
	return l
}

func (x *reader) local() *Local {
	l := x.locals[x.peek().text]
	if l == nil {
		x.fail("%q is no variable of this function", x.peek().text)
	}
	x.at++
	return l
}

func (x *reader) fieldOf() *Field {
	f := x.fields[x.peek().text]
	if f == nil {
		x.fail("%q is no field", x.peek().text)
	}
	x.at++
	return f
}

func (x *reader) funcOf() *Func {
	f := x.funcs[x.peek().text]
	if f == nil {
		x.fail("%q is no function", x.peek().text)
	}
	x.at++
	return f
}
