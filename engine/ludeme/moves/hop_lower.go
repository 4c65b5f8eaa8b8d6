package moves

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerHop lowers a hop over the next sites of a line.
func lowerHop(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnyHop(e)
	// By the rules a level is not asked for.
	if x := a.From(); x != nil && (uses(clause.From(x).If(), "to") || uses(clause.From(x).If(), "between")) {
		k.No(x, "a condition on where a hop comes from that asks where it goes") // asked again for each of its sites
	}
	outer := k.Env
	lowerOrigin(k, a.From(), false, func(from *ir.Expr) {
		if x := a.Between(); x != nil && clause.Between(x).If() == nil && clause.Between(x).Before() == nil &&
			clause.Between(x).Range() == nil {
			return // nothing can be jumped over
		}
		if !lowerNextHop(k, a, from) {
			lowerFarHop(k, e, a, from, outer)
		}
	})
}

// lowerNextHop lowers a hop over the next site to the one behind it, and reports whether
// the clause is that.
func lowerNextHop(k *lower.Lowerer, a clause.AnyHopArgs, from *ir.Expr) bool {
	var over, captured *lgdl.Expr
	if b := a.Between(); b != nil {
		if clause.Between(b).Before() != nil || clause.Between(b).After() != nil {
			return false
		}
		if clause.Between(b).Range() != nil {
			lo, hi, ok := lowerRange(k, clause.Between(b).Range())
			if !ok || lo != 1 || hi != 1 {
				return false
			}
		}
		over, captured = clause.Between(b).If(), clause.Between(b).Apply()
	}
	t := lowerTarget(k, a.To())
	if t.effectIf != nil {
		return false
	}
	near, row, landing, ok := k.Jumps(a.Direction(), from)
	if !ok {
		return false
	}
	before := lowerApart(k, &captured, &t.apply)
	piece, inOrder := k.Moving(), k.LeavesLevel(over, t.when, t.effect)
	hop := func(from, to, data *ir.Expr) {
		k.Env.Between = data
		lowerApply(k, captured)
		t.arrive(k)
		lowerCarry(k, from, to, moving(piece, captured, t.effect), lowerWhole(k, a.Stack()))
		k.Cross(func(over func(site *ir.Expr)) { over(data) })
	}
	land := func(between *ir.Expr) {
		k.Env.Between = between
		to := k.Temp("to", landing(between))
		k.Env.To = to
		// A set of sites to land on lets package ir have all pieces hop at once.
		var free *ir.Expr
		if set, ok := k.Where(t.when, lower.AtTo); ok && !inOrder {
			free = ir.Calc(ir.SetHas, set, to)
		} else {
			free = k.Cond(t.when)
		}
		k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), to), free), func() {
			before()
			k.Applied(t.effect, func() { k.Emit(lower.Candidate{From: from, To: to, Data: between}, a.Then(), hop) },
				func() { k.Moves(t.effect) })
		})
	}
	env := k.Env
	k.Env.Lose(&k.Env.To) // the hurdle is judged before it is known where the hop lands
	if over, ok := k.Where(over, lower.AtBetween); ok && k.AnyOrder() && !inOrder {
		k.Env = env
		k.Each(ir.Calc(ir.SetAnd, k.RowSet(near, row), over), land)
		return true
	}
	k.Env = env
	k.Row(near, row, func(between *ir.Expr) {
		k.Env.Between = between
		k.If(k.Cond(over), func() { land(between) })
	})
	return true
}

// lowerFarHop lowers hops over several sites in a row, from further off or to further
// away. By the rules (from) is still what it was around the clause where it says how far.
func lowerFarHop(k *lower.Lowerer, e *lgdl.Expr, a clause.AnyHopArgs, from *ir.Expr, around lower.Env) {
	env := k.Env
	k.Env = around
	b, t := lowerCrossing(k, a.Between(), 1, 1), lowerTarget(k, a.To())
	b.stack = lowerWhole(k, a.Stack())
	before, after := ir.Num(0), ir.Num(0)
	if a.Between() != nil {
		before, after = k.Temp("before", onLine(k.IntOr(clause.Between(a.Between()).Before(), 0))),
			k.Temp("after", onLine(k.IntOr(clause.Between(a.Between()).After(), 0)))
	}
	k.Env = env
	asked := k.AsksBetween()
	if asked && (!b.hi.Is(1) || t.effectIf != nil) {
		k.No(e, "what hops over several sites, or with a condition on the effect, went over")
	}
	piece, outer := k.Moving(), k.Env
	by, lines, row := k.Lines(k.G.DefaultType, a.Direction(), "Adjacent", from)
	k.If(ir.Calc(ir.Eq, b.lo, ir.Num(0)), func() { lowerHopOver0(k, e, a, b, t, from) })
	// A hop that has to know what it goes over has the numbers of its line, of the sites before and of those that it goes
	// over as data.
	sides := hopSides{below(before, lines), below(b.hi, lines)}
	if n := int64(len(lines.List)) * sides.before * sides.over; (b.apply != nil || asked) && n >= 1<<20 {
		k.No(e, "hops over too many sites")
	}
	candidate := func(line, i, over, to *ir.Expr) lower.Candidate {
		c := lower.Candidate{From: from, To: to}
		if b.apply != nil || asked {
			first := ir.Calc(ir.Add, ir.Calc(ir.Mul, line, ir.Num(int(sides.before))), i)
			c.Data = ir.Calc(ir.Add, ir.Calc(ir.Mul, first, ir.Num(int(sides.over))), over)
		}
		return c
	}
	do := func(from, to, data *ir.Expr) { hopped(k, b, t, lines, sides, piece, from, to, data) }
	emit := func(line, i, over, to *ir.Expr) { k.Emit(candidate(line, i, over, to), a.Then(), do) }
	row = k.Temp("row", row)
	h := farHop{crossing: b, target: t, before: before, after: after, by: by, lines: lines, row: row, emit: emit}
	hurdle := func(site *ir.Expr, between *ir.Local) *ir.Expr {
		k.Add(ir.Put(between, site))
		env := k.Env
		k.Env.Between = ir.Read(between)
		k.Env.Lose(&k.Env.To) // by the rules it is some site that was looked at before
		defer func() { k.Env = env }()
		switch {
		case a.Between() == nil:
			return ir.Num(1)
		case b.when == nil:
			return ir.Num(0)
		}
		return k.Bool(b.when)
	}
	walk := func() {
		k.Row(by, row, func(line *ir.Expr) {
			i, run := ir.Within("i", 0, 1<<15), ir.Within("run", 0, 1<<15)
			between, rounds := ir.NewLocal("between", ir.I32), lines.Longest()+2
			length := k.Temp("length", k.Length(lines, line))
			free := func(site *ir.Expr) *ir.Expr {
				k.Env.To, k.Env.Between = site, ir.Read(between)
				return k.Cond(t.when)
			}
			// Entries of a line do not begin with the site itself: entry i is i+1 steps away.
			line1 := func(i *ir.Expr) *ir.Expr { return k.Entry(lines, line, i) }
			k.Env = outer
			k.Scope("line", func(done *ir.Label) {
				k.Add(ir.Put(i, ir.Num(0)))
				k.Loop("hurdle", rounds, func(first *ir.Label) {
					k.Add(ir.When(ir.Calc(ir.Le, length, ir.Read(i)), ir.Leave(done)))
					site := line1(ir.Read(i))
					k.Add(ir.When(hurdle(site, between), ir.Leave(first)))
					k.Add(ir.When(ir.Any(ir.Calc(ir.Le, before, ir.Read(i)), ir.Calc(ir.Not, free(site))), ir.Leave(done)))
					k.Env = outer
					k.Add(ir.Increment(i))
				})
				k.Add(ir.Put(run, ir.Num(1)))
				k.Loop("more", rounds, func(more *ir.Label) {
					at := k.Temp("at", ir.Calc(ir.Add, ir.Read(i), ir.Read(run)))
					k.Add(ir.When(ir.Any(ir.Calc(ir.Le, b.hi, ir.Read(run)), ir.Calc(ir.Le, length, at)), ir.Leave(more)))
					k.Add(ir.When(ir.Calc(ir.Not, hurdle(line1(at), between)), ir.Leave(more)))
					k.Add(ir.Increment(run))
				})
				over := k.Var("over", -1, 1<<15, b.lo)
				k.Loop("over", rounds, func(each *ir.Label) {
					k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(run), ir.Read(over)), ir.Leave(each)))
					l := k.Var("l", -1, 1<<15, ir.Calc(ir.Add, ir.Read(i), ir.Read(over)))
					// not the expression: l goes on
					most := k.Let("most", ir.Calc(ir.Add, ir.Read(l), after))
					k.Loop("landings", rounds, func(far *ir.Label) {
						k.Add(ir.When(ir.Any(ir.Calc(ir.Lt, ir.Read(most), ir.Read(l)), ir.Calc(ir.Le, length, ir.Read(l)),
							ir.Calc(ir.Lt, ir.Read(l), ir.Num(0))), ir.Leave(far)))
						to := line1(ir.Read(l))
						k.Choose(free(to), func() {
							if t.effectIf == nil {
								emit(line, ir.Read(i), ir.Read(over), to)
								if _, effect := applied(b.apply); effect != nil && uses(t.when, "between") {
									// By the rules it is now at the last of those whose effects were found.
									last := ir.Calc(ir.Add, ir.Read(i), ir.Calc(ir.Sub, ir.Read(over), ir.Num(1)))
									k.If(ir.Calc(ir.Lt, ir.Num(0), ir.Read(over)), func() { k.Add(ir.Put(between, line1(last))) })
								}
							}
						}, func() {
							if t.effectIf != nil {
								k.If(k.Bool(t.effectIf), func() {
									c := candidate(line, ir.Read(i), ir.Read(over), to)
									k.Emit(c, a.Then(), func(from, to, _ *ir.Expr) {
										if t.effect != nil {
											k.AsPart(func() { k.Perform(t.effect) })
										}
										lowerCarry(k, from, to, moving(piece, t.effect), b.stack)
									})
								})
							}
							k.Add(ir.Leave(far))
						})
						k.Env = outer
						k.Add(ir.Increment(l))
					})
					k.Add(ir.Increment(over))
				})
			})
		})
	}
	k.If(ir.Calc(ir.Lt, ir.Num(0), b.hi), func() { lowerHopInSight(k, &h, walk) })
	k.Env = outer
}

// hopSides are numbers above those of the sites before what a far hop goes over, and of the sites that it goes over.
type hopSides struct{ before, over int64 }

// below is a number above all that a number of sites of a line may be.
func below(n *ir.Expr, lines *write.Rows) int64 {
	side := int64(lines.Longest() + 1)
	if most, ok := n.Number(); ok && most >= 0 {
		side = min(side, most+1)
	}
	return side
}

// lowerHopOver0 lowers the hops over nothing: steps.
func lowerHopOver0(k *lower.Lowerer, e *lgdl.Expr, a clause.AnyHopArgs, b crossing, t target, from *ir.Expr) {
	if b.apply != nil {
		k.No(e, "an effect of a hop over nothing")
	}
	piece := k.Moving()
	near, row := k.Near(k.G.DefaultType, a.Direction(), "Adjacent", from)
	env := k.Env
	k.Row(near, row, func(to *ir.Expr) {
		k.Env.To = to
		k.If(k.Cond(t.when), func() {
			k.Emit(lower.Candidate{From: from, To: to}, a.Then(), func(from, to, _ *ir.Expr) {
				lowerCarry(k, from, to, piece, b.stack)
			})
		})
	})
	k.Env = env
}

// hopped adds what a hop does: to the sites that it went over, on arrival, and the move
// itself. The data are the line, where the hurdles begin on it, and their number.
func hopped(k *lower.Lowerer, b crossing, t target, lines *write.Rows, sides hopSides, piece int,
	from, to, data *ir.Expr) {
	var line, first, over *ir.Expr
	if b.apply != nil || k.AsksBetween() {
		side := ir.Num(int(sides.over))
		over = k.Temp("over", ir.Calc(ir.Rem, data, side))
		data = k.Temp("rest", ir.Calc(ir.Div, data, side))
		side = ir.Num(int(sides.before))
		first, line = k.Temp("first", ir.Calc(ir.Rem, data, side)), k.Temp("line", ir.Calc(ir.Div, data, side))
	}
	if b.apply != nil || t.effect != nil {
		k.Before(func() {
			if b.apply != nil {
				n := k.Var("n", 0, 1<<15, over)
				k.Loop("hurdles", lines.Longest()+1, func(end *ir.Label) {
					k.Add(ir.When(ir.Calc(ir.Le, ir.Read(n), ir.Num(0)), ir.Leave(end)))
					k.Add(ir.Decrement(n))
					k.Env.Between = k.Entry(lines, line, ir.Calc(ir.Add, first, ir.Read(n)))
					lowerApplied(k, b.apply, k.Moves)
				})
			}
			if t.effect != nil {
				k.Moves(t.effect)
			}
		})
	}
	lowerCarry(k, from, to, moving(piece, b.apply, t.effect), b.stack)
	k.Cross(func(over func(site *ir.Expr)) { over(k.Entry(lines, line, first)) })
}
