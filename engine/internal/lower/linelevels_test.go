package lower_test

import (
	"fmt"
	"testing"
)

// TestLineLevels plays games of lines in stacks, near the board and near the highest levels that there may be, by the
// rules and on both back ends side by side.
func TestLineLevels(t *testing.T) {
	const high = `(start {(place Stack "Man1" {0 2} count:28) (place Stack "Man2" {1 3} count:28)})`
	for _, board := range []string{"rectangle 1 7", "square 3", "hex 2", "rectangle 2 5"} {
		for length := 2; length <= 5; length++ {
			for _, dir := range []string{"", "Orthogonal"} {
				for _, start := range []string{"", high} {
					name := fmt.Sprint(board, ", ", length, dir, ", ", start != "")
					t.Run(name, func(t *testing.T) {
						inStep(t, fmt.Sprintf(`(game "Levels" (players 2) (equipment {(board (%s)) (piece "Man" Each)})
							(rules %s (play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 31))) stack:True))
								(end {(if (is Line %d %s byLevel:True) (result Mover Win))
									(if (> (count Moves) 40) (result Mover Loss))})))`, board, start, length, dir))
					})
				}
			}
		}
	}
}
