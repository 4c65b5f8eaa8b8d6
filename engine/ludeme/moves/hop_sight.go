package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
)

// maxReach bounds the words of the sites that hops may go over.
const maxReach = 1 << 14

// farHop is a hop from further off, or to further away: over what and to where, how many sites may lie before what it
// goes over and behind it, and along which lines.
type farHop struct {
	crossing
	target
	before, after *ir.Expr
	by, lines     *write.Rows
	row           *ir.Expr

	// emit adds the candidate of a line, over so many sites from the one of a number on, to a site.
	emit func(line, i, over, to *ir.Expr)
}

// lowerHopInSight lowers far hops: with nothing in reach that may be hopped over there is none, and where it is a set
// where they may land, too, nobody goes from site to site until one stands in the way. Else walk adds them.
func lowerHopInSight(k *lower.Lowerer, h *farHop, walk func()) {
	before := sitesBefore(h.by, h.lines, 64*k.P.Words)
	if before == nil || len(before)*k.P.Words > maxReach || h.crossing.when == nil || !k.AnyOrder() ||
		k.LeavesLevel(h.crossing.when, h.target.when, h.effect) {
		walk()
		return
	}
	env := k.Env
	k.Env.Lose(&k.Env.To) // by the rules it is some site that was looked at before
	hurdles, ok := k.Where(h.crossing.when, lower.AtBetween)
	k.Env = env
	if !ok {
		walk()
		return
	}
	hurdles, over := k.SetWords(hurdles)
	near := ir.Calc(ir.Le, h.before, ir.Num(0))
	reach := ir.Calc(ir.Add, h.row, ir.Cond(near, ir.Num(0), ir.Num(len(h.by.List))))
	within := k.RowSet(k.Rows("before", before), reach)
	k.If(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, within, hurdles)), func() {
		if !lowerHopByWords(k, h, hurdles, over) {
			walk()
		}
	})
	k.Env = env
}

// lowerHopByWords lowers far hops over sites of a set, of which the words are given, to others, and reports whether the
// clause is that.
func lowerHopByWords(k *lower.Lowerer, h *farHop, hurdles *ir.Expr, over []*ir.Expr) bool {
	runs, env := k.Runs(h.lines), k.Env
	lo, known := h.lo.Number()
	hi, most := h.hi.Number()
	if runs == nil || !known || !most || lo < 1 || hi < lo || h.effectIf != nil || uses(h.target.when, "between") {
		return false
	}
	landings, ok := k.Where(h.target.when, lower.AtTo)
	if !ok {
		return false
	}
	landings, stops := k.SetWords(landings)
	for w := range stops {
		blocked := ir.Calc(ir.Xor, stops[w], ir.Long(^uint64(0)))
		stops[w] = k.Temp("stops", ir.Calc(ir.Or, over[w], blocked))
	}
	k.Row(h.by, h.row, func(line *ir.Expr) {
		n, hit := runs.First(line, stops, over)
		near := ir.Calc(ir.Le, n, h.before)
		if least, _ := h.before.Range(); least < 0 {
			near = ir.Any(ir.Calc(ir.Eq, n, ir.Num(0)), near)
		}
		k.If(ir.All(hit, near), func() {
			k.Env.Between = k.Entry(h.lines, line, n)
			length := k.Temp("length", k.Length(h.lines, line))
			if hi == 1 {
				lowerLandings(k, h, line, n, ir.Num(1), length, landings)
			} else {
				run := lowerRun(k, h, line, n, length, hurdles)
				k.Rounds(h.lo, ir.Calc(ir.Add, run, ir.Num(1)), h.lines.Longest()+1, func(over *ir.Expr) {
					lowerLandings(k, h, line, n, over, length, landings)
				})
			}
			k.Env = env
		})
	})
	return true
}

// lowerRun is the number of sites of a set in a row, up to the most that are hopped over, of which the first is entry n
// of a line.
func lowerRun(k *lower.Lowerer, h *farHop, line, n, length, hurdles *ir.Expr) *ir.Expr {
	run := k.Var("run", 1, 1<<15, ir.Num(1))
	k.Loop("more", h.lines.Longest()+1, func(more *ir.Label) {
		at := k.Temp("at", ir.Calc(ir.Add, n, ir.Read(run)))
		k.Add(ir.When(ir.Any(ir.Calc(ir.Le, h.hi, ir.Read(run)), ir.Calc(ir.Le, length, at)), ir.Leave(more)))
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetHas, hurdles, k.Entry(h.lines, line, at))), ir.Leave(more)))
		k.Add(ir.Increment(run))
	})
	return ir.Read(run)
}

// lowerLandings emits hops over so many sites, from entry n of a line on, to those behind them that are in a set.
func lowerLandings(k *lower.Lowerer, h *farHop, line, n, over, length, landings *ir.Expr) {
	l := k.Var("l", 0, 1<<15, ir.Calc(ir.Add, n, over))
	most := k.Let("most", ir.Calc(ir.Add, ir.Read(l), h.after)) // not the expression: l goes on
	k.Loop("landings", h.lines.Longest()+1, func(far *ir.Label) {
		beyond := ir.Any(ir.Calc(ir.Lt, ir.Read(most), ir.Read(l)), ir.Calc(ir.Le, length, ir.Read(l)))
		k.Add(ir.When(beyond, ir.Leave(far)))
		to := k.Entry(h.lines, line, ir.Read(l))
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetHas, landings, to)), ir.Leave(far)))
		k.Env.To = to
		h.emit(line, n, over, to)
		k.Add(ir.Increment(l))
	})
}

// sitesBefore are, for each row of lines, their first sites, and then for each row all of their sites: nil where some
// are none of so many.
func sitesBefore(by, lines *write.Rows, sites int) [][]int32 {
	var first, all [][]int32
	for _, row := range by.List {
		var next, any []int32
		for _, n := range row {
			line := lines.List[n]
			if len(line) > 0 && (slices.Min(line) < 0 || int(slices.Max(line)) >= sites) {
				return nil
			}
			next, any = append(next, line[:min(1, len(line))]...), append(any, line...)
		}
		first, all = append(first, next), append(all, any)
	}
	return append(first, all...)
}
