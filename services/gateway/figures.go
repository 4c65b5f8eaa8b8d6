package gateway

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/contrast"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
)

// funcs are what the templates can say.
var funcs = template.FuncMap{
	"mean":        func(e metric.Estimate) string { return known(e, formatNumber(e.Mean)) },
	"deviation":   func(e metric.Estimate) string { return known(e, formatNumber(e.StdDev)) },
	"interval":    func(e metric.Estimate) string { return known(e, formatNumber(e.Low)+" to "+formatNumber(e.High)) },
	"spread":      formatSpread,
	"share":       func(e metric.Estimate) string { return known(e, formatPercent(e.Mean)) },
	"shareRange":  func(e metric.Estimate) string { return known(e, formatPercent(e.Low)+" to "+formatPercent(e.High)) },
	"shares":      formatShares,
	"count":       formatCount,
	"count64":     func(n int) string { return formatCount(int64(n)) },
	"censored":    ended,
	"years":       formatYears,
	"has":         func(list []string, s string) bool { return slices.Contains(list, s) },
	"inc":         func(i int) int { return i + 1 },
	"words":       words,
	"rate":        formatRate,
	"wins":        winBar,
	"main":        mainRows,
	"others":      otherRows,
	"thoughts":    thoughtRows,
	"histogram":   histogram,
	"spreads":     spreadsOf,
	"seats":       seats,
	"plain":       formatNumber,
	"gameAddress": func(game string) string { return "/id/game/" + url.PathEscape(game) },
	"coordinates": coordinates,
	"asset":       assetAddress,
	"smallBar":    smallBar,
	"column":      columnName,
	"picture":     pictureName,
	"chosen":      slices.Contains[[]metric.Distributed],
	"meaning":     meaningOf,
	"signed":      formatSigned,
	"probability": formatProbability,
	"effect":      formatEffect,
	"held":        formatHeld,
	"textLines":   textLines,
	"place":       place,
	"shareBar":    shareBar,
	"left":        formatLeft,
	"percent":     func(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) + " %" },
	"correlation": formatCorrelation,
	"rank":        rankText,
	"compareWith": compareLink,
	"seconds":     func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s" },
}

// meaningOf is what a metric or concept says, "" for those that only their name explains.
func meaningOf(name string) string {
	if k := concept.ByName(name); k != nil {
		return k.Meaning
	}
	return ""
}

// absent stands for what was not measured.
const absent = "–"

// known is the text unless e is an estimate of nothing.
func known(e metric.Estimate, text string) string {
	if e.N == 0 {
		return absent
	}
	return text
}

func formatPercent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// formatRate writes an evaluation's speed.
func formatRate(e any) string {
	switch r := Rate(e); {
	case r <= 0:
		return absent
	case r < 10:
		return strconv.FormatFloat(r, 'g', 2, 64)
	default:
		return formatCount(int64(r))
	}
}

// formatYears writes the years of a period, those before our era as such.
func formatYears(from, to *int) string {
	year := func(y *int) string {
		if *y < 0 {
			return strconv.Itoa(-*y) + " BCE"
		}
		return strconv.Itoa(*y)
	}
	switch {
	case from == nil && to == nil:
		return ""
	case to == nil:
		return "from " + year(from)
	case from == nil:
		return "until " + year(to)
	case *from == *to:
		return year(from)
	}
	return year(from) + "–" + year(to)
}

// metricRow is a metric with its name.
type metricRow struct {
	Name string
	metric.Estimate
}

// mainMetrics are shown first, in this order.
var mainMetrics = []string{"DurationMoves", "DurationTurns", "BranchingFactorAverage", "DecisionMoves",
	"GameTreeComplexity", "AdvantageP1", "Balance"}

// mainRows are the main metrics of a summary.
func mainRows(s *metric.Summary) []metricRow {
	var rows []metricRow
	for _, name := range mainMetrics {
		if m, ok := s.Metrics[name]; ok {
			rows = append(rows, metricRow{name, m})
		}
	}
	return rows
}

// thoughtRows are the metrics that only play by search tells, by name.
func thoughtRows(s *metric.Summary) []metricRow {
	var rows []metricRow
	for _, name := range slices.Sorted(maps.Keys(s.Metrics)) {
		if metric.OfSearch(name) {
			rows = append(rows, metricRow{name, s.Metrics[name]})
		}
	}
	return rows
}

// otherRows are the other metrics by name, without those that are always zero.
func otherRows(s *metric.Summary) []metricRow {
	var rows []metricRow
	for _, name := range slices.Sorted(maps.Keys(s.Metrics)) {
		if m := s.Metrics[name]; !slices.Contains(mainMetrics, name) && !metric.OfSearch(name) &&
			(m.Mean != 0 || m.StdDev != 0) {
			rows = append(rows, metricRow{name, m})
		}
	}
	return rows
}

// ended is the number of playouts that a limit ended. Time-outs count those given up
// too, but for figures of engines that left them out.
func ended(s *metric.Summary) int64 {
	n := int64(math.Round(s.Timeouts.Mean * float64(s.Timeouts.N)))
	if s.Timeouts.N > s.Playouts {
		n -= s.Abandoned
	}
	return n
}

// Rate is an evaluation's speed in playouts per second of one worker, 0 when unknown.
func Rate(e any) float64 {
	var ev catalogue.Evaluation
	switch e := e.(type) {
	case catalogue.Evaluation:
		ev = e
	case *catalogue.Evaluation:
		ev = *e
	}
	if ev.Elapsed <= 0 || ev.Summary == nil {
		return 0
	}
	return float64(ev.Summary.Playouts) / ev.Elapsed.Seconds()
}

// formatNumber writes about four significant digits.
func formatNumber(x float64) string {
	switch a := math.Abs(x); {
	case x == math.Trunc(x) && a < 1e6:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case a >= 1e6:
		return strconv.FormatFloat(x, 'e', 3, 64)
	case a >= 100:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case a >= 1:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}

// formatSpread writes half the interval of an estimate with the digits that its mean has.
func formatSpread(e metric.Estimate) string {
	if e.N == 0 {
		return ""
	}
	return "± " + formatHalf(e)
}

func formatHalf(e metric.Estimate) string {
	half := (e.High - e.Low) / 2
	switch a := math.Abs(e.Mean); {
	case a >= 1e6:
		return formatNumber(half)
	case a >= 100:
		return strconv.FormatFloat(half, 'f', 1, 64)
	case a >= 1:
		return strconv.FormatFloat(half, 'f', 2, 64)
	}
	return strconv.FormatFloat(half, 'f', 4, 64)
}

// formatCorrelation writes a correlation that may not be known.
func formatCorrelation(r float64) string {
	if math.IsNaN(r) {
		return absent
	}
	return strconv.FormatFloat(r, 'f', 3, 64)
}

// formatPlace writes a place in a picture.
func formatPlace(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// formatSigned writes a difference with its sign.
func formatSigned(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return absent
	}
	text := formatNumber(math.Abs(x))
	switch {
	case x > 0:
		return "+" + text
	case x < 0:
		return "−" + text
	}
	return text
}

// formatProbability writes a small probability.
func formatProbability(p float64) string {
	switch {
	case p < 0.0001:
		return "< 0.0001"
	case p < 0.01:
		return strconv.FormatFloat(p, 'f', 4, 64)
	}
	return strconv.FormatFloat(p, 'f', 2, 64)
}

// formatEffect writes the size of a difference, "" where nothing varies.
func formatEffect(d *contrast.Difference) string {
	if math.IsNaN(d.Effect) {
		return ""
	}
	return strings.TrimSuffix(formatSigned(math.Round(100*d.Effect)/100), "00")
}

// formatHeld writes the value of a concept: a tick for a truth.
func formatHeld(name string, v float64) string {
	k := concept.ByName(name)
	switch truth := k != nil && k.Data == "Boolean"; {
	case truth && v != 0:
		return "✓"
	case truth:
		return absent
	}
	return formatNumber(v)
}

// formatShares writes shares as percentages, divided by strokes.
func formatShares(list []metric.Estimate) string {
	var parts []string
	for _, e := range list {
		if e.N > 0 {
			parts = append(parts, strconv.FormatFloat(100*e.Mean, 'f', 1, 64))
		}
	}
	if len(parts) == 0 {
		return absent
	}
	return strings.Join(parts, " / ") + " %"
}

// formatCount groups digits by thousands.
func formatCount(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// words splits a name like BranchingFactorAverage.
func words(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// segment is a part of the bar of outcomes.
type segment struct {
	Flex   string
	Colour template.CSS
	Label  string
	Title  string
}

var playerColours = []template.CSS{"#9a4a2b", "#3f6d83", "#4f6e30", "#7c5295", "#856318", "#3b6f65"}

// winBar is how playouts end: wins by player, draws, the rest.
func winBar(s *metric.Summary) []segment {
	if s.Playouts == 0 {
		return nil
	}
	var bar []segment
	add := func(label string, share float64, colour template.CSS) {
		if share <= 0 {
			return
		}
		pct := strconv.FormatFloat(100*share, 'f', 1, 64) + " %"
		g := segment{Flex: strconv.FormatFloat(share, 'f', 6, 64), Colour: colour, Title: label + ": " + pct}
		if share >= 0.08 {
			g.Label = label + " " + pct
		}
		bar = append(bar, g)
	}
	rest := 1 - s.Draws.Mean
	for i, w := range s.Wins {
		add(fmt.Sprintf("P%d", i+1), w.Mean, playerColours[i%len(playerColours)])
		rest -= w.Mean
	}
	add("draw", s.Draws.Mean, "#5f6670")
	if rest > 1e-9 {
		add("other", rest, "#776c61")
	}
	return bar
}

// coordinates writes the place of an item in degrees.
func coordinates(i evidence.Item) string {
	side := func(x float64, positive, negative string) string {
		if x < 0 {
			x, positive = -x, negative
		}
		return strconv.FormatFloat(x, 'f', -1, 64) + "° " + positive
	}
	text := side(*i.Latitude, "N", "S") + ", " + side(*i.Longitude, "E", "W")
	if i.UncertaintyKM > 0 {
		text += fmt.Sprintf(", within %v km", i.UncertaintyKM)
	}
	return text
}
