package gateway

import (
	"regexp"
	"strings"
	"testing"
)

// TestAxes has round numbers at the axes of histograms, few of them and in order, and every value in a bar.
func TestAxes(t *testing.T) {
	for _, c := range []struct {
		values []float64
		log    bool
		want   string // numbers at the axis
	}{
		{[]float64{3, 77, 144, 2000.8}, false, "0 500 1000 1500 2000"},
		{[]float64{0.013, 0.5, 0.97}, false, "0 0.2000 0.4000 0.6000 0.8000"},
		{[]float64{-0.31, 0.2}, false, "-0.3000 -0.2000 -0.1000 0 0.1000 0.2000"},
		{[]float64{3, 40, 90}, true, "5 10 20 50 100"},
		{[]float64{1, 2_000, 3_000_000}, true, "1 10 100 1000 10000 100000 1.000e+06"},
		{[]float64{100, 130}, true, "100 105 110 115 120 125 130"},
	} {
		svg := string(valueHistogram(c.values, c.log))
		var marks []string
		for _, m := range regexp.MustCompile(`<text[^>]*>([^<]*)</text>`).FindAllStringSubmatch(svg, -1) {
			marks = append(marks, m[1])
		}
		if got := strings.Join(marks, " "); got != c.want {
			t.Errorf("%v: the axis has %s, want %s", c.values, got, c.want)
		}
		if n := strings.Count(svg, ": 1 rulesets"); n != len(c.values) {
			t.Errorf("%v: %d bars of one: %s", c.values, n, svg)
		}
	}
}

// TestSections marks the section of every page once.
func TestSections(t *testing.T) {
	for name := range pages {
		var current []string
		for _, s := range sectionsOf(name) {
			if s.Current != "" {
				current = append(current, s.Name+" "+s.Current)
			}
		}
		if want := 1; name != "error" && len(current) != want || name == "error" && len(current) != 0 {
			t.Errorf("%s: %v", name, current)
		}
	}
}
