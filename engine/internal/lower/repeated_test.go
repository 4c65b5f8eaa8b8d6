package lower_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestRepeated plays games of which the programs are large by what they ask again and again by the rules and on both
// back ends side by side: with functions for that, and without what only notes depend on.
func TestRepeated(t *testing.T) {
	asked := func(effect string) string {
		var all strings.Builder
		for i := range 120 {
			seen := fmt.Sprintf(`(count Sites in:(sites LineOfSight Piece at:(regionSite (sites Occupied by:Mover)
				index:(- (count Pieces Mover) 1)) %s))`, []string{"N", "E", "Orthogonal", "Diagonal"}[i%4])
			fmt.Fprintf(&all, `(if (and (< %d (+ %s (count Pieces Next))) (!= %s %d)) %s)`, i%3, seen, seen, i%5, effect)
		}
		return `(game "Repeated" (players 2) (equipment {(board (square 4)) (piece "Man" Each)}) (rules (play (move Add
			(to (sites Empty)) (then (and {` + all.String() + `})))) (end {(if (is Line 4) (result Mover Win))
			(if (is Full) (byScore))})))`
	}
	for name, text := range map[string]string{
		"scores": asked(`(addScore Mover 1)`),
		"notes":  asked(`(and (note "Seen") (if (is Even (last To)) (note "Even") (note "Odd")))`),
		"both":   asked(`(and (note "Seen") (if (is Even (last To)) (set Counter 3) (note "Odd")))`),
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}
