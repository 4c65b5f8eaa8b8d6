package engine

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rg"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// regular is a game in the language of Regular Boardgames or of Regular Games. It is
// simulated by the states of its own package, which draw moves without listing them
// where they can.
type regular struct {
	*plain
	states func() walked
	idle   sync.Pool // of *walker: their memory is made once
}

// walked is a state of such a game; Player is 0 where chance decides.
type walked interface {
	Restart()
	Moves() int
	Apply(i int)
	Playout(r *rng.SplitMix64, limit int) (plies int, over bool)
	Player() int
	Score(player int) int64
	Err() error
}

// compileRG compiles a Regular Game that parse reads. Two descriptions are one
// ruleset if they unroll to the same.
func compileRG(src Source, parse func(file, title string, text []byte) (*rg.Description, error)) (Ruleset, error) {
	d, err := parse(src.File, strings.TrimSuffix(filepath.Base(src.File), filepath.Ext(src.File)), src.Text)
	if err != nil {
		return nil, err
	}
	g, err := d.Compile()
	if err != nil {
		return nil, err
	}
	var canonical bytes.Buffer
	if err := d.Write(&canonical); err != nil {
		return nil, fmt.Errorf("%s:1:1: %w", src.File, err)
	}
	return &regular{plain: newPlain(src, g, canonical.Bytes(), nil), states: func() walked { return g.NewState() }}, nil
}

// Simulate plays a batch; of random playouts those are watched that would be in
// L-GDL. Moves are listed only in playouts that are watched.
func (g *regular) Simulate(ctx context.Context, p Params) (*metric.Batch, error) {
	if p.Agent != "random" || p.From != nil {
		return Play(ctx, g.game, p)
	}
	w, ok := g.idle.Get().(*walker)
	if !ok {
		w = &walker{state: g.states(), players: g.Players()}
	}
	w.maxPlies, w.clock = maxPlies(p), clock{ctx: ctx, params: p}
	defer g.idle.Put(w)
	b, err := playAll(g.Players(), p, ruleset.Watched, w.play)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.file, err)
	}
	return b, nil
}

// walker plays one move after the other.
type walker struct {
	state    walked
	players  int
	maxPlies int
	clock    clock
	out      metric.Playout
}

// plainEvery is the number of plies between looks at the clock where moves are not listed.
const plainEvery = 1024

func (w *walker) play(r *rng.SplitMix64, watched bool) (*metric.Playout, error) {
	w.clock.begin()
	out, s := &w.out, w.state
	out.Plies, out.Turns, out.Limit, out.Branching = 0, 0, false, out.Branching[:0]
	s.Restart()
	over, err := false, error(nil)
	if watched {
		over, err = w.watch(r)
	} else {
		over, err = w.run(r)
	}
	switch {
	case err != nil:
		return nil, err
	case s.Err() != nil:
		return nil, &formal.Fault{Reason: s.Err().Error()}
	case !over:
		drawn(out, w.players)
		return out, nil
	}
	rank(out, w.players, func(i int) bool { return s.Score(i+1) > 0 }, func(i, j int) int {
		x, y := s.Score(i+1), s.Score(j+1)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return out, nil
}

// run plays for the length and the result alone.
func (w *walker) run(r *rng.SplitMix64) (over bool, err error) {
	for !over && w.out.Plies < w.maxPlies {
		if err := w.clock.look(); err != nil {
			return false, err
		}
		plies := 0
		plies, over = w.state.Playout(r, min(plainEvery, w.maxPlies-w.out.Plies))
		w.out.Plies += plies
	}
	return over, nil
}

// watch plays with a look at the moves of every position.
func (w *walker) watch(r *rng.SplitMix64) (over bool, err error) {
	out, s := &w.out, w.state
	if out.Branching == nil {
		out.Branching = []int32{}
	}
	mover := 0
	for ; ; out.Plies++ {
		if out.Plies%clockEvery == 0 {
			if err := w.clock.look(); err != nil {
				return false, err
			}
		}
		n := s.Moves()
		if n == 0 || out.Plies == w.maxPlies {
			return n == 0, nil
		}
		if s.Player() == 0 {
			s.Apply(r.Below(n)) // chance is no ply
			out.Plies--
			continue
		}
		if who := s.Player(); who != mover {
			mover = who
			out.Turns++
		}
		out.Branching = append(out.Branching, int32(n))
		s.Apply(r.Below(n))
	}
}
