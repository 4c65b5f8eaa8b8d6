package lower_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
)

// TestPunctual plays games with effects that are found out when they are made, in lock step,
// and checks that those are refused that another effect would change before.
func TestPunctual(t *testing.T) {
	for effects, lowered := range map[string]bool{
		// The rules count the rounds before the variable is set.
		`(and (set Var "X" 5) (while (< (var "X") 3) (set Var "X" (+ 1 (var "X")))))`:                              true,
		`(and (set Var "X" 5) (seq {(set Score Mover (var "X")) (set Var "X" 1)}))`:                                false,
		`(forEach Site (sites Around (last To)) (seq {(set Var "X" (+ 1 (var "X"))) (addScore Mover (var "X"))}))`: false,
		// Of two branches only one is taken, and what comes later changes nothing.
		`(if (is Even (last To)) (seq {(set Var "X" 1) (addScore Mover (var "X"))})
			(seq {(set Var "X" (+ 1 (var "X"))) (addScore Next (var "X"))}))`: true,
		`(and (while (< (var "X") (last To)) (set Var "X" (+ 1 (var "X")))) (set Var "X" 0))`: true,
		// What effects begin with is made for each of them, also one inside another.
		`(do (addScore Mover 1) next:(do (addScore Next 1) next:
			(and (set Var "X" (score Mover)) (set Var "Y" (score Next)))))`: true,
		`(do (addScore Mover 1) next:(if (is Even (last To))
			(do (addScore Next 1) next:(and (set Var "X" (score Mover)) (set Var "Y" (score Next))))))`: true,
		`(do (while (< (var "X") 3) (set Var "X" (+ 1 (var "X")))) next:(and (addScore Mover 1) (set Var "X" 0)))`: true,
		`(do (addScore Mover 1) next:(while (< (var "X") 3) (set Var "X" (+ 1 (var "X")))))`:                       true,
	} {
		g := gametest.Compile(t, fmt.Sprintf(`(game "Effects" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
			(rules (start (set Score Each 0)) (play (move Add (to (sites Empty)) (then %s)))
			(end (if (is Full) (byScore)))))`, effects))
		p, err := lower.Game(g)
		var refusal *position.Refusal
		if err != nil && !errors.As(err, &refusal) {
			t.Fatal(err)
		} else if (err == nil) != lowered {
			t.Errorf("%s: %v", effects, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), "effects") {
				t.Errorf("%s: %v", effects, err)
			}
			continue
		}
		if err := p.Finish(true, nil); err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(5) {
			if err := lockStep(t, newPlayer(p, closure.New(p.Program)), seed); err != nil {
				t.Errorf("%s: seed %d: %v", effects, seed, err)
				break
			}
		}
	}
}

// TestOrderBefore checks that plays are given up that come to a move in front of which three and more effects go, of
// which it matters that they are not made in the order in which they are found.
func TestOrderBefore(t *testing.T) {
	for prior, told := range map[string]bool{
		`(and {(set Var "X" 1) (set Var "Y" 2) (set Var "Z" 3)})`: true,
		`(and (set Var "X" 1) (set Var "X" 2))`:                   true,
		`(and {(set Var "X" 1) (set Var "X" 2) (set Var "X" 3)})`: false,
		`(forEach Value min:1 max:3 (remember Value (value)))`:    false,
	} {
		text := fmt.Sprintf(`(game "Before" (players 2) (equipment {(board (square 4)) (piece "Man" Each)}) (rules
			(play (do %s next:(move Add (to (sites Empty))))) (end (if (is Full) (result Mover Win)))))`, prior)
		if told {
			inStep(t, text)
			continue
		}
		p, list := machines(t, gametest.Compile(t, text))
		for _, m := range list {
			if err := lockStep(t, newPlayer(p, m), 1); !errors.Is(err, errSpoilt) {
				t.Errorf("%s: %v", prior, err)
			}
		}
	}
}
