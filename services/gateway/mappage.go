package gateway

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/prior"
)

// mapView is what the page of space and time shows.
type mapView struct {
	Timeline       template.HTML
	Exhibit        *exhibit
	Games          int // games of the rulesets that pass the filter
	Rulesets       int // rulesets in the span of years
	Items, Outside int // items of evidence of these games in the span, and in other years or none
	Regions        []regionRow
	Back, On       string // a century before and after
	Span           string
	Chosen         []facetLink
	Kept           []fact
	From, To       string
	Library        string
	Unplaced       int // rulesets whose region is not known
	Unmapped       int // rulesets whose region is none of those with a place on the map
	GameRows       []gameRow
	Facets         []facetGroup
}

// gameRow is a game with where and when it is attested.
type gameRow struct {
	Game          string
	Items, Places int
	Kilometres    string // between the two places that are farthest apart
	Years         string
	Link          string
}

// gameRows sums evidence up by game, those with most places first.
func gameRows(items []evidence.Item, q url.Values) (rows []gameRow) {
	by := map[string][]evidence.Item{}
	for _, i := range items {
		by[i.Game] = append(by[i.Game], i)
	}
	for game, list := range by {
		km, places := evidence.Extent(list)
		row := gameRow{Game: game, Items: len(list), Places: places, Link: with(q, "/map", "game", game)}
		if places > 1 {
			row.Kilometres = formatCount(int64(math.Round(km)))
		}
		row.Years = formatYears(yearsOf(list))
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b gameRow) int {
		return cmp.Or(b.Places-a.Places, b.Items-a.Items, strings.Compare(a.Game, b.Game))
	})
	return rows
}

// yearsOf are the first and the last year of items; nil where an item is open at that end.
func yearsOf(items []evidence.Item) (from, to *int) {
	from, to = items[0].YearFrom, items[0].YearTo
	for i := range items {
		if y := items[i].YearFrom; y == nil || from != nil && *y < *from {
			from = y
		}
		if y := items[i].YearTo; y == nil || to != nil && *y > *to {
			to = y
		}
	}
	return from, to
}

// regionMarks are rings for regions that have a place on the map, the largest first, or for
// those only that are chosen; rest is the number of rulesets of those that have none.
func regionMarks(regions []catalogue.FacetCount, link func(region string) string) (marks []evidence.Mark, rest int) {
	some := slices.ContainsFunc(regions, func(c catalogue.FacetCount) bool { return c.Chosen })
	for _, c := range regions {
		if some && !c.Chosen {
			continue
		}
		lat, long, ok := prior.RegionCentre(c.Value)
		if c.Value == "" || c.Count == 0 {
			continue
		}
		if !ok {
			rest += c.Count
			continue
		}
		m := evidence.Mark{Latitude: lat, Longitude: long, Vague: true, Link: link(c.Value),
			Radius: 4 + 1.3*math.Sqrt(float64(c.Count)),
			Title:  fmt.Sprintf("%s: rulesets whose description names it: %s", c.Value, formatCount(int64(c.Count)))}
		near := 0 // "India" and "South Asia" have about the same middle
		for i := range marks {
			if math.Abs(marks[i].Latitude-lat) < 2 && math.Abs(marks[i].Longitude-long) < 2 {
				near++
			}
		}
		m.Beside = spiral(2 * near)
		if c.Count > 3 {
			m.Label = strconv.Itoa(c.Count)
		}
		marks = append(marks, m)
	}
	return marks, rest
}

// regionRow is a region with the number of rulesets, and the width of its bar in pixels.
type regionRow struct {
	Name       string
	Has, Width int
	Link       string
}

// century is how far the page moves in time.
const century = 100

// yearsOn is a year so many years on; there is no year 0.
func yearsOn(y, by int) int {
	next := y + by
	if y < 0 && next >= 0 {
		next++
	}
	if y > 0 && next <= 0 {
		next--
	}
	return next
}

// mapPage shows where and when the games of rulesets that pass a filter are attested, and
// in which regions descriptions say that they were played.
func mapPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	q, err := readQuery(r, filterParameters)
	if err != nil {
		return err
	}
	f, err := readFilter(q, 1)
	if err != nil {
		return err
	}
	f.After, f.Before = "", ""
	everywhen := f
	everywhen.From, everywhen.To = nil, nil
	response, err := e.Points(r.Context(), PointQuery{Filter: everywhen})
	if err != nil {
		return err
	}
	games := map[string]bool{}
	for _, p := range response {
		games[p.Game] = true
	}
	of := func(from, to *int) ([]evidence.Item, error) {
		response, err := e.Evidence(r.Context(), catalogue.EvidenceFilter{From: from, To: to})
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(
			slices.Clone(response),
			func(i evidence.Item) bool { return !games[i.Game] },
		), nil
	}
	all, err := of(nil, nil)
	if err != nil {
		return err
	}
	items, err := of(f.From, f.To)
	if err != nil {
		return err
	}
	foundLibrary, err := e.Library(r.Context(), LibraryQuery{Filter: f, Facets: true})
	if err != nil {
		return err
	}
	l := foundLibrary
	v := mapView{
		Timeline: timeline("/map", q, f, l.Years),
		Games:    len(games),
		Rulesets: l.Total,
		Items: len(
			items,
		),
		Outside: len(all) - len(items),
		From:    q.Get("from"),
		To:      q.Get("to"),
		Library: with(q, "/", "offset"),
	}
	for _, c := range l.Facets["region"] {
		if c.Value == "" {
			v.Unplaced = c.Count
			continue
		}
		v.Regions = append(
			v.Regions,
			regionRow{Name: c.Value, Has: c.Count, Link: "/map" + toggle(q, "region", c.Value)[1:]},
		)
	}
	for i := range v.Regions { // the first has most
		v.Regions[i].Width = 120 * v.Regions[i].Has / max(1, v.Regions[0].Has)
	}
	v.Regions = v.Regions[:min(30, len(v.Regions))]
	v.Exhibit = exhibitOf(items, true)
	if v.Exhibit == nil {
		v.Exhibit = &exhibit{}
	}
	marks, unmapped := regionMarks(l.Facets["region"], func(region string) string {
		return "/map" +
			toggle(q, "region", region)[1:]
	})
	v.Exhibit.Map, v.Unmapped = template.HTML(evidence.MapOver(items, marks)), unmapped
	v.GameRows = gameRows(items, q)
	for _, g := range facetGroups(q, l.Facets, l.Concepts) {
		for _, list := range [][]facetLink{g.Values, g.More} {
			for i := range list {
				list[i].Link = "/map" + strings.TrimPrefix(list[i].Link, "/")
			}
		}
		g.Open = false
		v.Facets = append(v.Facets, g)
	}
	for _, link := range chosenLinks(q) {
		link.Link = "/map" + link.Link[1:]
		v.Chosen = append(v.Chosen, link)
	}
	for name, values := range q {
		if name != "from" && name != "to" {
			for _, value := range values {
				v.Kept = append(v.Kept, fact{name, value})
			}
		}
	}
	v.turn(q, f)
	render(w, http.StatusOK, "map", "Map and time", false, &v)
	return nil
}

// turn makes the addresses a century before and after; without years they begin at the
// first bar of the time axis.
func (v *mapView) turn(q url.Values, f catalogue.Filter) {
	from, to := timeSteps[0], yearsOn(timeSteps[0], century-1)
	if f.From == nil && f.To == nil {
		v.On = withYears("/map", q, from, to)
		return
	}
	if f.From != nil {
		from = *f.From
	}
	if f.To != nil {
		to = *f.To
	} else {
		to = yearsOn(from, century-1)
	}
	v.Span = formatYears(&from, &to)
	if last := timeSteps[len(timeSteps)-1]; yearsOn(from, century) < last {
		v.On = withYears("/map", q, yearsOn(from, century), yearsOn(to, century))
	}
	if yearsOn(from, -century) >= timeSteps[0]-century {
		v.Back = withYears("/map", q, yearsOn(from, -century), yearsOn(to, -century))
	}
}
