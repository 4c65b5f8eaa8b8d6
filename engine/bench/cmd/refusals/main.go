// Command refusals counts the descriptions that compiled code does not play, and says why.
//
//	go run ./bench/cmd/refusals [-options] [-library=false] [-mutants 0] [-seed 1] [-from 0] [-out FILE] [DIR…]
//
// Folders are by default those of our library and of the public one; known definitions are in the folder def beside
// each. Every description is compiled in its default ruleset: to be played, watched and searched. With -options it is
// compiled to be played in each of its rulesets and with each item of an option instead, once for each choice. With
// -mutants so many descriptions that were changed at random (package mutant) are tried, too, with the definitions of
// the last folder: they say what may be met in descriptions that nobody has seen, and about every fourth compiles;
// -from is the number of the first, -library=false leaves the others out. Reasons are counted by the clause they are
// about.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// ways are what descriptions are compiled for.
var ways = []struct {
	name    string
	compile func(*game.Game) (*compiled.Game, error)
}{{"plays", compiled.NewPlays}, {"watched", compiled.NewWatched}, {"searched", compiled.New}}

// survey counts what is refused.
type survey struct {
	tried   int
	refused []int // by way
	reasons map[string]int
	out     io.Writer
}

func main() {
	options := flag.Bool("options", false, "rulesets and items of options instead of defaults, to be played")
	mutants := flag.Uint64("mutants", 0, "number of changed descriptions that are tried")
	seed := flag.Uint64("seed", 1, "seed of the changes")
	from := flag.Uint64("from", 0, "number of the first changed description")
	others := flag.Bool("library", true, "descriptions as they are")
	out := flag.String("out", "", "file for a line about everything that is refused; none when empty")
	flag.Parse()
	dirs := flag.Args()
	if len(dirs) == 0 {
		dirs = []string{"../library/lud", "../../shared/library/lud"}
	}
	if err := run(dirs, *others, *options, *mutants, *seed, *from, *out); err != nil {
		fmt.Fprintln(os.Stderr, "refusals:", err)
		os.Exit(1)
	}
}

func run(dirs []string, others, options bool, mutants, seed, from uint64, out string) error {
	lines := bufio.NewWriter(io.Discard)
	if out != "" {
		f, err := os.Create(out)
		if err != nil {
			return err
		}
		defer f.Close()
		lines.Reset(f)
	}
	library := newSurvey(lines)
	var roots []fs.FS
	var known *lgdl.Defines
	for _, dir := range dirs {
		files, err := bench.Descriptions(dir)
		if err != nil {
			return err
		}
		if known, err = lgdl.LoadDefines(os.DirFS(filepath.Join(dir, "../def"))); err != nil {
			return err
		}
		if !others {
			files = nil
		}
		for _, f := range files {
			text, err := os.ReadFile(filepath.Join(dir, f))
			if err != nil {
				return err
			}
			if options {
				library.choices(known, f, text)
			} else {
				library.try(known, f, text)
			}
		}
		roots = append(roots, os.DirFS(dir))
	}
	if options && others {
		library.print("choices of rulesets and options")
	} else if others {
		library.print("descriptions")
	}
	if mutants > 0 {
		corpus, err := mutant.Load([]string{".lud"}, roots...)
		if err != nil {
			return err
		}
		changed := newSurvey(lines)
		for i := range mutants {
			m := corpus.Mutant(seed, from+i)
			changed.try(known, fmt.Sprintf("mutant %d of %s", from+i, m.Name), m.Text)
		}
		changed.print("changed descriptions that compile")
	}
	return lines.Flush()
}

func newSurvey(out io.Writer) *survey {
	return &survey{refused: make([]int, len(ways)), reasons: map[string]int{}, out: out}
}

// try counts what of a description is refused; one that is wrong is none.
func (s *survey) try(known *lgdl.Defines, name string, text []byte) {
	g, err := bench.Rules(known, name, text)
	if err != nil {
		return
	}
	s.compile(name, g, len(ways))
}

// choices tries the choices that a description offers.
func (s *survey) choices(known *lgdl.Defines, name string, text []byte) {
	d, err := lgdl.Read(name, text)
	if err != nil {
		return
	}
	seen := map[string]bool{}
	for _, choice := range d.Choices() {
		x, err := d.Expand(known, choice)
		if err != nil || seen[strings.Join(x.Options, "\n")] {
			continue
		}
		seen[strings.Join(x.Options, "\n")] = true
		if g, err := bench.Chosen(d, known, choice); err == nil {
			s.compile(fmt.Sprintf("%s with %s", name, strings.Join(x.Options, ", ")), g, 1)
		}
	}
}

// compile compiles a game so many ways.
func (s *survey) compile(name string, g *game.Game, n int) {
	s.tried++
	for i, w := range ways[:n] {
		var err error
		if fault := game.Catch(func() { _, err = w.compile(g) }); fault != nil {
			err = fault
		}
		if err == nil {
			continue
		}
		var refusal *position.Refusal
		s.refused[i]++
		reason := err.Error()
		if errors.As(err, &refusal) {
			reason = clause(refusal) + ": " + refusal.Why
		}
		s.reasons[w.name+"\t"+reason]++
		fmt.Fprintf(s.out, "%s\t%s\t%v\n", name, w.name, err)
		if i == 0 {
			return // what cannot be played is not watched either
		}
	}
}

// clause is the notation of the clause that was refused, without its arguments.
func clause(r *position.Refusal) string {
	if r.At == nil {
		return "the game"
	}
	if r.At.Form != nil {
		return r.At.Form.Text
	}
	return r.At.Text
}

func (s *survey) print(what string) {
	fmt.Printf("%d %s\n", s.tried, what)
	for i, w := range ways {
		fmt.Printf("%d not %s\n", s.refused[i], w.name)
	}
	reasons := slices.SortedFunc(maps.Keys(s.reasons), func(a, b string) int {
		return cmp.Or(s.reasons[b]-s.reasons[a], strings.Compare(a, b))
	})
	for _, r := range reasons {
		fmt.Printf("%5d\t%s\n", s.reasons[r], r)
	}
}
