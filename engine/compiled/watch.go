package compiled

import "github.com/astragal/astragal/engine/rng"

type Notes struct {
	Legal, Occupied, Pieces, Scores []int32
	Turns                           int
}
type Watcher struct {
	*Player
	Notes Notes
}

func (c *Game) NewWatcher() (*Watcher, error)              { return nil, errFull }
func (w *Watcher) Run(r *rng.SplitMix64, plies int) bool   { return false }
func (w *Watcher) Ever() int                               { return 0 }
