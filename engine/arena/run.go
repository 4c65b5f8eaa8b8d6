package arena

import (
	"context"
	"sync"
)

// Plan says how to play a match.
type Plan struct {
	// Games is the largest number of games, an even one, Workers how many are played
	// at the same time.
	Games, Workers int
	// Test ends the match when it is decided; nil plays all games.
	Test *Test
	// Known tells the result of a game that was played before; it may be nil.
	Known func(number int) (Result, int, bool)
	// Done is told of every game that was played now, in any order, one at a time; an
	// error ends the match. It may be nil.
	Done func(number int, r Result, plies int) error
	// Shown is told the score so far after every game that counts; it may be nil.
	Shown func(s Score)
}

// Outcome is what a match came to.
type Outcome struct {
	Score   Score
	Verdict Verdict // of the test
	Plies   int     // decisions of all games that count
	Spoilt  int     // games that the description of the game spoilt; in nothing else
}

// game is the result of one game.
type game struct {
	result Result
	plies  int
	spoilt bool
	played bool
}

// Run plays a match. Games count in the order of their numbers, so that the outcome
// is the same for any number of workers; where a test ends the match, games after
// that do not count even if they have been played.
func Run(ctx context.Context, m Match, p Plan) (Outcome, error) {
	r := &run{plan: p, games: make([]game, p.Games)}
	if p.Known != nil {
		for n := range r.games {
			if result, plies, ok := p.Known(n); ok {
				r.games[n] = game{result, plies, false, true}
			}
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.count()
	var wg sync.WaitGroup
	for range max(p.Workers, 1) {
		wg.Go(func() {
			if err := r.work(ctx, m); err != nil {
				r.mu.Lock()
				if r.err == nil {
					r.err = err
				}
				r.mu.Unlock()
				cancel()
			}
		})
	}
	wg.Wait()
	return r.out, r.err
}

type run struct {
	plan Plan

	mu      sync.Mutex
	games   []game
	next    int // the first game that nobody plays yet
	counted int // games that count so far
	over    bool
	out     Outcome
	err     error
}

// work plays games until there are no more.
func (r *run) work(ctx context.Context, m Match) error {
	var t *Table
	for {
		n, ok := r.deal()
		if !ok || ctx.Err() != nil {
			return ctx.Err()
		}
		if t == nil {
			var err error
			if t, err = m.Sit(); err != nil {
				return err
			}
		}
		result, plies, err := t.Play(ctx, n)
		if err != nil && !Spoilt(err) {
			return err
		}
		if err := r.done(n, game{result, plies, err != nil, true}); err != nil {
			return err
		}
	}
}

// deal hands out a game.
func (r *run) deal() (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.next < len(r.games) && r.games[r.next].played {
		r.next++
	}
	if r.over || r.err != nil || r.next >= len(r.games) {
		return 0, false
	}
	r.next++
	return r.next - 1, true
}

// done takes in a game.
func (r *run) done(n int, g game) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.games[n] = g
	if r.plan.Done != nil && !g.spoilt {
		if err := r.plan.Done(n, g.result, g.plies); err != nil {
			return err
		}
	}
	r.count()
	return nil
}

// count counts the games that have become countable: all before them are known.
func (r *run) count() {
	for !r.over && r.counted < len(r.games) && r.games[r.counted].played {
		// A pair counts as a whole, so that a spoilt game takes its fellow along.
		if r.counted+1 < len(r.games) && !r.games[r.counted+1].played {
			return
		}
		for range min(2, len(r.games)-r.counted) {
			g := r.games[r.counted]
			r.counted++
			if g.spoilt {
				r.out.Spoilt++
				continue
			}
			r.out.Score.Add(g.result)
			r.out.Plies += g.plies
		}
		if r.plan.Test != nil {
			r.out.Verdict = r.plan.Test.Verdict(&r.out.Score)
			r.over = r.out.Verdict != Open
		}
		if r.plan.Shown != nil {
			r.plan.Shown(r.out.Score)
		}
	}
}
