package catalogue_test

import (
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/concept"
)

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
		if w := want[i]; c.ID != w.ID || c.Name != w.Name || c.Parent != w.Parent || c.Meaning != w.Meaning ||
			!slices.Equal(c.Purposes, w.Purposes) || c.Leaf != w.Leaf {
			t.Errorf("stored %+v, want %+v", c, w)
		}
	}
}
