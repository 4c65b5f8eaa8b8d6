package lower_test

import "testing"

// TestBoardless plays on boards without bounds with hands of stacks.
func TestBoardless(t *testing.T) {
	boardless := func(start, play string) string {
		return `(game "Boardless" (players 2) (equipment {(boardless Square) (hand Each) (piece "Disc" Each (move Step
			(to if:(is Empty (to))) stack:True))}) (rules (start {` + start + `}) (play (or {` + play + `}))
			(end (if (> (count Moves) 12) (result Mover Win)))))`
	}
	const hands = `(place Stack "Disc1" (handSite P1) count:5) (place Stack "Disc2" (handSite P2) count:5)
		(place "Disc1" (centrePoint))`
	const around = `(to (sites Around (sites Occupied by:All container:"Board") Empty))`
	for name, text := range map[string]string{
		"hands of stacks": boardless(hands, `(move (from (handSite Mover)) `+around+`)
			(forEach Piece top:True) (move Remove (sites Occupied by:Next container:"Board"))`),
		"onto stacks": boardless(hands, `(move (from (handSite Mover)) (to (sites Occupied by:All container:"Board")))
			(move (from (sites Occupied by:Mover container:"Board")) `+around+`)`),
		"to hands": boardless(hands, `(move (from (handSite Mover)) `+around+`)
			(move (from (sites Occupied by:Mover container:"Board")) (to (handSite Mover)) stack:True)`),
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}
