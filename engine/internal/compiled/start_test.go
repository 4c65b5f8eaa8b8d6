package compiled

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

// TestRandomStart checks that plays of games whose start is left to chance begin at the
// positions of the rules with the same draws, and that these differ.
func TestRandomStart(t *testing.T) {
	t.Run("turned", func(t *testing.T) { randomStart(t, load(t, "../../../library/lud/hidden/Banqi.lud")) })
	t.Run("dealt", func(t *testing.T) {
		randomStart(t, gametest.Compile(t, `(game "Deal" (players 2)
			(equipment {(board (square 4)) (hand Each size:4) (piece "Card" Shared)})
			(rules
				(start {
					(forEach Value min:1 max:8 (place Random (sites {16..23}) {"Card"} value:(value)))
					(set Hidden {What Value} (sites Hand P1) to:P2)
					(set Hidden {What Value} (sites Hand P2) to:P1)
				})
				(play (move (from (sites Occupied by:Shared container:(mover))) (to (sites Empty))))
				(end (if (no Moves Next) (result Mover Win)))))`))
	})
}

func randomStart(t *testing.T, g *game.Game) {
	if !g.RandomStart {
		t.Fatal("the start is not left to chance")
	}
	c, err := New(g)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.NewPlayer()
	if err != nil {
		t.Fatal(err)
	}
	at, err := c.NewPosition()
	if err != nil {
		t.Fatal(err)
	}
	starts := map[string]bool{}
	for seed := range uint64(10) {
		r, live := rng.New(seed), rng.New(seed)
		p.Start()
		p.Run(&r, 0)
		x := game.NewContext(g)
		x.Lazy = true
		x.Start(&live)
		at.Load(x, nil)
		state := string(at.mem[c.p.Lo:c.p.Hi])
		if string(p.mem[c.p.Lo:c.p.Hi]) != state || r != live {
			t.Errorf("seed %d: the play does not begin as by the rules", seed)
		}
		starts[state] = true
		if !p.Run(&r, 100_000) || p.Err() != nil {
			t.Errorf("seed %d: %v", seed, p.Err())
		}
	}
	if len(starts) < 9 {
		t.Errorf("10 plays have %d starts", len(starts))
	}
}

// TestFullStart compiles a game whose plays begin with more pieces on a site than there is room for: none is played.
func TestFullStart(t *testing.T) {
	c, err := New(gametest.Compile(t, `(game "Full" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
		(rules (start (place Stack "Man1" 0 count:200)) (play (move Add (to (sites Empty))))
			(end (if (is Full) (result Mover Win)))))`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.NewPlayer(); err != errFull {
		t.Errorf("a player begins where there is no room: %v", err)
	}
}

// TestFirstPlay checks that the first play of a player, and that of a watcher, is like any other from the same seed:
// where positions must not come back, with throws, and with neither.
func TestFirstPlay(t *testing.T) {
	const game = `(game "First" (players 2) (equipment {(board (square 13)) (dice num:1) (piece "Man" Each (move Step (to
		if:(is Empty (to)))))}) (rules %s (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))}) (play %s)
		(end (if (> (count Moves) 100) (result Mover Draw)))))`
	for name, x := range map[string][2]string{
		"positions":         {`(meta (no Repeat))`, `(forEach Piece)`},
		"throws":            {``, `(do (roll) next:(if (< (count Pips) 4) (forEach Piece) (move Pass)))`},
		"nothing but moves": {``, `(forEach Piece)`},
	} {
		g := gametest.Compile(t, fmt.Sprintf(game, x[0], x[1]))
		watched, err := NewWatched(g)
		if err != nil {
			t.Fatal(err)
		}
		w, err := watched.NewWatcher(metric.NewPlan(g, metric.Facts{}), metric.NewBatch(g.Players), metric.All)
		if err != nil {
			t.Fatal(err)
		}
		playsAgain(t, name+", watched", func() { w.Start(1) }, w.Run, &w.Player)
		bare, err := NewPlays(g)
		if err != nil {
			t.Fatal(err)
		}
		p, err := bare.NewPlayer()
		if err != nil {
			t.Fatal(err)
		}
		playsAgain(t, name, p.Start, p.Run, &p)
	}
}

// playsAgain checks that a player makes the same play three times.
func playsAgain(t *testing.T, name string, start func(), run func(r *rng.SplitMix64, plies int) bool, p **Player) {
	t.Helper()
	const plies = 60
	var first rng.SplitMix64
	for i := range 3 {
		r := rng.New(7)
		start()
		if run(&r, plies); (*p).Err() != nil {
			t.Fatal(name, ", play ", i, ": ", (*p).Err())
		}
		if i == 0 {
			first = r
		} else if r != first {
			t.Errorf("%s: play %d is another one than the first", name, i)
		}
	}
}
