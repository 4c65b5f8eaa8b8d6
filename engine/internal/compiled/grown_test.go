package compiled_test

import (
	"errors"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestWatchedGrown is TestWatched for games with parts that are drawn from the grammar. ASTRAGAL_GROWN is their number,
// 150 by default, ASTRAGAL_GROWN_FROM that of the first, ASTRAGAL_GROWN_SEED the seed of the draws.
func TestWatchedGrown(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	first, seed, told := enginetest.Number("ASTRAGAL_GROWN_FROM", 0), enginetest.Number("ASTRAGAL_GROWN_SEED", 1), 0
	for i := range enginetest.Number("ASTRAGAL_GROWN", 150) {
		text := mutant.Grown(ludeme.Grammar(), seed, first+i)
		rs, err := loader.Compile(ruleset.Source{File: "grown.lud", Text: []byte(text)})
		if err != nil || rs.Plan().Has(game.Stochastic) {
			continue // the moves would draw otherwise
		}
		c, err := compiled.NewWhole(rs.Plan(), false)
		var refusal *position.Refusal
		if errors.As(err, &refusal) {
			continue
		} else if err != nil {
			t.Errorf("game %d: %v\n%s", first+i, err, text)
			continue
		}
		fault := game.Catch(func() { err = watch(c, rs.Metrics(), rs.Plan()) })
		var broken *game.Broken
		if errors.As(fault, &broken) {
			err = broken // no fault of the description
		} else if fault != nil || errors.Is(err, errDraws) {
			continue // the rules fail in play, or moves draw
		}
		if told++; err != nil {
			t.Errorf("game %d: %v\n%s", first+i, err, text)
		}
	}
	t.Logf("%d games are told of", told)
	if told == 0 {
		t.Error("none is told of")
	}
}

// TestWatchedCases watches games like those of TestWatchedGrown of which compiled code once told otherwise.
func TestWatchedCases(t *testing.T) {
	for name, text := range map[string]string{
		"moves of nobody": `(game "Nobody" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules
			(play (or {(move Add (to (sites Empty))) (addScore Mover 1) (addScore Mover 2 (then (moveAgain)))}))
			(end {(if (is Line 3) (result Mover Win)) (if (> (count Moves) 20) (result All Draw))})))`,
		"moves at the same time that come to the same": `(game "Together" (players 2) (mode Simultaneous) (equipment {(board
			(square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))}) (rules (play (move Add (to (sites Empty)) (then
			(forEach Piece)))) (end (if (> (count Moves) 25) (result All Draw)))))`,
		"votes and passes that end the play": `(game "Votes" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (or {(move Propose {"A" "Man"} (then (moveAgain))) (move Vote {"A" "Man"}) (pass)}))
			(end (if True (result Mover Win)))))`,
		"bets that are parts of moves, and what follows them": `(game "Bets" (players 2) (equipment {(board (square 3))
			(piece "Man" Each)}) (rules (play (or {(move Add (to (sites Empty) (apply (bet P1 (range 0) (then (bet P2 (range
			0))))))) (do (bet P1 (range 0)) next:(move Add (to (sites Empty))))})) (end (if (is Line 3) (result Mover Win)))))`,
		"decisions that follow effects": `(game "Steps" (players 2) (equipment {(board (square 3)) (piece "Man" Each (move
			Step (to if:(is Empty (to)))))}) (rules (start {(place "Man1" 0) (place "Man2" 6)}) (play (or {(move Add (to (sites
			Empty))) (moveAgain (then (forEach Piece)))})) (end (if True (result Mover Win)))))`,
		"the value of no site": `(game "Value" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules
			(play (move Add (to (sites Empty)) (then (set Value at:-1 3)))) (end (if (is Line 3) (result Mover Win)))))`,
		"the score of nobody": `(game "Nobody" (players 2) (equipment {(board (square 3)) (piece "Man" Each (move Step
			(to if:(is Empty (to)))))}) (rules (start {(place "Man1" 0) (place "Man2" 8)}) (play (forEach Piece (then (addScore
			(player (pot)) (+ 1 (where "Man" Mover)))))) (end (if (> (count Moves) 40) (result All Draw)))))`,
		"cards on a board without bounds": `(game "Nowhere" (players 2) (equipment {(boardless Square) (piece "Man" Each (move
			Step (to if:(is Empty (to))))) (hand Each)}) (rules (start {(place "Man1" (centrePoint)) (place "Man2" (handSite
			P2))}) (play (or {(forEach Piece) (move Add (to (sites Around (sites Occupied by:All container:"Board") Empty))
			(then (playCard)))})) (end (if (> (count Moves) 20) (result All Draw)))))`,
	} {
		t.Run(name, func(t *testing.T) { watched(t, text) })
	}
}
