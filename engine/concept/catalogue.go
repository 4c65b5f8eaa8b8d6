package concept

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Concept is one entry of the catalogue.
type Concept struct {
	ID       ID     `json:"id"`
	Name     string `json:"name"`
	Taxonomy string `json:"taxonomy"`         // dotted place in the taxonomy, "2.1.1.3"
	Parent   string `json:"parent,omitempty"` // name of the concept above, "" for a root
	// Properties, Equipment, Container, Component, Meta, Start, Play, End, Math, Visual, Implementation or Behaviour
	Type     string   `json:"type"`
	Data     string   `json:"data"`     // Boolean, Integer or Double
	Computed string   `json:"computed"` // Compilation or Playout
	Leaf     bool     `json:"leaf"`     // as declared: a boolean with only a Frequency below it is none
	Purposes []string `json:"purposes"` // AI, Reconstruction
	Source   string   `json:"source"`   // how it is computed: see Sources
	Meaning  string   `json:"meaning"`  // one sentence
}

// Sources explains the values of Concept.Source.
var Sources = map[string]string{
	"ludemes":    "marked by rows of the language that the rules use",
	"closure":    "holds when a concept below it does",
	"game":       "read off the compiled game",
	"board":      "measured on the board",
	"defines":    "marked by known defines that the description invokes",
	"metadata":   "marked by the graphics section of the metadata",
	"names":      "derived from the names of the components",
	"start":      "measured after the start rules",
	"trials":     "measured in playouts",
	"moves":      "counted over the moves available in playouts",
	"ends":       "counted over the ends of playouts",
	"evaluation": "measured in playouts with an evaluation of positions",
	"search":     "measured with search agents of different strength",
	"clock":      "measured with a clock",
	"never":      "not computed: only a heading, or never true in the reference",
}

//go:embed catalogue.tsv
var catalogueText string

type catalogue struct {
	list   []Concept
	byID   [maxID + 1]*Concept
	byName map[string]*Concept
	parent [maxID + 1]ID
}

// load reads the embedded table once; a malformed one is a programming error.
var load = sync.OnceValue(func() *catalogue {
	c := &catalogue{byName: map[string]*Concept{}}
	lines := strings.Split(strings.TrimSpace(catalogueText), "\n")[1:]
	c.list = make([]Concept, len(lines))
	for i, line := range lines {
		f := strings.Split(line, "\t")
		id, err := strconv.Atoi(f[0])
		if len(f) != 11 || err != nil || id < 1 || id > maxID || c.byID[id] != nil || c.byName[f[1]] != nil {
			panic(fmt.Sprintf("concept: line %d of the catalogue is malformed: %q", i+2, line))
		}
		k := &c.list[i]
		*k = Concept{ID: ID(id), Name: f[1], Taxonomy: f[2], Parent: f[3], Type: f[4], Data: f[5], Computed: f[6],
			Leaf: f[7] == "1", Purposes: strings.FieldsFunc(f[8], func(r rune) bool { return r == ',' }), Source: f[9],
			Meaning: f[10]}
		c.byID[id], c.byName[k.Name] = k, k
	}
	for i := range c.list {
		if p := c.list[i].Parent; p != "" {
			if c.byName[p] == nil {
				panic(fmt.Sprintf("concept: %s has the unknown parent %s", c.list[i].Name, p))
			}
			c.parent[c.list[i].ID] = c.byName[p].ID
		}
	}
	return c
})

// Catalogue returns all concepts in catalogue order, which is not the order of
// their numbers. Callers must not change them.
func Catalogue() []Concept { return load().list }

// ByID returns the concept with the number, nil when there is none.
func ByID(id ID) *Concept {
	if id < 1 || id > maxID {
		return nil
	}
	return load().byID[id]
}

// ByName returns the concept with the name, nil when there is none.
func ByName(name string) *Concept { return load().byName[name] }

// Close adds to the set every boolean concept above one of its members. An
// ancestor that is a number is passed over, and our own concepts do not count:
// the reference would not hold what is above them.
func (s *Set) Close() {
	c := load()
	for id := range s.All() {
		if id >= FirstOwn {
			break
		}
		for p := c.parent[id]; p != 0; p = c.parent[p] {
			if c.byID[p].Data == "Boolean" {
				s.Add(p)
			}
		}
	}
}
