package gateway

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/astragal/astragal/pkg/catalogue"
)

// PointQuery asks for rulesets as points of charts.
type PointQuery struct {
	catalogue.Filter
	Metrics, Concepts []string
}

func (s *service) Points(ctx context.Context, q PointQuery) ([]catalogue.Point, error) {
	for _, name := range q.Metrics {
		if err := s.checkMetric(ctx, name, http.StatusNotFound); err != nil {
			return nil, err
		}
	}
	if err := s.checkFilter(ctx, &q.Filter); err != nil {
		return nil, err
	}
	return s.catalogue.Points(ctx, q.Filter, q.Metrics, q.Concepts)
}

// studentHalf is the quantile of Student's t that 95 % intervals have.
func studentHalf(freedom int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile(0.975)
}

var exploreParameters = append(filterParameters[:len(filterParameters):len(filterParameters)],
	parameter{name: "by", kind: "string", meaning: "groups", values: groupings},
	parameter{name: "against", kind: "string", meaning: "metric of the horizontal axis"},
	parameter{name: "log", kind: "boolean", meaning: "true: axes are logarithmic"})

// maxGroups is the number of groups that a chart tells apart; the others are one.
const maxGroups = 10

// chartRow is a ruleset in the data of a chart.
type chartRow struct {
	Name  string  `json:"name"`
	Group string  `json:"group"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Href  string  `json:"href"`
}

// exploreView is what the page of a metric shows.
type exploreView struct {
	Name, Meaning, By, Against, Agent string
	Log                               bool
	Groupings                         []string
	Metrics                           []string // to compare with
	Measured, All                     int
	Groups                            []groupRow
	Quantiles                         []fact
	Histogram                         template.HTML
	Strip, Scatter                    any
	Relation                          *relation
	Lowest, Highest                   []extreme
	Kept                              []fact // parameters of the filter, for the form
	Library, CSV                      string
	Chosen                            bool
}

// extreme is a ruleset at an end of the library.
type extreme struct {
	Title, Link string
	Value       float64
}

// metricPage shows a metric over the library, or a part of it.
func metricPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if err := checkPath(r, "name"); err != nil {
		return err
	}
	q, err := readQuery(r, exploreParameters)
	if err != nil {
		return err
	}
	f, err := readFilter(q, 0)
	if err != nil {
		return err
	}
	v := exploreView{
		Name:      r.PathValue("name"),
		By:        cmp.Or(q.Get("by"), "kind"),
		Against:   q.Get("against"),
		Log:       q.Get("log") == "true",
		Groupings: groupings,
		Agent:     cmp.Or(f.Agent, catalogue.DefaultAgent),
		Metrics:   offeredColumns,
		Chosen:    f.Narrowed(),
	}
	v.Meaning = meaningOf(v.Name)
	query := PointQuery{Filter: f, Metrics: []string{v.Name}}
	if v.Against != "" {
		query.Metrics = append(query.Metrics, v.Against)
		if !slices.Contains(v.Metrics, v.Against) {
			v.Metrics = append(v.Metrics[:len(v.Metrics):len(v.Metrics)], v.Against)
		}
	}
	response, err := e.Points(r.Context(), query)
	if err != nil {
		return err
	}
	points := response
	v.All = len(points)
	v.fill(points)
	own := []string{"by", "against", "log", "after", "before"}
	filter := map[string][]string{}
	for name, values := range q {
		if !slices.Contains(own, name) {
			filter[name] = values
			for _, value := range values {
				v.Kept = append(v.Kept, fact{name, value})
			}
		}
	}
	slices.SortFunc(
		v.Kept,
		func(a, b fact) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value)) },
	)
	columns := []string{v.Name}
	if v.Against != "" {
		columns = append(columns, v.Against)
	}
	v.Library = with(filter, "/", "column", columns...)
	v.CSV = with(filter, "/library.csv", "column", columns...)
	render(w, http.StatusOK, "metric", words(v.Name), false, v)
	return nil
}

func (v *exploreView) fill(points []catalogue.Point) {
	known := slices.DeleteFunc(
		slices.Clone(points),
		func(p catalogue.Point) bool { return math.IsNaN(p.Values[0]) || math.IsInf(p.Values[0], 0) },
	)
	v.Measured = len(known)
	if v.Measured == 0 {
		return
	}
	slices.SortStableFunc(known, func(a, b catalogue.Point) int { return cmp.Compare(a.Values[0], b.Values[0]) })
	values := make([]float64, len(known))
	for i := range known {
		values[i] = known[i].Values[0]
	}
	for _, p := range []struct {
		name string
		p    float64
	}{{"least", 0}, {"5 %", .05}, {"25 %", .25}, {"median", .5}, {"75 %", .75}, {"95 %", .95}, {"greatest", 1}} {
		v.Quantiles = append(v.Quantiles, fact{p.name, formatNumber(quantile(values, p.p))})
	}
	v.Histogram = valueHistogram(values, v.Log)
	v.Groups = groupRows(known, v.By, 0)
	named := map[string]bool{}
	var order []string
	for i, g := range v.Groups {
		if i < maxGroups {
			named[g.Name] = true
			order = append(order, g.Name)
		}
	}
	const others = "all others"
	if len(v.Groups) > maxGroups {
		order = append(order, others)
	}
	group := func(p *catalogue.Point) string {
		if g := groupOf(p, v.By); named[g] {
			return g
		}
		return others
	}
	ends := func(list []catalogue.Point) (found []extreme) {
		for _, p := range list {
			found = append(found, extreme{titleOf(p.Game, p.Ruleset), "/rulesets/" + p.Hash, p.Values[0]})
		}
		return found
	}
	v.Lowest = ends(known[:min(8, len(known))])
	v.Highest = ends(known[max(0, len(known)-8):])
	slices.Reverse(v.Highest)
	var rows, pairs []chartRow
	var x, y []float64
	for i := range known {
		p := &known[i]
		row := chartRow{
			Name:  titleOf(p.Game, p.Ruleset),
			Group: group(p),
			X:     p.Values[0],
			Href:  "/rulesets/" + p.Hash,
		}
		if !v.Log || row.X > 0 {
			rows = append(rows, row)
		}
		if v.Against == "" || math.IsNaN(p.Values[1]) || math.IsInf(p.Values[1], 0) {
			continue
		}
		row.X, row.Y = p.Values[1], p.Values[0]
		if v.Log && (row.X <= 0 || row.Y <= 0) {
			continue
		}
		pairs = append(pairs, row)
		if v.Log {
			x, y = append(x, math.Log10(row.X)), append(y, math.Log10(row.Y))
		} else {
			x, y = append(x, row.X), append(y, row.Y)
		}
	}
	v.Strip = map[string]any{"x": words(v.Name), "logX": v.Log, "rows": rows, "groups": order}
	if v.Against != "" {
		v.Scatter = map[string]any{
			"x":      words(v.Against),
			"y":      words(v.Name),
			"logX":   v.Log,
			"logY":   v.Log,
			"fit":    true,
			"rows":   pairs,
			"groups": order,
		}
		if rel, ok := relate(x, y); ok {
			v.Relation = &rel
		}
	}
}

// valueHistogram draws the distribution of values, on a logarithmic axis if asked for. The edges of bars are round
// numbers, on a logarithmic axis round parts of a power of ten; the axis has round numbers always.
func valueHistogram(sorted []float64, log bool) template.HTML {
	scale := func(x float64) float64 { return x }
	value := scale
	if log {
		if sorted = sorted[firstPositive(sorted):]; len(sorted) == 0 {
			return ""
		}
		scale, value = math.Log10, func(x float64) float64 { return math.Pow(10, x) }
	}
	low, high := scale(sorted[0]), scale(sorted[len(sorted)-1])
	if !(high > low) {
		return ""
	}
	const width, bottom = 1000.0, 160.0
	step := roundStep((high - low) / 50)
	first := math.Floor(low / step)
	counts := make([]int, int(math.Floor(high/step)-first)+1)
	for _, x := range sorted {
		counts[min(len(counts)-1, max(0, int(math.Floor(scale(x)/step)-first)))]++
	}
	bar := width / float64(len(counts))
	edge := func(i int) string { return formatNumber(value(rounded((first+float64(i))*step, step))) }
	top := slices.Max(counts)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="hist broad" viewBox="0 0 %g 190" role="img" `+
		`aria-label="Histogram of %d rulesets from %s to %s"><line x1="0" y1="%g" x2="%g" y2="%g"/>`,
		width, len(sorted), formatNumber(sorted[0]), formatNumber(sorted[len(sorted)-1]), bottom, width, bottom)
	for i, n := range counts {
		if n > 0 {
			h := max(1.5, float64(n)/float64(top)*(bottom-8))
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s to %s: %d rulesets</title></rect>`,
				float64(i)*bar+1, bottom-h, bar-2, h, edge(i), edge(i+1), n)
		}
	}
	for _, x := range marksOf(first*step, (first+float64(len(counts)))*step, log) {
		at := max(0, (scale(x)/step-first)*bar)
		anchor := "middle"
		switch {
		case at < 40:
			anchor = "start"
		case at > width-40:
			anchor = "end"
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="180" text-anchor="%s">%s</text>`, at, anchor, formatNumber(x))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// marksMost is the number of numbers at an axis, about.
const marksMost = 7

// marksOf returns round values for an axis from low to high, which are powers of ten's exponents if log says so.
func marksOf(low, high float64, log bool) (marks []float64) {
	if log && high-low > 0.7 { // 1, 2, 5, 10 …; of many decades every second one or fewer
		parts := []float64{1, 2, 5}
		if high-low > 2.5 {
			parts = parts[:1]
		}
		skip := max(1, int(math.Ceil((high-low)/marksMost)))
		for e := int(math.Floor(low)); float64(e) <= high; e += skip {
			for _, p := range parts {
				if x := math.Log10(p) + float64(e); x >= low-1e-9 && x <= high+1e-9 {
					marks = append(marks, p*math.Pow10(e))
				}
			}
		}
		return marks
	}
	if log {
		low, high = math.Pow(10, low), math.Pow(10, high)
	}
	step := roundStep((high - low) / marksMost)
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		marks = append(marks, rounded(i*step, step))
	}
	return marks
}

// roundStep is the least of 1, 2 and 5 times a power of ten that is not below a positive number.
func roundStep(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, p := range []float64{1, 2, 5} {
		if p*unit >= x*(1-1e-9) {
			return p * unit
		}
	}
	return 10 * unit
}

// rounded takes what arithmetic added to a multiple of a step off it.
func rounded(x, step float64) float64 {
	digits := math.Pow(10, math.Ceil(-math.Log10(step))+1)
	return math.Round(x*digits)/digits + 0 // no negative zero
}

func firstPositive(sorted []float64) int {
	i, _ := slices.BinarySearch(sorted, math.SmallestNonzeroFloat64)
	return i
}
