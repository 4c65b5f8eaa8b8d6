package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/rng"
)

// Deduction is a deduction puzzle apart from a play: variables get and lose values in any
// order; see formal.Deduction.
type Deduction struct {
	c, t   *Context
	st     board.SiteType
	open   []int
	starts []Candidates // by variable
	probed bool         // of the values that variables have now
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
		if !d.probed {
			d.t.S.CopyFrom(d.c.S)
			d.c.Probe(d.t, d.c.G.Topo.Num(d.st))
			d.probed = true
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
	d.c.S.touch()
	d.c.arena.reset()
	d.probed = false
}

// Satisfied reports whether all constraints hold.
func (d *Deduction) Satisfied() (ok bool, err error) {
	err = d.c.Catch(func() {
		d.c.Rest()
		ok = d.c.Satisfied()
	})
	return ok, err
}
