package ruleset

import (
	"context"
	"fmt"
	"time"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/play"
	"github.com/astragal/astragal/engine/rng"
)

// Simulation says how to play a batch of random playouts.
type Simulation struct {
	// Seed is the evaluation's, First the number of the first playout in it:
	// together they determine every random choice. A playout is the same
	// whatever batch it is played in.
	Seed  uint64
	First int
	// Playouts is the number of playouts.
	Playouts int
	// Bare leaves all metrics but length and outcome out, for speed.
	Bare bool
	// MaxPlies ends a playout as a draw by limit; 0 means the game's own limit.
	MaxPlies int
	// Timeout abandons a playout that takes longer; 0 means never.
	Timeout time.Duration
}

// Simulate plays a batch and returns its metrics. Equal simulations give equal
// statistics.
func (r *Ruleset) Simulate(ctx context.Context, sim Simulation) (*metric.Batch, error) {
	b := metric.NewBatch(r.game.Players)
	p := &player{c: game.NewContext(r.game), sim: sim, batch: b}
	p.c.Drafting = true
	if !sim.Bare {
		p.watch = r.Metrics().NewObserver(b)
	}
	start := time.Now()
	for n := range sim.Playouts {
		// A stream per playout: one that is abandoned does not shift the others.
		p.live = rng.Derive(sim.Seed, uint64(sim.First+n))
		var err error
		if fault := game.Catch(func() { err = p.play(ctx) }); fault != nil {
			err = fault
		}
		if err != nil {
			return nil, fmt.Errorf("playout %d: %w", sim.First+n, err)
		}
	}
	b.Elapsed = time.Since(start)
	return b, nil
}

// Metrics is what the metrics of playouts need to know of the ruleset.
func (r *Ruleset) Metrics() *metric.Plan { return r.metrics() }

// newMetrics makes the plan of the metrics: the site types that count as used
// are those whose concepts hold.
func (r *Ruleset) newMetrics() *metric.Plan {
	if r.game.IsMatch() {
		return metric.NewPlan(r.game)
	}
	holds := r.Concepts().Holds
	return metric.NewPlanFor(r.game, [3]bool{board.Vertex: holds.Has(concept.Vertex), board.Edge: holds.Has(concept.Edge), board.Cell: holds.Has(concept.Cell)})
}

// clockEvery is the number of plies between looks at the clock and the context.
const clockEvery = 64

// player plays games at random, one after the other, and adds them to a batch.
type player struct {
	c     *game.Context
	sim   Simulation
	batch *metric.Batch
	watch *metric.Observer // nil without metrics
	bare  metric.Playout   // used without
	live  rng.SplitMix64
	own   []game.Move // moves of one player of a simultaneous turn
	turn  []game.Move // the moves chosen for a simultaneous turn
}

// play plays once.
func (p *player) play(ctx context.Context) error {
	c := p.c
	start := time.Now()
	c.Start(&p.live)
	if p.watch != nil {
		p.watch.Start(c)
	}
	plies := 0
	for ; !c.S.Over && (p.sim.MaxPlies == 0 || plies < p.sim.MaxPlies); plies++ {
		if plies%clockEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if p.sim.Timeout > 0 && time.Since(start) > p.sim.Timeout {
				p.batch.Abandoned++
				return nil
			}
		}
		if c.G.Mode != game.Simultaneous {
			p.draw()
			continue
		}
		legal := c.Legal()
		if len(legal) == 0 {
			return fmt.Errorf("no legal move in a position that is not over, after %d plies", plies)
		}
		if p.watch != nil {
			p.watch.Ply(len(legal))
		}
		c.Play(p.choose(legal))
		if p.watch != nil {
			p.watch.Played(c)
		}
	}
	if p.watch != nil {
		p.watch.End(c)
		return nil
	}
	p.bare.Plies, p.bare.Turns = plies, -1
	p.bare.Judge(c.S)
	p.batch.Add(&p.bare)
	return nil
}

// draw plays a move of a game without simultaneous moves. The same one is drawn
// with and without metrics.
func (p *player) draw() {
	c := p.c
	if p.watch == nil {
		play.Choose(c, &p.live)
		return
	}
	n := c.Candidates()
	p.watch.Ply(max(c.LegalCandidates(), 1))
	c.Play(play.Pick(c, n, &p.live))
	p.watch.Played(c)
}

// choose draws a move for every active player of a game with simultaneous moves.
func (p *player) choose(legal []game.Move) game.Move {
	c := p.c
	p.turn = p.turn[:0]
	for q := 1; q <= c.G.Players; q++ {
		if !c.S.IsActive(q) {
			continue
		}
		p.own = p.own[:0]
		for _, m := range legal {
			if int(m.Mover) == q {
				p.own = append(p.own, m)
			}
		}
		p.turn = append(p.turn, p.own[p.live.Below(len(p.own))])
	}
	return c.Combine(p.turn)
}
