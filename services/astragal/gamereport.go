package main

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/astragal/astragal/engine"

	_ "embed"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/arena"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

func init() {
	register(command{
		name: "report",
		args: "[--out HTML] [--json] [--playouts N] [--games N] [--levels N] [--seed S] [--defs DIR] [--option S]… [--ruleset S] FILE",
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
	// SkillTrace is nil where levels cannot be compared.
	SkillTrace *skillTrace `json:"skillTrace"`
	Openings   []opening   `json:"openings"`
	// Shortest is the shortest play of all levels in short texts of its moves, an upper
	// bound of the shortest play that there is.
	Shortest []string `json:"shortest"`
	// Puzzles are positions of plays of the strongest level, one of a play.
	Puzzles []puzzle `json:"puzzles"`
	// PlayoutsPerSecond is what the clock of this machine says of random play.
	PlayoutsPerSecond float64 `json:"playoutsPerSecond"`
	Missing           string  `json:"missing,omitempty"` // why there are no levels

	board template.HTML
	rules template.HTML
}

// playLevel is play by one agent in all seats, and its match against the level below.
type playLevel struct {
	Agent string  `json:"agent"`
	Games int     `json:"games"`
	Plies float64 `json:"plies"` // on average
	// First is the share of the points of the first player, with its 95 % interval;
	// for one player the share of plays that he wins.
	First share `json:"first"`
	Draws int   `json:"draws"`
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

// skillTrace says how far more thinking helps (Stephenson et al. 2020, part 9 of the
// specification, §10): with v the mean result between −1 and 1 of twice the
// budget at every level, A the mean of its positive values and y the least-squares
// line of v at one level beyond the last, between 0 and 1, it is y + (1 − y)·A.
type skillTrace struct {
	Score float64 `json:"score"`
	Slope float64 `json:"slope"` // of v by level
	Pairs int     `json:"levels"`
	Games int     `json:"games"` // of every match
}

// opening is how often plays of the strongest level begin with a move.
type opening struct {
	Move  string  `json:"move"`
	Games int     `json:"games"`
	Value float64 `json:"value"` // mean payoff of who made it
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
	case *playouts < 1 || *games < 2 || *games%2 != 0 || *levels < 0 || *levels > 12:
		return usagef("--playouts must be positive, --games even and positive, --levels from 0 to 12")
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	r := &gameReport{Game: rs.Name(), Ruleset: rs.RulesetName(), Hash: rs.Hash(), Players: rs.Players(), About: rs.Metadata(),
		Engine: engine.New().Version(), Seed: *seed, Levels: []playLevel{}, Openings: []opening{}, Shortest: []string{}, Puzzles: []puzzle{}}
	began := time.Now()
	b, err := rs.Simulate(ctx, engine.Params{Seed: *seed, Playouts: *playouts, Agent: "random"})
	if err != nil {
		return err
	}
	r.PlayoutsPerSecond = float64(*playouts) / time.Since(began).Seconds()
	r.Playouts, r.Faulty = b.Playouts, b.Faulty()
	r.Metrics = b.Summary().Metrics
	if err := r.climb(ctx, rs, *levels, *games); err != nil {
		if ctx.Err() != nil {
			return err
		}
		r.Missing = err.Error()
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

// lowestBudget is that of the lowest level of search.
const lowestBudget = 25

// reportPlies ends plays of levels as draws.
const reportPlies = 1000

// climb plays every level against itself and the one below.
func (r *gameReport) climb(ctx context.Context, rs engine.Ruleset, levels, games int) error {
	if r.Players == 0 {
		return fmt.Errorf("nobody plays %s", r.Game)
	}
	var before agent.Spec
	var v []float64
	for k := range levels {
		by, err := agent.Parse(fmt.Sprintf("uct:%d", lowestBudget<<k))
		if err != nil {
			return err
		}
		l := playLevel{Agent: by.String(), Games: games}
		if k > 0 {
			m := arena.Match{Game: rs.Game(), A: by, B: before, Seed: r.Seed, MaxPlies: reportPlies}
			o, err := arena.Run(ctx, m, arena.Plan{Games: games, Workers: runtime.NumCPU()})
			if err != nil {
				return err
			}
			if o.Score.Games() > 0 {
				x := shareOf(&o.Score)
				l.Above = &x
				v = append(v, 2*x.Mean-1)
			}
		}
		if err := r.self(ctx, rs.Game(), by, &l, k == levels-1); err != nil {
			return err
		}
		r.Levels = append(r.Levels, l)
		before = by
	}
	if len(v) > 1 {
		r.SkillTrace = traceSkill(v, games)
	}
	return nil
}

// traceSkill is the skill trace of the mean results of the levels.
func traceSkill(v []float64, games int) *skillTrace {
	n := float64(len(v))
	sx, sy, sxx, sxy, positive := 0.0, 0.0, 0.0, 0.0, 0.0
	for i, y := range v {
		x := float64(i)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
		positive += math.Max(y, 0) / n
	}
	slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	y := math.Min(math.Max((sy-slope*sx)/n+slope*(n+1), 0), 1)
	return &skillTrace{Score: y + (1-y)*positive, Slope: slope, Pairs: len(v), Games: games}
}

// self plays a level against itself; the strongest tells the openings.
func (r *gameReport) self(ctx context.Context, g formal.Game, by agent.Spec, l *playLevel, strongest bool) error {
	team, err := agent.All(by).Sit(g)
	if err != nil {
		return err
	}
	var puzzles *setter
	if strongest {
		if puzzles, err = newSetter(g); err != nil {
			return err
		}
	}
	first := map[string]*opening{}
	var score arena.Score
	total := 0
	for n := range l.Games {
		seed := rng.Derive(r.Seed+77, uint64(n))
		moves, payoffs, mover, err := watchPlay(ctx, g, team, seed.State, puzzles)
		if err != nil {
			return err
		}
		total += len(moves)
		score.Add(resultOf(payoffs))
		if resultOf(payoffs) == arena.Draw {
			l.Draws++
		}
		if payoffs != nil && (len(r.Shortest) == 0 || len(moves) < len(r.Shortest)) {
			r.Shortest = moves
		}
		if strongest && len(moves) > 0 {
			o := first[moves[0]]
			if o == nil {
				o = &opening{Move: moves[0]}
				first[moves[0]] = o
			}
			o.Games++
			if payoffs != nil && mover > 0 {
				o.Value += payoffs[mover-1]
			}
		}
	}
	if puzzles != nil {
		r.Puzzles = append(r.Puzzles, puzzles.found...)
	}
	l.Plies, l.First = math.Round(10*float64(total)/float64(l.Games))/10, shareOf(&score)
	for _, o := range first {
		o.Value /= float64(o.Games)
		r.Openings = append(r.Openings, *o)
	}
	slices.SortFunc(r.Openings, func(a, b opening) int {
		if a.Games != b.Games {
			return b.Games - a.Games
		}
		if a.Move < b.Move {
			return -1
		}
		return 1
	})
	return nil
}

// resultOf is the result of the first player: more than the mean of the others, or
// alone more than nothing.
func resultOf(payoffs []float64) arena.Result {
	if len(payoffs) == 0 {
		return arena.Draw
	}
	others := 0.0
	for _, v := range payoffs[1:] {
		others += v / float64(len(payoffs)-1)
	}
	switch {
	case payoffs[0] > others:
		return arena.Win
	case payoffs[0] < others || len(payoffs) == 1:
		return arena.Loss
	}
	return arena.Draw
}

// watchPlay plays once and returns the moves in short texts, the payoffs (nil where
// the limit ended the play) and who made the first move; puzzles, which may be nil, are
// looked for on the way until there is one.
func watchPlay(ctx context.Context, g formal.Game, team *agent.Table, seed uint64, puzzles *setter) (moves []string, payoffs []float64, mover int, err error) {
	p, r := g.NewPosition(), rng.Derive(seed, 0)
	team.Start(seed)
	p.Restart(&r)
	for !p.Terminal() {
		if len(moves) == reportPlies {
			return moves, nil, mover, nil
		}
		i, err := team.Choose(ctx, p, &r)
		if err != nil {
			return nil, nil, 0, err
		}
		short := p.MoveText
		if d, ok := p.(drawable); ok {
			short = d.Short
		}
		text := short(i)
		found, err := puzzles.look(ctx, p, moves, short)
		if err != nil {
			return nil, nil, 0, err
		}
		if found {
			puzzles = nil
		}
		if len(moves) == 0 {
			mover = p.Mover()
		}
		moves = append(moves, text)
		p.Apply(i)
	}
	if f, ok := p.(interface{ Err() error }); ok && f.Err() != nil {
		return nil, nil, 0, f.Err()
	}
	for _, x := range p.Payoffs() {
		v, _ := x.Float64()
		payoffs = append(payoffs, v)
	}
	return moves, payoffs, mover, nil
}

//go:embed gamereport.html
var reportPage string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"percent": func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) },
	"figure":  func(x float64) string { return fmt.Sprintf("%.4g", x) },
	"bar":     func(x float64) string { return fmt.Sprintf("%.1f", 100*math.Min(math.Max(x, 0), 1)) },
}).Parse(reportPage))

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
	return reportTemplate.Execute(w, map[string]any{"R": r, "Board": r.board, "Rules": r.rules,
		"Names": slices.Sorted(maps.Keys(r.Metrics)), "Keys": slices.Sorted(maps.Keys(r.About))})
}
