package lower_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestLevelsInside plays games in which (level) is asked for after other levels have been gone through, where it has a
// value of its own: by the rules it is at the last of these.
func TestLevelsInside(t *testing.T) {
	// What is found by going through the levels of a site, of which those of the mover count.
	const found = `(< %s (count Sites in:(sites To (forEach Level %s %s (if (is Mover (who at:%[2]s level:(level)))
		(step (from %[2]s level:(level)) Orthogonal (to)))))))`
	after := func(at, way string) string { return fmt.Sprintf(found, "1", at, way) }
	for name, x := range map[string][2]string{ // rule of the piece, play
		"a condition on a step": {`(move Step Adjacent (to if:(and {(!= 2 (+ (level) (size Stack at:(to)))) ` +
			after("(from)", "FromBottom") + ` (< (level) 3)})) stack:True)`, `(forEach Piece)`},
		"a condition on a step, and an effect": {`(move Step Orthogonal (to if:(or (!= 1 (level)) ` + after("(to)", "FromTop") +
			`) (apply (forEach Level (to) FromBottom (if (is Enemy (who at:(to) level:(level))) (set Value at:(to) level:(level)
			2))))))`, `(forEach Piece)`},
		"an effect on arrival of a stack": {`(move Slide Diagonal (between (exact 2)) (to if:(and (is Enemy (who at:(to)))
			(< (level) 2)) (apply (forEach Level (to) FromBottom (remove (to) level:0)))) stack:True)`,
			`(or (forEach Piece) (move Pass))`},
		"a condition on a slide": {`(move Slide (between if:(and (is Empty (between)) (!= 2 (level)))) (to if:(and
			(is Enemy (who at:(to))) ` + after("(from)", "FromBottom") + `) (apply (remove (to)))))`, `(forEach Piece)`},
		"levels of another site in each": {`(forEach Level (from) (and (forEach Level (% (+ (from) 1) 9) FromBottom (if (is Even
			(level)) (move (from (from) level:0) (to (% (+ {(level) (from) 2}) 9)))))
			(move (from (from) level:0) (to (% (+ {(level) (from) 4}) 9)))))`, `(forEach Piece)`},
		"of no piece": {`(move Step (to))`, `(or (forEach Piece) (forEach Site (sites Occupied by:Mover) (forEach Level (site) (if ` +
			after("(site)", "FromBottom") + ` (move Remove (site) level:(if (= 2 (level)) 0 (level)))))))`},
		"three deep": {`(move Step (to))`, `(forEach Site (sites Occupied by:Mover) (forEach Level (site) FromBottom
			(or (forEach Level 0 (if (< (level) 2) (forEach Level (site) (move (from (site) level:(level)) (to 4)))))
			(move (from (site) level:0) (to (% (+ 2 (level)) 9))))))`},
		"in a consequent": {`(move Step (to) (then (forEach Level (last To) FromBottom (and (if ` + after("4", "FromTop") +
			` (set Value at:(last To) level:(level) 3)) (addScore Mover (+ 1 (level)))))))`, `(forEach Piece)`},
		"a condition on a hop": {`(move Hop Orthogonal (between if:(and (is Occupied (between)) (< (level) 2))) (to if:(and (!= 1
			(level)) ` + after("(from)", "FromBottom") + `)) stack:True)`, `(or (forEach Piece) (move Pass))`},
		"a condition on a hop alone": {`(move Hop (between if:(is Occupied (between))) (to if:(or (= 1 (level)) ` +
			after("(between)", "FromBottom") + `)) stack:True)`, `(or (forEach Piece) (move Pass))`},
		"a condition on what is hopped over": {`(move Hop (between if:(and (< (level) 2) ` + after("(from)", "FromBottom") + `))
			(to if:(!= 1 (level))))`, `(or (forEach Piece) (move Pass))`},
		"an effect of a hop": {`(move Hop (between if:(and (is Occupied (between)) (!= 2 (level)))) (to if:(< (level) 2) (apply
			(forEach Level (between) FromBottom (set Value at:(between) level:(level) 2)))))`, `(or (forEach Piece) (move Pass))`},
		"refused: an effect on what is hopped over": {`(move Hop (between if:(!= 2 (level)) (apply (forEach Level (between) FromBottom
			(set Value at:(between) level:(level) 2)))) (to if:(< (level) 2)))`, `(or (forEach Piece) (move Pass))`},
		"refused: a condition on a leap": {`(move Leap {{F F R F}} (to if:(and (!= 1 (level)) ` + after("(from)", "FromBottom") + `)))`,
			`(or (forEach Piece) (move Pass))`},
		"some directions": {`(forEach Direction Adjacent (to if:(!= 1 (level)) (apply (if ` + after("(to)", "FromBottom") +
			` (move (from (from)) (to (to)))))))`, `(or (forEach Piece) (move Pass))`},
		"from one site to others": {`(move (from (from)) (to (sites Around (from)) if:(or (= 1 (level)) ` + after("(to)", "FromTop") +
			`)))`, `(or (forEach Piece) (move Pass))`},
		"with an effect there": {`(move (from (from)) (to (sites Around (from)) if:(!= 1 (level)) (apply (forEach Level (to)
			FromBottom (set Value at:(to) level:(level) 2)))))`, `(or (forEach Piece) (move Pass))`},
		"refused: pieces that are put down": {`(move Add (piece (mover)) (to (sites Around (from)) if:(!= 1 (level)) (apply (forEach Level
			(to) FromBottom (set Value at:(to) level:(level) 2)))) stack:True)`, `(or (forEach Piece) (move Pass))`},
		"where moves go": {`(move Step (to if:(is In (to) (sites To (if (!= 2 (level)) (forEach Level (to) FromBottom (if (< (level)
			2) (step (to)))))))))`, `(or (forEach Piece) (move Pass))`},
		"sites under a condition": {`(move (from (from)) (to (forEach (sites Around (from)) if:(or (= 0 (level)) ` +
			after("(site)", "FromBottom") + `))))`, `(or (forEach Piece) (move Pass))`},
		"the number of steps": {`(move (from (from)) (to (sites Around (from)) if:(< (count Steps Orthogonal (step (to if:(or (= 0
			(level)) ` + after("(to)", "FromBottom") + `))) (from) (to)) 4)))`, `(or (forEach Piece) (move Pass))`},
		"refused: an effect under a condition": {`(move Step Orthogonal (to if:(!= 1 (level)) (apply if:(is Enemy (who at:(to))) (forEach
			Level (to) (remove (to) level:(level))))))`, `(forEach Piece)`},
	} {
		t.Run(name, func(t *testing.T) {
			start, size := ``, 3
			if strings.Contains(name, "hop") {
				start, size = `(place Stack "Man2" 5 count:2) (place Stack "Man1" 6 count:3) (place Stack "Man1" 13 count:3)
					(place Stack "Man2" 10)`, 4
			}
			text := fmt.Sprintf(`(game "Levels" (players 2) (equipment {(board (square %d)) (piece "Man" Each %s)})
				(rules (start {%s (place Stack "Man1" 0 count:4) (place Stack "Man2" 1 count:3) (place Stack "Man1" 2 count:3)
					(place Stack "Man2" 3 count:2) (place Stack "Man1" 3) (place Stack "Man2" 8 count:3)})
				(play %s) (end (if (or (no Moves Next) (> (count Moves) 30)) (byScore)))))`, size, x[0], start, x[1])
			if strings.HasPrefix(name, "refused: ") {
				inStepOrRefused(t, text)
			} else {
				inStep(t, text)
			}
		})
	}
}
