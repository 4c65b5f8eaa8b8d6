package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Effects that begin with others are found out when they are made, but where effects before them may change what they
// are found from. Those are found with all others, on a copy of the position, and emitted as they are found: each with
// what it begins with in front.

// foundList are listed effects: their entries, and the numbers of their rules.
type foundList struct {
	first, end *ir.Expr
	numbers    []int
}

// fronts are what the effects of a clause begin with, while they are found. Effects among them that begin with others
// in turn are emitted with what all clauses around begin with in front, each time.
type fronts struct {
	outer *fronts
	front func(as func(n int) int) // emits that of this clause, candidates of rule n as those of another
	apart bool                     // what is lowered is a function of its own, where front is not known
}

// emit adds what the clauses around begin with, that of the outermost first.
func (x *fronts) emit(as func(n int) int) {
	if x != nil {
		x.outer.emit(as)
		x.front(as)
	}
}

// away is the same for a function of its own.
func (x *fronts) away() *fronts {
	if x == nil {
		return nil
	}
	return &fronts{apart: true}
}

// fronted is the number of a rule like that of another number, but that nothing goes in front of its effects any more.
func (k *Lowerer) fronted(n int) int {
	if k.rules[n].fronted > 0 {
		return k.rules[n].fronted
	}
	r := *k.rules[n]
	m := k.append(&r)
	k.rules[n].fronted, r.fronted = m, m
	return m
}

// isFronted reports whether nothing goes in front of effects of a rule any more.
func (k *Lowerer) isFronted(n int) bool { return k.rules[n].fronted == n }

// isTooLate notes that effects must be found where they stand, not when they are made. It refuses them where they
// have been.
func (k *Lowerer) isTooLate(e *lgdl.Expr, why string) {
	if k.early || k.tooLate == nil {
		k.No(e, "%s", why)
	}
	*k.tooLate = true
}

// foundBefore emits the effects of a (do prior next:…).
func (k *Lowerer) foundBefore(e, next *lgdl.Expr) {
	priors, next := priorsOf(clause.Do(e).Moves(), next)
	var done func()
	outer := k.fronts
	k.foundThere(func() *fronts {
		x := &fronts{outer: outer}
		x.front, done = k.foundPriors(e, priors)
		return x
	}, func() {
		k.apiece = true
		k.Moves(next)
	}, func() {}, k.framed())
	done()
}

// framed is how rules are emitted of whose effects all is told that goes in front of them.
func (k *Lowerer) framed() (as func(n int) int) {
	if k.fronts != nil {
		return k.fronted
	}
	return func(n int) int { return n }
}

// InPieces reports whether an effect is to be emitted in pieces, each of them found where it is.
func (k *Lowerer) InPieces() bool { return k.early && k.effect && !k.unit && len(k.thens) == 0 }

// FoundAfter emits first what piece does, and then the effects that find does, on the position that made leads to.
func (k *Lowerer) FoundAfter(made, find, piece func()) {
	k.foundThere(func() *fronts {
		k.Uncounted(made)
		return nil
	}, func() {
		early := k.early
		k.early = false // what these begin with is made once for each
		find()
		k.early = early
	}, piece, k.framed())
}

// eachApart reports whether a clause may emit any number of effects where one of those in it does several.
func eachApart(e *lgdl.Expr) bool {
	return slices.Contains([]string{"and", "or", "if", "forEach", "while"}, e.Form.Keyword)
}

// EmitRounds lowers effects that are repeated as long as a condition holds, up to a number of rounds, each with a
// consequent, nil for none.
func (k *Lowerer) EmitRounds(cond, e, then *lgdl.Expr, rounds int) {
	if k.early && k.effect && k.apiece && len(k.thens) == 0 {
		k.foundInRounds(cond, e, then, rounds)
		return
	}
	if then != nil {
		k.isTooLate(then, "consequents of every round")
	}
	k.EmitSeveral(func() { k.rounds(cond, rounds, func() { k.Perform(e) }) })
}

// foundInRounds emits those effects: those of each round are found on the position that those before lead to, without
// the consequent.
func (k *Lowerer) foundInRounds(cond, e, then *lgdl.Expr, rounds int) {
	if k.Asks(e, "do") || k.Asks(e, "sow") {
		k.No(e, "rounds of effects that begin with others, each with the same in front")
	}
	k.foundThere(func() *fronts { return nil }, func() {
		early := k.early
		k.early = false
		k.rounds(cond, rounds, func() {
			first := k.Temp("first", ir.At(k.Candidates.Count, ir.Num(0)))
			body := k.Inside(func() { k.Moves(e) })
			k.Add(body...)
			numbers := transform.Emitted(body)
			for _, n := range numbers {
				if does := ir.Effects(k.rules[n].apply.Body); does.Unknown || does.Writes.Has(k.Fields.Rng) {
					k.No(e, "rounds of effects that draw, each with the same in front")
				}
			}
			end := k.Temp("end", ir.At(k.Candidates.Count, ir.Num(0)))
			k.eachFound(first, end, numbers, func() {}, func() {})
		})
		k.early = early
	}, func() {}, k.followedBy(then))
}

// followedBy is how rules are emitted that have a consequent besides, nil for none.
func (k *Lowerer) followedBy(then *lgdl.Expr) (as func(n int) int) {
	with := map[int]int{}
	return func(n int) int {
		if then == nil {
			return n
		}
		if with[n] == 0 {
			r, apply := *k.rules[n], k.rules[n].apply
			from, to := ir.Within("from", -1, k.Fields.Span-1), ir.Within("to", -1, k.Fields.Span-1)
			data := ir.NewLocal("data", ir.I32)
			r.apply = k.Func("followed", ir.None, func() {
				k.Call(apply, ir.Read(from), ir.Read(to), ir.Read(data))
				k.Then(then)
			}, from, to, data)
			with[n] = k.append(&r)
		}
		return with[n]
	}
}

// foundThere emits the effects that find does, found on the position that prepare leads to: first adds what comes
// before all of them, and what prepare returns is what each of them begins with, nil for nothing. As says of which
// rules they are emitted.
func (k *Lowerer) foundThere(prepare func() *fronts, find, first func(), as func(n int) int) {
	c, saved, outer := k.Candidates, k.P.Snapshot("undone"), k.fronts
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	own := prepare()
	k.fronts = own
	list := foundList{first: k.Temp("from", ir.At(c.Count, ir.Num(0)))}
	body := k.Inside(find)
	k.fronts = outer
	k.Add(transform.Listed(c, body)...)
	list.end, list.numbers = k.Temp("to", ir.At(c.Count, ir.Num(0))), transform.Emitted(body)
	k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
	first()
	parts := slices.DeleteFunc(slices.Clone(list.numbers), k.isFronted)
	i := k.Var("i", 0, 1<<30, list.first)
	k.Loop("effects", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, list.end, ir.Read(i)), ir.Leave(loop)))
		k.If(k.isOne(ir.At(c.Moves, ir.Read(i)), parts, list.numbers), func() { own.emit(as) })
		k.emitEntry(list.numbers, func(n int) int {
			if k.isFronted(n) {
				return n
			}
			return as(n)
		}, ir.Read(i))
		k.Add(ir.Increment(i))
	})
	// What was emitted is moved to where the lists began; nothing, where effects are made as they are emitted.
	at, to := k.Var("at", 0, 1<<30, list.end), k.Var("at", 0, 1<<30, base)
	end := k.Temp("end", ir.At(c.Count, ir.Num(0)))
	k.Loop("moved", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(at)), ir.Leave(loop)))
		k.Add(ir.Write(c.Moves, ir.Read(to), ir.At(c.Moves, ir.Read(at))), ir.Increment(at), ir.Increment(to))
	})
	k.Add(ir.Write(c.Count, ir.Num(0), ir.Read(to)))
}

// isOne reports whether a candidate is one of the rules of some of these numbers, of which there are others.
func (k *Lowerer) isOne(move *ir.Expr, some, all []int) *ir.Expr {
	if len(some) == len(all) {
		return ir.Num(1)
	}
	number, one := k.Temp("rule", transform.RuleOf(move)), ir.Num(0)
	for _, n := range some {
		one = ir.Any(one, ir.Calc(ir.Eq, number, ir.Num(n)))
	}
	return one
}

// foundPriors makes what effects begin with, and returns what emits that and what is done at the end.
func (k *Lowerer) foundPriors(e *lgdl.Expr, priors []*lgdl.Expr) (emit func(as func(n int) int), done func()) {
	nothing := func() {}
	if k.hard(priors) {
		w := k.writeDown(e, priors)
		return func(as func(n int) int) {
			w.each(k, func(n int, from, to, data *ir.Expr) {
				k.Add(&ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(as(n)), from, to, data}})
			})
		}, func() { w.close(k) }
	}
	var lists []foundList
	for _, x := range priors {
		var l foundList
		l.first, l.end, l.numbers = k.found(func() { k.Uncounted(func() { k.inFront(func() { k.Moves(x) }) }) })
		for _, n := range l.numbers {
			if does := ir.Effects(k.rules[n].apply.Body); does.Unknown || does.Writes.Has(k.Fields.Rng) {
				k.No(e, "effects that begin with moves that draw")
			}
		}
		k.eachFound(l.first, l.end, l.numbers, nothing, nothing)
		lists = append(lists, l)
	}
	return func(as func(n int) int) {
		for _, l := range lists {
			k.emitPriors(l, as)
		}
	}, nothing
}

// emitPriors emits what effects begin with: the first, and those after it in reverse (part 4, §6, do).
func (k *Lowerer) emitPriors(l foundList, as func(n int) int) {
	if len(l.numbers) == 0 {
		return
	}
	k.If(ir.Calc(ir.Lt, l.first, l.end), func() {
		k.emitEntry(l.numbers, as, l.first)
		i := k.Var("i", 0, 1<<30, l.end)
		k.Loop("priors", 0, func(loop *ir.Label) {
			k.Add(ir.Decrement(i), ir.When(ir.Calc(ir.Le, ir.Read(i), l.first), ir.Leave(loop)))
			k.emitEntry(l.numbers, as, ir.Read(i))
		})
	})
}

// emitEntry emits a candidate of a list again: numbers are those of its rule, and as says of which rules they are
// emitted, nil for their own.
func (k *Lowerer) emitEntry(numbers []int, as func(n int) int, i *ir.Expr) {
	if len(numbers) == 0 {
		return
	}
	move := k.Temp("move", ir.At(k.Candidates.Moves, i))
	from, to, data := k.partsOf(move)
	k.dispatch(numbers, k.Temp("rule", transform.RuleOf(move)), func(n int) {
		if as != nil {
			n = as(n)
		}
		k.Add(&ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(n), from, to, data}})
	})
}
