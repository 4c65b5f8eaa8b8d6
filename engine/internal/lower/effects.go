package lower

import (
	"cmp"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Perform adds the effects of a moves ludeme: all its candidates, made before the
// first of them is applied.
func (k *Lowerer) Perform(e *lgdl.Expr) { k.PerformAll(func() { k.Moves(e) }) }

// Sequence adds effects one after the other, each of which sees what those before it
// did, and as the last move the one before it.
func (k *Lowerer) Sequence(list []*lgdl.Expr) {
	asked, minded := k.lastAsked, k.lastMinded
	k.apart(func() {
		known := make([]*inSequence, len(list))
		for i, x := range list {
			one := known[i]
			if one == nil {
				one = k.inSequence(x, false)
			}
			if (one.several || one.minds) && k.asksLast(list, i+1, known) {
				if one = k.inSequence(x, true); one.several {
					k.No(x, "the last move in a sequence, where an effect is several")
				}
			}
			k.Add(one.body...)
		}
	})
	k.lastAsked, k.lastMinded = asked, minded
}

// inSequence is an effect of a sequence: what it comes to, whether that stands for several effects, and whether it
// depends on whether those after it ask for the last move.
type inSequence struct {
	body           []*ir.Stmt
	several, minds bool
}

// inSequence lowers an effect of which those that come after it ask for the last move or not.
func (k *Lowerer) inSequence(x *lgdl.Expr, asked bool) *inSequence {
	k.lastAsked, k.lastMinded = asked, false
	one := &inSequence{}
	one.body = k.Inside(func() { one.several = k.perform(func() { k.Moves(x) }, true, nil) })
	one.minds = k.lastMinded
	return one
}

// asksLast reports whether some effects from one on ask for the last move, or how many there have been. It keeps those
// that it has lowered to know.
func (k *Lowerer) asksLast(list []*lgdl.Expr, from int, known []*inSequence) bool {
	if k.lastTried {
		return false // whoever lowers these to know only wants to know what they ask for
	}
	k.lastTried = true
	defer func() { k.lastTried = false }()
	f := &k.Fields
	for i, x := range list[from:] {
		within := x.Any(keepsLast)
		if within && !k.Asks(x, "last") {
			continue // sequences keep the last move in any case
		}
		one := known[from+i]
		if one == nil {
			if one = k.inSequence(x, false); !within {
				known[from+i] = one
			}
		}
		asks := ir.Effects(one.body).Asks
		// Each move itself adds to the number.
		told := func(v layout.Var) bool { return v != layout.MoveNumber && asks.Has(f.Vars[v]) }
		if slices.ContainsFunc(lastMove[:], told) || x.Any(countsMoves) {
			return true
		}
	}
	return false
}

// keepsLast reports whether a clause has effects that count as moves of their own.
func keepsLast(e *lgdl.Expr) bool { return e.Is("seq") }

func countsMoves(e *lgdl.Expr) bool { return e.Is("count", "Moves") }

// followed reports whether each effect is made as a move of its own, and it is asked which was the last.
func (k *Lowerer) followed() bool {
	apart := k.apartly && !k.effect
	k.lastMinded = k.lastMinded || apart
	return k.lastAsked && apart
}

// AtOnce refuses effects that are one move where each is taken as one.
func (k *Lowerer) AtOnce(e *lgdl.Expr) {
	if k.followed() {
		k.No(e, "the last move in a sequence, where an effect is many")
	}
}

// rounds adds what f adds again and again as long as a condition holds; a play that needs more rounds is spoilt.
func (k *Lowerer) rounds(cond *lgdl.Expr, most int, f func()) {
	n := k.Var("n", 0, 1<<30, ir.Num(0))
	k.Loop("while", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Not, k.Bool(cond)), ir.Leave(loop)))
		k.Add(ir.When(ir.Calc(ir.Le, ir.Num(most), ir.Read(n)), ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1)),
			ir.Leave(loop)))
		k.Add(ir.Increment(n))
		f()
	})
}

// lastMove are the numbers that tell of the last move.
var lastMove = [...]layout.Var{layout.LastFrom, layout.LastTo, layout.LastLevel, layout.AfterFrom, layout.AfterTo,
	layout.Passed, layout.MoveNumber}

// OneByOne reports whether effects are lowered that are found where they stand, of which several do what one does.
func (k *Lowerer) OneByOne() bool {
	return k.early && k.fronts == nil && k.performed() && len(k.thens) == 0
}

// performed reports whether what is emitted is made with a move, not chosen.
func (k *Lowerer) performed() bool { return k.effect || k.acting || k.apartly }

// AnyOrder reports whether moves may be emitted in any order, as those may that a player chooses from unless they are
// drawn, and those of which the sites are asked for. Of effects the first to take a piece along has it.
func (k *Lowerer) AnyOrder() bool { return (k.ahead.sites || !k.performed()) && !k.drawsInOrder() }

// apart adds effects that count as moves of their own while they last: afterwards the
// last move is again the one that it was before.
func (k *Lowerer) apart(do func()) {
	f := &k.Fields
	if k.Crossed != nil {
		k.No(nil, "moves one after the other, and what the last one went over")
	}
	var kept []*ir.Stmt
	for _, v := range lastMove {
		was := k.Let("was", f.Get(v))
		kept = append(kept, f.Put(v, ir.Read(was)))
	}
	if k.MoversBefore != nil { // some effects are moves of the mover by the rules, and some of nobody
		k.No(nil, "moves one after the other, and who moved before")
	}
	kept = append(kept, k.KeepTypes()...)
	outer := k.apartly
	k.apartly = true
	do()
	k.apartly = outer
	k.Add(kept...)
}

// own is the function that applies a candidate as a move of its own.
func (k *Lowerer) own(apply *ir.Func) *ir.Func {
	if !k.TellsActs {
		return apply
	}
	f := &k.Fields
	from, to := ir.Within("from", -1, f.Span-1), ir.Within("to", -1, f.Span-1)
	data := ir.NewLocal("data", ir.I32)
	return k.Func("own", ir.None, func() {
		a, b := ir.NewLocal("a", ir.I32), ir.NewLocal("b", ir.I32)
		k.Add(
			ir.Put(a, f.Get(layout.ActFrom)),
			ir.Put(b, f.Get(layout.ActTo)),
			f.Put(layout.ActFrom, ir.Num(-1)),
			f.Put(layout.ActTo, ir.Num(-1)),
		)
		k.Call(apply, ir.Read(from), ir.Read(to), ir.Read(data))
		k.Add(f.Put(layout.AfterFrom, f.Get(layout.ActFrom)), f.Put(layout.AfterTo, f.Get(layout.ActTo)),
			ir.When(ir.Calc(ir.Eq, f.Get(layout.ActFrom), ir.Num(-1)), f.Put(layout.ActFrom, ir.Read(a))),
			ir.When(ir.Calc(ir.Eq, f.Get(layout.ActTo), ir.Num(-1)), f.Put(layout.ActTo, ir.Read(b))))
	}, from, to, data)
}

// PerformAll adds the effects that f emits. Where none changes what the others are
// made from they are applied as they are found, else they are listed first.
func (k *Lowerer) PerformAll(f func()) { k.perform(f, false, nil) }

// perform is PerformAll; with own, each candidate is applied as a move of its own. All are listed where some of them
// may be left out: sift, which is nil else, is given the numbers of their rules and where the list begins and ends, and
// returns where it ends then. Of such a list none is found in pieces: a play is spoilt where what one is found from may
// be changed by another. It reports whether some stand for several effects.
func (k *Lowerer) perform(f func(), own bool, sift func(numbers []int, base, end *ir.Expr) *ir.Expr) (several bool) {
	k.resolver.performed++
	thens, effect, filters, endings, prefixes := k.thens, k.effect, k.filters, k.endings, k.prefixes
	on, once, fronts, preceded := k.ahead.on, k.BeforeLoop, k.fronts, k.preceded
	k.thens, k.effect, k.filters, k.endings, k.prefixes, k.ahead.on = nil, !own, nil, nil, nil, false
	k.BeforeLoop, k.fronts, k.preceded = nil, nil, false
	dependent, tooLate := k.dependent, k.tooLate
	late := false
	k.tooLate = &late
	finding, unit, apiece := k.finding.taken(), k.unit, k.apiece
	k.unit, k.apiece = sift != nil, true
	body := k.Inside(f)
	k.tooLate = tooLate
	if sift != nil && late {
		k.No(nil, "forced moves that are found out when they are made")
	}
	if (late || k.changedBefore(body) != "") && !k.early && sift == nil {
		k.early, k.apiece = true, true // as it is found out when it is done
		body = k.Inside(f)
		k.early = false
	}
	k.selfMade(dependsOnOn, dependent)
	k.ahead.on, k.BeforeLoop, k.fronts, k.preceded = on, once, fronts, preceded
	numbers := transform.Emitted(body)
	finding.note(k, body)
	k.unit, k.apiece = unit, apiece
	k.thens, k.effect, k.filters, k.endings, k.prefixes = thens, effect, filters, endings, prefixes
	applied := map[int]*ir.Func{}
	for _, n := range numbers {
		if applied[n] = k.rules[n].apply; own {
			applied[n] = k.own(k.rules[n].apply)
		}
		several = several || k.rules[n].several
	}
	changed := k.changedBefore(body)
	if changed != "" && sift == nil {
		k.No(nil, "effects after others that they depend on: %s", changed)
	}
	apply := func(n int) *ir.Func { return applied[n] }
	asFound := false
	if sift == nil {
		if apart := transform.CapturedApart(k.P, body, k.Candidates.Fault, apply); apart != nil {
			body, asFound = apart, true
		} else {
			asFound = k.settled(body, numbers)
		}
	}
	if asFound {
		k.Add(transform.Performed(body, apply)...)
		return several
	}
	c := k.Candidates
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(transform.Listed(c, body)...)
	end := k.Temp("end", ir.At(c.Count, ir.Num(0)))
	if sift != nil {
		if end = sift(numbers, base, end); changed != "" {
			k.SpoilIf(ir.Calc(ir.Lt, position.Plus(base, 1), end))
		}
	}
	i, loop := ir.Within("i", 0, 1<<30), &ir.Label{Name: "effects"}
	k.Add(ir.Put(i, base), &ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
		k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
		move := k.Temp("move", ir.At(c.Moves, ir.Read(i)))
		number := k.Temp("rule", transform.RuleOf(move))
		from, to, data := k.partsOf(move)
		k.dispatch(numbers, number, func(n int) { k.Call(apply(n), from, to, data) })
		k.Add(ir.Increment(i))
	})}, ir.Write(c.Count, ir.Num(0), base))
	return several
}

// changedBefore tells of effects that are found out when they are done, by the rules before any effect is done, where
// another effect may change what they are found from: the name of a field that it writes, "" for none.
func (k *Lowerer) changedBefore(body []*ir.Stmt) (name string) {
	transform.EmittedBefore(body, func(n int, before []int) {
		reads := k.rules[n].foundFrom()
		if name != "" || len(reads) == 0 {
			return
		}
		for _, other := range before {
			name = cmp.Or(k.changes(other, reads), name)
		}
	})
	return name
}

// changes is the name of a field of the position that a rule writes and that is among those read, "" for none.
func (k *Lowerer) changes(rule int, reads ir.Fields) (name string) {
	for _, w := range ir.Effects(k.rules[rule].apply.Body).Writes {
		if reads.Has(w) && w.Kind == ir.State && !k.restored(w) && (k.ActLog == nil || w != k.ActLog.Count) {
			name = w.Name
		}
	}
	return name
}

// disturbed reports whether effects, of which one is found out when it is made, change what it is found from before it
// is: one of them, or of the rules that all begin with, which are made again in front of each. One that stands for
// several is disturbed, as nothing is made in front of each of these.
func (k *Lowerer) disturbed(effects *lgdl.Expr, priors []int) bool {
	body := k.onTrial(effects)
	if k.mostEffects(body) <= 1 {
		return false // it is made on the very position on which it was found
	}
	return k.changedBefore(body) != "" || transform.EmitsAny(body, func(n int) bool {
		r := k.rules[n]
		reads := r.foundFrom()
		changes := func(p int) bool { return k.changes(p, reads) != "" }
		return len(reads) > 0 && (r.several || slices.ContainsFunc(priors, changes))
	})
}

// restored reports whether a field is one that effects change only while they last, see apart.
func (k *Lowerer) restored(w *ir.Field) bool {
	return slices.ContainsFunc(lastMove[:], func(v layout.Var) bool { return w == k.Fields.Vars[v] })
}

// settled reports whether the candidates of a body may be applied as they are
// found: none of them changes what the body reads afterwards.
func (k *Lowerer) settled(body []*ir.Stmt, numbers []int) bool {
	places := 0
	ir.Walk(body, func(s *ir.Stmt) {
		if s.Op == ir.Emit || s.Op == ir.EmitSet {
			places++
		}
	}, nil)
	if places == 0 || places == 1 && !ir.Loops(body) {
		return true
	}
	access := ir.Effects(body)
	if access.Unknown {
		return false
	}
	for _, n := range numbers {
		does := ir.Effects(k.rules[n].apply.Body)
		if does.Unknown {
			return false
		}
		for _, w := range does.Writes {
			if access.Reads.Has(w) {
				return false
			}
		}
	}
	return true
}
