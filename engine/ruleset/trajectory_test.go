package ruleset_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
)

// explicit starts a game whose chance is an actor of its own.
func explicit(t *testing.T, text string) formal.Position {
	t.Helper()
	p := enginetest.Compile(t, text).Game().(interface{ Trajectories() formal.Game }).Trajectories().NewPosition()
	r := rng.New(1)
	p.Restart(&r)
	return p
}

// roll is a game of one player who adds a disc to a line of four and then sees
// two dice with three faces; a sum of six wins.
const roll = `
(game "Roll"
  (players 1)
  (equipment { (board (rectangle 1 4)) (piece "Disc" P1) (dice d:3 num:2) })
  (rules
    (play (move Add (to (sites Empty)) (then (roll))))
    (end { (if (= (count Pips) 6) (result P1 Win)) (if (is Full) (result P1 Loss)) })
  )
)`

func TestRollsAreDecisionsOfChance(t *testing.T) {
	p := explicit(t, roll)
	if p.Mover() != 1 || p.Moves() != 4 {
		t.Fatalf("player %d has %d moves", p.Mover(), p.Moves())
	}
	q := p.Clone()
	p.Apply(2)
	if p.Terminal() || p.Mover() != formal.Chance || p.Moves() != 9 {
		t.Fatalf("terminal %v, mover %d, %d moves", p.Terminal(), p.Mover(), p.Moves())
	}
	sum, over := new(big.Rat), 0
	texts := map[string]bool{}
	for i := range p.Moves() {
		sum.Add(sum, p.Probability(i))
		if p.Probability(i).Cmp(big.NewRat(1, 9)) != 0 {
			t.Errorf("alternative %d has probability %v", i, p.Probability(i))
		}
		texts[p.MoveText(i)] = true
		next := p.Clone()
		next.Apply(i)
		if next.Terminal() {
			over++
			if next.Payoffs()[0].Sign() <= 0 {
				t.Errorf("%s pays %v", p.MoveText(i), next.Payoffs())
			}
		} else if next.Mover() != 1 || next.Moves() != 3 {
			t.Errorf("%s: player %d has %d moves", p.MoveText(i), next.Mover(), next.Moves())
		}
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 || over != 1 || len(texts) != 9 {
		t.Errorf("probabilities add up to %v, %d of %d alternatives end the play", sum, over, len(texts))
	}
	if q.Mover() != 1 || q.Moves() != 4 {
		t.Error("the copy moved too")
	}
}

// draws is a game in which chance decides where nobody chooses: the first player
// loses with probability weight/(1+weight).
func draws(weights string) string {
	return `
(game "Draw"
  (players 2)
  (equipment { (board (square 2)) (piece "Disc" Each) })
  (rules
    (play (random {` + weights + `} { (move Add (to 0)) (move Add (to 1)) (move Add (to 2)) }))
    (end { (if (is Occupied 0) (payoffs { (payoff P1 (/ 1 3)) (payoff P2 -0.1) }))
           (if (is Occupied 1) (payoffs { (payoff P1 -2) (payoff P2 3) }))
           (if (is Occupied 2) (payoffs { (payoff P1 0) (payoff P2 0) })) })
  )
)`
}

func tree(t *testing.T, text string) formal.Game {
	t.Helper()
	g, err := efg.Read("tree.efg", []byte(text), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return efg.Adapt(g)
}

// Weights and payoffs are exact, impossible alternatives vanish, and a draw that
// leaves no choice is one decision with the move that follows.
func TestDrawsWithoutChoiceAreExact(t *testing.T) {
	for _, c := range []struct{ weights, tree string }{
		{"1 2 0", `EFG 2 R "t" { "A" "B" } c "" 1 { "a" 1/3 "b" 2/3 } 0 t "" 1 { 1/3 -1/10 } t "" 2 { -2 3 }`},
		{"0.1 0.2 0.7", `EFG 2 R "t" { "A" "B" } c "" 1 { "a" 1/10 "b" 2/10 "c" 7/10 } 0 t "" 1 { 1/3 -1/10 } t "" 2 { -2 3 } t "" 3 { 0 0 }`},
		{"0 5 0", `EFG 2 R "t" { "A" "B" } c "" 1 { "b" 1 } 0 t "" 2 { -2 3 }`},
	} {
		r, err := equiv.Walk(context.Background(), tree(t, c.tree), enginetest.Compile(t, draws(c.weights)).Game(),
			equiv.Options{OwnSets: true})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Equal {
			t.Errorf("%s: %v", c.weights, r.Difference)
		}
	}
	r, err := equiv.Walk(context.Background(),
		tree(t, `EFG 2 R "t" { "A" "B" } c "" 1 { "a" 1/2 "b" 1/2 } 0 t "" 1 { 1/3 -1/10 } t "" 2 { -2 3 }`),
		enginetest.Compile(t, draws("1 2 0")).Game(), equiv.Options{OwnSets: true})
	if err != nil || r.Equal {
		t.Errorf("other probabilities: %v, %v", r, err)
	}
}

// A shuffled deck has too many orders to list: it is drawn.
func TestLargeDrawsAreMade(t *testing.T) {
	p := explicit(t, `
(game "Bag"
  (players 1)
  (equipment { (board (square 4)) (piece "Disc" P1) })
  (rules
    (start (place Random (sites Board) {"Disc"} count:5))
    (play (move Add (to (sites Empty))))
    (end (if (is Full) (result P1 Win)))
  )
)`)
	if !p.(interface{ Drawn() bool }).Drawn() {
		t.Error("the draw is not told")
	}
	if p.Mover() != 1 || p.Moves() != 11 {
		t.Errorf("player %d has %d moves", p.Mover(), p.Moves())
	}
}
