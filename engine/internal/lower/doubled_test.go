package lower_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestDoubledInFront plays games in which effects that are listed twice come before others.
func TestDoubledInFront(t *testing.T) {
	const flip = `(add (to (sites Group at:(last From) Orthogonal) (apply (remove (to)))%s))`
	for name, effect := range map[string]string{
		"and a number after them": `(do ` + fmt.Sprintf(flip, ``) + ` next:(set Score P1 (count Groups Orthogonal
			if:(is Mover (who at:(to))))))`,
		"and several numbers": `(do ` + fmt.Sprintf(flip, ``) + ` next:(and (set Score P1 (count Groups Orthogonal
			if:(= 1 (who at:(to))))) (set Score P2 (* -1 (count Groups Orthogonal if:(= 2 (who at:(to))))))))`,
		"refused: and others that are": `(do ` + fmt.Sprintf(flip, ``) + ` next:(add (to (intersection (sites Around (last From))
			(sites Occupied by:Next)) (apply (remove (to)))) (then (addScore Mover 1))))`,
		"refused: some of them": `(do (add (to (sites Group at:(last From) Orthogonal) (apply if:(is Even (to)) (remove (to)))) (then
			(addScore Mover 1))) next:(addScore Next (count Groups)))`,
		"before and before": `(do (set Var "A" (count Pieces Mover)) next:(do ` + fmt.Sprintf(flip, ``) + ` next:(addScore
			Mover (var "A"))))`,
	} {
		t.Run(name, func(t *testing.T) {
			text := fmt.Sprintf(`(game "Flips" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
				(rules (start {(place "Man1" (sites Phase 0)) (place "Man2" (sites Phase 1))})
					(play (move Select (from (sites Occupied by:Next)) (then %s)))
					(end (if (or (no Pieces Next) (> (count Moves) 20)) (byScore)))))`, effect)
			if strings.HasPrefix(name, "refused: ") {
				inStepOrRefused(t, text)
			} else {
				inStep(t, text)
			}
		})
	}
}
