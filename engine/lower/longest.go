package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// (max Moves …) and (max Captures …) keep the best of a list of moves. The moves are
// listed and made one after the other; for the longest turn, so are the moves that each
// of them lets the mover go on with, and theirs. Among the moves that go on only the best
// count, so that a (max Moves …) on the way may leave all of them in.

// maxTurn bounds the moves of a turn that are looked ahead at; a longer one spoils the play.
const maxTurn = 24

// turns of several moves: the working space of the search for the longest.
type longest struct {
	removals *ir.Field // removals of the move that is measured; nil where nobody counts
	level    *ir.Field // by level: entry, end and best of its list
	saved    []*ir.Field
}

// Best emits the moves of e that begin the longest turns, or with captures those that
// capture most.
func (k *Lowerer) Best(e, moves *lgdl.Expr, captures bool) {
	switch {
	case k.effect || len(k.thens) > 0 || len(k.endings) > 0 || len(k.prefixes) > 0 || len(k.filters) > 0:
		k.No(e, "the best of moves inside others")
	case k.ahead.threat:
		k.No(e, "a threat by the best of moves")
	case k.ahead.on && !captures:
		k.Moves(moves) // there is a best move where there is any
		return
	case k.ahead.on:
		k.No(e, "a look ahead at the best of moves")
	}
	if captures {
		k.mostCaptures(e, moves)
		return
	}
	if k.level == nil {
		k.level = k.P.Field("levels", ir.Scratch, ir.Int, 3*maxTurn)
		for i := range maxTurn {
			k.saved = append(k.saved, k.P.Snapshot(fmt.Sprintf("turn.%d", i)))
		}
	}
	c, p := k.candidates, k.Mover
	body := k.Inside(func() { k.Moves(moves) })
	numbers := ir.Emitted(body)
	if len(numbers) == 0 {
		return
	}
	plain := ir.Inlined(&ir.Func{Body: body})
	k.Add(&ir.Stmt{Op: ir.If, Best: true, Args: []*ir.Expr{ir.Num(0)}, Body: plain, Else: k.Inside(func() {
		base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
		k.Add(ir.Listed(c, body)...)
		k.call(k.measure(p), base)
		k.emitListed(base, numbers)
	})})
}

// mostCaptures emits the moves that remove most pieces.
func (k *Lowerer) mostCaptures(e, moves *lgdl.Expr) {
	c := k.candidates
	saved := k.P.Snapshot("captures")
	body := k.Inside(func() { k.Moves(moves) })
	numbers := ir.Emitted(body)
	if len(numbers) == 0 {
		return
	}
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(ir.Listed(c, body)...)
	end := k.Temp("end", ir.At(c.Count, ir.Num(0)))
	i, kept, best := ir.Within("i", 0, 1<<30), ir.Within("kept", 0, 1<<30), ir.NewLocal("best", ir.I32)
	loop := &ir.Label{Name: "captures"}
	k.Add(ir.Put(i, base), ir.Put(kept, base), ir.Put(best, ir.Num(0)), &ir.Stmt{Op: ir.Save, Field: saved},
		&ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
			move := k.Temp("move", ir.At(c.Moves, ir.Read(i)))
			k.Add(ir.Put(i, ir.Calc(ir.Add, ir.Read(i), ir.Num(1))), ir.Write(k.removals, ir.Num(0), ir.Num(0)))
			number := k.Temp("rule", ir.RuleOf(move))
			from, to, data := k.Temp("from", ir.FromOf(move)), k.Temp("to", ir.ToOf(move)), k.Temp("data", ir.DataOf(move))
			k.startMove()
			k.dispatch(numbers, number, func(n int) { k.call(k.rules[n].apply, from, to, data) })
			k.endMove()
			k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
			k.keepBest(move, ir.At(k.removals, ir.Num(0)), base, kept, best)
		})}, ir.Write(c.Count, ir.Num(0), ir.Read(kept)))
	k.emitListed(base, numbers)
}

// keepBest keeps a move in the list from base to kept if its score is not below the best.
func (k *Lowerer) keepBest(move, score, base *ir.Expr, kept, best *ir.Local) {
	score = k.Temp("score", score)
	k.If(ir.Calc(ir.Lt, ir.Read(best), score), func() { k.Add(ir.Put(kept, base), ir.Put(best, score)) })
	k.If(ir.Calc(ir.Eq, score, ir.Read(best)), func() {
		k.Add(ir.Write(k.candidates.Moves, ir.Read(kept), move), ir.Put(kept, ir.Calc(ir.Add, ir.Read(kept), ir.Num(1))))
	})
}

// measure is the function that keeps, of the list from an entry on, the moves of a player
// that begin the longest turns.
func (k *Lowerer) measure(p int) *ir.Func {
	name := fmt.Sprintf("measure.p%d", p)
	if fn := k.made[name]; fn != nil {
		return fn
	}
	base := ir.Within("base", 0, 1<<30)
	fn := k.P.Func(name, ir.None, base)
	k.made[name] = fn
	k.later = append(k.later, func() {
		mover := k.Mover
		k.Mover = p
		fn.Body = k.Inside(func() { k.measureBody(p, ir.Read(base)) })
		k.Mover = mover
	})
	return fn
}

// measureBody walks through the turns that the moves of a list begin, in depth. On every
// level the position before its moves is kept, and which of its list comes next.
func (k *Lowerer) measureBody(p int, base *ir.Expr) {
	c, f := k.candidates, &k.Fields
	depth, kept := ir.Within("depth", 0, maxTurn-1), ir.Within("kept", 0, 1<<30)
	best, first := ir.NewLocal("best", ir.I32), ir.Num(0)
	at := func(i int) *ir.Expr {
		return ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Read(depth), ir.Num(3)), ir.Num(i))
	}
	const entry, end, most = 0, 1, 2
	get := func(i int) *ir.Expr { return ir.At(k.level, at(i)) }
	set := func(i int, v *ir.Expr) { k.Add(ir.Write(k.level, at(i), v)) }
	snapshot := func(op ir.StmtOp) {
		all := make([]int, maxTurn)
		for i := range all {
			all[i] = i
		}
		k.dispatch(all, ir.Read(depth), func(i int) { k.Add(&ir.Stmt{Op: op, Field: k.saved[i]}) })
	}
	found := func(v *ir.Expr) { // the move that was made last begins a turn of v moves
		v = k.Temp("v", v)
		snapshot(ir.Restore)
		k.Choose(ir.Calc(ir.Eq, ir.Read(depth), first), func() {
			move := k.Temp("move", ir.At(c.Moves, ir.Calc(ir.Sub, get(entry), ir.Num(1))))
			k.keepBest(move, v, base, kept, best)
		}, func() { k.If(ir.Calc(ir.Lt, get(most), v), func() { set(most, v) }) })
	}
	loop := &ir.Label{Name: "turns"}
	k.Add(ir.Put(depth, first), ir.Put(kept, base), ir.Put(best, ir.Num(0)))
	set(entry, base)
	set(end, ir.At(c.Count, ir.Num(0)))
	snapshot(ir.Save)
	k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
		k.Choose(ir.Calc(ir.Lt, get(entry), get(end)), func() {
			move := ir.NewLocal("move", ir.I64)
			k.Add(ir.Put(move, ir.At(c.Moves, get(entry))))
			set(entry, ir.Calc(ir.Add, get(entry), ir.Num(1)))
			k.call(k.players[p].turn, ir.Read(move))
			over := ir.Any(ir.Calc(ir.Ne, f.Get(Over), ir.Num(0)), ir.Calc(ir.Ne, f.Get(Mover), ir.Num(p)))
			k.Choose(over, func() { found(ir.Num(1)) }, func() {
				k.Choose(ir.Calc(ir.Eq, ir.Read(depth), ir.Num(maxTurn-1)), func() {
					k.Add(ir.Write(c.Fault, ir.Num(0), ir.Num(1)))
					found(ir.Num(1))
				}, func() {
					from := k.Temp("from", ir.At(c.Count, ir.Num(0)))
					k.call(k.goingOn(p))
					k.Add(ir.Put(depth, ir.Calc(ir.Add, ir.Read(depth), ir.Num(1))))
					set(entry, from)
					set(end, ir.At(c.Count, ir.Num(0)))
					set(most, ir.Num(0))
					snapshot(ir.Save)
				})
			})
		}, func() {
			k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(depth), first), ir.Leave(loop)))
			longest := k.Temp("longest", ir.Calc(ir.Add, get(most), ir.Num(1)))
			k.Add(ir.Put(depth, ir.Calc(ir.Sub, ir.Read(depth), ir.Num(1))))
			// The list of the level goes, that below it stays.
			k.Add(ir.Write(c.Count, ir.Num(0), get(end)))
			found(longest)
		})
	})})
	k.Add(ir.Write(c.Count, ir.Num(0), ir.Read(kept)))
}

// goingOn is the function that lists the legal moves of a player who goes on.
func (k *Lowerer) goingOn(p int) *ir.Func {
	name := fmt.Sprintf("goingOn.p%d", p)
	fn := k.made[name]
	if fn == nil {
		c, f := k.candidates, &k.Fields
		fn = k.P.Func(name, ir.None)
		k.made[name] = fn
		fn.Body = k.Inside(func() {
			from := k.Temp("from", ir.At(c.Count, ir.Num(0)))
			k.begin(p)
			k.Add(f.Put(Stuck, ir.Calc(ir.And, f.Get(Stuck), ir.Num(^(1<<p)))))
			k.byPhase(p, len(k.players[p].gens), func(i int) {
				gen := k.players[p].gens[i]
				k.Add(ir.Listed(c, ir.AllOf(gen))...)
			})
			k.If(ir.Calc(ir.Eq, ir.At(c.Count, ir.Num(0)), from), func() {
				k.Add(ir.Write(c.Moves, from, ir.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))),
					ir.Write(c.Count, ir.Num(0), ir.Calc(ir.Add, from, ir.Num(1))))
			})
		})
	}
	return fn
}

// countRemoval notes that a piece is removed, where moves are compared by captures.
func (k *Lowerer) countRemoval() {
	if r := k.removals; r != nil {
		k.Add(ir.Write(r, ir.Num(0), ir.Calc(ir.Add, ir.At(r, ir.Num(0)), ir.Num(1))))
	}
}

// comparesCaptures reports whether a clause keeps the moves that capture most.
func comparesCaptures(e *lgdl.Expr) bool {
	if e == nil {
		return false
	}
	if e.Kind == lgdl.Clause && e.Form != nil && e.Form.Keyword == "max" && e.Args[0] != nil &&
		e.Args[0].Text == "Captures" {
		return true
	}
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			if comparesCaptures(x) {
				return true
			}
		}
	}
	return false
}
