package lower_test

import (
	"fmt"
	"testing"
)

// TestWatchedForms watches plays with what once was left to the rules: sequences that show and hide pieces, votes beside
// a throw of dice, and moves that are told of twice with what they begin with.
func TestWatchedForms(t *testing.T) {
	const men = `(piece "Man" Each (or (move Step Orthogonal (to if:(is Empty (to))))
		(move Select (from) (to (sites Around (from) Orthogonal) if:(is Enemy (who at:(to)))) (then %s))))`
	const placed = `(place "Man1" {0 1 2 3 5}) (place "Man2" {9 12 13 14 15})
		(set Hidden %s (sites {0 1 2 3}) to:P2) (set Hidden %[1]s (sites {12 13 14 15}) to:P1)`
	for name, x := range map[string][3]string{ // equipment, start, play
		"a piece that is shown before it moves": {fmt.Sprintf(men, `(seq {(remove (last To)) (set Hidden What at:(last From) False
			to:Next) (fromTo (from (last From)) (to (last To)))})`), fmt.Sprintf(placed, "What"), `(forEach Piece)`},
		"a piece that is shown where it stays": {fmt.Sprintf(men, `(seq {(remove (last From)) (set Hidden at:(last To) False
			to:Mover)})`), fmt.Sprintf(placed, ""), `(forEach Piece)`},
		"sites that are shown and hidden again": {fmt.Sprintf(men, `(seq {(set Hidden {What Who} at:(last To)
			False to:Mover) (remove (last To)) (set Hidden Who at:(last From) to:Next) (addScore Next (if (is Hidden Who at:(last From) to:P2) 1 0))})`), fmt.Sprintf(placed, "Who"), `(forEach Piece)`},
		"sites that are not on the board": {fmt.Sprintf(men, `(seq {(set Hidden What at:(if (is Even (last To)) -1 5) to:Next) (remove (last To))
			(set Hidden Who at:(if (is Even (last From)) -1 99) False to:Mover)})`), fmt.Sprintf(placed, "Who"), `(forEach Piece)`},
		"votes beside a throw": {`(dice d:3 num:1) (piece "Man" Each)`, `(place "Man1" 0)`,
			`(do (roll) next:(if (= 1 (count Pips)) (if (is Proposed "End") (move Vote {"End" "No"}) (move Propose "End"))
				(or (move Add (to (sites Empty))) (move Vote "No"))))`},
		"votes as effects beside a throw": {`(dice d:3 num:1) (piece "Man" Each)`, `(place "Man1" 0)`,
			`(do (roll) next:(move Add (to (sites Empty)) (then (if (= 1 (count Pips)) (vote "End") (propose "End")))))`},
		"twice behind effects": {`(piece "Man" Each)`, `(place "Man1" 0)`, `(do (forEach Site (sites Occupied by:All)
			(set State at:(site) 1)) next:(move Add (to (sites Empty) (apply (set State at:0 0))) (then (addScore Mover 1))))`},
		"twice behind effects on the way": {`(piece "Man" Each)`, `(place "Man1" 0)`, `(or (do (set State at:0 (% (count
			Moves) 3)) next:(do (set Counter 4) next:(move Add (to (sites Empty) (apply (set State at:1 1))))))
			(move Select (from (sites Empty))))`},
		"twice behind a throw": {`(dice d:3 num:2) (piece "Man" Each)`, `(place "Man1" 0)`, `(do (roll) next:(if (< 2
			(count Pips)) (move Add (to (sites Empty) (apply if:(is Even (to)) (set State at:0 (% (count Pips) 2))))) (move Pass)))`},
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Watched" (players 2) (equipment {(board (square 4)) %s}) (rules (start {%s})
				(play %s) (end {(if (is Decided "End") (result Mover Win)) (if (or (no Pieces Next) (> (count Moves) 24))
				(byScore))})))`, x[0], x[1], x[2]))
		})
	}
}
