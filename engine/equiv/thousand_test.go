package equiv_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
)

// held is a mutant with the game that it must be told from.
type held struct {
	path string
	change
	a, b formal.Game
}

// TestThousandMutants draws a thousand mutants (MUTANTS=N draws N) with seed
// MUTANT_SEED, evenly over the translation paths and the kinds of change, and demands
// that every one is found different within mutantBounds, and every true translation
// proven. -v prints the table of docs/equivalence.md.
func TestThousandMutants(t *testing.T) {
	want, seed := fromEnv(t, "MUTANTS", 1000), uint64(fromEnv(t, "MUTANT_SEED", 1))
	if testing.Short() && os.Getenv("MUTANTS") == "" {
		want = 200
	}
	r := rand.New(rand.NewPCG(seed, 7))
	groups := map[string][]held{} // by path and kind
	total := 0
	s := &tally{caught: map[string]int{}, hold: func(path string, c change, a, b formal.Game) {
		c.text = "" // the compiled game is enough
		groups[path+": "+c.kind] = append(groups[path+": "+c.kind], held{path, c, a, b})
		total++
	}}
	for _, name := range slices.Sorted(maps.Keys(ownGames)) {
		g, err := efg.Read(name, []byte(ownGames[name]), efg.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		s.translations(t, name, g, r, 2+want/250)
	}
	s.unfolded(t, r, 2+want/100)
	if total < want {
		t.Fatalf("%d mutants made, %d asked for", total, want)
	}
	// One of every group in turn, until there are enough.
	keys := slices.Sorted(maps.Keys(groups))
	for _, k := range keys {
		r.Shuffle(len(groups[k]), func(i, j int) { groups[k][i], groups[k][j] = groups[k][j], groups[k][i] })
	}
	s.hold = nil
	drawn := 0
	for round := 0; drawn < want; round++ {
		for _, k := range keys {
			if round >= len(groups[k]) || drawn == want {
				continue
			}
			drawn++
			m := groups[k][round]
			result, err := equiv.Compare(context.Background(), m.a, m.b, mutantBounds)
			switch {
			case err != nil:
				s.refused++
			case result.Equal || result.Undecided != "" || result.Difference == nil:
				t.Errorf("%s: overlooked: %s: %s: %+v", m.path, m.kind, m.what, result)
				continue
			}
			s.caught[k]++
		}
	}
	table(t, s.caught)
	t.Logf("seed %d: %d of %d mutants caught, %d of them as unplayable; %d true translations proven",
		seed, drawn-lost(drawn, s.caught), drawn, s.refused, s.proofs)
	if s.proofs < 100 {
		t.Errorf("only %d true translations proven", s.proofs)
	}
}

// lost is the number of drawn mutants that were not caught.
func lost(drawn int, caught map[string]int) int {
	for _, n := range caught {
		drawn -= n
	}
	return drawn
}

// table logs the mutants caught as a table of paths and kinds.
func table(t *testing.T, caught map[string]int) {
	t.Helper()
	paths, kinds := map[string]bool{}, map[string]bool{}
	for key := range caught {
		path, kind, _ := strings.Cut(key, ": ")
		paths[path], kinds[kind] = true, true
	}
	columns := slices.Sorted(maps.Keys(kinds))
	t.Logf("| path | %s |", strings.Join(columns, " | "))
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		row := "| " + path + " |"
		for _, kind := range columns {
			if n := caught[path+": "+kind]; n > 0 {
				row += " " + strconv.Itoa(n)
			}
			row += " |"
		}
		t.Log(row)
	}
}

// fromEnv is a positive number of the environment, or the default.
func fromEnv(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		t.Fatalf("%s=%q is no positive number", name, text)
	}
	return n
}
