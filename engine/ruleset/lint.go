package ruleset

import (
	"context"

	"github.com/astragal/astragal/engine/lint"
)

// Warnings returns what is suspicious about the description; see package lint.
func (r *Ruleset) Warnings() []lint.Warning { return lint.Check(r.linted()) }

// PlayWarnings returns what is suspicious about how quick random plays go within
// the bounds. The context ends them early.
func (r *Ruleset) PlayWarnings(ctx context.Context, b lint.Bounds) []lint.Warning {
	return lint.Plays(ctx, r.linted(), b)
}

func (r *Ruleset) linted() lint.Input {
	return lint.Input{Expanded: r.expanded, Checked: r.checked, Game: r.game, Text: r.src.Text}
}
