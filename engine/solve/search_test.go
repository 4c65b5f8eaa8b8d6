package solve

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestSearchAgainstGraph solves small games of random parts by their graphs and by search: with the same values where
// no position recurs, and by fewer positions.
func TestSearchAgainstGraph(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	won, drawn, fewer, recurring := 0, 0, 0, 0
	for range 120 {
		text := small(r)
		rs, err := loader.Compile(ruleset.Source{File: "small.lud", Text: []byte(text)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		a, b := &Answer{}, &Answer{}
		o := Options{Memory: 1 << 30, Positions: 3000}
		if err := a.perfect(context.Background(), rs.Game(), o); err != nil {
			continue
		}
		err = b.search(context.Background(), rs.Game(), o)
		switch {
		case errors.Is(err, errRecurs) && a.Cyclic:
			recurring++
			continue
		case errors.Is(err, errNotSearched) && !a.ZeroSum:
			continue
		case err != nil:
			t.Fatalf("%v\n%s", err, text)
		case a.Values[0].Cmp(b.Values[0]) != 0 || a.Values[1].Cmp(b.Values[1]) != 0 || a.Winner != b.Winner:
			t.Fatalf("%v by the graph, %v by search\n%s", a.Values, b.Values, text)
		case b.Positions > a.Positions:
			t.Fatalf("%d positions by search, %d in the graph\n%s", b.Positions, a.Positions, text)
		case a.Winner > 0:
			won++
		default:
			drawn++
		}
		if b.Positions < a.Positions {
			fewer++
		}
	}
	t.Logf("%d won, %d drawn, %d by fewer positions, %d where positions recur", won, drawn, fewer, recurring)
	if won < 12 || drawn < 12 || fewer < 20 || recurring < 5 {
		t.Error("too few of a kind to test")
	}
}

// TestSearchWhereGraphsAreTooLarge gives games little room: what the graph does not decide the search does.
func TestSearchWhereGraphsAreTooLarge(t *testing.T) {
	g := enginetest.Ours(t, "line/WildTicTacToe").Game()
	a, err := Solve(context.Background(), g, Options{Positions: 6000})
	if err != nil || !a.Searched || a.Winner != 1 || a.Plies != 0 || !strings.HasPrefix(a.Method, "search") {
		t.Errorf("%+v, %v", a, err)
	}
	// Positions recur on all ways: neither decides, and the answer names the bound.
	a, err = Solve(context.Background(), enginetest.Ours(t, "line/TantFant").Game(), Options{Positions: 1000})
	if err != nil || a.Values != nil || !strings.Contains(a.Undecided, "more than 1000 positions") {
		t.Errorf("%+v, %v", a, err)
	}
	// Chance is not searched, whatever the dice show first.
	a, err = Solve(context.Background(), enginetest.Ours(t, "race/RoyalGameOfUr").Game(),
		Options{Positions: 1000, Timeout: time.Minute})
	if err != nil || a.Values != nil {
		t.Errorf("%+v, %v", a, err)
	}
}
