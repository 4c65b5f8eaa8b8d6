package game

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// Fault stops the play with an error at the position of e: the rules ask for
// something that has no value, such as a division by zero. Whoever drives the
// play runs it under Catch, which returns the error.
func Fault(e *lgdl.Expr, format string, args ...any) {
	panic(failure{&lgdl.Error{Pos: e.Pos, Via: e.Via, Msg: "in play: " + fmt.Sprintf(format, args...)}})
}

// Bounds of what the rules may ask for between two decisions. The largest
// games of the library stay far below them.
const (
	workLimit  = 2_000_000 // rounds of loops and positions looked at
	depthLimit = 1_000     // look-aheads and generators inside each other
)

// Spend notes n rounds of work since the last decision and stops the play when
// the rules go on for too long: every ludeme whose rounds are numbered by the
// rules calls it.
func (c *Context) Spend(n int) {
	if c.pool.work += n; c.pool.work > workLimit {
		c.exceed("work of more than %d steps for one decision", workLimit)
	}
}

// Rest begins the count of Spend anew. Whoever tries many moves on copies of
// the same context calls it before each.
func (c *Context) Rest() { c.pool.work = 0 }

// Enter notes that a generator or a look-ahead begins inside another; Leave
// that it is done. The play stops when they lie too deep in each other.
func (c *Context) Enter() {
	if c.depth++; c.depth > depthLimit {
		c.exceed("moves of moves that lie more than %d deep in each other", depthLimit)
	}
}

// Leave: see Enter.
func (c *Context) Leave() { c.depth-- }

func (c *Context) exceed(format string, args ...any) {
	panic(failure{&lgdl.Error{Pos: c.G.pos, Msg: "in play: the rules ask for " + fmt.Sprintf(format, args...)}})
}

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
		case error:
			err = &Broken{Cause: r, Where: origin()}
		default:
			err = &Broken{Cause: fmt.Errorf("%v", r), Where: origin()}
		}
	}()
	f()
	return nil
}

// Broken is a fault of the engine itself: the rules may be good.
type Broken struct {
	Cause error
	Where string // function and line of the engine that failed
}

// Error names the fault and its place in the engine.
func (b *Broken) Error() string {
	return fmt.Sprintf("fault of the engine: %v in %s", b.Cause, b.Where)
}

// Unwrap returns the cause.
func (b *Broken) Unwrap() error { return b.Cause }

// origin finds the innermost function of ours below the panic being handled.
func origin() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	thrown := false
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "runtime.") {
			thrown = thrown || f.Function == "runtime.gopanic" || f.Function == "runtime.sigpanic"
		} else if thrown && strings.Contains(f.Function, "/engine/") {
			return fmt.Sprintf("%s (line %d)", f.Function[strings.LastIndex(f.Function, "/")+1:], f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
