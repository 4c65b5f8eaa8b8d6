package lower_test

import (
	"errors"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
)

// TestHadToPass plays games that ask while moves are found whether the mover had to pass the last time, which by the
// rules he still had then: plays are given up that come to it, and others agree.
func TestHadToPass(t *testing.T) {
	game := func(play, end string) string {
		return `(game "Stuck" (players 2) (equipment {(board (square 3)) (piece "Man" Each (move Step Forward (to if:(is
				Empty
			(to)))))}) (rules (start {(place "Man1" {0 1 2}) (place "Man2" {6 7 8})}) (play ` + play + `) (end {` + end + `
			(if (> (count Moves) 30) (result All Draw))})))`
	}
	const takes = `(move Remove (sites Occupied by:Next))`
	for name, x := range map[string]struct {
		text    string
		givenUp bool
	}{
		"condition of moves":  {game(`(or (if (no Moves Mover) `+takes+`) (forEach Piece))`, ``), true},
		"condition afterward": {game(`(or (do `+takes+` ifAfterwards:(no Moves Mover)) (forEach Piece))`, ``), true},
		"consequents": {game(`(or (if (is Even (count Moves)) `+takes+`) (forEach Piece (move Step Forward (to if:(is
				Empty (to)))
			(then (if (no Moves Mover) (addScore Mover 1)))))) `, ``), false},
		"ends": {game(`(forEach Piece)`, `(if (and (no Moves Mover) (< 20 (count Moves))) (result Mover Loss))`), false},
	} {
		p, list := machines(t, gametest.Compile(t, x.text))
		for _, m := range list {
			for seed := range uint64(6) {
				err := lockStep(t, newPlayer(p, m), seed)
				if err != nil && !(x.givenUp && errors.Is(err, errSpoilt)) {
					t.Errorf("%s: %T: seed %d: %v", name, m, seed, err)
				}
			}
		}
	}
}
