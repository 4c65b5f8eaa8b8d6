package transform

import (
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Whether something leads to a site is asked by going through all that might (Deriver.Reaches): every
// piece, every line, every end of it. From most places nothing leads to a site whatever stands where. Aim finds
// that out beforehand: for every site or row that a loop goes through, with which values of the parameter that is
// aimed at a round may do anything at all. With the others it is left out.

// The bounds of what is tried: words of the tables of a program, steps it takes to make them, and
// numbers that a variable may be.
const (
	maxAimWords  = 1 << 18
	maxAimWork   = 1 << 22
	maxAimValues = 1 << 10
)

// Aim cuts loops of functions whose last parameter is a site. What rounds that are left out would have told in
// the field spoil is not told.
func Aim(p *ir.Program, spoil *ir.Field) {
	c := &aimable{p: p, below: map[*ir.Func]int64{}}
	for _, f := range p.Funcs {
		ir.WalkCalls(f.Body, nil, c.expr)
	}
	a := &aimer{p: p, spoil: spoil, all: firstBits(p.Words, 64*p.Words), words: maxAimWords, work: maxAimWork,
		quiet: map[*ir.Func]bool{}, access: ir.Accesses{}, told: newSharer(), known: map[string]*aimed{}}
	for _, f := range p.Funcs {
		if n := c.below[f]; n > 0 && !f.Export && !f.Host {
			a.function(f, int(n))
		}
	}
}

// aimable finds below what number the last operands of calls are, -1 for functions where one may be no site.
type aimable struct {
	p     *ir.Program
	below map[*ir.Func]int64
}

func (c *aimable) expr(e *ir.Expr) {
	if e.Op != ir.Call || len(e.Args) == 0 || c.below[e.Callee()] < 0 {
		return
	}
	last := e.Args[len(e.Args)-1]
	if lo, hi := last.Range(); last.Type == ir.I32 && lo >= 0 && hi < int64(64*c.p.Words) {
		c.below[e.Callee()] = max(c.below[e.Callee()], hi+1)
	} else {
		c.below[e.Callee()] = -1
	}
}

// aimer cuts the loops of a function. What it knows of variables holds at the place it has come to.
type aimer struct {
	p           *ir.Program
	spoil       *ir.Field
	all         []uint64 // the set of all sites
	words, work int
	quiet       map[*ir.Func]bool // functions that change no memory

	fn     *ir.Func
	begun  bool                  // what follows is known of it
	fixed  bool                  // the parameter is never assigned
	at     *ir.Local             // the parameter that is aimed at
	n      int                   // it is below
	any    []uint64              // all its values
	reads  ir.Tally              // of the function
	cut    map[*ir.Stmt]*ir.Stmt // what stands for loops in the function
	access ir.Accesses           // of functions
	told   *sharer
	known  map[string]*aimed // by what loops do: rules of many pieces have the same

	own    *ir.Label          // of the loop
	inside map[*ir.Label]bool // the labels inside a round
	made   []*ir.Field        // sets that a round makes for itself
	doing  []step             // what a round does
	values [][]int64          // by index of a variable: what it may be, nil where that is not known
	hits   []uint64           // the values of the parameter with which a round does something
	full   bool               // these are all
	found  []int64            // see blank

	// What is worked with until the round is over.
	numbers room[int64]
	sets    room[uint64]
	setsOut int // the sets that outlast rounds
}

// aimed is with which values of the parameter the rounds of a loop may do something.
type aimed struct {
	words []int64   // in the order of the table that is made of it, nil unless it cuts
	cuts  bool      // that leaves out enough of them
	took  int       // steps to find it
	table *ir.Field // nil until a loop is cut with it
}

// room is where lists are made that are all given up at the same time.
type room[T any] struct{ all []T }

// List is an empty list with room for n.
func (r *room[T]) list(n int) []T {
	if len(r.all)+n > cap(r.all) {
		r.all = make([]T, 0, max(2*cap(r.all), 1<<10, n)) // lists in the old room stay as they are
	}
	at := len(r.all)
	r.all = r.all[:at+n]
	return r.all[at : at : at+n]
}

// Set is an empty set of sites.
func (a *aimer) set() []uint64 {
	set := a.sets.list(a.p.Words)[:a.p.Words]
	clear(set)
	return set
}

func (a *aimer) function(f *ir.Func, n int) {
	a.at, a.n, a.fn = f.Params[len(f.Params)-1], n, f
	a.begun, a.cut = false, map[*ir.Stmt]*ir.Stmt{}
	a.visit(f.Body, ir.Each, a.each) // they leave out more than rows inside of them, for which there may be no room then
	a.visit(f.Body, ir.Loop, a.row)
	if len(a.cut) == 0 {
		return
	}
	// Other functions may have the same loops, in which the parameter is another one.
	f.Body = (&ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if c := a.cut[s]; c != nil {
			return []*ir.Stmt{r.Copy(c)}, true
		}
		return nil, false
	}}).Body(f.Body)
}

// visit has the loops of a kind in a body be cut.
func (a *aimer) visit(body []*ir.Stmt, op ir.StmtOp, cut func(loop *ir.Stmt)) {
	for _, s := range body {
		if s.Op == op {
			cut(s)
		}
		a.visit(s.Body, op, cut)
		a.visit(s.Else, op, cut)
	}
}

// begin prepares for the loops of the function, and reports whether they may be cut.
func (a *aimer) begin() bool {
	if !a.begun {
		a.begun, a.fixed = true, true
		ir.Walk(a.fn.Body, func(s *ir.Stmt) { a.fixed = a.fixed && s.Local != a.at }, nil)
		if a.fixed {
			a.reads, a.any = tallied(a.fn.Body), firstBits(a.p.Words, a.n)
			a.values, a.hits = make([][]int64, len(a.fn.Locals())), make([]uint64, a.p.Words)
		}
	}
	return a.fixed
}

// gets is how often the variables of a body are read.
func gets(body []*ir.Stmt) map[*ir.Local]int {
	n := map[*ir.Local]int{}
	ir.Walk(body, nil, func(e *ir.Expr) {
		if e.Op == ir.Get {
			n[e.Local]++
		}
	})
	return n
}

// tallied is the tally of a body.
func tallied(body []*ir.Stmt) ir.Tally {
	t := ir.Tally(ir.NextMark())
	t.Body(body)
	return t
}

// each cuts the set of a loop over sites.
func (a *aimer) each(s *ir.Stmt) {
	if !a.begin() {
		return
	}
	clear(a.values) // nothing is known in front of the loop
	a.sets.all = a.sets.all[:0]
	from := a.superset(s.Args[0])
	hi := min(s.Local.Hi, 64*a.p.Words-1)
	if !a.apart(s.Local, s.Body) || a.n*a.p.Words > a.words {
		return
	}
	x := a.find(s, s.Body, func() (words []int64, found, most int) {
		words = a.blank(a.n * a.p.Words)
		for site := max(s.Local.Lo, 0); site <= hi; site++ {
			most += a.n * int(from[site>>6]>>(site&63)&1)
		}
		for site := max(s.Local.Lo, 0); site <= hi && cuts(found, most); site++ {
			if !bit(from, site) {
				continue
			}
			if !a.round(s.Local, site) {
				return nil, 0, 0
			}
			for i, w := range a.hits {
				for ; w != 0; w &= w - 1 {
					found++
					words[(64*i+bits.TrailingZeros64(w))*a.p.Words+site>>6] |= 1 << (site & 63)
				}
			}
		}
		return words, found, most
	})
	if x != nil {
		c := *s
		c.Args = []*ir.Expr{ir.Calc(ir.SetAnd, s.Args[0], ir.SetAt(a.table(x), ir.Read(a.at)))}
		a.cut[s] = &c
	}
}

// blank is room for words, all zero, until it is asked for again: few loops are cut.
func (a *aimer) blank(n int) []int64 {
	a.found = slices.Grow(a.found[:0], n)[:n]
	clear(a.found)
	return a.found
}

// find finds what the rounds of a loop may do, nil where it takes too long or leaves out next to nothing. What is found
// gives words with so many bits, of which there are so many at most.
func (a *aimer) find(loop *ir.Stmt, body []*ir.Stmt, rounds func() (words []int64, found, most int)) *aimed {
	a.makes(body)
	text := a.told.loop(loop, a.at, a.n, a.made)
	x := a.known[text]
	if x == nil {
		a.enter(loop, body)
		before := a.work
		words, found, most := rounds()
		if words == nil {
			return nil
		}
		x = &aimed{cuts: cuts(found, most), took: before - a.work}
		if x.cuts {
			x.words = slices.Clone(words)
		}
		a.known[text] = x
	} else if a.work -= x.took; a.work <= 0 { // it counts as often as it is asked for
		return nil
	}
	if !x.cuts {
		return nil
	}
	return x
}

// cuts reports whether so many of at most so many bits leave out enough.
func cuts(found, most int) bool { return 10*found < 9*most }

// row cuts what a loop through a row of a table does with an element that leads to loops.
func (a *aimer) row(s *ir.Stmt) {
	i, v, t := rowOf(s)
	if v == nil || !ir.Loops(s.Body[3:]) || !a.begin() {
		return
	}
	rest := s.Body[3:]
	if c := rest[0].Args; len(rest) == 1 && rest[0].Op == ir.If && c[0].Op == ir.Eq && reads(c[0].Args[1], a.at) {
		return // which asks the same
	}
	n := 0
	for _, x := range t.Init {
		n = max(n, int(x)+1)
	}
	if slices.Min(t.Init) < 0 || n*a.p.Words > a.words || !a.apart(v, rest) {
		return
	}
	for _, l := range assigned(rest) {
		if l == i || l == v {
			return
		}
	}
	x := a.find(s, rest, func() (words []int64, found, most int) {
		words = a.blank(n * a.p.Words)
		listed := make([]bool, n)
		for _, x := range t.Init {
			listed[x] = true
		}
		for x := 0; x < n && cuts(found, n*a.n); x++ {
			if !listed[x] {
				continue
			}
			if !a.round(v, x) {
				return nil, 0, 0
			}
			for i, w := range a.hits {
				words[x*a.p.Words+i] = int64(w)
			}
			found += ir.CountBits(a.hits)
		}
		return words, found, n * a.n
	})
	if x != nil {
		in := ir.Calc(ir.SetHas, ir.SetAt(a.table(x), ir.Read(v)), ir.Read(a.at))
		c := *s
		c.Body = append(slices.Clip(s.Body[:3]), ir.When(in, rest...))
		a.cut[s] = &c
	}
}

// rowOf tells of a loop through a row of a table the place in it, the element and the table; nil for others. The
// rest is what follows the first three statements.
func rowOf(s *ir.Stmt) (i, v *ir.Local, t *ir.Field) {
	if s.Op != ir.Loop || len(s.Body) < 3 {
		return nil, nil, nil
	}
	end, get, next := s.Body[0], s.Body[1], s.Body[2]
	if end.Op != ir.If || end.Args[0].Op != ir.Eq ||
		end.Args[0].Args[0].Op != ir.Get || end.Args[0].Args[1].Op != ir.Get ||
		len(end.Body) != 1 || end.Body[0].Op != ir.Break || end.Body[0].Label != s.Label || len(end.Else) > 0 {
		return nil, nil, nil
	}
	i = end.Args[0].Args[0].Local
	if get.Op != ir.Assign || get.Args[0].Op != ir.Load || get.Args[0].Field.Kind != ir.Table ||
		!reads(get.Args[0].Args[0], i) ||
		len(get.Args[0].Field.Init) == 0 || get.Local == i {
		return nil, nil, nil
	}
	if next.Op != ir.Assign || next.Local != i || next.Args[0].Op != ir.Add || !reads(next.Args[0].Args[0], i) ||
		!next.Args[0].Args[1].Is(1) {
		return nil, nil, nil
	}
	return i, get.Local, get.Args[0].Field
}

// apart reports whether what a round assigns is not read but in the same round, after it has been assigned.
func (a *aimer) apart(l *ir.Local, body []*ir.Stmt) bool {
	own, in := assigned(body), gets(body)
	if slices.Contains(own, l) {
		return false
	}
	for _, x := range own {
		if in[x] != a.reads.Of(x) {
			return false
		}
	}
	for _, x := range unset(&ir.Func{Params: []*ir.Local{l}, Body: body}) {
		if slices.Contains(own, x) {
			return false
		}
	}
	return true
}

// assigned are the variables that a body assigns.
func assigned(body []*ir.Stmt) (list []*ir.Local) {
	seen := map[*ir.Local]bool{}
	ir.Walk(body, func(x *ir.Stmt) {
		if x.Local != nil && !seen[x.Local] {
			seen[x.Local] = true
			list = append(list, x.Local)
		}
	}, nil)
	return list
}

// table is the table of what was found, one for all loops that do the same.
func (a *aimer) table(x *aimed) *ir.Field {
	if x.table == nil {
		a.words -= len(x.words)
		x.table = a.p.TableOf("aim", ir.Word, x.words)
	}
	return x.table
}

// makes finds the sets that a round makes for itself.
func (a *aimer) makes(body []*ir.Stmt) {
	a.made = a.made[:0]
	var u *ir.Unsetter
	for _, f := range a.access.Of(body).Writes {
		if f.Kind != ir.Scratch || f.Len != a.p.Words {
			continue
		}
		if u == nil {
			u = ir.NewUnsetter()
			u.Words, u.Access = a.p.Words, a.access
			u.Body(body)
		}
		if !u.Missing[f] && ir.LooksAt(body, f) == ir.LooksAt(a.fn.Body, f) {
			a.made = append(a.made, f)
		}
	}
}

// enter prepares for rounds of a loop.
func (a *aimer) enter(loop *ir.Stmt, body []*ir.Stmt) {
	a.own, a.inside = loop.Label, map[*ir.Label]bool{}
	ir.Walk(body, func(x *ir.Stmt) {
		if x.Op == ir.Loop || x.Op == ir.Scope || x.Op == ir.Each {
			a.inside[x.Label] = true
		}
	}, nil)
	a.setsOut = len(a.sets.all)
	a.doing, _, _ = a.steps(body)
}

// round finds what a round does where a variable has a value; false when it takes too long.
func (a *aimer) round(l *ir.Local, v int) bool {
	clear(a.values)
	clear(a.hits)
	a.full = false
	a.numbers.all, a.sets.all = a.numbers.all[:0], a.sets.all[:min(a.setsOut, len(a.sets.all))]
	a.values[l.Place] = a.one(int64(v))
	a.body(a.doing, a.any)
	return a.work > 0
}

// firstBits is the set of the numbers below n.
func firstBits(words, n int) []uint64 {
	set := make([]uint64, words)
	for i := range n {
		set[i>>6] |= 1 << (i & 63)
	}
	return set
}
