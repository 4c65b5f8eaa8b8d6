package solve

import (
	"context"
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/formal"
)

// maxSolutions is the number of solutions of a puzzle after which nobody counts on.
const maxSolutions = 1_000_000

// What it takes to solve a deduction puzzle from the start, the least that suffices.
const (
	// BySingles: again and again there is a variable with one value left.
	BySingles = "singles"
	// ByRefutation: besides, values are ruled out that lead to a variable without value by
	// singles alone. Nothing is ever guessed.
	ByRefutation = "refutation"
	// ByGuessing: neither gets to the end; one must try further than that.
	ByGuessing = "guessing"
)

// Puzzle is what was found of a deduction puzzle.
type Puzzle struct {
	// Variables that are open at the start.
	Variables int
	// Solutions is their number; More reports that there are more than these.
	Solutions int
	More      bool
	// Needs is BySingles, ByRefutation or ByGuessing for the only solution; "" if there are
	// several or none.
	Needs string
}

// puzzle counts the solutions of a deduction puzzle.
func (a *Answer) puzzle(ctx context.Context, d formal.Deduction) error {
	a.Method = "search over the values of variables, those with the fewest first, single values at once"
	s := &deducer{ctx: ctx, d: d, open: d.Open()}
	a.Puzzle = &Puzzle{Variables: len(s.open)}
	if len(s.open) == 0 {
		return notDecided("a puzzle without open variables")
	}
	s.set = make([]bool, len(s.open))
	s.values = make([][]int, len(s.open))
	s.out = make([][]int, len(s.open))
	err := s.count()
	a.Positions, a.Terminals = s.nodes, s.found
	a.Puzzle.Solutions, a.Puzzle.More = s.found, s.found >= maxSolutions
	if err != nil {
		return err
	}
	a.Theorem = "the number of ways to give all variables values, one after the other, so that all constraints hold " +
		"after each"
	if a.Puzzle.Solutions != 1 {
		return nil
	}
	s.found = 0
	mark := len(s.trail)
	state, err := s.singles()
	switch {
	case err != nil:
		return err
	case state == full:
		a.Puzzle.Needs = BySingles
	default:
		if state, err = s.refute(); err != nil {
			return err
		}
		if a.Puzzle.Needs = ByGuessing; state == full {
			a.Puzzle.Needs = ByRefutation
		}
	}
	s.back(mark)
	return nil
}

// state is where a search stands.
type state int

const (
	open state = iota // some variable has several values left
	dead              // some variable has none, or a constraint is broken
	full              // all variables have values, and all constraints hold
)

// deducer gives variables values and takes them back.
type deducer struct {
	ctx    context.Context
	d      formal.Deduction
	open   []int   // variables
	set    []bool  // by place in open
	values [][]int // candidates found last, by place in open
	out    [][]int // values that are refuted, by place in open
	trail  []int   // places in open that were set, in order
	nodes  int
	found  int
}

func (s *deducer) assign(i, value int) {
	s.d.Set(s.open[i], value)
	s.set[i] = true
	s.trail = append(s.trail, i)
}

// back takes the values given since back.
func (s *deducer) back(mark int) {
	for _, i := range s.trail[mark:] {
		s.d.Unset(s.open[i])
		s.set[i] = false
	}
	s.trail = s.trail[:mark]
}

// look finds the candidates of all variables without value, and the place of the one with the
// fewest, -1 when there is none.
func (s *deducer) look() (fewest int, err error) {
	if s.nodes++; s.ctx.Err() != nil {
		return 0, s.ctx.Err()
	}
	fewest = -1
	for i, v := range s.open {
		if s.set[i] {
			continue
		}
		if s.values[i], err = s.d.Candidates(v, s.values[i][:0]); err != nil {
			return 0, err
		}
		s.values[i] = slices.DeleteFunc(s.values[i], func(x int) bool { return slices.Contains(s.out[i], x) })
		if n := len(s.values[i]); fewest < 0 || n < len(s.values[fewest]) {
			fewest = i
			if n == 0 {
				break
			}
		}
	}
	return fewest, nil
}

// singles gives variables with one value left that value, until there are none.
func (s *deducer) singles() (state, error) {
	for {
		i, err := s.look()
		switch {
		case err != nil:
			return dead, err
		case i < 0:
			ok, err := s.d.Satisfied()
			if ok {
				return full, err
			}
			return dead, err
		case len(s.values[i]) == 0:
			return dead, nil
		case len(s.values[i]) > 1:
			return open, nil
		}
		s.assign(i, s.values[i][0])
	}
}

// count counts the solutions below the values given, one branch after the other.
func (s *deducer) count() error {
	mark := len(s.trail)
	defer s.back(mark)
	now, err := s.singles()
	if err != nil || now == dead {
		return err
	}
	if now == full {
		s.found++
		return nil
	}
	i, err := s.look()
	if err != nil {
		return err
	}
	for _, value := range slices.Clone(s.values[i]) {
		before := len(s.trail)
		s.assign(i, value)
		if err := s.count(); err != nil || s.found >= maxSolutions {
			return err
		}
		s.back(before)
	}
	return nil
}

// refute rules out values that lead to a dead end by singles, and goes on with singles, until
// neither gets further.
func (s *deducer) refute() (state, error) {
	for again := true; again; {
		again = false
		if _, err := s.look(); err != nil {
			return dead, err
		}
		candidates := make([][]int, len(s.open))
		for i := range s.open {
			if !s.set[i] {
				candidates[i] = slices.Clone(s.values[i])
			}
		}
		for i := range candidates {
			for _, value := range candidates[i] {
				if s.set[i] {
					break
				}
				mark := len(s.trail)
				s.assign(i, value)
				then, err := s.singles()
				s.back(mark)
				if err != nil {
					return dead, err
				}
				if then != dead {
					continue
				}
				s.out[i] = append(s.out[i], value)
				again = true
				if now, err := s.singles(); err != nil || now != open {
					return now, err
				}
			}
		}
	}
	return open, nil
}

// Text says in words what was found.
func (p *Puzzle) Text() string {
	switch {
	case p.More:
		return fmt.Sprintf("more than %d solutions", p.Solutions-1)
	case p.Solutions == 0:
		return "no solution"
	case p.Solutions > 1:
		return fmt.Sprintf("%d solutions", p.Solutions)
	case p.Needs == BySingles:
		return "one solution, without guessing: single values suffice"
	case p.Needs == ByRefutation:
		return "one solution, without guessing: single values and refuting values by them suffice"
	}
	return "one solution, which takes guessing: single values and refuting values by them do not suffice"
}
