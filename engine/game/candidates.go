package game

import (
	"math/bits"

	"github.com/astragal/astragal/engine/board"
)

// MaxPuzzleValue is the largest value that a variable of a deduction puzzle can take.
const MaxPuzzleValue = 126

// Candidates is a set of values of a variable of a deduction puzzle.
type Candidates [2]uint64

// Has tells whether v, from 0 to MaxPuzzleValue, is in the set.
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
	if s.looked != nil {
		s.looked.Add(v)
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

// IsResolved tells whether a variable of a deduction puzzle has exactly one value left.
func (s *State) IsResolved(st board.SiteType, v int) bool {
	if s.looked != nil && uint(v) < uint(64*len(s.looked)) {
		s.looked.Add(v)
	}
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
