package ir

import "fmt"

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

const roughRounds = 1 << 9

// Meter puts the checks into the metered loops of a program: fuel is the field of the
// budget, which the caller fills, and fault the one that is set to 1 when it is used
// up. It fails if a call of entry may cost more than MaxCost in spite of that.
func Meter(p *Program, fuel, fault *Field, entry *Func) error {
	try := func(most, call int, look, dry bool) (ok, rough bool) {
		m := &meter{p: p, fuel: fuel, fault: fault, entry: entry, costs: map[*Func]int{}, loops: map[*Stmt]int{}, most: most,
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
func Bounded(p *Program, entry *Func) bool {
	m := &meter{p: p, entry: entry, costs: map[*Func]int{}, most: MaxCost, call: MaxCost, look: true, dry: true}
	return m.function(entry) < MaxCost && !m.expensive
}

type meter struct {
	p           *Program
	fuel, fault *Field
	entry       *Func
	costs       map[*Func]int
	loops       map[*Stmt]int // what those cost that checks were put into: functions may share them
	most        int           // what a loop may cost that is not metered
	call        int           // what a call may cost that is not metered
	look        bool          // loops with a bound are not metered
	dry         bool          // find costs only, change nothing
	expensive   bool          // a round of a metered loop costs more than MaxCost
	rough       bool          // and one more than MaxCost/roughRounds
}

// function returns what a call may cost, after putting checks into it.
func (m *meter) function(f *Func) int {
	if c, ok := m.costs[f]; ok {
		return c
	}
	m.costs[f] = MaxCost // a function that calls itself has no bound
	if f.Recursive {
		m.costs[f] = 1 // it pays for itself
	}
	c := m.body(f.Body)
	if f.Recursive || c > m.call && f != m.entry && !f.Export && f.Result != Set {
		c = m.pay(f, c)
	}
	m.costs[f] = c
	return c
}

// pay has every call of a function pay what it costs, and returns what is left of the cost.
func (m *meter) pay(f *Func, cost int) int {
	m.expensive = m.expensive || cost >= MaxCost
	if m.dry {
		return 1
	}
	out := Give(nil)
	switch f.Result {
	case I32:
		out = Give(Num(0))
	case I64:
		out = Give(Long(0))
	}
	left := Calc(Sub, At(m.fuel, Num(0)), Num(cost))
	f.Body = append([]*Stmt{
		Write(m.fuel, Num(0), left),
		When(Calc(Lt, At(m.fuel, Num(0)), Num(0)), Write(m.fault, Num(0), Num(1)), out),
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

func (m *meter) body(body []*Stmt) int {
	sum := 0
	for _, s := range body {
		sum = plus(sum, m.stmt(s))
	}
	return sum
}

func (m *meter) stmt(s *Stmt) int {
	if c, ok := m.loops[s]; ok {
		return c
	}
	c := 1
	for _, a := range s.Args {
		c = plus(c, m.expr(a))
	}
	inside := m.body(s.Body)
	rounds := 1
	switch {
	case s.Op == Each:
		rounds = 64 * m.p.Words
	case s.Op == Loop && s.Rounds >= 0:
		rounds = s.Rounds
	}
	switch all := times(rounds, inside); {
	case rounds > 0 && (rounds == 1 || all < MaxCost && all <= m.most):
		inside = all
	case m.look && rounds > 0:
		inside = all
	default:
		m.expensive = m.expensive || inside >= MaxCost
		m.rough = m.rough || inside > MaxCost/roughRounds
		if m.dry {
			break
		}
		left := Calc(Sub, At(m.fuel, Num(0)), Num(inside+1))
		s.Body = append([]*Stmt{
			Write(m.fuel, Num(0), left),
			When(Calc(Lt, At(m.fuel, Num(0)), Num(0)), Write(m.fault, Num(0), Num(1)), Leave(s.Label)),
		}, s.Body...)
		inside = 1 // each round pays for itself
		m.loops[s] = plus(c, inside)
	}
	return plus(c, plus(inside, m.body(s.Else)))
}

func (m *meter) expr(e *Expr) int {
	c := 1
	for _, a := range e.Args {
		c = plus(c, m.expr(a))
	}
	if e.Op >= SetConst {
		c = plus(c, m.p.Words)
	}
	if e.Op == Call {
		c = plus(c, m.function(e.Func))
	}
	return plus(c, m.body(e.Body))
}
