package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
)

// The width and height in characters beyond which a board is not drawn.
const (
	textWidth  = 200
	textHeight = 100
)

// Text draws a board in characters: every element of a type as what stands there, of
// at most two characters, at its place; rows and columns that are labelled as on
// square boards get their labels. What does not fit a terminal gives "".
func Text(t *board.Topology, st board.SiteType, at func(site int) string) string {
	n := t.Num(st)
	var xs, ys []float64
	for i := range n {
		p := t.Point(st, int32(i))
		xs, ys = append(xs, p.X), append(ys, p.Y)
	}
	// The least distance between columns is three characters, between rows one line.
	dx, dy := least(xs), least(ys)
	width, height := span(xs)/dx*3+8, span(ys)/dy+3
	if n == 0 || !(width <= textWidth) || !(height <= textHeight) {
		return ""
	}
	lowX, highY := slices.Min(xs), slices.Max(ys)
	rows := make([][]rune, int(math.Round(span(ys)/dy))+1)
	for i := range rows {
		rows[i] = []rune(strings.Repeat(" ", int(width)))
	}
	labels := make([]string, len(rows))
	columns := []rune(strings.Repeat(" ", int(width)))
	for i := range n {
		x, y := int(math.Round((xs[i]-lowX)/dx*3)), int(math.Round((highY-ys[i])/dy))
		for k, c := range []rune(at(i)) {
			if x+k < len(rows[y]) {
				rows[y][x+k] = c
			}
		}
		label := t.Label(st, int32(i))
		letters := strings.TrimRight(label, "0123456789")
		if digits := label[len(letters):]; letters != "" && digits != "" && !strings.Contains(label, "/") {
			if labels[y] == "" {
				labels[y] = digits
			} else if labels[y] != digits {
				labels[y] = "?"
			}
			for k, c := range letters {
				if columns[x+k] != ' ' && columns[x+k] != c {
					columns[0] = '?'
				}
				columns[x+k] = c
			}
		}
	}
	var b strings.Builder
	plain := !slices.Contains(labels, "?") && !slices.Contains(columns, '?') && !slices.Contains(labels, "")
	for y, row := range rows {
		if plain {
			fmt.Fprintf(&b, "%3s  ", labels[y])
		}
		b.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	if plain {
		b.WriteString("     " + strings.TrimRight(string(columns), " ") + "\n")
	}
	return b.String()
}

// least is the least difference between values that differ, 1 if none do.
func least(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	d := math.Inf(1)
	for i := 1; i < len(sorted); i++ {
		if x := sorted[i] - sorted[i-1]; x > 1e-3 {
			d = min(d, x)
		}
	}
	if math.IsInf(d, 0) {
		return 1
	}
	return d
}

func span(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return slices.Max(values) - slices.Min(values)
}
