package lower_test

import "testing"

// TestPowers plays a game with powers of all kinds of numbers, which end at the largest and least number there is.
func TestPowers(t *testing.T) {
	for _, power := range []string{"(^ (- (count Moves) 9) (- (last To) 12))", "(^ -2 (+ 20 (last To)))", "(^ (- 30 (last To)) 7)",
		"(^ 0 (- (last To) 12))", "(^ -46341 (last To))", "(^ -2147483648 (% (last To) 3))"} {
		inStep(t, `(game "Powers" (players 2) (equipment {(board (square 5)) (piece "Man" Each)}) (rules
			(play (move Add (to (sites Empty)) (then (set Score Mover `+power+`)))) (end (if (> (count Moves) 22) (byScore)))))`)
	}
}
