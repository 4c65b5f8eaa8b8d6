package conformance

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// Result is what became of a case.
type Result struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	OK   bool   `json:"ok"`
	// Detail says what was found where something else was expected.
	Detail string `json:"detail,omitempty"`
}

// MaxDeviation is the difference of two means, in standard errors of the difference, up to
// which figures of plays from different seeds agree: chance alone exceeds it in seven of a million.
const MaxDeviation = 4.5

// replayTime bounds the replay of one trace.
const replayTime = time.Minute

// Run runs one case. Figures are measured from the seed that follows the case's, because
// those from the same seed say nothing about the play of another implementation.
func (s *Suite) Run(ctx context.Context, c Case) Result {
	r := Result{ID: c.ID, Kind: c.Kind}
	if err := s.check(ctx, c); err != nil {
		r.Detail = err.Error()
		return r
	}
	r.OK = true
	return r
}

func (s *Suite) check(ctx context.Context, c Case) error {
	switch c.Kind {
	case Refuse:
		return s.refuses(ctx, c)
	case Trace:
		return s.replays(c)
	}
	rs, err := s.compile(ctx, c.Game)
	if err != nil {
		return err
	}
	switch c.Kind {
	case Perft:
		counts, err := engine.Perft(ctx, rs.Game(), len(c.Counts))
		if err == nil && !slices.Equal(counts, c.Counts) {
			err = fmt.Errorf("counts %v, expected %v", counts, c.Counts)
		}
		return err
	case Concepts:
		return sameConcepts(rs.Concepts(), c)
	}
	b, err := rs.Simulate(ctx, figureParams(c.Playouts, c.Seed+1))
	if err != nil {
		return err
	}
	return agree(figures(b), c.Metrics)
}

// compile compiles a game of the suite with the defines of our library.
func (s *Suite) compile(ctx context.Context, game string) (engine.Ruleset, error) {
	file := filepath.Join(s.Root, filepath.FromSlash(game))
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return engine.New().Compile(ctx, engine.Source{File: game, Text: text, Defs: s.defs(), DefsID: "library"})
}

func (s *Suite) refuses(ctx context.Context, c Case) error {
	_, err := engine.New().Compile(ctx, engine.Source{File: "case.lud", Text: []byte(c.Text)})
	if err == nil {
		return errors.New("accepted, expected an error")
	}
	if place := fmt.Sprintf("case.lud:%d:%d: ", c.Line, c.Column); !strings.HasPrefix(err.Error(), place) {
		return fmt.Errorf("%v, expected an error at %s", err, strings.TrimSuffix(place, ": "))
	}
	return nil
}

func (s *Suite) replays(c Case) error {
	t, err := s.readTrace(c.File)
	if err != nil {
		return err
	}
	rs, err := s.ruleset(c.Game)
	if err != nil {
		return err
	}
	if r := trace.Replay(rs.Plan(), t, replayTime); !r.OK {
		return fmt.Errorf("ply %d: %s: %s", r.Ply, r.Stage, r.Detail)
	}
	return nil
}

func (s *Suite) readTrace(name string) (*trace.Trace, error) {
	f, err := os.Open(filepath.Join(s.Dir, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return trace.Read(z)
}

// ruleset compiles an L-GDL game to what traces are replayed on.
func (s *Suite) ruleset(game string) (*ruleset.Ruleset, error) {
	text, err := os.ReadFile(filepath.Join(s.Root, filepath.FromSlash(game)))
	if err != nil {
		return nil, err
	}
	loader, err := ruleset.NewLoader(s.defs())
	if err != nil {
		return nil, err
	}
	return loader.Compile(ruleset.Source{File: game, Text: text})
}

func figureParams(playouts int, seed uint64) engine.Params {
	return engine.Params{Agent: "random", Playouts: playouts, Seed: seed, Bare: true}
}

// figures are those of a batch that every implementation has: lengths and results.
func figures(b *metric.Batch) map[string]Figure {
	all := map[string]Figure{}
	s := b.Summary()
	add := func(name string, e metric.Estimate) {
		all[name] = Figure{N: e.N, Mean: round(e.Mean), StdDev: round(e.StdDev)}
	}
	add("DurationMoves", s.Metrics["DurationMoves"])
	add("Completion", s.Completion)
	add("Drawishness", s.Draws)
	for i, w := range s.Wins {
		add(fmt.Sprintf("Wins%d", i+1), w)
	}
	return all
}

// round keeps nine digits: enough to compare, few enough to read.
func round(x float64) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, 8-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}

// agree reports by an error which figures differ by more than chance does.
func agree(got, want map[string]Figure) error {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		g, ok := got[name]
		w := want[name]
		if !ok {
			return fmt.Errorf("%s: not measured", name)
		}
		se := math.Sqrt(variance(g)/float64(max(g.N, 1)) + variance(w)/float64(max(w.N, 1)))
		if d := math.Abs(g.Mean - w.Mean); d > MaxDeviation*se && d > 1e-8*math.Abs(w.Mean) {
			return fmt.Errorf("%s: mean %g of %d plays, expected %g of %d (standard error of the difference %g)", name, g.Mean,
				g.N, w.Mean, w.N, se)
		}
	}
	return nil
}

// variance is that of a figure's values; where all of few plays came out alike, that of one more
// play that did not.
func variance(f Figure) float64 {
	if f.StdDev == 0 {
		return 1 / float64(f.N+1)
	}
	return f.StdDev * f.StdDev
}

func sameConcepts(got map[string]float64, c Case) error {
	has, numbers := splitConcepts(got)
	for _, name := range c.Has {
		if !slices.Contains(has, name) {
			return fmt.Errorf("concept %s does not hold, expected to", name)
		}
	}
	for _, name := range has {
		if !slices.Contains(c.Has, name) {
			return fmt.Errorf("concept %s holds, expected not to", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Numbers)) {
		if math.Abs(numbers[name]-c.Numbers[name]) > 1e-6 {
			return fmt.Errorf("concept %s is %g, expected %g", name, numbers[name], c.Numbers[name])
		}
	}
	return nil
}
