package arena_test

import (
	"testing"

	"github.com/astragal/astragal/engine/arena"
	"github.com/astragal/astragal/engine/internal/enginetest"
)

// TestProvenDraws: what search proves of Tic-Tac-Toe, that it is drawn, does not keep it from
// winning against who plays at random, and against perfect play nothing is lost.
func TestProvenDraws(t *testing.T) {
	g := enginetest.Ours(t, "line/Tic-Tac-Toe.lud").Game()
	play := func(a, b string, games int) arena.Score {
		out, err := arena.Run(t.Context(), arena.Match{Game: g, A: spec(t, a), B: spec(t, b), Seed: 1, MaxPlies: 20},
			arena.Plan{Games: games, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s against %s: %d–%d–%d", a, b, out.Score.Wins, out.Score.Draws, out.Score.Losses)
		return out.Score
	}
	if s := play("uct:200", "random", 400); s.Mean() < 0.955 { // 0.906 when a proven draw was as good as any
		t.Errorf("uct:200 scores %.3f against random play", s.Mean())
	}
	if s := play("uct:1000", "alphabeta:9", 20); s.Losses > 0 {
		t.Errorf("uct:1000 loses %d of 20 games against perfect play", s.Losses)
	}
}
