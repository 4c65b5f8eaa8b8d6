// Package strength measures what play by search tells of a game and random play does
// not. A Watcher looks on while agents play: what they expect before every decision, how hard
// they find it, where they open, which positions they meet and which of them are puzzles. A
// Ladder has an agent play against itself with less and less of its budget: how much thinking
// pays, and whom it favours. What they find goes into a batch of package metric, where every figure is
// defined (metric/thinking.go, metric/skill.go), and follows from the game, the agent, the
// seed and the number of the play alone.
package strength

import (
	"context"
	"errors"
	"hash/fnv"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
)

// Which positions of a play are looked at for puzzles, and for how long: the last ones
// with a choice, in which wins are near.
const (
	puzzlePlies     = 5
	puzzlePositions = 1000 // looked at to prove one
	puzzleLast      = 8
	openingBytes    = 64 // of the text of a decision that are kept
)

// Watcher looks on at plays of a table, one after the other, and adds what its agents
// think to a batch. It belongs to one goroutine.
type Watcher struct {
	table   *agent.Table
	batch   *metric.Batch
	t       metric.Thoughts
	scale   float64 // the largest payoff
	keyed   bool
	key     []byte
	met     map[uint64]struct{}
	prover  *Prover           // nil where nothing is forced
	last    []formal.Position // a ring
	choices int               // decisions with a choice
}

// NewWatcher returns a watcher of a table at a game.
func NewWatcher(g formal.Game, t *agent.Table, b *metric.Batch) (*Watcher, error) {
	w := &Watcher{table: t, batch: b, met: map[uint64]struct{}{}}
	low, high, known := t.Payoffs()
	w.t.Opposed, w.scale = known && len(g.Players()) == 2 && low == -high && high > 0, high
	if _, ok := g.NewPosition().(formal.Keyed); ok {
		k, _ := g.(interface{ Keyless() string })
		w.keyed = k == nil || k.Keyless() == ""
	}
	var err error
	w.prover, err = NewProver(g)
	return w, err
}

// Start begins to watch a play.
func (w *Watcher) Start() {
	t := &w.t
	t.Choices, t.Entropies, t.Met = t.Choices[:0], t.Entropies[:0], t.Met[:0]
	t.Leads, t.Movers = t.Leads[:0], t.Movers[:0]
	t.Opening, t.Puzzles, t.Tried, t.Final = "", 0, 0, 0
	if w.keyed && t.Met == nil {
		t.Met = []uint64{}
	}
	clear(w.met)
	w.last, w.choices = w.last[:0], 0
}

// Decided notes decision i, which was chosen in a position and is not taken yet.
func (w *Watcher) Decided(pos formal.Position, i int) {
	mover, n := pos.Mover(), pos.Moves()
	if mover == formal.Chance {
		return
	}
	t := &w.t
	t.Choices = append(t.Choices, int32(n))
	if w.keyed {
		w.meet(pos)
	}
	if n == 1 {
		return
	}
	if w.choices == 0 {
		t.Opening = pos.MoveText(i)
		t.Opening = t.Opening[:min(len(t.Opening), openingBytes)]
	}
	if w.prover != nil {
		if len(w.last) < puzzleLast {
			w.last = append(w.last, nil)
		}
		w.last[w.choices%puzzleLast] = pos.Clone()
	}
	w.choices++
	thought := w.table.Thought(mover)
	if !thought.Expected {
		return
	}
	t.Entropies = append(t.Entropies, thought.Entropy)
	if t.Opposed {
		lead := thought.Value / w.scale
		if mover == 2 {
			lead = -lead
		}
		t.Leads, t.Movers = append(t.Leads, lead), append(t.Movers, int8(mover))
	}
}

// meet notes a position by what is seen of it and who is to move.
func (w *Watcher) meet(pos formal.Position) {
	var visible int
	w.key, visible = pos.(formal.Keyed).AppendKey(w.key[:0])
	h := fnv.New64a()
	h.Write(w.key[:visible])
	h.Write([]byte{byte(pos.Mover())})
	sum := mix(h.Sum64())
	if _, known := w.met[sum]; !known {
		w.met[sum] = struct{}{}
		w.t.Met = append(w.t.Met, sum)
	}
}

// mix spreads a hash over all bits (the finaliser of SplitMix64, Steele et al. 2014).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// End adds the play to the batch, as it stands in its last position: so many plies, and with
// a winner or without. The error is that of the context.
func (w *Watcher) End(ctx context.Context, pos formal.Position, plies int, won bool) error {
	t := &w.t
	t.Plies, t.Won = plies, won
	if t.Opposed && pos.Terminal() {
		v, _ := pos.Payoffs()[0].Float64()
		t.Final = v / w.scale
	}
	for _, p := range w.last {
		i, within, err := w.prover.Only(ctx, p, puzzlePlies, puzzlePositions)
		var fault *formal.Fault
		switch {
		case errors.As(err, &fault): // of the description, off the way of the play
		case err != nil:
			return err
		default:
			t.Tried++
			if i >= 0 && within > 1 {
				t.Puzzles++
			}
		}
	}
	w.batch.Think(t)
	return nil
}
