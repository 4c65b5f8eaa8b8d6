// Package selfplay has an agent play against itself and learns a linear policy and
// value (package learn) from what it thought and how the plays ended. What is learned
// follows from the game, the agent, the seed and the number of plays, whatever the
// number of workers.
package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/learn"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// Plan says how to learn.
type Plan struct {
	Agent    agent.Spec // a tree search with iterations
	Plays    int
	Seed     uint64
	MaxPlies int // after which a play counts as a draw
	Workers  int
	// Done is told of every play, one at a time; it may be nil.
	Done func()
}

// Outcome is what was learned.
type Outcome struct {
	Model   *learn.Model
	Samples int
	// PolicyLoss is the mean cross-entropy in nats, ValueLoss the mean squared error,
	// both in the last round over the samples learned from.
	PolicyLoss, ValueLoss float64
}

// opening is the number of plies of a play that are drawn by visits, so that plays differ.
const opening = 12

// Run plays and learns. It fails for games that are not of two players who see
// everything and decide in turn on a board.
func Run(ctx context.Context, g formal.Game, p Plan) (Outcome, error) {
	if err := p.Agent.Trees(); err != nil {
		return Outcome{}, err
	}
	first, err := sit(g, p)
	if err != nil {
		return Outcome{}, err
	}
	model, err := learn.New(first.board.Layout())
	if err != nil {
		return Outcome{}, err
	}
	plays := make([][]learn.Sample, p.Plays)
	var mu sync.Mutex
	var wg sync.WaitGroup
	var fail error
	next := 0
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for k := range max(p.Workers, 1) {
		t := first
		if k > 0 {
			if t, err = sit(g, p); err != nil {
				return Outcome{}, err
			}
		}
		wg.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				mu.Unlock()
				if n >= p.Plays {
					return
				}
				samples, err := t.play(ctx, uint64(n))
				mu.Lock()
				plays[n] = samples
				if err != nil && fail == nil {
					fail = err
					cancel()
				}
				if err == nil && p.Done != nil {
					p.Done()
				}
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	if fail != nil {
		return Outcome{}, fail
	}
	var all []learn.Sample
	for _, s := range plays {
		all = append(all, s...)
	}
	o := Outcome{Model: model, Samples: len(all)}
	o.PolicyLoss, o.ValueLoss = model.Fit(all, p.Seed)
	model.Game, model.Agent, model.Plays, model.Seed = g.Name(), p.Agent.String(), p.Plays, p.Seed
	return o, nil
}

// player plays against itself. It belongs to one goroutine.
type player struct {
	g     formal.Game
	p     Plan
	table *agent.Table
	board search.Board
	on    *learn.On
}

func sit(g formal.Game, p Plan) (*player, error) {
	if len(g.Players()) != 2 {
		return nil, fmt.Errorf("%s has %d players, expected two", g.Name(), len(g.Players()))
	}
	w, f, err := search.New(g, search.None, false)
	if err != nil {
		return nil, err
	}
	b, ok := w.(search.Board)
	if !ok || f.Joint || f.Hidden {
		return nil, fmt.Errorf("%s is no game on a board in which two players see everything and decide in turn", g.Name())
	}
	table, err := agent.All(p.Agent).Sit(g)
	if err != nil {
		return nil, err
	}
	m, err := learn.New(b.Layout())
	if err != nil {
		return nil, err
	}
	on, err := m.On(b.Layout())
	return &player{g: g, p: p, table: table, board: b, on: on}, err
}

// play plays once; a play that the game spoils gives no samples.
func (t *player) play(ctx context.Context, number uint64) ([]learn.Sample, error) {
	seed := rng.Derive(t.p.Seed, number)
	r, pick := rng.Derive(seed.State, 0), rng.Derive(seed.State, 3)
	t.table.Start(seed.State)
	pos := t.g.NewPosition()
	pos.Restart(&r)
	var samples []learn.Sample
	for ply := 0; !pos.Terminal(); ply++ {
		if ply == t.p.MaxPlies {
			return samples, nil // outcomes are 0
		}
		n := pos.Moves()
		if n < 1 {
			return nil, errors.New("no legal move in a position that is not terminal")
		}
		i := 0
		if n > 1 {
			_, options, err := t.table.Weigh(ctx, pos)
			if err != nil {
				return nil, err
			}
			visits := make([]float64, n)
			for _, o := range options {
				visits[o.Index] = weight(o)
			}
			s, err := t.look(pos, visits)
			if err != nil {
				return nil, err
			}
			samples = append(samples, s)
			i = choose(visits, ply < opening, &pick)
		}
		pos.Apply(i)
	}
	if f, ok := pos.(interface{ Err() error }); ok && f.Err() != nil {
		return nil, nil
	}
	a, _ := pos.Payoffs()[0].Float64()
	b, _ := pos.Payoffs()[1].Float64()
	for k := range samples {
		samples[k].Outcome = math.Max(-1, math.Min(1, (a-b)/2))
	}
	return samples, nil
}

// weight is what an option counts: its visits, and more where it is a proven win.
func weight(o agent.Option) float64 {
	v := float64(o.Visits)
	if o.Proven && o.Value > 0 {
		v += 1e6
	}
	return v
}

// look takes a sample with the visits by the order of the rules.
func (t *player) look(pos formal.Position, visits []float64) (s learn.Sample, err error) {
	if err := t.board.Load(pos, true); err != nil {
		return s, err
	}
	err = t.board.Guard(func() {
		n, _ := t.board.List()
		own := make([]float64, n)
		for i := range own {
			if k := t.board.Index(0, i); k >= 0 && k < len(visits) {
				own[i] = visits[k]
			}
		}
		t.board.Top()
		t.board.List()
		s = t.on.Look(t.board, t.board.Mover(), own)
	})
	return s, err
}

// choose draws by weights, or takes the first of the largest.
func choose(weights []float64, draw bool, r *rng.SplitMix64) int {
	best, total := 0, 0.0
	for i, w := range weights {
		total += w
		if w > weights[best] {
			best = i
		}
	}
	if !draw || total == 0 {
		return best
	}
	x := r.Float64() * total
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return best
}
