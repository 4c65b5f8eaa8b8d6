package lower_test

import "testing"

// TestTarget plays games that ask what stands in a container which follows from the position.
func TestTarget(t *testing.T) {
	for name, cond := range map[string]string{
		"of the mover":          `(is Target (mover) {1 1})`,
		"of a number":           `(is Target (% (count Moves) 3) {0 2})`,
		"sites":                 `(is Target (% (count Moves) 3) {0 1} {9 10})`,
		"the board":             `(is Target {1 0 2 0 0 0 0 0 0})`,
		"the board by its name": `(is Target "Board" {1 0 2 0 0 0 0 0 0})`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, `(game "Target" (players 2) (equipment {(board (square 3)) (hand Each size:2) (piece "Man" Each)})
				(rules (start (place "Man1" 9)) (play (or (move Add (to (sites Empty))) (move Add (to (sites {9 10 11 12})
				if:(is Empty (to)))))) (end {(if `+cond+` (result Mover Win)) (if (> (count Moves) 10)
				(byScore))})))`)
		})
	}
}
