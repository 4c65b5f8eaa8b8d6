package lower_test

import (
	"fmt"
	"testing"
)

// TestSitesOfMoves plays games in which it is noted, when a move is made or before one is, where pieces might step, hop
// or slide, or from where: all of them at once where they are many.
func TestSitesOfMoves(t *testing.T) {
	const between = `(between if:(is Enemy (who at:(between))))`
	for name, moves := range map[string]string{
		"hops":      `(forEach Piece (hop (from) Diagonal ` + between + ` (to if:(is Empty (to)))))`,
		"steps":     `(forEach Piece (step (directions {FL FR}) (to if:(is Empty (to)))))`,
		"slides":    `(forEach Piece (slide Orthogonal))`,
		"captures":  `(forEach Piece (step Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))`,
		"leaps":     `(forEach Piece (leap {{F F R}} (to if:(not (is Friend (who at:(to)))))))`,
		"of others": `(forEach Piece (hop (from) ` + between + ` (to if:(is Empty (to)))) Next)`,
		"both": `(or (forEach Piece (slide Diagonal)) (forEach Piece (hop (from) Orthogonal (between before:3 after:2
			if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))))`,
	} {
		for _, which := range []string{"From", "To"} {
			note := `(set Pending (sites ` + which + ` ` + moves + `))`
			for when, play := range map[string]string{
				"after":  `(forEach Piece (then ` + note + `))`,
				"before": `(do ` + note + ` next:(forEach Piece))`,
			} {
				for _, size := range []int{5, 9} {
					text := fmt.Sprintf(`(game "Noted" (players {(player N) (player S)})
						(equipment {(board (square %d)) (piece "Man" Each (move Step (to if:(or (is Empty (to))
							(and (is Enemy (who at:(to))) (is In (from) (sites Pending)))) (apply (remove (to))))))})
						(rules (start {(place "Man1" (forEach (sites Board) if:(= 1 (%% (site) 4))))
								(place "Man2" (forEach (sites Board) if:(= 2 (%% (site) 5))))})
							(play %s) (end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 40)
								(byScore {(score P1 (count Sites in:(sites Pending))) (score P2 4)}))})))`, size, play)
					t.Run(fmt.Sprint(name, which, when, size), func(t *testing.T) { inStepOrRefused(t, text) })
				}
			}
		}
	}
}
