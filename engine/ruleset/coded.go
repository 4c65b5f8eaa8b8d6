package ruleset

import (
	"time"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/rng"
)

// In a play by compiled code the number of plies between looks at the clock, at most
// sampledEvery, follows from the time that they take, about sampledTime.
const (
	sampledFirst = 16
	sampledEvery = 1024
	sampledTime  = time.Millisecond
)

// machine is compiled code that plays.
type machine interface {
	sampler
	Err() error
}

// sampler plays a play without looking on, some moves at a time.
type sampler interface {
	Start()
	Run(r *rng.SplitMix64, plies int) bool
}

// watching is a watcher as a sampler.
type watching struct {
	*compiled.Watcher
	seed uint64
}

func (w *watching) Start() { w.Watcher.Start(w.seed) }

// follow plays the play with the given number by compiled code that is watched; false when
// it has to be played by the rules.
func (p *player) follow(number int) (bool, error) {
	w := &p.watching
	w.Watcher, w.seed = p.watcher, rng.Derive(p.sim.Seed, uint64(number)).State
	if err := p.run(w, number); err != nil {
		return false, err
	}
	if w.Err() == nil {
		w.End()
	}
	return w.Err() == nil, nil
}

// run plays the play with the given number to its end, or to the limit of plies.
func (p *player) run(s sampler, number int) error {
	p.pick = rng.Derive(p.sim.Seed, uint64(number))
	s.Start()
	var start time.Time // the clock is not looked at in a short play, unless one before was not as short
	if p.timed {
		start, p.timed = time.Now(), false
	}
	for plies, limit := 0, p.sim.MaxPlies; plies < limit; {
		if err := p.enough(); err != nil {
			return err
		}
		n := min(p.pace, limit-plies)
		if s.Run(&p.pick, n) {
			break
		}
		plies += n
		now := time.Now()
		switch {
		case start.IsZero():
			p.timed = true
		case now.Sub(start) < sampledTime:
			p.pace = min(2*p.pace, sampledEvery)
		default:
			p.pace = max(p.pace/2, 1)
		}
		start = now
	}
	return nil
}

// compute plays the play with the given number by compiled code; false when it has
// to be played by the rules.
func (p *player) compute(number int) (bool, error) {
	if err := p.run(p.machine, number); err != nil {
		return false, err
	}
	if p.machine.Err() != nil {
		return false, nil
	}
	p.bare.Turns = -1
	switch m := p.machine.(type) {
	case *compiled.Player:
		x := m.Result()
		p.bare.Plies = x.Plies
		if p.batch.Players == 2 {
			p.bare.Between(x.Winner, x.Limit, false)
		} else {
			p.ranks = m.Ranks(p.ranks[:0])
			p.bare.Among(p.ranks, x.Winner, x.Limit)
		}
	case *compiled.MatchPlayer:
		p.bare.Plies = m.Made()
		p.bare.Judge(m.State())
	}
	p.batch.Add(&p.bare)
	return true, nil
}
