package catalogue_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/migrations"
)

var update = flag.Bool("update", false, "write the migration with the catalogue of concepts anew")

const conceptMigration = "0005_concepts.sql"

// conceptSQL is the migration that stores the catalogue of concepts.
func conceptSQL() string {
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	var b strings.Builder
	b.WriteString(`-- The catalogue of concepts. Generated: go test ./catalogue -run ConceptMigration -update (in pkg).

CREATE TABLE concept_catalogue (
	id       int PRIMARY KEY, -- those from 1001 on are our own
	position int NOT NULL UNIQUE, -- catalogue order
	name     text NOT NULL UNIQUE,
	taxonomy text NOT NULL UNIQUE, -- dotted place in the taxonomy
	parent   text REFERENCES concept_catalogue (name) DEFERRABLE INITIALLY DEFERRED,
	type     text NOT NULL,
	data     text NOT NULL CHECK (data IN ('Boolean', 'Integer', 'Double')),
	computed text NOT NULL CHECK (computed IN ('Compilation', 'Playout')),
	leaf     bool NOT NULL,
	purposes text[] NOT NULL,
	source   text NOT NULL, -- how it is computed
	meaning  text NOT NULL
);

INSERT INTO concept_catalogue (id, position, name, taxonomy, parent, type, data, computed, leaf, purposes, source, meaning) VALUES
`)
	list := concept.Catalogue()
	for i, c := range list {
		parent := "NULL"
		if c.Parent != "" {
			parent = quote(c.Parent)
		}
		end := ","
		if i == len(list)-1 {
			end = ";"
		}
		fmt.Fprintf(&b, "\t(%d, %d, %s, %s, %s, %s, %s, %s, %t, %s, %s, %s)%s\n", c.ID, i, quote(c.Name), quote(c.Taxonomy), parent, quote(c.Type),
			quote(c.Data), quote(c.Computed), c.Leaf, quote("{"+strings.Join(c.Purposes, ",")+"}"), quote(c.Source), quote(c.Meaning), end)
	}
	return b.String()
}

// TestConceptMigration keeps the catalogue in the database and the one of the
// engine the same.
func TestConceptMigration(t *testing.T) {
	want := conceptSQL()
	if *update {
		if err := os.WriteFile("../../migrations/"+conceptMigration, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := migrations.FS.ReadFile(conceptMigration)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(want, "\n")
	if slices.Equal(g, w) {
		return
	}
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("line %d of %s is\n%s\nwant\n%s", i+1, conceptMigration, g[i], w[i])
		}
	}
	t.Fatalf("%s has %d lines, want %d", conceptMigration, len(g), len(w))
}

// TestStoredConcepts reads the catalogue back from the database.
func TestStoredConcepts(t *testing.T) {
	list, err := open(t).ConceptCatalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := concept.Catalogue()
	if len(list) != len(want) {
		t.Fatalf("%d concepts stored, want %d", len(list), len(want))
	}
	for i, c := range list {
		if w := want[i]; c.ID != w.ID || c.Name != w.Name || c.Parent != w.Parent || c.Meaning != w.Meaning || !slices.Equal(c.Purposes, w.Purposes) || c.Leaf != w.Leaf {
			t.Errorf("stored %+v, want %+v", c, w)
		}
	}
}
