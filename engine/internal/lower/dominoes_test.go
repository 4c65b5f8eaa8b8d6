package lower_test

import (
	"fmt"
	"testing"
)

// TestDominoes plays games of dominoes: on boards with bounds and without, for two to four players, with and without a
// line of play, with a bag to draw from, dealt while the play goes on, and beside other pieces.
func TestDominoes(t *testing.T) {
	line := func(players int, board, top, play, end string) string {
		return fmt.Sprintf(`(game "Line" (players %d) (equipment {%s (hand Each size:9) (dominoes upTo:%s)})
			(rules (start {(deal Dominoes 4) (set Score Each 1)}) (play %s) (end %s)))`, players, board, top, play, end)
	}
	hand := `(from (sites Hand Mover) if:(is Occupied (from)))`
	own := `(from (forEach (sites Hand Mover) if:(is Occupied (site))))`
	draw := `(move Pass (then (if (!= 0 (count Pieces "Bag")) (and (take Domino) (moveAgain)))))`
	empty := `(if (all Sites (sites Hand Mover) if:(is Empty (site))) (result Mover Win))`
	over := `{` + empty + ` (if (all Passed) (result Mover Draw)) (if (> (count Moves) 25) (byScore))}`
	matched := func(then string) string {
		return `(priority {(do (move ` + own + ` (to (sites LineOfPlay)) ` + then + `) ifAfterwards:(is PipsMatch)) ` + draw + `})`
	}
	counted := `(then (addScore Mover (+ {(value Piece at:(last To)) (* 10 (count at:(last To))) (count Pieces "Bag") (* 100
		(count Sites in:(sites Playable)))})))`
	others := func(board, start, moves, play string) string {
		return fmt.Sprintf(`(game "Others" (players 2) (equipment {%s (hand Each size:6) (piece "Man" Each %s) (piece "Rock"
			Neutral) (domino "DominoA" Shared value:1 value2:2) (domino "DominoB" P1 value:3 value2:3)
			(domino "DominoC" P2 value:4 value2:0)}) (rules (start {(set Score Each 1) %s}) (play (or {%s (move Pass)}))
			(end (if (> (count Moves) 18) (byScore)))))`, board, moves, start, play)
	}
	const square, free = `(board (square 9))`, `(boardless Square)`
	worth := `(then (addScore Mover (+ {(value Piece at:(last To)) (* 5 (value Piece at:(last From))) (* 25 (count
		Sites in:(sites Playable)))})))`
	for name, text := range map[string]string{
		"a line":              line(2, free, `3`, matched(``), over),
		"a line, scored":      line(2, free, `4`, matched(counted), over),
		"a line of four":      line(4, free, `4`, matched(counted), over),
		"a line of any":       line(2, free, `2`, `(or (move `+hand+` (to (sites LineOfPlay)) `+counted+`) `+draw+`)`, over),
		"on a board, any":     line(2, square, `2`, `(or (move `+own+` (to (sites Board)) `+counted+`) `+draw+`)`, over),
		"on a hexagonal one":  line(2, `(board (hex 4))`, `2`, `(or (move `+own+` (to (sites LineOfPlay)) `+counted+`) `+draw+`)`, over),
		"dealt as moves":      line(2, free, `3`, `(or (move `+hand+` (to (sites LineOfPlay)) (then (if (is Even (count Moves)) (deal Dominoes 2)))) `+draw+`)`, over),
		"dealt more":          line(3, square, `2`, `(or (move `+hand+` (to (sites Bottom)) (then (deal Dominoes))) (move Pass (then (take Domino))))`, over),
		"drawn as moves":      line(2, free, `2`, `(or (take Domino (then (addScore Mover (what at:(last To))))) (move `+hand+` (to (sites LineOfPlay))))`, over),
		"turned in hands":     line(2, free, `2`, `(or {(move Select `+hand+` (then (set State at:(last To) (% (+ 1 (state at:(last To))) 4)))) (move `+hand+` (to (sites LineOfPlay)) `+counted+`) `+draw+`})`, over),
		"hidden":              line(2, free, `3`, matched(`(then (and (set Hidden What at:(last To) False to:P1) (addScore Mover (count Sites in:(sites Hidden What to:P2)))))`), over),
		"taken off":           line(2, free, `2`, `(or (move `+hand+` (to (sites LineOfPlay)) (then (if (is Odd (count Moves)) (remove (sites LargePiece at:(last To)))))) `+draw+`)`, over),
		"added to a board":    others(square, ``, ``, `(move Add (piece {"DominoA" "DominoB" "DominoC"}) (to (sites Empty)) `+worth+`)`),
		"added without end":   others(free, ``, ``, `(move Add (piece {"DominoA" "DominoB" "DominoC"}) (to (sites Playable)) `+worth+`)`),
		"beside others":       others(free, `(place "Man1" coord:"U20") (place "Man2" coord:"V24")`, `(move Step (to if:(is Empty (to))))`, `(forEach Piece) (move Add (piece "DominoA") (to (sites Playable)))`),
		"others with values":  others(free, ``, ``, `(move Add (piece (id "Man" Mover)) (to (sites Playable)) `+worth+`) (move Select (from (sites Occupied by:Mover)) (then (set Value at:(last To) (count Moves)))) (move Promote (last To) (piece "Rock0"))`),
		"others that go":      others(free, `(place "Man1" coord:"U20") (place "Man2" coord:"V24") (place "Rock0" (handSite P1))`, ``, `(move (from (sites Occupied by:Mover)) (to (sites Playable)) `+worth+`) (move (from (sites Occupied by:Neutral)) (to (sites Playable)) `+worth+`)`),
		"no dominoes":         `(game "None" (players 2) (equipment {(boardless Hexagonal) (piece "Man" Each)}) (rules (start (deal Dominoes 1)) (play (or (move Add (to (sites Playable)) ` + worth + `) (move (from (sites Occupied by:Mover)) (to (sites Playable)) ` + worth + `))) (end (if (is Line 5) (result Mover Win)))))`,
		"the bag of no other": `(game "None" (players 2) (equipment {(board (square 4)) (hand Each) (piece "Man" Each)}) (rules (start (deal Dominoes)) (play (or (move Add (to (sites LineOfPlay)) (then (addScore Mover (count Pieces "Bag")))) (move (from (handSite Mover)) (to (sites LineOfPlay)) (then (take Domino))))) (end (if (is Full) (byScore)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}
