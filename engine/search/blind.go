package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Determinizer is a position of a game in which players do not see everything.
type Determinizer interface {
	// Determinize returns a position that looks the same to a player, drawn from r.
	Determinize(player int, r *rng.SplitMix64) (formal.Position, error)
}

// Blind searches for a player who does not see everything: every playout begins in
// a position that agrees with what he has seen, and the moves found in all of them
// share one tree (single-observer information-set search, Cowling, Powley and
// Whitehouse 2012). It belongs to one goroutine.
type Blind struct {
	w      World
	f      Facts
	o      Options
	pick   rng.SplitMix64
	pulse  pulse
	payoff []float64
	path   []*branch
	low    float64
	high   float64
	seen   bool
	moves  []uint32

	Playouts int // of the last search
}

// branch is a move in the shared tree.
type branch struct {
	mover  int
	visits int
	could  int // how often it was there to be chosen when its siblings were
	sum    float64
	below  map[uint32]*branch
}

// NewBlind returns a search in a world.
func NewBlind(w World, f Facts, o Options) *Blind {
	b := &Blind{w: w, f: f, o: o, payoff: make([]float64, f.Players)}
	if f.Bounded {
		b.low, b.high, b.seen = f.Low, f.High, true
	}
	return b
}

// Start forgets everything; choices come from pick.
func (b *Blind) Start(pick rng.SplitMix64) {
	b.pick = pick
	if !b.f.Bounded {
		b.low, b.high, b.seen = 0, 0, false
	}
}

// maxOther is how many imagined positions in a row are left out because the player has other decisions there, by which
// he sees that they are not true; after that all are taken.
const maxOther = 16

// Search looks at the decisions of a player, given by their keys, and returns what it
// thinks of them in the same order. Positions that agree with what he has seen come
// from imagine.
func (b *Blind) Search(ctx context.Context, keys []uint32,
	imagine func(r *rng.SplitMix64) (formal.Position, error)) ([]Move, error) {
	b.pulse.ctx = ctx
	b.w.Seed(rng.New(b.pick.Uint64()))
	root := &branch{below: map[uint32]*branch{}}
	var stop error
	other := 0
	for b.Playouts = 0; b.Playouts < b.o.Iterations; b.Playouts++ {
		p, err := imagine(&b.pick)
		if err != nil {
			return nil, err
		}
		if err := b.w.Load(p, false); err != nil {
			return nil, err
		}
		fits := true
		if err := b.w.Guard(func() {
			if fits = other > maxOther || b.offers(keys); fits {
				stop = b.iterate(root)
			}
		}); err != nil {
			// A position that only might be may be one that the rules do not know.
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if errors.As(err, &Spoilt{}) {
				return nil, err
			}
			b.even()
			b.back(root)
		}
		if stop != nil {
			return nil, stop
		}
		switch {
		case !fits:
			other++
			b.Playouts--
		case other <= maxOther:
			other = 0
		}
	}
	moves := make([]Move, len(keys))
	for i, k := range keys {
		moves[i].Legal = true
		if g := root.below[k]; g != nil && g.visits > 0 {
			moves[i].Visits, moves[i].Mean = g.visits, g.sum/float64(g.visits)
		}
	}
	return moves, nil
}

// Keys are those of the decisions of a position, in the order of the world.
func (b *Blind) Keys(p formal.Position) (keys []uint32, err error) {
	if err := b.w.Load(p, true); err != nil {
		return nil, err
	}
	err = b.w.Guard(func() { keys = slices.Clone(b.decisions()) })
	return keys, err
}

// decisions are the keys of those of the present position.
func (b *Blind) decisions() []uint32 {
	n, _ := b.w.List()
	b.moves = b.list(n, b.moves[:0])
	return b.moves
}

// offers reports whether the decisions of the present position have these keys, as far as they are known.
func (b *Blind) offers(keys []uint32) bool {
	_, sure := b.w.List()
	return !sure || slices.Equal(b.decisions(), keys)
}

// Index is the place among the legal decisions of a position of the one with the i-th of its Keys.
func (b *Blind) Index(p formal.Position, i int) (at int, err error) {
	if err := b.w.Load(p, true); err != nil {
		return 0, err
	}
	err = b.w.Guard(func() {
		b.w.List()
		at = b.w.Index(0, i)
	})
	return at, err
}

// list are the keys of the decisions just listed; those that look alike are told
// apart by their order.
func (b *Blind) list(n int, keys []uint32) []uint32 {
	for i := range n {
		k := b.w.Key(i)
		for again := true; again; {
			again = false
			for _, x := range keys {
				if x == k {
					k, again = k*0x9e3779b1+1, true
					break
				}
			}
		}
		keys = append(keys, k)
	}
	return keys
}

// iterate plays one playout from the loaded position.
func (b *Blind) iterate(root *branch) error {
	w, at := b.w, root
	b.path = b.path[:0]
	for !w.Over() {
		if err := b.pulse.beat(); err != nil {
			return err
		}
		if w.Mover() == formal.Chance {
			w.List()
			w.Down(w.Sample(&b.pick))
			continue
		}
		b.decisions()
		i, fresh, err := b.choose(at, w.Mover())
		if err != nil {
			return err
		}
		if i < 0 {
			w.Down(len(b.moves))
			continue
		}
		at = at.below[b.moves[i]]
		b.path = append(b.path, at)
		if fresh {
			break
		}
	}
	if !w.Over() {
		w.Playout(&b.pick, maxRollout)
	}
	if w.Over() {
		if err := w.Payoffs(b.payoff); err != nil {
			return err
		}
		for _, v := range b.payoff {
			if !b.seen {
				b.low, b.high, b.seen = v, v, true
			}
			b.low, b.high = min(b.low, v), max(b.high, v)
		}
	} else {
		b.even()
	}
	b.back(root)
	return nil
}

// choose takes a decision of those listed: one that was never tried first, else that
// with the largest bound among those that are possible now.
func (b *Blind) choose(at *branch, mover int) (i int, fresh bool, err error) {
	if at.below == nil {
		at.below = map[uint32]*branch{}
	}
	for range len(b.moves) + 1 {
		i, fresh = b.promising(at)
		if i < 0 {
			return -1, false, nil
		}
		if b.w.Down(i) {
			break
		}
		// Not legal after all: it is out of the question here.
		b.moves[i] = 0
	}
	g := at.below[b.moves[i]]
	if g == nil {
		g = &branch{mover: mover}
		at.below[b.moves[i]] = g
	}
	for _, k := range b.moves {
		if x := at.below[k]; x != nil && k != 0 {
			x.could++
		}
	}
	return i, fresh, nil
}

func (b *Blind) promising(at *branch) (i int, fresh bool) {
	open, best, bound := 0, -1, math.Inf(-1)
	width := b.high - b.low
	if width <= 0 {
		width = 1
	}
	for k, key := range b.moves {
		if key == 0 {
			continue
		}
		g := at.below[key]
		if g == nil {
			if open++; b.pick.Below(open) == 0 {
				i, fresh = k, true
			}
			continue
		}
		n := float64(g.visits)
		if v := g.sum/n + float64(b.o.Explore*width*math.Sqrt(math.Log(float64(g.could)+1)/n)); v > bound {
			best, bound = k, v
		}
	}
	if fresh {
		return i, true
	}
	return best, false
}

func (b *Blind) even() {
	for i := range b.payoff {
		b.payoff[i] = (b.low + b.high) / 2
	}
}

func (b *Blind) back(root *branch) {
	root.visits++
	for _, g := range b.path {
		g.visits++
		g.sum += b.payoff[g.mover-1]
	}
}

// Memory is what a player has seen of a play, decision by decision, by which
// positions are found that agree with it where the formalism tells no others: plays
// from the start are tried at random until one looks the same to him all along.
type Memory struct {
	game   formal.Game
	player int
	seen   []string // what he has observed before every decision
	own    []string // what he has decided there, "" where others did
}

// NewMemory returns the memory of a player at the start.
func NewMemory(g formal.Game, player int) *Memory { return &Memory{game: g, player: player} }

// Forget goes back to the start.
func (m *Memory) Forget() { m.seen, m.own = m.seen[:0], m.own[:0] }

// See notes a decision that is about to be taken in a position; i is the number of
// the decision if it is the player's own, else −1.
func (m *Memory) See(p formal.Position, i int) {
	own := ""
	if i >= 0 && p.Mover() == m.player {
		own = p.MoveText(i)
	}
	m.seen, m.own = append(m.seen, p.Observation(m.player)), append(m.own, own)
}

// maxTries bounds the decisions tried to find one agreeing position.
const maxTries = 20000

// Determinize returns a position that agrees with what the player has seen so far and
// sees now, drawn from r. How likely the different ones are is not weighed.
func (m *Memory) Determinize(now string, r *rng.SplitMix64) (formal.Position, error) {
	tries := 0
	var walk func(p formal.Position, at int) formal.Position
	walk = func(p formal.Position, at int) formal.Position {
		want := now
		if at < len(m.seen) {
			want = m.seen[at]
		}
		if p.Terminal() || p.Observation(m.player) != want {
			return nil
		}
		if at == len(m.seen) {
			if p.Mover() != m.player {
				return nil
			}
			return p
		}
		n := p.Moves()
		order := make([]int, n)
		for i := range order {
			j := r.Below(i + 1)
			order[i], order[j] = order[j], i
		}
		for _, i := range order {
			if mine := p.Mover() == m.player; mine != (m.own[at] != "") || mine && p.MoveText(i) != m.own[at] {
				continue
			}
			if tries++; tries > maxTries {
				return nil
			}
			q := p.Clone()
			q.Apply(i)
			if found := walk(q, at+1); found != nil {
				return found
			}
		}
		return nil
	}
	start := m.game.NewPosition()
	s := rng.New(r.Uint64())
	start.Restart(&s)
	if p := walk(start, 0); p != nil {
		return p, nil
	}
	return nil, unfit{fmt.Sprintf("no play that agrees with what player %d has seen was found among %d decisions",
		m.player, tries)}
}
