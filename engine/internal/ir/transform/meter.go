package transform

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Compiled code cannot be interrupted, so it must come to an end by itself. Loops say
// how many rounds they take at most; those that cannot are metered: every round takes
// what its body may cost from a budget, and without any left the play is spoilt.

// MaxCost bounds what one call may cost without metered loops; the unit is a statement or
// operation.
const MaxCost = 1 << 27

// Budget is what the metered loops of a call have. A round pays for the longest way through
// it, which is some five times what it takes: listing 450 drops of shogi of which each is tested for a
// mate with the moves of both sides took 0.2 s and paid 9·10⁸ on the machine of November 2026.
const Budget = 1 << 30

// Bounds multiply where loops are nested, as in moves after which the moves of the
// others are looked at: what a call may cost is far more than what it ever does. Where
// it comes to more than MaxCost, or a round of a metered loop takes so much that the budget
// is used up after roughRounds, all loops are metered that may cost more than the first of
// closeCosts that does better. Where none does, for code that is long without loops, calls of
// functions that may cost more than closeCall are metered as well.
var closeCosts = [...]int{1 << 12, 1 << 8, 1 << 5}

const closeCall = 1 << 8

// roughRounds: of a game of three dice whose orders are all tried, all plays were spoilt with 1 << 9; with 1 << 10
// eight others took up to 1.3 times as long.
const roughRounds = 5 << 7

// Meter puts the checks into the metered loops of a program: fuel is the field of the
// budget, which the caller fills, and fault the one that is set to 1 when it is used
// up. It fails if a call of entry may cost more than MaxCost in spite of that.
func Meter(p *ir.Program, fuel, fault *ir.Field, entry *ir.Func) error {
	parts := make(map[*ir.Func]*expense, len(p.Funcs))
	try := func(most, call int, look, dry bool) (ok, rough bool) {
		m := &meter{p: p, fuel: fuel, fault: fault, entry: entry, parts: parts,
			costs: make(map[*ir.Func]int, len(p.Funcs)), loops: map[*ir.Stmt]int{}, most: most,
			call: call, look: look, dry: dry}
		for _, f := range p.Funcs {
			m.function(f)
		}
		return m.costs[entry] < MaxCost && !m.expensive, m.rough
	}
	most, call := 0, MaxCost // what a loop and a call that are not metered may cost, 0 for unknown
	ok, rough := try(MaxCost, call, true, true)
	if ok {
		most = MaxCost
	}
	for _, cost := range closeCosts {
		if most > 0 && !rough {
			break
		}
		if ok, rough = try(cost, call, false, true); ok {
			most = cost
		}
	}
	if most == 0 || rough {
		if ok, _ = try(closeCall, closeCall, false, true); ok {
			most, call = closeCall, closeCall
		}
	}
	if most == 0 {
		return fmt.Errorf("one move may take more than %d steps", MaxCost)
	}
	try(most, call, false, false)
	return nil
}

// Bounded reports whether a call of entry costs less than MaxCost without the budget of
// loops that are not bounded themselves.
func Bounded(p *ir.Program, entry *ir.Func) bool {
	m := &meter{
		p:     p,
		entry: entry,
		parts: map[*ir.Func]*expense{},
		costs: map[*ir.Func]int{},
		most:  MaxCost,
		call:  MaxCost,
		look:  true,
		dry:   true,
	}
	return m.function(entry) < MaxCost && !m.expensive
}

type meter struct {
	p           *ir.Program
	fuel, fault *ir.Field
	entry       *ir.Func
	parts       map[*ir.Func]*expense // what functions cost, but for what depends on the rest of this
	costs       map[*ir.Func]int
	loops       map[*ir.Stmt]int // what those cost that checks were put into: functions may share them
	most        int              // what a loop may cost that is not metered
	call        int              // what a call may cost that is not metered
	look        bool             // loops with a bound are not metered
	dry         bool             // find costs only, change nothing
	expensive   bool             // a round of a metered loop costs more than MaxCost
	rough       bool             // and one more than MaxCost/roughRounds
}

// Function returns what a call may cost, after putting checks into it.
func (m *meter) function(f *ir.Func) int {
	if c, ok := m.costs[f]; ok {
		return c
	}
	m.costs[f] = MaxCost // a function that calls itself has no bound
	if f.Recursive {
		m.costs[f] = 1 // it pays for itself
	}
	x := m.parts[f]
	if x == nil {
		x = &expense{}
		m.body(f.Body, x)
		m.parts[f] = x
	}
	c := m.sum(x)
	if f.Recursive || c > m.call && f != m.entry && !f.Export && f.Result != ir.Set {
		c = m.pay(f, c)
	}
	m.costs[f] = c
	return c
}

// pay has every call of a function pay what it costs, and returns what is left of the cost.
func (m *meter) pay(f *ir.Func, cost int) int {
	m.expensive = m.expensive || cost >= MaxCost
	if m.dry {
		return 1
	}
	out := ir.Give(nil)
	switch f.Result {
	case ir.I32:
		out = ir.Give(ir.Num(0))
	case ir.I64:
		out = ir.Give(ir.Long(0))
	}
	left := ir.Calc(ir.Sub, ir.At(m.fuel, ir.Num(0)), ir.Num(cost))
	f.Body = append([]*ir.Stmt{
		ir.Write(m.fuel, ir.Num(0), left),
		ir.When(ir.Calc(ir.Lt, ir.At(m.fuel, ir.Num(0)), ir.Num(0)), ir.Write(m.fault, ir.Num(0), ir.Num(1)), out),
	}, f.Body...)
	return 1
}

func plus(a, b int) int { return min(a+b, MaxCost) }

func times(n, a int) int {
	if a != 0 && n > MaxCost/a {
		return MaxCost
	}
	return n * a
}

// expense is what a body costs: so much, and what the functions that it calls and the loops in it do, in order.
type expense struct {
	alone int
	parts []costly
}

// costly is a call of a function, or a loop: it costs what its operands do, and its body each round.
type costly struct {
	f        *ir.Func
	s        *ir.Stmt
	rounds   int
	operands expense
	body     expense
}

// sum is what a body costs, after putting checks into its loops.
func (m *meter) sum(x *expense) int {
	c := min(x.alone, MaxCost)
	for i := range x.parts {
		if part := &x.parts[i]; part.f != nil {
			c = plus(c, m.function(part.f))
		} else {
			c = plus(c, m.loop(part))
		}
	}
	return c
}

func (m *meter) loop(l *costly) int {
	s := l.s
	if c, ok := m.loops[s]; ok {
		return c
	}
	c, inside := m.sum(&l.operands), m.sum(&l.body)
	if all := times(l.rounds, inside); l.rounds > 0 && (m.look || all < MaxCost && all <= m.most) {
		return plus(c, all)
	}
	m.expensive = m.expensive || inside >= MaxCost
	m.rough = m.rough || inside > MaxCost/roughRounds
	if m.dry {
		return plus(c, inside)
	}
	left := ir.Calc(ir.Sub, ir.At(m.fuel, ir.Num(0)), ir.Num(inside+1))
	s.Body = append([]*ir.Stmt{
		ir.Write(m.fuel, ir.Num(0), left),
		ir.When(
			ir.Calc(ir.Lt, ir.At(m.fuel, ir.Num(0)), ir.Num(0)),
			ir.Write(m.fault, ir.Num(0), ir.Num(1)),
			ir.Leave(s.Label),
		),
	}, s.Body...)
	m.loops[s] = plus(c, 1) // each round pays for itself
	return m.loops[s]
}

// Body adds what statements cost.
func (m *meter) body(body []*ir.Stmt, to *expense) {
	for _, s := range body {
		rounds := 1
		switch {
		case s.Op == ir.Each:
			rounds = max(m.p.Sites(s.Args[0]), 1)
		case s.Op == ir.Loop && s.Rounds >= 0:
			rounds = s.Rounds
		}
		if rounds == 1 {
			to.alone++
			m.exprs(s.Args, to)
			m.body(s.Body, to)
		} else {
			l := costly{s: s, rounds: rounds, operands: expense{alone: 1}}
			m.exprs(s.Args, &l.operands)
			m.body(s.Body, &l.body)
			to.parts = append(to.parts, l)
		}
		m.body(s.Else, to)
	}
}

// Exprs adds what expressions cost.
func (m *meter) exprs(list []*ir.Expr, to *expense) {
	for _, e := range list {
		if e.Nodes > 0 {
			to.alone += int(e.Nodes) + m.p.Words*int(e.Sets)
			continue
		}
		to.alone++
		m.exprs(e.Args, to)
		if e.Op >= ir.SetConst {
			to.alone += m.p.Words
		}
		if e.Op == ir.Call {
			to.parts = append(to.parts, costly{f: e.Callee()})
		}
		m.body(e.Stmts(), to)
	}
}
