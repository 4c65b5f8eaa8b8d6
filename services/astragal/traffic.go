package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/study"
)

func init() {
	register(command{
		name: "traffic",
		args: "[--defs DIR] [--option S]… [--ruleset S] [-n N] [--agent A] [--move-limit N] [--measure M] [--format " +
			"text|csv|json|svg] " +
			"[--parts] [-o OUT] FILE",
		short: "Count where on the board play happens: moves along every line, visits, stays, captures of every site",
		run:   runTraffic,
	})
}

func runTraffic(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("traffic")
	c := choiceFlags(fs)
	p := catalogue.Params{Metrics: catalogue.Traffic}
	fs.IntVar(&p.Playouts, "n", 1000, "number of playouts")
	threads := fs.Int("threads", 1, "playouts at the same time; 0 is one per processor; the counts do not depend on it")
	fs.Uint64Var(&p.Seed, "seed", 1, "seed of all random choices")
	fs.StringVar(&p.Agent, "agent", "random", "who plays: "+agent.Usage)
	fs.IntVar(&p.MaxPlies, "max-plies", 0, "plies after which a playout is cut off; 0 is the game's own limit")
	limitFlags(fs, &p.MoveLimit, &p.TurnLimit)
	measure := fs.String(
		"measure",
		"along",
		"what to print or draw: moves (between neighbours), along (those, and the steps of longer "+
			"moves along a line), visits, stays, placements, captures or sown; csv and json have all",
	)
	format := fs.String("format", "text", "text, csv, json or svg (the board as a heat map)")
	parts := fs.Bool("parts", false, "csv and json: also by direction, phase and player")
	out := fs.String("o", "", "write to this `file` instead of standard output")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	m, err := traffic.ParseMeasure(*measure)
	switch {
	case err != nil:
		return usagef("%v", err)
	case len(files) != 1:
		return usagef("expected one FILE")
	case !slices.Contains([]string{"text", "csv", "json", "svg"}, *format):
		return usagef("--format must be text, csv, json or svg")
	case *threads < 0:
		return usagef("numbers must not be negative")
	}
	if err := checkParams(&p); err != nil {
		return err
	}
	if *threads == 0 {
		*threads = runtime.NumCPU()
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	on, ok := rs.(study.Boarded)
	if !ok {
		return fmt.Errorf("%s: only L-GDL games have a board that is known", files[0])
	}
	b, err := on.Traffic()
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	total, err := countTraffic(ctx, s, rs, p, *threads)
	if err != nil {
		return err
	}
	if total.Traffic == nil {
		return errors.New("no playout came to an end")
	}
	return writeTo(s.out, *out, func(w io.Writer) error {
		switch *format {
		case "csv":
			return traffic.WriteCSV(w, total.Traffic.Rows(b, *parts))
		case "json":
			return json.NewEncoder(w).Encode(trafficOf(rs, p, total, b, *parts))
		case "svg":
			return on.DrawTraffic(w, total.Traffic, m, draw.Options{Title: "Traffic of " + rs.Name(), Sites: true})
		}
		return printTraffic(w, rs, p, total, b, m)
	})
}

// countTraffic plays without the pipeline.
func countTraffic(ctx context.Context, s *streams, rs engine.Ruleset, p catalogue.Params,
	threads int) (*metric.Batch, error) {
	r := &playoutRun{rs: rs, left: p.Playouts, size: 1, total: metric.NewBatch(rs.Players()),
		params: engine.Params{Seed: p.Seed, Agent: p.Agent, MaxPlies: p.MaxPlies, MoveLimit: p.MoveLimit,
			TurnLimit: p.TurnLimit, Traffic: true}}
	if p.Agent == "random" {
		r.size = min(max(p.Playouts/64, 1), 256)
	}
	r.bar = newLineBar(s.err, "playout", p.Playouts)
	err := r.run(ctx, threads)
	r.bar.clear()
	return r.total, err
}

// trafficLine is the traffic of a ruleset as JSON.
type trafficLine struct {
	Game     string        `json:"game"`
	Ruleset  string        `json:"ruleset,omitempty"`
	Hash     string        `json:"hash"`
	Agent    string        `json:"agent"`
	Seed     uint64        `json:"seed"`
	Engine   string        `json:"engine"`
	Playouts int64         `json:"playouts"`
	Sites    int           `json:"sites"`
	Symmetry string        `json:"symmetry"` // of the board
	Pairs    [][2]int32    `json:"pairs"`
	Rows     []traffic.Row `json:"rows"`
}

func trafficOf(rs engine.Ruleset, p catalogue.Params, total *metric.Batch, b *traffic.Board, parts bool) trafficLine {
	return trafficLine{Game: rs.Name(), Ruleset: rs.RulesetName(), Hash: rs.Hash(), Agent: p.Agent, Seed: p.Seed,
		Engine: engine.New().
			Version(),
		Playouts: total.Playouts, Sites: b.Sites,
		Symmetry: study.Symmetries(b), Pairs: b.Pairs, Rows: total.Traffic.Rows(b, parts)}
}

// printTraffic prints a measure for people, the largest counts first.
func printTraffic(w io.Writer, rs engine.Ruleset, p catalogue.Params, total *metric.Batch, b *traffic.Board,
	m traffic.Measure) error {
	fmt.Fprintf(w, "%s: %d playouts, %d sites, %d pairs of neighbours, %s\n%s\n", rs.Name(), total.Playouts, b.Sites,
		len(b.Pairs), study.Symmetries(b), madeBy(p, engine.New().Version()))
	for _, each := range []traffic.Measure{traffic.Moves, traffic.Along} {
		if each != m && !(m == traffic.Along && each == traffic.Moves) {
			continue
		}
		printMeasure(w, b, total.Traffic, each)
	}
	if !m.OfPairs() {
		printMeasure(w, b, total.Traffic, m)
	}
	var jumps int64
	for _, n := range total.Traffic.Jumps {
		jumps += n
	}
	_, err := fmt.Fprintf(w, "moves along no line: %d\n", jumps)
	return err
}

func printMeasure(w io.Writer, b *traffic.Board, c *traffic.Counts, m traffic.Measure) {
	list := c.Estimates(m)
	order := make([]int, 0, len(list))
	for i := range list {
		if list[i].Count > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(list[j].Count - list[i].Count) })
	fmt.Fprintf(w, "%s: %d of %d\n", m, len(order), len(list))
	for _, i := range order {
		name := fmt.Sprint(i)
		if m.OfPairs() {
			name = fmt.Sprintf("%d–%d", b.Pairs[i][0], b.Pairs[i][1])
		}
		e := list[i]
		fmt.Fprintf(w, "  %-10s %10d  %8.3f a play [%.3f, %.3f]  %6.2f %%", name, e.Count, e.Mean, e.Low, e.High,
			100*e.Share)
		if e.ShareLow == e.ShareLow {
			fmt.Fprintf(w, " [%.2f, %.2f]", 100*e.ShareLow, 100*e.ShareHigh)
		}
		fmt.Fprintln(w)
	}
}
