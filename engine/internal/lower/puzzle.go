package lower

import (
	"encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// A deduction puzzle (part 3, §18) has variables in place of sites: each has a set of values that are still
// possible, one word, and a value once only one is left. A move sets a variable, after which all constraints must
// hold, or puts a value into its set or takes it out. Which parts of the constraints fail is kept beside the position:
// a move asks again those that look at its variable, and to set a variable is legal if no others fail and those of
// it hold.

// maxValue is the largest value of a variable: the values of one are a word.
const maxValue = 63

// values is what is kept of the variables of a deduction puzzle.
type values struct {
	may     *ir.Field // by variable: the values that are possible, as bits
	known   *ir.Field // the variables with one value: a set
	fails   *ir.Field // by part of the constraints: whether it fails
	failing *ir.Field // how many fail
	stale   *ir.Field // these are to be found anew

	lo, hi int
}

// puzzle is what is lowered of a deduction puzzle.
type puzzle struct {
	*values
	constrained game.Set
	open        []int64 // the variables that may be set
	constraints

	set, toggle                       int // rules
	renew, assign, keeps, solved, ask *ir.Func
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
	k.values = &values{lo: g.ValueRange[g.DefaultType][0], hi: g.ValueRange[g.DefaultType][1]}
	x := &puzzle{values: k.values}
	rules := clause.Game(root).Rules()
	switch {
	case g.Constrained == nil || len(g.Containers) > 1 || k.regionsFollow(game.Off, ""):
		k.No(root, "a puzzle with hands, without constraints or with regions that change")
	case x.lo < 0 || x.hi > maxValue || x.hi < x.lo:
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
	x.may, x.known = p.Field("may", ir.State, ir.Word, n), p.Sets("known", ir.State, 1)
	x.stale, x.failing = p.Field("stale", ir.State, ir.Int, 1), p.Field("failing", ir.State, ir.Int, 1)
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

// derived are the fields that follow from the rest of the position.
func (x *values) derived(f *ir.Field) bool {
	return x != nil && (f == x.stale || f == x.failing || f == x.fails)
}

// Resolved reports whether a variable has one value.
func (k *Lowerer) Resolved(v *ir.Expr) *ir.Expr {
	return ir.Calc(ir.SetHas, ir.SetAt(k.puzzle.known, ir.Num(0)), v)
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
	x.toggle = move(game.ActPuzzleToggle, func(v, bit *ir.Expr) *ir.Expr { return ir.Calc(ir.Xor, ir.At(x.may, v), bit) })

	words := make([]uint64, k.P.Words)
	for _, v := range x.open {
		words[v>>6] |= 1 << (v & 63)
	}
	open := ir.SetOf(words)
	for value := x.lo; value <= x.hi; value++ {
		is := ir.Calc(ir.SetAnd, ir.SitesEqual(k.Fields.What, ir.Num(value)), ir.SetAt(x.known, ir.Num(0)))
		other := ir.Calc(ir.SetMinus, open, is)
		k.Add(&ir.Stmt{Op: ir.EmitSet, Args: []*ir.Expr{ir.Num(x.toggle), ir.Num(-1), other, ir.Num(value)}})
	}
	// No variable can mend more parts than look at it.
	k.If(ir.Calc(ir.Le, ir.At(x.failing, ir.Num(0)), ir.Num(x.of.Longest())), func() {
		k.Each(open, func(v *ir.Expr) {
			k.Rounds(ir.Num(x.lo), ir.Num(x.hi+1), maxValue+1, func(value *ir.Expr) {
				k.If(ir.Invoke(x.keeps, v, value), func() {
					k.Add(&ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(x.set), v, v, value}})
				})
			})
		})
	})
}

// assigns adds the function that gives a variable a set of values, and the one that finds anew what fails.
func (k *Lowerer) assigns() {
	x := k.puzzle
	v, values := ir.Within("v", 0, k.Fields.sites-1), ir.NewLocal("values", ir.I64)
	again := func(part *ir.Expr) {
		fails := k.Temp("fails", ir.Calc(ir.Not, ir.Invoke(x.ask, part)))
		failing := ir.Calc(ir.Add, ir.At(x.failing, ir.Num(0)), ir.Calc(ir.Sub, fails, ir.At(x.fails, part)))
		k.Add(ir.Write(x.failing, ir.Num(0), failing), ir.Write(x.fails, part, fails))
	}
	x.assign = k.Func("assign", ir.None, func() {
		k.Add(ir.Write(x.may, ir.Read(v), ir.Read(values)))
		k.Choose(ir.Calc(ir.Eq, ir.Calc(ir.Ones, ir.Read(values)), ir.Num(1)), func() {
			k.Add(ir.Write(k.Fields.What, ir.Read(v), ir.Calc(ir.Lowest, ir.Read(values))),
				change(ir.Include, x.known, ir.Read(v)))
		}, func() {
			k.Add(ir.Write(k.Fields.What, ir.Read(v), ir.Num(0)), change(ir.Exclude, x.known, ir.Read(v)))
		})
		k.Row(x.of, ir.Read(v), again)
	}, v, values)
	x.renew.Body = k.Inside(func() {
		k.If(ir.At(x.stale, ir.Num(0)), func() {
			k.Add(ir.Write(x.stale, ir.Num(0), ir.Num(0)), ir.Write(x.failing, ir.Num(0), ir.Num(0)))
			k.Rounds(ir.Num(0), ir.Num(x.parts), x.parts, func(part *ir.Expr) {
				k.Add(ir.Write(x.fails, part, ir.Num(0)))
				again(part)
			})
		})
	})
}

// keep adds the function that reports whether all constraints hold once a variable has a value, as the last move.
func (k *Lowerer) keep() {
	x, f := k.puzzle, &k.Fields
	local, value := ir.Within("v", 0, f.sites-1), ir.Within("value", 0, maxValue)
	v := ir.Read(local)
	x.keeps = k.Func("keeps", ir.I32, func() {
		mine := k.Var("mine", 0, 1<<20, ir.Num(0))
		k.Row(x.of, v, func(part *ir.Expr) { k.Add(ir.Put(mine, ir.Calc(ir.Add, ir.Read(mine), ir.At(x.fails, part)))) })
		k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(mine), ir.At(x.failing, ir.Num(0))), ir.Give(ir.Num(0))))
		was, had := k.Let("was", ir.At(f.What, v)), k.Var("had", 0, 1, k.Resolved(v))
		from, to := k.Let("from", f.Get(LastFrom)), k.Let("to", f.Get(LastTo))
		k.Add(ir.Write(f.What, v, ir.Read(value)), change(ir.Include, x.known, v))
		if len(x.whole) > 0 {
			k.Add(f.Put(LastFrom, v), f.Put(LastTo, v))
		}
		ok := k.Var("ok", 0, 1, ir.Num(1))
		k.Scope("asked", func(end *ir.Label) {
			no := []*ir.Stmt{ir.Put(ok, ir.Num(0)), ir.Leave(end)}
			k.Row(x.of, v, func(part *ir.Expr) { k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(x.ask, part)), no...)) })
			for _, c := range x.whole {
				k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(c)), no...))
			}
		})
		k.Add(ir.Write(f.What, v, ir.Read(was)), ir.When(ir.Calc(ir.Not, ir.Read(had)), change(ir.Exclude, x.known, v)))
		if len(x.whole) > 0 {
			k.Add(f.Put(LastFrom, ir.Read(from)), f.Put(LastTo, ir.Read(to)))
		}
		k.Add(ir.Give(ir.Read(ok)))
	}, local, value)
}

// deduce adds the functions for who gives variables values in any order: "assign" gives one a set of values, "deduce"
// tells the values, as bits, with which all constraints hold once a variable has one of them, "holds" whether they do.
func (k *Lowerer) deduce() {
	x := k.puzzle
	add := func(name string, result ir.Type, f func(), params ...*ir.Local) {
		fn := k.P.Func(name, result, params...)
		fn.Export, fn.Body = true, k.Inside(f)
	}
	local, set := ir.Within("v", 0, k.Fields.sites-1), ir.NewLocal("values", ir.I64)
	v := ir.Read(local)
	add("assign", ir.None, func() { k.Call(x.assign, v, ir.Read(set)) }, local, set)
	add("deduce", ir.I64, func() {
		k.Call(x.renew)
		values := ir.NewLocal("values", ir.I64)
		k.Add(ir.Put(values, ir.Long(0)))
		k.Rounds(ir.Num(x.lo), ir.Num(x.hi+1), maxValue+1, func(value *ir.Expr) {
			k.If(ir.Invoke(x.keeps, v, value), func() {
				bit := ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, value))
				k.Add(ir.Put(values, ir.Calc(ir.Or, ir.Read(values), bit)))
			})
		})
		k.Add(ir.Give(ir.Read(values)))
	}, local)
	add("holds", ir.I32, func() {
		k.Call(x.renew)
		k.Add(ir.When(ir.At(x.failing, ir.Num(0)), ir.Give(ir.Num(0))))
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
	known := ir.SetAt(x.known, ir.Num(0))
	mine := ir.SetOf(x.constrained[:k.P.Words])
	kept := k.P.Sets("known.before", ir.Scratch, 1)
	x.solved = k.Func("solved", ir.I32, func() {
		k.Add(ir.When(ir.At(x.failing, ir.Num(0)), ir.Give(ir.Num(0))))
		k.Add(ir.When(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, ir.SetOf(x.strict[:k.P.Words]), known)), ir.Give(ir.Num(0))))
		ok := k.Var("ok", 0, 1, ir.Num(1))
		open := k.Var("open", 0, 1, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, mine, known)))
		k.If(ir.Read(open), func() {
			k.Store(kept, known)
			k.Store(x.known, ir.Calc(ir.SetOr, known, mine))
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
		k.If(ir.Read(open), func() { k.Store(x.known, ir.SetAt(kept, ir.Num(0))) })
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
		values := x.hi - x.lo + 1
		if len(x.open) > 0 {
			open := k.Table("open", ir.I16, x.open)
			left := k.Var("left", 0, maxRejected, ir.Num(maxRejected))
			k.Loop("draws", maxRejected+1, func(end *ir.Label) {
				k.If(ir.Calc(ir.Eq, ir.Read(left), ir.Num(0)), func() { k.Add(ir.Leave(end)) })
				k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), ir.Num(1))))
				n := k.Temp("n", ir.Invoke(k.below(), ir.Num(2*values*len(x.open))))
				half := k.Temp("half", ir.Calc(ir.Shr, n, ir.Num(1)))
				v := k.Temp("v", ir.At(open, ir.Calc(ir.Div, half, ir.Num(values))))
				value := k.Temp("value", plus(ir.Calc(ir.Rem, half, ir.Num(values)), x.lo))
				give := func(rule int) { k.Add(ir.Give(ir.Pack(ir.Num(rule), v, v, value))) }
				k.Choose(ir.Calc(ir.And, n, ir.Num(1)), func() {
					is := ir.All(k.Resolved(v), ir.Calc(ir.Eq, k.Resolution(v), value))
					k.If(ir.Calc(ir.Not, is), func() { give(x.toggle) })
				}, func() { k.If(ir.Invoke(x.keeps, v, value), func() { give(x.set) }) })
			})
		}
		k.Add(ir.Give(ir.Invoke(k.pick(), ir.Invoke(k.below(), ir.Invoke(k.list())))))
	})
}

// Possible are the values that are possible for a variable of a puzzle, as bits; ok is false in other games.
func (p *Positions) Possible(mem []byte, v int) (values uint64, ok bool) {
	if p.k.values == nil {
		return 0, false
	}
	return binary.LittleEndian.Uint64(mem[p.k.values.may.Addr+8*v:]), true
}

// loadPuzzle writes the variables of a position.
func (p *Positions) loadPuzzle(mem []byte, s *game.State) {
	x := p.k.values
	for v := range p.k.Fields.sites {
		values := s.PuzzleValues(p.G.DefaultType, v)
		binary.LittleEndian.PutUint64(mem[x.may.Addr+8*v:], values[0])
		if values.Len() == 1 {
			mem[x.known.Addr+v>>3] |= 1 << (v & 7)
		}
	}
	setInt(mem, x.stale, 0, 1)
}
