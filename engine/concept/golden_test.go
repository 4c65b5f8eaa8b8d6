package concept_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/ruleset"
)

// shared is the reference material beside the project; tests that need it are
// skipped where it is not.
const shared = "../../../shared"

// golden is the recorded vector of one game.
type golden struct {
	game    string
	holds   concept.Set
	numbers map[concept.ID]float64
}

// readGolden reads the recorded compile-time vectors.
func readGolden(t *testing.T) []golden {
	f, err := os.Open(filepath.Join(shared, "concepts", "compile.tsv.gz"))
	if os.IsNotExist(err) {
		t.Skip("no recorded concepts beside the project")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var list []golden
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		col := strings.Split(lines.Text(), "\t")
		if col[0] == "game" {
			continue
		}
		g := golden{game: col[0], numbers: map[concept.ID]float64{}}
		for _, s := range strings.Split(col[2], ",") {
			id, err := strconv.Atoi(s)
			if err != nil {
				t.Fatal(err)
			}
			g.holds.Add(concept.ID(id))
		}
		for _, s := range strings.Split(col[3], ";") {
			id, value, _ := strings.Cut(s, "=")
			n, err := strconv.Atoi(id)
			if err != nil {
				t.Fatal(err)
			}
			if g.numbers[concept.ID(n)], err = strconv.ParseFloat(value, 64); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, g)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// tally counts agreement with the record.
type tally struct {
	games, cells, equal int
	wrong               map[concept.ID][]string // games by concept on which we differ, with the record's value
	failed              []string
}

// TestGolden compares the vectors of all recorded games with the record. The
// shares of cells and concepts that agree may never fall below those in
// testdata/ratchet.txt; raise them when they grow. CONCEPTS=1 lists the
// differences.
func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the whole library")
	}
	list := readGolden(t)
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	total := tally{wrong: map[concept.ID][]string{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan golden)
	for range 2 {
		wg.Go(func() {
			for g := range next {
				v, err := extract(loader, g.game)
				mu.Lock()
				total.add(&g, v, err)
				mu.Unlock()
			}
		})
	}
	for _, g := range list {
		if only := os.Getenv("CONCEPTS_GAME"); strings.Contains(g.game, only) {
			next <- g
		}
	}
	close(next)
	wg.Wait()
	if os.Getenv("CONCEPTS") != "" {
		total.list(t)
	}
	concepts := 0
	for _, c := range concept.Catalogue() {
		if compiled(&c) {
			concepts++
		}
	}
	cells := 100 * float64(total.equal) / float64(total.cells)
	whole := 100 * float64(concepts-len(total.wrong)) / float64(concepts)
	t.Logf("%d of %d games; %.3f %% of %d cells and %.2f %% of %d concepts agree", total.games, len(list), cells,
		total.cells, whole, concepts)
	if os.Getenv("CONCEPTS_GAME") != "" {
		return
	}
	text, err := os.ReadFile("testdata/ratchet.txt")
	if err != nil {
		t.Fatal(err)
	}
	var games int
	var wantCells, wantWhole float64
	if _, err := fmt.Sscan(string(text), &games, &wantCells, &wantWhole); err != nil {
		t.Fatal(err)
	}
	if total.games < games || cells < wantCells || whole < wantWhole {
		t.Errorf("the recorded figures are %d games, %.3f %% of cells, %.2f %% of concepts", games, wantCells, wantWhole)
	}
}

// compiled reports whether a concept of the reference is computed from the description.
func compiled(c *concept.Concept) bool { return c.Computed == "Compilation" && c.ID < concept.FirstOwn }

func extract(loader *ruleset.Loader, game string) (*concept.Vector, error) {
	path := filepath.Join(shared, "library", "lud", filepath.FromSlash(game))
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rs, err := loader.Compile(ruleset.Source{File: path, Text: text,
		Library: os.DirFS(filepath.Join(shared, "library", "lud"))})
	if err != nil {
		return nil, err
	}
	return rs.Concepts(), nil
}

func (r *tally) add(g *golden, v *concept.Vector, err error) {
	if err != nil {
		r.failed = append(r.failed, err.Error())
		return
	}
	r.games++
	for _, c := range concept.Catalogue() {
		if !compiled(&c) {
			continue
		}
		r.cells++
		var ours, theirs float64
		if c.Data == "Boolean" {
			if v.Holds.Has(c.ID) {
				ours = 1
			}
			if g.holds.Has(c.ID) {
				theirs = 1
			}
		} else {
			ours, theirs = v.Numbers[c.ID], g.numbers[c.ID]
		}
		if ours == theirs {
			r.equal++
		} else {
			r.wrong[c.ID] = append(r.wrong[c.ID], fmt.Sprintf("%s: %v, recorded %v", g.game, ours, theirs))
		}
	}
}

func (r *tally) list(t *testing.T) {
	var ids []concept.ID
	for id := range r.wrong {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b concept.ID) int { return cmp.Compare(len(r.wrong[b]), len(r.wrong[a])) })
	for _, id := range ids {
		slices.Sort(r.wrong[id])
		t.Logf("%d %s: %d\n\t%s", id, concept.ByID(id).Name, len(r.wrong[id]),
			strings.Join(r.wrong[id][:min(6, len(r.wrong[id]))], "\n\t"))
	}
	for _, f := range r.failed {
		t.Log(f)
	}
}
