package gateway

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math"
	"math/bits"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/prior"
)

// Companion is a concept that goes together with another one, or avoids it.
type Companion struct {
	Name string
	// Both have both concepts, Other this one.
	Both, Other int
	// Phi is the correlation of having both, from −1 to 1.
	Phi float64
}

// Together says how all other concepts go together with one, the strongest first: those
// about how a game is played that are neither above nor below it.
func (s *service) Together(ctx context.Context, name string) ([]Companion, error) {
	index, err := s.kin.current(ctx, "")
	if err != nil {
		return nil, err
	}
	return index.together(name), nil
}

func (x *conceptIndex) together(name string) (list []Companion) {
	own := slices.Index(x.names, name)
	if own < 0 {
		return nil
	}
	above := func(a, b int) bool { // whether a is above b
		for b = x.parent[b]; b >= 0; b = x.parent[b] {
			if a == b {
				return true
			}
		}
		return false
	}
	both := make([]int, len(x.names))
	for i := range x.rulesets {
		r := &x.rulesets[i]
		if r.bits[own/64]>>(own%64)&1 == 0 {
			continue
		}
		for w, word := range r.bits {
			for ; word != 0; word &= word - 1 {
				both[w*64+bits.TrailingZeros64(word)]++
			}
		}
	}
	n := float64(len(x.rulesets))
	a := float64(x.holders[own])
	for b := range x.names {
		c := float64(x.holders[b])
		if b == own || !x.telling[b] || c == 0 || c == n || a == 0 || a == n || above(own, b) || above(b, own) {
			continue
		}
		phi := (n*float64(both[b]) - a*c) / math.Sqrt(a*c*(n-a)*(n-c))
		list = append(list, Companion{x.names[b], both[b], x.holders[b], phi})
	}
	slices.SortStableFunc(list, func(a, b Companion) int { return cmp.Compare(b.Phi, a.Phi) })
	return list
}

// shareRow is a group of rulesets and how many of them have a concept.
type shareRow struct {
	Name   string
	N, Has int
	Share  metric.Estimate // with Wilson's interval
	Link   string
	order  int
}

// conceptView is what the page of a concept shows.
type conceptView struct {
	concept.Concept
	How           string
	Above         []string
	Below         []string
	All, Has      int
	Number        bool // it has a value, not only a truth
	Histogram     template.HTML
	Quantiles     []fact
	By            string
	Groupings     []string
	Groups        []shareRow
	Small         []shareRow // the smallest, of which a share says little
	Time          template.HTML
	With, Against []Companion
	Exhibit       *exhibit
	Library       string
}

// conceptPage shows a concept over the library: where, when, and with which others.
func conceptPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if err := checkPath(r, "name"); err != nil {
		return err
	}
	q, err := readQuery(r, []parameter{{name: "by", kind: "string", values: groupings}})
	if err != nil {
		return err
	}
	k := concept.ByName(r.PathValue("name"))
	if k == nil {
		return catalogue.ErrNotFound
	}
	if k.Computed == "Playout" {
		http.Redirect(w, r, "/metric/"+k.Name, http.StatusSeeOther)
		return nil
	}
	response, err := e.Points(r.Context(), PointQuery{Concepts: []string{k.Name}})
	if err != nil {
		return err
	}
	v := conceptView{
		Concept:   *k,
		How:       concept.Sources[k.Source],
		By:        cmp.Or(q.Get("by"), "region"),
		Groupings: groupings,
		Number:    k.Data != "Boolean",
		Library:   "/?concept=" + k.Name,
	}
	for above := concept.ByName(k.Parent); above != nil; above = concept.ByName(above.Parent) {
		v.Above = append([]string{above.Name}, v.Above...)
	}
	for _, c := range concept.Catalogue() {
		if c.Parent == k.Name {
			v.Below = append(v.Below, c.Name)
		}
	}
	points := response
	games := map[string]bool{}
	var values []float64
	for i := range points {
		p := &points[i]
		v.All++
		if x := p.Values[0]; !math.IsNaN(x) && x != 0 {
			v.Has++
			games[p.Game] = true
		}
		if !math.IsNaN(p.Values[0]) {
			values = append(values, p.Values[0])
		}
	}
	if v.Number && len(values) > 0 {
		slices.Sort(values)
		v.Histogram = valueHistogram(values, false)
	}
	v.Groups = shareRows(points, v.By)
	if v.By != "century" { // whose order says something by itself
		at := min(groupsShown, len(v.Groups))
		if small := slices.IndexFunc(v.Groups, func(r shareRow) bool { return r.N < tellingGroup }); small >= 0 {
			at = min(at, small)
		}
		end := at
		for end < len(v.Groups) && v.Groups[end].Name != unknownValue {
			end++
		}
		if end-at > 5 {
			v.Small = slices.Clone(v.Groups[at:end])
			v.Groups = slices.Delete(v.Groups, at, end)
		}
	}
	v.Time = drawCenturies(shareRows(points, "century"))
	foundTogether, err := e.Together(r.Context(), k.Name)
	if err != nil {
		return err
	}
	list := foundTogether
	for _, c := range list[:min(12, len(list))] {
		if c.Phi > 0 {
			v.With = append(v.With, c)
		}
	}
	for i := len(list) - 1; i >= max(0, len(list)-12); i-- {
		if list[i].Phi < 0 {
			v.Against = append(v.Against, list[i])
		}
	}
	foundEvidence, err := e.Evidence(r.Context(), catalogue.EvidenceFilter{})
	if err != nil {
		return err
	}
	items := slices.DeleteFunc(
		slices.Clone(foundEvidence),
		func(i evidence.Item) bool { return !games[i.Game] },
	)
	if v.Exhibit = exhibitOf(items, true); v.Exhibit == nil {
		v.Exhibit = &exhibit{}
	}
	v.Exhibit.Map = template.HTML(evidence.MapOver(items, shareMarks(k.Name, shareRows(points, "region"))))
	render(w, http.StatusOK, "concept", words(k.Name), false, v)
	return nil
}

// shareRows counts in every group the rulesets that have a concept.
func shareRows(points []catalogue.Point, by string) []shareRow {
	at := map[string]*shareRow{}
	for i := range points {
		p := &points[i]
		g := groupOf(p, by)
		row := at[g]
		if row == nil {
			row = &shareRow{Name: g}
			at[g] = row
			if y := cmp.Or(p.YearFrom, p.YearTo); by == "century" && y != nil {
				row.order = *y
			}
		}
		row.N++
		if x := p.Values[0]; !math.IsNaN(x) && x != 0 {
			row.Has++
		}
	}
	var rows []shareRow
	for _, row := range at {
		row.Share = metric.Share(int64(row.Has), int64(row.N))
		if by != "century" {
			row.order = -row.N
		}
		if row.Name == unknownValue {
			row.order = math.MaxInt
		}
		rows = append(rows, *row)
	}
	slices.SortFunc(
		rows,
		func(a, b shareRow) int { return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.Name, b.Name)) },
	)
	return rows
}

// shareMarks are rings for the regions that have a place on the map, larger for more rulesets,
// filled as far as the concept is spread among them.
func shareMarks(concept string, rows []shareRow) (marks []evidence.Mark) {
	for _, r := range rows {
		lat, long, ok := prior.RegionCentre(r.Name)
		if !ok {
			continue
		}
		marks = append(marks, evidence.Mark{Latitude: lat, Longitude: long, Vague: true, Fill: r.Share.Mean,
			Radius: 4 + 1.3*math.Sqrt(float64(r.N)), Title: fmt.Sprintf("%s: %d of %d rulesets", r.Name, r.Has, r.N),
			Link: "/?" + url.Values{"concept": {concept}, "is": {"region:" + r.Name}}.Encode()})
	}
	return marks
}

// groupsShown is the number of groups that are shown at once, tellingGroup the number of
// rulesets of a group from which on it is.
const groupsShown, tellingGroup = 20, 3

// drawCenturies draws the shares of centuries that have rulesets, with their intervals, wider
// dots for more; "" when there are fewer than two.
func drawCenturies(rows []shareRow) template.HTML {
	rows = slices.DeleteFunc(rows, func(r shareRow) bool { return r.Name == unknownValue })
	if len(rows) < 2 {
		return ""
	}
	const height, left, top, foot = 190.0, 44.0, 8.0, 54.0
	step := max(22, min(60, 1200/float64(len(rows))))
	width := left + step*float64(len(rows)) + 10
	y := func(share float64) float64 { return top + (1-share)*(height-top-foot) }
	var b strings.Builder
	fmt.Fprintf(
		&b,
		`<svg class="hist centuries" viewBox="0 0 %.0f %.0f" style="max-width:%.0fpx" role="img" aria-label="Share of rulesets that have it, by century">`,
		width,
		height,
		width,
	)
	for _, share := range []float64{0, 0.5, 1} {
		fmt.Fprintf(
			&b,
			`<line x1="%.0f" x2="%.0f" y1="%.1f" y2="%.1f"/><text x="%.0f" y="%.1f" text-anchor="end">%.0f %%</text>`,
			left,
			width,
			y(share),
			y(share),
			left-6,
			y(share)+4,
			100*share,
		)
	}
	for i, r := range rows {
		x := left + step*(float64(i)+0.5)
		fmt.Fprintf(
			&b,
			`<path d="M%.1f %.1fV%.1f"/><circle cx="%.1f" cy="%.1f" r="%.1f"><title>%s: %d of %d rulesets</title></circle>`,
			x,
			y(r.Share.Low),
			y(r.Share.High),
			x,
			y(r.Share.Mean),
			min(9, 2.5+math.Sqrt(float64(r.N))/2),
			template.HTMLEscapeString(r.Name),
			r.Has,
			r.N,
		)
		name := strings.NewReplacer(" century", "").Replace(r.Name)
		fmt.Fprintf(&b, `<text transform="translate(%.1f %.1f) rotate(-45)" text-anchor="end">%s</text>`, x+4, height-foot+16,
			template.HTMLEscapeString(name))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// shareBar draws a share with its interval.
func shareBar(e metric.Estimate) template.HTML {
	return template.HTML(
		`<svg class="sharebar" viewBox="0 0 200 14" aria-hidden="true"><rect class="ground" width="200" height="14"/><rect width="` +
			formatPlace(
				200*e.Mean,
			) + `" height="14"/><line x1="` + formatPlace(
			200*e.Low,
		) + `" x2="` + formatPlace(
			200*e.High,
		) + `" y1="7" y2="7"/></svg>`,
	)
}
