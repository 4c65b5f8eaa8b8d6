package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/arena"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/strength"
)

// playLevel is play by one agent in all seats, and its match against the level below.
type playLevel struct {
	Agent string  `json:"agent"`
	Games int     `json:"games"`
	Plies float64 `json:"plies"` // on average
	// Seats are the shares of the points of every seat against the mean of the others, with their 95 %
	// intervals; for one player the share of plays that he wins.
	Seats []share `json:"seats"`
	Draws int     `json:"draws"`
	// Above is the share of the points against the level below, null for the lowest.
	Above *share `json:"above"`
}

// share is a share of points with its 95 % interval.
type share struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func shareOf(s *arena.Score) share {
	low, high := s.Interval()
	return share{s.Mean(), low, high}
}

// opening is how often plays of the strongest level begin with a move.
type opening struct {
	Move  string  `json:"move"`
	Games int     `json:"games"`
	Value float64 `json:"value"` // mean payoff of who made it
}

// lineMove is a move that most plays with the same beginning go on with.
type lineMove struct {
	Move  string `json:"move"`
	Games int    `json:"games"`
}

// lowestBudget is that of the lowest level of search.
const lowestBudget = 25

// reportPlies ends plays of levels as draws.
const reportPlies = 300

// level is the agent of a level, from 0.
func level(k int) agent.Spec {
	by, err := agent.Parse(fmt.Sprintf("uct:%d", lowestBudget<<k))
	if err != nil {
		panic(err) // the text is ours
	}
	return by
}

// climb plays every level against itself and the one below, all of them side by side.
func (r *gameReport) climb(ctx context.Context, rs engine.Ruleset, levels, games int) error {
	if r.Players == 0 {
		return fmt.Errorf("nobody plays %s", r.Game)
	}
	plays, outcomes := make([][]levelPlay, levels), make([]arena.Outcome, levels)
	errs := make([]error, 2*levels)
	var wg sync.WaitGroup
	for k := levels - 1; k >= 0; k-- { // the longest first
		wg.Go(func() { plays[k], errs[2*k+1] = r.self(ctx, rs.Game(), k, games, k == levels-1) })
		if k == 0 {
			continue
		}
		wg.Go(func() {
			m := arena.Match{Game: rs.Game(), A: level(k), B: level(k - 1), Seed: r.Seed, MaxPlies: reportPlies}
			done := func(_ int, result arena.Result, _ int) error {
				return r.tell(func() error {
					r.tally.Observe(metric.StepName(levels-k), float64(result))
					return nil
				})
			}
			outcomes[k], errs[2*k] = arena.Run(ctx, m, arena.Plan{Games: games, Workers: runtime.NumCPU(), Done: done})
		})
	}
	wg.Wait()
	for k := range levels {
		if err := cmp.Or(errs[2*k], errs[2*k+1]); err != nil {
			return err
		}
		l := playLevel{Agent: level(k).String(), Games: games}
		if s := &outcomes[k].Score; s.Games() > 0 {
			x := shareOf(s)
			l.Above = &x
		}
		step := levels - k // counted from the highest level, as in a ladder
		for _, v := range r.count(&l, plays[k]) {
			if step > 1 {
				r.tally.Observe(metric.AdvantageName(step-1), v)
			}
		}
		if step == 1 {
			r.open(plays[k])
		}
		r.Levels = append(r.Levels, l)
	}
	return nil
}

// tell has f add to what is counted, one at a time.
func (r *gameReport) tell(f func() error) error {
	r.counting.Lock()
	defer r.counting.Unlock()
	return f()
}

// levelPlay is a play of a level with itself.
type levelPlay struct {
	moves   []string  // in short texts
	payoffs []float64 // nil where the limit ended it
	mover   int       // of the first move
	puzzle  *puzzle
}

// self plays a level against itself, on all processors; the plays are the same on any number of
// them. Of the strongest level what it thinks is measured, and puzzles are looked for.
func (r *gameReport) self(ctx context.Context, g formal.Game, k, games int, strongest bool) ([]levelPlay, error) {
	plays := make([]levelPlay, games)
	workers := min(runtime.NumCPU(), games)
	tallies, errs := make([]*metric.Batch, workers), make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		tallies[w] = metric.NewBatch(r.Players)
		wg.Go(func() {
			p, err := newLooker(g, level(k), strongest, tallies[w])
			for n := w; n < games && err == nil; n += workers {
				plays[n], err = p.watch(ctx, rng.Derive(r.Seed+77, uint64(n)).State)
			}
			errs[w] = err
		})
	}
	wg.Wait()
	for w := range workers {
		if errs[w] != nil {
			return nil, errs[w]
		}
		if err := r.tell(func() error { return r.tally.Merge(tallies[w]) }); err != nil {
			return nil, err
		}
	}
	return plays, nil
}

// count sums plays of a level up, and returns what each gave the first player, from 0 to 1.
func (r *gameReport) count(l *playLevel, plays []levelPlay) (firsts []float64) {
	total := 0
	scores := make([]arena.Score, r.Players)
	for _, p := range plays {
		total += len(p.moves)
		draw := true
		for seat := range scores {
			result := resultOf(p.payoffs, seat)
			scores[seat].Add(result)
			draw = draw && result == arena.Draw
			if seat == 0 {
				firsts = append(firsts, (float64(result)+1)/2)
			}
		}
		if draw {
			l.Draws++
		}
		if p.payoffs != nil && (len(r.Shortest) == 0 || len(p.moves) < len(r.Shortest)) {
			r.Shortest = p.moves
		}
	}
	l.Plies = math.Round(10*float64(total)/float64(len(plays))) / 10
	for i := range scores {
		l.Seats = append(l.Seats, shareOf(&scores[i]))
	}
	return firsts
}

// open finds the first moves, the typical opening and the puzzles of plays.
func (r *gameReport) open(plays []levelPlay) {
	first := map[string]*opening{}
	known := map[string]bool{}
	for _, p := range plays {
		if p.puzzle != nil && len(r.Puzzles) < mostPuzzles && !known[p.puzzle.seen] {
			known[p.puzzle.seen] = true
			r.Puzzles = append(r.Puzzles, *p.puzzle)
		}
		if len(p.moves) == 0 {
			continue
		}
		o := first[p.moves[0]]
		if o == nil {
			o = &opening{Move: p.moves[0]}
			first[p.moves[0]] = o
		}
		o.Games++
		if p.payoffs != nil && p.mover > 0 {
			o.Value += p.payoffs[p.mover-1]
		}
	}
	for _, o := range first {
		o.Value /= float64(o.Games)
		r.Openings = append(r.Openings, *o)
	}
	slices.SortFunc(r.Openings, func(a, b opening) int {
		if a.Games != b.Games {
			return b.Games - a.Games
		}
		return strings.Compare(a.Move, b.Move)
	})
	for at := 0; ; at++ { // as long as two plays agree
		next := map[string]int{}
		best := lineMove{}
		for _, p := range plays {
			if at < len(p.moves) {
				next[p.moves[at]]++
			}
		}
		for move, n := range next {
			if n > best.Games || n == best.Games && move < best.Move {
				best = lineMove{move, n}
			}
		}
		if best.Games < 2 {
			return
		}
		r.Line = append(r.Line, best)
		plays = slices.DeleteFunc(slices.Clone(plays), func(p levelPlay) bool {
			return at >= len(p.moves) || p.moves[at] != best.Move
		})
	}
}

// resultOf is the result of a seat, from 0: more than the mean of the others, or alone more
// than nothing; a play that a limit ended is a draw.
func resultOf(payoffs []float64, seat int) arena.Result {
	if len(payoffs) == 0 {
		return arena.Draw
	}
	own, others := payoffs[seat], 0.0
	for i, v := range payoffs {
		if i != seat {
			others += v / float64(len(payoffs)-1)
		}
	}
	switch {
	case own > others:
		return arena.Win
	case own < others || len(payoffs) == 1:
		return arena.Loss
	}
	return arena.Draw
}

// looker plays plays of a level. It belongs to one goroutine.
type looker struct {
	g       formal.Game
	table   *agent.Table
	mind    *strength.Watcher // nil for none, as the setter of puzzles
	puzzles *setter
}

func newLooker(g formal.Game, by agent.Spec, strongest bool, tally *metric.Batch) (p *looker, err error) {
	p = &looker{g: g}
	if p.table, err = agent.All(by).Sit(g); err != nil || !strongest {
		return p, err
	}
	if p.mind, err = strength.NewWatcher(g, p.table, tally); err != nil {
		return nil, err
	}
	p.puzzles, err = newSetter(g)
	return p, err
}

// watch plays once.
func (p *looker) watch(ctx context.Context, seed uint64) (out levelPlay, err error) {
	pos, r := p.g.NewPosition(), rng.Derive(seed, 0)
	p.table.Start(seed)
	pos.Restart(&r)
	if p.mind != nil {
		p.mind.Start()
	}
	p.puzzles.start()
	for !pos.Terminal() && len(out.moves) < reportPlies {
		i, err := p.table.Choose(ctx, pos, &r)
		if err != nil {
			return out, err
		}
		p.puzzles.note(pos, len(out.moves))
		if len(out.moves) == 0 {
			out.mover = pos.Mover()
		}
		if p.mind != nil {
			p.mind.Decided(pos, i)
		}
		out.moves = append(out.moves, shortText(pos)(i))
		pos.Apply(i)
	}
	if f, ok := pos.(interface{ Err() error }); ok && f.Err() != nil {
		return out, f.Err()
	}
	if pos.Terminal() {
		for _, x := range pos.Payoffs() {
			v, _ := x.Float64()
			out.payoffs = append(out.payoffs, v)
		}
	}
	if out.puzzle, err = p.puzzles.find(ctx, out.moves); err != nil || p.mind == nil {
		return out, err
	}
	won := slices.ContainsFunc(out.payoffs, func(v float64) bool { return v > 0 })
	return out, p.mind.End(ctx, pos, len(out.moves), won)
}
