package lower_test

import (
	"errors"
	"testing"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/position"
)

// TestLosingAhead plays games in which it is asked whether there are moves, of which none may lose.
func TestLosingAhead(t *testing.T) {
	game := func(meta, play, end string) string {
		return `(game "Losing" (players 2) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(not (is Friend
			(who at:(to)))) (apply (remove (to))))))}) (rules (meta {` + meta + `}) (start {(place "Man1" {0 1 2})
			(place "Man2" {13 14 15})}) (play ` + play + `) (end {` + end + ` (if (no Pieces Next) (result Next Loss))
			(if (> (count Moves) 60) (result All Draw))})))`
	}
	const bare = `(no Suicide)`
	for name, text := range map[string]string{
		"moves of the next player": game(bare, `(forEach Piece)`, `(if (is In (last To) (sites {4 5 6 7})) (result Mover
				Loss))
			(if (no Moves Next) (result Next Loss))`),
		"moves of the next player first": game(bare, `(forEach Piece)`, `(if (no Moves Next) (result Mover Loss))
			(if (is In (last To) (sites {1 5 9 11})) (result Mover Loss))`),
		"moves of the next player of three": `(game "Losing" (players 3) (equipment {(board (hex 3)) (piece "Man" Each)})
				(rules (meta {
			(no Suicide)}) (play (move Add (to (sites Empty)))) (end {(if (is Line 3) (result Mover Loss)) (if (no Moves Next)
			(result Next Loss)) (if (< 12 (count Groups)) (result Mover Loss)) (if (> (count Moves) 30) (byScore))})))`,
		"moves that may be made": game(bare, `(if (can Move (forEach Piece "Man" (move Step N (to if:(is Empty (to))))))
				(forEach Piece)
			(or (forEach Piece) (move Pass (then (addScore Mover 1)))))`, `(if (is In (last To) (sites {4 5 8 9 10})) (result
				Mover Loss))`),
		"threats": game(bare, `(do (forEach Piece) ifAfterwards:(not (is Threatened (id "Man" Mover) in:(sites Corners))))`,
			`(if (is In (last To) (sites {5 6})) (result Mover Loss)) (if (no Moves Next) (result Mover Loss))`),
		"moves of those who must not be threatened": game(bare, `(do (forEach Piece) ifAfterwards:(not (is Threatened (id
				"Man" Mover))))`,
			`(if (is Threatened (id "Man" Next)) (result Mover Loss)) (if (no Moves Next) (result Mover Win))`),
		"consequents that ask": `(game "Losing" (players 2) (equipment {(board (square 4)) (piece "Man" Each)}) (rules
				(meta {(no
			Suicide)}) (play (move Add (to (sites Empty)) (then (if (can Move (move Add (to (sites Corners) if:(is Empty
				(to)))))
			(moveAgain))))) (end (if (is Line 3) (result Mover Loss)))))`,
		"passes": game(bare, `(or (forEach Piece) (if (no Pieces Mover in:(sites Top)) (move Pass)))`, `(if (no Moves
				Mover) (result Mover
			Win)) (if (is In (last To) (sites {4 5 8 11})) (result Mover Loss)) (if (no Moves Next) (result All Draw))`),
		"that do not repeat": game(bare+` (no Repeat)`, `(or (forEach Piece) (move Pass))`, `(if (is In (last To) (sites
				{4 5 8 11})) (result Mover
			Loss)) (if (no Moves Next) (result All Draw))`),
		"phases": game(bare, `(priority {(do (forEach Piece) ifAfterwards:(not (no Moves Next))) (forEach Piece)})`, `(if
				(is In (last To)
			(sites {4 5 9 10})) (result Mover Loss)) (if (no Moves Next) (result Next Loss))`),
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}

// TestLosingForEver refuses games in which moves ahead must not lose where these may be asked for by such moves, or by
// how they end.
func TestLosingForEver(t *testing.T) {
	for name, text := range map[string]string{
		"ends": `(game "Losing" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
			(rules (meta {(no Suicide)}) (play (move Add (to (sites Empty)))) (end {(if (can Move (move Add (to (sites Corners)
			if:(is Empty (to))))) (result Mover Win)) (if (is Line 3) (result Mover Loss))})))`,
		"consequents": `(game "Losing" (players 2) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(is
				Empty
			(to))) (then (if (can Move (forEach Piece)) (moveAgain)))))}) (rules (meta {(no Suicide)}) (start {(place "Man1"
				{0 1 2})
			(place "Man2" {13 14 15})}) (play (forEach Piece)) (end (if (is Line 3) (result Mover Loss)))))`,
	} {
		var refusal *position.Refusal
		if _, err := compiled.NewPlays(gametest.Compile(t, text)); !errors.As(err, &refusal) {
			t.Errorf("%s: got %v, want that it is refused", name, err)
		}
	}
}
