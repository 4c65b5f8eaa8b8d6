package compiled

import (
	"github.com/astragal/astragal/engine/lower"
	"github.com/astragal/astragal/engine/rng"
)

// Watcher plays a game compiled by NewWatched as a Player does, though not the same plays,
// and notes what can be told from positions alone. It belongs to one goroutine.
type Watcher struct {
	*Player
	Notes lower.Notes // of the play so far
	look  func(stack []uint64) error
}

// NewWatcher returns a watcher at the position after the start rules.
func (c *Game) NewWatcher() (*Watcher, error) {
	p, m, err := c.player()
	if err != nil {
		return nil, err
	}
	w := &Watcher{Player: p, look: m.Func("look")}
	p.playout = m.Func("watched")
	return w, nil
}

// Start goes back to the position after the start rules.
func (w *Watcher) Start() {
	if w.Player.Start(); w.fault == nil {
		w.fault = w.look(w.stack)
	}
	w.Notes.Begin(w.of.p, w.mem)
}

// Run is Player.Run.
func (w *Watcher) Run(r *rng.SplitMix64, plies int) bool {
	for {
		n := min(plies, lower.MaxWatched)
		before := w.plies
		over := w.Player.Run(r, n)
		w.Notes.Add(w.of.p, w.mem, w.plies-before)
		if plies -= n; over || plies == 0 {
			return over
		}
	}
}

// Ever is the number of sites of the board that have been occupied in the play.
func (w *Watcher) Ever() int { return w.of.p.Ever(w.mem) }
