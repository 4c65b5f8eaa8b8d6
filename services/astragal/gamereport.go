package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/astragal/astragal/engine"

	_ "embed"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/metric"
)

func init() {
	register(command{
		name: "report",
		args: "[--out HTML] [--json] [--playouts N] [--games N] [--levels N] [--seed S] [--defs DIR] [--option S]… " +
			"[--ruleset S] FILE",
		short: "Measure a game under random play and under search of growing depth, and write it all down in one page; " +
			"what is not measured is not in it",
		run: runReport,
	})
}

// gameReport is what is known of a game and was measured. Everything in it follows
// from the description, the engine, the seed and the numbers of plays but for speed.
type gameReport struct {
	Game     string            `json:"game"`
	Ruleset  string            `json:"ruleset,omitempty"`
	Hash     string            `json:"hash"`
	Players  int               `json:"players"`
	About    map[string]string `json:"about"`
	Engine   string            `json:"engine"`
	Seed     uint64            `json:"seed"`
	Playouts int64             `json:"playouts"` // random ones, behind Metrics
	// Faulty playouts are in no figure.
	Faulty  int64                      `json:"faulty"`
	Metrics map[string]metric.Estimate `json:"metrics"`
	Levels  []playLevel                `json:"levels"`
	// Search are the metrics of plays by the strongest level, and of the levels as a ladder: of
	// those that package metric says are of search.
	Search map[string]metric.Estimate `json:"search"`
	// Agents are others beside the same one, with the same budget; NotSeated says of those that cannot
	// play the game why.
	Agents    []rival    `json:"agents"`
	NotSeated []string   `json:"notSeated,omitempty"`
	Openings  []opening  `json:"openings"`
	Line      []lineMove `json:"line"` // the typical opening
	// Shortest is the shortest play of all levels in short texts of its moves, an upper
	// bound of the shortest play that there is.
	Shortest []string `json:"shortest"`
	// Space is what looking at all positions from the start tells; null where chance or secrets
	// forbid it.
	Space *space `json:"space"`
	// Puzzles are positions of plays of the strongest level, one of a play.
	Puzzles []puzzle `json:"puzzles"`
	// Traffic is where on the board plays of a level happen; null for games without a board.
	Traffic *boardTraffic `json:"traffic"`
	// PlayoutsPerSecond is what the clock of this machine says of random play.
	PlayoutsPerSecond float64 `json:"playoutsPerSecond"`
	Missing           string  `json:"missing,omitempty"` // why there are no levels

	board template.HTML
	rules template.HTML

	tally    *metric.Batch // behind Search
	counting *sync.Mutex   // of tally, while plays add to it
}

func runReport(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("report")
	c := choiceFlags(fs)
	out := fs.String("out", "", "write the page to this `file`")
	asJSON := fs.Bool("json", false, "print the figures as a JSON object")
	playouts := fs.Int("playouts", 500, "random playouts")
	games := fs.Int("games", 20, "plays of every level, and of every match between two")
	levels := fs.Int("levels", 4, "levels of search: uct:25, and twice the budget from one to the next; 0 for none")
	seed := fs.Uint64("seed", 1, "seed of all random choices")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	switch {
	case len(files) != 1:
		return usagef("expected one FILE")
	case *out == "" && !*asJSON:
		return usagef("expected --out HTML or --json")
	case *playouts < 1 || *games < 2 || *games%2 != 0 || *levels < 0 || *levels > metric.MaxSteps+1:
		return usagef("--playouts must be positive, --games even and positive, --levels from 0 to 9")
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	r := &gameReport{Game: rs.Name(), Ruleset: rs.RulesetName(), Hash: rs.Hash(), Players: rs.Players(),
		About:  rs.Metadata(),
		Engine: engine.New().Version(), Seed: *seed, Levels: []playLevel{}, Search: map[string]metric.Estimate{},
		Agents:   []rival{},
		Openings: []opening{}, Line: []lineMove{}, Shortest: []string{}, Puzzles: []puzzle{},
		tally: metric.NewBatch(rs.Players()), counting: &sync.Mutex{}}
	if err := r.measure(ctx, rs, *playouts, *levels, *games); err != nil {
		return err
	}
	if *out != "" {
		r.board, r.rules = template.HTML(rs.BoardSVG()), template.HTML(rs.HighlightedHTML())
		if err := r.write(*out); err != nil {
			return err
		}
	}
	if *asJSON {
		return json.NewEncoder(s.out).Encode(r)
	}
	return nil
}

// measure measures all that is in a report.
func (r *gameReport) measure(ctx context.Context, rs engine.Ruleset, playouts, levels, games int) error {
	began := time.Now()
	b, err := together(ctx, rs, engine.Params{Seed: r.Seed, Playouts: playouts, Agent: "random"})
	if err != nil {
		return err
	}
	r.PlayoutsPerSecond = float64(playouts) / time.Since(began).Seconds()
	r.Playouts, r.Faulty = b.Playouts, b.Faulty()
	r.Metrics = b.Summary().Metrics
	// All else side by side, so that no processor waits for the last play of a match.
	var looking error
	parts := [3]error{}
	var wg sync.WaitGroup
	wg.Go(func() { r.Space, looking = explore(ctx, rs.Game()) })
	wg.Go(func() { parts[0] = r.climb(ctx, rs, levels, games) })
	if levels > 0 && r.Players > 0 {
		wg.Go(func() { parts[1] = r.compete(ctx, rs, games) })
	}
	wg.Go(func() { parts[2] = r.locate(ctx, rs, levels, games) })
	wg.Wait()
	switch err := cmp.Or(parts[0], parts[1], parts[2]); {
	case ctx.Err() != nil:
		return ctx.Err()
	case looking != nil:
		return looking
	case err != nil:
		r.Missing = err.Error()
	}
	// What the board could hold is known of random play.
	r.tally.Playouts = max(r.tally.Playouts, 1)
	if e, ok := r.Metrics["StateTreeComplexity"]; ok {
		r.tally.Observe("StateTreeComplexity", e.Mean)
	}
	for name, e := range r.tally.Summary().Metrics {
		if metric.OfSearch(name) {
			r.Search[name] = e
		}
	}
	return nil
}

//go:embed gamereport.html
var reportPage string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"inc":     func(i int) int { return i + 1 },
	"meaning": meaningOf,
	"elo":     formatElo,
	"percent": func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) },
	"figure":  func(x float64) string { return fmt.Sprintf("%.4g", x) },
	"bar":     func(x float64) string { return fmt.Sprintf("%.1f", 100*math.Min(math.Max(x, 0), 1)) },
}).Parse(reportPage))

// meaningOf says what a metric is.
func meaningOf(name string) string {
	if k := concept.ByName(name); k != nil {
		return k.Meaning
	}
	return ""
}

// write writes the page.
func (r *gameReport) write(file string) (err error) {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	return r.page(f)
}

func (r *gameReport) page(w io.Writer) error {
	var pictures []boardMap
	if r.Traffic != nil {
		pictures = r.Traffic.maps
	}
	return reportTemplate.Execute(w, map[string]any{"R": r, "Board": r.board, "Rules": r.rules,
		"Names": slices.Sorted(maps.Keys(r.Metrics)), "Maps": pictures, "Thoughts": slices.Sorted(maps.Keys(r.Search)),
		"Keys": slices.Sorted(maps.Keys(r.About))})
}
