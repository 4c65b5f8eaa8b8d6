package board

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// arrange numbers rows, columns and layers, and names the elements.
func (t *Topology) arrange() error {
	rowAngle, colAngle := 0.0, 0.5
	for st := Vertex; st <= Cell; st++ {
		c := newClusters(t.elem[st].pos)
		if st != Edge && len(c.pos) > 0 {
			rowAngle = c.best(c.rowKeys, 0, 5)
			colAngle = c.best(c.colKeys, rowAngle+math.Pi/2, 3)
		}
		e := &t.elem[st]
		e.row, _ = c.cluster(c.rowKeys(rowAngle))
		e.col, _ = c.cluster(c.colKeys(colAngle))
		e.layer, _ = c.cluster(c.layerKeys())
		t.name(st)
		if err := t.group(st); err != nil {
			return err
		}
	}
	return nil
}

// clusters groups the elements of one type by their distances from a line.
type clusters struct {
	pos    []Point
	lo, hi Point
	unit   float64
}

func newClusters(pos []Point) *clusters {
	c := &clusters{pos: pos}
	c.lo, c.hi = bounds(pos)
	c.unit = (c.hi.X - c.lo.X + (c.hi.Y - c.lo.Y)) / 2 / math.Sqrt(float64(len(pos)))
	return c
}

// rowKeys returns the distances from a line below the board.
func (c *clusters) rowKeys(theta float64) []float64 {
	w, h := c.hi.X-c.lo.X, c.hi.Y-c.lo.Y
	return c.keys(Point{X: c.lo.X + w/2, Y: c.lo.Y - h}, theta)
}

// colKeys returns the distances from a line to the left of the board.
func (c *clusters) colKeys(theta float64) []float64 {
	w, h := c.hi.X-c.lo.X, c.hi.Y-c.lo.Y
	return c.keys(Point{X: c.lo.X - w, Y: c.lo.Y + h/2}, theta)
}

func (c *clusters) layerKeys() []float64 {
	keys := make([]float64, len(c.pos))
	for i, p := range c.pos {
		keys[i] = p.Z
	}
	return keys
}

// keys returns the distances from the line through a at an angle. The line is
// drawn as long as the board is wide, so on a board without width it is a
// point.
func (c *clusters) keys(a Point, theta float64) []float64 {
	w := c.hi.X - c.lo.X
	b := Point{X: a.X + float64(w*cos(theta)), Y: a.Y + float64(w*sin(theta))}
	keys := make([]float64, len(c.pos))
	for i, p := range c.pos {
		if dist1(a, b) < tiny {
			keys[i] = dist2(p, a)
		} else {
			keys[i] = toLine(p, a, b)
		}
	}
	return keys
}

// best returns the first of some angles, 15° apart, with the smallest
// clustering error.
func (c *clusters) best(keys func(theta float64) []float64, base float64, angles int) float64 {
	angle, least := base, math.Inf(1)
	for k := range angles {
		theta := base + float64(k)*math.Pi/12
		if _, e := c.cluster(keys(theta)); e < least {
			angle, least = theta, e
		}
	}
	return angle
}

// cluster puts elements with nearly the same key into one bucket and returns
// the number of each element's bucket, and the error.
func (c *clusters) cluster(keys []float64) (bucket []int32, failure float64) {
	order := make([]int32, len(keys))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return compare(keys[a], keys[b]) })
	bucket = make([]int32, len(keys))
	n, size, sum, last := int32(-1), 0.0, 0.0, 0.0
	closeBucket := func() {
		if n >= 0 {
			d := sum/size - last
			failure += d * d / size
		}
	}
	for _, i := range order {
		if n < 0 || math.Abs(keys[i]-sum/size) > 0.6*c.unit {
			closeBucket()
			n++
			size, sum = 0, 0
		}
		size++
		sum += keys[i]
		last = keys[i]
		bucket[i] = n
	}
	closeBucket()
	return bucket, failure + 0.01*float64(n+1)
}

// name labels the elements of a type and finds out whether labels are unique.
func (t *Topology) name(st SiteType) {
	e := &t.elem[st]
	layered := false
	for i := 1; i < len(e.layer); i++ {
		layered = layered || e.layer[i] != e.layer[i-1]
	}
	e.label = make([]string, len(e.pos))
	seen := make(map[string]bool, len(e.pos))
	for i := range e.label {
		l := label(letters(e.col[i]), e.row[i], e.layer[i], layered)
		e.duplicate = e.duplicate || seen[l]
		seen[l] = true
		e.label[i] = l
	}
	if st == Edge {
		for i := range e.label {
			e.label[i] = strconv.Itoa(i)
		}
	}
}

// group makes the sets of rows, columns and layers; from coordinates where the
// labels turned out not to be unique.
func (t *Topology) group(st SiteType) error {
	e := &t.elem[st]
	if e.duplicate || t.opt.ThreeD {
		e.rows = byValue(e.pos, e.row, func(p Point) float64 { return p.Y })
		e.cols = byValue(e.pos, e.col, func(p Point) float64 { return p.X })
	} else {
		e.rows = grouped(e.row, groups(e.row))
		e.cols = grouped(e.col, groups(e.col))
	}
	if t.opt.Boardless {
		return nil
	}
	if !e.duplicate && !t.opt.ThreeD {
		e.layers = grouped(e.layer, groups(e.layer))
		return nil
	}
	var heights []float64
	for _, p := range e.pos {
		if !slices.Contains(heights, p.Z) {
			heights = append(heights, p.Z)
		}
	}
	if len(heights) > 1<<10 {
		return fmt.Errorf("the board has more than %d different heights", 1<<10)
	}
	slices.Sort(heights)
	for i, p := range e.pos {
		e.layer[i] = int32(slices.Index(heights, p.Z))
	}
	e.layers = grouped(e.layer, len(heights))
	if e.duplicate && st != Edge {
		t.rename(st)
	}
	return nil
}

// rename labels the elements of a type by their regrouped rows and columns.
func (t *Topology) rename(st SiteType) {
	e := &t.elem[st]
	layered := e.layers.Len() > 1
	for i := range e.label {
		e.label[i] = label(shortLetters(e.col[i]), e.row[i], e.layer[i], layered)
	}
}

// groups is one more than the highest number.
func groups(numbers []int32) int {
	if len(numbers) == 0 {
		return 0
	}
	return int(slices.Max(numbers)) + 1
}

// byValue regroups elements by a coordinate: a group for each value found on
// the ground, which takes in all elements within 0.001 of it at any height.
func byValue(pos []Point, number []int32, of func(Point) float64) Table {
	var values []float64
	for _, p := range pos {
		v := of(p)
		if p.Z == 0 && !slices.ContainsFunc(values, func(x float64) bool { return math.Abs(x-v) < coincide }) {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	t := Table{Off: make([]int32, 1, len(values)+1)}
	for k, v := range values {
		for i, p := range pos {
			if math.Abs(of(p)-v) < coincide {
				t.Val = append(t.Val, int32(i))
				number[i] = int32(k)
			}
		}
		t.Off = append(t.Off, int32(len(t.Val)))
	}
	return t
}
