package strength

import (
	"context"
	"errors"
	"fmt"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

// ErrBare refuses ladders where nothing but lengths and results is measured.
var ErrBare = errors.New("a ladder is measured together with all metrics")

// leastBudget is the least number of iterations of a level.
const leastBudget = 10

// Levels are an agent and the same with half of its iterations, a quarter and so on, down
// to leastBudget; alpha-beta with one ply less from level to level; agents with a time with half of it. There
// are metric.MaxSteps lower ones at most. The error says why an agent has none.
func Levels(by agent.Team) ([]agent.Spec, error) {
	s, same := by.Same()
	if !same {
		return nil, fmt.Errorf("agents %s: a ladder needs one agent for all seats", by)
	}
	levels := []agent.Spec{s}
	for len(levels) <= metric.MaxSteps {
		lower, ok := levels[len(levels)-1].Weaker(leastBudget)
		if !ok {
			break
		}
		levels = append(levels, lower)
	}
	if len(levels) < 2 {
		return nil, fmt.Errorf("agent %s: a ladder needs an agent with at least %d iterations, with a depth of at least 2 "+
			"or with a time", s, 2*leastBudget)
	}
	return levels, nil
}

// Ladder plays games between levels of an agent. It belongs to one goroutine.
type Ladder struct {
	game   formal.Game
	levels []agent.Spec
	limit  int
	pos    formal.Position
	tables map[seating]*agent.Table
}

// seating is who plays: a level in one seat, from 0, against another in all others. The
// level after the last is random play.
type seating struct{ strong, weak, seat int }

// NewLadder returns the ladder of an agent at a game. Plays of more than limit decisions are
// drawn.
func NewLadder(g formal.Game, by agent.Team, limit int) (*Ladder, error) {
	levels, err := Levels(by)
	if err != nil {
		return nil, err
	}
	return &Ladder{g, levels, limit, g.NewPosition(), map[seating]*agent.Table{}}, nil
}

// Steps is the number of steps.
func (l *Ladder) Steps() int { return len(l.levels) - 1 }

// Play plays one game of every step, one of every lower level with itself, and one of the
// agent against random play, and adds them to a batch. The seat of the stronger one follows from
// the number, all chance from the seed. Games that the description spoils are left out.
// stop is asked before every decision; its error ends the ladder.
func (l *Ladder) Play(ctx context.Context, seed uint64, number int, b *metric.Batch, stop func() error) error {
	n := len(l.game.Players())
	seat := number % n
	stream := func(k int) uint64 { s := rng.Derive(seed, uint64(k)+3); return s.Uint64() }
	for k := range l.Steps() {
		if err := l.match(ctx, seating{k, k + 1, seat}, stream(2*k), metric.StepName(k+1), b, stop); err != nil {
			return err
		}
		u, err := l.play(ctx, seating{k + 1, k + 1, 0}, stream(2*k+1), stop)
		if err != nil {
			return err
		}
		if u != nil {
			b.Observe(metric.AdvantageName(k+1), (u[0]+1)/2)
		}
	}
	return l.match(ctx, seating{0, len(l.levels), seat}, stream(2*l.Steps()), metric.Discrimination, b, stop)
}

// match plays a game of one level against another; a game for one player both play.
func (l *Ladder) match(ctx context.Context, s seating, seed uint64, name string, b *metric.Batch,
	stop func() error) error {
	u, err := l.play(ctx, s, seed, stop)
	if err != nil || u == nil {
		return err
	}
	v := u[s.seat]
	if len(u) == 1 {
		w, err := l.play(ctx, seating{s.weak, s.weak, 0}, seed, stop)
		if err != nil || w == nil {
			return err
		}
		v = (v - w[0]) / 2
	}
	b.Observe(name, v)
	return nil
}

// play plays once and returns the utilities, nil where the description spoils the play.
func (l *Ladder) play(ctx context.Context, s seating, seed uint64, stop func() error) ([]float64, error) {
	table, err := l.table(s)
	if err != nil {
		return nil, err
	}
	r := rng.Derive(seed, 0)
	table.Start(seed)
	l.pos.Restart(&r)
	u := make([]float64, len(l.game.Players()))
	for decisions := 0; !l.pos.Terminal(); {
		if err := stop(); err != nil {
			return nil, err
		}
		if l.pos.Mover() != formal.Chance {
			if decisions == l.limit {
				if len(u) == 1 {
					u[0] = -1
				}
				return u, nil
			}
			decisions++
		}
		i, err := table.Choose(ctx, l.pos, &r)
		if err == nil {
			l.pos.Apply(i)
			if f, ok := l.pos.(interface{ Err() error }); ok {
				err = f.Err()
			}
		}
		if err != nil {
			l.pos = l.game.NewPosition()
			var fault *formal.Fault
			if errors.As(err, &fault) {
				return nil, nil
			}
			return nil, err
		}
	}
	return utilities(l.pos, u), nil
}

// utilities are those by rank, as metrics define them: of one player 1 for a payoff above 0.
func utilities(pos formal.Position, u []float64) []float64 {
	payoffs := pos.Payoffs()
	for i := range u {
		if len(u) == 1 {
			u[i] = -1
			if payoffs[i].Sign() > 0 {
				u[i] = 1
			}
			continue
		}
		better := 0
		for j := range u {
			better += payoffs[i].Cmp(payoffs[j])
		}
		u[i] = float64(better) / float64(len(u)-1)
	}
	return u
}

// table seats two levels.
func (l *Ladder) table(s seating) (*agent.Table, error) {
	if t := l.tables[s]; t != nil {
		return t, nil
	}
	level := func(k int) agent.Spec {
		if k == len(l.levels) {
			return agent.Spec{}
		}
		return l.levels[k]
	}
	seats := make([]agent.Spec, len(l.game.Players()))
	for p := range seats {
		seats[p] = level(s.weak)
	}
	seats[s.seat] = level(s.strong)
	t, err := agent.Each(seats...).Sit(l.game)
	if err == nil {
		l.tables[s] = t
	}
	return t, err
}
