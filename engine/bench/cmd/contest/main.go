// Command contest plays agents against each other at games that nobody chose: those of a library for two
// players that compiled code searches, in which nothing is drawn, hidden or decided at the same time, in the
// order of the SHA-256 of the names of their files.
//
//	go run ./bench/cmd/contest -list [-skip 16] [-games 16]
//	go run ./bench/cmd/contest -agents best:200,uct:200 [-skip 16] [-games 16] [-n 40] [-seed 1] [-only FILE,…]
//	go run ./bench/cmd/contest -effort -agents alphabeta:3,alphabeta:3,table=no [-games 16]
//
// With -effort both agents look at every third position of two random plays, and a line tells how many playouts, or
// positions of alpha-beta, each took.
//
// A game is taken if of 40 random plays (seeds 0 to 39) the mean length, cut off at 100 plies, is between 8 and
// 60 plies, with 2 to 40 moves to choose from on average, at least half end with a winner, and two plays of uct:20
// against itself end within 60 plies each: such games are cheap, and tell agents apart. A line of Markdown per game
// goes to standard output: wins, draws and losses of
// the first agent, its share of the points with the 95 % interval of the arena, and processor seconds. At the
// end the mean of the shares, with the interval of a mean over games (Student's t).
package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/arena"
	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/search"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

func main() {
	var c contest
	flag.StringVar(&c.shared, "shared", "../../shared", "folder of reference material")
	flag.BoolVar(&c.list, "list", false, "list the games and play no match")
	flag.BoolVar(&c.effort, "effort", false, "compare what agents look at, and play no match")
	agents := flag.String("agents", "best:200,uct:200", "the two agents")
	flag.IntVar(&c.skip, "skip", 0, "games of the order that are left out")
	flag.IntVar(&c.games, "games", 16, "games of the sample")
	only := flag.String("only", "", "parts of the names of files, instead of a sample")
	flag.IntVar(&c.n, "n", 40, "games of a match")
	flag.Uint64Var(&c.seed, "seed", 1, "seed of a match")
	flag.IntVar(&c.plies, "max-plies", 300, "plies after which a game is drawn")
	flag.Parse()
	if *only != "" {
		c.only = strings.Split(*only, ",")
	}
	var err error
	if c.pair, err = agent.ParseList(*agents); err == nil && len(c.pair) != 2 {
		err = fmt.Errorf("%d agents, expected two", len(c.pair))
	}
	if err == nil {
		err = c.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "contest:", err)
		os.Exit(1)
	}
}

type contest struct {
	shared      string
	list        bool
	effort      bool
	pair        []agent.Spec
	only        []string
	skip, games int
	n, plies    int
	seed        uint64
}

func (c *contest) run() error {
	loader, err := bench.NewLoader(c.shared)
	if err != nil {
		return err
	}
	dir := filepath.Join(c.shared, "library", "lud")
	files, err := bench.Descriptions(dir)
	if err != nil {
		return err
	}
	order(files)
	var means []float64
	taken := 0
	for _, file := range files {
		if !c.named(file) {
			continue
		}
		rs, err := bench.LoadFile(loader, dir, file)
		if err != nil || c.only == nil && !fits(rs) {
			continue
		}
		if taken++; taken <= c.skip {
			continue
		}
		if c.list {
			fmt.Println(file)
		} else if c.effort {
			if err := c.compare(rs, path.Base(file), &means); err != nil {
				fmt.Fprintf(os.Stderr, "%s is left out: %v\n", file, err)
			}
		} else if err := c.match(rs, path.Base(file), &means); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if c.only == nil && taken == c.skip+c.games {
			break
		}
	}
	if c.effort && len(means) > 0 {
		fmt.Printf("| geometric mean of %d games | | | %.2f |\n", len(means), math.Exp(stat.Mean(means, nil)))
	} else if len(means) > 1 {
		mean, dev := stat.MeanStdDev(means, nil)
		n := float64(len(means))
		half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * dev / math.Sqrt(n)
		fmt.Printf("| mean of %d games | | %.1f %% [%.1f, %.1f] | |\n", len(means), 100*mean, 100*(mean-half),
			100*(mean+half))
	}
	return nil
}

// order sorts files by the hashes of their names without folders.
func order(files []string) {
	slices.SortFunc(files, func(a, b string) int {
		x, y := sha256.Sum256([]byte(path.Base(a))), sha256.Sum256([]byte(path.Base(b)))
		return slices.Compare(x[:], y[:])
	})
}

func (c *contest) named(file string) bool {
	return c.only == nil || slices.ContainsFunc(c.only, func(part string) bool { return strings.Contains(file, part) })
}

// Plays that tell whether a game is taken, and their limit of plies.
const (
	trials = 40
	most   = 100
	brief  = 60 // of weak search
)

// fits reports whether a game is one of those that contests are about.
func fits(rs *ruleset.Ruleset) bool {
	g := rs.Game()
	if len(g.Players()) != 2 || rs.Compiled() == nil {
		return false
	}
	w, f, err := search.New(g, search.None, false)
	if err != nil || f.Draws || f.Joint || f.Hidden {
		return false
	}
	if _, coded := w.(search.Coded); !coded {
		return false
	}
	plies, moves, won := 0, 0, 0
	p := g.NewPosition()
	for seed := range uint64(trials) {
		r := rng.New(seed)
		p.Restart(&r)
		for n := 0; n < most && !p.Terminal(); n++ {
			k := p.Moves()
			plies, moves = plies+1, moves+k
			p.Apply(r.Below(k))
		}
		if x, ok := p.(interface{ Err() error }); ok && x.Err() != nil {
			return false
		}
		if p.Terminal() && winner(p) {
			won++
		}
	}
	length, width := float64(plies)/trials, float64(moves)/float64(plies)
	return length >= 8 && length <= 60 && width >= 2 && width <= 40 && 2*won >= trials && ends(rs)
}

// ends reports whether plays of a weak search against itself are short.
func ends(rs *ruleset.Ruleset) bool {
	by, err := agent.Parse("uct:20")
	if err != nil {
		panic(err) // the text is ours
	}
	t, err := arena.Match{Game: rs.Game(), A: by, B: by, Seed: 1, MaxPlies: brief}.Sit()
	for number := 0; number < 2 && err == nil; number++ {
		var plies int
		if _, plies, err = t.Play(context.Background(), number); plies >= brief {
			return false
		}
	}
	return err == nil
}

func winner(p formal.Position) bool {
	u := p.Payoffs()
	return u[0].Cmp(u[1]) != 0
}

// match plays at one game.
func (c *contest) match(rs *ruleset.Ruleset, name string, means *[]float64) error {
	began := processor()
	m := arena.Match{Game: rs.Game(), A: c.pair[0], B: c.pair[1], Seed: c.seed, MaxPlies: c.plies}
	out, err := arena.Run(context.Background(), m, arena.Plan{Games: c.n, Workers: 1})
	if err != nil {
		return err
	}
	s := out.Score
	low, high := s.Interval()
	spent := processor() - began
	fmt.Printf("| %s | %d–%d–%d | %.1f %% [%.0f, %.0f] | %.1f |\n", strings.TrimSuffix(name, ".lud"), s.Wins, s.Draws,
		s.Losses, 100*s.Mean(), 100*low, 100*high, spent.Round(100*time.Millisecond).Seconds())
	*means = append(*means, s.Mean())
	return nil
}

// processor is the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// compare counts what both agents look at in the same positions, and adds the logarithm of the ratio.
func (c *contest) compare(rs *ruleset.Ruleset, name string, logs *[]float64) error {
	var tables [2]*agent.Table
	for i, by := range c.pair {
		var err error
		if tables[i], err = agent.All(by).Sit(rs.Game()); err != nil {
			return err
		}
		tables[i].Start(c.seed)
	}
	var looked [2]int
	p := rs.Game().NewPosition()
	for seed := range uint64(2) {
		r := rng.New(seed)
		p.Restart(&r)
		for n := 0; n < most && !p.Terminal(); n++ {
			for i := 0; i < 2 && n%3 == 0 && p.Moves() > 1; i++ {
				if _, err := tables[i].Choose(context.Background(), p, &r); err != nil {
					return err
				}
				looked[i] += tables[i].Thought(p.Mover()).Iterations
			}
			p.Apply(r.Below(p.Moves()))
		}
	}
	if looked[0] == 0 || looked[1] == 0 {
		return fmt.Errorf("%d and %d positions", looked[0], looked[1])
	}
	ratio := float64(looked[1]) / float64(looked[0])
	fmt.Printf("| %s | %d | %d | %.2f |\n", strings.TrimSuffix(name, ".lud"), looked[0], looked[1], ratio)
	*logs = append(*logs, math.Log(ratio))
	return nil
}
