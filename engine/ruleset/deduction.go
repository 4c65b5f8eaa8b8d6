package ruleset

import (
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
)

// Deduction gives the puzzle of a game that is a deduction puzzle, nil for others: by compiled code where it has that,
// else, and where compiling it meets a fault of the engine, by the rules.
func (a *adapter) Deduction() (formal.Deduction, error) {
	var code *compiled.Deduction
	if fault := game.Catch(func() { code, _ = compiled.NewDeduction(a.g) }); fault == nil && code != nil {
		return code, nil
	}
	d, err := game.NewDeduction(a.g)
	if d == nil || err != nil {
		return nil, err
	}
	return d, nil
}
