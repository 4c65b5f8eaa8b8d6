package moves

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
)

// farHop is a hop from further off, or to further away: over what and to where, how many sites may lie before what it
// goes over and behind it, and where it comes from.
type farHop struct {
	b             crossing
	t             target
	before, after *ir.Expr
	from          *ir.Expr
}

// lowerHopBySight lowers far hops over one site, where what may be hopped over and where they may land are sets, so
// that nobody goes from site to site until one stands in the way. It reports whether the clause is that; emit adds the
// candidate of a line, over its site of a number, to a site.
func lowerHopBySight(k *lower.Lowerer, h farHop, by, lines *write.Rows, row *ir.Expr,
	emit func(line, i, to *ir.Expr)) bool {
	b, t := h.b, h.t
	if !b.lo.Is(1) || !b.hi.Is(1) || b.when == nil || t.effectIf != nil || uses(t.when, "between") ||
		!k.AnyOrder() || k.LeavesLevel(b.when, t.when, t.effect) {
		return false
	}
	runs := k.Runs(lines)
	if runs == nil {
		return false
	}
	env := k.Env
	defer func() { k.Env = env }()
	k.Env.Lose(&k.Env.To) // by the rules it is some site that was looked at before
	hurdles, ok := k.Where(b.when, lower.AtBetween)
	if !ok {
		return false
	}
	k.Env = env
	landings, ok := k.Where(t.when, lower.AtTo)
	if !ok {
		return false
	}
	over, stops, blocked := k.SetWords(hurdles), make([]*ir.Expr, k.P.Words), k.SetWords(landings)
	for w := range stops {
		blocked[w] = k.Temp("blocked", ir.Calc(ir.Xor, blocked[w], ir.Long(^uint64(0))))
		stops[w] = k.Temp("stops", ir.Calc(ir.Or, over[w], blocked[w]))
	}
	most := k.Temp("most", ir.Calc(ir.Add, h.after, ir.Num(1)))
	row = k.Temp("row", row)
	within := k.RowSet(sitesBefore(k, by, lines), hopRange(h.before, row, len(by.List)))
	k.If(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, within, hurdles)), func() {
		k.Row(by, row, func(line *ir.Expr) {
			n, hit, rest := runs.Line(line).Meets(stops, over)
			near := ir.Any(ir.Calc(ir.Eq, n, ir.Num(0)), ir.Calc(ir.Le, n, h.before))
			if lo, _ := h.before.Range(); lo >= 0 {
				near = ir.Calc(ir.Le, n, h.before)
			}
			k.If(ir.All(hit, near), func() {
				hurdle := k.Entry(lines, line, n)
				free := rest.Before(blocked)
				free = k.Temp("free", ir.Cond(ir.Calc(ir.Lt, most, free), most, free))
				k.Rounds(ir.Num(0), free, lines.Longest(), func(i *ir.Expr) {
					to := k.Entry(lines, line, ir.Calc(ir.Add, ir.Calc(ir.Add, n, ir.Num(1)), i))
					k.Env.To, k.Env.Between = to, hurdle
					emit(line, n, to)
					k.Env = env
				})
			})
		})
	})
	return true
}

// sitesBefore are, for each row of lines, their first sites, and then for each row all of their sites.
func sitesBefore(k *lower.Lowerer, by, lines *write.Rows) *write.Rows {
	var first, all [][]int32
	for _, row := range by.List {
		var next, any []int32
		for _, n := range row {
			line := lines.List[n]
			next, any = append(next, line[:min(1, len(line))]...), append(any, line...)
		}
		first, all = append(first, next), append(all, any)
	}
	return k.Rows("before", append(first, all...))
}

// hopRange is the row of sitesBefore in which a hop may find what it goes over.
func hopRange(before, row *ir.Expr, rows int) *ir.Expr {
	near := ir.Calc(ir.Le, before, ir.Num(0))
	return ir.Calc(ir.Add, row, ir.Cond(near, ir.Num(0), ir.Num(rows)))
}
