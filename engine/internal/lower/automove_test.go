package lower_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestAutomove plays games with forced moves: those that go to a site to which no other goes are made with the move
// before them.
func TestAutomove(t *testing.T) {
	game := func(board, pieces, meta, start, play, end string) string {
		return fmt.Sprintf(`(game "Forced" (players 2) (equipment {(board %s) (hand Each) (hand Shared size:2) (piece "Disc"
			Each) %s}) (rules (meta {(automove) %s}) (start {(place "Disc1" {0 7}) (place "Disc2" {3 12}) %s}) %s (end {%s
			(if (> (count Moves) 24) (result Mover Draw))})))`, board, pieces, meta, start, play, end)
	}
	plain := func(play, end string) string { return game(`(square 4)`, ``, ``, ``, `(play `+play+`)`, end) }
	steps := func(to string) string {
		return game(`(square 5)`, `(piece "Man" Each (move Step (to if:(is Empty (to)) `+to+`)))`, ``,
			`(place "Man1" {1 2 8}) (place "Man2" {20 21 23})`, `(play (forEach Piece "Man"))`, `(if (no Moves Next)
			(result Mover Win))`)
	}
	const surrounded = `(sites Empty) if:(<= 3 (count Sites in:(intersection (sites Around (to) Orthogonal)
		(sites Occupied by:All))))`
	for name, text := range map[string]string{
		"sites with three neighbours": plain(`(or (move Add (to (sites Around (last To) if:(is Empty (to)))))
			(move Add (to `+surrounded+`)))`, `(if (is Line 3) (result Mover Win))`),
		"sites of which one is free": plain(`(or {(move Add (to (sites Row 0) if:(is Empty (to))))
			(move Add (to (sites Column 0) if:(is Empty (to)))) (move Add (to (sites Empty) if:(= 1 (count Sites
			in:(intersection (sites Empty) (sites Row (row of:(to))))))))})`, `(if (is Line 4) (result Mover Win))`),
		"spoilt: steps that take along": steps(`(apply (remove (sites Around (to))))`),
		"steps one way": game(`(square 4)`, `(piece "Man" Each (or (move Step N (to if:(is Empty (to)))) (move Step E
			(to if:(is Empty (to))))))`, ``, `(place "Man1" {1 4}) (place "Man2" {2 5})`, `(play (forEach Piece "Man"))`, ``),
		"consequents of forced moves": plain(`(or (move Add (to (sites Around (last To) if:(is Empty (to))) ) (then
			(addScore Mover 1))) (move Add (to `+surrounded+`) (then (set Score Mover (+ (* 3 (score Mover)) (last To))))))`,
			`(if (is Full) (byScore))`),
		"the number of moves and the last one": plain(`(move Add (to (sites Empty) if:(= (% (to) 5) (% (+ (count Moves)
			(+ (last To) (count Sites in:(sites Empty)))) 5))) (then (set Var "Sum" (+ (var "Sum") (last To)))))`,
			`(if (is Even (var "Sum")) (result Mover Win))`),
		"the last action of all": plain(`(move Add (to (sites Around (last To afterConsequence:True)) if:(is Empty (to)))
			(then (add (piece (id "Disc" Mover)) (to (intersection (sites Empty) (sites Row (row of:(last To))))))))`, ``),
		"conditions after moves": plain(`(do (move Add (to (sites Empty))) ifAfterwards:(<= (count Sites in:(sites Group
			at:(last To))) 2))`, `(if (no Moves Next) (result Mover Win))`),
		"conditions that see no forced moves": plain(`(do (or (move Add (to (sites Around (last To)) if:(is Empty (to))))
			(move Add (to `+surrounded+`))) ifAfterwards:(is Odd (count Sites in:(sites Occupied by:All))))`, ``),
		"passes": plain(`(or {(move Add (to (sites Around (last To)) if:(is Empty (to)))) (if (is Odd (count Sites
			in:(sites Empty))) (move Pass)) (move Add (to `+surrounded+`))})`, ``),
		"two passes": plain(`(or {(move Add (to (sites Around (last To)) if:(is Empty (to)))) (move Pass) (move Pass)})`, ``),
		"removals": plain(`(or (move Remove (sites Occupied by:Next) (then (addScore Mover 1))) (move Add (to (sites Empty)
			if:(= (to) (* 3 (count Moves))))))`, `(if (no Pieces Next) (byScore))`),
		"promises": plain(`(or {(move Add (to (sites Around (last To)) if:(is Empty (to)))) (if (= (amount P1) (% (count
			Moves) 4)) (move Bet P1 (range 3 3)))})`, ``),
		"several to one site": plain(`(or (move (from (sites Occupied by:Mover)) (to (sites Around (from)) if:(and (is Empty
			(to)) (< (from) (to))))) (move Add (to (sites Corners) if:(is Empty (to)))))`, `(if (is Line 3) (result Mover Win))`),
		"pieces that go to several sites": plain(`(move (from (sites Occupied by:Mover)) (to (sites Around (from)) if:(and
			(is Empty (to)) (< (from) (to)))))`, ``),
		"phases": game(`(square 4)`, ``, ``, ``, `phases:{(phase "Put" (play (or (move Add (to (sites Around (last To)) if:(is
			Empty (to)))) (move Add (to `+surrounded+`)))) (nextPhase Mover (> (count Pieces Mover) 4) "Take")) (phase "Take"
			(play (move Remove (sites Occupied by:Next) (then (moveAgain)))) (nextPhase Mover (< (count Pieces Next) 2) "Put"))}`,
			``),
		"no repetition": game(`(square 3)`, `(piece "Man" Each (move Step (to if:(is Empty (to)))))`, `(no Repeat)`,
			`(place "Man1" {1}) (place "Man2" {8})`, `(play (or (forEach Piece "Man" (move Step Forward (to if:(is Empty (to)))))
			(move Remove (sites Occupied by:Mover))))`, `(if (no Moves Next) (result Mover Win))`),
		"no suicide": game(`(square 4)`, ``, `(no Suicide)`, ``, `(play (or (move Add (to (sites Around (last To)) if:(is
			Empty (to)))) (move Add (to `+surrounded+`))))`, `(if (is Line 3) (result Mover Loss))`),
		"swaps": game(`(square 4)`, ``, `(swap)`, ``, `(play (or (move Add (to (sites Around (last To)) if:(is Empty (to))))
			(move Add (to `+surrounded+`))))`, `(if (is Line 3) (result Mover Win))`),
		"moves that begin with others": plain(`(do (set Var "A" (+ 1 (var "A"))) next:(or (move Add (to (sites Around
			(last To)) if:(is Empty (to)))) (move Add (to `+surrounded+`))))`, `(if (> (var "A") 30) (result Mover Win))`),
		"priorities": plain(`(priority {(move Add (to `+surrounded+`)) (move Add (to (sites Around (last To)) if:(is Empty
			(to)))) (move Add (to (sites Empty)))})`, `(if (is Line 3) (result Mover Win))`),
		"spoilt: hops": game(`(square 5)`, `(piece "Man" Each (move Hop (between if:(is Enemy (who at:(between))) (apply (remove
			(between)))) (to if:(is Empty (to))) (then (addScore Mover 1))))`, ``, `(place "Man1" {6 8 16 18})
			(place "Man2" {1 7 11 13 17})`, `(play (or (forEach Piece "Man") (forEach Piece "Disc" (move Step (to if:(is Empty
			(to)))))))`, `(if (no Moves Next) (byScore))`),
		"of another player": plain(`(or (move Add (to (sites Around (last To)) if:(is Empty (to)))) (move Add (piece (id "Disc"
			Next)) (to `+surrounded+`)))`, `(if (is Line 3) (result Mover Win))`),
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasPrefix(name, "spoilt: ") { // several moves are forced that find what others take
				inStepOrRefused(t, text)
			} else {
				inStep(t, text)
			}
		})
	}
}
