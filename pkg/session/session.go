// Package session holds a play that somebody steers, in a terminal, by a protocol or
// in a browser: decisions are made and taken back, agents are asked for advice, and
// the play can be written down.
package session

import (
	"context"
	"errors"
	"fmt"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Session is a play under way. It belongs to one goroutine.
type Session struct {
	Ruleset  engine.Ruleset
	Game     formal.Game
	Position formal.Position
	Seed     uint64         // all chance of the play follows from it
	live     rng.SplitMix64 // of what is left to chance outside of moves
	past     []step
	by       agent.Spec
	table    *agent.Table // of by at every seat, nil if it does not know the play
}

// step is a decision that was taken.
type step struct {
	before formal.Position
	live   rng.SplitMix64
	index  int
}

// New returns a session at the start of a play with seed 1.
func New(rs engine.Ruleset) *Session {
	s := &Session{Ruleset: rs, Game: rs.Game()}
	s.Restart(1)
	return s
}

// Restart begins a new play.
func (s *Session) Restart(seed uint64) {
	s.Seed, s.live, s.past, s.table = seed, rng.Derive(seed, 0), nil, nil
	s.Position = s.Game.NewPosition()
	s.Position.Restart(&s.live)
}

// Fault is what is wrong with the play because of the game's description.
func (s *Session) Fault() error {
	if f, ok := s.Position.(interface{ Err() error }); ok {
		return f.Err()
	}
	return nil
}

// Legal are the texts of the decisions.
func (s *Session) Legal() []string {
	if s.Position.Terminal() {
		return []string{}
	}
	texts := make([]string, s.Position.Moves())
	for i := range texts {
		texts[i] = s.Position.MoveText(i)
	}
	return texts
}

// Find is the number of a decision by its text.
func (s *Session) Find(text string) (int, error) {
	if s.Position.Terminal() {
		return 0, errors.New("the play is over")
	}
	for i := range s.Position.Moves() {
		if s.Position.MoveText(i) == text {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q is none of the %d legal moves", text, s.Position.Moves())
}

// Play takes a decision.
func (s *Session) Play(i int) error {
	if s.table != nil {
		if err := s.table.Saw(s.Position, i); err != nil {
			return err
		}
	}
	s.past = append(s.past, step{s.Position, s.live, i})
	s.Position = s.Position.Clone()
	s.Position.Apply(i)
	if err := s.Fault(); err != nil {
		s.Undo()
		return err
	}
	return nil
}

// Plies is the number of decisions taken.
func (s *Session) Plies() int { return len(s.past) }

// Taken are the numbers of the decisions taken, in order: with the seed they are the
// whole play.
func (s *Session) Taken() []int {
	list := make([]int, len(s.past))
	for i, x := range s.past {
		list[i] = x.index
	}
	return list
}

// Mover is who decides, 0 for chance and when the play is over.
func (s *Session) Mover() int {
	if s.Position.Terminal() {
		return 0
	}
	return s.Position.Mover()
}

// Undo takes the last decision back; false if there is none.
func (s *Session) Undo() bool {
	last := len(s.past) - 1
	if last < 0 {
		return false
	}
	s.Position, s.live = s.past[last].before, s.past[last].live
	s.past, s.table = s.past[:last], nil
	return true
}

// Ask has an agent think about the position.
func (s *Session) Ask(by agent.Spec) (*agent.Table, error) {
	if s.Position.Terminal() {
		return nil, errors.New("the play is over")
	}
	if s.table != nil && by == s.by {
		return s.table, nil
	}
	table, err := agent.All(by).Sit(s.Game)
	if err != nil {
		return nil, err
	}
	table.Start(rng.Derive(s.Seed, uint64(1+len(s.past))).State)
	for _, x := range s.past {
		if err := table.Saw(x.before, x.index); err != nil {
			return nil, err
		}
	}
	s.by, s.table = by, table
	return table, nil
}

// Choose is the decision of an agent, and what it thinks of it.
func (s *Session) Choose(ctx context.Context, by agent.Spec) (int, agent.Thought, error) {
	table, err := s.Ask(by)
	if err != nil {
		return 0, agent.Thought{}, err
	}
	i, err := table.Advise(ctx, s.Position, &s.live)
	if err != nil {
		return 0, agent.Thought{}, err
	}
	if s.Position.Mover() == formal.Chance {
		return i, agent.Thought{}, nil
	}
	return i, table.Thought(s.Position.Mover()), nil
}

// Payoffs are those of a play that is over, else nil.
func (s *Session) Payoffs() []float64 {
	if !s.Position.Terminal() || s.Fault() != nil {
		return nil
	}
	var list []float64
	for _, x := range s.Position.Payoffs() {
		v, _ := x.Float64()
		list = append(list, v)
	}
	return list
}
