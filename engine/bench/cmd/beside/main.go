// Command beside measures compiled code beside the rules: bare random playouts of descriptions in their default
// rulesets by both, in turns in one process. Where code is hardly faster than the rules something general is missing.
//
//	go run ./bench/cmd/beside [-time 8ms] [-rounds 2] [-plies 400] [-rules=true] [-every 1] [-first 0]
//	    [-mutants 0] [-seed 1] [-out FILE] [-dirs DIR,…] [NAME…]
//
// Folders are by default those of our library and of the public one; known definitions are in the folder def beside
// each. Of all descriptions every so-manieth is measured, from one on; names select those that contain one of them.
// With -mutants so many descriptions that were changed at random are measured instead (package mutant). Times are user
// processor time of the process, the least of all rounds counts. A line a game has the nanoseconds a ply by rules and
// by code, how many times as fast code is, spoilt plays of 20, a hash of these plays, which is the same wherever code
// plays alike, their mean number of plies, and why a game is played by the rules.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/garbage"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

type settings struct {
	span          time.Duration
	rounds, plies int
	rules         bool
	out           *bufio.Writer
}

func main() {
	var s settings
	flag.DurationVar(&s.span, "time", 8*time.Millisecond, "user processor time of a sample")
	flag.IntVar(&s.rounds, "rounds", 2, "samples of each, the fastest counts")
	flag.IntVar(&s.plies, "plies", 400, "plies at which a playout is stopped")
	flag.BoolVar(&s.rules, "rules", true, "measure the rules, too")
	every := flag.Int("every", 1, "measure every so-manieth description")
	first := flag.Int("first", 0, "number of the first of them")
	mutants := flag.Uint64("mutants", 0, "number of changed descriptions that are measured instead")
	seed := flag.Uint64("seed", 1, "seed of the changes")
	out := flag.String("out", "", "file for the figures; standard output when empty")
	dirs := flag.String("dirs", "../library/lud,../../shared/library/lud", "folders of descriptions")
	flag.Parse()
	garbage.Leave(garbage.Usual)
	if err := run(s, strings.Split(*dirs, ","), *every, *first, *mutants, *seed, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "beside:", err)
		os.Exit(1)
	}
}

func run(s settings, dirs []string, every, first int, mutants, seed uint64, out string, names []string) error {
	f := os.Stdout
	if out != "" {
		var err error
		if f, err = os.Create(out); err != nil {
			return err
		}
		defer f.Close()
	}
	s.out = bufio.NewWriter(f)
	defer s.out.Flush()
	fmt.Fprintln(s.out, "game\trules_ns\tcode_ns\ttimes\tspoilt\thash\tplies\twhy")
	var roots []fs.FS
	var known *lgdl.Defines
	n := 0
	for _, dir := range dirs {
		files, err := bench.Descriptions(dir)
		if err != nil {
			return err
		}
		if known, err = lgdl.LoadDefines(os.DirFS(filepath.Join(dir, "../def"))); err != nil {
			return err
		}
		roots = append(roots, os.DirFS(dir))
		if mutants > 0 {
			continue
		}
		for _, file := range files {
			if !bench.Selected(bench.Short(file), names) {
				continue
			}
			if n++; (n-1)%every != first {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				return err
			}
			s.measure(known, file, text)
		}
	}
	if mutants == 0 {
		return nil
	}
	corpus, err := mutant.Load([]string{".lud"}, roots...)
	if err != nil {
		return err
	}
	for i := range mutants {
		if int(i)%every == first {
			m := corpus.Mutant(seed, i)
			s.measure(known, fmt.Sprintf("mutant %d of %s", i, m.Name), m.Text)
		}
	}
	return nil
}

// hashed is the number of plays that are hashed, unless they take more than patience.
const (
	hashed   = 20
	patience = 3 * time.Second
)

// measure writes the line of a description; of one that is wrong there is none.
func (s settings) measure(known *lgdl.Defines, name string, text []byte) {
	g, err := bench.Rules(known, name, text)
	if err != nil {
		return
	}
	fault := game.Catch(func() { err = s.both(name, g) })
	if fault != nil {
		err = fault
	}
	if err != nil {
		fmt.Fprintf(s.out, "%s\t\t\t\t\t\t\t%s\n", name, strings.ReplaceAll(err.Error(), "\n", " "))
	}
	s.out.Flush()
}

func (s settings) both(name string, g *game.Game) error {
	code, err := compiled.NewPlays(g)
	var p *compiled.Player
	h := fnv.New64a()
	spoilt, plies := 0, 0
	if err == nil {
		code.Hasten()
		if p, err = code.NewPlayer(); err != nil {
			return err
		}
		begun := bench.UserTime()
		for i := range uint64(hashed) {
			pick := rng.Derive(i+1, 1)
			p.Play(&pick, s.plies)
			if p.Err() != nil {
				spoilt++
				continue
			}
			x := p.Result()
			plies += x.Plies
			fmt.Fprintln(h, i, x.Plies, x.Winner, pick.State)
			if bench.UserTime()-begun > patience {
				break
			}
		}
	}
	why := ""
	if err != nil {
		why, code = strings.ReplaceAll(err.Error(), "\n", " "), nil
	}
	rules, sampler := play.NewRandom(g), compiled.NewSampler(g, code)
	runtime.GC() // else the first sample pays for what compiling has left
	var byRules, byCode float64
	for range s.rounds {
		if s.rules {
			s.sample(&byRules, rules.Play)
		}
		s.sample(&byCode, sampler.Play)
	}
	fmt.Fprintf(s.out, "%s\t%.0f\t%.0f\t%.2f\t%d\t%016x\t%d\t%s\n", name, byRules, byCode, byRules/byCode, spoilt,
		h.Sum64(), plies/hashed, why)
	return nil
}

// sample measures plays once more, and keeps the least time of a ply, 0 for none yet.
func (s settings) sample(least *float64, playout func(seed uint64, maxPlies int) play.Result) {
	seed := uint64(0)
	r := bench.Time(s.span, func() int {
		seed++
		return playout(seed, s.plies).Plies
	})
	if x := r.PlyNs(); *least == 0 || x < *least {
		*least = x
	}
}
