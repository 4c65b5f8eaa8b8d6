package lower_test

import (
	"fmt"
	"testing"
)

// TestQuiet watches plays of games of surrounding on boards so small that groups are taken and positions come back all
// the time: what is known of candidates without making their moves is what comes of making them.
func TestQuiet(t *testing.T) {
	const (
		take  = `(enclose (from (last To)) %s (between if:(is Enemy (who at:(between))) (apply %s)))`
		gone  = `(remove (between))`
		score = `(and (addScore Mover 1) (remove (between)))`
		twice = `(and (remove (between)) (remove (last To)))`
		free  = `ifAfterwards:(> (count Liberties %s) 0)`
	)
	for name, x := range map[string][5]string{ // board, directions, what is done to the sites of a group, condition, meta
		"three by three":          {"(square 3)", "Orthogonal", score, free, "(meta (no Repeat))"},
		"four by four":            {"(square 4)", "Orthogonal", gone, free, "(meta (no Repeat))"},
		"all ways":                {"(square 4)", "All", gone, free, "(meta (no Repeat))"},
		"hexagons":                {"(hex 2)", "Adjacent", gone, free, "(meta (no Repeat))"},
		"positions come back":     {"(square 4)", "Orthogonal", gone, free, ""},
		"pieces need not be free": {"(square 3)", "Orthogonal", gone, "", "(meta (no Repeat))"},
		"two words":               {"(square 9)", "Orthogonal", gone, free, "(meta (no Repeat))"},
		"the piece goes, too":     {"(square 4)", "Orthogonal", twice, free, "(meta (no Repeat))"},
	} {
		t.Run(name, func(t *testing.T) {
			then, cond := fmt.Sprintf(take, x[1], x[2]), x[3]
			if cond != "" {
				cond = fmt.Sprintf(cond, x[1])
			}
			move := fmt.Sprintf(`(move Add (to (sites Empty)) (then %s))`, then)
			if cond != "" {
				move = fmt.Sprintf(`(do %s %s)`, move, cond)
			}
			inStep(t, fmt.Sprintf(`(game "Quiet" (players 2) (equipment {(board %s) (piece "Stone" Each)})
				(rules %s (play (or %s (move Pass))) (end (if (or (all Passed) (> (count Moves) 90)) (byScore)))))`,
				x[0], x[4], move))
		})
	}
}
