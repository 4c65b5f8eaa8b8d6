package lower_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/rng"
)

// TestGrown plays games whose moves, consequents and ends are drawn from the grammar, in lock step by the rules and on
// closures. ASTRAGAL_GROWN is their number, 400 by default, ASTRAGAL_GROWN_FROM that of the first, ASTRAGAL_GROWN_SEED
// the seed of the draws.
func TestGrown(t *testing.T) {
	const pieces = `(piece "Man" Each (move Step (to if:(is Empty (to))))) (piece "King" Each (flips 1 2))`
	games := []string{
		`(game "Plain" (players 2) (equipment {(board (square 4)) ` + pieces + ` (regions "Home" P1 (sites Bottom))
			(regions "Home" P2 (sites Top)) (map "Map" {(pair 0 5) (pair 3 9)})})
			(rules (start {(place "Man1" {0 5}) (place "Man2" {6 10}) (place "King1" 3)}) %s))`,
		`(game "Stacks" (players 2) (equipment {(board (square 3)) ` + pieces + ` (hand Each) (dice d:3 num:2)})
			(rules (start {(place Stack "Man1" {0 5} count:3) (place Stack "Man2" {6 2} count:2) (place "King1" 3)}) %s))`,
		`(game "Seeds" (players 2) (equipment {(mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True))
			(regions P1 (sites Bottom)) (regions P2 (sites Top)) (piece "Seed" Shared) (hand Each)})
			(rules (start {(set Count 3 to:(sites Track))}) %s))`,
		`(game "Hex" (players 3) (equipment {(board (hex 3) use:Vertex) ` + pieces + ` (piece "Rock" Neutral)})
			(rules (start {(place "Man1" {0 5}) (place "Man2" {6 10}) (place "King3" 3) (place "Rock0" 12)}) %s))`,
		`(game "Track" (players 2) (equipment {(board (rectangle 1 9) {(track "Track" "0,E" P1 directed:True)
			(track "Track" "8,W" P2 directed:True)}) ` + pieces + ` (hand Each) (dice d:2 num:1)})
			(rules (start {(place "Man1" (handSite P1) count:2) (place "Man2" (handSite P2) count:2)}) %s))`,
	}
	grower := mutant.NewGrower(ludeme.Grammar(), "Man", "King", "Home", "Map", "Track", "A")
	first, seed := enginetest.Number("ASTRAGAL_GROWN_FROM", 0), enginetest.Number("ASTRAGAL_GROWN_SEED", 1)
	lowered, played, spoilt := 0, 0, 0
	for i := range enginetest.Number("ASTRAGAL_GROWN", 400) {
		r := rng.Derive(seed, first+i)
		text := fmt.Sprintf(games[r.Below(len(games))], fmt.Sprintf(`(play (or {(move Add (to (sites Empty)) (then %s))
			(forEach Piece) %s})) (end {(if %s (result Mover Win)) (if (> (count Moves) 25) (result All Draw))})`,
			grower.Grow("nonDecision", 3, &r), grower.Grow("moves", 3, &r), grower.Grow("bool", 3, &r)))
		compiled, err := gametest.Try(text)
		if err != nil {
			continue
		}
		var p *lower.Program
		if err := game.Catch(func() {
			var err error
			var refusal *lower.Refusal
			if p, err = lower.Game(compiled); err == nil {
				err = p.Finish(true, nil)
			}
			if errors.As(err, &refusal) {
				p = nil
			} else if err != nil {
				t.Errorf("game %d: %v\n%s", first+i, err, text)
				p = nil
			}
		}); err != nil {
			t.Errorf("game %d: %v\n%s", first+i, err, text)
		}
		if p == nil {
			continue
		}
		lowered++
		pl := newPlayer(p, closure.New(p.Program))
		for seed := range uint64(3) {
			var why error
			if err := game.Catch(func() { why = lockStep(t, pl, seed) }); err != nil {
				break // the rules fail in play
			}
			if errors.Is(why, errSpoilt) {
				spoilt++
				break
			} else if why != nil {
				t.Errorf("game %d, seed %d: %v\n%s", first+i, seed, why, text)
				break
			}
			played++
		}
	}
	t.Logf("%d games are lowered, %d plays, %d given up", lowered, played, spoilt)
	if played == 0 {
		t.Error("none is played")
	}
}
