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

// TestLastOfStart plays games whose first moves follow from the last action of the start.
func TestLastOfStart(t *testing.T) {
	for _, start := range []string{`(set Count 2 to:(sites {3 6 7}))`, `(place "Seed" {5 1} counts:{3 2})`,
		`{(place "Seed" 2 count:3) (set Score Each 1)}`} {
		for _, site := range []string{`(last To afterConsequence:True)`, `(last From afterConsequence:True)`,
			`(if (= (count Moves) 0) (last To) (last To afterConsequence:True))`} {
			t.Run(start+" "+site, func(t *testing.T) {
				inStep(t, `(game "Sows" (players 1) (equipment {(board (rectangle 2 4) (track "Track" {0..3 7..4} loop:True)
					use:Vertex) (piece "Seed" Shared)}) (rules (start `+start+`) (play (or (move Select (from (sites {`+site+`})
					if:(!= 0 (count at:(from)))) (then (sow))) (move Pass))) (end (if (> (count Moves) 20) (byScore)))))`)
			})
		}
	}
}

// TestLastOfDice plays games with dice that ask for the last action of a move, which may be a throw, or refuses them.
func TestLastOfDice(t *testing.T) {
	const then = `(then (set Var (last From afterConsequence:True)))`
	for name, moves := range map[string]string{
		"all":  `(or (forEach Piece ` + then + `) (move Pass ` + then + `))`,
		"each": `(or (forEach Die if:(< 1 (pips)) (forEach Piece ` + then + `)) (move Pass))`,
		"none": `(if (< 4 (count Pips)) (forEach Piece ` + then + `))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStepOrRefused(t, `(game "Dice" (players 2) (equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is
				Empty (to))))) (dice d:3 num:2)}) (rules (start {(place "Man1" 0) (place "Man2" 5)}) (play (do (roll) next:`+
				moves+`)) (end (if (> (count Moves) 20) (result Mover Win)))))`)
		})
	}
}
