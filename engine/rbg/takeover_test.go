package rbg_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
)

// TestTakeOver has several states play while machine code is made: whoever plays, plays are the same.
func TestTakeOver(t *testing.T) {
	g := load(t, "testdata/breakthrough.rbg")
	play := func(s *rbg.State, seed uint64) (int, string) {
		r := rng.New(seed)
		s.Restart()
		n, _ := s.Playout(&r, 1000)
		return n, look(g, s)
	}
	const plays = 200
	slow := load(t, "testdata/breakthrough.rbg").NewState()
	var plies [plays]int
	var ends [plays]string
	for i := range plays {
		plies[i], ends[i] = play(slow, uint64(i))
	}
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			s := g.NewState()
			for i := range plays {
				if k == 0 && i == 20 {
					_ = g.Hasten()
				}
				if n, end := play(s, uint64(i)); n != plies[i] || end != ends[i] {
					t.Errorf("play %d: %d plies to %s, expected %d to %s", i, n, end, plies[i], ends[i])
				}
			}
		})
	}
	all.Wait()
}

// TestDeepWalk plays where walks go deep: what machine code has no room for the interpreter plays.
func TestDeepWalk(t *testing.T) {
	const text = `
#players = a(1), b(1)
#pieces = e, x, o
#variables = n(9)
#board = rectangle(up,down,left,right, ROWS)
#go(s) = (({e} right {e, s}) + ({e, s} down {e} up {e, s} right) + {? left} {e} left)*
#rules = (->a go(x) ({! right} + {? right {x}}) {e} [x] ->> [$ n = n + 1]
    ->b go(o) {e} [o] ([e] down {e} [o])* [$ a = 1])*`
	row, rows := "", ""
	for i := range 30 {
		if row += "e"; i < 29 {
			row += ","
		}
	}
	for range 30 {
		rows += "[" + row + "]"
	}
	g, err := rbg.Load("deep.rbg", "deep", []byte(strings.ReplaceAll(text, "ROWS", rows)))
	if err != nil {
		t.Fatal(err)
	}
	spoilt, why, err := rbg.LockStep(g, 5, 30)
	t.Log(spoilt, why)
	if err != nil {
		t.Error(err)
	}
}
