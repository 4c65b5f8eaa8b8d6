package gateway

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/astragal/astragal/pkg/catalogue"
)

// groupings are the properties by which charts tell rulesets apart.
var groupings = []string{"kind", "region", "culture", "century", "standing", "players"}

// groupOf is the group of a ruleset.
func groupOf(p *catalogue.Point, by string) string {
	value := ""
	switch by {
	case "kind":
		parts := strings.Split(p.Kind, "/")
		value = strings.Join(parts[:min(2, len(parts))], " › ")
	case "region":
		value = p.Region
	case "culture":
		value = p.Culture
	case "century":
		value = centuryOf(p)
	case "standing":
		value = p.Standing
	case "players":
		value = strconv.Itoa(p.Players)
	}
	return cmp.Or(value, unknownValue)
}

// centuryOf is the century in which the period begins, or ends when it has no beginning.
func centuryOf(p *catalogue.Point) string {
	y := p.YearFrom
	if y == nil {
		y = p.YearTo
	}
	if y == nil {
		return ""
	}
	if *y < 0 {
		return fmt.Sprintf("%s century BCE", ordinal((-*y-1)/100+1))
	}
	return fmt.Sprintf("%s century", ordinal((*y-1)/100+1))
}

func ordinal(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

// groupRow is a group with the spread of a metric in it.
type groupRow struct {
	Name                 string
	N                    int
	Q1, Median, Q3, Mean float64
	order                int
}

// groupRows sums a metric up by groups: the largest first, centuries in their order, what
// is not known last.
func groupRows(points []catalogue.Point, by string, value int) []groupRow {
	values := map[string][]float64{}
	first := map[string]int{}
	for i := range points {
		p := &points[i]
		if math.IsNaN(p.Values[value]) {
			continue
		}
		g := groupOf(p, by)
		values[g] = append(values[g], p.Values[value])
		if by == "century" {
			first[g] = math.MaxInt
			if y := cmp.Or(p.YearFrom, p.YearTo); y != nil {
				first[g] = *y
			}
		}
	}
	var rows []groupRow
	for name, list := range values {
		slices.Sort(list)
		r := groupRow{Name: name, N: len(list), order: -len(list), Mean: stat.Mean(list, nil)}
		r.Q1, r.Median, r.Q3 = quantile(list, 0.25), quantile(list, 0.5), quantile(list, 0.75)
		if by == "century" {
			r.order = first[name]
		}
		if name == unknownValue {
			r.order = math.MaxInt
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b groupRow) int { return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.Name, b.Name)) })
	return rows
}

// quantile of values in order, with linear interpolation between them.
func quantile(sorted []float64, p float64) float64 {
	return stat.Quantile(p, stat.LinInterp, sorted, nil)
}

// ranks are the ranks of values from 1, the mean rank for equal ones.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	r := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			r[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return r
}

// relation is how two metrics go together over rulesets.
type relation struct {
	N                          int
	Pearson, Spearman          float64
	Slope, Intercept, Low, Top float64 // of the straight line, the slope with its 95 % interval
}

// relate relates two lists of values; false for fewer than four, or where one never varies.
func relate(x, y []float64) (r relation, ok bool) {
	if r.N = len(x); r.N < 4 || slices.Min(x) == slices.Max(x) || slices.Min(y) == slices.Max(y) {
		return r, false
	}
	r.Pearson = stat.Correlation(x, y, nil)
	r.Spearman = stat.Correlation(ranks(x), ranks(y), nil)
	r.Intercept, r.Slope = stat.LinearRegression(x, y, nil, false)
	rest := 0.0
	for i := range x {
		d := y[i] - r.Intercept - r.Slope*x[i]
		rest += d * d
	}
	n := float64(r.N)
	half := studentHalf(r.N-2) * math.Sqrt(rest/(n-2)/(stat.Variance(x, nil)*(n-1)))
	r.Low, r.Top = r.Slope-half, r.Slope+half
	return r, true
}
