package lower_test

import (
	"errors"
	"testing"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestGroupForms plays small games with clauses about groups by the rules and on both back ends side by side.
func TestGroupForms(t *testing.T) {
	for name, text := range map[string]string{
		"a group where there may be none": `(game "None" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (if (= 99 (count Moves)) (move Add (to (sites))) (move Add (to (sites Empty)))))
				(end (if (is Line 3) (result Mover Win)))))`,
		"questions about the sites of a group": `(game "Inside" (players 2)
			(equipment {(board (square 5)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (and (set Score Mover 0) (forEach Group Orthogonal
					(addScore Mover (count Sites in:(forEach (sites) if:(< 1 (count Sites in:(sites Distance
					(step Orthogonal (to if:(is In (to) (sites)))) from:(site) (range 1 2))))))))))))
				(end (if (is Full) (byScore)))))`,
		"numbers of groups that are forgotten": `(game "Sizes" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (seq {
					(forEach Group Orthogonal (remember Value "Sizes" (count Sites in:(sites))))
					(set Score Mover (max (values Remembered "Sizes")))
					(and (remember Value "Sizes" 3) (forget Value "Sizes" All))
					(addScore Mover (max (results from:(sites Top) to:0 (count Sites in:(sites (values Remembered "Sizes"))))))
					(forget Value All)}))))
				(end (if (is Full) (byScore)))))`,
		"one group that is taken, with consequents around": `(game "Taken" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (or (forEach Group Orthogonal if:(is Next (who at:(to)))
					(if (= 2 (count Sites in:(sites))) (remove (intersection (sites) (sites Right)))))
					(set Score Mover (count Pieces Next)) (then (addScore Next (count Pieces Mover)))))))
				(end (if (or (is Full) (> (count Moves) 40)) (byScore)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}

// TestGroupsRefused compiles games in which the order of groups matters, or their sites are asked for where a move is
// made, and one without a board: they are refused.
func TestGroupsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"consequents of groups": `(game "Turns" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (forEach Group (addScore Mover 1
					(then (set Score Next (score Mover))))))))
				(end (if (is Full) (byScore)))))`,
		"the group that a move was found with": `(game "Found" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (or (move Add (to (sites Empty))) (forEach Group (move Select (from (sites))
					(to (sites Empty) (apply (set Score Mover (count Sites in:(sites)))))))))
				(end (if (is Full) (byScore)))))`,
		"no sites": `(game "Nowhere" (players 2) (equipment {(board (square 0)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (byScore)))))`,
	} {
		var refusal *lower.Refusal
		if _, err := compiled.NewPlays(gametest.Compile(t, text)); !errors.As(err, &refusal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
