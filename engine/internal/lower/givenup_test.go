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
