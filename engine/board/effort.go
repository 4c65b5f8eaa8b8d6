package board

import "fmt"

// maxWork bounds the steps, of some nanoseconds each, that it takes to build one
// graph, to measure it, and to fill each of the tables made of it. An entry of a
// list that is kept counts kept steps. The largest boards of the library need a
// hundredth of it.
const (
	maxWork = 1 << 29
	kept    = 16
)

// TooLarge is the error of a board within the bounds of MaxElements that takes
// too much work all the same, such as thousands of edges at one vertex.
type TooLarge struct{ What string }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("the board is too large or too dense to %s (more than %d steps)", e.What, maxWork)
}

// effort counts steps of work.
type effort int

// spend notes n steps; it panics with *TooLarge when they are too many.
func (e *effort) spend(n int, what string) {
	if *e += effort(n); *e > maxWork {
		panic(&TooLarge{what})
	}
}

// spend notes n steps of building the graph.
func (g *Graph) spend(n int) { g.spent.spend(n, "build") }

// Guard runs f, which builds graphs or asks a Topology for a table that is made on
// first use, and returns the *TooLarge that it ended with. Where nobody guards, as
// in play, the error is thrown.
func Guard(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *TooLarge:
			err = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
