package gateway

import (
	"fmt"
	"html/template"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/astragal/astragal/pkg/catalogue"
)

// facetGroup is a property of rulesets with the values that narrow the list.
type facetGroup struct {
	Name   string
	Values []facetLink
	More   []facetLink // behind a click
	Rest   int         // values that are not offered: the search finds them
	Open   bool
}

// facetLink chooses a value, or gives it up.
type facetLink struct {
	Label  string
	Count  int
	Link   string
	Chosen bool
	Depth  int // in a tree
}

const (
	facetsShown = 8
	facetsMore  = 40
)

// unknownValue stands for what a description does not say.
const unknownValue = "not known"

// facetGroups makes links of the counts of facets and of concepts. Facets with one value narrow
// nothing.
func facetGroups(q url.Values, counts map[string][]catalogue.FacetCount,
	concepts []catalogue.FacetCount) (groups []facetGroup) {
	for i, name := range catalogue.FacetNames {
		list := counts[name]
		chosen := slices.ContainsFunc(list, func(c catalogue.FacetCount) bool { return c.Chosen })
		if len(list) < 2 && !chosen {
			continue
		}
		g := facetGroup{Name: name, Open: chosen || i < 3}
		if name == "kind" {
			list = treeOrder(list)
		}
		for _, c := range list {
			if c.Count == 0 && !c.Chosen {
				continue
			}
			l := facetLink{
				Label:  facetLabel(name, c.Value),
				Count:  c.Count,
				Chosen: c.Chosen,
				Link:   toggle(q, name, c.Value),
			}
			if name == "kind" {
				l.Depth = strings.Count(c.Value, "/")
			}
			switch {
			case len(g.Values) < facetsShown || c.Chosen:
				g.Values = append(g.Values, l)
			case len(g.More) < facetsMore:
				g.More = append(g.More, l)
			default:
				g.Rest++
			}
		}
		groups = append(groups, g)
	}
	if g, ok := conceptGroup(q, concepts); ok {
		groups = append(groups, g)
	}
	return groups
}

// facetLabel is a value in words.
func facetLabel(facet, value string) string {
	switch {
	case value == "":
		return unknownValue
	case facet == "kind":
		return value[strings.LastIndexByte(value, '/')+1:]
	case facet == "formalism":
		return strings.ToUpper(value)
	}
	return value
}

// treeOrder puts what is below a path after it, paths of one level by their count, and
// leaves out third steps of paths that are not chosen.
func treeOrder(list []catalogue.FacetCount) []catalogue.FacetCount {
	below := map[string][]catalogue.FacetCount{}
	open := map[string]bool{}
	for _, c := range list {
		parent := ""
		if i := strings.LastIndexByte(c.Value, '/'); i >= 0 {
			parent = c.Value[:i]
		}
		below[parent] = append(below[parent], c)
		if c.Chosen {
			for p := c.Value; p != ""; {
				open[p] = true
				p = p[:max(0, strings.LastIndexByte(p, '/'))]
			}
		}
	}
	var ordered []catalogue.FacetCount
	var walk func(parent string, depth int)
	walk = func(parent string, depth int) {
		for _, c := range below[parent] {
			ordered = append(ordered, c)
			if c.Value != "" &&
				(depth == 0 && len(below[c.Value]) > 0 && (open[c.Value] || c.Count > 200) || open[c.Value]) {
				walk(c.Value, depth+1)
			}
		}
	}
	walk("", 0)
	return ordered
}

// toggle is the address of the list with a value chosen, or not when it is already.
func toggle(q url.Values, facet, value string) string {
	choice := catalogue.Choice{Facet: facet, Value: value}.String()
	values := slices.Clone(q["is"])
	if i := slices.Index(values, choice); i >= 0 {
		return with(q, "/", "is", slices.Delete(values, i, i+1)...)
	}
	return with(q, "/", "is", append(values, choice)...)
}

// chosenLinks are all conditions of a list, each with the address of the list without it.
func chosenLinks(q url.Values) (links []facetLink) {
	for _, p := range filterParameters {
		if slices.Contains([]string{"agent", "sort", "all", "after", "before"}, p.name) {
			continue
		}
		for i, v := range q[p.name] {
			label := p.name + ": " + v
			switch p.name {
			case "is":
				facet, value, _ := strings.Cut(v, ":")
				label = facet + ": " + facetLabel(facet, value)
				if facet == "kind" && value != "" {
					label = "kind: " + strings.ReplaceAll(value, "/", " › ")
				}
			case "from":
				label = "from " + yearText(v)
			case "to":
				label = "until " + yearText(v)
			case "q":
				label = "“" + v + "”"
			}
			links = append(
				links,
				facetLink{
					Label: label,
					Link:  with(q, "/", p.name, slices.Delete(slices.Clone(q[p.name]), i, i+1)...),
				},
			)
		}
	}
	return links
}

// yearText writes the year of a parameter.
func yearText(v string) string {
	if rest, ok := strings.CutPrefix(v, "-"); ok {
		return rest + " BCE"
	}
	return v
}

// timeSteps are the bars of the time axis: what is known grows finer with time, and so
// do they.
var timeSteps = func() (edges []int) {
	for y := -3500; y < 0; y += 250 {
		edges = append(edges, y)
	}
	edges = append(edges, 1)
	for y := 100; y < 1500; y += 100 {
		edges = append(edges, y)
	}
	for y := 1500; y <= 2025; y += 25 {
		edges = append(edges, y)
	}
	return edges
}()

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// timeline draws how many rulesets were played when: a bar counts those whose period
// overlaps its years. Every bar is a link to them; a script makes a brush of them.
func timeline(path string, q url.Values, f catalogue.Filter, years []catalogue.YearCount) template.HTML {
	if len(years) == 0 {
		return ""
	}
	n := len(timeSteps) - 1
	counts := make([]int, n)
	for _, y := range years {
		from, to := math.MinInt, math.MaxInt
		if y.From != nil {
			from = *y.From
		}
		if y.To != nil {
			to = *y.To
		}
		for i := range counts {
			if from < timeSteps[i+1] && to >= timeSteps[i] {
				counts[i] += y.Count
			}
		}
	}
	const bar, high, base = 20, 64, 70
	top := slices.Max(counts)
	var b strings.Builder
	fmt.Fprintf(
		&b,
		`<svg class="timeline" id="timeline" viewBox="0 0 %d 90" role="group" aria-label="Rulesets by the years of their period">`,
		n*bar,
	)
	for i, c := range counts {
		first, last := timeSteps[i], timeSteps[i+1]-1
		if last == 0 {
			last = -1
		}
		inside := (f.From == nil || *f.From <= last) && (f.To == nil || *f.To >= first)
		height := 0.0
		if c > 0 {
			height = max(1.5, high*float64(c)/float64(top))
		}
		class := ""
		if inside && (f.From != nil || f.To != nil) {
			class = ` class="in"`
		}
		link := withYears(path, q, first, last)
		fmt.Fprintf(
			&b,
			`<a href="%s"%s data-from="%d" data-to="%d"><title>%s: %s</title><rect class="hit" x="%d" y="0" width="%d" height="%d"/><rect x="%d" y="%.1f" width="%d" height="%.1f"/></a>`,
			template.HTMLEscapeString(
				link,
			),
			class,
			first,
			last,
			formatYears(&first, &last),
			formatCount(int64(c)),
			i*bar,
			bar,
			base,
			i*bar+1,
			base-height,
			bar-2,
			height,
		)
		if label := timeLabels[first]; label != "" {
			fmt.Fprintf(&b, `<text x="%d" y="86">%s</text>`, i*bar, label)
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// timeLabels name the first years of some bars.
var timeLabels = map[int]string{
	-3500: "3500 BCE",
	-2500: "2500",
	-1500: "1500",
	-500:  "500",
	1:     "1 CE",
	500:   "500",
	1000:  "1000",
	1500:  "1500",
	1600:  "1600",
	1700:  "1700",
	1800:  "1800",
	1900:  "1900",
}

// withYears is the address of a page in a span of years.
func withYears(path string, q url.Values, from, to int) string {
	next := url.Values{}
	for k, v := range q {
		next[k] = v
	}
	next["from"] = []string{fmt.Sprint(from)}
	return with(next, path, "to", fmt.Sprint(to))
}
