package lower_test

import (
	"fmt"
	"testing"
)

// TestTiles plays games of tiles with paths, on boards with bounds and without: what paths lead to is asked after every
// move, of sites, regions and the last move, and in colours that change.
func TestTiles(t *testing.T) {
	game := func(board, more, move, end string) string {
		return fmt.Sprintf(`(game "Tiles" (players 3) (equipment {%s (hand Shared size:4) (tile "Cross" numSides:4
			{(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)}) (tile "Bend" numSides:4 {(path from:0 to:1 colour:1)
			(path from:2 to:3 colour:2)}) (tile "Fork" numSides:4 {(path from:0 to:1 colour:3) (path from:2 to:3 colour:3)
			(path from:0 to:2 colour:1)}) %s}) (rules (start {(place "Cross" (handSite Shared)) (place "Bend" (handSite
			Shared 1)) (place "Fork" (handSite Shared 2))}) (play %s) (end {%s (if (> (count Moves) 20) (byScore))})))`,
			board, more, move, end)
	}
	const (
		bounded = `(board (square 4))`
		free    = `(boardless Square)`
		next    = `(sites Around (sites Occupied by:All) Orthogonal if:(is Empty (to)))`
	)
	put := func(to, then string) string {
		move := func(from, turns string) string {
			return `(move (from (handSite Shared ` + from + `)) (to ` + to + ` (rotations ` + turns + `)) copy:True (then (and {` +
				then + `})))`
		}
		return `(or {` + move(`0`, `{N E}`) + move(`1`, `Orthogonal`) + move(`2`, `S`) + `})`
	}
	free0 := `(if (= 0 (count Moves)) ` + put(`(centrePoint)`, ``) + ` %s)`
	for name, text := range map[string]string{
		"loops": game(bounded, ``, put(`(sites Empty)`, `(if (is Loop (mover) (last To) path:True) (addScore Mover 1))`),
			`(if (is Loop (next) path:True) (result Next Win))`),
		"loops from regions": game(bounded, ``, put(`(sites Empty)`, `(if (is Loop (+ 1 (% (count Moves) 4)) (sites Occupied
			by:All) path:True) (addScore Next 1))`), `(if (is Loop path:True) (result Mover Win))`),
		"extents": game(bounded, ``, put(`(sites Empty)`, `(set Score Mover (+ {(pathExtent (mover) (last To)) (* 10
			(pathExtent (next) (sites Occupied by:All))) (* 100 (pathExtent 3 (sites Around (last To)))) (* 1000 (pathExtent 1
			(sites Row 1)))}))`), `(if (<= 3 (pathExtent)) (result Mover Win)) (if (<= 3 (pathExtent (next))) (result Next Win))`),
		"sides": game(bounded, ``, `(do `+put(`(sites Empty)`, `(if (is PipsMatch) (addScore Mover (toInt (is SidesMatch
			(% (* 5 (last To)) 16)))))`)+` ifAfterwards:(is SidesMatch))`, `(if (is Loop path:True) (result Mover Win))`),
		"without bounds": game(free, ``, fmt.Sprintf(free0, `(do `+put(next, `(addScore Mover (pathExtent (mover) (last
			To)))`)+` ifAfterwards:(is SidesMatch))`), `(if (is Loop (mover) path:True) (result Mover Win)) (if (<= 4
			(pathExtent (next))) (result Next Win))`),
		"tiles and pieces": game(bounded, `(piece "Man" Each)`, `(or {(move Add (piece (id "Man" Mover)) (to (sites Empty))
			(then (if (is Loop (mover) (last To) path:True) (addScore Mover 1)))) (move Remove (sites Occupied by:Next) (then
			(if (is SidesMatch) (addScore Next 1)))) `+put(`(sites Outer)`, `(addScore Mover 1)`)+`})`,
			`(if (is Loop path:True) (result Mover Win)) (if (< 2 (pathExtent 3)) (result Mover Loss))`),
		"hexagons": `(game "Hexagons" (players 2) (equipment {(board (hex Diamond 4)) (tile "A" Each numSides:6 slotsPerSide:2
			{(path from:0 to:2 colour:1) (path from:1 slotsFrom:1 to:3 colour:2) (path from:4 to:5 slotsTo:1 colour:2)})}) (rules
			(play (or (move Add (to (sites Empty))) (move Set Rotation (to (last To)) {1 3 5}))) (end {(if (is Loop
			(+ 1 (% (last To) 2)) path:True) (result Mover Win)) (if (and (is SidesMatch) (< 1 (pathExtent (next)))) (result
			Next Win)) (if (> (count Moves) 24) (result All Draw))})))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}
