package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// A deduction puzzle (part 3, §18) has variables in place of sites: each has a set of values that are still
// possible, one word, and a value once only one is left. A move sets a variable, after which all constraints must
// hold, or puts a value into its set or takes it out. Which parts of the constraints fail is kept beside the position:
// a move asks again those that look at its variable, and to set a variable is legal if no others fail and those of
// it hold. With which values they do is kept, too, and found anew of the variables that one with another value shares
// a part with, when all moves are listed.

// maxValue is the largest value of a variable: the values of one are a word.
const maxValue = 63

// puzzle is what is lowered of a deduction puzzle.
type puzzle struct {
	*layout.Puzzle
	constrained game.Set
	open        []int64 // the variables that may be set
	constraints

	set, toggle                              int // rules
	renew, assign, holds, keeps, solved, ask *ir.Func
	values                                   *ir.Func
	wholly                                   *ir.Func // nil where no constraints are asked as wholes
}

// puzzleWords are the keywords of the clauses that may end a puzzle.
var puzzleWords = []string{"end", "if", "and", "or", "not", "xor", "is", "result"}

// newPuzzle lays out a puzzle; nil for other games.
func (k *Lowerer) newPuzzle() *puzzle {
	g := k.G
	if !g.DeductionPuzzle {
		return nil
	}
	root, n := g.Root(), g.Topo.Num(g.DefaultType)
	k.Puzzle = &layout.Puzzle{Lo: g.ValueRange[g.DefaultType][0], Hi: g.ValueRange[g.DefaultType][1]}
	x := &puzzle{Puzzle: k.Puzzle}
	rules := clause.Game(root).Rules()
	switch {
	case g.Constrained == nil || len(g.Containers) > 1 || k.regionsFollow(game.Off, ""):
		k.No(root, "a puzzle with hands, without constraints or with regions that change")
	case x.Lo < 0 || x.Hi > maxValue || x.Hi < x.Lo:
		k.No(root, "a puzzle with values below 0, above %d or none", maxValue)
	case root.Any(givesLarge):
		k.No(root, "a puzzle that begins with values above %d", maxValue)
	case rules.Arg("phases") != nil || clause.AnyRules(rules).Play() == nil ||
		clause.Play(clause.AnyRules(rules).Play()).Moves().Form.Keyword != "satisfy":
		k.No(root, "a puzzle with other moves")
	}
	if e := clause.RulesPlay(rules).End(); e != nil && e.Any(func(x *lgdl.Expr) bool {
		return x.Kind == lgdl.Clause && x.Form != nil && !slices.Contains(puzzleWords, x.Form.Keyword)
	}) {
		k.No(e, "such an end of a puzzle")
	}
	p := k.P
	x.May, x.Known = p.Field("may", ir.State, ir.Word, n), p.Sets("known", ir.State, 1)
	x.Stale, x.Failing = p.Field("stale", ir.State, ir.Int, 1), p.Field("failing", ir.State, ir.Int, 1)
	x.renew = p.Func("renew", ir.None)
	return x
}

// givesLarge reports whether a start rule gives a variable a value for which its set has no room.
func givesLarge(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text == "(set [siteType] {{int!}})" &&
		slices.ContainsFunc(clause.SetInts(e).Ints().Items, func(pair *lgdl.Expr) bool {
			return len(pair.Items) == 2 && pair.Items[1].Int > maxValue
		})
}

// Resolved reports whether a variable has one value.
func (k *Lowerer) Resolved(v *ir.Expr) *ir.Expr {
	return ir.Calc(ir.SetHas, ir.SetAt(k.puzzle.Known, ir.Num(0)), v)
}

// Resolution is the value of a variable that has one, else 0.
func (k *Lowerer) Resolution(v *ir.Expr) *ir.Expr { return ir.At(k.Fields.What, v) }

// Satisfy lowers the moves of a puzzle and its constraints.
func (k *Lowerer) Satisfy(e *lgdl.Expr, list []*lgdl.Expr) {
	x := k.puzzle
	if x == nil || x.ask != nil || k.effect || k.ahead.on {
		k.No(e, "constraints in other games, or more than once")
	}
	for _, c := range list {
		k.Constrain(c)
	}
	k.restricted()
	c := k.Settle()
	x.constrained = make(game.Set, max(k.G.SetWords, k.P.Words))
	for _, v := range k.G.Constrained(c, nil) {
		x.constrained.Add(int(v))
		if !slices.Contains(k.G.PuzzleGiven, int(v)) {
			x.open = append(x.open, int64(v))
		}
	}
	x.Admitted = k.P.Field("admitted", ir.State, ir.Word, k.Fields.Sites)
	x.Unsure = k.P.Sets("unsure", ir.State, 1)
	k.assigns()
	k.keep()
	k.solve()
	k.deduce()
	move := func(kind game.Kind, values func(v, value *ir.Expr) *ir.Expr) int {
		return k.numbered(k.rule(nil, nil, true, func(_, v, value *ir.Expr) {
			deciding := k.deciding
			k.deciding = true
			k.Acts(kind, v, v)
			k.deciding = deciding
			k.Call(x.assign, v, values(v, ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, value))))
		}))
	}
	x.set = move(game.ActPuzzleSet, func(_, bit *ir.Expr) *ir.Expr { return bit })
	x.toggle = move(game.ActPuzzleToggle, func(v, bit *ir.Expr) *ir.Expr { return ir.Calc(ir.Xor, ir.At(x.May, v), bit) })

	words := make([]uint64, k.P.Words)
	for _, v := range x.open {
		words[v>>6] |= 1 << (v & 63)
	}
	open := ir.SetOf(words)
	for value := x.Lo; value <= x.Hi; value++ {
		is := ir.Calc(ir.SetAnd, ir.SitesEqual(k.Fields.What, ir.Num(value)), ir.SetAt(x.Known, ir.Num(0)))
		other := ir.Calc(ir.SetMinus, open, is)
		k.Add(&ir.Stmt{Op: ir.EmitSet, Args: []*ir.Expr{ir.Num(x.toggle), ir.Num(-1), other, ir.Num(value)}})
	}
	// No variable can mend more parts than look at it.
	k.If(ir.Calc(ir.Le, ir.At(x.Failing, ir.Num(0)), ir.Num(x.of.Longest())), func() {
		k.Each(open, func(v *ir.Expr) {
			k.eachKept(v, func(value *ir.Expr) {
				k.Add(&ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(x.set), v, v, value}})
			})
		})
	})
}

// eachKept adds what f adds for each value with which all constraints hold once a variable has it.
func (k *Lowerer) eachKept(v *ir.Expr, f func(value *ir.Expr)) {
	x := k.puzzle
	k.If(k.mendable(v), func() {
		values := ir.NewLocal("values", ir.I64)
		k.Add(ir.Put(values, ir.Invoke(x.values, v)))
		k.Rounds(ir.Num(x.Lo), ir.Num(x.Hi+1), maxValue+1, func(value *ir.Expr) {
			k.If(k.allWith(v, value, among(ir.Read(values), value)), func() { f(value) })
		})
	})
}

// among reports whether a value is in a set of values.
func among(values, value *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Narrow, ir.Calc(ir.And, ir.Calc(ir.Shr, values, ir.Calc(ir.Wide, value)), ir.Long(1)))
}

// mendable reports whether no parts fail but such as look at a variable.
func (k *Lowerer) mendable(v *ir.Expr) *ir.Expr {
	x := k.puzzle
	mine := k.Var("mine", 0, 1<<20, ir.Num(0))
	k.Row(x.of, v, func(part *ir.Expr) { k.Add(ir.Put(mine, ir.Calc(ir.Add, ir.Read(mine), ir.At(x.Fails, part)))) })
	return ir.Calc(ir.Le, ir.At(x.Failing, ir.Num(0)), ir.Read(mine))
}

// assigns adds the function that gives a variable a set of values, and the one that finds anew what fails.
func (k *Lowerer) assigns() {
	x := k.puzzle
	v, values := ir.Within("v", 0, k.Fields.Sites-1), ir.NewLocal("values", ir.I64)
	again := func(part *ir.Expr) {
		fails := k.Temp("fails", ir.Calc(ir.Not, ir.Invoke(x.ask, part)))
		failing := ir.Calc(ir.Add, ir.At(x.Failing, ir.Num(0)), ir.Calc(ir.Sub, fails, ir.At(x.Fails, part)))
		k.Add(ir.Write(x.Failing, ir.Num(0), failing), ir.Write(x.Fails, part, fails))
	}
	x.assign = k.Func("assign", ir.None, func() {
		one := ir.Calc(ir.Eq, ir.Calc(ir.Ones, ir.Read(values)), ir.Num(1))
		k.If(ir.Any(k.Resolved(ir.Read(v)), one), func() { // else it had no value and gets none
			k.Store(x.Unsure, ir.Calc(ir.SetOr, ir.SetAt(x.Unsure, ir.Num(0)), k.RowSet(x.beside, ir.Read(v))))
		})
		k.Add(ir.Write(x.May, ir.Read(v), ir.Read(values)))
		k.Choose(one, func() {
			k.Add(ir.Write(k.Fields.What, ir.Read(v), ir.Calc(ir.Lowest, ir.Read(values))),
				position.Change(ir.Include, x.Known, ir.Read(v)))
		}, func() {
			k.Add(ir.Write(k.Fields.What, ir.Read(v), ir.Num(0)), position.Change(ir.Exclude, x.Known, ir.Read(v)))
		})
		k.Row(x.of, ir.Read(v), again)
	}, v, values)
	x.renew.Body = k.Inside(func() {
		k.If(ir.At(x.Stale, ir.Num(0)), func() {
			k.Add(ir.Write(x.Stale, ir.Num(0), ir.Num(0)), ir.Write(x.Failing, ir.Num(0), ir.Num(0)))
			k.Store(x.Unsure, k.UpTo(k.Fields.Sites))
			k.Rounds(ir.Num(0), ir.Num(x.parts), x.parts, func(part *ir.Expr) {
				k.Add(ir.Write(x.Fails, part, ir.Num(0)))
				again(part)
			})
		})
	})
}

// keep adds the functions that report whether constraints hold once a variable has a value, as the last move.
func (k *Lowerer) keep() {
	x, f := k.puzzle, &k.Fields
	tried := func(name string, asked func(v *ir.Expr, hold func(*ir.Expr))) *ir.Func {
		local, value := ir.Within("v", 0, f.Sites-1), ir.Within("value", 0, maxValue)
		v := ir.Read(local)
		return k.Func(name, ir.I32, func() {
			was, had := k.Let("was", ir.At(f.What, v)), k.Var("had", 0, 1, k.Resolved(v))
			k.Add(ir.Write(f.What, v, ir.Read(value)), position.Change(ir.Include, x.Known, v))
			ok := k.Var("ok", 0, 1, ir.Num(1))
			k.Scope("asked", func(end *ir.Label) {
				asked(v, func(c *ir.Expr) { k.Add(ir.When(ir.Calc(ir.Not, c), ir.Put(ok, ir.Num(0)), ir.Leave(end))) })
			})
			k.Add(
				ir.Write(f.What, v, ir.Read(was)),
				ir.When(ir.Calc(ir.Not, ir.Read(had)), position.Change(ir.Exclude, x.Known, v)),
				ir.Give(ir.Read(ok)),
			)
		}, local, value)
	}
	x.holds = tried("holds", func(v *ir.Expr, hold func(*ir.Expr)) {
		k.Row(x.of, v, func(part *ir.Expr) { hold(ir.Invoke(x.ask, part)) })
	})
	if len(x.whole) > 0 {
		x.wholly = tried("wholly", func(v *ir.Expr, hold func(*ir.Expr)) {
			from, to := k.Let("from", f.Get(layout.LastFrom)), k.Let("to", f.Get(layout.LastTo))
			k.Add(f.Put(layout.LastFrom, v), f.Put(layout.LastTo, v))
			all := k.Var("all", 0, 1, ir.Num(1))
			for _, c := range x.whole {
				k.If(ir.Read(all), func() { k.Add(ir.Put(all, ir.Invoke(c))) })
			}
			k.Add(f.Put(layout.LastFrom, ir.Read(from)), f.Put(layout.LastTo, ir.Read(to)))
			hold(ir.Read(all))
		})
	}
	x.values = k.admitted()
	local, value := ir.Within("v", 0, f.Sites-1), ir.Within("value", 0, maxValue)
	x.keeps = k.Func("keeps", ir.I32, func() {
		v, value := ir.Read(local), ir.Read(value)
		k.Add(ir.When(ir.Calc(ir.Not, k.mendable(v)), ir.Give(ir.Num(0))))
		unsure := ir.Calc(ir.SetHas, ir.SetAt(x.Unsure, ir.Num(0)), v)
		k.Add(ir.Give(k.allWith(v, value, ir.Cond(unsure, ir.Invoke(x.holds, v, value), among(ir.At(x.Admitted, v), value)))))
	}, local, value)
}

// allWith is whether all constraints hold once a variable has a value, where the parts that look at it do or not.
func (k *Lowerer) allWith(v, value, parts *ir.Expr) *ir.Expr {
	if k.puzzle.wholly == nil {
		return parts
	}
	return ir.All(parts, ir.Invoke(k.puzzle.wholly, v, value))
}

// admitted adds the function that tells the values with which the parts hold that look at a variable.
func (k *Lowerer) admitted() *ir.Func {
	x := k.puzzle
	local := ir.Within("v", 0, k.Fields.Sites-1)
	v := ir.Read(local)
	return k.Func("admitted", ir.I64, func() {
		k.If(ir.Calc(ir.SetHas, ir.SetAt(x.Unsure, ir.Num(0)), v), func() {
			values := ir.NewLocal("values", ir.I64)
			k.Add(ir.Put(values, ir.Long(0)))
			k.Rounds(ir.Num(x.Lo), ir.Num(x.Hi+1), maxValue+1, func(value *ir.Expr) {
				k.If(ir.Invoke(x.holds, v, value), func() { k.Add(include(values, value)) })
			})
			k.Add(ir.Write(x.Admitted, v, ir.Read(values)), position.Change(ir.Exclude, x.Unsure, v))
		})
		k.Add(ir.Give(ir.At(x.Admitted, v)))
	}, local)
}

// include adds a value to a set of values.
func include(values *ir.Local, value *ir.Expr) *ir.Stmt {
	return ir.Put(values, ir.Calc(ir.Or, ir.Read(values), ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, value))))
}

// deduce adds the functions for who gives variables values in any order: "assign" gives one a set of values, "deduce"
// tells the values, as bits, with which all constraints hold once a variable has one of them, "holds" whether they do.
func (k *Lowerer) deduce() {
	x := k.puzzle
	add := func(name string, result ir.Type, f func(), params ...*ir.Local) {
		fn := k.P.Func(name, result, params...)
		fn.Export, fn.Body = true, k.Inside(f)
	}
	local, set := ir.Within("v", 0, k.Fields.Sites-1), ir.NewLocal("values", ir.I64)
	v := ir.Read(local)
	add("assign", ir.None, func() { k.Call(x.assign, v, ir.Read(set)) }, local, set)
	add("deduce", ir.I64, func() {
		k.Call(x.renew)
		values := ir.NewLocal("values", ir.I64)
		k.Add(ir.Put(values, ir.Long(0)))
		k.eachKept(v, func(value *ir.Expr) { k.Add(include(values, value)) })
		k.Add(ir.Give(ir.Read(values)))
	}, local)
	add("holds", ir.I32, func() {
		k.Call(x.renew)
		k.Add(ir.When(ir.At(x.Failing, ir.Num(0)), ir.Give(ir.Num(0))))
		for _, c := range x.whole {
			k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(c)), ir.Give(ir.Num(0))))
		}
		k.Add(ir.Give(ir.Num(1)))
	})
}

// solve adds the function that reports whether all constraints hold once the variables that they are about and that
// are still open are taken to be 0. What fails with some of them open fails then, too.
func (k *Lowerer) solve() {
	x := k.puzzle
	known := ir.SetAt(x.Known, ir.Num(0))
	mine := ir.SetOf(x.constrained[:k.P.Words])
	kept := k.P.Sets("known.before", ir.Scratch, 1)
	x.solved = k.Func("solved", ir.I32, func() {
		k.Add(ir.When(ir.At(x.Failing, ir.Num(0)), ir.Give(ir.Num(0))))
		k.Add(ir.When(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, ir.SetOf(x.strict[:k.P.Words]), known)), ir.Give(ir.Num(0))))
		ok := k.Var("ok", 0, 1, ir.Num(1))
		open := k.Var("open", 0, 1, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, mine, known)))
		k.If(ir.Read(open), func() {
			k.Store(kept, known)
			k.Store(x.Known, ir.Calc(ir.SetOr, known, mine))
		})
		k.Scope("asked", func(end *ir.Label) {
			no := []*ir.Stmt{ir.Put(ok, ir.Num(0)), ir.Leave(end)}
			k.If(ir.Read(open), func() {
				k.Rounds(ir.Num(0), ir.Num(x.parts), x.parts, func(part *ir.Expr) {
					k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(x.ask, part)), no...))
				})
			})
			for _, c := range x.whole {
				k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(c)), no...))
			}
		})
		k.If(ir.Read(open), func() { k.Store(x.Known, ir.SetAt(kept, ir.Num(0))) })
		k.Add(ir.Give(ir.Read(ok)))
	})
}

// Solved reports whether a puzzle is solved.
func (k *Lowerer) Solved(e *lgdl.Expr) *ir.Expr {
	if k.puzzle == nil || k.puzzle.solved == nil {
		k.No(e, "whether the puzzle is solved, where there is none")
	}
	return ir.Invoke(k.puzzle.solved)
}

// maxRejected is the number of candidates that are rejected before all legal moves are listed.
const maxRejected = 64

// drawInPuzzle is the function that draws a legal move of a puzzle evenly, by rejection sampling.
func (k *Lowerer) drawInPuzzle() *ir.Func {
	x := k.puzzle
	return k.Func("drawInPuzzle", ir.I64, func() {
		values := x.Hi - x.Lo + 1
		if len(x.open) > 0 {
			open := k.Table("open", ir.I16, x.open)
			left := k.Var("left", 0, maxRejected, ir.Num(maxRejected))
			k.Loop("draws", maxRejected+1, func(end *ir.Label) {
				k.If(ir.Calc(ir.Eq, ir.Read(left), ir.Num(0)), func() { k.Add(ir.Leave(end)) })
				k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), ir.Num(1))))
				n := k.Temp("n", ir.Invoke(k.below(), ir.Num(2*values*len(x.open))))
				half := k.Temp("half", ir.Calc(ir.Shr, n, ir.Num(1)))
				v := k.Temp("v", ir.At(open, ir.Calc(ir.Div, half, ir.Num(values))))
				value := k.Temp("value", position.Plus(ir.Calc(ir.Rem, half, ir.Num(values)), x.Lo))
				give := func(rule int) { k.Add(ir.Give(transform.Pack(ir.Num(rule), v, v, value))) }
				k.Choose(ir.Calc(ir.And, n, ir.Num(1)), func() {
					is := ir.All(k.Resolved(v), ir.Calc(ir.Eq, k.Resolution(v), value))
					k.If(ir.Calc(ir.Not, is), func() { give(x.toggle) })
				}, func() { k.If(ir.Invoke(x.keeps, v, value), func() { give(x.set) }) })
			})
		}
		k.Add(ir.Give(ir.Invoke(k.pick(), ir.Invoke(k.below(), ir.Invoke(k.list())))))
	})
}
