package main

import (
	"context"
	"errors"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/strength"
)

// puzzle is a position of a play in which exactly one move forces a win.
type puzzle struct {
	Before []string `json:"before"` // the moves of the play that led there, in short texts
	Mover  int      `json:"mover"`
	Move   string   `json:"move"`  // the one that wins
	Plies  int      `json:"plies"` // within which it wins whatever the others do; no other move does

	seen string // what the mover has observed
}

// How far and how long puzzles are looked for, and how many are shown.
const (
	puzzlePlies     = 5
	puzzlePositions = 5_000 // looked at to prove one
	puzzleLast      = 12    // positions of a play
	mostPuzzles     = 6
)

// setter looks for puzzles among the last positions of plays, in which wins are near; nil looks
// for none.
type setter struct {
	prover *strength.Prover
	last   []remembered // a ring
	noted  int
}

// remembered is a position of a play.
type remembered struct {
	pos formal.Position
	at  int // moves before it
}

// newSetter returns nil for games in which nothing is forced.
func newSetter(g formal.Game) (*setter, error) {
	x, err := strength.NewProver(g)
	if err != nil || x == nil {
		return nil, err
	}
	return &setter{prover: x}, nil
}

// start begins with a play.
func (s *setter) start() {
	if s != nil {
		s.last, s.noted = s.last[:0], 0
	}
}

// note remembers a position after so many moves.
func (s *setter) note(p formal.Position, at int) {
	if s == nil || p.Mover() == formal.Chance || p.Moves() < 2 {
		return
	}
	if len(s.last) < puzzleLast {
		s.last = append(s.last, remembered{})
	}
	s.last[s.noted%puzzleLast] = remembered{p.Clone(), at}
	s.noted++
}

// find returns the first position of the play with these moves, among those remembered, that is a
// puzzle; nil for none.
func (s *setter) find(ctx context.Context, moves []string) (*puzzle, error) {
	if s == nil {
		return nil, nil
	}
	for k := range s.last {
		x := s.last[(s.noted+k)%len(s.last)]
		i, plies, err := s.prover.Only(ctx, x.pos, puzzlePlies, puzzlePositions)
		var fault *formal.Fault
		switch {
		case errors.As(err, &fault): // of the description, off the way of the play
		case err != nil:
			return nil, err
		case i >= 0 && plies > 1: // a win at once is no puzzle
			who := x.pos.Mover()
			return &puzzle{slices.Clone(moves[:x.at]), who, shortText(x.pos)(i), plies, x.pos.Observation(who)}, nil
		}
	}
	return nil, nil
}

// shortText gives the short texts of decisions of a position.
func shortText(p formal.Position) func(i int) string {
	if d, ok := p.(drawable); ok {
		return d.Short
	}
	return p.MoveText
}
