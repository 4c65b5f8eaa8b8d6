package ruleset_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/ruleset"
)

// patient is a game without end in which the second player wins ten moves, or five
// turns, before the limit that the rules read; passive is the same without the rule.
const (
	walk = `(game "%s" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
	(rules (start {(place "Disc1" 0) (place "Disc2" 8)}) (play (forEach Piece)) (end %s)))`
	patient = `(if (or (>= (count Moves) (- (value MoveLimit) 10)) (>= (count Turns) (- (value TurnLimit) 5))) (result P2 Win))`
	passive = `(if (< (count Moves) 0) (result P2 Win))`
)

// TestLimits: the limits of a simulation are what the rules read, and where the
// rules say nothing end a play as a draw; a limit of plies does not.
func TestLimits(t *testing.T) {
	agents := map[string]agent.Team{}
	for _, name := range []string{"random", "uct:3"} {
		a, err := agent.ParseTeam(name)
		if err != nil {
			t.Fatal(err)
		}
		agents[name] = a
	}
	for _, x := range []struct {
		end          string
		moves, turns int
		plies        int
		length       float64
		winner       int // 0: drawn by limit
	}{
		{patient, 250, 0, 0, 240, 2},
		{patient, 0, 30, 0, 25, 2},     // (count Turns) is of both together, the limit of each
		{patient, 250, 0, 100, 100, 0}, // cut off before the rules decide
		{passive, 60, 0, 0, 60, 0},
		{passive, 0, 7, 0, 14, 0}, // of each of two players
	} {
		rs := inline(t, fmt.Sprintf(walk, "Walk", x.end))
		hash := rs.Hash()
		limited := rs.WithLimits(x.moves, x.turns)
		if limited.Hash() != hash || rs.Plan().MoveLimit != 10000 || rs.Plan().TurnLimit != 1250 {
			t.Fatalf("%+v: the ruleset changed", x)
		}
		for name, team := range agents {
			for _, bare := range []bool{true, false} {
				b, err := limited.Simulate(t.Context(), ruleset.Simulation{Seed: 1, Playouts: 6, Agents: team, Bare: bare,
					MaxPlies: x.plies})
				if err != nil {
					t.Fatal(err)
				}
				s := b.Summary()
				if got := s.Metrics["DurationMoves"]; got.Mean != x.length || got.StdDev != 0 {
					t.Errorf("%+v, %s: %v ± %v plies", x, name, got.Mean, got.StdDev)
				}
				if x.winner > 0 && b.Wins[x.winner-1] != b.Playouts || x.winner == 0 && b.Limits != b.Playouts {
					t.Errorf("%+v, %s: wins %v, limits %d", x, name, b.Wins, b.Limits)
				}
			}
		}
	}
}

// TestPuzzleWithoutMoves: a deduction puzzle of whose variables each has one value leaves no move, and its plays are
// over.
func TestPuzzleWithoutMoves(t *testing.T) {
	rs := inline(t, `(game "Settled" (players 1) (equipment {(board (square 3) (values Cell (range 0 0)))
		(regions {Rows Columns})}) (rules (play (satisfy (is Sum (sites Row 0) 5))) (end (if (is Solved) (result P1 Win)))))`)
	done := make(chan error, 1)
	go func() {
		for _, bare := range []bool{true, false} {
			if _, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 1, Playouts: 4, Bare: bare}); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("a play goes on and on")
	}
}
