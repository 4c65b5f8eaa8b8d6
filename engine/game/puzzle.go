package game

import (
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// puzzleForms begin the forms that only deduction puzzles have (part 6, §6).
var puzzleForms = []string{"(satisfy ", "(forAll ", "(is Solved", "(is Unique", "(is isPuzzleRegionResultType", "(all Different "}

// isPuzzle tells whether a description contains a ludeme of deduction puzzles.
// Equal parts of the tree may be shared, so each is looked at once.
func isPuzzle(e *lgdl.Expr, seen map[*lgdl.Expr]bool) bool {
	if e == nil || seen[e] {
		return false
	}
	seen[e] = true
	if e.Form != nil {
		if e.Form.Keyword == "sites" && len(e.Args) > 0 && e.Args[0] != nil && e.Args[0].Text == "Hint" {
			return true
		}
		for _, p := range puzzleForms {
			if strings.HasPrefix(e.Form.Text, p) {
				return true
			}
		}
	}
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			if isPuzzle(x, seen) {
				return true
			}
		}
	}
	return false
}

// Satisfied tells whether all constraints of a deduction puzzle hold in the position.
func (c *Context) Satisfied() bool {
	for i := range c.G.Constraints {
		if !c.G.Constraints[i].Get(c) {
			return false
		}
	}
	return true
}

// Solved tells whether all constraints hold once every constrained variable that
// is still open is taken to be 0.
func (c *Context) Solved() bool {
	if c.G.Constrained == nil {
		return false
	}
	t := c.Temp()
	vars := c.G.Constrained(t, c.TakeInts())
	st := c.G.DefaultType
	for _, v := range vars {
		if !t.S.IsResolved(st, int(v)) {
			t.Do(PuzzleAct(ActPuzzleSet, SiteType(st), int(v), 0))
		}
	}
	ok := t.Satisfied()
	c.GiveInts(vars)
	c.GiveTemp(t)
	return ok
}

// Keeps tells whether all constraints of a deduction puzzle hold once m, a move
// that sets one variable, is the last one played. The look-ahead happens in t, a
// temporary copy of c, which is left as it was.
func (c *Context) Keeps(t *Context, m Move) bool {
	a := c.Item(m, 0)
	c.Tick(16)
	t.bind(c)
	s := t.S
	vars := s.puzzle[a.TypeTo]
	was, moves, stamp := vars[a.To], len(t.T.own), s.stamp
	vars[a.To] = just(int(a.Value))
	s.touch()
	t.record(m)
	ok := false
	if p := &c.pool.probe; p.stamp == stamp {
		ok = p.keeps(t, a.To)
	} else {
		ok = t.Satisfied()
	}
	t.T.own = t.T.own[:moves]
	vars[a.To], s.stamp = was, stamp
	return ok
}

// probe is what is known of the parts of the constraints in one position: by the
// variables that they look at there, since setting another one changes nothing for them.
type probe struct {
	stamp   uint64 // of the position
	parts   []probedPart
	of      [][]int32 // by variable: the parts that look at it
	failing int32     // parts that do not hold
	failed  []int32   // by variable: those of them that look at it
	looked  Set
}

type probedPart struct {
	parts *Parts
	i     int
}

// Probe prepares t, a copy of c in a game whose variables are of the site type st, for
// many questions to Keeps. What does not consist of parts is asked each time.
func (c *Context) Probe(t *Context, variables int) {
	t.bind(c)
	p := &c.pool.probe
	p.stamp = 0
	if !c.G.partial {
		return
	}
	if len(p.of) < variables {
		p.of, p.failed, p.looked = make([][]int32, variables), make([]int32, variables), NewSet(variables)
	}
	for i := range p.of {
		p.of[i] = p.of[i][:0]
	}
	clear(p.failed)
	p.parts, p.failing = p.parts[:0], 0
	for i := range c.G.Constraints {
		parts := c.G.Constraints[i].Parts()
		if parts == nil {
			continue
		}
		for i := range parts.Count(t) {
			p.looked.Clear()
			t.S.looked = p.looked
			ok := parts.Holds(t, i)
			t.S.looked = nil
			p.parts = append(p.parts, probedPart{parts, i})
			for v := p.looked.Next(0); v >= 0 && v < variables; v = p.looked.Next(v + 1) {
				p.of[v] = append(p.of[v], int32(len(p.parts)-1))
				if !ok {
					p.failed[v]++
				}
			}
			if !ok {
				p.failing++
			}
		}
	}
	p.stamp = t.S.stamp
}

// keeps is Satisfied where only the variable v has changed since.
func (p *probe) keeps(t *Context, v int32) bool {
	if p.failing > p.failed[v] {
		return false
	}
	for _, i := range p.of[v] {
		if x := p.parts[i]; !x.parts.Holds(t, x.i) {
			return false
		}
	}
	for i := range t.G.Constraints {
		if x := &t.G.Constraints[i]; x.Parts() == nil && !x.Get(t) {
			return false
		}
	}
	return true
}

// Partial says that constraints may be asked part by part and in any order: none
// sees what another one leaves assigned.
func (k *Compiler) Partial() { k.G.partial = true }

// Impartial takes that back.
func (k *Compiler) Impartial() { k.G.partial = false }
