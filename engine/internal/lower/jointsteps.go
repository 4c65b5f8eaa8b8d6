package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
)

// Who goes on from any position takes the decisions of players who decide at the same time one after the other, in the
// order of the players. What was chosen is part of the position until all have, and is made then. Decisions are in the
// order of the rules as far as they are lowered in it: they are listed one by one, unless all are those of sets.

// oneByOne adds the functions for that: options lists the decisions of the one who decides next, decide takes one of
// them and returns whether the play is over, and jointly takes up to so many at random, as search does by the rules,
// and returns their number.
func (k *Lowerer) oneByOne() {
	f, c, j := &k.Fields, k.Candidates, k.joint
	next := func(last *ir.Expr, then func(q int)) {
		for q := 1; q <= k.G.Players; q++ {
			k.If(ir.All(ir.Calc(ir.Lt, last, ir.Num(q)), k.isIn(q)), func() { then(q) })
		}
	}
	byMover := func(then func(p int)) {
		k.eachMover(func(p int) { k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() { then(p) }) })
	}
	options := k.P.Func("options", ir.I32)
	options.Body = k.Inside(func() {
		k.beginList()
		last := k.Temp("last", ir.At(j.Last, ir.Num(0)))
		byMover(func(p int) {
			next(last, func(q int) {
				gens := j.parts[p][q]
				k.byPhase(q, len(gens), func(i int) {
					list := k.d.Ordered
					if sets(gens[i].Body) {
						list = k.d.List
					}
					k.Call(list(c, gens[i]))
				})
				n := k.Temp("n", ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2))))
				k.Add(ir.When(n, ir.Give(n)))
				k.Add(ir.Write(c.Moves, ir.Num(0), transform.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))),
					ir.Write(c.Count, ir.Num(0), ir.Num(1)), ir.Give(ir.Num(1)))
			})
		})
		k.Add(ir.Give(ir.Num(0)))
	})

	move := ir.NewLocal("move", ir.I64)
	decide := k.P.Func("decide", ir.I32, move)
	decide.Body = k.Inside(func() {
		k.Add(k.refuel())
		next(k.Temp("last", ir.At(j.Last, ir.Num(0))), func(q int) {
			k.Add(ir.Write(j.Chosen, ir.Num(q), ir.Read(move)), ir.Write(j.Last, ir.Num(0), ir.Num(q)))
			k.Add(ir.When(ir.Calc(ir.Shr, f.Get(layout.Active), ir.Num(q+1)), ir.Give(ir.Num(0))))
			byMover(func(p int) {
				k.Call(j.makes[p])
				k.Add(ir.Give(f.Get(layout.Over)))
			})
		})
		k.Add(ir.Give(f.Get(layout.Over)))
	})

	limit, n := ir.NewLocal("limit", ir.I32), ir.Within("n", 0, 1<<30)
	jointly := k.P.Func("jointly", ir.I32, limit)
	loop := &ir.Label{Name: "decisions"}
	jointly.Body = []*ir.Stmt{ir.Put(n, ir.Num(0)), {Op: ir.Loop, Label: loop, Rounds: -1, Body: k.Inside(func() {
		k.Add(ir.When(ir.Any(f.Get(layout.Over), ir.Calc(ir.Le, ir.Read(limit), ir.Read(n)), ir.At(c.Fault, ir.Num(0))),
			ir.Leave(loop)))
		total := k.Temp("total", ir.Invoke(options))
		k.Add(ir.When(ir.Calc(ir.Not, total), ir.Leave(loop)))
		k.Call(decide, ir.Invoke(k.pick(), ir.Invoke(k.belowOf64(), total)))
		k.Add(ir.Increment(n))
	})}, ir.Give(ir.Read(n))}
	for _, fn := range []*ir.Func{options, decide, jointly} {
		fn.Export = true
	}
}

// Sets reports whether all candidates are those of sets, which are listed in their order without being taken apart.
func sets(body []*ir.Stmt) bool {
	found, others := false, false
	ir.Walk(body, func(s *ir.Stmt) {
		found, others = found || s.Op == ir.EmitSet, others || s.Op == ir.Emit || s.Op == ir.Generate
	}, nil)
	return found && !others
}

// belowOf64 is below by all 64 bits of a draw, as rng.SplitMix64.Below is.
func (k *Lowerer) belowOf64() *ir.Func {
	n := ir.Within("n", 1, 1<<30)
	fn := k.P.Func("below64", ir.I32, n)
	fn.Body = k.Inside(func() {
		x, loop := ir.NewLocal("x", ir.I64), &ir.Label{Name: "draws"}
		wide := k.Temp("wide", ir.Calc(ir.Wide, ir.Read(n)))
		times := func(half *ir.Expr) *ir.Expr { return ir.Calc(ir.Mul, half, wide) }
		high, low := ir.Calc(ir.Shr, ir.Read(x), ir.Long(32)), ir.Calc(ir.And, ir.Read(x), ir.Long(1<<32-1))
		most := ir.NewLocal("most", ir.I64) // all of the product but its lowest 32 bits
		rest := ir.Calc(ir.Rem, ir.Long(1<<32), wide)
		uneven := ir.Calc(ir.Rem, ir.Calc(ir.Mul, rest, rest), wide) // 2^64 modulo n
		k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: 64, Body: []*ir.Stmt{
			ir.Put(x, ir.Invoke(k.Draws())),
			ir.Put(most, ir.Calc(ir.Add, times(high), ir.Calc(ir.Shr, times(low), ir.Long(32)))),
			ir.When(ir.Calc(ir.Ne, ir.Calc(ir.And, ir.Read(most), ir.Long(1<<32-1)), ir.Long(0)), ir.Leave(loop)),
			ir.When(ir.Calc(ir.Le, uneven, ir.Calc(ir.And, times(low), ir.Long(1<<32-1))), ir.Leave(loop)),
		}})
		k.Add(ir.Give(ir.Calc(ir.Narrow, ir.Calc(ir.Shr, ir.Read(most), ir.Long(32)))))
	})
	return fn
}

// forgetChosen adds that nobody has chosen yet, where that is part of the position.
func (k *Lowerer) forgetChosen() {
	j := k.joint
	if j.Last == nil {
		return
	}
	k.Add(ir.Write(j.Last, ir.Num(0), ir.Num(0)))
	for q := 1; q <= k.G.Players; q++ {
		k.Add(ir.Write(j.Chosen, ir.Num(q), ir.Long(0)))
	}
}
