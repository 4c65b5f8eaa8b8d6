package rbg

import (
	"fmt"
	"math"
	mathbits "math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// play makes the function that plays: up to so many random moves, with the keeper's between
// them. It returns their number, and tells in over whether the play came to its end.
func (e *emitter) play() {
	e.draws()
	ply, keep := e.ply(), e.keep()
	limit, made, loop := ir.NewLocal("limit", ir.I32), ir.NewLocal("made", ir.I32), &ir.Label{Name: "plies"}
	play := e.p.Func("play", ir.I32, limit)
	play.Export = true
	fault := ir.At(e.fault, ir.Num(0))
	end := []*ir.Stmt{ir.Write(e.over, ir.Num(0), ir.Num(1)), ir.Leave(loop)}
	play.Body = []*ir.Stmt{
		ir.Write(e.over, ir.Num(0), ir.Num(0)), ir.Write(e.fault, ir.Num(0), ir.Num(0)),
		ir.Put(made, ir.Num(0)),
		{Op: ir.Loop, Label: loop, Rounds: -1, Body: []*ir.Stmt{
			ir.When(ir.Calc(ir.Le, ir.Read(limit), ir.Read(made)), ir.Leave(loop)),
			ir.Write(e.fuel, ir.Num(0), ir.Num(transform.Budget)),
			ir.When(ir.Calc(ir.Not, ir.At(e.player, ir.Num(0))), end...),
			ir.When(ir.Calc(ir.Not, ir.Invoke(ply)), ir.Write(e.over, ir.Num(0), ir.Num(1)), ir.Leave(loop)),
			ir.Increment(made),
			ir.When(ir.Calc(ir.Not, ir.At(e.player, ir.Num(0))), &ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(keep)}}),
			ir.When(fault, ir.Leave(loop)),
		}},
		ir.Give(ir.Read(made)),
	}
}

// at runs what belongs to the place where the play is.
func (e *emitter) at(body func(i int) []*ir.Stmt) []*ir.Stmt {
	place := ir.Within("place", 0, len(e.places)-1)
	var among func(lo, hi int) []*ir.Stmt
	among = func(lo, hi int) []*ir.Stmt {
		if hi-lo == 1 {
			return body(lo)
		}
		mid := (lo + hi) / 2
		return []*ir.Stmt{{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Lt, ir.Read(place), ir.Num(mid))},
			Body: among(lo, mid), Else: among(mid, hi)}}
	}
	return append([]*ir.Stmt{ir.Put(place, ir.At(e.place, ir.Num(0)))}, among(0, len(e.places))...)
}

// movers are the players, 0 the keeper, who may be to move at every place.
func (e *emitter) movers(i int) (keeper, player bool) {
	for id := range e.g.nodes {
		if n := &e.g.nodes[id]; n.op == opSwitch && n.next == e.places[i] && e.refs[id] > 0 {
			keeper, player = keeper || n.num == 0, player || n.num > 0
		}
	}
	if e.places[i] == e.g.initial.pc {
		keeper, player = keeper || e.g.initial.player == 0, player || e.g.initial.player > 0
	}
	return keeper, player
}

// ply is the function that makes a random move; it gives 0 if there is none.
func (e *emitter) ply() *ir.Func {
	fn := e.p.Func("ply", ir.I32)
	fn.Body = append(e.at(func(i int) []*ir.Stmt {
		if _, player := e.movers(i); !player {
			return nil
		}
		var out []*ir.Stmt
		if sp := e.g.samplers[e.places[i]]; sp != nil && e.fits(sp) {
			if sp.single {
				return []*ir.Stmt{ir.Give(ir.Invoke(e.draw(i, sp)))}
			}
			made := ir.Within("drawn", 0, 2)
			out = append(out, ir.Put(made, ir.Invoke(e.draw(i, sp))),
				ir.When(ir.Calc(ir.Ne, ir.Read(made), ir.Num(int(drawLost))), ir.Give(ir.Read(made))))
		}
		return append(out, ir.Give(ir.Invoke(e.list(i))))
	}), give(0)...)
	return fn
}

// keep is the function that makes the keeper's moves until a player is to move.
func (e *emitter) keep() *ir.Func {
	fn := e.p.Func("keep", ir.None)
	loop, made := &ir.Label{Name: "keeper"}, ir.Within("made", 0, 1)
	round := []*ir.Stmt{
		ir.When(ir.At(e.player, ir.Num(0)), ir.Leave(loop)),
		ir.When(ir.At(e.fault, ir.Num(0)), ir.Leave(loop)),
		ir.Put(made, ir.Num(0)),
	}
	round = append(round, e.begin()...)
	round = append(round, e.at(func(i int) []*ir.Stmt {
		if keeper, _ := e.movers(i); !keeper {
			return nil
		}
		return []*ir.Stmt{ir.Put(made, ir.Invoke(e.fn(making, e.places[i]), ir.At(e.vertex, ir.Num(0))))}
	})...)
	round = append(round, ir.When(ir.Calc(ir.Not, ir.Read(made)), ir.Leave(loop)))
	fn.Body = []*ir.Stmt{{Op: ir.Loop, Label: loop, Body: round}}
	return fn
}

// begin begins the first segment of a move.
func (e *emitter) begin() []*ir.Stmt {
	var out []*ir.Stmt
	if e.deep {
		out = append(out, ir.Write(e.depth, ir.Num(0), ir.Num(0)))
	}
	if e.words > 1 {
		out = append(out, ir.Write(e.flooded, ir.Num(0), ir.Num(0)), ir.Write(e.queued, ir.Num(0), ir.Num(0)))
	}
	if e.layer == 0 {
		return out
	}
	i, loop := ir.Within("i", 0, maxSeen), &ir.Label{Name: "marks"}
	out = append(out, ir.Write(e.base, ir.Num(0), ir.Num(0)),
		ir.When(ir.Calc(ir.Lt, ir.Num(math.MaxInt32/2), ir.At(e.clock, ir.Num(0))),
			ir.Put(i, ir.Num(0)),
			&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: e.seen.Len, Body: []*ir.Stmt{
				ir.Write(e.seen, ir.Read(i), ir.Num(0)), ir.Increment(i),
				ir.When(ir.Calc(ir.Eq, ir.Read(i), ir.Num(e.seen.Len)), ir.Leave(loop)),
			}},
			ir.Write(e.clock, ir.Num(0), ir.Num(0))))
	return append(out, e.mark()...)
}

// draws makes the functions that draw a number below another, as rng.Below does, and that find a
// bit of a word by its number.
func (e *emitter) draws() {
	n, z := ir.Within("n", 1, 1<<30), ir.NewLocal("z", ir.I64)
	e.below = e.p.Func("below", ir.I32, n)
	mix := func(shift, by uint64) *ir.Stmt {
		x := ir.Calc(ir.Xor, ir.Read(z), ir.Calc(ir.Shr, ir.Read(z), ir.Long(shift)))
		return ir.Put(z, ir.Calc(ir.Mul, x, ir.Long(by)))
	}
	wide, low := ir.NewLocal("wide", ir.I64), ir.Long(1<<32-1)
	high := func(x *ir.Expr) *ir.Expr { return ir.Calc(ir.Shr, x, ir.Long(32)) }
	carry := high(ir.Calc(ir.Mul, ir.Calc(ir.And, ir.Read(z), low), ir.Read(wide)))
	e.below.Body = []*ir.Stmt{
		ir.Put(z, ir.Calc(ir.Add, ir.At(e.rng, ir.Num(0)), ir.Long(0x9e3779b97f4a7c15))),
		ir.Write(e.rng, ir.Num(0), ir.Read(z)),
		mix(30, 0xbf58476d1ce4e5b9), mix(27, 0x94d049bb133111eb),
		ir.Put(z, ir.Calc(ir.Xor, ir.Read(z), ir.Calc(ir.Shr, ir.Read(z), ir.Long(31)))),
		ir.Put(wide, ir.Calc(ir.Wide, ir.Read(n))),
		// Once in 2⁴⁰ draws it may be uneven: then the interpreter makes the play.
		ir.When(ir.Calc(ir.Below, ir.Calc(ir.Mul, ir.Read(z), ir.Read(wide)), ir.Read(wide)),
			ir.Write(e.fault, ir.Num(0), ir.Num(1))),
		ir.Give(ir.Calc(ir.Narrow, high(ir.Calc(ir.Add, ir.Calc(ir.Mul, high(ir.Read(z)), ir.Read(wide)), carry)))),
	}

	e.bits = e.table("bits", ir.U8, 256*8, func(i int) int64 {
		b := i / 8
		for range i % 8 {
			b &= b - 1
		}
		return int64(mathbits.TrailingZeros8(uint8(b)) & 7)
	})
}

// chooser is the function that finds bit number x of a word none of whose bits from n on are set.
func (e *emitter) chooser(n int) *ir.Func {
	halvings := 0
	for 8<<halvings < n {
		halvings++
	}
	if fn := e.choosers[halvings]; fn != nil {
		return fn
	}
	w, x, base := ir.NewLocal("w", ir.I64), ir.Within("x", 0, 63), ir.Within("base", 0, 56)
	fn := e.p.Func(fmt.Sprint("choose.", halvings), ir.I32, w, x)
	e.choosers[halvings] = fn
	fn.Body = []*ir.Stmt{ir.Put(base, ir.Num(0))}
	for ; halvings > 0; halvings-- {
		width := 4 << halvings
		c, by, over := ir.Within("c", 0, 32), ir.Within("by", 0, 32), ir.Within("over", 0, 1)
		fn.Body = append(fn.Body,
			ir.Put(c, ir.Calc(ir.Ones, ir.Calc(ir.And, ir.Read(w), ir.Long(1<<width-1)))),
			ir.Put(over, ir.Calc(ir.Le, ir.Read(c), ir.Read(x))),
			ir.Put(by, ir.Calc(ir.Mul, ir.Read(over), ir.Num(width))),
			ir.Put(x, ir.Calc(ir.Sub, ir.Read(x), ir.Calc(ir.Mul, ir.Read(over), ir.Read(c)))),
			ir.Put(w, ir.Calc(ir.Shr, ir.Read(w), ir.Calc(ir.Wide, ir.Read(by)))),
			ir.Put(base, ir.Calc(ir.Add, ir.Read(base), ir.Read(by))))
	}
	low := ir.Calc(ir.And, ir.Calc(ir.Narrow, ir.Read(w)), ir.Num(255))
	fn.Body = append(fn.Body, ir.Give(ir.Calc(ir.Add, ir.Read(base),
		ir.At(e.bits, ir.Calc(ir.Add, ir.Calc(ir.Shl, low, ir.Num(3)), ir.Read(x))))))
	return fn
}

// fits reports whether there is room for the arms of a decision.
func (e *emitter) fits(sp *sampler) bool { return len(sp.arms)*e.words <= maxArmWords }

// armed is what is known of an arm while a move is drawn.
type armed struct {
	*arm
	width *ir.Local   // its slots
	open  []*ir.Local // the words of the vertices it leads to, if it leads to several
	to    *ir.Local   // the vertex, if it leads to one
}

// draw is the function of State.draw at a place; it gives a drawn.
func (e *emitter) draw(place int, sp *sampler) *ir.Func {
	fn := e.p.Func(fmt.Sprint("draw.", place), ir.I32)
	vertex, total := e.site("vertex"), ir.Within("total", 0, 1<<24)
	body := []*ir.Stmt{ir.Put(vertex, ir.At(e.vertex, ir.Num(0))), ir.Put(total, ir.Num(0))}
	arms := make([]armed, len(sp.arms))
	for i := range sp.arms {
		arms[i] = armed{arm: &sp.arms[i], width: ir.Within("width", 0, 1<<24)}
		body = append(body, e.measure(&arms[i], ir.Read(vertex))...)
		body = append(body, ir.Put(total, ir.Calc(ir.Add, ir.Read(total), ir.Read(arms[i].width))))
	}
	loop, x := &ir.Label{Name: "tries"}, ir.Within("x", 0, 1<<24)
	round := []*ir.Stmt{ir.When(ir.Calc(ir.Not, ir.Read(total)), give(int(drawNone))...)}
	if !sp.single {
		tries := ir.NewLocal("tries", ir.I32)
		body = append(body, ir.Put(tries, ir.Calc(ir.Add, ir.Read(total), ir.Num(2))))
		round = append(round, ir.When(ir.Calc(ir.Not, ir.Read(tries)), give(int(drawLost))...), ir.Decrement(tries))
	}
	round = append(round, ir.Put(x, ir.Invoke(e.below, ir.Read(total))))
	next := &ir.Label{Name: "drawn"}
	var among func(i int) []*ir.Stmt
	among = func(i int) []*ir.Stmt {
		try := append(e.attempt(&arms[i], ir.Read(vertex), x, total), ir.Leave(next))
		if i == len(arms)-1 {
			return try
		}
		width := ir.Read(arms[i].width)
		return append([]*ir.Stmt{ir.When(ir.Calc(ir.Lt, ir.Read(x), width), try...),
			ir.Put(x, ir.Calc(ir.Sub, ir.Read(x), width))}, among(i+1)...)
	}
	if len(arms) > 0 {
		round = append(round, &ir.Stmt{Op: ir.Scope, Label: next, Body: among(0)})
	}
	sure := true
	for i := range arms {
		sure = sure && arms[i].bound == 1 && e.sure(arms[i].entry)
	}
	if sure { // the first draw does it
		fn.Body = append(append(body, round...), ir.Give(ir.Num(int(drawMade))))
		return fn
	}
	fn.Body = append(body, &ir.Stmt{Op: ir.Loop, Label: loop, Body: round},
		ir.Give(ir.Num(int(drawMade)))) // metered loops may end
	return fn
}

// sure reports whether a walk from the entry of an arm is known to make a move.
func (e *emitter) sure(id int32) bool {
	n := &e.g.nodes[id]
	switch n.op {
	case opPick:
		return e.sure(n.next)
	case opSwitch:
		return true
	}
	return e.g.insts[id].sure
}

// measure finds the slots of an arm.
func (e *emitter) measure(a *armed, vertex *ir.Expr) []*ir.Stmt {
	switch {
	case a.rel == nil:
		return []*ir.Stmt{ir.Put(a.width, ir.Num(a.bound))}
	case a.one != nil:
		a.to = e.site("to")
		t, is := e.target(a.rel, a.mask, vertex)
		return []*ir.Stmt{
			ir.Put(a.width, ir.Num(0)),
			ir.When(is, ir.Put(a.width, ir.Num(a.bound)), ir.Put(a.to, t)),
		}
	}
	var out []*ir.Stmt
	sum := ir.Num(0)
	for k := range e.words {
		open := ir.NewLocal("open", ir.I64)
		a.open = append(a.open, open)
		row := ir.Calc(ir.And, e.row(a.rel, vertex, ir.Num(k)), e.having(a.mask, ir.Num(k)))
		out = append(out, ir.Put(open, row))
		sum = ir.Calc(ir.Add, sum, ir.Calc(ir.Ones, ir.Read(open)))
	}
	return append(out, ir.Put(a.width, ir.Calc(ir.Mul, sum, ir.Num(a.bound))))
}

// attempt tries slot x of an arm.
func (e *emitter) attempt(a *armed, vertex *ir.Expr, x, total *ir.Local) []*ir.Stmt {
	picked, number := e.site("picked"), ir.Read(x)
	var out []*ir.Stmt
	w := &walker{emitter: e, family: making, done: func() []*ir.Stmt { return give(int(drawMade)) }}
	if a.bound > 1 {
		w.family = skipping
		out = append(out, ir.Write(e.skip, ir.Num(0), ir.Calc(ir.Rem, number, ir.Num(a.bound))))
		number = ir.Calc(ir.Div, number, ir.Num(a.bound))
	}
	switch {
	case a.to != nil:
		out = append(out, ir.Put(picked, ir.Read(a.to)))
	case a.open != nil:
		out = append(out, e.chosen(a, number, picked)...)
	default:
		out = append(out, ir.Put(picked, vertex))
	}
	w.picked, w.drawnOn = ir.Read(picked), a.mask
	out = append(out, ir.Write(e.drawn, ir.Num(0), w.picked))
	out = append(out, e.begin()...)
	out = append(out, w.walk(a.entry, vertex, e.all)...)
	if a.bound > 1 {
		return out
	}
	out = append(out, ir.Decrement(a.width), ir.Decrement(total))
	for k, open := range a.open {
		low := ir.Read(picked)
		if e.words > 1 {
			low = ir.Calc(ir.And, low, ir.Num(63))
		}
		bit := ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, low))
		strike := ir.Put(open, ir.Calc(ir.And, ir.Read(open), ir.Calc(ir.Xor, bit, ir.Long(math.MaxUint64))))
		if e.words > 1 {
			strike = ir.When(ir.Calc(ir.Eq, ir.Calc(ir.Shr, ir.Read(picked), ir.Num(6)), ir.Num(k)), strike)
		}
		out = append(out, strike)
	}
	return out
}

// chosen finds vertex x of those of a set.
func (e *emitter) chosen(a *armed, x *ir.Expr, picked *ir.Local) []*ir.Stmt {
	open, most := a.open, int32(0)
	for v := range int32(e.n) {
		a.rel.targets(v, func(t int32) { most = max(most, t) })
	}
	choose := e.chooser(min(64, int(most)+1))
	if len(open) == 1 {
		return []*ir.Stmt{ir.Put(picked, ir.Invoke(choose, ir.Read(open[0]), x))}
	}
	rest, n := ir.NewLocal("rest", ir.I32), ir.Within("n", 0, 64)
	var among func(k int) []*ir.Stmt
	among = func(k int) []*ir.Stmt {
		found := ir.Put(picked, ir.Calc(ir.Add, ir.Invoke(choose, ir.Read(open[k]), ir.Read(rest)), ir.Num(64*k)))
		if k == len(open)-1 {
			return []*ir.Stmt{found}
		}
		further := append([]*ir.Stmt{ir.Put(rest, ir.Calc(ir.Sub, ir.Read(rest), ir.Read(n)))}, among(k+1)...)
		return []*ir.Stmt{ir.Put(n, ir.Calc(ir.Ones, ir.Read(open[k]))),
			{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Lt, ir.Read(rest), ir.Read(n))}, Body: []*ir.Stmt{found}, Else: further}}
	}
	return append([]*ir.Stmt{ir.Put(rest, x)}, among(0)...)
}
