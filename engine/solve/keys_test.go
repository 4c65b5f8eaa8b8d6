package solve

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestPassesAreRemembered comes to one board by two ways: by passes and moves of the same player, and by the moves
// alone. No rule asks for the moves played, but who passes now ends the play in a draw after the first way only.
func TestPassesAreRemembered(t *testing.T) {
	for _, c := range []struct {
		players          int
		passes           string // of those who may go on after a pass
		drawn, undecided []string
	}{
		{2, "(moveAgain)", []string{"place", "pass", "place"}, []string{"place", "place"}},
		// The second of three players passes and goes on, the third one passes alone.
		{3, "(if (is Mover P2) (moveAgain))", []string{"place", "place", "place", "place", "pass", "place", "pass"},
			[]string{"place", "place", "place", "place", "place", "pass"}},
	} {
		text := fmt.Sprintf(`(game "Pass" (players %d) (equipment {(board (rectangle 1 %d)) (piece "Man" Each)})
	(rules (play (or (move Add (to (sites Empty))) (move Pass (then %s))))
		(end (if (is Full) (result Mover Win)))))`, c.players, 3*c.players, c.passes)
		g := enginetest.Compile(t, text).Game()
		come := func(moves []string) (key string, over bool) {
			p, r := g.NewPosition(), rng.New(1)
			p.Restart(&r)
			pass := func() { p.Apply(p.Moves() - 1) } // listed after the places
			for _, m := range moves {
				if m == "pass" {
					pass()
				} else {
					p.Apply(0)
				}
			}
			k, _ := p.(formal.Keyed).AppendKey(nil)
			pass()
			return string(k), p.Terminal()
		}
		one, drawn := come(c.drawn)
		other, also := come(c.undecided)
		if !drawn || also {
			t.Fatalf("%d players: over after a pass: %t, %t", c.players, drawn, also)
		}
		if one == other {
			t.Errorf("%d players: positions with different futures have one key", c.players)
		}
	}
}

// TestKeysTellFutures looks for different ways to positions with the same key near positions of random plays in games
// of the library: whichever way led there, the same moves lead to positions with the same keys, and the same ends.
func TestKeysTellFutures(t *testing.T) {
	games, met := 0, 0
	enginetest.Each(t, 11, func(name string, rs *ruleset.Ruleset) {
		g, _ := unlimited(rs.Game())
		if d, ok := g.(interface{ Draws() bool }); ok && d.Draws() || keyless(g) != "" || !formal.Perfect(g) {
			return
		}
		n := 0
		for seed := range uint64(3) {
			k, err := waysTo(g, seed)
			if err != nil {
				t.Errorf("%s, seed %d: %v", name, seed, err)
				return
			}
			n += k
		}
		if games++; n > 0 {
			met += n
		}
	})
	t.Logf("%d games, %d positions met again", games, met)
	if met < 200 {
		t.Errorf("%d positions met again: too few to test", met)
	}
}

// waysTo goes all ways of a few plies from a position of a random play, and compares positions with the same key.
func waysTo(g formal.Game, seed uint64) (again int, err error) {
	r := rng.New(seed)
	p := g.NewPosition()
	p.Restart(&r)
	for range 9 * seed {
		if p.Terminal() || p.Moves() == 0 {
			break
		}
		q := p.Clone()
		if q.Apply(r.Below(q.Moves())); !q.Terminal() {
			p = q
		}
	}
	stop := time.Now().Add(100 * time.Millisecond)
	known, queue := map[string]string{}, []formal.Position{p}
	for len(queue) > 0 && len(known) < 150 && again < 60 && time.Now().Before(stop) {
		p, queue = queue[0], queue[1:]
		key, _ := p.(formal.Keyed).AppendKey(nil)
		future, next := "", []formal.Position(nil)
		if future, next, err = futureOf(p); err != nil {
			return again, nil // a faulty description
		}
		switch before, ok := known[string(key)]; {
		case !ok:
			known[string(key)] = future
			queue = append(queue, next...)
		case before != future:
			return again, fmt.Errorf("two ways to one key, but other moves:\n%.2000s\n%.2000s", before, future)
		default:
			again++
		}
	}
	return again, nil
}

// futureOf tells what follows a position within a move.
func futureOf(p formal.Position) (text string, next []formal.Position, err error) {
	if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
		return "", nil, e.Err()
	}
	if p.Terminal() {
		return fmt.Sprint("over ", p.Payoffs()), nil, nil
	}
	var list []string
	for i := range min(p.Moves(), 40) {
		q := p.Clone()
		q.Apply(i)
		next = append(next, q)
	}
	if p.Moves() <= 40 {
		for i, q := range next {
			key, _ := q.(formal.Keyed).AppendKey(nil)
			if q.Terminal() {
				key = fmt.Append(nil, q.Payoffs())
			}
			list = append(list, fmt.Sprintf("%s %x", p.MoveText(i), key))
		}
		slices.Sort(list)
	}
	return fmt.Sprint(p.Mover(), " ", list), next, nil
}
