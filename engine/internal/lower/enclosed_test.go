package lower_test

import (
	"fmt"
	"testing"
)

// TestLoops plays games in which the score tells which sites a loop of pieces has, or has inside.
func TestLoops(t *testing.T) {
	const told = `(then (set Score Mover (+ {(count Sites in:%[1]s) (* 50 (regionSite %[1]s index:0))
		(* 3000 (count Pieces Mover in:%[1]s))})))`
	boards := map[string]string{
		"square": `(square 5)`, "hexagon": `(hex 3)`, "vertices": `(square 4) use:Vertex`, "triangles": `(tri 5)`,
	}
	for name, region := range map[string]string{
		"chain":                   `(sites Loop)`,
		"inside":                  `(sites Loop inside:True)`,
		"sometimes inside":        `(sites Loop inside:(is Even (count Moves)))`,
		"around the next":         `(sites Loop surround:Next)`,
		"inside around many":      `(sites Loop inside:True {Mover Neutral})`,
		"orthogonal":              `(sites Loop Orthogonal)`,
		"of the first":            `(sites Loop 1)`,
		"of whoever":              `(sites Loop (who at:(last To)) (last To))`,
		"of a site":               `(sites Loop (mover) 6)`,
		"of a region":             `(sites Loop (mover) (sites Empty))`,
		"ways that change":        `(sites Loop (if (is Even (count Moves)) Orthogonal Adjacent))`,
		"ways that some go":       `(sites Loop (directions {Forward Rightward Backward}))`,
		"around those who change": `(sites Loop inside:True {P1 Neutral} (mover))`,
	} {
		for on, board := range boards {
			t.Run(name+" on "+on, func(t *testing.T) {
				inStep(t, `(game "Loops" (players {(player N) (player S)}) (equipment {(board `+board+`) (piece "Man" Each)
				(piece "Ko" Each)
					(piece "Rock" Neutral)}) (rules (start {(place "Man1" (difference (sites Board) (sites {0 3 9 10 13}))) (place
				"Rock0" 9)
					(place "Man2" 3)}) (play (if (is Mover P1) (move Add (piece {"Man" "Man" "Ko"}) (to (sites Empty)) `+
					fmt.Sprintf(told, region)+`) (or (move Remove (sites Occupied by:P1)) (move Add (piece "Man") (to (sites
				Empty)) `+
					fmt.Sprintf(told, region)+`))))
					(end (if (> (count Moves) 60) (byScore)))))`)
			})
		}
	}
	for name, text := range map[string]string{
		"with ends that lead nowhere": `(game "Loops" (players 2) (equipment {(board (square 7)) (piece "Man" Each)}) (rules
			(start (place "Man1" (difference (sites Board) (sites {16 17 18 19 23 30 31 32 33}))))
			(play (if (is Mover P1) (or (move Select (from (sites Occupied by:Mover))
				` + fmt.Sprintf(told, `(sites Loop)`) + `) (move Add (to (sites Empty)) ` + fmt.Sprintf(told, `(sites
				Loop)`) + `)) (or (move Pass) (move Remove (sites
				Around (sites Empty) Orthogonal)))))
			(end (if (> (count Moves) 30) (byScore)))))`,
		"of edges": `(game "Loops" (players 2) (equipment {(board (square 3) use:Edge) (piece "Man" Each)}) (rules
			(play (move Add (to (sites Empty)) ` + fmt.Sprintf(told, `(sites Loop)`) + `)) (end (if (is Full) (byScore)))))`,
		"of another type": `(game "Loops" (players 2) (equipment {(board (square 5)) (piece "Man" Each)}) (rules
			(play (or (move Add (to Vertex (sites Empty Vertex)) (then (set Score Mover (+ (count Sites in:(sites Loop
				Vertex)) (* 50 (count Sites
			in:(sites Loop inside:True Vertex)))))))
			(move Add (to (sites Empty)) ` + fmt.Sprintf(told, `(sites Loop Cell)`) + `)))
			(end (if (or (is Loop Vertex) (> (count Moves) 50)) (byScore)))))`,
		"ways as pieces look": `(game "Loops" (players {(player N) (player E)}) (equipment {(board (square 5)) (piece
				"Man" Each)}) (rules
			(play (move Add (to (sites Empty)) (then (if (is Loop (directions {Forward FR})) (addScore Mover 1)))))
			(end {(if (is Loop (directions {Forward}) (next)) (byScore)) (if (is Full) (byScore))})))`,
		"of a player who changes": `(game "Loops" (players 3) (equipment {(board (square 5)) (piece "Man" Each)}) (rules
			(play (move Add (to (sites Empty)) (then (if (is Loop (+ 1 (% (count Moves) 3)) (last To)) (addScore Mover 1)))))
			(end (if (is Full) (byScore)))))`,
		"of stacks": `(game "Loops" (players 2) (equipment {(board (square 4)) (piece "Man" Each)}) (rules
			(play (move Add (to (sites Board)) stack:True ` + fmt.Sprintf(told, `(sites Loop)`) + `))
			(end (if (> (count Moves) 60) (byScore)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}
