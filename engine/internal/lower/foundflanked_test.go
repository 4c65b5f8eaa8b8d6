package lower_test

import (
	"fmt"
	"testing"
)

// TestFoundFlanked plays games in which moves are those around which something of some kind is flanked: only some
// pieces may flip, and so some sites around which others are flanked are no moves.
func TestFoundFlanked(t *testing.T) {
	const run = `(custodial (from (site)) %s (between if:(not (is Empty (between))) (apply %s)) (to if:(is Empty (to))))`
	for name, x := range map[string][2]string{
		"some flip":          {"All", "(flip (between))"},
		"orthogonally":       {"Orthogonal", "(flip (between))"},
		"with what is added": {"All", `(allCombinations (add (piece "Coin0" state:1) (to (site))) (flip (between)))`},
		"one way":            {"E", "(flip (between))"},
	} {
		for _, board := range []string{"square 5", "square 8", "rectangle 5 11"} {
			t.Run(name+", "+board, func(t *testing.T) {
				inStep(t, fmt.Sprintf(`(game "Coins" (players 2) (equipment {(board (%s)) (piece "Coin" Neutral (flips 1 2))
					(piece "Stone" Neutral)}) (rules (start {(place "Coin0" {6 7 12} state:1) (place "Coin0" {13 16} state:2)
					(place "Stone0" {1 8 11 17 18 22})}) (play (or (forEach Site (sites Empty) (append %s)) (move Pass)))
					(end (if (> (count Moves) 30) (byScore {(score P1 (count Sites in:(sites State 1)))
						(score P2 (count Sites in:(sites State 2)))})))))`, board, fmt.Sprintf(run, x[0], x[1])))
			})
		}
	}
}
