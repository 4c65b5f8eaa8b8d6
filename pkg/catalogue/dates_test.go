package catalogue_test

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/pkg/catalogue"
)

// Years that an older version misread are mended, and periods with an open end
// are found by the years that they may lie in.
func TestDates(t *testing.T) {
	ctx, c := t.Context(), open(t)
	for i, period := range []string{"2600-2400 BCE", "Before 1778", "1475 to the present", "Long ago"} {
		source := must(c.Submit(ctx, catalogue.Source{File: "a.lud", Text: period}))(t)
		r := compiled
		r.Hash, r.Ruleset = fmt.Sprint("d", i), period
		r.Metadata = map[string]string{"origin": "Period: " + period}
		from, to := -2400, 2600
		r.About = provenance.Ruleset{Period: period, YearFrom: &from, YearTo: &to}
		must(c.RecordCompiled(ctx, source, "1", r))(t)
	}
	if n := must(c.RereadDates(ctx))(t); n != 4 {
		t.Errorf("%d rulesets read again", n)
	}
	if n := must(c.RereadDates(ctx))(t); n != 0 {
		t.Errorf("%d rulesets read again the second time", n)
	}
	for _, f := range []struct {
		from, to int
		want     []string
	}{
		{-2500, -2450, []string{"2600-2400 BCE", "Before 1778"}},
		{1700, 1800, []string{"1475 to the present", "Before 1778"}},
		{1778, 1800, []string{"1475 to the present"}},
		{1400, 1474, []string{"Before 1778"}},
	} {
		list, _, err := c.Rulesets(ctx, catalogue.Filter{From: &f.from, To: &f.to})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range list {
			got = append(got, r.Period)
		}
		if fmt.Sprint(got) != fmt.Sprint(f.want) {
			t.Errorf("%d to %d: %q, want %q", f.from, f.to, got, f.want)
		}
	}
}
