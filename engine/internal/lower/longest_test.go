package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestSitesOfBest plays games whose moves begin with a note of where the best of some moves come from or go to, so
// that whoever made another one may be punished; by the rules these are made to find that out.
func TestSitesOfBest(t *testing.T) {
	const hop = `(move Hop # (between if:(is Enemy (who at:(between))) (apply (remove (between))))
		(to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) (between if:(is Enemy (who at:(between))))
		(to if:(is Empty (to))))) (moveAgain))))`
	step := `(or ` + hop + ` (move Step (to if:(is Empty (to)))))`
	text := `(game "Best" (players 2) (equipment {(board (square 6)) (piece "Man" Each %s)})
		(rules (start {(place "Man1" (sites Bottom)) (place "Man1" {8 15 20}) (place "Man2" (sites Top))
				(place "Man2" {9 14 21 16 22 12})})
			(play (if (is Prev Mover) (max Moves ` + strings.Replace(hop, "#", "(from (last To))", 1) + `)
				(do %s next:(forEach Piece)
				(then (if (not (is In (last From) (sites Pending)))
					(and (remove (sites Pending)) (addScore Mover
					(count Sites in:(sites Pending)))))))))
			(end {%s (if (> (count Moves) 50) (byScore))})))`
	for name, note := range map[string]string{
		"from, by moves":    `(set Pending (sites From (max Moves (forEach Piece ` + hop + `))))`,
		"to, by moves":      `(set Pending (sites To (max Moves (forEach Piece ` + hop + `))))`,
		"from, by captures": `(set Pending (sites From (max Captures (forEach Piece ` + hop + `))))`,
		"by values":         `(set Pending (sites From (max Moves withValue:True (forEach Piece ` + hop + `))))`,
		"of some": `(set Pending (difference (sites Occupied by:Mover) (sites From (max Captures (forEach Piece
			` + hop + `)))))`,
	} {
		for _, end := range []string{"", "(if (no Moves Next) (result Mover Win))"} {
			t.Run(fmt.Sprint(name, end != ""), func(t *testing.T) {
				inStep(t, strings.ReplaceAll(fmt.Sprintf(text, step, note, end), "#", ""))
			})
		}
	}
	_, err := lower.Game(gametest.Compile(t, strings.ReplaceAll(fmt.Sprintf(text, step, `(set Pending (sites Empty))`,
		`(if (< 3 (count Sites in:(sites From (max Moves (forEach Piece))))) (byScore))`), "#", "")))
	if err == nil {
		t.Error("moves that are compared at the end of a move, and make such moves, are lowered")
	}
}

// TestValuesOfStacks plays games in which whole stacks are captured at the end of a turn, by the turns that are worth
// most: by the rules the first move of a turn is told by other levels than those with which it goes on.
func TestValuesOfStacks(t *testing.T) {
	const hop = `(move Hop #1 Orthogonal (between if:(and (is Enemy (who at:(between))) (not (is In (between)
		(sites ToClear)))) (apply (remove (between) at:EndOfTurn count:(size Stack at:(between))))) (to if:(is Empty (to)))
		stack:True (then (if (can Move (hop (from (last To)) Orthogonal (between if:(and (is Enemy (who at:(between)))
		(not (is In (between) (sites ToClear))))) (to if:(is Empty (to))))) (moveAgain))))`
	from := func(at string) string { return strings.Replace(hop, "#1", at, 1) }
	for name, then := range map[string]string{"plain": "",
		"with consequents": `(then (set Score Mover (+ (count Pieces Next) (* 10 (count Sites in:(sites ToClear))))))`} {
		for _, most := range []string{"Moves withValue:True", "Moves", "Captures withValue:True"} {
			t.Run(name+" "+most, func(t *testing.T) {
				inStep(t, fmt.Sprintf(`(game "Stacks" (players 2) (equipment {(board (square 6)) (piece "Man" Each)})
					(rules (start {(place Stack "Man1" {0 2 7 15 20} count:2 value:3) (place "Man1" {4 11 13 18} value:2)
							(place Stack "Man2" {35 33 28 21} count:3 value:1) (place "Man2" {31 24 22 9 16} value:4)})
						(play (if (is Prev Mover) (max %[1]s %[2]s %[4]s)
							(or (priority {(max %[1]s (forEach Piece %[3]s top:True) %[4]s)
								(forEach Piece (move Step Orthogonal (to if:(is Empty (to))) stack:True) top:True)})
							(if (< (count Moves) 12) (move (from (sites Occupied by:Mover) if:(= 1 (size Stack at:(from)))) (to
								(sites Around (from) Own) if:(< (size Stack at:(to)) 3)))))))
						(end (if (> (count Moves) 50) (byScore)))))`, most, from("(from (last To))"), from(""), then))
			})
		}
	}
}
