package transform_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// TestPairsOnce has two functions ask the same of pairs of sites, with variables of their own, and a third something
// else: the first two share what has been evaluated once, and no more is counted.
func TestPairsOnce(t *testing.T) {
	const head = `words 1
state what u8 64
state at i64 3
state sets i64 2
`
	asks := func(name, site, condition string) string {
		text := `
func ` + name + `() export
  var from.0 i32 0..63
  var site.1 i32 0..63
  each each@0 from.0 of at{1}
    each each@1 site.1 of [0xffffffffffffffff]
      if ` + condition + `
        include sets{1} site.1
`
		return strings.ReplaceAll(text, "site.1", site)
	}
	const same, other = "(eq (and from.0 7) (and site.1 7))", "(eq (and from.0 7) (and site.1 3))"
	gathered := func(text string) (*ir.Program, map[string]*ir.Field) {
		p, err := ir.Parse(strings.NewReader(head + text))
		if err != nil {
			t.Fatal(err)
		}
		transform.Gather(p, &transform.Index{Of: p.Fields[0], Sets: p.Fields[1], N: 3})
		tables := map[string]*ir.Field{}
		for _, f := range p.Funcs {
			ir.Walk(f.Body, nil, func(e *ir.Expr) {
				if e.Op == ir.SetLoad && e.Field.Kind == ir.Table {
					tables[f.Name] = e.Field
				}
			})
		}
		return p, tables
	}
	one, _ := gathered(asks("f", "site.1", same))
	two, tables := gathered(asks("f", "site.1", same) + asks("g", "other.1", same))
	if one.Pairs.Taken == 0 || two.Pairs.Taken != one.Pairs.Taken || len(two.Pairs.Known) != 1 {
		t.Errorf("%d steps for one, %d for two of the same, of which %d are known", one.Pairs.Taken, two.Pairs.Taken,
			len(two.Pairs.Known))
	}
	if tables["f"] == nil || tables["f"] != tables["g"] {
		t.Errorf("the tables are %v", tables)
	}
	three, tables := gathered(asks("f", "site.1", same) + asks("g", "site.1", other))
	if len(three.Pairs.Known) != 2 || tables["f"] == nil || tables["g"] == nil || tables["f"] == tables["g"] {
		t.Errorf("%d are known of two, and the tables are %v", len(three.Pairs.Known), tables)
	}
}
