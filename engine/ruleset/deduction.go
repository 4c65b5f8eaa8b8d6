package ruleset

import (
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
)

// Deduction gives the puzzle of a game that is a deduction puzzle, nil for others: by compiled code where it has that.
func (a *adapter) Deduction() (formal.Deduction, error) {
	if d, err := compiled.NewDeduction(a.g); err == nil {
		return d, nil
	}
	d, err := game.NewDeduction(a.g)
	if d == nil || err != nil {
		return nil, err
	}
	return d, nil
}
