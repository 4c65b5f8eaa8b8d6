package ruleset

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/strength"
	"github.com/astragal/astragal/engine/traffic"
)

// Simulation says how to play a batch of playouts.
type Simulation struct {
	// Seed is the evaluation's, First the number of the first playout in it:
	// together they determine every random choice. A playout is the same
	// whatever batch it is played in.
	Seed  uint64
	First int
	// Agents play; the zero value plays at random.
	Agents agent.Team
	// Playouts is the number of playouts.
	Playouts int
	// Bare leaves all metrics but length and outcome out, for speed.
	Bare bool
	// Scope is how much is told where they are not left out.
	Scope metric.Scope
	// Traffic counts where on the board play happens, and leaves out the metrics
	// that Bare does.
	Traffic bool
	// Ladder plays a ladder of budgets beside every playout; see package strength.
	Ladder bool
	// MaxPlies ends a playout as a draw by limit; 0 means game.Game.PlyLimit.
	MaxPlies int
	// Memory is the number of bytes that a playout may take, 0 means
	// game.DefaultMemory; one that needs more fails.
	Memory int
	// Timeout abandons a playout that takes longer, be it in the middle of a
	// move; 0 means never.
	Timeout time.Duration
	// Deadline abandons the playout that is being played then, and leaves those
	// after it unplayed; the zero time means none.
	Deadline time.Time
}

// over reports whether a playout that began at start has had its time.
func (sim *Simulation) over(start time.Time) bool {
	return sim.Timeout > 0 && time.Since(start) > sim.Timeout || sim.late()
}

// late reports whether the deadline has passed.
func (sim *Simulation) late() bool {
	return !sim.Deadline.IsZero() && !time.Now().Before(sim.Deadline)
}

// With all metrics, every playout by compiled code is watched. Of games that are played by
// the rules the first watchedFirst playouts of an evaluation are and one in
// watchedEvery after them: 212 of the first 1,000, 125 of any further
// 1,000. They tell all metrics; the others tell their lengths and results. What a
// playout tells follows from its number alone, never from its course, which would
// make samples of those that are left out. Every metric says by how many playouts
// it was told.
const (
	watchedFirst = 100
	watchedEvery = 8
)

// Watched reports whether a random playout of a game that is played by the rules is watched,
// by its number in the evaluation.
func Watched(number int) bool { return number < watchedFirst || number%watchedEvery == 0 }

// watched reports whether a playout of the simulation is watched.
func (sim *Simulation) watched(number int) bool {
	return !sim.Bare && (!sim.Agents.Random() || Watched(number))
}

// Simulate plays a batch and returns its metrics. Equal simulations give equal
// statistics. An agent that cannot play the game is an error.
func (r *Ruleset) Simulate(ctx context.Context, sim Simulation) (*metric.Batch, error) {
	if sim.MaxPlies == 0 {
		sim.MaxPlies = r.game.PlyLimit()
	}
	b := metric.NewBatch(r.game.Players)
	if sim.Bare = sim.Bare || sim.Traffic; sim.Ladder && (sim.Bare || sim.Scope != metric.All) {
		return nil, strength.ErrBare
	}
	p := &player{of: r, sim: sim, batch: b, ctx: ctx}
	var err error
	if fault := game.Catch(func() { err = p.sit() }); fault != nil {
		err = fault
	}
	if err != nil {
		return nil, err
	}
	start := time.Now()
	for n := range sim.Playouts {
		if sim.late() {
			b.Unplayed = int64(sim.Playouts - n)
			break
		}
		// A stream per playout: one that is abandoned does not shift the others.
		var err error
		if fault := p.by.Context().Catch(func() { err = p.play(sim.First + n) }); fault != nil {
			err = fault
		}
		switch {
		case errors.Is(err, errTimeout):
			b.Abandoned++
			if err := p.sit(); err != nil { // what was left in the middle of a move is left for good
				return nil, err
			}
		case err != nil:
			return nil, fmt.Errorf("playout %d: %w", sim.First+n, err)
		}
	}
	b.Elapsed = time.Since(start)
	if p.watcher != nil {
		p.watcher.Release()
	}
	b.Settle()
	return b, nil
}

// sit prepares for plays of a ruleset.
func (p *player) sit() error {
	r := p.of
	p.watch = nil
	if p.sim.Traffic {
		on, err := traffic.NewBoard(r.game)
		if err != nil {
			return err
		}
		if p.batch.Traffic == nil {
			p.batch.Traffic = traffic.NewCounts(on, r.game.Players, len(r.game.Phases))
		}
		p.traffic = traffic.NewObserver(on, p.batch.Traffic)
	}
	limits := game.Limits{Stop: p.enough, Memory: p.sim.Memory}
	if p.sim.Agents.Random() {
		p.random = play.NewRandom(r.game)
		p.by = randomPlayer{p.random}
		if !p.watched(r) {
			p.uncoded = p.traffic == nil
		}
	} else {
		var watch play.Watcher
		switch {
		case p.traffic != nil:
			watch = p.traffic
		case !p.sim.Bare:
			watch = p.observer()
		}
		by, err := newSearchPlayer(r.Game().(*adapter), p.sim.Agents, watch)
		if err != nil {
			return err
		}
		p.by, p.searchPlayer = by, by
		if !p.sim.Bare {
			if by.mind, err = strength.NewWatcher(r.Game(), by.seek, p.batch); err != nil {
				return err
			}
		}
	}
	if p.sim.Ladder {
		var err error
		if p.ladder, err = strength.NewLadder(r.Game(), p.sim.Agents, p.sim.MaxPlies); err != nil {
			return err
		}
	}
	p.by.Context().SetLimits(limits)
	return nil
}

// observer watches what is played by the rules.
func (p *player) observer() *metric.Observer {
	if p.watch == nil {
		p.watch = p.of.Metrics().NewObserver(p.batch, p.sim.Scope)
	}
	return p.watch
}

// watched has compiled code play and watch all playouts, and reports whether it can.
// Without memory for it the game is played by the rules.
func (p *player) watched(r *Ruleset) bool {
	p.pace = sampledFirst
	if p.sim.Bare {
		return false
	}
	if m := r.followsMatch(p.sim.Scope); m != nil {
		if w, err := m.Watcher(r.Metrics(), p.batch, p.sim.Scope); err == nil {
			p.watcher = w
		}
	} else if c := r.follows(p.sim.Scope); c != nil {
		if w, err := c.Watcher(r.Metrics(), p.batch, p.sim.Scope); err == nil {
			p.watcher = w
		}
	}
	return p.watcher != nil
}

// code has compiled code play what is not watched, if there is any.
func (p *player) code() {
	r := p.of
	p.uncoded, p.pace = false, sampledFirst
	if c := r.machine(); c != nil {
		if m, err := c.NewPlayer(); err == nil {
			p.machine = m
		}
	} else if c := r.match(); c != nil {
		if m, err := c.NewPlayer(); err == nil {
			p.machine = m
		}
	}
}

// errTimeout tells that a play has taken longer than the timeout, or that the
// deadline of all of them has passed.
var errTimeout = errors.New("the play takes longer than its time")

// enough reports whether a play is to be given up, and why.
func (p *player) enough() error {
	if p.sim.over(p.start) {
		return errTimeout
	}
	return p.ctx.Err()
}

// Compiled is the game as compiled code, nil when a clause of it is not lowered.
func (r *Ruleset) Compiled() *compiled.Game { return r.machine() }

// follows is the compiled code of plays that are watched with the metrics of a scope, nil for none.
func (r *Ruleset) follows(s metric.Scope) *compiled.Game {
	if s.Counts() {
		return r.watched()
	}
	return r.coursed()
}

// followsMatch is the same of the games of a match, nil for other games.
func (r *Ruleset) followsMatch(s metric.Scope) *compiled.Match {
	if s.Counts() {
		return r.watchedMatch()
	}
	return r.coursedMatch()
}

// Hasten makes the machine code of random plays now, of those without metrics and of those with the ones of a scope,
// which is otherwise made when plays have taken long enough. Measurements call it before the clock starts.
func (r *Ruleset) Hasten(s metric.Scope) {
	for _, code := range []*compiled.Game{r.machine(), r.follows(s)} {
		if code != nil {
			code.Hasten()
		}
	}
	for _, match := range []*compiled.Match{r.match(), r.followsMatch(s)} {
		if match != nil {
			match.Hasten()
		}
	}
}

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
	facts := metric.Facts{Used: [3]bool{board.Vertex: holds.Has(concept.Vertex), board.Edge: holds.Has(concept.Edge),
		board.Cell: holds.Has(concept.Cell)}}
	facts.Heuristics, facts.Valued = r.heuristics()
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

// clockEvery is the number of plies between looks at the clock and the context.
const clockEvery = 64

// mover makes the moves of one play after the other.
type mover interface {
	Context() *game.Context
	Start(seed uint64)
	Step(ctx context.Context) error
	// Pace is the number of plies between looks at the clock.
	Pace() int
}

// randomPlayer moves at random.
type randomPlayer struct{ *play.Random }

func (c randomPlayer) Step(context.Context) error { c.Random.Step(); return nil }

func (randomPlayer) Pace() int { return clockEvery }

// player plays games, one after the other, and adds them to a batch.
type player struct {
	of    *Ruleset
	by    mover
	sim   Simulation
	ctx   context.Context
	start time.Time // of the play
	batch *metric.Batch
	watch *metric.Observer // nil until observer is asked for it
	// traffic watches in its place; nil when it is not counted.
	traffic      *traffic.Observer
	bare         metric.Playout   // used for playouts that are not watched
	searchPlayer *searchPlayer    // nil for random play
	ladder       *strength.Ladder // nil when none is played

	random   *play.Random // nil for other agents
	uncoded  bool         // compiled code is to play what is not watched, and none is there yet
	machine  machine      // plays what is not watched; nil when the game is not compiled
	watcher  watcher      // plays what is watched; nil where the rules do
	watching watching     // plays it now
	together together
	pick     rng.SplitMix64 // what the play that compiled code plays draws from
	pace     int            // plies that it plays between looks at the clock
	timed    bool           // the next play is timed from its beginning
	ranks    []float64      // by its results
}

// play plays once, the play with the given number.
func (p *player) play(number int) error {
	if p.sim.Timeout > 0 {
		p.start = time.Now()
	}
	watch := !p.sim.Bare
	if p.watcher != nil {
		if done, err := p.follow(number); done || err != nil {
			return err
		}
		// What is told must not follow from the course of the play: by the rules it is watched too.
	} else if !p.sim.watched(number) {
		if p.uncoded {
			p.code()
		}
		if p.machine != nil {
			if done, err := p.compute(number); done || err != nil {
				return err
			}
		}
		watch = false
	}
	c := p.by.Context()
	p.by.Start(rng.Derive(p.sim.Seed, uint64(number)).State)
	if p.random != nil {
		p.random.Watch(nil)
	}
	if watch {
		if p.random != nil {
			p.random.Watch(p.observer())
		}
		p.observer().Start(c)
	}
	if p.traffic != nil {
		if p.random != nil {
			p.random.Watch(p.traffic)
		}
		p.traffic.Start(number)
	}
	plies := 0
	for ; !c.S.Over && plies < p.sim.MaxPlies; plies++ {
		if plies%p.by.Pace() == 0 {
			if err := p.enough(); err != nil {
				return err
			}
		}
		if err := p.by.Step(p.ctx); err != nil {
			return p.late(err)
		}
	}
	if watch {
		if err := p.think(number, plies); err != nil {
			return err
		}
		p.observer().End(c)
		return nil
	}
	p.bare.Plies, p.bare.Turns = plies, -1
	p.bare.Judge(c.S)
	p.batch.Add(&p.bare)
	if p.traffic != nil {
		return p.traffic.End()
	}
	return nil
}

// think adds what was thought in a play that has ended after so many plies, and has its
// ladder played. A play that is given up meanwhile is in no figure.
func (p *player) think(number, plies int) error {
	if p.searchPlayer == nil || p.searchPlayer.mind == nil {
		return nil
	}
	var steps *metric.Batch
	if p.ladder != nil {
		steps = metric.NewBatch(p.batch.Players)
		if err := p.climb(number, steps); err != nil {
			return err
		}
	}
	p.bare.Judge(p.searchPlayer.at.c.S)
	if err := p.searchPlayer.mind.End(p.ctx, p.searchPlayer.at, plies, p.bare.Winner > 0); err != nil || steps == nil {
		return p.late(err)
	}
	return p.batch.Merge(steps)
}

// climb has the ladder of the play with the given number played.
func (p *player) climb(number int, steps *metric.Batch) error {
	return p.late(p.ladder.Play(p.ctx, rng.Derive(p.sim.Seed, uint64(number)).State, number, steps, p.enough))
}

// late is errTimeout for a search that was told to stop, otherwise the error.
func (p *player) late(err error) error {
	if err != nil && p.ctx.Err() != nil && p.sim.late() {
		return errTimeout
	}
	return err
}
