package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
)

// ofGroups is a game in which pieces come and go and a condition on groups ends plays.
func ofGroups(cond string) string {
	return `(game "Groups" (players 2) (equipment {(board (square 4)) (piece "Man" Each)}) (rules
		(play (or (move Add (to (sites Empty))) (move Remove (sites Occupied by:Next)))) (end {
		(if (and (< 9 (count Moves)) ` + cond + `) (result Mover Win)) (if (> (count Moves) 60) (result All Draw))})))`
}

// TestEnough plays games that compare numbers of groups with constants, beside each other in any order: no more groups
// are counted than tell the answer.
func TestEnough(t *testing.T) {
	for _, number := range []string{`(count Groups Orthogonal)`, `(count Groups Diagonal min:2)`,
		`(count Groups if:(is Mover (who at:(to))))`, `(count SizeBiggestGroup Orthogonal if:(is Next (who at:(to))))`} {
		for _, op := range []string{"=", "!=", "<", "<=", ">", ">="} {
			for n, sides := range []string{0: `%s 3`, 1: `0 %s`, 2: `2 %s`} {
				cond := "(" + op + " " + fmt.Sprintf(sides, number) + ")"
				if n == 0 {
					cond = "(not " + cond + ")"
				}
				t.Run(cond, func(t *testing.T) { inStep(t, ofGroups(cond)) })
			}
		}
	}
}

// TestStopsAtEnough looks for the end of counting in code: it is there where a constant is compared with, and nowhere
// else.
func TestStopsAtEnough(t *testing.T) {
	for cond, stops := range map[string]bool{
		`(= 1 (count Groups Orthogonal))`:                       true,
		`(< (count Groups Orthogonal) 2)`:                       true,
		`(> (count SizeBiggestGroup Orthogonal) 5)`:             true,
		`(= (count Groups Orthogonal) (count Groups Diagonal))`: false,
		`(= 1 (% (count Groups Orthogonal) 5))`:                 false,
		`(< (count Groups Orthogonal) (count Pieces Mover))`:    false,
	} {
		p, err := lower.Game(gametest.Compile(t, ofGroups(cond)))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := ir.Print(&text, p.Program); err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(text.String(), "scope enough@"); has != stops {
			t.Errorf("%s: stops at enough: %v", cond, has)
		}
	}
}
