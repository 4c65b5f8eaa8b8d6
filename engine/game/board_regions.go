package game

import (
	"strings"

	"math"
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// StaticRegions returns the regions of a static kind such as Sides or Rows, of
// the board's default site type (part 6, §1.8). HintRegions are those of the cell hints.
func (g *Game) StaticRegions(kind string) [][]int32 {
	t, st := g.Topo, g.DefaultType
	switch kind {
	case "Corners":
		var out [][]int32
		for _, s := range t.Set(st, board.Corners) {
			out = append(out, []int32{s})
		}
		return out
	case "Sides":
		return g.boardSides()
	case "SidesNoCorners":
		sides := g.boardSides()
		corners := t.Set(st, board.Corners)
		for i, side := range sides {
			sides[i] = slices.DeleteFunc(slices.Clone(side), func(s int32) bool { return slices.Contains(corners, s) })
		}
		return sides
	case "AllSites":
		all := make([]int32, t.Num(st))
		for i := range all {
			all[i] = int32(i)
		}
		return [][]int32{all}
	case "Rows":
		return lists(t.Rows(st))
	case "Columns":
		return lists(t.Columns(st))
	case "Layers":
		return lists(t.Layers(st))
	case "AllDirections":
		return g.allDirections()
	case "SubGrids":
		return g.subGrids()
	case "HintRegions":
		if h := g.HintsOf(board.Cell); h != nil {
			return h.Regions
		}
		return nil
	case "Touching", "Regions", "Vertices":
		var out [][]int32
		for s := range t.Num(st) {
			for _, n := range t.Neighbours(st, board.RelAdjacent, int32(s)) {
				out = append(out, []int32{int32(s), n})
			}
		}
		return out
	}
	// Diagonals are never measured: there are none.
	return nil
}

func lists(t board.Table) [][]int32 {
	out := make([][]int32, t.Len())
	for i := range out {
		out[i] = t.Row(int32(i))
	}
	return out
}

func (g *Game) boardSides() [][]int32 {
	var out [][]int32
	for k := board.SideN; k <= board.SideNW; k++ {
		if side := g.Topo.Set(g.DefaultType, k); len(side) > 0 {
			out = append(out, side)
		}
	}
	return out
}

func (g *Game) allDirections() [][]int32 {
	t, st := g.Topo, g.DefaultType
	out := make([][]int32, t.Num(st))
	for s := range out {
		out[s] = []int32{int32(s)}
		for _, r := range t.Radials(st, int32(s), board.All) {
			for _, x := range r.Path[1:] {
				if !slices.Contains(out[s], x) {
					out[s] = append(out[s], x)
				}
			}
		}
	}
	return out
}

// subGrids are the k² squares of k×k cells of a board of k⁴ cells.
func (g *Game) subGrids() [][]int32 {
	t := g.Topo
	n := t.Num(board.Cell)
	k := int32(math.Sqrt(math.Sqrt(float64(n))))
	var out [][]int32
	for r := range k {
		for c := range k {
			var sites []int32
			for s := range int32(n) {
				row, col := t.Row(board.Cell, s), t.Column(board.Cell, s)
				if row >= r*k && row < (r+1)*k && col >= c*k && col < (c+1)*k {
					sites = append(sites, s)
				}
			}
			out = append(out, sites)
		}
	}
	return out
}

// KindRegions returns the regions of one of the static kinds of a regions
// item. With a hint label the hint regions are those of the vertex hints, if
// there are any, else of the cell or edge hints.
func (g *Game) KindRegions(r *NamedRegion, kind string) [][]int32 {
	if kind == "HintRegions" && r.Hint != "" {
		for _, st := range []board.SiteType{board.Vertex, board.Cell, board.Edge} {
			if h := g.HintsOf(st); h != nil {
				return h.Regions
			}
		}
	}
	return g.StaticRegions(kind)
}

// HintsOf returns the hints for a site type, nil when there are none; the last
// hints item of a type replaces earlier ones.
func (g *Game) HintsOf(st board.SiteType) *HintItem {
	for i := len(g.Hints) - 1; i >= 0; i-- {
		if g.Hints[i].Type == st {
			return &g.Hints[i]
		}
	}
	return nil
}

// RegionsOf are the sites of all regions items of an owner whose name contains a text, once the equipment is complete.
func (g *Game) RegionsOf(owner int, part string) Set {
	set := make(Set, g.SetWords)
	for i := range g.Regions {
		if r := &g.Regions[i]; r.Owner == owner && strings.Contains(r.Name, part) {
			set.Union(r.Static)
		}
	}
	return set
}
