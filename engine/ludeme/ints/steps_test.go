package ints_test

import (
	"strings"
	"testing"
)

// TestStepsThatTurn counts steps whose direction turns from site to site: a
// piece in the corner of a board of 5×5 looks north and a quarter further
// clockwise before every site but its own.
func TestStepsThatTurn(t *testing.T) {
	const text = `(game "Turning" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
		(rules (start (place "Disc1" 0)) (play (move Add (to (sites Empty)) (then (addScore Mover %s)))) (end (if (no Moves Mover) (result Mover Loss)))))`
	for expression, want := range map[string]string{
		`(count Steps (step Forward (to if:True)) 0 10)`:                                      "2",
		`(count Steps (step Forward (to if:True)) newRotation:(value) 0 10)`:                  "2",
		`(count Steps (step Forward (to if:True)) newRotation:(+ (value) 2) 0 5)`:             "1",
		`(count Steps (step Forward (to if:True)) newRotation:(+ (value) 2) 0 6)`:             "2",
		`(count Steps (step Forward (to if:True)) newRotation:(+ (value) 2) 0 1)`:             "3",
		`(count Steps (step Forward (to if:True)) newRotation:(+ (value) 2) 0 10)`:            "1000000000",
		`(count Steps (step Forward (to if:(!= (to) 6))) newRotation:(+ (value) 2) 0 1)`:      "1000000000",
		`(+ (value) (count Steps (step Forward (to if:True)) newRotation:(+ 2 (value)) 0 6))`: "1", // (value) is -1 again
	} {
		_, got, err := play(strings.Replace(text, "%s", expression, 1), 1)
		if err != nil || got != want {
			t.Errorf("%s: got %s, %v; want %s", expression, got, err, want)
		}
	}
}
