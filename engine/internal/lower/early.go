package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
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

// foundBefore emits the effects of a (do prior next:…).
func (k *Lowerer) foundBefore(e, next *lgdl.Expr) {
	priors, next := priorsOf(clause.Do(e).Moves(), next)
	var before, done func()
	k.foundThere(func() { before, done = k.foundPriors(e, priors) }, func() { k.Moves(next) }, func() {},
		func() { before() })
	done()
}

// foundThere emits the effects that find does, found on the position that prepare leads to: first adds what comes
// before all of them, and before what comes before each.
func (k *Lowerer) foundThere(prepare, find, first, before func()) {
	c, saved, early := k.candidates, k.P.Snapshot("undone"), k.early
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	prepare()
	k.early = false // what these begin with in turn is made once for each
	list := foundList{first: k.Temp("from", ir.At(c.Count, ir.Num(0)))}
	body := k.Inside(find)
	k.early = early
	k.Add(ir.Listed(c, body)...)
	list.end, list.numbers = k.Temp("to", ir.At(c.Count, ir.Num(0))), ir.Emitted(body)
	k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
	first()
	i := k.Var("i", 0, 1<<30, list.first)
	k.Loop("effects", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, list.end, ir.Read(i)), ir.Leave(loop)))
		before()
		k.emitEntry(list.numbers, nil, ir.Read(i))
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

// InPieces reports whether an effect is to be emitted in pieces, each of them found where it is.
func (k *Lowerer) InPieces() bool { return k.early && k.effect && !k.unit && len(k.thens) == 0 }

// FoundAfter emits first what piece does, and then the effects that find does, on the position that made leads to.
func (k *Lowerer) FoundAfter(made, find, piece func()) {
	k.foundThere(func() { k.Uncounted(made) }, find, piece, func() {})
}

// foundPriors makes what effects begin with, and returns what emits that and what is done at the end.
func (k *Lowerer) foundPriors(e *lgdl.Expr, priors []*lgdl.Expr) (emit, done func()) {
	nothing := func() {}
	if k.hard(priors) {
		w := k.writeDown(e, priors)
		return func() {
			w.each(k, func(n int, from, to, data *ir.Expr) {
				k.Add(&ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(n), from, to, data}})
			})
		}, func() { w.close(k) }
	}
	var lists []foundList
	for _, x := range priors {
		var l foundList
		l.first, l.end, l.numbers = k.found(func() { k.Uncounted(func() { k.inFront(func() { k.Moves(x) }) }) })
		for _, n := range l.numbers {
			if does := ir.Effects(k.rules[n].apply.Body); does.Unknown || does.Writes[k.Fields.Rng] {
				k.No(e, "effects that begin with moves that draw")
			}
		}
		k.eachFound(l.first, l.end, l.numbers, nothing, nothing)
		lists = append(lists, l)
	}
	return func() {
		for _, l := range lists {
			k.emitPriors(l)
		}
	}, nothing
}

// emitPriors emits what effects begin with: the first, and those after it in reverse (part 4, §6, do).
func (k *Lowerer) emitPriors(l foundList) {
	if len(l.numbers) == 0 {
		return
	}
	k.If(ir.Calc(ir.Lt, l.first, l.end), func() {
		k.emitEntry(l.numbers, nil, l.first)
		i := k.Var("i", 0, 1<<30, l.end)
		k.Loop("priors", 0, func(loop *ir.Label) {
			k.Add(ir.Decrement(i), ir.When(ir.Calc(ir.Le, ir.Read(i), l.first), ir.Leave(loop)))
			k.emitEntry(l.numbers, nil, ir.Read(i))
		})
	})
}

// emitEntry emits a candidate of a list again: numbers are those of its rule, and as says of which rules they are
// emitted, unless of their own.
func (k *Lowerer) emitEntry(numbers []int, as map[int]int, i *ir.Expr) {
	if len(numbers) == 0 {
		return
	}
	move := k.Temp("move", ir.At(k.candidates.Moves, i))
	from, to, data := k.Temp("from", ir.FromOf(move)), k.Temp("to", ir.ToOf(move)), k.Temp("data", ir.DataOf(move))
	k.dispatch(numbers, k.Temp("rule", ir.RuleOf(move)), func(n int) {
		if by, other := as[n]; other {
			n = by
		}
		k.Add(&ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(n), from, to, data}})
	})
}
