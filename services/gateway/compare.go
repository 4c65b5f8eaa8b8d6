package gateway

import (
	"cmp"
	"context"
	"html/template"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/contrast"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/treediff"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// maxCompared is the number of rulesets that are compared at once.
const maxCompared = 8

// CompareQuery names rulesets to be compared; the first is what the others are compared with.
type CompareQuery struct {
	Hashes []string
	Agent  string
}

// Comparison is rulesets side by side.
type Comparison struct {
	Rulesets []Detail
	Metrics  []MetricContrast
	Tests    int // differences that were tested together
	Concepts []ConceptContrast
	Shared   int // concepts that all have with the same value
	Texts    []TextContrast
}

// MetricContrast is a metric of all rulesets: an estimate of each, with N = 0 where it was not measured.
type MetricContrast struct {
	Name      string
	Estimates []metric.Estimate
	// Differences from the first, nil where either was not measured, with the q-values
	// of all tests together.
	Differences []*contrast.Difference
	Q           []float64
	Least       float64 // the smallest q, 1 for none
}

// ConceptContrast is a concept in which rulesets differ.
type ConceptContrast struct {
	Name   string
	Values []float64 // 0 where it does not hold
}

// TextContrast is how a description differs from the first.
type TextContrast struct {
	Parts          []*treediff.Part
	Removed, Added int
	Fault          string // why they cannot be compared
}

func (s *service) Compare(ctx context.Context, q CompareQuery) (c Comparison, err error) {
	for _, hash := range q.Hashes {
		d, err := s.Ruleset(ctx, RulesetQuery{hash, q.Agent})
		if err != nil {
			return c, err
		}
		c.Rulesets = append(c.Rulesets, d)
	}
	c.contrastMetrics()
	c.contrastConcepts()
	first := c.Rulesets[0]
	for _, d := range c.Rulesets[1:] {
		c.Texts = append(c.Texts, contrastTexts(&first, &d))
	}
	return c, nil
}

// estimatesOf are all figures of an evaluation by name, wins by player among them.
func estimatesOf(e *catalogue.Evaluation) map[string]metric.Estimate {
	if e == nil || e.Summary == nil {
		return nil
	}
	list := maps.Clone(e.Summary.Metrics)
	for i, w := range e.Summary.Wins {
		list["Wins"+strconv.Itoa(i+1)] = w
	}
	return list
}

// contrastMetrics compares every metric that the first ruleset and another one have.
func (c *Comparison) contrastMetrics() {
	figures := make([]map[string]metric.Estimate, len(c.Rulesets))
	names := map[string]bool{}
	for i := range c.Rulesets {
		figures[i] = estimatesOf(c.Rulesets[i].Latest)
		for name := range figures[i] {
			names[name] = true
		}
	}
	var p []float64
	var where [][2]int
	for _, name := range slices.Sorted(maps.Keys(names)) {
		m := MetricContrast{
			Name:        name,
			Least:       1,
			Differences: make([]*contrast.Difference, len(figures)),
			Q:           make([]float64, len(figures)),
		}
		known := 0
		for i := range figures {
			e := figures[i][name]
			m.Estimates = append(m.Estimates, e)
			if e.N > 0 {
				known++
			}
			if i == 0 || e.N == 0 || m.Estimates[0].N == 0 {
				continue
			}
			d := contrast.Of(m.Estimates[0], e)
			m.Differences[i] = &d
			p = append(p, d.P)
			where = append(where, [2]int{len(c.Metrics), i})
		}
		if known > 0 && slices.ContainsFunc(m.Estimates, func(e metric.Estimate) bool { return e.Mean != 0 }) {
			c.Metrics = append(c.Metrics, m)
			continue
		}
		for len(where) > 0 && where[len(where)-1][0] == len(c.Metrics) { // always zero in all: nothing to test
			where, p = where[:len(where)-1], p[:len(p)-1]
		}
	}
	c.Tests = len(p)
	for k, q := range contrast.Discoveries(p) {
		m := &c.Metrics[where[k][0]]
		m.Q[where[k][1]] = q
		m.Least = min(m.Least, q)
	}
	slices.SortStableFunc(c.Metrics, func(a, b MetricContrast) int {
		return cmp.Or(cmp.Compare(rank(a.Name), rank(b.Name)), cmp.Compare(a.Least, b.Least))
	})
}

// rank puts the main metrics first.
func rank(name string) int {
	if i := slices.Index(mainMetrics, name); i >= 0 {
		return i
	}
	if strings.HasPrefix(name, "Wins") || shareMetrics[name] {
		return len(mainMetrics)
	}
	return len(mainMetrics) + 1
}

func (c *Comparison) contrastConcepts() {
	for _, k := range concept.Catalogue() {
		var values []float64
		for i := range c.Rulesets {
			values = append(values, c.Rulesets[i].Concepts[k.Name])
		}
		switch {
		case slices.Min(values) != slices.Max(values):
			c.Concepts = append(c.Concepts, ConceptContrast{k.Name, values})
		case values[0] != 0:
			c.Shared++
		}
	}
}

// contrastTexts compares two expanded descriptions.
func contrastTexts(a, b *Detail) (t TextContrast) {
	if a.Formalism != "lgdl" || b.Formalism != "lgdl" {
		return TextContrast{Fault: "only descriptions in L-GDL are compared by their syntax"}
	}
	var roots []*lgdl.Node
	for _, d := range []*Detail{a, b} {
		list, err := lgdl.Parse("expanded", []byte(d.Expanded))
		if err != nil || len(list) == 0 {
			return TextContrast{Fault: "the expanded description of " + d.Game + " cannot be read"}
		}
		roots = append(roots, list[0])
	}
	t.Parts = treediff.Compare(roots[0], roots[1])
	t.Removed, t.Added = treediff.Differences(t.Parts)
	return t
}

// textLines lays the difference out as HTML.
func textLines(t TextContrast) template.HTML {
	var b strings.Builder
	for _, l := range treediff.Lines(t.Parts, 96, 60) {
		b.WriteString(strings.Repeat("  ", l.Indent))
		for _, s := range l.Spans {
			text := template.HTMLEscapeString(s.Text)
			switch s.Op {
			case treediff.Removed:
				text = "<del>" + text + "</del>"
			case treediff.Added:
				text = "<ins>" + text + "</ins>"
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	return template.HTML(b.String())
}

var compareParameters = []parameter{
	{name: "r", kind: "string", many: true, meaning: "hash of a ruleset; two to eight of them"},
	agentParameter,
	{name: "add", kind: "string", meaning: "part of the name of a ruleset to add"},
}

// comparePage shows rulesets side by side.
func comparePage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	q, err := readQuery(r, compareParameters)
	if err != nil {
		return err
	}
	hashes := slices.Clone(q["r"])
	slices.Sort(hashes)
	if n := len(slices.Compact(hashes)); n > maxCompared {
		return httpx.BadRequest("r: %d rulesets, expected two to %d", n, maxCompared)
	}
	query := CompareQuery{Agent: q.Get("agent")}
	for _, hash := range q["r"] {
		if !slices.Contains(query.Hashes, hash) {
			query.Hashes = append(query.Hashes, hash)
		}
	}
	view := &compareView{q: q, Agent: cmp.Or(q.Get("agent"), catalogue.DefaultAgent), Add: q.Get("add")}
	if view.Add != "" {
		response, err := e.Rulesets(r.Context(), catalogue.Filter{Search: view.Add, Limit: 20})
		if err != nil {
			return err
		}
		for _, rs := range response.Rulesets {
			if !slices.Contains(query.Hashes, rs.Hash) {
				view.Found = append(
					view.Found,
					facetLink{
						Label: titleOf(rs.Game, rs.Name),
						Link:  view.with(append(slices.Clone(query.Hashes), rs.Hash)),
					},
				)
			}
		}
	}
	if len(query.Hashes) > 0 {
		response, err := e.Compare(r.Context(), query)
		if err != nil {
			return err
		}
		view.Comparison = response
	}
	view.fill()
	render(w, http.StatusOK, "compare", "Compare", false, view)
	return nil
}

// compareView is what the page shows.
type compareView struct {
	Comparison
	q     url.Values
	Agent string
	Add   string
	Found []facetLink
	Heads []compareHead
	// Main are the metrics that are shown at once, Rest all others.
	Main, Rest []MetricContrast
	Few        bool          // fewer than two: nothing is compared
	Plots      []comparePlot // on common axes
	// Lengths are the distributions of the lengths of plays.
	Lengths any
}

// compareHead is a ruleset at the head of its column.
type compareHead struct {
	Letter, Title, Remove, First string
}

// comparePlot is the data of a chart of one metric.
type comparePlot struct {
	Name string
	Data any
}

// titleOf names a ruleset.
func titleOf(game, name string) string {
	if name == "" {
		return game
	}
	return game + " · " + name
}

// with is the address of the comparison of other rulesets.
func (v *compareView) with(hashes []string) string {
	next := url.Values{}
	if agent := v.q.Get("agent"); agent != "" {
		next.Set("agent", agent)
	}
	next["r"] = hashes
	return "/compare?" + next.Encode()
}

// plotted are the metrics of which there are charts.
var plotted = []string{
	"DurationMoves",
	"BranchingFactorAverage",
	"AdvantageP1",
	"Drawishness",
	"DecisionMoves",
	"GameTreeComplexity",
}

func (v *compareView) fill() {
	v.Few = len(v.Rulesets) < 2
	var hashes, titles []string
	for _, d := range v.Rulesets {
		hashes, titles = append(hashes, d.Hash), append(titles, titleOf(d.Game, d.Name))
	}
	for i, title := range titles {
		h := compareHead{
			Letter: string(rune('A' + i)),
			Title:  title,
			Remove: v.with(slices.Delete(slices.Clone(hashes), i, i+1)),
		}
		if i > 0 {
			h.First = v.with(append([]string{hashes[i]}, slices.Delete(slices.Clone(hashes), i, i+1)...))
		}
		v.Heads = append(v.Heads, h)
	}
	if v.Few {
		return
	}
	for i := range titles {
		titles[i] = v.Heads[i].Letter + "  " + titles[i]
	}
	for _, m := range v.Metrics {
		if rank(m.Name) > len(mainMetrics) {
			v.Rest = append(v.Rest, m)
		} else {
			v.Main = append(v.Main, m)
		}
	}
	type point struct {
		Name string   `json:"name"`
		Mean *float64 `json:"mean"`
		Low  float64  `json:"low"`
		High float64  `json:"high"`
		N    int64    `json:"n"`
		Href string   `json:"href"`
	}
	for _, name := range plotted {
		i := slices.IndexFunc(v.Metrics, func(m MetricContrast) bool { return m.Name == name })
		if i < 0 {
			continue
		}
		var rows []point
		for k, e := range v.Metrics[i].Estimates {
			if e.N > 0 && !math.IsInf(e.Low, 0) && !math.IsInf(e.High, 0) {
				rows = append(rows, point{titles[k], &e.Mean, e.Low, e.High, e.N, "/rulesets/" + hashes[k]})
			}
		}
		v.Plots = append(v.Plots, comparePlot{name, map[string]any{"label": words(name), "rows": rows}})
	}
	v.Lengths = lengthRows(v.Rulesets, titles)
}

// lengthRow is a bar of a distribution of lengths: from is in, to is out.
type lengthRow struct {
	Name  string  `json:"name"`
	From  int     `json:"from"`
	To    int     `json:"to"`
	Share float64 `json:"share"` // of the plays, for each ply of the bar
	Mass  float64 `json:"mass"`  // of the plays
}

// lengthRows are the distributions of lengths with the same bars for all.
func lengthRows(list []Detail, titles []string) any {
	low, high := math.MaxInt, 0
	for _, d := range list {
		if d.Latest == nil || d.Latest.Summary == nil || len(d.Latest.Summary.Length) == 0 {
			continue
		}
		bins := d.Latest.Summary.Length
		low, high = min(low, bins[0].Low), max(high, bins[len(bins)-1].High)
	}
	if high == 0 {
		return nil
	}
	step := max(1, (high-low+maxBars)/maxBars)
	var rows []lengthRow
	for i, d := range list {
		if d.Latest == nil || d.Latest.Summary == nil {
			continue
		}
		for k, n := range barsOf(d.Latest.Summary.Length, low, high, step) {
			if n > 0 {
				mass := n / float64(d.Latest.Summary.Playouts)
				rows = append(rows, lengthRow{titles[i], low + k*step, low + (k+1)*step, mass / float64(step), mass})
			}
		}
	}
	return map[string]any{"rows": rows}
}
