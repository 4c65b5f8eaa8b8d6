package lower_test

import (
	"fmt"
	"testing"
)

// TestTurningSteps counts steps of pieces that turn on their way, and takes the sites that they reach: on boards of
// squares and hexagons, for pieces that look different ways, and that are turned themselves.
func TestTurningSteps(t *testing.T) {
	for name, x := range map[string][3]string{ // the board, steps and turns
		"round":        {`(square 5)`, `(step Forward (to if:(is Empty (to))))`, `(+ 1 (value))`},
		"half round":   {`(square 5)`, `(step FR (to if:True))`, `(+ (value) 2)`},
		"on hexagons":  {`(hex 3)`, `(step Forward (to if:(is Empty (to))))`, `(+ 1 (value))`},
		"never":        {`(hex 3)`, `(step FL (to if:(is Empty (to))))`, `(value)`},
		"by the score": {`(square 4)`, `(step Forward (to if:(!= (to) 6)))`, `(- (score Mover) (value))`},
		"any way":      {`(square 4)`, `(step (to if:(is Empty (to))))`, `(+ (value) 3)`},
	} {
		for _, turned := range []string{``, `, turned`} {
			t.Run(name+turned, func(t *testing.T) {
				move := `(move Add (piece (id "Man" Mover)) (to (sites Empty)) (then (addScore Mover (% (+ (count Steps ` + x[1] +
					` newRotation:` + x[2] + ` (last To) (sites Corners)) (* 7 (count Sites in:(sites Distance ` + x[1] + ` newRotation:` +
					x[2] + ` from:(last To) (range 1 9))))) 40))))`
				if turned != "" {
					move += ` (move Set Rotation (to (sites Occupied by:Mover)))`
				}
				inStep(t, fmt.Sprintf(`(game "Turns" (players 2) (equipment {(board %s) (piece "Man" P1 S) (piece "Man" P2 E)})
					(rules (play (or {%s (move Pass)})) (end (if (> (count Moves) 14) (byScore)))))`, x[0], move))
			})
		}
	}
}
