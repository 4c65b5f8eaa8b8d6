package evidence

import (
	"math"
	"testing"
)

// at is an item that attests a game at a place, in years; 0 is an open end.
func at(lat, long, uncertain float64, from, to int) Item {
	i := Item{Latitude: &lat, Longitude: &long, UncertaintyKM: uncertain,
		Supports: []Support{{Rules: []string{"existence"}}}}
	if from != 0 {
		i.YearFrom = &from
	}
	if to != 0 {
		i.YearTo = &to
	}
	return i
}

// TestKilometres checks distances against known ones: a quarter of a meridian, and
// London to Cairo, 3,513 km along a great circle.
func TestKilometres(t *testing.T) {
	pole, equator := at(90, 0, 0, 1, 1), at(0, 77, 0, 1, 1)
	london, cairo := at(51.5074, -0.1278, 0, 1, 1), at(30.0444, 31.2357, 0, 1, 1)
	vague := at(30.0444, 31.2357, 500, 1, 1)
	reader := cairo
	reader.Supports = []Support{{Rules: []string{"moves"}}}
	for _, c := range []struct {
		a, b []Item
		want float64
		ok   bool
	}{
		{[]Item{pole}, []Item{equator}, math.Pi / 2 * earthRadius, true},
		{[]Item{london}, []Item{cairo}, 3513, true},
		{[]Item{london}, []Item{vague}, 3013, true},
		{[]Item{cairo}, []Item{vague}, 0, true},
		{[]Item{london}, []Item{pole, cairo}, 3513, true},
		{[]Item{london}, []Item{reader}, 0, false},
		{[]Item{london}, nil, 0, false},
	} {
		km, ok := Kilometres(c.a, c.b)
		if ok != c.ok || ok && math.Abs(km-c.want) > 2 {
			t.Errorf("%v km, %v; expected %v, %v", km, ok, c.want, c.ok)
		}
		if back, _ := Kilometres(c.b, c.a); ok && back != km {
			t.Errorf("%v km there, %v back", km, back)
		}
	}
}

// TestYearsApart checks gaps between intervals, across the missing year 0 too.
func TestYearsApart(t *testing.T) {
	for _, c := range []struct {
		from1, to1, from2, to2 int
		want                   float64
	}{
		{1000, 1100, 1300, 1400, 200}, {1000, 1100, 1050, 1400, 0}, {-10, -1, 1, 5, 1}, {-2600, -2400, 1900, 1950, 4299},
		{1800, 0, 1850, 1900, 0}, {1800, 0, 1700, 1750, 50}, {0, 500, 900, 0, 400},
	} {
		years, ok := YearsApart([]Item{at(0, 0, 0, c.from1, c.to1)}, []Item{at(0, 0, 0, c.from2, c.to2)})
		if !ok || years != c.want {
			t.Errorf("%+v: %v years, %v", c, years, ok)
		}
	}
	if _, ok := YearsApart([]Item{at(0, 0, 0, 0, 0)}, []Item{at(0, 0, 0, 1, 2)}); ok {
		t.Error("an item without years has a time")
	}
}
