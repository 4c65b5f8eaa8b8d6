package compiled

import (
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/rng"
)

// Deduction is a deduction puzzle apart from a play: variables get and lose values in any order; see
// formal.Deduction.
type Deduction struct {
	of                    *Game
	mem                   []byte
	assign, deduce, holds *entry
	open                  []int
	starts                []uint64 // the values that are possible at the start, as bits, by variable
	stack                 []uint64
	fault                 error // of Set and Unset, told by what is asked next
}

// NewDeduction compiles the puzzle of a game at its start. The error is *lower.Refusal for a puzzle that is not
// lowered and for a game that is none.
func NewDeduction(g *game.Game) (*Deduction, error) {
	if !g.DeductionPuzzle || g.RandomStart {
		return nil, &position.Refusal{At: g.Root(), Why: "a game that is no deduction puzzle, or begins by chance"}
	}
	c, err := compile(lower.Game, g, lower.ForDeduction, ignore)
	if err != nil {
		return nil, err
	}
	m, err := c.machine()
	if err != nil {
		return nil, err
	}
	d := &Deduction{of: c, mem: m.mem, stack: make([]uint64, 2),
		assign: m.Func("assign"), deduce: m.Func("deduce"), holds: m.Func("holds")}
	x, r := game.NewContext(g), rng.New(1)
	x.Lazy = true // no moves are needed
	var variables []int32
	if err := x.Catch(func() {
		x.Start(&r)
		variables = g.Constrained(x, nil)
	}); err != nil {
		return nil, err
	}
	c.p.Load(m.mem, x)
	d.starts = make([]uint64, c.p.Sites())
	for v := range d.starts {
		d.starts[v], _ = c.p.Possible(m.mem, v)
	}
	for _, v := range variables {
		if !slices.Contains(g.PuzzleGiven, int(v)) {
			d.open = append(d.open, int(v))
		}
	}
	return d, nil
}

// Open lists the variables that are not given.
func (d *Deduction) Open() []int { return d.open }

// Candidates appends the values with which all constraints still hold when a variable gets them.
func (d *Deduction) Candidates(variable int, dst []int) ([]int, error) {
	d.stack[0] = uint64(variable)
	if err := d.run(d.deduce); err != nil {
		return dst, err
	}
	for values := d.stack[0]; values != 0; values &= values - 1 {
		dst = append(dst, bits.TrailingZeros64(values))
	}
	return dst, nil
}

// Satisfied reports whether all constraints hold.
func (d *Deduction) Satisfied() (bool, error) {
	err := d.run(d.holds)
	return d.stack[0] != 0, err
}

// Set gives a variable a value.
func (d *Deduction) Set(variable, value int) { d.become(variable, 1<<value) }

// Unset takes the value of a variable back.
func (d *Deduction) Unset(variable int) { d.become(variable, d.starts[variable]) }

func (d *Deduction) become(variable int, values uint64) {
	d.stack[0], d.stack[1] = uint64(variable), values
	if err := d.run(d.assign); err != nil {
		d.fault = err
	}
}

// run calls a function with its arguments in the stack.
func (d *Deduction) run(f *entry) error {
	if d.fault != nil {
		return d.fault
	}
	if err := f.run(d.stack); err != nil {
		return err
	}
	if d.of.p.Faulty(d.mem) {
		return errFull
	}
	return nil
}
