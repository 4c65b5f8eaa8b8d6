package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/pkg/lab"
)

// session is a play that somebody steers, with agents to ask for advice.
type session struct {
	rs    lab.Ruleset
	game  formal.Game
	pos   formal.Position
	live  rng.SplitMix64 // of what is left to chance outside of moves
	seed  uint64
	past  []step
	by    agent.Spec
	table *agent.Table // of by at every seat, nil if it does not know the play
}

// step is a decision that was taken.
type step struct {
	before formal.Position
	live   rng.SplitMix64
	index  int
}

func newSession(rs lab.Ruleset, by agent.Spec) *session {
	s := &session{rs: rs, game: rs.Game(), by: by}
	s.restart(1)
	return s
}

// restart begins a new play.
func (s *session) restart(seed uint64) {
	s.seed, s.live, s.past, s.table = seed, rng.Derive(seed, 0), nil, nil
	s.pos = s.game.NewPosition()
	s.pos.Restart(&s.live)
}

// fault is what is wrong with the play because of the game's description.
func (s *session) fault() error {
	if f, ok := s.pos.(interface{ Err() error }); ok {
		return f.Err()
	}
	return nil
}

// legal are the texts of the decisions.
func (s *session) legal() []string {
	if s.pos.Terminal() {
		return []string{}
	}
	texts := make([]string, s.pos.Moves())
	for i := range texts {
		texts[i] = s.pos.MoveText(i)
	}
	return texts
}

// find is the number of a decision by its text.
func (s *session) find(text string) (int, error) {
	if s.pos.Terminal() {
		return 0, errors.New("the play is over")
	}
	for i := range s.pos.Moves() {
		if s.pos.MoveText(i) == text {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q is none of the %d legal moves", text, s.pos.Moves())
}

// play takes a decision.
func (s *session) play(i int) error {
	if s.table != nil {
		if err := s.table.Saw(s.pos, i); err != nil {
			return err
		}
	}
	s.past = append(s.past, step{s.pos, s.live, i})
	s.pos = s.pos.Clone()
	s.pos.Apply(i)
	if err := s.fault(); err != nil {
		s.undo()
		return err
	}
	return nil
}

// undo takes the last decision back; false if there is none.
func (s *session) undo() bool {
	last := len(s.past) - 1
	if last < 0 {
		return false
	}
	s.pos, s.live = s.past[last].before, s.past[last].live
	s.past, s.table = s.past[:last], nil
	return true
}

// ask has an agent think about the position.
func (s *session) ask(by agent.Spec) (*agent.Table, error) {
	if s.pos.Terminal() {
		return nil, errors.New("the play is over")
	}
	if s.table != nil && by == s.by {
		return s.table, nil
	}
	table, err := agent.All(by).Sit(s.game)
	if err != nil {
		return nil, err
	}
	table.Start(rng.Derive(s.seed, uint64(1+len(s.past))).State)
	for _, x := range s.past {
		if err := table.Saw(x.before, x.index); err != nil {
			return nil, err
		}
	}
	s.by, s.table = by, table
	return table, nil
}

// choose is the decision of an agent, and what it thinks of it.
func (s *session) choose(ctx context.Context, by agent.Spec) (int, agent.Thought, error) {
	table, err := s.ask(by)
	if err != nil {
		return 0, agent.Thought{}, err
	}
	i, err := table.Advise(ctx, s.pos, &s.live)
	if err != nil {
		return 0, agent.Thought{}, err
	}
	if s.pos.Mover() == formal.Chance {
		return i, agent.Thought{}, nil
	}
	return i, table.Thought(s.pos.Mover()), nil
}

// payoffs are those of a play that is over, else nil.
func (s *session) payoffs() []float64 {
	if !s.pos.Terminal() || s.fault() != nil {
		return nil
	}
	var list []float64
	for _, x := range s.pos.Payoffs() {
		v, _ := x.Float64()
		list = append(list, v)
	}
	return list
}

// randomSeed is a seed for people who give none.
func randomSeed() uint64 { return rand.Uint64() >> 32 }
