package main

import (
	"context"
	"errors"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/search"
)

// puzzle is a position of a play in which exactly one move forces a win.
type puzzle struct {
	Before []string `json:"before"` // the moves of the play that led there, in short texts
	Mover  int      `json:"mover"`
	Move   string   `json:"move"`  // the one that wins
	Plies  int      `json:"plies"` // within which it wins whatever the others do; no other move does
}

// How far and how long puzzles are looked for, and how many are shown.
const (
	puzzlePlies     = 5
	puzzlePositions = 5_000 // looked at to prove one
	puzzleTries     = 120   // positions of plays
	mostPuzzles     = 6
)

// setter looks for puzzles in the positions of plays; nil looks for none.
type setter struct {
	forced *search.Forced
	tries  int
	known  map[string]bool // what is seen in positions looked at
	found  []puzzle
}

// newSetter returns nil for games in which nothing is forced.
func newSetter(g formal.Game) (*setter, error) {
	w, f, err := search.New(g, search.None, false)
	if err != nil {
		return nil, err
	}
	x, err := search.NewForced(w, f, g.Name())
	if err != nil {
		return nil, nil
	}
	return &setter{forced: x, known: map[string]bool{}}, nil
}

// look looks at a position of a play after some moves and reports whether it is a
// puzzle; short gives the text of a decision.
func (s *setter) look(ctx context.Context, p formal.Position, before []string, short func(i int) string) (bool, error) {
	if s == nil || s.tries == puzzleTries || len(s.found) == mostPuzzles || p.Mover() == formal.Chance {
		return false, nil
	}
	seen := p.Observation(p.Mover())
	if s.known[seen] {
		return false, nil
	}
	s.known[seen] = true
	s.tries++
	i, plies, err := s.forced.Only(ctx, p, puzzlePlies, puzzlePositions)
	switch {
	case errors.As(err, &search.Spoilt{}):
		s.tries = puzzleTries // compiled code cannot go on, and nothing is claimed
		return false, nil
	case err != nil || i < 0 || plies < 2: // a win at once is no puzzle
		return false, err
	}
	s.found = append(s.found, puzzle{slices.Clone(before), p.Mover(), short(i), plies})
	return true, nil
}
