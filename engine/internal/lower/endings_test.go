package lower_test

import (
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/rng"
)

// TestEndingsOfPhases plays games in which both a phase and the game have ends: what decided a play that the phase has
// ended is what the ends of the game say on the position before.
func TestEndingsOfPhases(t *testing.T) {
	for name, x := range map[string]struct {
		text    string
		decided bool
	}{
		"where a player has to pass": {`(game "Passed" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules phases:{(phase "Only" (play (move Add (to (sites Empty))))
				(end (if (no Moves Mover) (result Next Win))))} (end (if (= (count Moves) 10) (result Mover Win)))))`, true},
		"where nobody has to": {`(game "Full" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules phases:{(phase "Only" (play (move Add (to (sites Empty)))) (end (if (> (count Moves) 5)
				(result Next Win))))} (end (if (and (> (count Moves) 5) (no Pieces P3)) (result Mover Win)))))`, true},
		"by the phase alone": {`(game "Alone" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules phases:{(phase "Only" (play (move Add (to (sites Empty)) (then (addScore Mover 1))))
				(end (if (> (score Mover) 2) (result Next Win))))} (end (if (is Proposed "End") (result Mover Win)))))`, false},
		"by the phase first": {`(game "Three" (players 3) (equipment {(board (square 4)) (piece "Man" Each)})
			(rules phases:{(phase "First" (play (move Add (to (sites Empty)))) (nextPhase (> (count Moves) 4) "Second"))
				(phase "Second" (play (move Add (to (sites Empty)))) (end (if (= 0 (% (count Moves) 7)) (result Mover Loss))))}
				(end (if (= 2 (count Active)) (result Next Win)))))`, false},
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, x.text)
			r := rng.New(1)
			c := game.NewContext(gametest.Compile(t, x.text))
			c.Endings = true
			for c.Start(&r); !c.S.Over; {
				legal := c.Legal()
				c.Play(legal[r.Below(len(legal))])
			}
			if _, decided := c.Ending(); decided != x.decided {
				t.Errorf("decided by the ends of the game: %v", decided)
			}
		})
	}
}
