package lower_test

import (
	"fmt"
	"testing"
)

// TestUnlined watches games in which steps must not make a line: those that cannot are not tried.
func TestUnlined(t *testing.T) {
	for name, x := range map[string][4]string{ // board, hands, what steps do, condition
		"rows":             {"(square 4)", "", `(move Step (to if:(is Empty (to))))`, "(is Line 3 Orthogonal)"},
		"all ways":         {"(square 5)", "", `(move Step (to if:(is Empty (to))))`, "(is Line 3)"},
		"two in a row":     {"(rectangle 3 5)", "", `(move Step Orthogonal (to if:(is Empty (to))))`, "(is Line 2 Diagonal)"},
		"hexagons":         {"(hex 3)", "", `(move Step (to if:(is Empty (to))))`, "(is Line 3)"},
		"with numbers":     {"(square 4)", "(hand Each)", `(move Step (to if:(is Empty (to))))`, "(is Line 3 Orthogonal)"},
		"onto enemies":     {"(square 4)", "", `(move Step (to if:(not (is Friend (who at:(to))))))`, "(is Line 3 Orthogonal)"},
		"onto others":      {"(square 4)", "(hand Each)", `(move Step (to if:True))`, "(is Line 3 Orthogonal)"},
		"leaps":            {"(square 5)", "", `(move Leap {{F F R F}} (to if:(is Empty (to))))`, "(is Line 3)"},
		"exact":            {"(square 5)", "", `(move Step (to if:(is Empty (to))))`, "(is Line 2 Orthogonal exact:True)"},
		"another turn":     {"(square 4)", "", `(move Step (to if:(is Empty (to))) (then (if (is Line 2 Orthogonal) (moveAgain))))`, "(is Line 3)"},
		"others are added": {"(square 4)", "", `(move Step (to if:(is Empty (to))) (then (add (piece (mover)) (to (sites {3})))))`, "(is Line 3)"},
		"it is taken away": {"(square 4)", "", `(move Step (to if:(is Empty (to))) (then (if (is Even (last To)) (remove (last To)))))`, "(is Line 3)"},
		"all go":           {"(square 8)", "", `(move Step (to if:(is Empty (to))))`, "(is Line 3)"},
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Steps" (players 2) (equipment {(board %s) %s (piece "Man" Each %s)})
				(rules (start {(place "Man1" {0 1 5 7 9}) (place "Man2" {2 4 8 11 12})})
				(play (or (do (forEach Piece) ifAfterwards:(not %s)) (move Pass)))
				(end (if (> (count Moves) 60) (result Mover Draw)))))`, x[0], x[1], x[2], x[3]))
		})
	}
}
