package lower_test

import (
	"fmt"
	"testing"
)

// TestLastTypes plays games that ask of what type the sites of the last move were, with pieces that are counted in
// hands and go to edges.
func TestLastTypes(t *testing.T) {
	for name, asked := range map[string]string{
		"went to an edge":    `(is LastTo Edge)`,
		"went to a cell":     `(is LastTo Cell)`,
		"came from a cell":   `(is LastFrom Cell)`,
		"came from an edge":  `(is LastFrom Edge)`,
		"was one of a while": `(and (is LastTo Edge) (!= 2 (score Next)))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Types" (players 2) (equipment {(board (square 4)) (hand Each)
					(piece "Man" Each (move Step Orthogonal (to if:(is Empty (to))))) (piece "Wall" Shared)})
				(rules (start {(place "Wall" (handSite P1) count:3) (place "Wall" (handSite P2) count:3)
						(place "Man1" 0) (place "Man2" 15) (set Score Each 0)})
					(play (or {(if (is Occupied (handSite Mover)) (move (from (handSite Mover)) (to Edge (sites Empty Edge))))
						(forEach Piece) (move Pass)} (then (and (if %s (addScore Mover 1))
							(while (and (not (is LastTo Vertex)) (< (var "N") 2)) (set Var "N" (+ 1 (var "N"))))))))
					(end (if (> (count Moves) 40) (byScore)))))`, asked))
		})
	}
}
