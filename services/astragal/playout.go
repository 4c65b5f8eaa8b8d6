package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/session"
)

func init() {
	register(command{
		name: "playout",
		args: "[--defs DIR] [--option S]… [--ruleset S] [-n N | --seconds S] [--threads T] [--seed S] [--agent A | " +
			"--agents A/B] [--metrics[=all|choices|course]] [--ladder] [--from MOVES] [--json] FILE",
		short: "Play a game, at random or by search, and say how fast and how it ends",
		run:   playout,
	})
}

// wayTo reads the decisions of a play from a file.
func wayTo(rs engine.Ruleset, file string, seed uint64) (*engine.Way, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := session.New(rs)
	s.Restart(seed)
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		i, err := s.Find(line)
		if err == nil {
			err = s.Play(i)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
	if s.Position.Terminal() {
		return nil, fmt.Errorf("%s: the play is over after %d decisions", file, s.Plies())
	}
	return &engine.Way{Seed: seed, Decisions: s.Taken()}, nil
}

// playoutLine is the outcome of a run of playouts.
type playoutLine struct {
	Game              string           `json:"game"`
	Agent             string           `json:"agent"`
	Seed              uint64           `json:"seed"`
	Engine            string           `json:"engine"`              // version
	MaxPlies          int              `json:"maxPlies,omitempty"`  // 0 is the game's own limit
	MoveLimit         int              `json:"moveLimit,omitempty"` // that the rules read; 0 is the ruleset's own
	TurnLimit         int              `json:"turnLimit,omitempty"`
	Playouts          int64            `json:"playouts"`
	Plies             int64            `json:"plies"`
	Seconds           float64          `json:"seconds"`
	PlayoutsPerSecond float64          `json:"playoutsPerSecond"`
	PliesPerSecond    float64          `json:"pliesPerSecond"`
	MeanPlies         *float64         `json:"meanPlies,omitempty"` // of the playouts, if there are any
	Outcomes          map[string]int64 `json:"outcomes"`            // P1, P2, …, draw, limit, other
	// Faulty counts playouts that the description spoilt, Faults the same by what
	// was wrong; they are in no other figure.
	Faulty int64            `json:"faulty"`
	Faults map[string]int64 `json:"faults,omitempty"`
	// Metrics are the playout metrics by name that were measured, with --metrics.
	Metrics map[string]metric.Estimate `json:"metrics,omitempty"`
}

// measured is the flag that asks for metrics: all of them, or those of the scope that it names.
type measured struct {
	on    bool
	scope metric.Scope
}

// IsBoolFlag says that it may stand without a value.
func (m *measured) IsBoolFlag() bool { return true }

func (m *measured) String() string {
	if !m.on {
		return "" // the zero value, in the usage
	}
	return m.scope.String()
}

// Set takes the name of a scope, or what a flag without a value is given.
func (m *measured) Set(s string) (err error) {
	switch s {
	case "true":
		m.on, m.scope = true, metric.All
	case "false":
		m.on = false
	default:
		m.on = true
		m.scope, err = metric.ParseScope(s)
	}
	return err
}

func playout(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("playout")
	c := choiceFlags(fs)
	n := fs.Int("n", 0, "number of playouts (default 1000 without --seconds)")
	seconds := fs.Float64("seconds", 0, "play for so many seconds")
	threads := fs.Int("threads", 1, "playouts at the same time; 0 is one per processor")
	seed := fs.Uint64("seed", 1, "seed of all random choices")
	by := fs.String("agent", "random", "who plays: "+agent.Usage)
	fs.StringVar(by, "agents", "random", "the `agents` of the seats in order, separated by slashes")
	maxPlies := fs.Int("max-plies", 0, "plies after which a playout is a draw by limit; 0 is the game's own limit, "+
		"10000 where it has none")
	var moveLimit, turnLimit int
	limitFlags(fs, &moveLimit, &turnLimit)
	memory := fs.Int("play-memory", game.DefaultMemory>>20, "`MiB` that one playout of an L-GDL game may take")
	ladder := fs.Bool("ladder", false, "play with every playout a game of each step of a ladder of budgets down from "+
		"the agent's, and measure all")
	var metrics measured
	fs.Var(&metrics, "metrics", "measure and print playout metrics with their 95 % intervals: all; with =choices those without "+
		"values of positions and kinds of moves; with =course those without numbers of legal moves, too")
	from := fs.String("from", "", "begin every playout after the decisions in this `file`, one a line as play "+
		"--protocol lists them, in the play with --seed")
	asJSON := fs.Bool("json", false, "print a JSON object")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	switch {
	case len(files) != 1:
		return usagef("expected one FILE")
	case *memory < 1:
		return usagef("--play-memory must be at least 1")
	case *n < 0 || *seconds < 0 || *threads < 0 || *maxPlies < 0 || moveLimit < 0 || turnLimit < 0 || math.IsNaN(*seconds):
		return usagef("numbers must not be negative")
	case *n > 0 && *seconds > 0:
		return usagef("-n and --seconds exclude each other")
	case *n == 0 && *seconds == 0:
		*n = 1000
	}
	who, err := agent.ParseTeam(*by)
	if err != nil {
		return usagef("%v", err)
	}
	if *threads == 0 {
		*threads = runtime.NumCPU()
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	r := &playoutRun{rs: rs, params: engine.Params{Seed: *seed, Agent: who.String(), MaxPlies: *maxPlies,
		MoveLimit: moveLimit, TurnLimit: turnLimit, Memory: *memory << 20, Bare: !metrics.on && !*ladder,
		Scope: metrics.scope, Ladder: *ladder},
		left: *n, total: metric.NewBatch(rs.Players())}
	if *from != "" {
		if r.params.From, err = wayTo(rs, *from, *seed); err != nil {
			return err
		}
	}
	if *n > 0 {
		r.size = min(max(*n/64, 1), 256)
		if !who.Random() {
			r.size = 1 // each may take long
		}
		r.bar = newLineBar(s.err, "playout", *n)
	} else {
		r.deadline = time.Now().Add(time.Duration(*seconds * float64(time.Second)))
		r.bar = newLineBar(s.err, "seconds", int(*seconds))
	}
	start := time.Now()
	err = r.run(ctx, *threads)
	r.bar.clear()
	if err != nil {
		return err
	}
	line := playoutResult(rs, r.total, time.Since(start).Seconds())
	line.Agent, line.Seed, line.Engine, line.MaxPlies = who.String(), *seed, engine.New().Version(), *maxPlies
	line.MoveLimit, line.TurnLimit = moveLimit, turnLimit
	if metrics.on || *ladder {
		line.Metrics = r.total.Summary().Metrics
	}
	if *asJSON {
		return json.NewEncoder(s.out).Encode(line)
	}
	fmt.Fprintf(s.out, "%s: %d playouts in %.2f s, %s a second, %s plies a second\n",
		line.Game, line.Playouts, line.Seconds, perSecond(line.PlayoutsPerSecond), perSecond(line.PliesPerSecond))
	fmt.Fprintln(s.out, madeBy(catalogue.Params{Agent: who.String(), Seed: *seed, MaxPlies: *maxPlies,
		MoveLimit: moveLimit, TurnLimit: turnLimit}, line.Engine))
	length := absent
	if line.MeanPlies != nil {
		length = fmt.Sprintf("%.2f plies", *line.MeanPlies)
	}
	fmt.Fprintf(s.out, "mean length %s\n", length)
	for p := range rs.Players() {
		printOutcome(s, line, fmt.Sprintf("P%d", p+1))
	}
	for _, name := range []string{"draw", "limit", "other"} {
		printOutcome(s, line, name)
	}
	printFaults(s.out, line.Faults, line.Playouts+line.Faulty)
	if l, ok := rs.(interface{ PlyLimit() (int, bool) }); ok && *maxPlies == 0 && moveLimit == 0 &&
		line.Outcomes["limit"] > 0 {
		if plies, own := l.PlyLimit(); !own {
			fmt.Fprintf(s.out, "the rules set no limit: playouts were stopped after %d plies (--max-plies sets another "+
				"limit)\n", plies)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(line.Metrics)) {
		if e := line.Metrics[name]; e.N > 0 {
			fmt.Fprintf(s.out, "%-42s %14.6g  [%.6g, %.6g] of %d\n", name, e.Mean, e.Low, e.High, e.N)
		} else {
			fmt.Fprintf(s.out, "%-42s %14s\n", name, absent)
		}
	}
	return nil
}

func printOutcome(s *streams, line playoutLine, name string) {
	if k := line.Outcomes[name]; k > 0 {
		fmt.Fprintf(s.out, "%-6s %8d  %5.1f %%\n", name, k, 100*float64(k)/float64(line.Playouts))
	}
}

// printFaults tells how many of all playouts the description spoilt, and how.
func printFaults(w io.Writer, faults map[string]int64, all int64) {
	for _, reason := range slices.Sorted(maps.Keys(faults)) {
		fmt.Fprintf(w, "faulty %8d  %5.1f %%  %s\n", faults[reason], 100*float64(faults[reason])/float64(max(all, 1)), reason)
	}
}

// playoutRun deals batches to threads. Every playout has a stream of chance of
// its own, so that a number of playouts gives the same figures with any number
// of threads.
type playoutRun struct {
	rs       engine.Ruleset
	params   engine.Params
	size     int       // of a batch; 0 follows the time that batches take
	deadline time.Time // zero without
	bar      *lineBar

	mu    sync.Mutex
	next  int // number of the next playout
	left  int // playouts not yet dealt
	done  int
	total *metric.Batch
	err   error
}

func (r *playoutRun) run(ctx context.Context, threads int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer func() { // under the lock, so that nothing is drawn any more
		r.mu.Lock()
		cancel()
		r.mu.Unlock()
	}()
	start := time.Now()
	go r.tick(ctx, start)
	var wg sync.WaitGroup
	for range threads {
		wg.Go(func() {
			size := max(r.size, 1)
			for {
				p, ok := r.deal(size)
				if !ok {
					return
				}
				began := time.Now()
				b, err := r.rs.Simulate(ctx, p)
				if !r.add(b, err, start) {
					cancel()
					return
				}
				if r.size == 0 { // batches of about a twentieth of a second
					per := max(time.Since(began)/time.Duration(p.Playouts), 1)
					size = min(max(int(50*time.Millisecond/per), 1), 4*size)
				}
			}
		})
	}
	wg.Wait()
	return r.err
}

// barEvery is how often the bar moves while a batch lasts.
const barEvery = 500 * time.Millisecond

// tick shows the time that goes by, until the context ends.
func (r *playoutRun) tick(ctx context.Context, start time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(barEvery):
			r.mu.Lock()
			if ctx.Err() == nil {
				r.show(start)
			}
			r.mu.Unlock()
		}
	}
}

// show moves the bar; the lock is held.
func (r *playoutRun) show(start time.Time) {
	if r.deadline.IsZero() {
		r.bar.show(r.done)
	} else {
		r.bar.show(int(time.Since(start).Seconds()))
	}
}

// deal hands out a batch, or false when there is nothing left to do.
func (r *playoutRun) deal(size int) (engine.Params, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.params
	p.First, p.Playouts = r.next, size
	if r.deadline.IsZero() {
		p.Playouts = min(size, r.left)
		r.left -= p.Playouts
	} else if r.next > 0 && !time.Now().Before(r.deadline) {
		return p, false
	}
	r.next += p.Playouts
	return p, p.Playouts > 0 && r.err == nil
}

// add takes in the statistics of a batch; false after an error.
func (r *playoutRun) add(b *metric.Batch, err error, start time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		err = r.total.Merge(b)
	}
	if err != nil {
		if r.err == nil {
			r.err = err
		}
		return false
	}
	r.done += int(b.Playouts + b.Abandoned + b.Faulty())
	r.show(start)
	return true
}

func playoutResult(rs engine.Ruleset, b *metric.Batch, seconds float64) playoutLine {
	l := playoutLine{Game: rs.Name(), Playouts: b.Playouts, Seconds: seconds, Outcomes: map[string]int64{}}
	l.Faulty, l.Faults = b.Faulty(), b.Faults
	if m := b.Metric("DurationMoves"); m != nil && b.Playouts > 0 {
		mean := m.Estimate().Mean
		l.MeanPlies = &mean
		l.Plies = int64(math.Round(mean * float64(b.Playouts)))
	}
	if seconds > 0 {
		l.PlayoutsPerSecond = float64(b.Playouts) / seconds
		l.PliesPerSecond = float64(l.Plies) / seconds
	}
	other := b.Playouts
	put := func(name string, k int64) {
		other -= k
		if k > 0 {
			l.Outcomes[name] = k
		}
	}
	for p, k := range b.Wins {
		put(fmt.Sprintf("P%d", p+1), k)
	}
	put("draw", max(b.Draws-b.Limits, 0)) // the limit ends plays as draws, those apart where somebody had won already
	put("limit", b.Limits)
	if other > 0 {
		l.Outcomes["other"] = other
	}
	return l
}
