package gdl

import (
	"fmt"
	"slices"
	"strings"
)

// term is the number of an interned ground term. Equal terms have equal numbers;
// 0 is no term.
type term int32

// symbol is the number of a name together with a number of arguments.
type symbol int32

// terms interns ground terms: constants and functions applied to terms. Atoms are
// interned like terms where they need a number.
type terms struct {
	symbols []symbolInfo
	byName  map[string]symbol // "name/arity"
	nodes   []termNode        // by term
	args    []term            // arguments of all terms, one after the other
	buckets []term            // hash table: first term of each chain
	texts   []string          // by term, "" until asked for
	limit   int               // number of terms allowed
}

type symbolInfo struct {
	name  string
	arity int
}

type termNode struct {
	sym   symbol
	first int32 // of its arguments in args
	chain term  // next term in the bucket
}

// maxTerms bounds the number of different terms of a play.
const maxTerms = 20_000_000

// limitError is the panic of a reasoner that reaches one of its bounds.
type limitError struct{ what string }

func (e limitError) Error() string { return e.what }

// stopped is the panic of a reasoner that is told to stop.
type stopped struct{ cause error }

func newTerms() *terms {
	return &terms{byName: map[string]symbol{}, nodes: make([]termNode, 1), buckets: make([]term, 64), limit: maxTerms}
}

// clone copies the store, so that both can grow by themselves.
func (ts *terms) clone() *terms {
	c := *ts
	c.symbols = slices.Clone(ts.symbols)
	c.byName = make(map[string]symbol, len(ts.byName))
	for k, v := range ts.byName {
		c.byName[k] = v
	}
	c.nodes = slices.Clone(ts.nodes)
	c.args = slices.Clone(ts.args)
	c.buckets = slices.Clone(ts.buckets)
	c.texts = slices.Clone(ts.texts)
	return &c
}

// symbol gives the number of a name with so many arguments.
func (ts *terms) symbol(name string, arity int) symbol {
	key := fmt.Sprintf("%s/%d", name, arity)
	s, known := ts.byName[key]
	if !known {
		s = symbol(len(ts.symbols))
		ts.byName[key] = s
		ts.symbols = append(ts.symbols, symbolInfo{name, arity})
	}
	return s
}

func hashTerms(seed uint32, args []term) uint32 {
	h := seed*0x9e3779b1 + 0x85ebca6b
	for _, a := range args {
		h = (h ^ uint32(a)) * 0x9e3779b1
		h ^= h >> 15
	}
	return h
}

// make interns a symbol applied to terms; args is copied.
func (ts *terms) make(sym symbol, args []term) term {
	h := hashTerms(uint32(sym), args)
	for t := ts.buckets[h&uint32(len(ts.buckets)-1)]; t != 0; t = ts.nodes[t].chain {
		if ts.nodes[t].sym == sym && slices.Equal(ts.arguments(t), args) {
			return t
		}
	}
	if len(ts.nodes) > ts.limit {
		panic(limitError{fmt.Sprintf("term limit reached: more than %d different terms", ts.limit)})
	}
	if len(ts.nodes) > len(ts.buckets) {
		ts.rehash()
	}
	t := term(len(ts.nodes))
	b := &ts.buckets[h&uint32(len(ts.buckets)-1)]
	ts.nodes = append(ts.nodes, termNode{sym, int32(len(ts.args)), *b})
	ts.args = append(ts.args, args...)
	*b = t
	return t
}

func (ts *terms) rehash() {
	ts.buckets = make([]term, 4*len(ts.buckets))
	for i := 1; i < len(ts.nodes); i++ {
		b := &ts.buckets[hashTerms(uint32(ts.nodes[i].sym), ts.arguments(term(i)))&uint32(len(ts.buckets)-1)]
		ts.nodes[i].chain = *b
		*b = term(i)
	}
}

// arguments gives the arguments of a term, not to be changed.
func (ts *terms) arguments(t term) []term {
	n := ts.nodes[t]
	return ts.args[n.first : int(n.first)+ts.symbols[n.sym].arity]
}

// intern interns a ground term of the syntax.
func (ts *terms) intern(t *Term) term {
	args := make([]term, len(t.Args))
	for i, a := range t.Args {
		args[i] = ts.intern(a)
	}
	return ts.make(ts.symbol(t.Name, len(args)), args)
}

// text is the canonical text of a term: prefix form with single spaces.
func (ts *terms) text(t term) string {
	for len(ts.texts) < len(ts.nodes) {
		ts.texts = append(ts.texts, "")
	}
	if ts.texts[t] == "" {
		name := ts.symbols[ts.nodes[t].sym].name
		if args := ts.arguments(t); len(args) > 0 {
			var b strings.Builder
			b.WriteString("(" + name)
			for _, a := range args {
				b.WriteByte(' ')
				b.WriteString(ts.text(a))
			}
			b.WriteByte(')')
			name = b.String()
		}
		ts.texts[t] = name
	}
	return ts.texts[t]
}

// depth is the nesting of functions in a term, 0 for constants.
func (ts *terms) depth(t term) int {
	d := 0
	for _, a := range ts.arguments(t) {
		d = max(d, 1+ts.depth(a))
	}
	return d
}

// sort puts terms in the order of their canonical texts.
func (ts *terms) sort(list []term) {
	slices.SortFunc(list, func(a, b term) int { return strings.Compare(ts.text(a), ts.text(b)) })
}

// tuples is a set of rows of terms in the order of their insertion, with indexes
// by any subset of the columns, which are built when first asked for.
type tuples struct {
	width   int
	n       int
	rows    []term // n rows of width columns
	all     *index // of all columns
	indexes []*index
}

// index finds the rows with given values in the columns of mask. Chains run from
// later rows to earlier ones.
type index struct {
	mask    uint64
	buckets []int32 // row+1 of the last row of each chain
	chain   []int32 // by row: row+1 of the one before
}

func newTuples(width int) *tuples { return &tuples{width: width} }

// row gives a row, not to be changed.
func (t *tuples) row(i int) []term { return t.rows[i*t.width : (i+1)*t.width] }

// clear removes all rows and keeps the memory.
func (t *tuples) clear() {
	t.n, t.rows = 0, t.rows[:0]
	for _, x := range t.indexes {
		clear(x.buckets)
		x.chain = x.chain[:0]
	}
}

func fullMask(width int) uint64 { return uint64(1)<<width - 1 }

// usualArity is the number of arguments up to which none needs memory of its own.
const usualArity = 16

// room gives n terms, those of the buffer if they suffice.
func room(buf []term, n int) []term {
	if n <= len(buf) {
		return buf[:n]
	}
	return make([]term, n)
}

// add inserts a row unless it is there, and reports whether it was inserted.
func (t *tuples) add(row []term) bool {
	_, added := t.put(row)
	return added
}

// put inserts a row unless it is there, and tells its number and whether it was
// inserted.
func (t *tuples) put(row []term) (number int, added bool) {
	if t.width == 0 {
		t.n++
		return 0, t.n == 1
	}
	if t.all == nil {
		t.all = t.index(fullMask(t.width))
	}
	h := t.all.hash(row)
	if i := t.all.agree(t, row, t.all.buckets[h&uint32(len(t.all.buckets)-1)]); i >= 0 {
		return i, false
	}
	t.rows = append(t.rows, row...)
	t.n++
	for _, x := range t.indexes {
		if x == t.all {
			x.insert(t, t.n-1, h)
		} else {
			x.insert(t, t.n-1, x.hash(row))
		}
	}
	return t.n - 1, true
}

// has reports whether a row is there.
func (t *tuples) has(row []term) bool {
	if t.width == 0 {
		return t.n > 0
	}
	if t.all == nil {
		t.all = t.index(fullMask(t.width))
	}
	return t.all.first(t, row) >= 0
}

// index gives the index by the columns of a mask other than 0.
func (t *tuples) index(mask uint64) *index {
	for _, x := range t.indexes {
		if x.mask == mask {
			return x
		}
	}
	x := &index{mask: mask, buckets: make([]int32, 16)}
	for len(x.buckets) < t.n {
		x.buckets = make([]int32, 2*len(x.buckets))
	}
	for i := range t.n {
		x.insert(t, i, x.hash(t.row(i)))
	}
	t.indexes = append(t.indexes, x)
	return x
}

func (x *index) hash(row []term) uint32 {
	h := uint32(0x85ebca6b)
	for i, m := 0, x.mask; m != 0; i, m = i+1, m>>1 {
		if m&1 != 0 {
			h = (h ^ uint32(row[i])) * 0x9e3779b1
			h ^= h >> 15
		}
	}
	return h
}

// insert adds row i, whose hash is h.
func (x *index) insert(t *tuples, i int, h uint32) {
	if i >= len(x.buckets) {
		x.buckets = make([]int32, 4*len(x.buckets))
		x.chain = x.chain[:0]
		for j := range i {
			x.link(j, x.hash(t.row(j)))
		}
	}
	x.link(i, h)
}

func (x *index) link(i int, h uint32) {
	b := &x.buckets[h&uint32(len(x.buckets)-1)]
	x.chain = append(x.chain, *b)
	*b = int32(i + 1)
}

// first gives the last row that agrees with the key, a row of which only the
// columns of the mask count, -1 if there is none.
func (x *index) first(t *tuples, key []term) int {
	return x.agree(t, key, x.buckets[x.hash(key)&uint32(len(x.buckets)-1)])
}

// next gives the row before row i that agrees with the key.
func (x *index) next(t *tuples, key []term, i int) int { return x.agree(t, key, x.chain[i]) }

func (x *index) agree(t *tuples, key []term, at int32) int {
search:
	for ; at != 0; at = x.chain[at-1] {
		row := t.row(int(at - 1))
		for i, m := 0, x.mask; m != 0; i, m = i+1, m>>1 {
			if m&1 != 0 && row[i] != key[i] {
				continue search
			}
		}
		return int(at - 1)
	}
	return -1
}
