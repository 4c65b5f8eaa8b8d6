package ruleset

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/plan"
	"github.com/astragal/astragal/engine/play"
	"github.com/astragal/astragal/engine/rng"
)

// Simulation says how to play a batch of playouts.
type Simulation struct {
	// Seed is the evaluation's, First the number of the first playout in it:
	// together they determine every random choice. A playout is the same
	// whatever batch it is played in.
	Seed  uint64
	First int
	// Agent plays all seats; the zero value plays at random.
	Agent play.Agent
	// Playouts is the number of playouts.
	Playouts int
	// Bare leaves all metrics but length and outcome out, for speed.
	Bare bool
	// MaxPlies ends a playout as a draw by limit; 0 means the game's own limit.
	MaxPlies int
	// Timeout abandons a playout that takes longer; 0 means never.
	Timeout time.Duration
}

// A random playout that nobody watches takes a fraction of the time. With all
// metrics, the first watchedFirst playouts of an evaluation and one in
// watchedEvery after them are watched; the others tell their lengths and
// results. Every metric says by how many playouts it was told.
const (
	watchedFirst = 100
	watchedEvery = 8
)

// watched tells whether a playout is watched, by its number in the evaluation.
func (sim *Simulation) watched(number int) bool {
	return !sim.Bare && (!sim.Agent.Random() || number < watchedFirst || number%watchedEvery == 0)
}

// Simulate plays a batch and returns its metrics. Equal simulations give equal
// statistics. An agent that cannot play the game is an error.
func (r *Ruleset) Simulate(ctx context.Context, sim Simulation) (*metric.Batch, error) {
	b := metric.NewBatch(r.game.Players)
	p := &player{sim: sim, batch: b}
	if !sim.Bare {
		p.watch = r.Metrics().NewObserver(b)
	}
	if sim.Agent.Random() {
		p.random = play.NewRandom(r.game)
		p.by = chancer{p.random}
		if plan := r.Sampling(); plan != nil {
			p.sampler = plan.NewState()
		}
	} else {
		by, err := newThinker(&adapter{r.game}, sim.Agent, p.watch)
		if err != nil {
			return nil, err
		}
		p.by = by
	}
	start := time.Now()
	for n := range sim.Playouts {
		// A stream per playout: one that is abandoned does not shift the others.
		var err error
		if fault := game.Catch(func() { err = p.play(ctx, sim.First+n) }); fault != nil {
			err = fault
		}
		if err != nil {
			return nil, fmt.Errorf("playout %d: %w", sim.First+n, err)
		}
	}
	b.Elapsed = time.Since(start)
	return b, nil
}

// Sampling is the plan by which the results of random playouts are found, nil
// when the ruleset has none.
func (r *Ruleset) Sampling() *plan.Plan { return r.sampling() }

// Metrics is what the metrics of playouts need to know of the ruleset.
func (r *Ruleset) Metrics() *metric.Plan { return r.metrics() }

// newMetrics makes the plan of the metrics: the site types that count as used
// are those whose concepts hold, the ludemes that generate moves are what they
// contribute, and plays end by what the rules contribute that end them.
func (r *Ruleset) newMetrics() *metric.Plan {
	if r.game.IsMatch() {
		return metric.NewPlan(r.game, metric.Facts{})
	}
	in := r.concepts()
	holds := extractor().Extract(in).Holds
	facts := metric.Facts{Used: [3]bool{board.Vertex: holds.Has(concept.Vertex), board.Edge: holds.Has(concept.Edge), board.Cell: holds.Has(concept.Cell)}}
	facts.Rules = make([]metric.Marks, len(r.game.Rules))
	if len(facts.Rules) > 0 {
		for i, set := range extractor().Contributions(in, r.game.Rules[1:]) {
			facts.Rules[i+1] = metric.MarksOf(func(name string) bool { return set.Has(concept.ByName(name).ID) })
		}
	}
	ends := extractor().Endings(in)
	facts.Ends = func(ending []int32) metric.Ends {
		set := ends.Of(ending)
		return metric.EndsOf(func(name string) bool { return set.Has(concept.ByName(name).ID) })
	}
	return metric.NewPlan(r.game, facts)
}

// thoroughEvery is the number of watched playouts of which one has its legal
// moves looked at, and counted where they must be made for that: the first, and
// so on by their numbers in the evaluation.
const thoroughEvery = 16

// thorough tells whether a watched playout is one of them.
func thorough(number int) bool {
	return number%thoroughEvery == 0 && (number < watchedFirst || number%(thoroughEvery*watchedEvery) == 0)
}

// clockEvery is the number of plies between looks at the clock and the context.
const clockEvery = 64

// sampledEvery is the same in a play by a plan.
const sampledEvery = 1024

// mover makes the moves of one play after the other.
type mover interface {
	Context() *game.Context
	Start(seed uint64)
	Step(ctx context.Context) error
	// Pace is the number of plies between looks at the clock.
	Pace() int
}

// chancer moves at random.
type chancer struct{ *play.Random }

func (c chancer) Step(context.Context) error { c.Random.Step(); return nil }

func (chancer) Pace() int { return clockEvery }

// player plays games, one after the other, and adds them to a batch.
type player struct {
	by    mover
	sim   Simulation
	batch *metric.Batch
	watch *metric.Observer // nil without metrics
	bare  metric.Playout   // used for playouts that are not watched

	random  *play.Random // nil for other agents
	sampler *plan.State  // plays what is not watched; nil without a plan
	ranks   []float64    // by its results
}

// play plays once, the play with the given number.
func (p *player) play(ctx context.Context, number int) error {
	watch := p.watch
	if !p.sim.watched(number) {
		if p.sampler != nil {
			return p.sample(ctx, number)
		}
		watch = nil
	}
	start := time.Now()
	c := p.by.Context()
	p.by.Start(rng.Derive(p.sim.Seed, uint64(number)).State)
	if p.random != nil {
		p.random.Watch(nil)
	}
	if watch != nil {
		if p.random != nil {
			p.random.Watch(watch)
		}
		watch.Thorough(thorough(number))
		watch.Start(c)
	}
	plies := 0
	for ; !c.S.Over && (p.sim.MaxPlies == 0 || plies < p.sim.MaxPlies); plies++ {
		if plies%p.by.Pace() == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if p.sim.Timeout > 0 && time.Since(start) > p.sim.Timeout {
				p.batch.Abandoned++
				return nil
			}
		}
		if err := p.by.Step(ctx); err != nil {
			return err
		}
	}
	if watch != nil {
		watch.End(c)
		return nil
	}
	p.bare.Plies, p.bare.Turns = plies, -1
	p.bare.Judge(c.S)
	p.batch.Add(&p.bare)
	return nil
}

// sample plays the play with the given number by the plan.
func (p *player) sample(ctx context.Context, number int) error {
	start := time.Now()
	pick := rng.Derive(p.sim.Seed, uint64(number))
	s, limit := p.sampler, p.sim.MaxPlies
	if limit <= 0 {
		limit = math.MaxInt
	}
	s.Start()
	for plies := 0; plies < limit; plies += sampledEvery {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.sim.Timeout > 0 && time.Since(start) > p.sim.Timeout {
			p.batch.Abandoned++
			return nil
		}
		if s.Run(&pick, min(sampledEvery, limit-plies)) {
			break
		}
	}
	x := s.Result()
	p.bare.Plies, p.bare.Turns = x.Plies, -1
	if p.batch.Players == 2 {
		p.bare.Between(x.Winner, x.Limit, x.Swapped)
	} else {
		p.ranks = s.Ranks(p.ranks[:0])
		p.bare.Among(p.ranks, x.Winner, x.Limit)
	}
	p.batch.Add(&p.bare)
	return nil
}
