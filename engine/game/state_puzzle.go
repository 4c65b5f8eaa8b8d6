package game

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// MaxPuzzleValue is the largest value that a variable of a deduction puzzle can take.
const MaxPuzzleValue = 126

// Candidates is a set of values of a variable of a deduction puzzle.
type Candidates [2]uint64

// Has reports whether v, from 0 to MaxPuzzleValue, is in the set.
func (c *Candidates) Has(v int) bool { return c[v>>6]&(1<<(v&63)) != 0 }

// Add puts v into the set.
func (c *Candidates) Add(v int) { c[v>>6] |= 1 << (v & 63) }

// Toggle puts v into the set or takes it out.
func (c *Candidates) Toggle(v int) { c[v>>6] ^= 1 << (v & 63) }

// Len is the number of values in the set.
func (c *Candidates) Len() int { return bits.OnesCount64(c[0]) + bits.OnesCount64(c[1]) }

// First is the smallest value of a set that is not empty.
func (c *Candidates) First() int {
	if c[0] != 0 {
		return bits.TrailingZeros64(c[0])
	}
	return 64 + bits.TrailingZeros64(c[1])
}

// below is the set of the values from 0 to n-1.
func below(n int) Candidates {
	var c Candidates
	for v := range n {
		c.Add(v)
	}
	return c
}

// just is the set of v alone.
func just(v int) Candidates {
	var c Candidates
	c.Add(v)
	return c
}

// PuzzleValues returns the values still possible for a variable of a deduction
// puzzle, none for variables that do not exist.
func (s *State) PuzzleValues(st board.SiteType, v int) Candidates {
	if v < 0 || v >= len(s.puzzle[st]) {
		return Candidates{}
	}
	return s.puzzle[st][v]
}

// resolved is the value of a variable with exactly one value left, else 0.
func (s *State) resolved(st board.SiteType, v int) int {
	if s.IsResolved(st, v) {
		return s.puzzle[st][v].First()
	}
	return 0
}

// IsResolved reports whether a variable of a deduction puzzle has exactly one value left.
func (s *State) IsResolved(st board.SiteType, v int) bool {
	return v >= 0 && v < len(s.puzzle[st]) && s.puzzle[st][v].Len() == 1
}

func (c *Context) doPuzzle(a Action) {
	s := c.S
	st := c.G.DefaultType
	if a.TypeTo != NoType {
		st = board.SiteType(a.TypeTo)
	}
	p := s.puzzle[st]
	if a.To < 0 || int(a.To) >= len(p) || a.Value < 0 || a.Value > MaxPuzzleValue {
		return
	}
	switch a.Kind {
	case ActPuzzleSet:
		p[a.To] = just(int(a.Value))
	case ActPuzzleToggle:
		p[a.To].Toggle(int(a.Value))
	default:
		p[a.To] = below(int(a.Value))
	}
}

// puzzleForms begin the forms that only deduction puzzles have (part 6, §6).
var puzzleForms = []string{"(satisfy ", "(forAll ", "(is Solved", "(is Unique", "(is isPuzzleRegionResultType",
	"(all Different "}

// isPuzzle reports whether a description contains a ludeme of deduction puzzles.
// Equal parts of the tree may be shared, so each is looked at once.
func isPuzzle(e *lgdl.Expr, seen map[*lgdl.Expr]bool) bool {
	if e.Form == nil && len(e.Items) == 0 || seen[e] { // a word or a number, of which there are many, or again
		return false
	}
	seen[e] = true
	if e.Form != nil {
		if e.Is("sites", "Hint") {
			return true
		}
		for _, p := range puzzleForms {
			if strings.HasPrefix(e.Form.Text, p) {
				return true
			}
		}
	}
	for x := range e.Parts() {
		if isPuzzle(x, seen) {
			return true
		}
	}
	return false
}

// Satisfied reports whether all constraints of a deduction puzzle hold in the position.
func (c *Context) Satisfied() bool {
	for i := range c.G.Constraints {
		if !c.G.Constraints[i].Get(c) {
			return false
		}
	}
	return true
}

// Solved reports whether all constraints hold once every constrained variable that
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

// Keeps reports whether all constraints of a deduction puzzle hold once m, a move
// that sets one variable, is the last one played. The look-ahead happens in t, a
// temporary copy of c, which is left as it was.
func (c *Context) Keeps(t *Context, m Move) bool {
	a := c.Item(m, 0)
	c.Tick(16)
	t.bind(c)
	s := t.S
	vars := s.puzzle[a.TypeTo]
	was, moves := vars[a.To], len(t.T.own)
	vars[a.To] = just(int(a.Value))
	t.record(m)
	ok := t.Satisfied()
	t.T.own = t.T.own[:moves]
	vars[a.To] = was
	return ok
}

// Deduction is a deduction puzzle apart from a play: variables get and lose values in any
// order; see formal.Deduction.
type Deduction struct {
	c, t   *Context
	st     board.SiteType
	open   []int
	starts []Candidates // by variable
	copied bool         // t has the values that variables have now
}

// NewDeduction gives the puzzle of a game at its start, nil if it has no constraints.
func NewDeduction(g *Game) (*Deduction, error) {
	if !g.DeductionPuzzle || g.Constrained == nil || len(g.Constraints) == 0 || g.RandomStart {
		return nil, nil
	}
	d := &Deduction{c: NewContext(g), st: g.DefaultType}
	err := d.c.Catch(func() {
		r := rng.New(1)
		d.c.Start(&r)
		for _, v := range g.Constrained(d.c, nil) {
			if !slices.Contains(g.PuzzleGiven, int(v)) {
				d.open = append(d.open, int(v))
			}
		}
		d.starts = slices.Clone(d.c.S.puzzle[d.st])
		d.t = d.c.Temp()
	})
	return d, err
}

// Open lists the variables that are not given.
func (d *Deduction) Open() []int { return d.open }

// Candidates appends the values with which all constraints still hold when a variable
// gets them.
func (d *Deduction) Candidates(variable int, dst []int) ([]int, error) {
	err := d.c.Catch(func() {
		d.c.Rest()
		if !d.copied {
			d.t.S.CopyFrom(d.c.S)
			d.copied = true
		}
		values := d.c.G.ValueRange[d.st]
		for v := values[0]; v <= values[1]; v++ {
			m := d.c.One(PuzzleAct(ActPuzzleSet, SiteType(d.st), variable, v).Decided())
			if d.c.Keeps(d.t, m) {
				dst = append(dst, v)
			}
		}
	})
	return dst, err
}

// Set gives a variable a value.
func (d *Deduction) Set(variable, value int) { d.become(variable, just(value)) }

// Unset takes the value of a variable back.
func (d *Deduction) Unset(variable int) { d.become(variable, d.starts[variable]) }

func (d *Deduction) become(variable int, values Candidates) {
	d.c.S.puzzle[d.st][variable] = values
	d.c.arena.reset()
	d.copied = false
}

// Satisfied reports whether all constraints hold.
func (d *Deduction) Satisfied() (ok bool, err error) {
	err = d.c.Catch(func() {
		d.c.Rest()
		ok = d.c.Satisfied()
	})
	return ok, err
}
