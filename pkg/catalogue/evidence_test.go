package catalogue_test

import (
	"reflect"
	"testing"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
)

// A file of evidence replaces what it said before; a folder what it no longer has.
func TestEvidence(t *testing.T) {
	ctx, c := t.Context(), open(t)
	lat, long, from, to := -10.5, 20.0, -2600, -2400
	a := evidence.Item{Game: "G", ID: "a", Kind: evidence.Find, Title: "A", What: "w", Place: "p", Region: "r",
		Latitude:  &lat,
		Longitude: &long, UncertaintyKM: 3, When: "2600-2400 BCE", YearFrom: &from, YearTo: &to, Culture: "c", Setting: "s",
		Source: "so", Link: "https://x", Certainty: "certain", Reason: "re",
		Supports: []evidence.Support{{Rulesets: []string{"Small"}, Rules: []string{"board"}, Note: "n"}}}
	b := evidence.Item{Game: "G", ID: "b", Kind: evidence.Text, When: "after 100 CE", Certainty: "doubtful",
		Supports: []evidence.Support{{Rules: []string{"name"}}}}
	b.YearFrom = new(int)
	*b.YearFrom = 101
	other := b
	other.Game = "H"
	put := func(folder string, files ...*evidence.File) {
		t.Helper()
		if err := c.PutEvidence(ctx, folder, files); err != nil {
			t.Fatal(err)
		}
	}
	ids := func(f catalogue.EvidenceFilter) (list []string) {
		t.Helper()
		for _, i := range must(c.Evidence(ctx, f))(t) {
			list = append(list, i.Game+"/"+i.ID)
		}
		return list
	}
	put("/l/lud", &evidence.File{Path: "/l/lud/g.evidence.yaml", Items: []evidence.Item{b, a}},
		&evidence.File{Path: "/l/lud/h.evidence.yaml", Items: []evidence.Item{other}})
	if got := must(c.Evidence(ctx, catalogue.EvidenceFilter{Game: "G"}))(t); !reflect.DeepEqual(got,
		[]evidence.Item{a, b}) {
		t.Errorf("read back %+v", got)
	}
	name := func(s string) *string { return &s }
	year := func(n int) *int { return &n }
	for _, x := range []struct {
		f    catalogue.EvidenceFilter
		want []string
	}{
		{catalogue.EvidenceFilter{}, []string{"G/a", "G/b", "H/b"}},
		{catalogue.EvidenceFilter{Game: "G", Ruleset: name("Large")}, []string{"G/b"}},
		{catalogue.EvidenceFilter{Game: "G", Ruleset: name("Small")}, []string{"G/a", "G/b"}},
		{catalogue.EvidenceFilter{Kind: "find"}, []string{"G/a"}},
		{catalogue.EvidenceFilter{Game: "H", ID: "b"}, []string{"H/b"}},
		{catalogue.EvidenceFilter{To: year(-2500)}, []string{"G/a"}},
		{catalogue.EvidenceFilter{From: year(-2400), To: year(50)}, []string{"G/a"}},
		{catalogue.EvidenceFilter{From: year(3000)}, []string{"G/b", "H/b"}},
	} {
		if got := ids(x.f); !reflect.DeepEqual(got, x.want) {
			t.Errorf("%+v: %v, want %v", x.f, got, x.want)
		}
	}
	put("", &evidence.File{Path: "/elsewhere/g.evidence.yaml", Items: []evidence.Item{a}}) // the same once more
	put("/l/lud/", &evidence.File{Path: "/l/lud/g.evidence.yaml", Items: []evidence.Item{b}})
	if got := ids(catalogue.EvidenceFilter{}); !reflect.DeepEqual(got, []string{"G/a", "G/b"}) {
		t.Errorf("after another import: %v", got)
	}
}
