// Command searchrates prints how many playouts a second a tree search makes of the
// benchmark games, beside bare playouts, in processor time.
//
//	go run ./bench/cmd/searchrates [-shared ../../shared] [-agent uct:1000] [-time 300ms] [-runs 3] [-markdown]
//	    [-every 0] [GAME…]
//
// With every, of one in so many games of the public library instead; what cannot be searched is passed over and
// counted.
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
	"path/filepath"
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
	every := flag.Int("every", 0, "measure one in so many games of the library instead of those of the benchmark")
	profile := flag.String("profile", "", "write a processor profile to this file")
	flag.Parse()
	m := measurement{shared: *shared, span: *span, runs: *runs, markdown: *markdown, every: *every}
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
	every    int
	team     agent.Team
}

// subject is a game to be measured.
type subject struct {
	name    string
	compile func() (*ruleset.Ruleset, error)
}

// subjects are the games with one of the names, all without any.
func (m *measurement) subjects(names []string) (list []subject, err error) {
	loader, err := bench.NewLoader(m.shared)
	if err != nil {
		return nil, err
	}
	add := func(name string, compile func() (*ruleset.Ruleset, error)) {
		if bench.Selected(name, names) {
			list = append(list, subject{name, compile})
		}
	}
	if m.every == 0 {
		games, err := bench.Games(m.shared)
		for _, g := range games {
			add(g.Name(), func() (*ruleset.Ruleset, error) { return g.Compile(loader, m.shared) })
		}
		return list, err
	}
	dir := filepath.Join(m.shared, "library", "lud")
	files, err := bench.Descriptions(dir)
	for i, file := range files {
		if i%m.every == 0 {
			add(bench.Short(file), func() (*ruleset.Ruleset, error) { return bench.LoadFile(loader, dir, file) })
		}
	}
	return list, err
}

// rates are playouts a second.
type rates struct{ sampled, coded, searched float64 }

// ratio is that of the playouts of a search to bare ones.
func (r rates) ratio() float64 { return r.searched / max(r.sampled, r.coded) }

// measure measures a game, and reports whether it is searched by compiled code.
func (m *measurement) measure(s subject) (r rates, code bool, err error) {
	rs, err := s.compile()
	if err != nil {
		return r, false, err
	}
	w, _, err := search.New(rs.Game(), search.None, false)
	if err != nil {
		return r, false, err
	}
	_, code = w.(search.Coded)
	for run := range m.runs {
		searched, err := m.search(rs, uint64(run)<<32)
		if err != nil {
			return r, code, err
		}
		r.searched = max(r.searched, searched)
		r.sampled = max(r.sampled, bench.Measure(rs, uint64(run)<<32, m.span).PerSecond())
		if rs.Compiled() != nil {
			r.coded = max(r.coded, m.coded(rs, uint64(run)))
		}
	}
	return r, code, nil
}

func (m *measurement) table(names []string) error {
	subjects, err := m.subjects(names)
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
	n, compiled, passed := 0, 0, 0
	for _, s := range subjects {
		r, code, err := m.measure(s)
		if err != nil && m.every > 0 {
			passed++
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		by, coded := "rules", "-"
		all, n = all+math.Log(r.ratio()), n+1
		if r.coded > 0 {
			coded = fmt.Sprintf("%.0f", r.coded)
		}
		if code {
			by = "code"
			logs, compiled = logs+math.Log(r.ratio()), compiled+1
		}
		fmt.Printf(row, s.name, by, fmt.Sprintf("%.0f", r.sampled), coded, fmt.Sprintf("%.0f", r.searched),
			fmt.Sprintf("%.2f", r.ratio()))
	}
	fmt.Printf("geometric mean of the ratio %.3f over %d games, %.3f over the %d that are searched by compiled code\n",
		math.Exp(all/float64(n)), n, math.Exp(logs/float64(max(compiled, 1))), compiled)
	if passed > 0 {
		fmt.Printf("%d games cannot be searched\n", passed)
	}
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
