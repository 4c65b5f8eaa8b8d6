package game

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// Fault stops the play with an error at the position of e: the rules ask for
// something that has no value, such as a division by zero. Whoever drives the
// play runs it under Catch, which returns the error.
func Fault(e *lgdl.Expr, format string, args ...any) {
	panic(failure{&lgdl.Error{Pos: e.Pos, Via: e.Via, Msg: "in play: " + fmt.Sprintf(format, args...)}})
}

// Abort stops the play with an error that is not about the rules; Catch returns it.
func Abort(err error) { panic(failure{err}) }

// Catch runs f, which compiles or plays, and returns the error that it failed
// with. A fault of the engine itself, too, is an error: one bad description must
// not take down what compiles and plays the others. A context in which a play
// has failed is ready for another Start.
func Catch(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		case *board.TooLarge: // a table of the board that is made on first use
			err = r
		case error:
			err = &Broken{Cause: r, Where: origin()}
		default:
			err = &Broken{Cause: fmt.Errorf("%v", r), Where: origin()}
		}
	}()
	f()
	return nil
}

// Catch is the function Catch for what plays on c: a fault of the engine itself
// gets the place of the ludeme that it happened in, as far as that is known.
func (c *Context) Catch(f func()) error {
	err := Catch(f)
	if b, ok := err.(*Broken); ok && b.Pos.Line == 0 {
		b.Pos = c.G.pos
		if e := c.evaluated(); e != nil {
			b.Pos = e.Pos
		}
	}
	return err
}

// Broken is a fault of the engine itself: the rules may be good.
type Broken struct {
	Pos   lgdl.Pos // in the description; Line 0 when it is not known
	Cause error
	Where string // functions and lines of the engine that failed, the innermost first
}

// Error names the fault and its places in the description and in the engine.
func (b *Broken) Error() string {
	at := ""
	if b.Pos.Line > 0 {
		at = b.Pos.String() + ": "
	}
	return fmt.Sprintf("%sfault of the engine: %v in %s", at, b.Cause, b.Where)
}

// Unwrap returns the cause.
func (b *Broken) Unwrap() error { return b.Cause }

// origins is the number of functions that the place of a fault names.
const origins = 3

// origin finds the innermost functions of ours below the panic being handled.
func origin() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	thrown := false
	var at []string
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "runtime.") {
			thrown = thrown || f.Function == "runtime.gopanic" || f.Function == "runtime.sigpanic"
		} else if thrown && strings.Contains(f.Function, "/engine/") {
			at = append(at, fmt.Sprintf("%s (line %d)", f.Function[strings.LastIndex(f.Function, "/")+1:], f.Line))
		}
		if len(at) == 0 && !more {
			return "an unknown place"
		}
		if len(at) == origins || !more {
			return strings.Join(at, " < ")
		}
	}
}
