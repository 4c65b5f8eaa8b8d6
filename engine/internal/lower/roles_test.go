package lower_test

import (
	"fmt"
	"testing"
)

// TestRoles plays clauses about those for whom a role stands, with and without teams, by the rules and compiled; and
// such about what follows from the board alone.
func TestRoles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	clauses := map[string]string{
		"counted": `(then (addScore Mover (count Pieces %s)))`,
		"found":   `(then (addScore Mover (count Sites in:(sites Occupied by:%s top:False))))`,
		"around":  `(then (addScore Mover (count Sites in:(sites Around (last To) %s))))`,
		"asked":   `(then (forEach (players %s if:(is Even (player))) (addScore Player (player))))`,
		"near":    `(then (addScore Mover (count %s at:(last To))))`,
		"family":  `(then (addScore Mover (count Sites in:(sites %s))))`,
		"paid":    `(then (addScore %s 1))`,
		"set":     `(then (set Score %s (count Moves)))`,
		"told":    `(then (note "here" to:%s))`,
		"hidden":  `(then (set Hidden What (sites {0 5}) to:%s))`,
		"unseen":  `(then (if (< 2 (count Sites in:(sites Hidden to:%s))) (addScore P2 2)))`,
		"sorted":  `(then (forEach Site (sites Occupied by:%s) (if (is Even (site)) (addScore P1 1))))`,
	}
	roles := []string{"All", "NonMover", "Enemy", "Friend", "Ally", "Team1", "Team2", "TeamMover", "Shared", "Neutral",
		"Each", "Mover", "Next", "Prev", "P1", "P4", "P10"}
	kinds := []string{"Empty", "NotEmpty", "Own", "NotOwn", "Enemy", "NotEnemy"}
	for kind, clause := range clauses {
		of := roles
		switch kind {
		case "around":
			of = kinds
		case "asked":
			of = []string{"All", "NonMover", "Enemy", "Friend", "Ally", "Team1", "Team2", "Team4", "Enemy of:(next)",
				"Ally of:2", "Friend of:(prev)", "Friend of:3", "Enemy of:0", "All of:(score P1)"}
		case "near":
			of = []string{"Neighbours", "Adjacent", "Orthogonal", "Diagonal"}
		case "family":
			of = []string{"Row 2", "Column (% (count Moves) 3)", "Phase 1", "Edge 3", "Cell 4", "Layer 0", "Row (score P2)",
				"Side Mover", "Side N", "(last To) {{F F L F}} rotations:False", "{{F R F} {F}}"}
		}
		for _, teams := range []string{"", "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"} {
			t.Run(fmt.Sprintf("%s %t", kind, teams != ""), func(t *testing.T) {
				for _, role := range of {
					t.Run(role, func(t *testing.T) {
						inStepOrRefused(t, fmt.Sprintf(`(game "Roles" (players 4)
							(equipment {(board (square 3)) (piece "Man" Each) (piece "Rock" Neutral) (piece "Ball" Shared)})
							(rules (start {%s (set Hidden What (sites {1 2}) to:P2) (place "Rock0" {0}) (place "Ball" {4})})
								(play (move Add (to (sites Empty)) %s)) (end (if (is Full) (byScore)))))`,
							teams, fmt.Sprintf(clause, role)))
					})
				}
			})
		}
	}
}
