package lower_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestControl plays games in which players take control of pieces that have values and rotations, that lie on stacks,
// or whose places on a track that crosses itself are counted. ASTRAGAL_PAIRS has it tried beside all other effects.
func TestControl(t *testing.T) {
	controls := []string{`(take Control of:Next by:Mover%s)`,
		`(take Control of:All by:Mover to:(sites Around (last To))%s)`,
		`(take Control of:P1 by:P2 at:(last To)%s)`, `(take Control of:Next by:Neutral%s)`,
		`(if (is Mover P1) (take Control of:Next by:Neutral) (take Control of:Neutral by:Mover%s))`}
	others := map[string]string{"values": `(set Value at:5 (+ 1 (count Pieces Mover)))`,
		"states": `(set State at:6 (% (count Moves) 3))`, "turned": `(set Rotation (to 5) 2)`}
	if os.Getenv("ASTRAGAL_PAIRS") != "" {
		for _, list := range []map[string]string{furtherEffects, asking} {
			for name, effect := range list {
				others[name] = effect
			}
		}
	}
	const stacked = `(set Score Mover (size Stack at:(last To)))`
	played := 0
	for board, x := range map[string][2]string{
		"values":    {furtherBoards["plain"], `(set Value at:0 3)`},
		"rotations": {furtherBoards["plain"], `(set Rotation (to 0) 3)`},
		"numbers":   {furtherBoards["counts"], `(set Value at:6 2)`},
		"stacks":    {furtherBoards["stacks"], stacked},
		"tall":      {furtherBoards["stacks"], `(set Value at:1 level:0 (size Stack at:5))`},
		"crossing": {strings.Replace(furtherBoards["plain"], `{0 1 2 3 7 6 5 4} loop:True`,
			`{0 1 5 4 0 1 2 3 7 6 5}`, 1), `(set Var "T" (trackSite Move from:1 steps:2))`},
	} {
		for _, control := range controls {
			for _, then := range []string{"", ` (then (addScore Mover (+ (last To) (count Pieces Mover))))`} {
				for name, other := range others {
					for i, form := range []string{`(and {%s %s %s})`, `(seq {%s %s %s})`, `(and {%[2]s %[1]s %[3]s})`} {
						if i > 0 && then != "" {
							continue
						}
						effect := fmt.Sprintf(form, fmt.Sprintf(control, then), other, x[1])
						played += playedInStep(t, fmt.Sprint(board, control, then, name, form), fmt.Sprintf(x[0], effect))
					}
				}
			}
		}
	}
	t.Log(played)
}

// TestControlWithoutBounds plays games on boards without bounds, on which pieces that change hands open no sites.
func TestControlWithoutBounds(t *testing.T) {
	for effect, board := range map[string]string{
		`(take Control of:All by:Mover)`:                                                             `Square`,
		`(take Control of:Next by:Mover to:(sites Around (last To)))`:                                `Hexagonal`,
		`(seq {(remove (last To)) (take Control of:Next by:P1 (then (addScore Mover 1)))})`:          `Square`,
		`(if (is Occupied (last To)) (set Value at:(last To) 2 (then (take Control of:All by:P2))))`: `Triangular`,
	} {
		t.Run(effect, func(t *testing.T) {
			inStep(t, `(game "Taken" (players 2) (equipment {(boardless `+board+`) (piece "Man" Each) (piece "Ko" P1)}) (rules
				(play (or {(move Add (to (sites Empty)) (then (if (= 0 (% (count Moves) 3)) `+effect+`)))
				(move Remove (sites Occupied by:Mover)) (move Pass)})) (end (if (> (count Moves) 12) (byScore)))))`)
		})
	}
}
