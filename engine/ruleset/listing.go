package ruleset

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
)

// Passes are the names of the steps from lowered rules to compiled code, in order; see package lower.
func Passes() []string { return slices.Clone(lower.Passes) }

// List writes the program of the ruleset in the text form of the intermediate representation, as it is after a
// pass: that of random playouts, or of playouts that are watched for all metrics. The error says that there is no such
// pass, or which clause is not lowered.
func (r *Ruleset) List(w io.Writer, pass string, watched bool) error {
	if !slices.Contains(lower.Passes, pass) {
		return fmt.Errorf("there is no step %q: the steps are %s", pass, strings.Join(lower.Passes, ", "))
	}
	from, uses := lower.Game, lower.ForPlays
	if watched {
		from, uses = lower.Watched, lower.ForWatching
	}
	p, err := from(r.Plan())
	if err != nil {
		return err
	}
	p.Only(uses)
	var failed error
	err = p.Finish(false, func(name string) {
		if name == pass {
			failed = ir.Print(w, p.Program)
		}
	})
	if err == nil {
		err = failed
	}
	return err
}

// Refused says which clause keeps the ruleset from being compiled, so that it is played by the rules; nil for none. It
// is a *game.Broken where the engine fails to compile it, which is a fault of the engine.
func (r *Ruleset) Refused() error {
	if r.game.IsMatch() {
		_, err := r.attemptMatch(compiled.NewMatch)
		return err
	}
	_, err := r.attempt(compiled.NewPlays)
	return err
}
