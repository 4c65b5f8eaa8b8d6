package lower_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
)

// TestCombinations plays games whose moves, or whose effects, are pairs of others, in lock step, and compares what is
// told of them.
func TestCombinations(t *testing.T) {
	for name, x := range map[string]string{
		"effects": `(or (allCombinations (add (to (sites Row 1) if:(is Empty (to)))) (remove (sites Occupied by:Next)))
			(move Add (to (sites Empty))))`,
		"in several places": `(or (allCombinations (and (remove 0) (add (to (intersection (sites Empty) (sites Row 2)))))
			(and (set Score Mover (count Moves)) (add (to (sites {5 6}) if:(is Empty (to)))))) (move Add (to (sites Empty))))`,
		"decisions": `(or (allCombinations (move Add (to (sites Row 1) if:(is Empty (to)))) (remove (sites Occupied by:Next)))
			(move Add (to (sites Empty))))`,
		"decisions of both": `(or (allCombinations (move Add (to (sites Row 1) if:(is Empty (to))))
			(move Remove (sites Occupied by:Next))) (move Add (to (sites Empty))))`,
		"decisions of the second": `(or (allCombinations (remove (sites Occupied by:Next)) (move Add (to (sites Row 1)
			if:(is Empty (to))))) (move Add (to (sites Empty))))`,
		"steps": `(or (allCombinations (forEach Piece) (forEach Value min:1 max:2 (addScore Mover (value))))
			(move Add (to (sites Empty))))`,
		"two steps": `(or (allCombinations (forEach Piece) (forEach Piece (step (to if:(is Empty (to)))) Next))
			(move Add (to (sites Empty))))`,
		"consequents": `(or (allCombinations (move Add (to (sites Row 1) if:(is Empty (to))) (then (addScore Mover
			(+ 1 (last To))))) (remove (sites Occupied by:Next) (then (set Counter (last To)))) (then (addScore Mover
			(+ (counter) (* 10 (last To)))))) (move Add (to (sites Empty))))`,
		"with iterators": `(or (forEach Site (sites Occupied by:Mover) (allCombinations (remove (site)) (add (to (intersection
			(sites Empty) (sites Around (site))))) (then (addScore Mover 1)))) (move Add (to (sites Empty))))`,
		"a condition after them": `(or (do (allCombinations (add (to (sites Row 1) if:(is Empty (to)))) (remove (sites Occupied
			by:Next))) ifAfterwards:(is Even (count Pieces All))) (move Add (to (sites Empty))))`,
		"behind others": `(or (do (set Counter (count Moves)) next:(allCombinations (add (to (sites Row 1)
			if:(is Empty (to)))) (remove (sites Occupied by:Next) (then (addScore Mover (counter))))))
			(move Add (to (sites Empty))))`,
		"of the greatest number": `(or (max Captures (allCombinations (and (remove 0) (remove (sites Row 2)))
			(remove (sites Occupied by:Next)))) (move Add (to (sites Empty))))`,
		"as effects": `(move Add (to (sites Empty)) (then (allCombinations (remove (sites Around (last To)))
			(addScore Mover (count Pieces All)))))`,
		"as effects with consequents": `(move Add (to (sites Empty)) (then (allCombinations (forEach Site
			(sites Around (last To)) (if (is Enemy (who at:(site))) (remove (site) (then (addScore Mover 1)))))
			(and (set Counter (count Pieces All)) (addScore Mover (count Pieces All))) (then (addScore Mover (counter))))))`,
		"as effects in a row": `(move Add (to (sites Empty)) (then (seq {(addScore Mover 2) (allCombinations (forEach Value
			min:1 max:2 (addScore Mover (value))) (and (set Counter 3) (set Var "V" (count Pieces All))) (then (addScore
			Mover 1))) (addScore Next (score Mover))})))`,
		"as effects behind others": `(move Add (to (sites Empty)) (then (do (forEach Site (sites Around (last To)) (if
			(is Enemy (who at:(site))) (remove (site)))) next:(allCombinations (forEach Value min:1 max:2 (addScore
			Mover (value))) (set Counter 3)))))`,
		"pairs of pairs": `(or (allCombinations (allCombinations (add (to (sites Row 1) if:(is Empty (to)))) (remove
			(sites Occupied by:Next))) (forEach Value min:1 max:2 (addScore Mover (value)))) (move Add (to (sites Empty))))`,
	} {
		t.Run(name, func(t *testing.T) {
			text := `(game "Combinations" (players 2) (equipment {(board (square 4)) (piece "Man" Each (move Step (to
				if:(is Empty (to)))))}) (rules (start {(set Score Each 0) (place "Man1" {0 6}) (place "Man2" {10 15})})
				(play ` + x + `) (end (if (or (no Moves Next) (> (count Moves) 20)) (byScore)))))`
			inStep(t, text)
			if why := compareActs(t, name, gametest.Compile(t, text), 6, true); why != nil {
				t.Errorf("plays are watched by the rules: %v", why)
			}
		})
	}
}
