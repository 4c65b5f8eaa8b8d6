// Command searchrates prints how many playouts a second a tree search makes of the
// benchmark games, beside bare playouts, in processor time.
//
//	go run ./bench/cmd/searchrates [-shared ../../shared] [-agent uct:1000] [-time 300ms] [-runs 3] [-markdown] [GAME…]
//
// A search decides about the first move of a play at which there is a choice, again and again with other seeds,
// with all that a decision takes. Bare playouts begin at the start as well; the faster of
// those by the rules and those by compiled code count. Runs of all kinds take turns;
// of each the fastest counts.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/search"
)

func main() {
	shared := flag.String("shared", "../../shared", "folder of reference material")
	who := flag.String("agent", "uct:1000", "the agent that searches")
	span := flag.Duration("time", 300*time.Millisecond, "processor time of a run")
	runs := flag.Int("runs", 3, "runs of each kind")
	markdown := flag.Bool("markdown", false, "print a Markdown table")
	profile := flag.String("profile", "", "write a processor profile to this file")
	flag.Parse()
	m := measurement{shared: *shared, span: *span, runs: *runs, markdown: *markdown}
	var err error
	if m.team, err = agent.ParseTeam(*who); err == nil {
		err = bench.Profiled(*profile, func() error { return m.table(flag.Args()) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "searchrates:", err)
		os.Exit(1)
	}
}

type measurement struct {
	shared   string
	span     time.Duration
	runs     int
	markdown bool
	team     agent.Team
}

func (m *measurement) table(names []string) error {
	games, err := bench.Games(m.shared)
	if err != nil {
		return err
	}
	loader, err := bench.NewLoader(m.shared)
	if err != nil {
		return err
	}
	row := "%-22s %-9s %12s %12s %12s %7s\n"
	if m.markdown {
		row = "| %s | %s | %s | %s | %s | %s |\n"
	}
	fmt.Printf(row, "game", "search by", "sampled/s", "compiled/s", "search/s", "ratio")
	if m.markdown {
		fmt.Printf(row, "---", "---", "---:", "---:", "---:", "---:")
	}
	var logs, all float64
	n, compiled := 0, 0
	for _, g := range games {
		if !bench.Selected(g.Name(), names) {
			continue
		}
		rs, err := g.Compile(loader, m.shared)
		if err != nil {
			return err
		}
		var sampled, coded, searched float64
		for run := range m.runs {
			sampled = max(sampled, bench.Measure(rs, uint64(run)<<32, m.span).PerSecond())
			if rs.Compiled() != nil {
				coded = max(coded, m.coded(rs, uint64(run)))
			}
			rate, err := m.search(rs, uint64(run)<<32)
			if err != nil {
				return fmt.Errorf("%s: %w", g.Name(), err)
			}
			searched = max(searched, rate)
		}
		ratio, by, code := searched/max(sampled, coded), "rules", "-"
		all, n = all+math.Log(ratio), n+1
		if coded > 0 {
			code = fmt.Sprintf("%.0f", coded)
		}
		if w, _, err := search.New(rs.Game(), search.None, false); err != nil {
			return fmt.Errorf("%s: %w", g.Name(), err)
		} else if _, ok := w.(search.Coded); ok {
			by = "code"
			logs, compiled = logs+math.Log(ratio), compiled+1
		}
		fmt.Printf(row, g.Name(), by, fmt.Sprintf("%.0f", sampled), code, fmt.Sprintf("%.0f", searched),
			fmt.Sprintf("%.2f", ratio))
	}
	fmt.Printf("geometric mean of the ratio %.3f over %d games, %.3f over the %d that are searched by compiled code\n",
		math.Exp(all/float64(n)), n, math.Exp(logs/float64(max(compiled, 1))), compiled)
	return nil
}

// coded is the rate of playouts by compiled code.
func (m *measurement) coded(rs *ruleset.Ruleset, seed uint64) float64 {
	p, err := rs.Compiled().NewPlayer()
	if err != nil {
		return 0
	}
	r := rng.New(seed)
	return bench.Time(m.span, func() int {
		p.Start()
		p.Run(&r, rs.Plan().PlyLimit())
		return p.Result().Plies
	}).PerSecond()
}

// search is the rate of the playouts of a search.
func (m *measurement) search(rs *ruleset.Ruleset, seed uint64) (float64, error) {
	game := rs.Game()
	seats, err := m.team.Sit(game)
	if err != nil {
		return 0, err
	}
	pos := game.NewPosition()
	live := rng.New(seed)
	pos.Restart(&live)
	for pos.Moves() == 1 { // a throw may leave no choice
		pos.Apply(0)
	}
	playouts := 0
	rate := bench.Time(m.span, func() int {
		seed++
		seats.Start(seed)
		if _, fail := seats.Choose(context.Background(), pos, &live); fail != nil {
			err = fail
		}
		playouts += seats.Thought(pos.Mover()).Iterations
		return 0
	})
	return float64(playouts) * float64(rate.Playouts) / float64(rate.Playouts+1) / rate.Seconds, err
}
