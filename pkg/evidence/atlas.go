package evidence

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
)

// The outlines of the continents at 1:110 million, of Natural Earth
// (naturalearthdata.com, public domain), as TopoJSON from the npm package
// world-atlas 2.0.2 (ISC; land-110m.LICENSE). A test holds its checksum.
//
//go:embed land-110m.json
var landFile []byte

// Size of the map in its own units; the equator has the full width.
const (
	mapWidth = 1000.0
	north    = 84.0  // degrees: nobody left evidence beyond
	south    = -57.0 // without Antarctica
)

// project maps degrees to the plane by the Equal Earth projection (Šavrič, Patterson
// and Jenny 2018, equations 1 and 2), scaled to the width of the map. y grows southward.
func project(lat, long float64) (x, y float64) {
	const a1, a2, a3, a4 = 1.340264, -0.081106, 0.000893, 0.003796
	theta := math.Asin(math.Sqrt(3) / 2 * math.Sin(lat*math.Pi/180))
	t2 := theta * theta
	t6 := t2 * t2 * t2
	slope := a1 + 3*a2*t2 + t6*(7*a3+9*a4*t2)
	px := 2 * math.Sqrt(3) * long * math.Pi / 180 * math.Cos(theta) / (3 * slope)
	py := theta * (a1 + a2*t2 + t6*(a3+a4*t2))
	const halfEquator = 2.7066299836960748 // px at 180° on the equator
	scale := mapWidth / 2 / halfEquator
	return mapWidth/2 + px*scale, -py * scale
}

// topology is what the file of outlines has of TopoJSON.
type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]int
	Objects   struct {
		Land struct {
			Geometries []struct{ Arcs [][][]int }
		}
	}
}

// landPath is the outline of the continents as the data of an SVG path, about 45 kB.
var landPath = sync.OnceValue(func() string {
	var t topology
	if err := json.Unmarshal(landFile, &t); err != nil {
		panic(err) // the file is part of the program
	}
	arcs := make([][][2]float64, len(t.Arcs))
	for i, arc := range t.Arcs {
		x, y := 0, 0
		for _, d := range arc { // differences
			x, y = x+d[0], y+d[1]
			arcs[i] = append(arcs[i], [2]float64{float64(x)*t.Transform.Scale[0] + t.Transform.Translate[0],
				float64(y)*t.Transform.Scale[1] + t.Transform.Translate[1]})
		}
	}
	var b strings.Builder
	for _, g := range t.Objects.Land.Geometries {
		for _, polygon := range g.Arcs {
			for _, ring := range polygon {
				writeRing(&b, ringOf(arcs, ring))
			}
		}
	}
	return b.String()
})

// ringOf joins arcs; one whose number is negative is run through backwards.
func ringOf(arcs [][][2]float64, ring []int) (points [][2]float64) {
	for _, n := range ring {
		arc := arcs[max(n, ^n)]
		for i := range arc {
			j := i
			if n < 0 {
				j = len(arc) - 1 - i
			}
			if i == 0 && len(points) > 0 {
				continue // the end of the arc before
			}
			points = append(points, arc[j])
		}
	}
	return points
}

// writeRing appends a closed line, unless all of it is south of the map. One that
// crosses the 180th meridian becomes several, which end there.
func writeRing(b *strings.Builder, points [][2]float64) {
	points = points[:len(points)-1] // the last is the first again
	begin, seen := 0, false
	for i, p := range points {
		seen = seen || p[1] > south
		if crosses(points[(i+len(points)-1)%len(points)], p) {
			begin = i
		}
	}
	if !seen {
		return
	}
	op := byte('M')
	for n := range points {
		p := points[(begin+n)%len(points)]
		if n > 0 && crosses(points[(begin+n-1)%len(points)], p) {
			b.WriteByte('Z')
			op = 'M'
		}
		x, y := project(math.Max(p[1], south-3), p[0])
		fmt.Fprintf(b, "%c%.1f %.1f", op, x, y)
		op = 'L'
	}
	b.WriteByte('Z')
}

// crosses reports whether the shortest way between two places crosses the 180th meridian.
func crosses(p, q [2]float64) bool { return math.Abs(p[0]-q[0]) > 180 }
