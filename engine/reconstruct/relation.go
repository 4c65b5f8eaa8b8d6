package reconstruct

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/concept"
)

// relation is an equation or inequality between concepts, such as
// "NumStartComponents = NumPlayableSites / 2".
type relation struct {
	left, right *term
	op          string
}

// term is a number, a concept, or two terms joined by an operator.
type term struct {
	op          byte // 0 for a leaf
	left, right *term
	concept     string // of a leaf; "" for a number
	value       float64
}

const relationTerms = 100 // in one relation

type relationReader struct {
	tokens []string
	terms  int
}

func parseRelation(text string) (*relation, error) {
	r := &relationReader{}
	for i := 0; i < len(text); {
		c := text[i]
		j := i + 1
		switch {
		case c == ' ':
			i++
			continue
		case isWord(c):
			for j < len(text) && isWord(text[j]) {
				j++
			}
		case strings.IndexByte("<>!", c) >= 0 && j < len(text) && text[j] == '=':
			j++
		case strings.IndexByte("+-*/()=<>", c) < 0:
			return nil, fmt.Errorf("unexpected %q in the relation", string(c))
		}
		r.tokens = append(r.tokens, text[i:j])
		i = j
	}
	left, err := r.sum()
	if err != nil {
		return nil, err
	}
	op := r.next()
	switch op {
	case "=", "!=", "<", "<=", ">", ">=":
	default:
		return nil, fmt.Errorf("expected one of = != < <= > >= in the relation, found %q", op)
	}
	right, err := r.sum()
	if err != nil {
		return nil, err
	}
	if rest := r.next(); rest != "" {
		return nil, fmt.Errorf("found %q behind the relation", rest)
	}
	return &relation{left, right, op}, nil
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.'
}

func (r *relationReader) peek() string {
	if len(r.tokens) == 0 {
		return ""
	}
	return r.tokens[0]
}

func (r *relationReader) next() string {
	s := r.peek()
	if s != "" {
		r.tokens = r.tokens[1:]
	}
	return s
}

func (r *relationReader) sum() (*term, error) { return r.chain("+-", r.product) }

func (r *relationReader) product() (*term, error) { return r.chain("*/", r.factor) }

// chain reads operands joined by the operators, from left to right.
func (r *relationReader) chain(ops string, operand func() (*term, error)) (*term, error) {
	left, err := operand()
	for err == nil && r.peek() != "" && strings.Contains(ops, r.peek()) {
		op := r.next()[0]
		var right *term
		if right, err = operand(); err == nil {
			left = &term{op: op, left: left, right: right}
		}
	}
	return left, err
}

func (r *relationReader) factor() (*term, error) {
	if r.terms++; r.terms > relationTerms {
		return nil, fmt.Errorf("the relation has more than %d terms", relationTerms)
	}
	s := r.next()
	switch {
	case s == "(":
		t, err := r.sum()
		if err == nil && r.next() != ")" {
			err = fmt.Errorf("a bracket of the relation is never closed")
		}
		return t, err
	case s == "-":
		t, err := r.factor()
		return &term{op: '-', left: &term{}, right: t}, err
	case s == "":
		return nil, fmt.Errorf("the relation ends where a number or the name of a concept is expected")
	case s[0] >= '0' && s[0] <= '9' || s[0] == '.':
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no number", s)
		}
		return &term{value: v}, nil
	case isWord(s[0]):
		if concept.ByName(s) == nil {
			return nil, fmt.Errorf("there is no concept %q", s)
		}
		return &term{concept: s}, nil
	}
	return nil, fmt.Errorf("found %q where a number or the name of a concept is expected", s)
}

// names adds the concepts of the term.
func (t *term) names(to map[string]bool) {
	if t.concept != "" {
		to[t.concept] = true
	}
	if t.op != 0 {
		t.left.names(to)
		t.right.names(to)
	}
}

// eval returns the value of the term, and whether it is known.
func (t *term) eval(v func(string) (float64, bool)) (float64, bool) {
	if t.op == 0 {
		if t.concept == "" {
			return t.value, true
		}
		return v(t.concept)
	}
	a, known := t.left.eval(v)
	b, also := t.right.eval(v)
	if !known || !also {
		return 0, false
	}
	switch t.op {
	case '+':
		return a + b, true
	case '-':
		return a - b, true
	case '*':
		return a * b, true
	}
	return a / b, b != 0
}

func (r *relation) judge(v func(string) (float64, bool)) Truth {
	a, known := r.left.eval(v)
	b, also := r.right.eval(v)
	if !known || !also {
		return Open
	}
	switch r.op {
	case "=":
		return truth(a == b)
	case "!=":
		return truth(a != b)
	case "<":
		return truth(a < b)
	case "<=":
		return truth(a <= b)
	case ">":
		return truth(a > b)
	}
	return truth(a >= b)
}
