package position

import (
	"fmt"

	"github.com/astragal/astragal/engine/lgdl"
)

// Refusal says which clause of a game is not lowered.
type Refusal struct {
	At  *lgdl.Expr // nil when it is not one clause
	Why string
}

// Error begins with the place of the clause.
func (r *Refusal) Error() string {
	if r.At == nil {
		return "not compiled: " + r.Why
	}
	return fmt.Sprintf("%v: not compiled: %s", r.At.Pos, r.Why)
}

// No refuses the game for a clause.
func (k *Code) No(e *lgdl.Expr, format string, args ...any) {
	panic(&Refusal{At: e, Why: fmt.Sprintf(format, args...)})
}
