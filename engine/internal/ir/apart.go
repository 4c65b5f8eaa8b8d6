package ir

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
	if from.Op != Add && from.Op != Sub {
		return 0, from.Op == Get && from.Local == a.site
	}
	by, ok = from.Args[1].Number()
	if from.Op == Sub {
		by = -by
	}
	return by, ok && from.Args[0].Op == Get && from.Args[0].Local == a.site
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
func (d *draw) chosenApart() []*Stmt {
	const rule, by, data = 0, 1, 2
	numbers := func(a *arm) [3]int64 {
		away, _ := a.away()
		return [3]int64{a.emit.Args[0].K, away, a.emit.Args[3].K}
	}
	first := d.arms[0]
	is, was := [3]*Expr{}, numbers(first)
	for i, v := range was {
		is[i] = Num(int(v))
	}
	before := Within("before", 0, 1<<30) // candidates of the sets in front
	less := NewLocal("less", I32)        // and of those in front of the drawn one's
	out := []*Stmt{Put(d.r, Invoke(d.Below, Read(d.total))), Put(before, Num(0)), Put(less, Num(0)),
		{Op: SetStore, Field: d.Chosen, Args: []*Expr{Num(0), first.set}}}
	var set []*Stmt
	for i, a := range d.arms[1:] {
		beyond := Within("beyond", 0, 1)
		out = append(out, Put(before, Calc(Add, Read(before), Read(d.arms[i].weight))),
			Put(beyond, Calc(Le, Read(before), Read(d.r))), Put(less, Cond(Read(beyond), Read(before), Read(less))))
		set = append(set, &Stmt{Op: SetStore, Field: d.Chosen, Args: []*Expr{Num(0),
			Select(Read(beyond), a.set, SetAt(d.Chosen, Num(0)))}})
		for x, v := range numbers(a) {
			if is[x].Op == Const && v == was[x] {
				continue
			}
			l := NewLocal("of", I32)
			if is[x].Op == Get {
				l = is[x].Local
			}
			set = append(set, Put(l, Cond(Read(beyond), Num(int(v)), is[x])))
			is[x] = Read(l)
		}
	}
	at := first.site
	out = append(append(out, set...), Put(at, Invoke(d.Nth, Calc(Sub, Read(d.r), Read(less)))))
	from := Read(at)
	if !is[by].Is(0) {
		from = Calc(Add, Read(at), is[by])
	}
	return append(out, d.chosen(is[rule], from, Read(at), is[data])...)
}
