package reconstruction

import (
	"fmt"
	"html/template"

	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/posterior"
	"github.com/astragal/astragal/pkg/prior"
)

// Place is a donor of a filler with where and when it was played, as far as that is known.
type Place struct {
	Hole      int      `json:"hole"`   // from 1
	Filler    int      `json:"filler"` // from 0, by posterior
	Donor     string   `json:"donor"`  // start of the donor's hash
	Game      string   `json:"game"`
	Region    string   `json:"region,omitempty"`
	Latitude  *float64 `json:"latitude,omitempty"` // degrees north and east of the middle of the region
	Longitude *float64 `json:"longitude,omitempty"`
	Km        float64  `json:"km,omitempty"` // radius of the region
	YearFrom  *int     `json:"yearFrom,omitempty"`
	YearTo    *int     `json:"yearTo,omitempty"`
	Text      string   `json:"text"` // of the filler
}

// Bounds of what is told of a hole: fillers, and donors of different games.
const (
	placedFillers = 3
	placedGames   = 60
)

// places finds the donors of the likeliest fillers of every hole, a game of a hole once.
func places(t *posterior.Study) []Place {
	list := []Place{}
	for n := range t.Holes {
		h := &t.Holes[n]
		seen := map[string]bool{}
		for i := range h.Fillers[:min(placedFillers, len(h.Fillers))] {
			for _, d := range h.Donors(i) {
				item, known := prior.Whereabouts(d, "")
				if !known || seen[d.Game] || len(seen) >= placedGames {
					continue
				}
				seen[d.Game] = true
				list = append(list, Place{Hole: h.Number, Filler: i, Donor: d.Hash[:8], Game: d.Game, Region: item.Region,
					Latitude: item.Latitude, Longitude: item.Longitude, Km: item.UncertaintyKM, YearFrom: item.YearFrom,
					YearTo: item.YearTo, Text: h.Fillers[i].Name})
			}
		}
	}
	return list
}

// PlacesOf are those of a hole, numbered from 1.
func PlacesOf(all []Place, hole int) (list []Place) {
	for _, p := range all {
		if p.Hole == hole {
			list = append(list, p)
		}
	}
	return list
}

func (p Place) item() evidence.Item {
	return evidence.Item{Game: p.Game, ID: fmt.Sprintf("hole-%d-%s", p.Hole, p.Donor), Kind: evidence.Text, Title: p.Game,
		Region: p.Region, Latitude: p.Latitude, Longitude: p.Longitude, UncertaintyKM: p.Km, YearFrom: p.YearFrom,
		YearTo: p.YearTo}
}

// Anchor is the id that the marks of Charts link to.
func (p Place) Anchor() string {
	x := p.item()
	return x.Anchor()
}

// Years is the time, for people.
func (p Place) Years() string {
	x := p.item()
	return x.Years().String()
}

// Charts draws places on a map of the world and on a time axis, as SVG; "" without any that can be drawn.
func Charts(list []Place) (world, axis template.HTML) {
	var where, when []evidence.Item
	for _, p := range list {
		x := p.item()
		if x.Latitude != nil {
			where = append(where, x)
		}
		if x.YearFrom != nil || x.YearTo != nil {
			when = append(when, x)
		}
	}
	return template.HTML(evidence.Map(where)), template.HTML(evidence.Axis(when)) // escaped there
}
