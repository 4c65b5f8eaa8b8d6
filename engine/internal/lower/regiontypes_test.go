package lower_test

import (
	"fmt"
	"testing"
)

// TestRegionTypes plays games on a board of more cells than vertices, with regions that say that their sites are
// vertices, by the rules and in code: not all of them are. Numbers beyond the vertices mean cells.
func TestRegionTypes(t *testing.T) {
	play := func(move string) {
		t.Run(move, func(t *testing.T) {
			inStepOrRefused(t, fmt.Sprintf(`(game "Types" (players 2) (equipment {(board (tri Hexagon 2) use:Cell)
				(piece "Man" Each) (regions "X" P1 (sites Board)) (regions "X" P2 (sites Board))})
				(rules (start {(place "Man1" {0 5 23}) (place "Man2" {3 8 20})})
					(play (if (is Even (count Moves)) (or (move Add (to Cell (sites Empty Cell)))
						(move Add (to Vertex (sites Empty Vertex)))) %s)) (end (if (> (count Moves) 20) (result Mover Win)))))`,
				move))
		})
	}
	for _, region := range []string{
		`(sites LineOfSight Vertex at:(last To))`, `(sites LineOfSight Farthest Vertex at:(% (* 7 (count Moves)) 24))`,
		`(sites P1 Vertex)`, `(sites Vertex "X")`, `(sites State Vertex 0)`, `(sites Empty Vertex)`, `(sites Side Vertex N)`,
		`(sites Edge Vertex 1)`, `(sites Incident Vertex of:Vertex at:0)`, `(sites Occupied by:P2 on:Vertex)`,
		`(sites Around Vertex 0)`, `(sites Around Vertex (sites Occupied by:P1 on:Vertex) Empty)`,
		`(union (sites Around Vertex 3) (sites LineOfSight at:3))`, `(forEach (sites Board) if:(is Even (site)))`,
	} {
		for _, move := range []string{`(move Add (to Vertex %s))`, `(move Remove Vertex %s)`,
			`(move Add (to Cell (sites Empty Cell)) (then (remove Vertex %s)))`,
			`(move (from Cell (sites Occupied by:Mover)) (to Vertex %s))`,
			`(move Add (to Cell (sites Empty Cell)) (then (add (to Vertex %s))))`} {
			play(fmt.Sprintf(move, region))
		}
	}
	for _, effect := range []string{`(remove Vertex 23)`, `(remove Vertex (last To))`,
		`(addScore Mover (what Vertex at:(last To)))`,
		`(if (is Empty Vertex (last To)) (addScore Mover 1))`, `(if (is Occupied Vertex (last To)) (addScore Mover 1))`,
		`(addScore Mover (who Vertex at:(% (* 5 (count Moves)) 24)))`, `(addScore Mover (count Vertex at:(last To)))`,
		`(addScore Mover (state Vertex at:20))`, `(add (to Vertex (last To)))`,
		`(promote Vertex (last To) (piece "Man") Next)`,
		`(addScore Mover (what Edge at:(last To)))`, `(fromTo (from Vertex (last To)) (to Vertex 2))`,
		`(fromTo (from Vertex 2) (to Vertex (last To)))`} {
		play(fmt.Sprintf(`(move Add (to Cell (sites Empty Cell)) (then %s))`, effect))
	}
}
