package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// jumps are tables of jumps over one site.
type jumps struct {
	near *write.Rows // the sites next to each site, nil where one lies next to another one on several lines
	to   *ir.Field   // by row and the site that is jumped over
}

// Jumps are the sites next to each site in the directions of a clause, as in Near, and
// where a jump from a site over one of them lands: -1 off the board. False where a site
// lies next to another one on several lines, and of directions that are drawn.
func (k *Lowerer) Jumps(e *lgdl.Expr, from *ir.Expr) (near *write.Rows, row *ir.Expr,
	landing func(over *ir.Expr) *ir.Expr, ok bool) {
	if e != nil && e.Any(drawsDirections) {
		return nil, nil, nil, false // they would be drawn once more for lines
	}
	h := k.heading(k.G.DefaultType, e, "Adjacent", from)
	n := k.Fields.Span
	if 2*len(h.cases)*n*n > maxPairs {
		return nil, nil, nil, false
	}
	t, known := k.jumps[h.text]
	if !known || h.text == "" {
		t = k.jumpsOf(h)
		if k.jumps == nil {
			k.jumps = map[string]jumps{}
		}
		k.jumps[h.text] = t
	}
	if t.near == nil {
		return nil, nil, nil, false
	}
	row = k.rowOf(h, from)
	return t.near, row, func(over *ir.Expr) *ir.Expr {
		return ir.At(t.to, ir.Calc(ir.Add, ir.Calc(ir.Mul, row, ir.Num(n)), over))
	}, true
}

func (k *Lowerer) jumpsOf(h *heading) jumps {
	st, n := k.G.DefaultType, k.Fields.Span
	rows, to := make([][]int32, n*len(h.cases)), make([]int64, n*n*len(h.cases))
	for i := range to {
		to[i] = -1
	}
	for i, dirs := range h.cases {
		for s := range int32(k.G.Topo.Num(st)) {
			at := i*n + int(s)
			for _, d := range dirs(s) {
				for _, r := range k.G.Topo.Radials(st, s, d) {
					if slices.Contains(rows[at], r.Path[1]) {
						return jumps{}
					}
					rows[at] = append(rows[at], r.Path[1])
					if len(r.Path) > 2 {
						to[at*n+int(r.Path[1])] = int64(r.Path[2])
					}
				}
			}
		}
	}
	table := k.Table("jump", ir.I16, to)
	return jumps{k.Rows("hurdles", rows), table}
}
