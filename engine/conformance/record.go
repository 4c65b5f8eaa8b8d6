package conformance

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/trace"
)

// recordSeed is the seed of all that is recorded.
const recordSeed = 20261122

// request is a line of games.txt: what is recorded of a game.
type request struct {
	game     string
	depth    int // of the counts, 0 for none
	plies    int // of the trace, 0 for none
	playouts int // of the figures, 0 for none
	concepts bool
	note     string
}

// Record writes cases.jsonl and traces/ anew from games.txt, which has a game a line, in
// columns divided by tabs: path, depth of the counts, plies of the trace, playouts, whether
// concepts are recorded (yes or no), and a note on why the counts are right. Cases that
// refuse a description are written by hand, and kept.
func (s *Suite) Record(ctx context.Context) error {
	requests, err := readRequests(filepath.Join(s.Dir, "games.txt"))
	if err != nil {
		return err
	}
	var cases []Case
	for _, q := range requests {
		list, err := s.record(ctx, q)
		if err != nil {
			return fmt.Errorf("%s: %w", q.game, err)
		}
		cases = append(cases, list...)
	}
	for _, c := range s.Cases {
		if c.Kind == Refuse {
			cases = append(cases, c)
		}
	}
	s.Cases = cases
	return s.write()
}

func readRequests(file string) (list []request, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 6 {
			return nil, fmt.Errorf("%s:%d: %d columns, expected 6", file, n, len(fields))
		}
		q := request{game: fields[0], concepts: fields[4] == "yes", note: fields[5]}
		for i, number := range []*int{&q.depth, &q.plies, &q.playouts} {
			if *number, err = strconv.Atoi(fields[i+1]); err != nil || *number < 0 {
				return nil, fmt.Errorf("%s:%d: %q is not a number from 0", file, n, fields[i+1])
			}
		}
		list = append(list, q)
	}
	return list, nil
}

func (s *Suite) record(ctx context.Context, q request) (cases []Case, err error) {
	rs, err := s.compile(ctx, q.game)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(path.Base(q.game), path.Ext(q.game))
	formalism := rs.Game().Formalism()
	add := func(kind string, c Case) {
		c.ID, c.Kind, c.Game = kind+"/"+formalism+"/"+name, kind, q.game
		cases = append(cases, c)
	}
	if q.depth > 0 {
		counts, err := engine.Perft(ctx, rs.Game(), q.depth)
		if err != nil {
			return nil, err
		}
		add(Perft, Case{Counts: counts, Note: q.note})
	}
	if q.plies > 0 {
		file := "traces/" + name + ".jsonl.gz"
		if err := s.recordTrace(ctx, q, file); err != nil {
			return nil, err
		}
		add(Trace, Case{File: file})
	}
	if q.playouts > 0 {
		b, err := rs.Simulate(ctx, figureParams(q.playouts, recordSeed))
		if err != nil {
			return nil, err
		}
		add(Figures, Case{Playouts: q.playouts, Seed: recordSeed, Metrics: figures(b)})
	}
	if q.concepts {
		has, numbers := splitConcepts(rs.Concepts())
		add(Concepts, Case{Has: has, Numbers: numbers})
	}
	return cases, nil
}

func (s *Suite) recordTrace(ctx context.Context, q request, file string) error {
	rs, err := s.ruleset(q.game)
	if err != nil {
		return err
	}
	t, err := trace.Playout(ctx, rs.Plan(), strings.TrimPrefix(q.game, "library/lud/"), recordSeed, q.plies)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := errors.Join(t.Write(z), z.Close()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.Dir, filepath.FromSlash(file)), packed.Bytes(), 0o666)
}

// defs are the shared definitions of our library.
func (s *Suite) defs() fs.FS { return os.DirFS(filepath.Join(s.Root, "library", "def")) }

// splitConcepts divides a vector into what holds, in order of name, and numbers that are not 0. The
// concepts that only our engine has are left out.
func splitConcepts(all map[string]float64) (has []string, numbers map[string]float64) {
	numbers = map[string]float64{}
	for _, c := range concept.Catalogue() {
		x, ok := all[c.Name]
		switch {
		case !ok || x == 0 || c.ID >= concept.FirstOwn:
		case c.Data == "Boolean":
			has = append(has, c.Name)
		default:
			numbers[c.Name] = math.Round(x*1e6) / 1e6
		}
	}
	slices.Sort(has)
	return has, numbers
}
