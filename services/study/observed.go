package study

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/engine/wear"
)

// columns are the columns of a file of observed wear. Each row says that a part of a
// board, an edge from site a to b or a site a, belongs to a line, and may say how worn
// that line is. Board is the key of a board that "wear template" prints, empty for
// any; where several parts make up a line, its value and weight are given in one of
// them or in all alike; without a value a line is not measured, without a weight its
// weight is 1.
var columns = []string{"board", "line", "kind", "a", "b", "value", "weight"}

// MaxObserved bounds a file of wear, in bytes.
const MaxObserved = 16 << 20

// row is one row of such a file.
type row struct {
	at    int // line of the file
	board string
	line  int
	a, b  int32 // b is -1 for sites
}

// Observed is a file of observed wear.
type Observed struct {
	Name  string // of the file
	Sites bool   // the parts are sites, not edges
	rows  []row
	wear.Observed
}

// Read reads a file of observed wear; name is what errors call it.
func Read(file string, text []byte) (*Observed, error) {
	if len(text) > MaxObserved {
		return nil, fmt.Errorf("%s: larger than %d MiB", file, MaxObserved>>20)
	}
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	in.Comment, in.TrimLeadingSpace = '#', true
	head, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	column := map[string]int{}
	for i, name := range head {
		name = strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(append(columns, "note"), name) {
			return nil, fmt.Errorf("%s:1: there is no column %q; expected %s", file, name, strings.Join(columns, ", "))
		}
		column[name] = i
	}
	for _, name := range []string{"line", "kind", "a", "value"} {
		if _, ok := column[name]; !ok {
			return nil, fmt.Errorf("%s:1: the column %s is missing", file, name)
		}
	}
	w := &Observed{Name: file}
	numbers, kind := map[string]int{}, ""
	weighed := map[int]bool{}
	for {
		record, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		at, _ := in.FieldPos(0)
		bad := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s", file, at, fmt.Sprintf(format, args...))
		}
		cell := func(name string) string {
			if i, ok := column[name]; ok {
				return strings.TrimSpace(record[i])
			}
			return ""
		}
		r := row{at: at, board: cell("board"), b: -1}
		name := cell("line")
		if name == "" {
			return nil, bad("line: empty, expected a name")
		}
		switch k := cell("kind"); {
		case k != "edge" && k != "site":
			return nil, bad("kind: found %q, expected edge or site", k)
		case kind != "" && k != kind:
			return nil, bad("kind: found %q after %q; edges and sites are compared apart", k, kind)
		default:
			kind = k
		}
		for _, end := range []struct {
			name string
			to   *int32
		}{{"a", &r.a}, {"b", &r.b}} {
			if end.name == "b" && kind == "site" {
				if cell("b") != "" {
					return nil, bad("b: found %q, expected nothing: a site has no other end", cell("b"))
				}
				continue
			}
			n, err := strconv.ParseInt(cell(end.name), 10, 32)
			if err != nil || n < 0 {
				return nil, bad("%s: found %q, expected the number of a site", end.name, cell(end.name))
			}
			*end.to = int32(n)
		}
		i, known := numbers[name]
		if !known {
			i = len(w.Lines)
			numbers[name] = i
			w.Lines, w.Value, w.Weight = append(w.Lines, name), append(w.Value, math.NaN()), append(w.Weight, 1)
		}
		r.line = i
		if text := cell("value"); text != "" {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, bad("value: found %q, expected a number, or nothing", text)
			}
			if !math.IsNaN(w.Value[i]) && w.Value[i] != v {
				return nil, bad("value: line %s is worn %v here and %v before", name, v, w.Value[i])
			}
			w.Value[i] = v
		}
		if text := cell("weight"); text != "" {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || !(v > 0) || math.IsInf(v, 0) {
				return nil, bad("weight: found %q, expected a number above 0, or nothing", text)
			}
			if weighed[i] && w.Weight[i] != v {
				return nil, bad("weight: line %s has weight %v here and %v before", name, v, w.Weight[i])
			}
			w.Weight[i], weighed[i] = v, true
		}
		w.rows = append(w.rows, r)
	}
	w.Sites = kind == "site"
	if len(w.rows) == 0 {
		return nil, fmt.Errorf("%s: there are no rows", file)
	}
	if err := w.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return w, nil
}

// parts returns what of a board belongs to the lines; an error names a row that does
// not fit.
func (w *Observed) parts(b *traffic.Board) ([]wear.Part, error) {
	var list []wear.Part
	key := b.Key()
	for _, row := range w.rows {
		if row.board != "" && row.board != key {
			continue
		}
		bad := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: on board %s %s", w.Name, row.at, key, fmt.Sprintf(format, args...))
		}
		p := wear.Part{Element: int(row.a), Line: row.line, Length: 1}
		if int(row.a) >= b.Sites || int(row.b) >= b.Sites {
			return nil, bad("the last site is %d", b.Sites-1)
		}
		if !w.Sites {
			n := b.Pair(row.a, row.b)
			if n < 0 {
				return nil, bad("sites %d and %d are no neighbours", row.a, row.b)
			}
			p.Element = int(n)
			x, y := b.Topology().Point(b.Type, row.a), b.Topology().Point(b.Type, row.b)
			p.Length = max(1e-9, math.Hypot(x.X-y.X, x.Y-y.Y))
		}
		for _, q := range list {
			if q.Element == p.Element {
				return nil, bad("the same part belongs to lines %s and %s", w.Lines[q.Line], w.Lines[p.Line])
			}
		}
		list = append(list, p)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no row is about board %s; astragal wear template prints its parts", w.Name, key)
	}
	return list, nil
}

// join notes which lines touch each other on a board.
func (w *Observed) join(b *traffic.Board, parts []wear.Part) {
	at := make([][]int, b.Sites) // lines by site
	for _, p := range parts {
		ends := []int32{int32(p.Element)}
		if !w.Sites {
			ends = b.Pairs[p.Element][:]
		}
		for _, s := range ends {
			at[s] = append(at[s], p.Line)
		}
	}
	add := func(x, y int) {
		if pair := [2]int{min(x, y), max(x, y)}; x != y && !slices.Contains(w.Near, pair) {
			w.Near = append(w.Near, pair)
		}
	}
	for _, lines := range at {
		for _, x := range lines {
			for _, y := range lines {
				add(x, y)
			}
		}
	}
	if w.Sites {
		for _, p := range b.Pairs {
			for _, x := range at[p[0]] {
				for _, y := range at[p[1]] {
					add(x, y)
				}
			}
		}
	}
}

// WriteTemplate writes an empty file of wear for a board.
func WriteTemplate(out io.Writer, b *traffic.Board, sites bool) error {
	t := csv.NewWriter(out)
	t.Write(columns)
	if sites {
		for s := range b.Sites {
			t.Write([]string{b.Key(), fmt.Sprintf("S%d", s), "site", strconv.Itoa(s), "", "", ""})
		}
	} else {
		for i, p := range b.Pairs {
			t.Write([]string{b.Key(), fmt.Sprintf("L%d", i+1), "edge", strconv.Itoa(int(p[0])), strconv.Itoa(int(p[1])), "", ""})
		}
	}
	t.Flush()
	return t.Error()
}

// DrawTemplate draws a board with the names that WriteTemplate gives its parts.
func DrawTemplate(out io.Writer, on Boarded, b *traffic.Board, sites bool, name string) error {
	heat := &draw.Heat{Type: b.Type}
	if sites {
		for i := range b.Sites {
			heat.Sites = append(heat.Sites, draw.HeatSite{Site: int32(i), Value: -1, Label: fmt.Sprintf("S%d", i)})
		}
	} else {
		for i, p := range b.Pairs {
			heat.Lines = append(heat.Lines, draw.HeatLine{A: p[0], B: p[1], Value: -1, Label: fmt.Sprintf("L%d", i+1)})
		}
	}
	return on.DrawHeat(out, heat, draw.Options{Title: "Lines of board " + b.Key() + ", " + name, Sites: true, Width: 900})
}
