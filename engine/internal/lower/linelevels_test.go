package lower_test

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestLineLevels plays games of lines in stacks, near the board and near the highest levels that there may be, by the
// rules and on both back ends side by side.
func TestLineLevels(t *testing.T) {
	const high = `(start {(place Stack "Man1" {0 2} count:28) (place Stack "Man2" {1 3} count:28)})`
	for _, board := range []string{"rectangle 1 7", "square 3", "hex 2", "rectangle 2 5"} {
		for length := 2; length <= 5; length++ {
			for _, dir := range []string{"", "Orthogonal"} {
				for _, start := range []string{"", high} {
					name := fmt.Sprint(board, ", ", length, dir, ", ", start != "")
					t.Run(name, func(t *testing.T) {
						inStep(t, fmt.Sprintf(`(game "Levels" (players 2) (equipment {(board (%s)) (piece "Man" Each)})
							(rules %s (play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 31))) stack:True))
								(end {(if (is Line %d %s byLevel:True) (result Mover Win))
									(if (> (count Moves) 40) (result Mover Loss))})))`, board, start, length, dir))
					})
				}
			}
		}
	}
}

// TestLowLineLevels plays games of lines in stacks that stay below a bound, of which levels are kept as sets, by the
// rules and on both back ends side by side.
func TestLowLineLevels(t *testing.T) {
	const some = `(start {(place Stack "Man1" {0 2} count:3) (place Stack "Man2" {1 3} count:2)})`
	for _, board := range []string{"rectangle 1 7", "square 3", "hex 2", "rectangle 2 5", "rectangle 3 5"} {
		for length := 2; length <= 4; length++ {
			for _, most := range []string{
				`(to (forEach (sites Board) if:(< (size Stack at:(site)) 6)))`,
				`(to (sites Board) if:(and (!= (to) 1) (< (size Stack at:(to)) 4)))`,
				`(to (forEach (sites Board) if:(< (size Stack at:(site)) (+ 2 2))))`,
			} {
				for _, start := range []string{"", some} {
					name := fmt.Sprint(board, ", ", length, ", ", most, ", ", start != "")
					t.Run(name, func(t *testing.T) {
						inStep(t, fmt.Sprintf(`(game "Levels" (players 2) (equipment {(board (%s)) (piece "Man" Each)})
							(rules %s (play (or (move Add %s stack:True) (move Add (piece {"Man1" "Man2"}) %s stack:True)))
								(end {(if (is Line %d byLevel:True) (result Mover Win))
									(if (> (count Moves) 60) (result Mover Loss))})))`, board, start, most, most, length))
					})
				}
			}
		}
	}
}

// TestBoundedHeight asks for which moves it is known how high stacks come to be, and what room they have.
func TestBoundedHeight(t *testing.T) {
	const low = `(to (forEach (sites Board) if:(< (size Stack at:(site)) 6)))`
	for _, x := range []struct {
		start, moves string
		room         int
		bounded      bool
	}{
		{"", `(move Add ` + low + ` stack:True)`, 8, true},
		{`(start (place Stack "Man1" 0 count:9))`, `(move Add ` + low + ` stack:True)`, 16, true},
		{`(start (place Stack "Man1" 0 count:20))`, `(move Add ` + low + ` stack:True)`, 32, false},
		{"", `(move Add (to (sites Board) if:(< (size Stack at:(to)) 4)) stack:True)`, 4, true},
		{"", `(move Add (to (sites Board) if:(< (size Stack at:(to)) 40)) stack:True)`, 32, false},
		{"", `(move Add (to (sites Board) if:(< (size Stack at:0) 4)) stack:True)`, 32, false},
		{"", `(move Add (to (sites Board) if:(or (= (to) 1) (< (size Stack at:(to)) 4))) stack:True)`, 32, false},
		{"", `(move Add ` + low + ` count:2 stack:True)`, 32, false},
		{"", `(move Add ` + low + ` stack:True (then (add (piece "Man1") (to 1) stack:True)))`, 32, false},
		{"", `(or (move Add ` + low + ` stack:True) (forEach Piece))`, 32, false},
	} {
		g := gametest.Compile(t, fmt.Sprintf(`(game "Heights" (players 2) (equipment {(board (rectangle 1 7))
			(piece "Man" Each (move Step (to if:(< (size Stack at:(to)) 3))))})
			(rules %s (play %s) (end (if (is Line 3 byLevel:True) (result Mover Win)))))`, x.start, x.moves))
		p, err := lower.Game(g)
		if err != nil {
			t.Fatal(x.moves, err)
		}
		if room, bounded := lower.Height(p); room != x.room || bounded != x.bounded {
			t.Errorf("%s %s: room %d, bounded %v, want %d and %v", x.start, x.moves, room, bounded, x.room, x.bounded)
		}
	}
}
