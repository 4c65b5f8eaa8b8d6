package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
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

// TestPayoffsThatFollowThePlay plays games whose payoffs are found when they end: the same ranks, and the same payoffs.
func TestPayoffsThatFollowThePlay(t *testing.T) {
	for name, payoffs := range map[string]string{
		"numbers":   `(payoff P1 (toFloat (count Moves))) (payoff P2 (/ (toFloat (last To)) 2.0))`,
		"the mover": `(payoff Mover 1.0) (payoff P2 (toFloat (is Even (last To))))`,
		"the next":  `(payoff Next (- (toFloat (last To)) 4.5)) (payoff P3 0.1)`,
		"roots":     `(payoff P1 (sqrt 2.0)) (payoff P3 1.4142135)`,
		"precision": `(payoff P1 0.1) (payoff P2 (+ 0.05 0.05)) (payoff P3 (* 1 0.1))`,
	} {
		t.Run(name, func(t *testing.T) {
			for _, players := range []int{1, 3} {
				payoffs := payoffs
				if players == 1 {
					payoffs = strings.NewReplacer("P2", "P1", "P3", "P1", "Next", "P1").Replace(payoffs)
				}
				text := fmt.Sprintf(`(game "Payoffs" (players %d) (equipment {(board (square 3)) (piece "Man" Each)})
					(rules (play (move Add (piece "Man1") (to (sites Empty)))) (end {(if (= 8 (last To)) (payoffs {(payoff P1 2.5)}))
					(if (> (count Moves) 5) (payoffs {%s}))})))`, players, payoffs)
				inStep(t, text)
				g := gametest.Compile(t, text)
				p, list := machines(t, g)
				for seed := range uint64(20) {
					pl := newPlayer(p, list[0])
					live, r := rng.New(seed), rng.New(seed)
					c := game.NewContext(g)
					c.Start(&live)
					for !c.S.Over {
						c.Play(c.Legal()[r.Below(len(c.Legal()))])
					}
					p.Load(pl.mem, c)
					for q := 1; q <= players; q++ {
						want, paid := c.S.PayoffOf[q], lower.Payoff(p, pl.mem, q)
						if c.S.Paid == 0 {
							continue
						}
						if _, exact := g.PaidTo(c.S.Paid, q); exact {
							continue
						}
						if want != paid {
							t.Errorf("player %d is paid %v, by the rules %v", q, paid, want)
						}
					}
				}
			}
		})
	}
}

// TestPayoffsOfNoNumber: what nobody can be paid is an error of the rules, and compiled plays leave it to them.
func TestPayoffsOfNoNumber(t *testing.T) {
	for name, payoff := range map[string]string{
		"infinite":     `(* 1e30 (* 1e30 (toFloat (+ 1 (last To)))))`,
		"spoilt: none": `(- (* 1e30 (* 1e30 (toFloat (+ 1 (last To))))) (* 1e30 (* 1e30 (toFloat (count Moves)))))`,
	} {
		t.Run(name, func(t *testing.T) {
			text := `(game "Payoffs" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules (play
				(move Add (to (sites Empty)))) (end (if (> (count Moves) 3) (payoffs {(payoff P1 ` + payoff + `)})))))`
			inStepOrRefused(t, text)
			c, r := game.NewContext(gametest.Compile(t, text)), rng.New(1)
			c.Start(&r)
			err := c.Catch(func() {
				for !c.S.Over {
					c.Play(c.Legal()[0])
				}
			})
			if err == nil || !strings.Contains(err.Error(), "a payoff of") {
				t.Errorf("found %v, expected that the payoff is refused", err)
			}
		})
	}
}
