package game

import (
	"fmt"

	"github.com/astragal/astragal/engine/lgdl"
)

// Fault stops the play with an error at the position of e: the rules ask for
// something that has no value, such as a division by zero. Whoever drives the
// play runs it under Catch, which returns the error.
func Fault(e *lgdl.Expr, format string, args ...any) {
	panic(failure{&lgdl.Error{Pos: e.Pos, Via: e.Via, Msg: "in play: " + fmt.Sprintf(format, args...)}})
}
