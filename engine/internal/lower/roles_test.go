package lower_test

import (
	"fmt"
	"testing"
)

// TestRoles plays clauses about those for whom a role stands, with and without teams, by the rules and compiled.
func TestRoles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	clauses := map[string]string{
		"counted": `(then (addScore Mover (count Pieces %s)))`,
		"found":   `(then (addScore Mover (count Sites in:(sites Occupied by:%s top:False))))`,
		"around":  `(then (addScore Mover (count Sites in:(sites Around (last To) %s))))`,
		"paid":    `(then (addScore %s 1))`,
		"set":     `(then (set Score %s (count Moves)))`,
		"told":    `(then (note "here" to:%s))`,
		"hidden":  `(then (set Hidden What (sites {0 5}) to:%s))`,
		"unseen":  `(then (if (< 2 (count Sites in:(sites Hidden to:%s))) (addScore P2 2)))`,
		"sorted":  `(then (forEach Site (sites Occupied by:%s) (if (is Even (site)) (addScore P1 1))))`,
	}
	roles := []string{"All", "NonMover", "Enemy", "Friend", "Ally", "Team1", "Team2", "TeamMover", "Shared", "Neutral", "Each",
		"Mover", "Next", "Prev", "P1", "P4", "P10"}
	kinds := []string{"Empty", "NotEmpty", "Own", "NotOwn", "Enemy", "NotEnemy"}
	for kind, clause := range clauses {
		of := roles
		if kind == "around" {
			of = kinds
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
