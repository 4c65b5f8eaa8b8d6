package studio

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/services/studio/shelf"
)

// SiteOptions say what goes into a site.
type SiteOptions struct {
	Library  fs.FS         // with the folders lud and def
	Manual   fs.FS         // repository whose Markdown files become the manual, nil for none
	Playouts int           // random playouts of every ruleset, 0 for no figures
	Budget   time.Duration // of playing for one ruleset, 0 for as long as it takes
	Workers  int           // at least 1
	Seed     uint64
	// Progress is told how many of the games are done; it may be nil.
	Progress func(done, all int)
}

// marker is the file by which a folder is known as a site that may be written anew.
const marker = ".astragal-site"

// ErrForeign is the error for a folder that holds something else than a site.
var ErrForeign = errors.New("the folder is not empty and no site of ours")

// ErrNoEngine is the error of a program without the engine for browsers.
var ErrNoEngine = errors.New("the engine for browsers is not built into this program: run make worker, and build again")

// Site writes the library as files that any web server can serve: an index, a page for
// every game with figures of its rulesets, the pages to play and to write. What is
// measured is the same for any number of workers, unless the budget cuts it short,
// which the pages say. Games that do not compile have pages that say why.
func Site(ctx context.Context, dir string, o SiteOptions) error {
	embedded, err := load()
	if err != nil {
		return err
	}
	if !embedded.built {
		return ErrNoEngine
	}
	if err := prepare(dir); err != nil {
		return err
	}
	books, err := shelf.Read(o.Library)
	if err != nil {
		return err
	}
	s := *embedded
	s.shelf, s.hasManual = books, o.Manual != nil
	packed, err := books.Compressed()
	if err != nil {
		return err
	}
	for name, a := range s.assets {
		data := a.data
		if name == "library.json.gz" {
			data = packed
		}
		if err := write(dir, "studio/"+name, data); err != nil {
			return err
		}
	}
	for _, name := range []string{"index", "play", "edit"} {
		text, err := s.render(name, true)
		if err != nil {
			return err
		}
		if err := write(dir, name+".html", text); err != nil {
			return err
		}
	}
	if s.hasManual {
		if err := s.manual(dir, o.Manual); err != nil {
			return err
		}
	}
	return s.games(ctx, dir, o)
}

// prepare makes the folder, and refuses one with other things in it.
func prepare(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, marker)); err != nil {
			return fmt.Errorf("%s: %w", dir, ErrForeign)
		}
	}
	return write(dir, marker, []byte("written by astragal site\n"))
}

func write(dir, name string, data []byte) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// games writes the pages of all games.
func (s *studio) games(ctx context.Context, dir string, o SiteOptions) error {
	defs, err := fs.Sub(o.Library, "def")
	if err != nil {
		return err
	}
	if _, err := fs.Stat(o.Library, "def"); err != nil {
		defs = nil
	}
	descriptions, err := fs.Sub(o.Library, "lud")
	if err != nil {
		return err
	}
	compiler := engine.New()
	var next, done atomic.Int64
	var wg sync.WaitGroup
	failures := make([]error, max(1, o.Workers))
	for w := range failures {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for failures[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(s.shelf.Games) {
					return
				}
				g := &s.shelf.Games[i]
				r := reporter{engine: compiler, defs: defs, library: descriptions, o: o}
				failures[w] = s.game(ctx, dir, g, r)
				if n := int(done.Add(1)); o.Progress != nil {
					o.Progress(n, len(s.shelf.Games))
				}
			}
		}()
	}
	wg.Wait()
	return errors.Join(failures...)
}

func (s *studio) game(ctx context.Context, dir string, g *shelf.Game, r reporter) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := s.page("game", true)
	p.Title, p.Root, p.Kinds = g.Name, "../", nil
	p.Data = r.report(ctx, g)
	text, err := execute("game", p)
	if err != nil {
		return err
	}
	return write(dir, "games/"+g.Page(), text)
}

// reporter makes what a page tells of a game.
type reporter struct {
	engine  engine.Compiler
	defs    fs.FS
	library fs.FS
	o       SiteOptions
}

// fact is a value with its name; told is a metric with its interval.
type (
	fact struct{ Name, Value string }
	told struct{ Name, Value, Interval string }
)

// report is what a page tells of a game.
type report struct {
	Name, Kind, Path, Source string
	About                    []string
	Board                    template.HTML // our own drawing
	Texts, Facts             []fact
	Rulesets                 []measured
	Concepts                 []string
}

// measured is a ruleset with its figures.
type measured struct {
	Name, Heading, Hash, Note, Error string
	Summary                          *metric.Summary
	Metrics                          []told
}

// shownMetrics are the metrics that a page tells, with their titles.
var shownMetrics = []fact{{"DurationMoves", "length in moves"}, {"DurationTurns", "length in turns"},
	{"BranchingFactorAverage", "branching"},
	{"DecisionFactorAverage", "choices where there are any"}, {"GameTreeComplexity", "log₁₀ of the game tree"},
	{"Drama", "drama"}, {"LeadChange", "changes of the lead"}}

func (r reporter) report(ctx context.Context, g *shelf.Game) report {
	x := report{Name: g.Name, Kind: words(g.Kind), Path: g.Path, Source: g.Text}
	for i, heading := range append([]string{""}, g.Rulesets...) {
		m := measured{Name: strings.TrimPrefix(heading, "Ruleset/"), Heading: heading}
		if heading == "" {
			if m.Name = "Figures"; len(g.Rulesets) > 1 {
				m.Name = "Default ruleset"
			}
		}
		rs, err := r.engine.Compile(ctx, engine.Source{File: g.Path, Text: []byte(g.Text), Ruleset: heading, Defs: r.defs,
			DefsID: "site", Library: r.library})
		if err != nil {
			m.Error = err.Error()
			x.Rulesets = append(x.Rulesets, m)
			continue
		}
		if i == 0 {
			r.about(&x, rs)
		} else if rs.Hash() == x.Rulesets[0].Hash {
			x.Rulesets[0].Name, x.Rulesets[0].Heading = m.Name+", the default", heading
			continue
		}
		m.Hash = rs.Hash()
		r.measure(ctx, &m, rs)
		x.Rulesets = append(x.Rulesets, m)
	}
	return x
}

// about fills in what is known of a game without playing it.
func (r reporter) about(x *report, rs engine.Ruleset) {
	x.Board = template.HTML(rs.BoardSVG())
	x.About = append(x.About, fmt.Sprintf("%d player%s", rs.Players(), map[bool]string{true: "",
		false: "s"}[rs.Players() == 1]))
	about := rs.Metadata()
	for _, k := range []string{"description", "rules"} {
		if about[k] != "" {
			x.Texts = append(x.Texts, fact{words(k), about[k]})
		}
	}
	for _, k := range []string{"culture", "period", "region", "origin", "author", "date", "source", "classification",
		"credit"} {
		if about[k] != "" {
			x.Facts = append(x.Facts, fact{words(k), about[k]})
		}
	}
	concepts := rs.Concepts()
	for _, k := range slices.Sorted(maps.Keys(concepts)) {
		if concepts[k] != 0 && !strings.HasPrefix(k, "Num") {
			x.Concepts = append(x.Concepts, k)
		}
	}
}

// measure plays a ruleset.
func (r reporter) measure(ctx context.Context, m *measured, rs engine.Ruleset) {
	if r.o.Playouts == 0 {
		m.Note = "Not measured."
		return
	}
	p := engine.Params{Seed: r.o.Seed, Playouts: r.o.Playouts, Agent: "random"}
	if r.o.Budget > 0 {
		p.Deadline = time.Now().Add(r.o.Budget)
	}
	b, err := rs.Simulate(ctx, p)
	if err != nil {
		m.Error = err.Error()
		return
	}
	s := b.Summary()
	m.Note = fmt.Sprintf("%d random playouts, seed %d, engine %s", s.Playouts, r.o.Seed, r.engine.Version())
	if rest := s.Unplayed + s.Abandoned; rest > 0 {
		m.Note += fmt.Sprintf("; of %d asked for, %d were not played to the end for lack of time", r.o.Playouts, rest)
	}
	if s.Limits > 0 {
		m.Note += fmt.Sprintf("; %d ended by a limit", s.Limits)
	}
	if s.Playouts == 0 {
		return
	}
	m.Summary = &s
	for _, k := range shownMetrics {
		if e, ok := s.Metrics[k.Name]; ok && e.N > 0 {
			m.Metrics = append(m.Metrics, told{k.Value, fmt.Sprintf("%.4g", e.Mean),
				fmt.Sprintf("%.4g – %.4g", e.Low, e.High)})
		}
	}
}

// percent writes a share.
func percent(x float64) string {
	return fmt.Sprintf("%.0f %%", 100*x)
}
