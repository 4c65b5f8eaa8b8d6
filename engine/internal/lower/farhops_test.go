package lower_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestFarHops plays games in which pieces hop over one from further off or to further away, where what they go over and
// where they land are sets, on boards of one word and of several, of lines that grow, fall, or do neither.
func TestFarHops(t *testing.T) {
	const enemy = `(is Enemy (who at:(between)))`
	numbers := func(before, after string) string { return "before:" + before + " after:" + after }
	for name, hop := range map[string]string{
		"any":         numbers("(count Rows)", "(count Rows)") + ` if:` + enemy + ` (apply (remove (between)))`,
		"forward":     `FR ` + numbers("2", "0") + ` if:` + enemy + ` (apply (remove (between)))`,
		"near":        numbers("0", "1") + ` if:` + enemy + ` (apply (remove (between)))`,
		"none before": numbers("-1", "2") + ` if:` + enemy + ` (apply (remove (between)))`,
		"by phase": numbers("(if (= 0 (phase of:(from))) 3 0)", "(- 2 (% (from) 4))") + ` if:` + enemy +
			` (apply (remove (between)))`,
		"over friends": numbers("3", "2") + ` if:(not (is Empty (between)))`,
		"over empty":   numbers("2", "1") + ` if:(= 0 (% (between) 3))`,
		"at the end": numbers("9", "9") + ` if:(and ` + enemy + ` (not (is In (between) (sites ToClear))))
			(apply (remove (between) at:EndOfTurn))`,
		"over several":    `(range 1 3) if:` + enemy + ` (apply (remove (between)))`,
		"over many":       `before:1 (range 2 9) after:2 if:` + enemy + ` (apply (remove (between)))`,
		"over one or two": `before:9 (range 1 2) after:(count Moves) if:(= 1 (% (between) 2))`,
		"over some":       `before:3 (range 1 (- 5 (% (count Moves) 7))) if:` + enemy,
		"of enemies":      numbers("4", "4") + ` if:` + enemy + ` (apply (fromTo (from (between)) (to (handSite Mover))))`,
	} {
		way := "Diagonal"
		if strings.HasPrefix(hop, "FR ") {
			way, hop = "(directions {FR FL})", strings.TrimPrefix(hop, "FR ")
		}
		for _, board := range []string{"(square 6)", "(square 9)", "(square 12)", "(hex 3)", "(concentric {8 8 8})"} {
			to := way
			if board[1] != 's' {
				to = strings.Replace(way, "Diagonal", "Adjacent", 1)
			}
			move := func(kind, from, then string) string {
				return `(` + kind + ` (from ` + from + `) ` + to + ` (between ` + hop + `) (to if:(or (is Empty (to)) (and (is In (to)
					(sites Outer)) (is Enemy (who at:(to)))))) ` + then + `)`
			}
			then := `(then (if (can Move ` + move("hop", "(last To)", "") + `) (moveAgain)))`
			text := fmt.Sprintf(`(game "Hops" (players {(player N) (player S)})
				(equipment {(board %s) (hand Each) (piece "Man" Each)})
				(rules (start {(place "Man1" (forEach (sites Board) if:(= 1 (%% (site) 3))))
						(place "Man2" (forEach (sites Board) if:(= 2 (%% (site) 5))))})
					(play (if (is Prev Mover) (or %s (move Pass))
						(or (forEach Piece %s) (forEach Piece (move Step (to if:(is Empty (to))))))))
					(end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 40) (result Mover Draw))})))`, board,
				move("move Hop", "(last To)", ""), move("move Hop", "(from)", then))
			t.Run(name+board, func(t *testing.T) { inStepOrRefused(t, text) })
		}
	}
}
