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

// watcher is compiled code that plays and tells all about it.
type watcher interface {
	Start(seed uint64)
	Run(r *rng.SplitMix64, plies int) bool
	Err() error
	End()
	Release()
}

// watching is a watcher as a sampler.
type watching struct {
	watcher
	seed uint64
}

func (w *watching) Start() { w.watcher.Start(w.seed) }

// follow plays the play with the given number by compiled code that is watched; false when
// it has to be played by the rules.
func (p *player) follow(number int) (bool, error) {
	w := &p.watching
	w.watcher, w.seed = p.watcher, rng.Derive(p.sim.Seed, uint64(number)).State
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
	return p.goOn(s, 0)
}

// goOn is run of a play in which so many plies have been made.
func (p *player) goOn(s sampler, made int) error {
	var start time.Time // the clock is not looked at in a short play, unless one before was not as short
	if p.timed {
		start, p.timed = time.Now(), false
	}
	for plies, limit := made, p.sim.MaxPlies; plies < limit; {
		if err := p.enough(); err != nil {
			return err
		}
		n := min(p.pace, limit-plies)
		if s.Run(&p.pick, n) {
			break
		}
		plies += n
		now := time.Now()
		if start.IsZero() {
			p.timed = true
		} else {
			p.adjust(now.Sub(start))
		}
		start = now
	}
	return nil
}

// adjust has the pace follow from the time that as many plies have taken.
func (p *player) adjust(took time.Duration) {
	if took < sampledTime {
		p.pace = min(2*p.pace, sampledEvery)
	} else {
		p.pace = max(p.pace/2, 1)
	}
}

// together are plays of two players that one call of compiled code has made: those from the first number on, and the
// next one, if that has begun.
type together struct {
	first, over int
	begun       bool
	states      [compiled.MaxPlays]rng.SplitMix64
	results     [compiled.MaxPlays]compiled.Result
}

// result is what the play with the given number comes to by compiled code, which makes some of those after it, too. If
// it cannot, the error is nil, too: see compiled.Player.Err.
func (p *player) result(m *compiled.Player, number int) (compiled.Result, error) {
	t := &p.together
	i := number - t.first
	if i < 0 || i > t.over || i == t.over && !t.begun {
		if err := p.enough(); err != nil {
			return compiled.Result{}, err
		}
		n := min(m.Together(), p.sim.First+p.sim.Playouts-number)
		if !p.sim.Bare {
			n = 1 // others are watched between them
		}
		for i := range n {
			t.states[i] = rng.Derive(p.sim.Seed, uint64(number+i))
		}
		start := time.Now()
		t.first, t.over = number, m.Plays(t.states[:n], p.sim.MaxPlies, p.pace, t.results[:])
		if t.begun = t.over < n; n > 1 {
			p.adjust(time.Since(start))
		}
		i = 0
	}
	if i < t.over {
		return t.results[i], nil
	}
	t.begun = false
	p.pick = t.states[i]
	err := p.goOn(m, m.Made())
	return m.Result(), err
}

// compute plays the play with the given number by compiled code; false when it has
// to be played by the rules.
func (p *player) compute(number int) (bool, error) {
	p.bare.Turns = -1
	m, is := p.machine.(*compiled.Player)
	if is && p.batch.Players == 2 {
		x, err := p.result(m, number)
		if err != nil || m.Err() != nil && number >= p.together.first+p.together.over {
			return false, err
		}
		p.bare.Plies = x.Plies
		p.bare.Between(x.Winner, x.Limit, false)
		p.batch.Add(&p.bare)
		return true, nil
	}
	if err := p.run(p.machine, number); err != nil {
		return false, err
	}
	if p.machine.Err() != nil {
		return false, nil
	}
	switch m := p.machine.(type) {
	case *compiled.Player:
		x := m.Result()
		p.bare.Plies = x.Plies
		p.ranks = m.Ranks(p.ranks[:0])
		p.bare.Among(p.ranks, x.Winner, x.Limit)
	case *compiled.MatchPlayer:
		p.bare.Plies = m.Made()
		p.bare.Judge(m.State())
	}
	p.batch.Add(&p.bare)
	return true, nil
}
