package concept_test

import (
	"encoding/csv"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

func TestCatalogueCounts(t *testing.T) {
	counts := map[[2]string]int{}
	own := 0
	for _, c := range concept.Catalogue() {
		if c.ID >= concept.FirstOwn {
			own++
			continue
		}
		data := c.Data
		if data != "Boolean" {
			data = "number"
		}
		counts[[2]string{c.Computed, data}]++
	}
	want := map[[2]string]int{{"Compilation", "Boolean"}: 480, {"Compilation", "number"}: 31, {"Playout", "Boolean"}: 30,
		{"Playout", "number"}: 268}
	for k, n := range want {
		if counts[k] != n {
			t.Errorf("%s %s: %d concepts, want %d", k[0], k[1], counts[k], n)
		}
	}
	if own == 0 {
		t.Error("no concepts of our own")
	}
}

func TestCatalogueIsWellFormed(t *testing.T) {
	meanings := map[string]string{}
	for _, c := range concept.Catalogue() {
		if concept.ByID(c.ID).Name != c.Name || concept.ByName(c.Name).ID != c.ID {
			t.Errorf("%s is not found by its name and number", c.Name)
		}
		if c.Parent != "" {
			p := concept.ByName(c.Parent)
			if !strings.HasPrefix(c.Taxonomy, p.Taxonomy+".") {
				t.Errorf("%s at %s is not below %s at %s", c.Name, c.Taxonomy, p.Name, p.Taxonomy)
			}
		} else if strings.Contains(c.Taxonomy, ".") {
			t.Errorf("%s at %s has no parent", c.Name, c.Taxonomy)
		}
		if concept.Sources[c.Source] == "" {
			t.Errorf("%s: unknown source %q", c.Name, c.Source)
		}
		if !strings.HasSuffix(c.Meaning, ".") || len(c.Meaning) < 10 {
			t.Errorf("%s: %q is no sentence", c.Name, c.Meaning)
		}
		if other := meanings[c.Meaning]; other != "" {
			t.Errorf("%s and %s mean the same: %s", c.Name, other, c.Meaning)
		}
		meanings[c.Meaning] = c.Name
	}
}

// TestCatalogueGolden compares the catalogue with the reference's, in order.
func TestCatalogueGolden(t *testing.T) {
	f, err := os.Open(filepath.Join(shared, "concepts", "catalogue.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no recorded catalogue beside the project")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	if _, err := r.Read(); err != nil {
		t.Fatal(err)
	}
	list := concept.Catalogue()
	for i := 0; ; i++ {
		rec, err := r.Read()
		if err == io.EOF {
			if i != 809 {
				t.Errorf("%d recorded concepts, want 809", i)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		c := list[i]
		leaf := "0"
		if c.Leaf {
			leaf = "1"
		}
		got := []string{strconv.Itoa(i), strconv.Itoa(int(c.ID)), c.Name, c.Taxonomy, c.Parent, c.Type, c.Data, c.Computed,
			leaf, strings.Join(c.Purposes, ",")}
		if !slices.Equal(got, rec) {
			t.Errorf("catalogue has %q, the record %q", got, rec)
		}
	}
}

// TestConstants compares the constants of ids.go with the catalogue.
func TestConstants(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "ids.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ast.Inspect(file, func(x ast.Node) bool {
		v, ok := x.(*ast.ValueSpec)
		if !ok {
			return true
		}
		n++
		c, value := concept.ByName(v.Names[0].Name), v.Values[0].(*ast.BasicLit).Value
		if c == nil || strconv.Itoa(int(c.ID)) != value {
			t.Errorf("constant %s = %s is not in the catalogue", v.Names[0].Name, value)
		}
		return true
	})
	if n == 0 {
		t.Error("no constants found")
	}
}

func TestClose(t *testing.T) {
	s := concept.Of(concept.Solitaire, concept.PieceFacing)
	s.Close()
	var names []string
	for id := range s.All() {
		names = append(names, concept.ByID(id).Name)
	}
	// NumPlayers, a number, lies between Solitaire and Players.
	want := "Properties Players Solitaire PieceFacing"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("closure: %s, want %s", got, want)
	}
}

// TestRows reads what all rows of the language mark.
func TestRows(t *testing.T) {
	if _, err := concept.NewExtractor(ludeme.Grammar()); err != nil {
		t.Error(err)
	}
}

func TestMalformedRows(t *testing.T) {
	const text = "(probe int [siteType] [at:int])"
	for _, test := range []struct {
		concepts []string
		marks    any
		want     string
	}{
		{[]string{"Nonsense"}, nil, `there is no concept "Nonsense"`},
		{[]string{"NumPlayers"}, nil, "not one that ludemes mark"},
		{[]string{"Line if Win"}, nil, `no argument can be "Win"`},
		{[]string{"Line unless to:"}, nil, `no argument can be "to:"`},
		{[]string{"skip sites"}, nil, `there is no slot "sites"`},
		{nil, 1, "expected a concept.Rule"},
	} {
		g, err := lgdl.NewGrammar([]lgdl.Form{{Text: text, Result: "int", Concepts: test.concepts, Marks: test.marks}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = concept.NewExtractor(g); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.concepts, err, test.want)
		}
	}
	g, err := lgdl.NewGrammar([]lgdl.Form{{Text: text, Result: "int",
		Concepts: []string{"Line if Cell", "Loop unless at:", "skip int", "skip siteType if Edge"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := concept.NewExtractor(g); err != nil {
		t.Error(err)
	}
}
