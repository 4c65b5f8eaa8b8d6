package moves_test

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// draws is the number of random numbers drawn between two states of a generator.
func draws(from, to uint64) int {
	x := rng.New(from)
	for n := range 10_000 {
		if x.State == to {
			return n
		}
		x.Uint64()
	}
	return -1
}

// TestCanMoveDraws counts the numbers drawn by the question whether the next player
// has a move that leaves a condition true. Every step draws one when it is listed. On a board
// of 4×4 the second player's stones on 12, 5 and 15 have 2, 4 and 2 steps, in this order:
// 12→13, 12→8, 5→9, 5→6, 5→1, 5→4, 15→11, 15→14. They are listed stone by stone, and only
// as far as the first that is good and one more.
func TestCanMoveDraws(t *testing.T) {
	for _, x := range []struct {
		good string
		want int
	}{
		{"{8 13}", 2}, // 12 has more steps than the first good one
		{"{13}", 2},
		{"{8}", 2 + 4}, // the last step of 12 is good: 5 is next
		{"{9}", 2 + 4},
		{"{1}", 2 + 4},
		{"{4}", 2 + 4 + 2},
		{"{11}", 2 + 4 + 2},
		{"{14}", 2 + 4 + 2}, // nothing comes after it
		{"{0}", 2 + 4 + 2},  // none is good
	} {
		for _, ask := range []string{
			`(can Move (do (forEach Piece Next) ifAfterwards:(is In (last To) (sites %s))))`,
			`(can Move (if True (do (forEach Piece Next) ifAfterwards:(is In (last To) (sites %s)))))`,
		} {
			c := start(t, fmt.Sprintf(`(game "Count" (players 2) (equipment {(board (square 4))
				(piece "Stone" Each (move Step Orthogonal
					(to if:(is Empty (to)) (apply (set Value at:(from) (value Random (range 1 4)))))))})
			(rules (start {(place "Stone1" {3}) (place "Stone2" {12}) (place "Stone2" {5}) (place "Stone2" {15})})
				(play (if (is Mover P1) (move Pass) (forEach Piece)))
				(end (if (and (is Mover P1) `+ask+`) (result P2 Draw)))))`, x.good))
			before := c.R.State
			c.Play(c.Legal()[0])
			if !c.S.Over && x.good != "{0}" {
				t.Errorf("%s: the good step of %s is not found", ask, x.good)
			}
			got := draws(before, c.R.State)
			if !c.S.Over {
				got -= 2 + 4 + 2 // the legal moves of the second player
			}
			if got != x.want {
				t.Errorf("%s: %d numbers drawn where %s are good, want %d", ask, got, x.good, x.want)
			}
		}
	}
}

// TestIndependentLookAheads asks in a copy for every step of a king whether it is
// threatened, where every time the toss of a coin reports whether the enemy can move at all:
// half of the steps should stay, not all or none.
func TestIndependentLookAheads(t *testing.T) {
	c := start(t, `(game "Coins" (players 2)
		(equipment {(board (square 5)) (piece "King" P1 (move Step (to if:(is Empty (to)))))
			(piece "Eye" P2 (move (from) (to (sites Board))))})
		(rules (start {(place "King1" 12) (place "Eye2" 0)})
			(play (if (is Mover P1) (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" P1) at:(last To))))
				(if (= 1 (value Random (range 1 2))) (forEach Piece) (move Pass))))
			(end (if (no Moves Next) (result P1 Draw)))))`)
	const games = 400
	kept, mixed := 0, 0
	for seed := range games {
		r := rng.New(uint64(seed))
		c.Start(&r)
		n := len(c.Legal())
		if n == 1 && c.IsPass(c.Legal()[0]) {
			n = 0
		}
		kept += n
		if n > 0 && n < 8 {
			mixed++
		}
	}
	// 3,200 coins: five standard deviations are 141; all alike in 1 of 128 games.
	if kept < 1600-141 || kept > 1600+141 {
		t.Errorf("%d of %d steps stay, want about half", kept, 8*games)
	}
	if mixed < games*9/10 {
		t.Errorf("some but not all steps stay in %d of %d positions", mixed, games)
	}
}

// TestLookAheadsForeseeNothing compares the random numbers of a position with those of
// copies of it, and of copies of these.
func TestLookAheadsForeseeNothing(t *testing.T) {
	c := start(t, `(game "Two" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))`)
	seen := map[uint64]string{}
	note := func(name string, x *game.Context) {
		if other, known := seen[x.R.State]; known {
			t.Errorf("%s draws the numbers of %s", name, other)
		}
		seen[x.R.State] = name
	}
	note("the position", c)
	one := c.Temp()
	note("a copy", one)
	two := one.Temp()
	note("a copy of a copy", two)
	note("a copy of a copy of a copy", two.Temp())
	for i, m := range c.Legal() {
		x := c.Try(m)
		note(fmt.Sprintf("the copy for move %d", i), x)
		note(fmt.Sprintf("a copy of the copy for move %d", i), x.Temp())
	}
}

// TestIndependentCopies plays moves whose effects draw on copies of the position, between which nothing else is drawn.
func TestIndependentCopies(t *testing.T) {
	for _, effect := range []string{`(seq {%s})`, `(seq {(seq {%s}) (set Counter)})`, `(do (set Counter) next:%s)`,
		`(if (< 0 (count Moves)) (seq {(do (set Counter) next:%s)}))`} {
		draw := fmt.Sprintf(effect, `(addScore Mover (value Random (range 1 1000000)))`)
		c := start(t, `(game "Draws" (players 1) (equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (and `+draw+` `+draw+`)))) (end (if (is Full) (byScore)))))`)
		seen, last := map[int32]bool{}, int32(0)
		for ply := range 5 {
			c.Play(c.Legal()[0])
			drawn := 0
			for _, a := range c.Applied() {
				if a.Kind == game.ActSetScore {
					seen[a.Value] = true
					drawn++
				}
			}
			if drawn != 2 || len(seen) != 2*(ply+1) || c.S.ScoreOf[1] == last {
				t.Fatalf("%s: %d numbers in ply %d, %d different so far", effect, drawn, ply, len(seen))
			}
			last = c.S.ScoreOf[1]
		}
	}
}
