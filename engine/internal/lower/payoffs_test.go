package lower_test

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestPayoffs plays games that end with payoffs: the same ranks, and the same clause that pays.
func TestPayoffs(t *testing.T) {
	for name, end := range map[string]string{
		"of all": `(end (if (> (count Moves) 5) (payoffs {(payoff P1 1.5) (payoff P2 -2) (payoff P3 (/ 3 2))})))`,
		"of some": `(end {(if (is Line 3) (payoffs {(payoff P2 0.1) (payoff P1 0.1)})) (if (is Full) (payoffs
			{(payoff P3 -1.0)}))})`,
		"nested": `(end (if (> (count Moves) 4) {(if (is Line 2) (payoffs {(payoff P3 3.0)})) (if (is Full)
			(byScore))}))`,
		"of each": `(end (forEach Player if:(< 2 (count Pieces Player)) (payoffs {(payoff P2 2.5)})))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Payoffs" (players 3) (equipment {(board (square 4)) (piece "Man" Each)})
				(rules (play (move Add (to (sites Empty)))) %s))`, end))
		})
	}
	for name, payoff := range map[string]string{"a win": "0.5", "a loss": "0.0"} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Payoffs" (players 1) (equipment {(board (square 3)) (piece "Man" Each)})
				(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (payoffs {(payoff P1 %s)})))))`, payoff))
		})
	}
	t.Run("at the same time", func(t *testing.T) {
		inStep(t, `(game "Payoffs" (players 2) (mode Simultaneous) (equipment {(board (square 2)) (hand Each)})
			(rules (play (or (move Select (from (sites {0 1})) P1 (then (set Var "A" (last To)))) (move Select (from
			(sites {2 3})) P2 (then (set
			Var "B" (last To)))))) (end {(if (= (var "A") (- (var "B") 2)) (payoffs {(payoff P1 3.0) (payoff P2 1.0)}))
			(if True (payoffs {(payoff P1 0.5) (payoff P2 2.0)}))})))`)
	})
}

// TestPayoffsThatFollowThePlay says what is refused.
func TestPayoffsThatFollowThePlay(t *testing.T) {
	for _, payoff := range []string{"(payoff P1 (toFloat (count Moves)))", "(payoff Mover 1.0)", "(payoff P1 (sqrt 2.0))"} {
		g := gametest.Compile(t, `(game "Payoffs" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (payoffs {`+payoff+`})))))`)
		if _, err := lower.Game(g); err == nil {
			t.Errorf("%s is lowered", payoff)
		}
	}
}
