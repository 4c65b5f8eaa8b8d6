package rbg_test

import (
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rbg"
)

const corpus = "../../../shared/rbg"

// table reads a tab separated table of the corpus without its head line.
func table(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join(corpus, name))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("corpus not present")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d rows, %v", name, len(rows), err)
	}
	return rows[1:]
}

func parse(t *testing.T, file string) *rbg.Description {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := rbg.Parse(file, strings.TrimSuffix(filepath.Base(file), ".rbg"), src)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func load(t *testing.T, file string) *rbg.Game {
	t.Helper()
	g, err := rbg.Compile(parse(t, file))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCorpusSizes(t *testing.T) {
	for _, row := range table(t, "rbg.tsv") {
		t.Run(row[0], func(t *testing.T) {
			d := parse(t, filepath.Join(corpus, row[0]))
			got := []int{len(d.Scores), len(d.Pieces), len(d.Variables), len(d.Vertices), d.DirectedEdges(), len(d.Labels),
				d.Modifiers}
			for i, name := range []string{"players", "pieces", "variables", "vertices", "edges", "labels", "modifier indices"} {
				if want := number(t, row[i+1]); got[i] != want {
					t.Errorf("%d %s, want %d", got[i], name, want)
				}
			}
		})
	}
}

// perftNodes bounds the positions counted per file; -short lowers it.
func perftNodes() int {
	if testing.Short() {
		return 20_000
	}
	return 250_000
}

func TestCorpusPerft(t *testing.T) {
	want := map[string][]uint64{}
	var files []string
	for _, row := range table(t, "rbg_perft.tsv") {
		if number(t, row[2]) > perftNodes() {
			continue
		}
		if want[row[0]] == nil {
			files = append(files, row[0])
		}
		want[row[0]] = append(want[row[0]], uint64(number(t, row[2])))
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			counts, err := load(t, filepath.Join(corpus, file)).NewState().Perft(len(want[file]))
			if err != nil {
				t.Fatal(err)
			}
			for d, n := range counts {
				if n != want[file][d] {
					t.Errorf("perft(%d) = %d, want %d", d+1, n, want[file][d])
				}
			}
		})
	}
}

func TestCorpusInvalid(t *testing.T) {
	for _, row := range table(t, "rbg_invalid.tsv") {
		t.Run(row[0], func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join(corpus, row[0]))
			if err != nil {
				t.Fatal(err)
			}
			_, err = rbg.Load(row[0], "x", src)
			var e *rbg.Error
			if !errors.As(err, &e) {
				t.Fatalf("accepted or wrong kind of error: %v", err)
			}
			if row[2] != "" && e.Pos.Line != number(t, row[2]) || row[3] != "" && e.Pos.Col != number(t, row[3]) {
				t.Errorf("%v, want it at %s:%s (%s)", e, row[2], row[3], row[4])
			}
		})
	}
}

func TestCorpusStraightness(t *testing.T) {
	for _, row := range table(t, "rbg.tsv") {
		got := parse(t, filepath.Join(corpus, row[0])).Straightness()
		want := rbg.Straightness{Applicational: number(t, row[8]), Main: number(t, row[9]), Move: number(t, row[10])}
		if got != want {
			t.Errorf("%s: %+v, want %+v", row[0], got, want)
		}
	}
}

// TestCorpusLow prints the low-level form and plays what is read back.
func TestCorpusLow(t *testing.T) {
	for _, row := range table(t, "rbg.tsv") {
		t.Run(row[0], func(t *testing.T) {
			high := parse(t, filepath.Join(corpus, row[0]))
			var text, again strings.Builder
			if err := high.WriteLow(&text); err != nil {
				t.Fatal(err)
			}
			low, err := rbg.Parse("low", "low", []byte(text.String()))
			if err != nil {
				t.Fatal(err)
			}
			if err := low.WriteLow(&again); err != nil {
				t.Fatal(err)
			}
			if low.Modifiers != high.Modifiers || len(again.String()) > len(text.String()) {
				t.Errorf("reading back changes the game: %d modifiers, want %d", low.Modifiers, high.Modifiers)
			}
			a, err := rbg.Compile(high)
			if err != nil {
				t.Fatal(err)
			}
			b, err := rbg.Compile(low)
			if err != nil {
				t.Fatal(err)
			}
			s, u := a.NewState(), b.NewState()
			listed := 0
			for ply := 0; ply < 40 && listed < 20_000; ply++ {
				n := s.Moves()
				listed += n
				if n != u.Moves() {
					t.Fatalf("ply %d: %d moves, %d in the low form", ply, n, u.Moves())
				}
				if n == 0 {
					break
				}
				i := (7*ply + 3) % n
				s.Apply(i)
				u.Apply(i)
			}
		})
	}
}
