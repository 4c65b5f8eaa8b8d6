package arena_test

import (
	"context"
	"math"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/arena"
	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/internal/enginetest"
)

func spec(t *testing.T, text string) agent.Spec {
	t.Helper()
	s, err := agent.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMatch lets search beat chance, from both sides, with the same outcome for any
// number of workers and for a match that goes on from what is known.
func TestMatch(t *testing.T) {
	m := arena.Match{Game: enginetest.Ours(t, "line/Tic-Tac-Toe.lud").Game(), A: spec(t, "uct:50"), B: spec(t, "random"),
		Seed: 4, MaxPlies: 100}
	kept := map[int]arena.Result{}
	plan := arena.Plan{Games: 20, Workers: 1, Done: func(n int, r arena.Result, plies int) error {
		if plies < 5 || plies > 9 {
			t.Errorf("game %d has %d plies", n, plies)
		}
		kept[n] = r
		return nil
	}}
	one, err := arena.Run(t.Context(), m, plan)
	if err != nil {
		t.Fatal(err)
	}
	if s := one.Score; s.Games() != 20 || s.Mean() < 0.8 || len(kept) != 20 {
		t.Errorf("%+v, %d kept", one, len(kept))
	}
	now := 0
	plan.Workers = 3
	plan.Known = func(n int) (arena.Result, int, bool) { r, ok := kept[n]; return r, 7, ok && n%3 > 0 }
	plan.Done = func(int, arena.Result, int) error { now++; return nil }
	again, err := arena.Run(t.Context(), m, plan)
	if err != nil || again.Score != one.Score || now != 7 {
		t.Errorf("%+v and then %+v, %d played, %v", one, again, now, err)
	}
	// The other way round every result is the opposite of what it was.
	m.A, m.B = m.B, m.A
	back, err := arena.Run(t.Context(), m, arena.Plan{Games: 20, Workers: 2})
	if err != nil || back.Score.Mean() > 0.2 {
		t.Errorf("random against uct: %+v, %v", back, err)
	}
}

// TestStop ends a one-sided match early, at the same game for any number of workers.
func TestStop(t *testing.T) {
	m := arena.Match{Game: enginetest.Ours(t, "line/Tic-Tac-Toe.lud").Game(), A: spec(t, "uct:50"), B: spec(t, "random"),
		Seed: 4, MaxPlies: 100}
	var first arena.Outcome
	for _, workers := range []int{1, 4} {
		out, err := arena.Run(t.Context(), m, arena.Plan{Games: 400, Workers: workers, Test: &arena.Test{Low: 0, High: 50}})
		if err != nil || out.Verdict != arena.Better || out.Score.Games() >= 200 {
			t.Errorf("%d workers: %+v, %v", workers, out, err)
		}
		if workers == 1 {
			first = out
		} else if out != first {
			t.Errorf("with one worker %+v, with more %+v", first, out)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := arena.Run(ctx, m, arena.Plan{Games: 10, Workers: 2}); err == nil {
		t.Error("a match goes on after it was told to stop")
	}
}

// TestSides gives every agent every seat as often, with any number of players.
func TestSides(t *testing.T) {
	// Every seat has a payoff of its own, so that places alone decide the games.
	const three = `EFG 2 R "Seats" { "A" "B" "C" }
p "" 1 1 "" { "go" "on" } 0
t "" 1 "" { 3, 2, 1 }
t "" 2 "" { 3, 2, 1 }
`
	g, err := efg.Read("g.efg", []byte(three), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	m := arena.Match{Game: efg.Adapt(g), A: spec(t, "random"), B: spec(t, "flat:3"), Seed: 1, MaxPlies: 10}
	out, err := arena.Run(t.Context(), m, arena.Plan{Games: 12, Workers: 1})
	if err != nil || out.Score.Wins != out.Score.Losses {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestRatings compares with what is known: 75 % are 191 Elo points, and ratings of
// a round robin add up.
func TestRatings(t *testing.T) {
	var s arena.Score
	for range 100 {
		s.Add(arena.Win)
		s.Add(arena.Draw)
	}
	if got := arena.Elo(s.Mean()); math.Abs(got-190.85) > 0.01 {
		t.Errorf("75 %% are %g points", got)
	}
	low, high := s.Interval()
	if !(low < 0.75 && high > 0.75 && high-low < 0.2) {
		t.Errorf("interval %g to %g", low, high)
	}
	var none arena.Score
	if low, high := none.Interval(); low != 0 || high != 1 {
		t.Errorf("of no games %g to %g", low, high)
	}
	r := arena.Rate(3, []arena.Pairing{{A: 0, B: 1, Score: s}, {A: 1, B: 2, Score: s}})
	if math.Abs(r[1].Elo+190) > 3 || math.Abs(r[2].Elo+380) > 6 || !(r[2].Low < -380 && r[2].High > -380) ||
		r[2].High-r[2].Low < r[1].High-r[1].Low {
		t.Errorf("ratings %+v", r)
	}
}

// TestCoverage draws scores of known chances and counts how often their intervals
// hold, which must be near 95 %.
func TestCoverage(t *testing.T) {
	state := uint64(1)
	next := func() float64 {
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>11) / (1 << 53)
	}
	for _, p := range []float64{0.5, 0.7, 0.9} {
		held := 0
		for range 2000 {
			var s arena.Score
			for range 60 {
				r := arena.Loss
				if next() < p {
					r = arena.Win
				}
				s.Add(r)
			}
			if low, high := s.Interval(); low <= p && p <= high {
				held++
			}
		}
		if share := float64(held) / 2000; share < 0.92 || share > 0.985 {
			t.Errorf("chance %g: intervals hold in %g", p, share)
		}
	}
}
