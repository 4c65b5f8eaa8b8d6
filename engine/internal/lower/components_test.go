package lower_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
)

// manyKinds is a game of 140 kinds of pieces for each of two players, of which the first and the last move: where they
// go to they become one another.
func manyKinds(equipment, moves, end string) string {
	const kinds = 140
	var pieces, places strings.Builder
	for i := range kinds {
		rule, name := "", fmt.Sprintf("K%c%c", 'A'+i/20, 'A'+i%20)
		if i < 2 || i >= kinds-2 {
			rule = fmt.Sprintf(`(or (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
				(then (promote (last To) (piece (+ (mover) %d))))) (move Slide Diagonal))`, 2*(kinds-1-i))
			fmt.Fprintf(&places, `(place "%[1]s1" %[2]d) (place "%[1]s2" %[3]d)`, name, i%4, 35-i%4)
		}
		fmt.Fprintf(&pieces, `(piece "%s" Each %s)`, name, rule)
	}
	return `(game "Kinds" (players 2) (equipment {(board (square 6)) ` + pieces.String() + equipment + `})
		(rules (start {` + places.String() + `}) (play (or {(forEach Piece) ` + moves + `})) (end {` + end +
		` (if (no Pieces Next) (result Mover Win)) (if (> (count Moves) 60) (result All Draw))})))`
}

// TestManyComponents plays games of more components than a byte tells apart.
func TestManyComponents(t *testing.T) {
	for name, text := range map[string]string{
		"steps":      manyKinds("", "", ""),
		"placed":     manyKinds("", `(move Add (piece (id "KGT" Mover)) (to (sites Empty)))`, ""),
		"hands":      manyKinds("(hand Each)", `(move Add (piece (+ 280 (mover))) (to (handSite Mover)))`, ""),
		"repetition": manyKinds("", `(move Remove (sites Occupied by:Mover))`, "(if (is Repeat) (result All Draw))"),
		"compared": manyKinds("", `(forEach Site (sites Occupied by:All) (if (> (what at:(site)) 256)
			(move Remove (site))))`, ""),
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
	var refusal *position.Refusal
	g := gametest.Compile(t, manyKinds("", `(move (from (sites Occupied by:Mover)) (to (sites Occupied by:Next))
		stack:True)`, ""))
	if _, err := lower.Plays(g); !errors.As(err, &refusal) || refusal.Why != "stacks of more than 255 components" {
		t.Errorf("stacks of many components are lowered, or refused otherwise: %v", err)
	}
}
