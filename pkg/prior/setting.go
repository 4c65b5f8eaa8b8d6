package prior

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/evidence"
)

// regionTable has the middle of regions (degrees north and east) and the radius in kilometres within
// which a game of the region was played. It is our own: read off a world map, rounded to the degree. The last column
// is the culture area by the regional division of the Ethnographic Atlas (Murdock 1967, Ethnology 6, 109-236): A
// Africa south of the Sahara, C Circum-Mediterranean, E East Eurasia, I Insular Pacific, N North America, S South
// America with the Caribbean and Central America; - where a region is of several. We assigned the areas by the
// division's description.
//
//go:embed regions.tsv
var regionTable string

type spot struct {
	latitude, longitude, km float64
	area                    string // "" for several
}

var regions = sync.OnceValue(func() map[string]spot {
	table := map[string]spot{}
	for line := range strings.Lines(regionTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		var s spot
		for i, to := range []*float64{&s.latitude, &s.longitude, &s.km} {
			*to, _ = strconv.ParseFloat(f[i+1], 64) // TestRegions reads every figure
		}
		if s.area = f[4]; s.area == "-" {
			s.area = ""
		}
		table[f[0]] = s
	}
	delete(table, "region")
	return table
})

// regionNamed finds a region by its name; of "Yunnan, China" the first part that is known.
func regionNamed(text string) (spot, bool) {
	text = strings.ToLower(text)
	for _, part := range append([]string{text}, strings.Split(text, ",")...) {
		part = strings.TrimPrefix(strings.Trim(part, " .?()"), "the ")
		if s, ok := regions()[part]; ok {
			return s, true
		}
	}
	return spot{}, false
}

// RegionCentre is about the middle of a region by its name in English, in degrees north and
// east; of "Yunnan, China" that of the first part that is known. It is false for names that the
// table does not have.
func RegionCentre(name string) (latitude, longitude float64, ok bool) {
	s, ok := regionNamed(name)
	return s.latitude, s.longitude, ok
}

// setting is what is known of a ruleset apart from the fillers of its holes.
type setting struct {
	where, when []evidence.Item // one item or none, for evidence.Kilometres and YearsApart
	area        string          // culture area, "" if not known
	ludemes     map[string]bool
}

func settingOf(info map[string]string, game *lgdl.Node) setting {
	c := setting{ludemes: map[string]bool{}}
	a := provenance.Of(info)
	existence := []evidence.Support{{Rules: []string{"existence"}}}
	if s, ok := regionNamed(a.Region); ok {
		c.where = []evidence.Item{{Latitude: &s.latitude, Longitude: &s.longitude, UncertaintyKM: s.km,
			Supports: existence}}
		c.area = s.area
	}
	if a.YearFrom != nil || a.YearTo != nil {
		c.when = []evidence.Item{{YearFrom: a.YearFrom, YearTo: a.YearTo, Supports: existence}}
	}
	if game != nil {
		c.note(game)
	}
	return c
}

// note notes the ludemes below a node: keywords, and keywords with their first constant.
func (c *setting) note(n *lgdl.Node) {
	if n.Kind == lgdl.Clause {
		c.ludemes[n.Text] = true
		if len(n.Items) > 0 && n.Items[0].Kind == lgdl.Const {
			c.ludemes[n.Text+" "+n.Items[0].Text] = true
		}
	}
	for _, x := range n.Items {
		c.note(x)
	}
}

// alike is the cosine of two sets of ludemes, each with the square of its rarity: 0 to 1. It goes
// through names in the given order, because sums of floats depend on it.
func alike(a, b *setting, order []string, rarity map[string]float64) float64 {
	var both, left, right float64
	for _, l := range order {
		w := rarity[l]
		if a.ludemes[l] {
			left += w
		}
		if b.ludemes[l] {
			right += w
		}
		if a.ludemes[l] && b.ludemes[l] {
			both += w
		}
	}
	if both == 0 {
		return 0
	}
	return both / math.Sqrt(left*right)
}

// Whereabouts is where and when a ruleset was played by what its metadata say, as an item that
// evidence.Map and evidence.Axis draw; false if they say neither.
func Whereabouts(d *reconstruct.Donor, id string) (evidence.Item, bool) {
	c := settingOf(d.Info, nil)
	x := evidence.Item{Game: d.Game, ID: id, Kind: evidence.Text, Title: d.Game, What: d.Ruleset,
		Region: provenance.Of(d.Info).Region}
	if len(c.where) > 0 {
		x.Latitude, x.Longitude, x.UncertaintyKM = c.where[0].Latitude, c.where[0].Longitude, c.where[0].UncertaintyKM
	}
	if len(c.when) > 0 {
		x.YearFrom, x.YearTo = c.when[0].YearFrom, c.when[0].YearTo
	}
	return x, len(c.where) > 0 || len(c.when) > 0
}
