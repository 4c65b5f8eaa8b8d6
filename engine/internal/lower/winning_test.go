package lower_test

import (
	"fmt"
	"testing"
)

// TestWinning plays games in which who can win must, or must keep another one from winning.
func TestWinning(t *testing.T) {
	const add = `(add (to (sites Empty)))`
	for name, to := range map[string]string{
		"of the mover and the next": `(union (sites Winning Mover ` + add + `) (sites Winning Next ` + add + `))`,
		"of a player":               `(sites Winning P2 ` + add + `)`,
		"of pieces that step":       `(sites Winning Mover (forEach Piece (step (to if:(is Empty (to))))))`,
	} {
		for _, players := range []int{2, 3} {
			t.Run(fmt.Sprintf("%s of %d", name, players), func(t *testing.T) {
				inStep(t, fmt.Sprintf(`(game "Lines" (players %d) (equipment {(board (hex 3)) (piece "Marker" Each)})
					(rules (play (priority {(move Add (to %s)) (move Add (to (sites Empty)))}))
					(end {(if (is Line 4) (result Mover Win)) (if (is Line 3) (result Mover Loss))})))`, players, to))
			})
		}
	}
}
