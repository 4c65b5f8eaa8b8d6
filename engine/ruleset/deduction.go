package ruleset

import (
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
)

// Deduction gives the puzzle of a game that is a deduction puzzle, nil for others.
func (a *adapter) Deduction() (formal.Deduction, error) {
	d, err := game.NewDeduction(a.g)
	if d == nil || err != nil {
		return nil, err
	}
	return d, nil
}
