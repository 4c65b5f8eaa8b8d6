package ints_test

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// TestPipsOfSeveralSets: the dice of several sets are one container, which belongs to
// the owner of the last; (count Pips) is the sum of all its dice, or 0 for anyone else.
func TestPipsOfSeveralSets(t *testing.T) {
	const first, second = 1 + 2, 10 // the lowest throw of two dice from 1 and 2, and of one from 10
	for _, x := range []struct {
		sets, pips string
		least      int
	}{
		{`(dice d:4 num:1) (dice d:4 from:2 num:1)`, `(count Pips)`, first},
		{`(dice d:4 num:1) (dice d:4 from:2 num:1) (dice d:2 from:10 num:1)`, `(count Pips)`, first + second},
		{`(dice d:4 P1 num:1) (dice d:4 from:2 P2 num:1)`, `(count Pips P2)`, first},
		{`(dice d:4 P1 num:1) (dice d:4 from:2 P2 num:1)`, `(count Pips of:2)`, first},
		{`(dice d:4 P1 num:1) (dice d:4 from:2 P2 num:1)`, `(count Pips P1)`, 0},
		{`(dice d:4 P1 num:1) (dice d:4 from:2 P2 num:1)`, `(count Pips)`, 0},
		{`(dice d:4 num:1) (dice d:4 from:2 P1 num:1)`, `(count Pips P1)`, first},
	} {
		g, err := compile(fmt.Sprintf(`(game "Sets" (players 2) (equipment {(board (square 3)) (piece "Disc" Each) %s})
			(rules (play (do (roll) next:(move Add (to (sites Empty)) (then (set Score Mover %s)))))
				(end (if (is Full) (result Mover Win)))))`, x.sets, x.pips))
		if err != nil {
			t.Errorf("%s: %v", x.sets, err)
			continue
		}
		err = game.Catch(func() {
			c := game.NewContext(g)
			for seed := range 50 {
				r := rng.New(uint64(seed))
				c.Start(&r)
				c.Play(c.Legal()[0])
				sum, want := 0, 0
				for _, v := range c.S.DiceValue {
					sum += int(v)
				}
				if x.least > 0 {
					want = sum
				}
				if got := int(c.S.ScoreOf[1]); got != want || sum < x.least || len(c.S.DiceValue) != len(g.Dice) {
					t.Fatalf("%s, %s: %d, want %d where the dice show %v", x.sets, x.pips, got, want, c.S.DiceValue)
				}
			}
		})
		if err != nil {
			t.Errorf("%s: %v", x.sets, err)
		}
	}
}
