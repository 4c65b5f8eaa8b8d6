package lower_test

import (
	"fmt"
	"testing"
)

// TestThreatsWhereHidden plays games in which it is asked whether a piece would be threatened where it does not stand:
// what steps there depends on what would stand there, whatever the game hides, and on a board without bounds.
func TestThreatsWhereHidden(t *testing.T) {
	for name, x := range map[string][2]string{
		"hidden":         {"(board (square 4))", "(then (set Hidden What at:(last To) to:Next))"},
		"nothing hidden": {"(board (square 4))", ""},
		"without bounds": {"(boardless Square 7)", ""},
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Threats" (players {(player N) (player S)}) (equipment {%s
				(piece "King" Each (move Step Orthogonal (to if:(is Empty (to))) %[2]s))
				(piece "Pawn" Each (or (move Step Forward (to if:(is Empty (to))))
					(move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))})
				(rules (start {(place "King1" (centrePoint)) (place "Pawn1" 1) (place "Pawn2" 12) (place "Pawn2" 15)})
				(play (or {(forEach Piece) (move Pass) (move Add (piece (id "Pawn" Mover)) (to (forEach (sites Board)
					if:(and (is Empty (site)) (is Threatened (id "King" Mover) at:(site))))))}))
				(end (if (> (count Moves) 30) (result All Draw)))))`, x[0], x[1]))
		})
	}
}
