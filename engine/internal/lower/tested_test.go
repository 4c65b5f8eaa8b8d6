package lower_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestKeptOnce watches a game of which each move is tried for two conditions: the position is saved once for all
// moves of a list, in the function that draws from it, and nowhere else.
func TestKeptOnce(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "free.lud", Text: []byte(`
(game "Free" (players 2) (equipment { (board (square 4)) (piece "Stone" Each) })
  (rules (meta (no Repeat)) (play (or (do (move Add (to (sites Empty)))
    ifAfterwards:(< 0 (count Liberties Orthogonal))) (move Pass)))
    (end (if (all Passed) (result Mover Draw)))))`)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Watched(rs.Plan())
	if err != nil {
		t.Fatal(err)
	}
	draws := 0
	for _, f := range p.Funcs {
		if !strings.HasPrefix(f.Name, "draw.p") {
			continue
		}
		draws++
		own, all := 0, 0
		ir.Walk(f.Body, func(s *ir.Stmt) {
			if s.Op == ir.Save {
				own++
			}
		}, nil)
		ir.Reach(f.Body, func(s *ir.Stmt) {
			if s.Op == ir.Save {
				all++
			}
		})
		if own != 1 || all != 1 {
			t.Errorf("%s saves the position in %d places of its own and %d of all, expected 1 and 1", f.Name, own, all)
		}
	}
	if draws != 2 {
		t.Errorf("%d functions draw a move, expected one of each player", draws)
	}
}

// TestStoredAndAfter plays a game of which each move is tried for the stored position and for a condition: what is
// asked about the position before the move is noted for both.
func TestStoredAndAfter(t *testing.T) {
	inStep(t, `(game "Stored" (players 2) (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (start (place "Stone1" {"A1" "B1"})) (play (do (avoidStoredState (move (from (sites Occupied by:All))
    (to (sites Empty))
    (then (if (is Even (count Moves)) (remember State)))))
    ifAfterwards:(!= (last To) 4))) (end (if (> (count Moves) 30) (result Mover Win)))))`)
}
