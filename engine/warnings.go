package engine

import (
	"context"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/engine/provenance"
)

// warned is a Ruleset whose description may be suspicious.
type warned interface {
	warnings(ctx context.Context, plays lint.Bounds) []lint.Warning
}

// Warnings returns what is suspicious about a ruleset: about its description, and
// about quick random plays of it within bounds that are not zero, which the context
// ends early. It is nil for rulesets that know no warnings.
func Warnings(ctx context.Context, rs Ruleset, plays lint.Bounds) []lint.Warning {
	if w, ok := rs.(warned); ok {
		return w.warnings(ctx, plays)
	}
	return nil
}

func (d *described) warnings(ctx context.Context, plays lint.Bounds) []lint.Warning {
	found := d.Warnings()
	a := provenance.Of(d.Metadata())
	for _, p := range a.DateProblems() {
		w := lint.New("W004", d.file, 0, 0, p.String())
		found = append(found, lint.Silence([]lint.Warning{w}, d.text)...)
	}
	if plays.Plies > 0 {
		found = append(found, d.PlayWarnings(ctx, plays)...)
	}
	return found
}

// warnings are the findings of the static checks that leave the game playable,
// and with bounds that are not zero those of quick plays.
func (r *rules) warnings(ctx context.Context, plays lint.Bounds) []lint.Warning {
	findings, err := r.findings(ctx, plays.Plies > 0)
	if err != nil { // the context has ended; what needs no play stands
		findings = r.game.Findings
	}
	var found []lint.Warning
	for _, f := range findings {
		code := "W501"
		if f.Severity == gdl.Note {
			code = "W502"
		}
		found = append(found, lint.New(code, f.Pos.File, f.Pos.Line, f.Pos.Col, f.Msg))
	}
	return lint.Silence(found, []byte(r.text))
}

// tree is an extensive-form game with the oddities of its text.
type tree struct {
	*plain
	game *efg.Game
}

func (t *tree) warnings(context.Context, lint.Bounds) []lint.Warning {
	var found []lint.Warning
	for _, w := range t.game.Warnings {
		found = append(found, lint.New("W503", w.Pos.File, w.Pos.Line, w.Pos.Col, w.Msg))
	}
	return lint.Silence(found, []byte(t.text))
}
