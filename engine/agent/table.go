package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// Table is a team at a game. It belongs to one goroutine.
type Table struct {
	game   formal.Game
	seats  []*seat
	out    []Program       // by player-1, nil for agents of our own
	origin formal.Position // in which the step of simultaneous decisions began
	joint  bool
	fault  error // of a program outside
}

// Thought is what an agent thinks of its last decision.
type Thought struct {
	// Value is what the agent expects for itself: a mean payoff, or for alpha-beta
	// its payoff less that of the others. Known reports whether it has a notion.
	Value float64
	Known bool
	// Iterations is the number of playouts, for alpha-beta of positions.
	Iterations int
	// Expected reports that Value is a mean payoff of playouts, which only trees tell, and
	// Entropy is the entropy in bits of how their playouts were dealt to the decisions
	// (Shannon 1948): 0 for all to one, the logarithm of their number for all alike.
	Expected bool
	Entropy  float64
}

// Program is an agent outside at one seat; see docs/protocol.md.
type Program interface {
	// Start begins a play, Play tells of a decision by its text.
	Start(seed uint64, player int) error
	Play(text string) error
	// Choose returns the text of a decision among those given.
	Choose(ctx context.Context, legal []string) (string, error)
}

// Sit seats the team at a game. It fails if an agent cannot play it: see Spec.sit.
func (t Team) Sit(g formal.Game) (*Table, error) { return t.SitWith(g, nil) }

// SitWith is Sit with programs outside, by the names that program:NAME gives them
// and the player.
func (t Team) SitWith(g formal.Game, outside func(name string, player int) (Program, error)) (*Table, error) {
	n := len(g.Players())
	if err := t.fits(n); err != nil {
		return nil, err
	}
	x := &Table{game: g}
	if t.Random() {
		x.seats = []*seat{{game: g}}
		return x, nil
	}
	if n == 0 {
		return nil, fmt.Errorf("agent %s: nobody plays %s; only random plays such games", t, g.Name())
	}
	_, x.joint = g.NewPosition().(formal.Joint)
	for p := 1; p <= n; p++ {
		if name := t.of(p).Program(); name != "" && outside != nil {
			program, err := outside(name, p)
			if err != nil {
				return nil, fmt.Errorf("agent %s: %w", t.of(p), err)
			}
			x.seats, x.out = append(x.seats, &seat{spec: t.of(p), game: g, player: p}), append(x.out, program)
			continue
		}
		x.out = append(x.out, nil)
		s, err := t.of(p).sit(g, p)
		if err != nil {
			return nil, fmt.Errorf("agent %s: %w", t.of(p), err)
		}
		x.seats = append(x.seats, s)
	}
	return x, nil
}

// Start prepares for a new play.
func (t *Table) Start(seed uint64) {
	t.origin, t.fault = nil, nil
	for i, s := range t.seats {
		s.start(seed, uint64(i))
	}
	for i, program := range t.out {
		if program != nil && t.fault == nil {
			t.fault = program.Start(seed, i+1)
		}
	}
}

// Choose returns the decision in a position that is not terminal; what is left to
// chance it draws from r. It must be asked for every decision of the play in turn,
// those of chance included: nobody looks at what others choose at the same time.
// The error is that of the context, of the play, or of a game that an agent cannot play.
func (t *Table) Choose(ctx context.Context, pos formal.Position, r *rng.SplitMix64) (int, error) {
	i, err := t.Advise(ctx, pos, r)
	if err != nil {
		return 0, err
	}
	return i, t.Saw(pos, i)
}

// Advise is Choose for a decision that may be taken or not: Saw must tell of the one
// that is.
func (t *Table) Advise(ctx context.Context, pos formal.Position, r *rng.SplitMix64) (int, error) {
	if t.fault != nil {
		return 0, t.fault
	}
	return t.choose(ctx, pos, r)
}

// Step tells that a step begins in a position. Only who does not ask for every decision of
// a play in turn needs to tell: those who decide at the same time look ahead from there.
func (t *Table) Step(pos formal.Position) {
	if t.joint {
		t.origin = pos.Clone()
	}
}

// Saw tells the seats of a decision that is about to be taken in a position, which
// somebody else has chosen.
func (t *Table) Saw(pos formal.Position, i int) error {
	for _, program := range t.out {
		if program != nil {
			if err := program.Play(pos.MoveText(i)); err != nil {
				return err
			}
		}
	}
	for p, s := range t.seats {
		if s.memory == nil {
			continue
		}
		if pos.Mover() == p+1 {
			s.memory.See(pos, i)
		} else {
			s.memory.See(pos, -1)
		}
	}
	return nil
}

func (t *Table) choose(ctx context.Context, pos formal.Position, r *rng.SplitMix64) (int, error) {
	n := pos.Moves()
	if n < 1 {
		return 0, noMove(pos)
	}
	at := 0
	if j, ok := pos.(formal.Joint); ok {
		at = j.Pending()
	}
	if t.joint && (at == 0 || t.origin == nil) {
		t.origin = pos.Clone()
	}
	mover := pos.Mover()
	switch {
	case mover == formal.Chance:
		return formal.Draw(pos, r), nil
	case n == 1:
		return 0, nil
	}
	if t.out != nil && t.out[mover-1] != nil {
		return t.ask(ctx, pos, t.out[mover-1], n)
	}
	s := t.seat(mover)
	from := pos
	if t.joint && at > 0 {
		from = t.origin
	}
	i, err := s.choose(ctx, pos, from, at, n)
	if err != nil && s.spec.kind != "" {
		if search.Unfit(err) {
			err = fmt.Errorf("agent %s: %w", s.spec, err)
		}
	}
	return i, err
}

// ask has a program outside decide.
func (t *Table) ask(ctx context.Context, pos formal.Position, program Program, n int) (int, error) {
	legal := make([]string, n)
	for i := range legal {
		legal[i] = pos.MoveText(i)
	}
	text, err := program.Choose(ctx, legal)
	if err != nil {
		return 0, err
	}
	if i := slices.Index(legal, text); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("agent %s: its move %q is none of the %d legal ones", t.seats[pos.Mover()-1].spec, text, n)
}

// seat is that of a player; one seat serves all where everybody plays at random.
func (t *Table) seat(player int) *seat {
	if len(t.seats) == 1 {
		return t.seats[0]
	}
	return t.seats[player-1]
}

// Option is what an agent thinks of one decision.
type Option struct {
	Index  int // of the decision in its position
	Visits int
	Value  float64 // mean payoff of the mover
	Proven bool    // Value is exact
}

// Weigh has the agent of the mover search a position without taking a decision, and
// returns what it thinks of the decisions that it has looked at; only trees tell.
func (t *Table) Weigh(ctx context.Context, pos formal.Position) (Thought, []Option, error) {
	if mover := pos.Mover(); mover != formal.Chance {
		s := t.seat(mover)
		s.whole = true
		defer func() { s.whole = false }()
	}
	var r rng.SplitMix64
	if _, err := t.choose(ctx, pos, &r); err != nil {
		return Thought{}, nil, err
	}
	if pos.Mover() == formal.Chance || pos.Moves() == 1 || t.out[pos.Mover()-1] != nil {
		return Thought{}, nil, nil
	}
	s := t.seat(pos.Mover())
	if s.tree == nil {
		return s.thought, nil, nil
	}
	at := 0
	if j, ok := pos.(formal.Joint); ok {
		at = j.Pending()
	}
	var list []Option
	err := s.world.Guard(func() {
		for k, m := range s.tree.Moves(at) {
			if !m.Legal || m.Visits == 0 && !m.Proven {
				continue
			}
			list = append(list, Option{s.world.Index(at, k), m.Visits, m.Mean, m.Proven})
		}
	})
	return s.thought, list, err
}

// Payoffs bounds what players can get; false where that is not known.
func (t *Table) Payoffs() (low, high float64, ok bool) {
	for _, s := range t.seats {
		if s.world != nil {
			return s.facts.Low, s.facts.High, s.facts.Bounded
		}
	}
	return 0, 0, false
}

// Thought is what the agent of a player thought of its last decision.
func (t *Table) Thought(player int) Thought { return t.seat(player).thought }

// noMove is the error of a position that is not terminal without a decision.
func noMove(pos formal.Position) error {
	if f, ok := pos.(interface{ Err() error }); ok && f.Err() != nil {
		return f.Err()
	}
	return errors.New("no legal move in a position that is not terminal")
}
