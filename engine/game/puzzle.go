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
	c.Tick(64)
	t.bind(c)
	vars := t.S.puzzle[a.TypeTo]
	was, moves := vars[a.To], len(t.T.own)
	vars[a.To] = just(int(a.Value))
	t.record(m)
	ok := t.Satisfied()
	t.T.own = t.T.own[:moves]
	vars[a.To] = was
	return ok
}
