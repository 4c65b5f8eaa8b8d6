package lower_test

import "testing"

// TestFirstListed plays games in which the first of several lists of moves is taken although what stands around is
// against all that is in it, so that a player has to pass; he could move all the same where another list has a move.
func TestFirstListed(t *testing.T) {
	for name, x := range map[string][3]string{ // meta rules, play, a condition that counts at the end
		"under a condition": {``, `(do (priority {(forEach Piece (move Step Orthogonal (to if:(is Empty (to))))) (forEach
			Piece)}) ifAfterwards:(is Even (+ (last To) (last From))))`, `(no Moves Next)`},
		"against repetition": {`(meta (no Repeat))`, `(or (priority {(moveAgain) (forEach Piece)}) (if (is Even (count Moves))
			(forEach Piece)))`, `(no Moves Mover)`},
		"against repetition, where others can move": {`(meta (no Repeat))`, `(priority {(if (is In 4 (sites Empty))
			(moveAgain)) (forEach Piece)})`, `(or (no Moves Mover) (no Moves Next))`},
		"against repetition, of each site": {`(meta (no Repeat))`, `(forEach Site (sites Occupied by:Mover) (priority {(if (is
			Even (site)) (moveAgain)) (move (from (site)) (to (sites Around (site) Empty)))}))`, `(no Moves Mover)`},
		"whether one can move": {`(meta (no Repeat))`, `(or (forEach Piece) (if (can Move (priority {(moveAgain) (move Step
			(from 0) (to if:(is Empty (to))))})) (move Add (to (sites Empty)))))`, `(no Moves Next)`},
		"the first along a track": {`(meta (no Repeat))`, `(firstMoveOnTrack "T" (if (is Mover (who at:(site))) (if (is Even
			(site)) (moveAgain) (move (from (site)) (to (sites Around (site) Empty))))))`, `(no Moves Mover)`},
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, `(game "First" (players 2) (equipment {(board (square 3) {(track "T" "0,E,N,W" directed:True)})
				(piece "Man" Each (move Step (to if:(is Empty (to)))))}) (rules `+x[0]+` (start {(place "Man1" {0 1})
				(place "Man2" {6 7})}) (play `+x[1]+`) (end {(if (and `+x[2]+` (> (count Moves) 9)) (result Mover Win))
				(if (> (count Moves) 60) (result All Draw))})))`)
		})
	}
}
