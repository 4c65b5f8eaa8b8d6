package search

import (
	"fmt"
	"hash/fnv"
	"strconv"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Common is a World of any position, by copying it.
type Common struct {
	root  formal.Position
	at    formal.Position
	above []formal.Position
	live  rng.SplitMix64
	stack bool
	began formal.Position
}

// Load begins at p.
func (w *Common) Load(p formal.Position, stacked bool) error {
	w.root, w.stack = p.Clone(), stacked
	w.Top()
	return nil
}

// Seed has draws come from r.
func (w *Common) Seed(r rng.SplitMix64) { w.live = r }

// Top goes back to the loaded position.
func (w *Common) Top() {
	w.above = w.above[:0]
	w.at = w.copy(w.root)
}

// copy is a copy of a position in which chance falls anew.
func (w *Common) copy(p formal.Position) formal.Position {
	q := p.Clone()
	if d, ok := q.(formal.Drawer); ok {
		d.Redraw(rng.New(w.live.Uint64()))
	}
	return q
}

// List gives the legal decisions.
func (w *Common) List() (int, bool) {
	n := w.at.Moves()
	if n < 1 {
		w.fail(errNoMove)
	}
	return n, true
}

// Down takes a decision, in a copy if it is to be taken back.
func (w *Common) Down(i int) bool {
	if w.stack {
		w.above = append(w.above, w.at)
		w.at = w.copy(w.at)
	}
	w.at.Apply(i)
	return true
}

// Peek looks at a decision in a copy.
func (w *Common) Peek(i int, dst []float64) bool {
	here := w.at
	w.at = w.copy(here)
	w.at.Apply(i)
	over := w.at.Terminal() && w.Payoffs(dst) == nil
	w.at = here
	return over
}

// Up goes back to where Down was.
func (w *Common) Up() {
	last := len(w.above) - 1
	w.at, w.above = w.above[last], w.above[:last]
}

// Over reports whether the play is over.
func (w *Common) Over() bool { return w.at.Terminal() }

// Mover is who decides.
func (w *Common) Mover() int { return w.at.Mover() }

// Pending is the number of decisions of this step taken so far.
func (w *Common) Pending() int { return pending(w.at) }

func pending(p formal.Position) int {
	if j, ok := p.(formal.Joint); ok {
		return j.Pending()
	}
	return 0
}

// Sample draws by the exact probabilities.
func (w *Common) Sample(r *rng.SplitMix64) int { return formal.Draw(w.at, r) }

// Key is a hash of the mover and the text of the decision.
func (w *Common) Key(i int) uint32 {
	h := fnv.New32a()
	h.Write([]byte(strconv.Itoa(w.at.Mover())))
	h.Write([]byte(w.at.MoveText(i)))
	return h.Sum32()
}

// Index is i.
func (w *Common) Index(_, i int) int { return i }

// Noisy is unknown.
func (w *Common) Noisy(int) bool { return false }

// Hash is that of what the first player has seen; for outcomes together with
// the decisions.
func (w *Common) Hash(outcome bool) uint64 {
	h := fnv.New64a()
	if w.at.Terminal() {
		return 0
	}
	h.Write([]byte(w.at.Observation(1)))
	h.Write([]byte{0, byte(w.at.Mover())})
	if outcome {
		for i := range w.at.Moves() {
			h.Write([]byte(w.at.MoveText(i)))
			h.Write([]byte{0})
		}
	}
	return h.Sum64()
}

// Payoffs writes the payoffs.
func (w *Common) Payoffs(dst []float64) error {
	if f, ok := w.at.(interface{ Err() error }); ok && f.Err() != nil {
		return fmt.Errorf("in search: %w", f.Err())
	}
	for i, x := range w.at.Payoffs() {
		dst[i], _ = x.Float64()
	}
	return nil
}

// Values are unknown.
func (w *Common) Values([]float64) bool { return false }

// Back goes back to where the playout began.
func (w *Common) Back() { w.at = w.began }

// Line is not known.
func (w *Common) Line(func(int, uint32)) bool { return false }

// Playout plays on at random.
func (w *Common) Playout(r *rng.SplitMix64, limit int) {
	if w.stack {
		w.began, w.at = w.at, w.copy(w.at)
	}
	if f, ok := w.at.(formal.Finisher); ok && !w.at.Terminal() && f.Finish(r, limit) {
		return
	}
	for n := 0; n < limit && !w.at.Terminal(); n++ {
		k := w.at.Moves()
		switch {
		case k < 1:
			w.fail(errNoMove)
		case w.at.Mover() == formal.Chance:
			w.at.Apply(formal.Draw(w.at, r))
		default:
			w.at.Apply(r.Below(k))
		}
	}
}

// fault carries an error out of what Guard runs.
type fault struct{ err error }

func (w *Common) fail(err error) {
	if f, ok := w.at.(interface{ Err() error }); ok && f.Err() != nil {
		err = f.Err()
	}
	panic(fault{err})
}

// Guard runs f.
func (w *Common) Guard(f func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			e, ok := x.(fault)
			if !ok {
				panic(x)
			}
			err = e.err
		}
	}()
	f()
	return nil
}
