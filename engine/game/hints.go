package game

import "github.com/astragal/astragal/engine/board"

// HintsOf returns the hints for a site type, nil when there are none; the last
// hints item of a type replaces earlier ones.
func (g *Game) HintsOf(st board.SiteType) *HintItem {
	for i := len(g.Hints) - 1; i >= 0; i-- {
		if g.Hints[i].Type == st {
			return &g.Hints[i]
		}
	}
	return nil
}
