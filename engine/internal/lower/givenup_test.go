package lower_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
)

// TestPlayedOn plays games whose plays were given up once, to the end on both back ends.
func TestPlayedOn(t *testing.T) {
	for name, text := range map[string]string{
		"places listed without end": `(game "Pour" (players 1)
			(equipment {(board (rectangle 1 4)) (piece "Measure" P1)})
			(rules (start (place "Measure" {0 1 2} counts:{9 9 9}))
				(play (move Select (from (sites Occupied by:P1)) (then (and {
					(fromTo (from 0) (to 1) count:1) (fromTo (from 1) (to 2) count:1) (fromTo (from 2) (to 0) count:1)
					(fromTo (from (last From)) (to 3) count:1) (fromTo (from 3) (to (last From)) count:2)}))))
				(end (if (> (count Moves) 150) (result P1 Win)))))`,
		"a level of nothing": `(game "Hollow" (players {(player N) (player S)})
			(equipment {(board (square 4)) (regions "Far" P1 (sites Top)) (regions "Far" P2 (sites Bottom))
				(piece "King" Each (move Step (from (from) level:(level)) (to if:(not (is Friend (who at:(to))))
					(apply (forEach Level (to) (remove (to) level:(level)))))))
				(piece "Rook" Each (move Slide (from (from) level:(level)) Orthogonal (to if:(is Enemy (who at:(to)))
					(apply (forEach Level (to) (remove (to) level:(level)))))))
				(piece "Man" Each (move Step (from (from) level:(level)) (directions {Forward FR FL})
					(to if:(not (is Friend (who at:(to)))) (apply (forEach Level (to) (remove (to) level:(level)))))
					(then (if (is In (last To) (sites Mover "Far")) (promote (last To) (piece (id "King" Mover)))))))})
			(rules (start {(place Stack "Man1" (sites Row 1)) (place Stack "Man2" (sites Row 2))
				(place "King1" 0) (place "King2" 15) (place "Rook1" 3) (place "Rook2" 12) (place "Man1" 1) (place "Man2" 14)})
				(play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))`,
	} {
		t.Run(name, func(t *testing.T) {
			p, list := machines(t, gametest.Compile(t, text))
			for _, m := range list {
				pl := newPlayer(p, m)
				for seed := range uint64(20) {
					if err := lockStep(t, pl, seed); err != nil {
						t.Fatalf("%T: %v", m, err)
					}
				}
			}
		})
	}
}
