package gateway

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
)

func TestCenturies(t *testing.T) {
	year := func(y int) *int { return &y }
	for _, c := range []struct {
		from, to *int
		want     string
	}{{year(1), nil, "1st century"}, {year(100), nil, "1st century"}, {year(101), nil, "2nd century"},
		{year(1900), nil, "19th century"},
		{year(-1), nil, "1st century BCE"}, {year(-100), nil, "1st century BCE"}, {year(-101), year(5), "2nd century BCE"},
		{nil, year(1250), "13th century"}, {year(2020), nil, "21st century"}, {nil, nil, ""}} {
		if got := centuryOf(&catalogue.Point{YearFrom: c.from, YearTo: c.to}); got != c.want {
			t.Errorf("%v: %q, want %q", c, got, c.want)
		}
	}
}

// Relations of points on a curve that are known by hand.
func TestRelate(t *testing.T) {
	r, ok := relate([]float64{1, 2, 3, 4, 5}, []float64{1, 4, 9, 16, 25})
	if !ok || r.Spearman != 1 || math.Abs(r.Slope-6) > 1e-12 || math.Abs(r.Intercept+7) > 1e-12 ||
		math.Abs(r.Pearson-0.98110) > 1e-5 {
		t.Errorf("%+v", r)
	}
	// The residuals are 2, −1, −2, −1, 2: √(14/3/10) · 3.18245 to either side.
	if math.Abs(r.Top-r.Slope-3.18245*math.Sqrt(14.0/30)) > 1e-4 {
		t.Errorf("slope %v to %v", r.Low, r.Top)
	}
	if _, ok := relate([]float64{1, 1, 1, 1}, []float64{1, 2, 3, 4}); ok {
		t.Error("a relation with what does not vary")
	}
	if got := ranks([]float64{3, 1, 3, 2}); !slices.Equal(got, []float64{3.5, 1, 3.5, 2}) {
		t.Errorf("ranks %v", got)
	}
}

// The bars of small pictures and of compared lengths hold all plays.
func TestBarsHoldAll(t *testing.T) {
	bins := []metric.Bin{
		{Low: 5, High: 5, Count: 3},
		{Low: 128, High: 129, Count: 4},
		{Low: 900, High: 907, Count: 1},
	}
	for _, step := range []int{1, 7, 1000} {
		sum := 0.0
		for _, n := range barsOf(bins, 1, 1000, step) {
			sum += n
		}
		if math.Abs(sum-8) > 1e-9 {
			t.Errorf("step %d: %v of 8", step, sum)
		}
	}
	plies := metric.Distributed{Metric: "DurationMoves", Steps: 1}
	a := axisOf(plies, map[string]metric.Spread{"x": {Steps: 1, Bins: bins}})
	if a.Low != 5 || a.High != 907 || a.place(5) != 0 || math.Abs(a.place(908)-1) > 1e-12 {
		t.Errorf("axis %+v", a)
	}
	mean := metric.Estimate{N: 8, Mean: 178.4, Low: 90, High: 250}
	if a.draw(nil, "plies", mean) != "" || len(a.draw(bins, "plies", mean)) > 520 {
		t.Errorf("picture %q", a.draw(bins, "plies", mean))
	}
	if text := string(a.draw(bins, "plies", mean)); !strings.Contains(text,
		"<title>5 to 907 plies; mean 178.4, 95 % interval 90 to 250</title>") {
		t.Errorf("picture %q", text)
	}
}

// Scores may be 0, and shares lie between 0 and 1, whatever the distributions are.
func TestSparkAxes(t *testing.T) {
	score := axisOf(metric.Distributed{Metric: "ScoreDifferenceMaximum", Steps: 1},
		map[string]metric.Spread{"x": {Steps: 1, Bins: []metric.Bin{{Low: 0, High: 0, Count: 9}, {Low: 30, High: 30, Count: 1}}}})
	if score.place(0) != 0 || score.place(1) < 0.1 || math.Abs(score.place(31)-1) > 1e-12 {
		t.Errorf("axis %+v: %v, %v", score, score.place(1), score.place(31))
	}
	share := axisOf(metric.Distributed{Metric: "DecisionMoves", Steps: 100},
		map[string]metric.Spread{"x": {Steps: 100, Bins: []metric.Bin{{Low: 40, High: 50, Count: 9}}}})
	if share.value(share.Low) != "0" || share.value(share.High) != "1" || share.place(50.5) != .5 {
		t.Errorf("axis %+v: %v", share, share.place(50.5))
	}
	if a := axisOf(metric.Distributed{Metric: "DurationMoves", Steps: 1}, nil); a != (sparkAxis{}) {
		t.Errorf("an axis of nothing: %+v", a)
	}
}

// Where no distribution is kept the library says why not: turns are plies, all plays were
// alike, or nothing was measured.
func TestSpreadsThatAreNotKept(t *testing.T) {
	plies := metric.Spread{Steps: 1, Bins: []metric.Bin{{Low: 3, High: 3, Count: 4}, {Low: 5, High: 5, Count: 4}}}
	long := metric.Estimate{N: 8, Mean: 4, StdDev: 1.07}
	l := Library{Distributions: map[string]map[string]metric.Spread{"DurationMoves": {"e": plies}},
		Values: map[string]map[string]metric.Estimate{"e": {"DurationMoves": long, "DurationTurns": long,
			"PieceNumberAverage": {N: 8, Mean: 2.5}, "BranchingFactorAverage": {N: 8, Mean: 7, StdDev: 2}}}}
	for name, want := range map[string]string{
		"DurationMoves": "[[3,3,4],[5,5,4]]", "DurationTurns": "[[3,3,4],[5,5,4]]", "PieceNumberAverage": "[[2.5,2.5,8]]",
		"BranchingFactorAverage": "", "ScoreDifferenceMaximum": "",
	} {
		d := distributed[slices.Index(distributionNames, name)]
		if got := binsText(l.spread(d, "e")); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for _, name := range distributionNames {
		if pictureName(name) == "" || pictureNames[name][1] == "" {
			t.Errorf("%s has no name", name)
		}
	}
}

// There is no year 0, and the time axis has no gaps.
func TestYears(t *testing.T) {
	for _, c := range [][3]int{{1, 100, 101}, {-100, 100, 1}, {-50, 100, 51}, {1, -1, -1}, {51, -100, -50},
		{-3500, 100, -3400}} {
		if got := yearsOn(c[0], c[1]); got != c[2] {
			t.Errorf("%d years from %d is %d, want %d", c[1], c[0], got, c[2])
		}
	}
	for i, y := range timeSteps[1:] {
		if y <= timeSteps[i] || y == 0 {
			t.Errorf("step %d after %d", y, timeSteps[i])
		}
	}
}
