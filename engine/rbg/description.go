package rbg

import "math"

// Description is a checked description: macros expanded, every name resolved.
type Description struct {
	Title     string    // the name of the game
	Scores    []Bounded // the players in order with the bounds of their scores
	Pieces    []string
	Variables []Bounded
	Labels    []string // edge labels in order of first appearance
	Vertices  []Vertex // play starts on Vertices[0]
	// Modifiers is the number of modifier indices: offs, assignments and
	// switches outside conditions in the fully expanded rules.
	Modifiers int

	rules *expr
}

// Bounded is a variable or a player with his score: its values are 0…Bound.
type Bounded struct {
	Name  string
	Bound int64
}

// Vertex is one place of the board.
type Vertex struct {
	Name  string
	Piece int // index into Pieces of the piece there at the start
	Edges []Edge
}

// Edge leads along a label (index into Labels) to a vertex.
type Edge struct{ Label, Target int }

// DirectedEdges is the number of edges of the board.
func (d *Description) DirectedEdges() int {
	n := 0
	for _, v := range d.Vertices {
		n += len(v.Edges)
	}
	return n
}

type exprKind uint8

const (
	eSeq    exprKind = iota // kids one after the other
	eAlt                    // one of kids
	eStar                   // kids[0] any number of times
	eShift                  // along label num
	eOn                     // piece set pieces
	eOff                    // put piece num
	eAssign                 // variable num := value
	eCmp                    // left cmp right
	eSwitch                 // to player num, 0 for the keeper
	eNoop
	eCond // {? kids[0]}, {! kids[0]} when negated
)

// expr is a node of the rules. Modifiers outside conditions carry their index
// (from 1), all others index 0.
type expr struct {
	kind        exprKind
	negated     bool
	index       int
	num         int
	pieces      []int
	cmp         string
	left, right *arith // eAssign uses left
	kids        []*expr
	pos         Pos
}

func (e *expr) modifier() bool { return e.kind == eOff || e.kind == eAssign || e.kind == eSwitch }

// walk calls f for e and all expressions below it in textual order; it skips
// what is below e when f returns false.
func (e *expr) walk(f func(*expr) bool) {
	if !f(e) {
		return
	}
	for _, k := range e.kids {
		k.walk(f)
	}
}

type arithKind uint8

const (
	aConst arithKind = iota
	aVar             // num indexes variables, then players
	aCount           // number of pieces num on the board
	aAdd
	aSub
	aMul
	aDiv
)

type arith struct {
	kind arithKind
	num  int64
	l, r *arith
}

// parser reads the expanded sections into a Description.
type parser struct {
	*source
	d     *Description
	kinds map[string]nameKind // declared names
	toks  []token
	at    int
	last  token // the token to blame at the end of a section
	nodes int
	depth int
	item  token // first token of the assignment or comparison being read
}

type nameKind struct {
	what  string // "player", "piece", "variable" or "edge label"
	index int
}

// Parse reads and checks the description src. file is used in messages, name
// as the name of the game. Every error is an *Error.
func Parse(file, name string, src []byte) (d *Description, err error) {
	defer catch(&err)
	s := &source{file}
	sections := s.preprocess(string(src))
	p := &parser{source: s, d: &Description{Title: name}, kinds: map[string]nameKind{}}
	for _, part := range []struct {
		name string
		read func()
	}{
		{"players", func() { p.d.Scores = p.bounded("player", true) }},
		{"pieces", p.pieceNames},
		{"variables", func() { p.d.Variables = p.bounded("variable", false) }},
		{"board", p.board},
		{"rules", p.rules},
	} {
		sec := sections[part.name]
		if sec == nil {
			s.failAt(endOf(src), "missing section %s: the file ends without #%s", part.name, part.name)
		}
		p.toks, p.at, p.last = sec.toks, 0, sec.head
		if n := len(sec.toks); n > 0 {
			p.last = sec.toks[n-1]
		}
		part.read()
		if t := p.peek(); t.kind != tokEnd {
			p.fail(t, "unexpected %v in section %s", t, part.name)
		}
	}
	return p.d, nil
}

func (p *parser) peek() token {
	if p.at < len(p.toks) {
		return p.toks[p.at]
	}
	t := p.last
	t.kind = tokEnd
	return t
}

func (p *parser) next() token {
	t := p.peek()
	p.at++
	return t
}

// accept reads the symbol sym if it comes next.
func (p *parser) accept(sym string) bool {
	if p.peek().is(sym) {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(sym, where string) token {
	t := p.next()
	if !t.is(sym) {
		p.fail(t, "expected '%s' %s, found %v", sym, where, t)
	}
	return t
}

// name reads an identifier that is not reserved.
func (p *parser) name(what string) token {
	t := p.next()
	if t.kind != tokIdent {
		p.fail(t, "expected %s, found %v", what, t)
	}
	if reserved[t.text] {
		p.fail(t, "expected %s, but %v is reserved", what, t)
	}
	return t
}

func (p *parser) number(what string) (int64, token) {
	t := p.next()
	if t.kind != tokNumber {
		p.fail(t, "expected %s, found %v", what, t)
	}
	var n int64
	for _, c := range t.text {
		if n = n*10 + int64(c-'0'); n > math.MaxUint32 {
			p.fail(t, "number %s is too large: the limit is %d", t.text, uint32(math.MaxUint32))
		}
	}
	return n, t
}

func (p *parser) declare(t token, what string, index int) {
	if k, ok := p.kinds[t.text]; ok {
		p.fail(t, "%s %s is already declared as %s", what, t.text, k.what)
	}
	p.kinds[t.text] = nameKind{what, index}
}

// list reads a comma list up to the end of the section; stray commas are fine.
func (p *parser) list(read func()) {
	for p.peek().kind != tokEnd {
		if p.accept(",") {
			continue
		}
		read()
		if t := p.peek(); t.kind != tokEnd && !t.is(",") {
			p.fail(t, "expected ',' between names, found %v", t)
		}
	}
}

func (p *parser) bounded(what string, required bool) []Bounded {
	var out []Bounded
	p.list(func() {
		t := p.name("the name of a " + what)
		p.expect("(", "before the bound of "+what+" "+t.text)
		n, nt := p.number("the bound of " + what + " " + t.text)
		if n == 0 {
			p.fail(nt, "bound must be positive")
		}
		p.expect(")", "after the bound of "+what+" "+t.text)
		p.declare(t, what, len(out))
		out = append(out, Bounded{t.text, n})
	})
	if required && len(out) == 0 {
		p.fail(p.peek(), "expected at least one %s", what)
	}
	return out
}

// maxPieces is the number of kinds of pieces a position can store in a byte.
const maxPieces = 256

func (p *parser) pieceNames() {
	p.list(func() {
		t := p.name("the name of a piece")
		if len(p.d.Pieces) == maxPieces {
			p.fail(t, "more than %d pieces", maxPieces)
		}
		p.declare(t, "piece", len(p.d.Pieces))
		p.d.Pieces = append(p.d.Pieces, t.text)
	})
	if len(p.d.Pieces) == 0 {
		p.fail(p.peek(), "expected at least one piece")
	}
}
