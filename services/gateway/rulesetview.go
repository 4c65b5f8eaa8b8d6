package gateway

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/metric"
)

// place draws where a figure lies among those of the library: a line from the 5 % to the
// 95 % quantile, a box from the first to the third quartile, a tick at the median, and the
// figure with its interval. Long tails are shown on a logarithmic axis.
func place(e metric.Estimate, s Standing) template.HTML {
	if e.N == 0 || s.Rulesets < 5 {
		return ""
	}
	q := s.Quantiles
	low, high := min(q[0], e.Low), max(q[4], e.High)
	scale := func(v float64) float64 { return v }
	if low > 0 && q[4] > 12*q[0] {
		scale = math.Log
	}
	low, high = scale(low), scale(high)
	if !(high > low) || math.IsInf(high, 0) || math.IsInf(low, 0) {
		return ""
	}
	const width = 150.0
	at := func(v float64) float64 { return 4 + (width-8)*(scale(v)-low)/(high-low) }
	title := fmt.Sprintf("more than %d of %d rulesets; their median is %s", s.Below, s.Rulesets, formatNumber(q[2]))
	return template.HTML(
		fmt.Sprintf(`<svg class="place" viewBox="0 0 %g 18" role="img" aria-label="%s"><title>%s</title>`+
			`<line x1="%.1f" x2="%.1f" y1="9" y2="9"/><rect x="%.1f" y="4" width="%.1f" height="10"/><line x1="%.1f" x2="%.1f" y1="3" y2="15"/>`+
			`<line class="own" x1="%.1f" x2="%.1f" y1="9" y2="9"/><circle cx="%.1f" cy="9" r="4"/></svg>`, width, title, title,
			at(q[0]), at(q[4]), at(q[1]), max(1, at(q[3])-at(q[1])), at(q[2]), at(q[2]),
			at(max(e.Low, min(q[0], e.Mean))), at(e.High), at(e.Mean)),
	)
}

// rankText says how many of the library's rulesets have a smaller figure.
func rankText(s Standing) string {
	if s.Rulesets < 5 {
		return ""
	}
	share := 100 * (float64(s.Below) + float64(s.Equal)/2) / float64(s.Rulesets)
	return fmt.Sprintf("%.0f %%", share)
}

// conceptNode is a concept in the tree of those that a ruleset has.
type conceptNode struct {
	Name, Value, Meaning string
	Held                 bool // a concept of the ruleset, not only one above it
	Below                []*conceptNode
	Count                int // held concepts in it
}

// conceptTree puts concepts below those that the catalogue has above them.
func conceptTree(held map[string]float64) []*conceptNode {
	nodes := map[string]*conceptNode{}
	var roots []*conceptNode
	var node func(k *concept.Concept) *conceptNode
	node = func(k *concept.Concept) *conceptNode {
		if n := nodes[k.Name]; n != nil {
			return n
		}
		n := &conceptNode{Name: k.Name, Meaning: k.Meaning}
		nodes[k.Name] = n
		if above := concept.ByName(k.Parent); above != nil {
			p := node(above)
			p.Below = append(p.Below, n)
		} else {
			roots = append(roots, n)
		}
		return n
	}
	list := concept.Catalogue()
	for i := range list {
		if v, ok := held[list[i].Name]; ok {
			n := node(&list[i])
			n.Held = true
			if list[i].Data != "Boolean" {
				n.Value = formatNumber(v)
			}
		}
	}
	var other []*conceptNode // of formalisms that name concepts of their own
	for name, v := range held {
		if concept.ByName(name) == nil {
			other = append(other, &conceptNode{Name: name, Value: formatNumber(v), Held: true})
		}
	}
	slices.SortFunc(other, func(a, b *conceptNode) int { return cmp.Compare(a.Name, b.Name) })
	roots = append(roots, other...)
	var count func(n *conceptNode) int
	count = func(n *conceptNode) int {
		if n.Held {
			n.Count = 1
		}
		for _, b := range n.Below {
			n.Count += count(b)
		}
		return n.Count
	}
	for _, n := range roots {
		count(n)
	}
	return roots
}

// citation is how to cite a ruleset and what was measured of it.
type citation struct {
	Text, BibTeX, Address, Again string
}

// cite writes the citation of a ruleset on the server that a request was sent to.
func cite(r *http.Request, d *Detail) citation {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	base := scheme + "://" + r.Host
	c := citation{Address: base + "/id/ruleset/" + d.Hash}
	title := titleOf(d.Game, d.Name)
	year := d.CreatedAt.Year()
	figures := ""
	if e := d.Latest; e != nil && e.Summary != nil && e.FinishedAt != nil {
		year = e.FinishedAt.Year()
		figures = fmt.Sprintf(
			"%s playouts by %s agents, seed %d, engine %s, evaluation %s (%s).",
			formatCount(e.Summary.Playouts),
			e.Params.Agent,
			e.Params.Seed,
			e.Engine,
			e.ID,
			e.FinishedAt.UTC().Format(time.DateOnly),
		)
		params, err := json.Marshal(map[string]any{"params": e.Params})
		if err == nil {
			c.Again = "curl -d '" + string(params) + "' " + base + "/api/rulesets/" + d.Hash + "/evaluations"
		}
	}
	c.Text = strings.TrimSpace(
		fmt.Sprintf("“%s.” Ruleset %.16s. Astragal, %d. %s. %s", title, d.Hash, year, c.Address, figures),
	)
	escape := strings.NewReplacer("{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "_", `\_`, "#", `\#`, "$", `\$`)
	c.BibTeX = fmt.Sprintf(
		"@misc{astragal-%.12s,\n  title = {%s},\n  howpublished = {Astragal, ruleset %.16s},\n  year = {%d},\n  url = "+
			"{%s},\n  note = {%s}\n}",
		d.Hash,
		escape.Replace(title),
		d.Hash,
		year,
		c.Address,
		escape.Replace(figures),
	)
	return c
}

// historyPoint is an evaluation in the history of a ruleset.
type historyPoint struct {
	Name string   `json:"name"`
	Mean *float64 `json:"mean"`
	Low  float64  `json:"low"`
	High float64  `json:"high"`
	N    int64    `json:"n"`
	Href string   `json:"href"`
}

// history is the length of plays in all finished evaluations, the newest first; nil
// for fewer than two.
func history(d *Detail) any {
	var rows []historyPoint
	for i := range d.Evaluations {
		e := &d.Evaluations[i]
		if e.Summary == nil {
			continue
		}
		if m := e.Summary.Metrics["DurationMoves"]; m.N > 0 {
			rows = append(
				rows,
				historyPoint{
					fmt.Sprintf(
						"%s %s, %s",
						e.CreatedAt.Format("2006-01-02 15:04"),
						e.Params.Agent,
						e.Params.Metrics,
					),
					&m.Mean,
					m.Low,
					m.High,
					m.N,
					"/rulesets/" + d.Hash + "?evaluation=" + e.ID,
				},
			)
		}
	}
	if len(rows) < 2 {
		return nil
	}
	return map[string]any{"label": "Plies", "rows": rows[:min(len(rows), 40)]}
}

// siblingsLink compares a ruleset with its relatives.
func compareLink(hash string, list []Relative) string {
	hashes := []string{hash}
	for _, r := range list[:min(len(list), maxCompared-1)] {
		hashes = append(hashes, r.Hash)
	}
	return "/compare?r=" + strings.Join(hashes, "&r=")
}
