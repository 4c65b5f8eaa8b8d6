package gateway

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/catalogue"
)

var familyParameters = append(filterParameters[:len(filterParameters):len(filterParameters)],
	parameter{name: "features", kind: "string", values: familyFeatures, meaning: "what is compared"},
	parameter{name: "measure", kind: "string", values: familyMeasures, meaning: "how"},
	parameter{name: "one", kind: "boolean", meaning: "true: one ruleset of each game"},
	parameter{name: "clusters", kind: "integer", low: 2, high: 12, meaning: "number of clusters that are described"},
	parameter{name: "colour", kind: "string", values: familyGroupings, meaning: "what colours tell"})

// familyGroupings are what colours may tell.
var familyGroupings = append(groupings[:len(groupings):len(groupings)], "cluster")

var familyMeasures = []string{"cosine", "jaccard", "jensen-shannon", "overlap"}

func readFamily(r *http.Request) (query FamilyQuery, q url.Values, err error) {
	if q, err = readQuery(r, familyParameters); err != nil {
		return query, q, err
	}
	if query.Filter, err = readFilter(q, 0); err != nil {
		return query, q, err
	}
	query.Sort, query.After, query.Before = "", "", "" // of lists: the order of these rulesets is that of the tree
	query.Features, query.Measure = cmp.Or(q.Get("features"), "concepts"), cmp.Or(q.Get("measure"), "cosine")
	query.One, query.Clusters = q.Get("one") == "true", number(q, "clusters", 5)
	return query, q, nil
}

// familyView is what the page shows.
type familyView struct {
	Family
	Query                      FamilyQuery
	AllFeatures                []string
	Measures, Groupings        []string
	Colour, Agent              string
	Kept                       []fact
	Legend                     []legendEntry
	Dendrogram, Tree, Split    any
	Places, Biplot             any
	Map, Time                  any
	Exact, Vague, Dated        int // rulesets on the map by evidence and by region, and in time
	ConceptsShown              []distance.CorrespondingFeature
	SplitAll                   int
	Unexplained                string
	CLI                        string
	Library                    string
	CSV, Nexus, Newick, Phylip string
	PlacesFile, BiplotFile     string
	WhereaboutsFile            string
	ClustersFile, MantelFile   string
	Narrow                     []facetGroup
	Most                       int
	GroupRows                  []familyGroupRow
	Chosen                     []facetLink
	Explained                  [2]string
	Inertia                    [2]string
}

type legendEntry struct {
	Name, Colour string
}

// familyGroupRow is a cluster in words.
type familyGroupRow struct {
	Members []facetLink
	Traits  []familyTrait
	Compare string
}

// familyPage shows the families of the rulesets that pass a filter.
func familyPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	query, q, err := readFamily(r)
	if err != nil {
		return err
	}
	response, err := e.Families(r.Context(), query)
	if err != nil {
		return err
	}
	v := familyView{
		Family:      response,
		Query:       query,
		AllFeatures: familyFeatures,
		Measures:    familyMeasures,
		Groupings:   familyGroupings,
		Most:        maxFamily,
		Colour:      q.Get("colour"),
		Agent:       cmp.Or(query.Agent, catalogue.DefaultAgent),
		CLI:         compareLine(query),
	}
	if v.Colour == "" {
		v.Colour = v.tellingGroups()
	}
	filter := url.Values{}
	for name, values := range q {
		if !slices.Contains([]string{"features", "measure", "one", "clusters", "colour", "after", "before"}, name) {
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
	v.Library = with(filter, "/", "offset")
	for _, l := range chosenLinks(q) {
		l.Link = "/families" + strings.TrimPrefix(l.Link, "/")
		v.Chosen = append(v.Chosen, l)
	}
	file := func(ext string) string { return with(q, "/families"+ext, "offset") }
	v.CSV, v.Nexus, v.Newick, v.Phylip = file(".csv"), file(".nex"), file(".nwk"), file(".phy")
	v.PlacesFile, v.BiplotFile = file("/places.csv"), file("/correspondence.csv")
	v.WhereaboutsFile = file("/whereabouts.csv")
	v.ClustersFile, v.MantelFile = file("/clusters.csv"), file("/mantel.csv")
	if v.Kinship != nil {
		colours := v.colours()
		v.Dendrogram = drawHeat(&v.Family, colours, with(q, "/families.png", "offset"))
		v.Tree = drawTree(&v.Family, colours)
		v.Split, v.SplitAll = drawNetwork(&v.Family, colours), len(v.Network.Splits)
		v.Unexplained = strconv.FormatFloat(100*(1-v.Network.Fit), 'g', 2, 64) + " %"
		v.fillPlaces(colours)
		v.Map, v.Exact, v.Vague = drawFamilyMap(&v.Family)
		v.Time, v.Dated = drawFamilyTime(&v.Family)
		v.fillGroups()
	} else if v.All > maxFamily {
		response, err := e.Library(
			r.Context(),
			LibraryQuery{Filter: catalogue.Filter{Limit: 1, Choices: query.Choices, Search: query.Search}, Facets: true},
		)
		if err != nil {
			return err
		}
		for _, g := range facetGroups(q, response.Facets, nil) {
			if slices.Contains([]string{"kind", "region", "culture", "period"}, g.Name) {
				for _, list := range [][]facetLink{g.Values, g.More} {
					for i := range list {
						list[i].Link = "/families" + strings.TrimPrefix(list[i].Link, "/")
					}
				}
				v.Narrow = append(v.Narrow, g)
			}
		}
	}
	render(w, http.StatusOK, "families", "Families", v.UnderWay, &v)
	return nil
}

// tellingGroups is the first of the groupings that tells the rulesets apart.
func (v *familyView) tellingGroups() string {
	for _, by := range groupings {
		for i := range v.Points {
			if groupOf(&v.Points[i], by) != groupOf(&v.Points[0], by) {
				return by
			}
		}
	}
	return groupings[0]
}

// treeColours tell groups apart; the rest is grey.
var treeColours = []string{"#9a4a2b", "#3f6d83", "#4f6e30", "#7c5295", "#856318", "#2f7d7d", "#b04a7a", "#5b6470"}

const otherColour = "#8a8a8a"

// colours are those of the rulesets, by the group that colours tell; it fills the legend.
func (v *familyView) colours() []string {
	if v.Colour == "cluster" {
		var list []string
		for _, g := range v.clusters() {
			list = append(list, clusterColours[g%len(clusterColours)])
		}
		v.Legend = v.clusterLegend()
		return list
	}
	counts := map[string]int{}
	for i := range v.Points {
		counts[groupOf(&v.Points[i], v.Colour)]++
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(
			cmp.Compare(boolInt(a == unknownValue), boolInt(b == unknownValue)),
			counts[b]-counts[a],
			cmp.Compare(a, b),
		)
	})
	by := map[string]string{}
	for i, name := range names {
		if i < len(treeColours) && name != unknownValue {
			by[name] = treeColours[i]
			v.Legend = append(v.Legend, legendEntry{name, treeColours[i]})
		}
	}
	if len(v.Legend) < len(names) {
		v.Legend = append(v.Legend, legendEntry{"others, or not known", otherColour})
	}
	list := make([]string, len(v.Points))
	for i := range v.Points {
		list[i] = cmp.Or(by[groupOf(&v.Points[i], v.Colour)], otherColour)
	}
	return list
}

// clusterLegend names the colours of clusters.
func (v *familyView) clusterLegend() (list []legendEntry) {
	for g := range v.Groups {
		list = append(list, legendEntry{fmt.Sprint("cluster ", g+1), clusterColours[g%len(clusterColours)]})
	}
	return list
}

func (v *familyView) fillPlaces(colours []string) {
	percent := func(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) + " %" }
	marks := func(at [][]float64) (list []mark) {
		for i := range v.Points {
			list = append(list, mark{at[i], v.Matrix.Names[i], "/rulesets/" + v.Points[i].Hash, colours[i]})
		}
		return list
	}
	if e := v.Embedding; e != nil && len(e.Explained) > 1 {
		v.Explained = [2]string{percent(e.Explained[0]), percent(e.Explained[1])}
		v.Places = drawPlaces(marks(e.Points), nil, v.Explained, "Places of rulesets by classical scaling")
	}
	if c := v.Concepts; c != nil && len(c.Explained) > 1 {
		v.Inertia = [2]string{percent(c.Explained[0]), percent(c.Explained[1])}
		v.ConceptsShown = c.Features[:min(biplotConcepts, len(c.Features))]
		v.Biplot = drawPlaces(marks(c.Games), v.ConceptsShown, v.Inertia, "Rulesets and concepts by correspondence analysis")
	}
}

func (v *familyView) fillGroups() {
	for _, g := range v.Groups {
		row := familyGroupRow{Traits: g.Traits}
		var relatives []Relative
		for _, i := range g.Members {
			row.Members = append(
				row.Members,
				facetLink{Label: v.Matrix.Names[i], Link: "/rulesets/" + v.Points[i].Hash},
			)
			relatives = append(relatives, Relative{Hash: v.Points[i].Hash})
		}
		if len(relatives) > 1 {
			row.Compare = compareLink(relatives[0].Hash, relatives[1:])
		}
		v.GroupRows = append(v.GroupRows, row)
	}
}

// heatImage is the matrix in the order of the clusters, dark for near.
func heatImage(f *Family) image.Image {
	order := f.Cluster.Leaves()
	top := 0.0
	for i := range order {
		for j := range i {
			top = math.Max(top, f.Matrix.At(i, j))
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, len(order), len(order)))
	for y, i := range order {
		for x, j := range order {
			near := 1.0
			if top > 0 {
				near = 1 - f.Matrix.At(i, j)/top
			}
			mix := func(pale, dark float64) uint8 { return uint8(math.Round(pale + (dark-pale)*near*near)) }
			img.SetRGBA(x, y, color.RGBA{mix(252, 110), mix(246, 40), mix(236, 20), 255})
		}
	}
	return img
}
