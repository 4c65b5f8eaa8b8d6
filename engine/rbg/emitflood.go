package rbg

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// floodFrom goes on at v and at every vertex that is reached from it along a relation over some
// pieces, in ascending order.
func (w *walker) floodFrom(n *node, v *ir.Expr) []*ir.Stmt {
	if w.g.nodes[n.next].op == opAccept {
		return w.done()
	}
	next := func(t *ir.Expr) []*ir.Stmt { return w.walk(n.next, t, w.all) }
	switch {
	case w.words <= maxFloodWords:
		return w.floodSets(n, v, next)
	case w.family == inCondition:
		return w.floodSites(n, v, next)
	}
	return w.floodWords(n, v, next)
}

// maxFloodWords is the number of words of a set up to which a flood has them in variables.
const maxFloodWords = 3

// floodSets is floodFrom on small boards.
func (w *walker) floodSets(n *node, v *ir.Expr, next func(t *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	words := func(name string) (list []*ir.Local) {
		for range w.words {
			list = append(list, ir.NewLocal(name, ir.I64))
		}
		return list
	}
	done, todo, free := words("done"), words("todo"), words("free")
	x, fresh, loop := w.site("x"), ir.NewLocal("fresh", ir.I64), &ir.Label{Name: "flood"}
	without := func(l *ir.Local, s *ir.Expr) *ir.Stmt {
		return ir.Put(l, ir.Calc(ir.And, ir.Read(l), ir.Calc(ir.Xor, s, ir.Long(^uint64(0)))))
	}
	with := func(l *ir.Local, s *ir.Expr) *ir.Stmt { return ir.Put(l, ir.Calc(ir.Or, ir.Read(l), s)) }
	var out []*ir.Stmt
	for k := range w.words {
		bit := ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, v))
		if w.words > 1 {
			here := ir.Calc(ir.Eq, ir.Calc(ir.Shr, v, ir.Num(6)), ir.Num(k))
			bit = ir.Calc(ir.Shl, ir.Calc(ir.Wide, here), ir.Calc(ir.Wide, ir.Calc(ir.And, v, ir.Num(63))))
		}
		out = append(out, ir.Put(done[k], bit), ir.Put(todo[k], ir.Read(done[k])),
			ir.Put(free[k], w.having(n.mask, ir.Num(k))), without(free[k], ir.Read(done[k])))
	}
	// The first vertex of the first word that has one.
	take := []*ir.Stmt{ir.Leave(loop)}
	for k := w.words - 1; k >= 0; k-- {
		low := ir.Calc(ir.Add, ir.Calc(ir.Lowest, ir.Read(todo[k])), ir.Num(64*k))
		first := []*ir.Stmt{ir.Put(x, low),
			ir.Put(todo[k], ir.Calc(ir.And, ir.Read(todo[k]), ir.Calc(ir.Sub, ir.Read(todo[k]), ir.Long(1))))}
		some := ir.Calc(ir.Ne, ir.Read(todo[k]), ir.Long(0))
		take = []*ir.Stmt{{Op: ir.If, Args: []*ir.Expr{some}, Body: first, Else: take}}
	}
	round := take
	if w.family == inCondition { // whatever the order is
		round = append(round, next(ir.Read(x))...)
	}
	for k := range w.words {
		round = append(round, ir.Put(fresh, ir.Calc(ir.And, w.row(n.rel, ir.Read(x), ir.Num(k)), ir.Read(free[k]))),
			without(free[k], ir.Read(fresh)), with(todo[k], ir.Read(fresh)))
		if w.family != inCondition {
			round = append(round, with(done[k], ir.Read(fresh)))
		}
	}
	out = append(out, &ir.Stmt{Op: ir.Loop, Label: loop, Rounds: w.n + 1, Body: round})
	if w.family == inCondition {
		return out
	}
	set := ir.NewLocal("set", ir.I64)
	return append(out, w.eachWord(func(k *ir.Expr) []*ir.Stmt {
		word := ir.Read(done[0])
		for i := 1; i < w.words; i++ {
			word = ir.Cond(ir.Calc(ir.Eq, k, ir.Num(i)), ir.Read(done[i]), word)
		}
		return append([]*ir.Stmt{ir.Put(set, word)}, w.members(set, k, next)...)
	})...)
}

// floodSites is floodFrom for a condition, for which the order means nothing: what follows is
// looked for as soon as a vertex is reached. The vertices lie in a list, those reached are marked.
func (w *walker) floodSites(n *node, v *ir.Expr, next func(t *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	top, mark := ir.Within("top", 0, w.queue.Len), ir.NewLocal("mark", ir.I32)
	first, last := ir.NewLocal("first", ir.I32), ir.NewLocal("last", ir.I32)
	x, loop := w.site("x"), &ir.Label{Name: "flood"}
	at := func(l *ir.Expr) *ir.Expr { return ir.Calc(ir.Add, ir.Read(top), l) }
	reach := func(t *ir.Expr) []*ir.Stmt {
		return []*ir.Stmt{ir.Write(w.reached, at(t), ir.Read(mark)),
			ir.Write(w.queue, at(ir.Read(last)), t), ir.Increment(last)}
	}
	out := []*ir.Stmt{ir.Put(top, ir.At(w.queued, ir.Num(0)))}
	out = append(out, w.limit(ir.Calc(ir.Lt, ir.Num(w.queue.Len-w.n), ir.Read(top)))...)
	out = append(out, ir.Write(w.queued, ir.Num(0), ir.Calc(ir.Add, ir.Read(top), ir.Num(w.n))),
		ir.Put(mark, ir.Calc(ir.Add, ir.At(w.floods, ir.Num(0)), ir.Num(1))), ir.Write(w.floods, ir.Num(0), ir.Read(mark)),
		ir.Put(first, ir.Num(0)), ir.Put(last, ir.Num(0)))
	out = append(out, reach(v)...)
	round := []*ir.Stmt{
		ir.When(ir.Calc(ir.Le, ir.Read(last), ir.Read(first)), ir.Leave(loop)),
		ir.Put(x, ir.At(w.queue, at(ir.Read(first)))), ir.Increment(first),
	}
	round = append(round, next(ir.Read(x))...)
	round = append(round, w.fan(n.rel, n.mask, ir.Read(x), func(t *ir.Expr) []*ir.Stmt {
		return []*ir.Stmt{ir.When(ir.Calc(ir.Ne, ir.At(w.reached, at(t)), ir.Read(mark)), reach(t)...)}
	})...)
	out = append(out, &ir.Stmt{Op: ir.Loop, Label: loop, Rounds: w.n + 1, Body: round})
	return append(out, ir.Write(w.queued, ir.Num(0), ir.Read(top)))
}

// floodWords is floodFrom on boards of several words, whose areas lie on a stack: done, todo and
// free, one after the other.
func (w *walker) floodWords(n *node, v *ir.Expr, next func(t *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	top, word, bit := ir.Within("top", 0, w.flood.Len), w.site("word"), ir.NewLocal("bit", ir.I64)
	size := 3 * w.words
	at := func(part int, k *ir.Expr) *ir.Expr {
		return ir.Calc(ir.Add, ir.Calc(ir.Add, ir.Read(top), ir.Num(part*w.words)), k)
	}
	read := func(part int, k *ir.Expr) *ir.Expr { return ir.At(w.flood, at(part, k)) }
	without := func(part int, k, s *ir.Expr) *ir.Stmt {
		return ir.Write(w.flood, at(part, k), ir.Calc(ir.And, read(part, k), ir.Calc(ir.Xor, s, ir.Long(^uint64(0)))))
	}
	with := func(part int, k, s *ir.Expr) *ir.Stmt {
		return ir.Write(w.flood, at(part, k), ir.Calc(ir.Or, read(part, k), s))
	}
	out := []*ir.Stmt{ir.Put(top, ir.At(w.flooded, ir.Num(0)))}
	out = append(out, w.limit(ir.Calc(ir.Lt, ir.Num(w.flood.Len-size), ir.Read(top)))...)
	out = append(out, ir.Write(w.flooded, ir.Num(0), ir.Calc(ir.Add, ir.Read(top), ir.Num(size))))
	out = append(out, w.eachWord(func(k *ir.Expr) []*ir.Stmt {
		return []*ir.Stmt{ir.Write(w.flood, at(0, k), ir.Long(0)), ir.Write(w.flood, at(1, k), ir.Long(0)),
			ir.Write(w.flood, at(2, k), w.having(n.mask, k))}
	})...)
	out = append(out, ir.Put(word, ir.Calc(ir.Shr, v, ir.Num(6))),
		ir.Put(bit, ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, ir.Calc(ir.And, v, ir.Num(63))))),
		ir.Write(w.flood, at(0, ir.Read(word)), ir.Read(bit)), ir.Write(w.flood, at(1, ir.Read(word)), ir.Read(bit)),
		without(2, ir.Read(word), ir.Read(bit)))
	x, fresh, more := w.site("x"), ir.NewLocal("fresh", ir.I64), ir.Within("more", 0, 1)
	rounds, inner := &ir.Label{Name: "rounds"}, &ir.Label{Name: "flood"}
	round := append([]*ir.Stmt{ir.Put(more, ir.Num(0))}, w.eachWord(func(k *ir.Expr) []*ir.Stmt {
		body := []*ir.Stmt{
			ir.When(ir.Calc(ir.Not, read(1, k)), ir.Leave(inner)),
			ir.Put(x, ir.Calc(ir.Add, ir.Calc(ir.Lowest, read(1, k)), ir.Calc(ir.Shl, k, ir.Num(6)))),
			ir.Write(w.flood, at(1, k), ir.Calc(ir.And, read(1, k), ir.Calc(ir.Sub, read(1, k), ir.Long(1)))),
		}
		body = append(body, w.eachWord(func(j *ir.Expr) []*ir.Stmt {
			return []*ir.Stmt{
				ir.Put(fresh, ir.Calc(ir.And, w.row(n.rel, ir.Read(x), j), read(2, j))),
				ir.When(ir.Calc(ir.Ne, ir.Read(fresh), ir.Long(0)),
					without(2, j, ir.Read(fresh)), with(0, j, ir.Read(fresh)), with(1, j, ir.Read(fresh)),
					ir.When(ir.Calc(ir.Lt, j, k), ir.Put(more, ir.Num(1)))),
			}
		})...)
		return []*ir.Stmt{{Op: ir.Loop, Label: inner, Body: body}}
	})...)
	round = append(round, ir.When(ir.Calc(ir.Not, ir.Read(more)), ir.Leave(rounds)))
	out = append(out, &ir.Stmt{Op: ir.Loop, Label: rounds, Body: round})
	set := ir.NewLocal("set", ir.I64)
	out = append(out, w.eachWord(func(k *ir.Expr) []*ir.Stmt {
		return append([]*ir.Stmt{ir.Put(set, read(0, k))}, w.members(set, k, next)...)
	})...)
	return append(out, ir.Write(w.flooded, ir.Num(0), ir.Read(top)))
}
