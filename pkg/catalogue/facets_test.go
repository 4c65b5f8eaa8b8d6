package catalogue_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/pkg/catalogue"
)

// many enters nine rulesets of three games; some are not evaluated, some have no years.
func many(t *testing.T, c *catalogue.Catalogue) {
	for i := range 9 {
		k := compiledAs(fmt.Sprintf("h%d", i), fmt.Sprintf("Game %d", i%3))
		k.Ruleset = fmt.Sprintf("Rules %d (%s)", i/3, []string{"Described", "Suggested", "by hand"}[i%3])
		k.About = provenance.Ruleset{Region: []string{"Asia", "Africa", ""}[i%3],
			Classification: []string{"board/war/leaping", "board/warrior", "board/war"}[i/3]}
		if i != 4 {
			from, to := 100*i, 100*i+50
			k.About.YearFrom, k.About.YearTo = &from, &to
		}
		id := enter(t, c, "1", k.Hash, k)
		if i%4 != 3 {
			evaluate(t, c, id, "1", "random", "all", 10, 10*(i%5+1))
		}
	}
}

// Pages that begin after a ruleset, or end before one, are the pieces of the whole list.
func TestPagesBeside(t *testing.T) {
	ctx, c := t.Context(), open(t)
	many(t, c)
	hashes := func(f catalogue.Filter) (list []string) {
		t.Helper()
		rulesets, _, err := c.Rulesets(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rulesets {
			list = append(list, r.Hash)
		}
		return list
	}
	for _, sort := range []string{"", "game", "-game", "region", "-region", "year", "-year", "DurationMoves",
		"-DurationMoves",
		"playouts", "-playouts", "-evaluated"} {
		whole := hashes(catalogue.Filter{Sort: sort})
		if len(whole) != 9 {
			t.Fatalf("%s: %v", sort, whole)
		}
		for i, hash := range whole {
			if got := hashes(catalogue.Filter{Sort: sort, After: hash, Limit: 2}); !slices.Equal(
				got,
				whole[i+1:min(i+3, 9)],
			) {
				t.Errorf("%s: after %s come %v, of %v", sort, hash, got, whole)
			}
			if got := hashes(catalogue.Filter{Sort: sort, Before: hash, Limit: 2}); !slices.Equal(
				got,
				whole[max(0, i-2):i],
			) {
				t.Errorf("%s: before %s come %v, of %v", sort, hash, got, whole)
			}
		}
	}
	if _, _, err := c.Rulesets(ctx, catalogue.Filter{After: "none"}); err == nil {
		t.Error("a page after a ruleset that is not there")
	}
}

func TestFacets(t *testing.T) {
	ctx, c := t.Context(), open(t)
	many(t, c)
	choices := func(texts ...string) (list []catalogue.Choice) {
		for _, s := range texts {
			choice, err := catalogue.ParseChoice(s)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, choice)
		}
		return list
	}
	from := 650
	for _, q := range []struct {
		f    catalogue.Filter
		want int
	}{
		{catalogue.Filter{Choices: choices("region:Asia")}, 3}, {catalogue.Filter{Choices: choices("region:")}, 3},
		{catalogue.Filter{Choices: choices("region:Asia", "region:Africa")}, 6},
		{catalogue.Filter{Choices: choices("region:Asia", "standing:suggested")}, 0},
		{catalogue.Filter{Choices: choices("standing:described")}, 3}, {catalogue.Filter{Choices: choices("standing:")}, 3},
		{catalogue.Filter{Choices: choices("kind:board/war")}, 6}, // and not board/warrior
		{catalogue.Filter{Choices: choices("kind:board")}, 9}, {catalogue.Filter{Choices: choices("outcome:measured")}, 7},
		{catalogue.Filter{Choices: choices("outcome:not evaluated")}, 2},
		{catalogue.Filter{Choices: choices("outcome:not evaluated"), Agent: "uct:20"}, 9},
		{catalogue.Filter{Choices: choices("players:2", "formalism:lgdl", "kind:board/war/leaping"), From: &from}, 0},
	} {
		if list, total, err := c.Rulesets(ctx, q.f); err != nil || total != q.want || len(list) != q.want {
			t.Errorf("%v: %d rulesets (%d), want %d: %v", q.f.Choices, len(list), total, q.want, err)
		}
	}
	// A facet's own choice does not narrow its counts, and every count is what choosing it gives.
	f := catalogue.Filter{Choices: choices("region:Asia", "kind:board/war")}
	counts, years, err := c.FacetCounts(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(counts["region"]); n != 3 {
		t.Errorf("regions %v", counts["region"])
	}
	for facet, list := range counts {
		for _, value := range list {
			g := f
			g.Choices = append(
				slices.DeleteFunc(slices.Clone(f.Choices), func(c catalogue.Choice) bool { return c.Facet == facet }),
				catalogue.Choice{Facet: facet, Value: value.Value},
			)
			if _, total, err := c.Rulesets(ctx, g); err != nil || total != value.Count {
				t.Errorf("%s %q is said to have %d, and has %d: %v", facet, value.Value, value.Count, total, err)
			}
		}
	}
	n := 0
	for _, y := range years {
		n += y.Count
	}
	if n != 2 {
		t.Errorf("%d of 2 have years", n)
	}
	for _, bad := range []string{"", "region", "colour:red"} {
		if _, err := catalogue.ParseChoice(bad); err == nil {
			t.Errorf("%q is a choice", bad)
		}
	}
}
