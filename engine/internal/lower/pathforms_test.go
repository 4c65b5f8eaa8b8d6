package lower_test

import (
	"fmt"
	"testing"
)

// TestPathsOfPieces plays games in which vertices or cells form paths, from sites of the player and of others. From beside
// the triangle of the last board a chain leads around to where it began.
func TestPathsOfPieces(t *testing.T) {
	for _, x := range [][2]string{{"Vertex", `(square 4) use:Vertex`}, {"Vertex", `(hex 2) use:Vertex`},
		{"Vertex", `(tri 4) use:Vertex`}, {"Vertex", `(remove (square 5) cells:{6 7 8 11 12 13 16 17 18}) use:Vertex`},
		{"Cell", `(hex 3)`}, {"Cell", `(square 4)`}, {"Cell", `(remove (square 5) cells:{6 7 8 11 12 13 16 17 18})`},
		{"Vertex", `(graph vertices:{{0 0} {1 0} {0 1} {-1 0}} edges:{{0 1} {1 2} {0 2} {0 3}}) use:Vertex`}} {
		for _, l := range [][3]string{{"(exact 3)", "(exact 2)", "(exact 1)"}, {"(range 1 3)", "(range 2 4)", "(max 3)"},
			{"(range 0 0)", "(exact 4)", "(exact 5)"}} {
			t.Run(x[1]+": "+l[0], func(t *testing.T) {
				score := fmt.Sprintf(`(+ {(if (is Path %[1]s Mover length:%[2]s) 1 0) (if (is Path %[1]s Mover length:%[3]s) 2 0)
					(if (is Path %[1]s Next length:%[4]s) 4 0) (if (is Path %[1]s from:(%% (* 3 (count Moves)) 4) P1 length:%[2]s
					closed:False) 8 0) (if (is Path %[1]s from:3 Neutral length:%[3]s) 16 0) (if (is Path %[1]s from:99 P1
					length:%[2]s) 32 0)})`, x[0], l[0], l[1], l[2])
				inStep(t, fmt.Sprintf(`(game "Paths" (players 2) (equipment {(board %s) (piece "Man" Each)})
					(rules (play (or (move Add (to %s (sites Empty %[2]s)) (then (set Score Mover %s))) (move Pass)))
					(end (if (or (is Full) (> (count Moves) 30)) (byScore)))))`, x[1], x[0], score))
			})
		}
	}
}
