package evidence

import (
	"math"
	"slices"
)

// earthRadius is the mean radius of the Earth in kilometres (IUGG).
const earthRadius = 6371.0088

// Attests reports whether the item says that the game was played there and then.
func (i *Item) Attests() bool {
	return slices.ContainsFunc(i.Supports, func(s Support) bool { return slices.Contains(s.Rules, "existence") })
}

// Kilometres is the least distance between a place where one game is attested and one
// of the other: along a great circle, less what is uncertain about the two places, 0
// where these overlap. It is false if either game has no item with coordinates that
// says it was played there.
func Kilometres(a, b []Item) (km float64, ok bool) {
	return least(a, b, func(i, j *Item) (float64, bool) {
		if i.Latitude == nil || j.Latitude == nil {
			return 0, false
		}
		d := greatCircle(*i.Latitude, *i.Longitude, *j.Latitude, *j.Longitude)
		return max(d-i.UncertaintyKM-j.UncertaintyKM, 0), true
	})
}

// Extent is the greatest distance between two places of the items, in kilometres, and the
// number of different places.
func Extent(items []Item) (km float64, places int) {
	var seen [][2]float64
	for i := range items {
		if items[i].Latitude == nil {
			continue
		}
		at := [2]float64{*items[i].Latitude, *items[i].Longitude}
		if slices.Contains(seen, at) {
			continue
		}
		for _, p := range seen {
			km = max(km, greatCircle(p[0], p[1], at[0], at[1]))
		}
		seen = append(seen, at)
	}
	return km, len(seen)
}

// YearsApart is the least number of years between a time for which one game is
// attested and one of the other: 0 where two intervals overlap. An open end reaches as
// far as the other item. It is false if either game has no item with a year that says
// it was played then.
func YearsApart(a, b []Item) (years float64, ok bool) {
	return least(a, b, func(i, j *Item) (float64, bool) {
		if i.YearFrom == nil && i.YearTo == nil || j.YearFrom == nil && j.YearTo == nil {
			return 0, false
		}
		return max(gap(i.YearTo, j.YearFrom), gap(j.YearTo, i.YearFrom), 0), true
	})
}

// least is the least value over all pairs of items that attest the games.
func least(a, b []Item, of func(i, j *Item) (float64, bool)) (value float64, ok bool) {
	value = math.Inf(1)
	for x := range a {
		for y := range b {
			if !a[x].Attests() || !b[y].Attests() {
				continue
			}
			if v, known := of(&a[x], &b[y]); known {
				value, ok = min(value, v), true
			}
		}
	}
	return value, ok
}

// gap is the number of years from one end to a later beginning, negative when they
// overlap; there is none where one of them is open.
func gap(end, begin *int) float64 {
	if end == nil || begin == nil {
		return 0
	}
	return float64(astronomical(*begin) - astronomical(*end))
}

// greatCircle is the length of the shortest way between two points, in kilometres, by
// the haversine formula; latitudes and longitudes are in degrees.
func greatCircle(lat1, long1, lat2, long2 float64) float64 {
	rad := func(d float64) float64 { return d * math.Pi / 180 }
	half := func(d float64) float64 { s := math.Sin(rad(d) / 2); return s * s }
	h := half(lat2-lat1) + math.Cos(rad(lat1))*math.Cos(rad(lat2))*half(long2-long1)
	return 2 * earthRadius * math.Asin(math.Sqrt(min(h, 1)))
}
