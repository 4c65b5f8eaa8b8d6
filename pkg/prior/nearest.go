package prior

import (
	"cmp"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/reconstruct"
)

// Near is an attested game near to a skeleton.
type Near struct {
	Game    string  `json:"game"`
	Ruleset string  `json:"ruleset,omitempty"`
	Region  string  `json:"region,omitempty"`
	Weight  float64 `json:"weight"` // in the prior, in games of mean weight
	// Km and Years are the distances between the places and the times, nil where one is not known; Ludemes is the
	// cosine of the known ludemes, 0 to 1.
	Km      *float64 `json:"km,omitempty"`
	Years   *float64 `json:"years,omitempty"`
	Ludemes float64  `json:"ludemes"`

	Donor *reconstruct.Donor `json:"-"`
}

// Nearest returns the n games whose nearest ruleset weighs most for a skeleton, heaviest first.
func (k *Kernel) Nearest(s *reconstruct.Skeleton, n int) []Near {
	w := k.donors(s)
	f := k.base.distances(s, nil, false)
	best := map[int]int{} // donor by game
	for i, g := range k.base.games {
		if j, known := best[g]; !known || w[i] > w[j] {
			best[g] = i
		}
	}
	var list []Near
	for _, i := range best {
		d := k.base.donors[i]
		x := Near{Game: d.Game, Ruleset: d.Ruleset, Weight: w[i], Ludemes: f.ludemes[i], Donor: d}
		if !math.IsNaN(f.km[i]) {
			x.Km = &f.km[i]
		}
		if !math.IsNaN(f.years[i]) {
			x.Years = &f.years[i]
		}
		if item, known := Whereabouts(d, ""); known {
			x.Region = item.Region
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b Near) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Game, b.Game))
	})
	return list[:min(n, len(list))]
}
