package lower_test

import (
	"fmt"
	"testing"
)

// TestSightForms plays small games with lines and areas on boards of several words by the rules and on both back ends side
// by side: what is seen from every site, on lines along which numbers grow and fall, and on those of which none is left.
func TestSightForms(t *testing.T) {
	for _, board := range []string{"(square 7)", "(hex 6)", "(square 15)"} {
		for _, where := range []string{
			`(not (is Within (id "Man" Mover) in:(sites LineOfSight at:(to))))`,
			`(< (count Sites in:(sites LineOfSight Empty at:(to))) (+ 9 (count Moves)))`,
			`(is In (last To) (sites LineOfSight Farthest at:(to) Diagonal))`,
			`(= 1 (% (count Sites in:(sites Direction from:(to) distance:(- (count Moves) 2))) 2))`,
			`(no Pieces in:(sites Between from:(to) to:(last To)))`,
		} {
			t.Run(board+" "+where, func(t *testing.T) {
				inStep(t, fmt.Sprintf(`(game "Sight" (players 2) (equipment {(board %s use:Vertex) (piece "Man" Each)})
					(rules (play (or (move Add (to (sites Empty) if:%s)) (move Add (to (intersection (sites Empty)
						(sites {5 17 18 40 41 42}))))))
						(end (if (> (count Moves) 40) (result Mover Win)))))`, board, where))
			})
		}
	}
	for name, text := range map[string]string{
		"flat": `(game "Heap" (players 2) (equipment {(board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each)})
			(rules (play (move Add (to (sites Empty) if:(is Flat)))) (end (if (is Line 4) (result Mover Win)))))`,
		"areas": `(game "Areas" (players 2) (equipment {(board (square 5) use:Vertex) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal (between
					if:(or (is Enemy (who at:(between))) (is Empty (between)))
					(apply (and (if (is Enemy (who at:(between))) (remove (between))) (addScore Mover (between)))))))))
				(end (if (> (count Moves) 50) (byScore)))))`,
		"areas of empty sites alone": `(game "Areas" (players 2) (equipment {(board (square 5) use:Vertex) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (enclose (from (last To)) (between if:(is Empty (between))
					(apply (addScore Mover 1)))))))
				(end (if (is Full) (byScore)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}
