package transform

import "github.com/astragal/astragal/engine/internal/ir"

// Which of several sets the drawn candidate is in nobody can foresee, and a branch that is guessed wrong costs as much
// as all their sets. So what follows from that is chosen without one.

// maxChosen bounds the sets of which one is chosen so, and maxChosenWords their words: of each set all is looked at.
const (
	maxChosen      = 6
	maxChosenWords = 2
)

// away is the number that is added to the site of a candidate of a set to get where it comes from.
func (a *arm) away() (by int64, ok bool) {
	from := a.emit.Args[1]
	if from.Is(-1) {
		return 0, true
	}
	if from.Op != ir.Add && from.Op != ir.Sub {
		return 0, from.Op == ir.Get && from.Local == a.site
	}
	by, ok = from.Args[1].Number()
	if from.Op == ir.Sub {
		by = -by
	}
	return by, ok && from.Args[0].Op == ir.Get && from.Args[0].Local == a.site
}

// straight reports whether the drawn candidate is found without a branch: all arms are sets, whose candidates differ
// in constants. Where some count under a condition alone, this mostly tells which it is, so that a branch is foreseen.
func (d *draw) straight() bool {
	if len(d.arms) < 2 || len(d.arms) > maxChosen || d.p.Words > maxChosenWords {
		return false
	}
	for _, a := range d.arms {
		if a.emit == nil || a.body != nil || a.guard != nil {
			return false
		}
		_, near := a.away()
		if _, ok := a.emit.Args[3].Number(); !ok || !near {
			return false
		}
	}
	return true
}

// chosenApart draws a candidate of one of several sets.
func (d *draw) chosenApart() []*ir.Stmt {
	const rule, by, data = 0, 1, 2
	numbers := func(a *arm) [3]int64 {
		away, _ := a.away()
		return [3]int64{a.emit.Args[0].K, away, a.emit.Args[3].K}
	}
	first := d.arms[0]
	is, was := [3]*ir.Expr{}, numbers(first)
	for i, v := range was {
		is[i] = ir.Num(int(v))
	}
	before := ir.Within("before", 0, 1<<30) // candidates of the sets in front
	less := ir.NewLocal("less", ir.I32)     // and of those in front of the drawn one's
	out := []*ir.Stmt{
		ir.Put(d.r, ir.Invoke(d.Below, ir.Read(d.total))),
		ir.Put(before, ir.Num(0)),
		ir.Put(less, ir.Num(0)),
		{Op: ir.SetStore, Field: d.Chosen, Args: []*ir.Expr{ir.Num(0), first.set}},
	}
	var set []*ir.Stmt
	for i, a := range d.arms[1:] {
		beyond := ir.Within("beyond", 0, 1)
		out = append(
			out,
			ir.Put(before, ir.Calc(ir.Add, ir.Read(before), ir.Read(d.arms[i].weight))),
			ir.Put(
				beyond,
				ir.Calc(ir.Le, ir.Read(before), ir.Read(d.r)),
			),
			ir.Put(less, ir.Cond(ir.Read(beyond), ir.Read(before), ir.Read(less))),
		)
		set = append(set, &ir.Stmt{Op: ir.SetStore, Field: d.Chosen, Args: []*ir.Expr{ir.Num(0),
			ir.Select(ir.Read(beyond), a.set, ir.SetAt(d.Chosen, ir.Num(0)))}})
		for x, v := range numbers(a) {
			if is[x].Op == ir.Const && v == was[x] {
				continue
			}
			l := ir.NewLocal("of", ir.I32)
			if is[x].Op == ir.Get {
				l = is[x].Local
			}
			set = append(set, ir.Put(l, ir.Cond(ir.Read(beyond), ir.Num(int(v)), is[x])))
			is[x] = ir.Read(l)
		}
	}
	at := first.site
	out = append(append(out, set...), ir.Put(at, ir.Invoke(d.Nth, ir.Calc(ir.Sub, ir.Read(d.r), ir.Read(less)))))
	from := ir.Read(at)
	if !is[by].Is(0) {
		from = ir.Calc(ir.Add, ir.Read(at), is[by])
	}
	return append(out, d.chosen(is[rule], from, ir.Read(at), is[data])...)
}
