package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/formal"
)

// Assigner is a World of a deduction puzzle, in which decisions give variables their
// values.
type Assigner interface {
	World
	// Assigns reports whether decision i of List gives a value to a variable that may
	// have several, and which.
	Assigns(i int) (variable, value int, ok bool)
}

// Deduce solves deduction puzzles by backtracking: it gives a value to the variable to
// which the fewest are legal, and goes back where there are none left for one (Bitner
// and Reingold 1975). It belongs to one goroutine.
type Deduce struct {
	w      Assigner
	f      Facts
	limit  int
	pulse  pulse
	payoff []float64
	plan   map[int]int // values of variables in a solution

	// Positions is how many were looked at for the last decision.
	Positions int
}

// NewDeduce returns a solver that looks at no more than so many positions for a
// decision; an error if the world is of no deduction puzzle.
func NewDeduce(w World, f Facts, limit int, name string) (*Deduce, error) {
	a, ok := w.(Assigner)
	if !ok || f.Players != 1 {
		return nil, unfit{fmt.Sprintf("%s is no deduction puzzle", name)}
	}
	return &Deduce{w: a, f: f, limit: limit, payoff: make([]float64, f.Players)}, nil
}

// Start forgets everything.
func (d *Deduce) Start() { d.plan = nil }

// Choose returns a decision on the way to a solution, −1 if none was found.
func (d *Deduce) Choose(ctx context.Context, p formal.Position) (best int, err error) {
	d.pulse.ctx, d.Positions = ctx, 0
	if err := d.w.Load(p, true); err != nil {
		return 0, err
	}
	best = -1
	fail := d.w.Guard(func() {
		if best = d.next(); best >= 0 {
			return
		}
		d.plan = nil
		open := map[int]bool{}
		n, _ := d.w.List()
		for i := range n {
			if v, _, ok := d.w.Assigns(i); ok {
				open[v] = true
			}
		}
		if len(open) == 0 {
			err = unfit{"nothing is left to deduce"}
			return
		}
		solved := false
		if solved, err = d.solve(open); err == nil && solved {
			d.w.Top()
			best = d.next()
		}
	})
	if err == nil {
		err = fail
	}
	if best < 0 || err != nil {
		return -1, err
	}
	return best, nil
}

// next is the first decision of the loaded position that the plan has, −1 for none.
func (d *Deduce) next() int {
	n, _ := d.w.List()
	for i := range n {
		v, value, ok := d.w.Assigns(i)
		if want, has := d.plan[v]; ok && has && want == value {
			return i
		}
	}
	return -1
}

// choice is a decision that gives a value.
type choice struct{ i, value int }

// solve looks for values of the variables that are open with which the puzzle is solved.
func (d *Deduce) solve(open map[int]bool) (bool, error) {
	if d.Positions++; d.Positions > d.limit {
		return false, nil
	}
	if err := d.pulse.beat(); err != nil {
		return false, err
	}
	if d.w.Over() {
		if err := d.w.Payoffs(d.payoff); err != nil {
			return false, err
		}
		if d.payoff[0] > 0 {
			d.plan = map[int]int{}
			return true, nil
		}
		return false, nil
	}
	variable, choices := d.fewest(open)
	if len(choices) == 0 {
		return false, nil
	}
	delete(open, variable)
	defer func() { open[variable] = true }()
	for _, c := range slices.Backward(choices) { // 0 mostly means nothing there, which says little
		d.w.Down(c.i)
		solved, err := d.solve(open)
		d.w.Up()
		if err != nil || solved {
			if solved {
				d.plan[variable] = c.value
			}
			return solved, err
		}
		if d.Positions > d.limit {
			break
		}
	}
	return false, nil
}

// fewest is the open variable to which the fewest values can be given, the first of
// equals, with the decisions that do.
func (d *Deduce) fewest(open map[int]bool) (variable int, choices []choice) {
	n, _ := d.w.List()
	var order []int
	at := map[int][]choice{}
	for i := range n {
		v, value, ok := d.w.Assigns(i)
		if !ok || !open[v] {
			continue
		}
		if at[v] == nil {
			order = append(order, v)
		}
		at[v] = append(at[v], choice{i, value})
	}
	if len(order) < len(open) {
		return 0, nil // one has no value left
	}
	variable = order[0]
	for _, v := range order {
		if len(at[v]) < len(at[variable]) {
			variable = v
		}
	}
	return variable, at[variable]
}
