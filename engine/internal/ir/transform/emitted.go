package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Performed is a body whose candidates are applied where they are emitted, by the
// function of their rule: of from, to and data.
func Performed(body []*ir.Stmt, apply func(rule int) *ir.Func) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch s.Op {
		case ir.Emit:
			a := r.Exprs(s.Args)
			return []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(apply(int(a[0].K)), a[1:]...)}}}, true
		case ir.EmitSet:
			a := r.Exprs(s.Args)
			site, from := s.Site(), a[1]
			if from.Is(-1) {
				from = ir.Read(site)
			}
			return []*ir.Stmt{
				{Op: ir.Each, Local: site, Label: &ir.Label{Name: "each"}, Args: []*ir.Expr{a[2]}, Body: []*ir.Stmt{
					{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(apply(int(a[0].K)), from, ir.Read(site), a[3])}},
				}},
			}, true
		}
		return nil, false
	}
	return r.Body(body)
}

// Emitted returns the numbers of the rules of the candidates that a body emits, ascending.
func Emitted(body []*ir.Stmt) []int {
	numbers := Emissions(body)
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// EmitsAny reports whether a body emits a candidate of a rule with a number for which f does.
func EmitsAny(body []*ir.Stmt, f func(number int) bool) bool {
	return slices.ContainsFunc(body, func(s *ir.Stmt) bool {
		return (s.Op == ir.Emit || s.Op == ir.EmitSet) && f(int(s.Args[0].K)) || EmitsAny(s.Body, f) || EmitsAny(s.Else, f)
	})
}

// Emissions are the numbers of the rules of what a body emits, by where they are in it.
func Emissions(body []*ir.Stmt) []int {
	var numbers []int
	EmitsAny(body, func(n int) bool {
		numbers = append(numbers, n)
		return false
	})
	return numbers
}

// Searches reports whether a generator looks for what it emits: it calls functions, or has a loop in which nothing is
// emitted. Finding its candidates then takes far longer than listing them.
func Searches(body []*ir.Stmt) bool {
	for _, s := range body {
		found := false
		ir.WalkAll(s.Args, func(s *ir.Stmt) { found = found || s.Op == ir.Loop || s.Op == ir.Each },
			func(e *ir.Expr) { found = found || e.Op == ir.Call }, true)
		switch s.Op {
		case ir.Emit, ir.EmitSet: // what the parts of a set have come from is asked of the drawn one
			continue
		case ir.Loop, ir.Each:
			found = found || !emits(s.Body)
		}
		if found || Searches(s.Body) || Searches(s.Else) {
			return true
		}
	}
	return false
}

// EmittedBefore calls f for every place of a body where a candidate is emitted, with the number of
// its rule and those of the candidates that may have been emitted before it.
func EmittedBefore(body []*ir.Stmt, f func(number int, before []int)) { emittedBefore(body, nil, f) }

// emittedBefore is the same after other candidates; it returns them with those of the body.
func emittedBefore(body []*ir.Stmt, before []int, f func(number int, before []int)) []int {
	for _, s := range body {
		switch s.Op {
		case ir.If:
			yes := emittedBefore(s.Body, slices.Clip(before), f)
			no := emittedBefore(s.Else, slices.Clip(before), f)
			before = slices.Clip(yes)
			for _, n := range no {
				if !slices.Contains(before, n) {
					before = append(before, n)
				}
			}
		case ir.Loop, ir.Each:
			before = emittedBefore(s.Body, slices.Concat(before, Emitted(s.Body)), f) // those of the rounds before, too
		case ir.Emit, ir.EmitSet:
			n, after := int(s.Args[0].K), before
			if !slices.Contains(before, n) {
				after = append(slices.Clip(before), n)
			}
			if s.Op == ir.EmitSet { // one by one
				before = after
			}
			f(n, before)
			before = after
		default:
			before = emittedBefore(s.Body, before, f)
		}
	}
	return before
}

// Listed is a body whose candidates are appended to a list one by one.
func Listed(c *Candidates, body []*ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch s.Op {
		case ir.Emit:
			return c.append(r.Exprs(s.Args)), true
		case ir.EmitSet:
			a := r.Exprs(s.Args)
			site, from := s.Site(), a[1]
			if from.Is(-1) {
				from = ir.Read(site)
			}
			return []*ir.Stmt{{Op: ir.Each, Local: site, Label: &ir.Label{Name: "each"}, Args: []*ir.Expr{a[2]},
				Body: c.append([]*ir.Expr{a[0], from, ir.Read(site), a[3]})}}, true
		}
		return nil, false
	}
	return r.Body(body)
}

// Existing is a body that does found, which leaves it, at the first candidate.
func Existing(body []*ir.Stmt, found ...*ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch s.Op {
		case ir.Emit:
			return found, true
		case ir.EmitSet:
			return occurring(r.Rewrite(s.Args[2]), found), true
		}
		return nil, false
	}
	return r.Body(body)
}

// occurring is a body that does found, which leaves it, if a set is not empty: at its first site, where sites are
// collected one by one under conditions that take loops.
func occurring(set *ir.Expr, found []*ir.Stmt) []*ir.Stmt {
	all := []*ir.Stmt{ir.When(ir.Calc(ir.SetAny, set), found...)}
	if set.Op != ir.Block || set.Args[0].Op != ir.SetLoad || set.Args[0].Field.Kind != ir.Scratch ||
		!set.Args[0].Args[0].Is(0) {
		return all
	}
	into, fit, inside := set.Args[0], true, false
	ir.Walk(set.Stmts(), func(s *ir.Stmt) {
		if s.Field != into.Field {
			fit = fit && s.Op != ir.Return && s.Op != ir.Generate
			return
		}
		fit = fit && s.Args[0].Is(0) && (s.Op == ir.Include || s.Op == ir.SetStore && s == set.Stmts()[0])
	}, func(e *ir.Expr) { fit = fit && e.Op != ir.Call })
	if !fit {
		return all
	}
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.If || len(s.Body) != 1 || len(s.Else) > 0 || s.Body[0].Op != ir.Include ||
			s.Body[0].Field != into.Field ||
			!searched(s.Args[0]) {
			return nil, false
		}
		inside = true
		return []*ir.Stmt{ir.When(s.Args[0], append([]*ir.Stmt{s.Body[0]}, found...)...)}, true
	}}
	body := r.Body(set.Stmts())
	if !inside {
		return all
	}
	return append(body, ir.When(ir.Calc(ir.SetAny, into), found...))
}

// Noted is a body with a statement in front of each of its candidates.
func Noted(body []*ir.Stmt, note *ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.Emit && s.Op != ir.EmitSet {
			return nil, false
		}
		x := *s
		x.Args = r.Exprs(s.Args)
		return []*ir.Stmt{note, &x}, true
	}
	return r.Body(body)
}

// AllOf is the body of a generator without parameters that emits all candidates where the
// generator emits the best of some, which around makes something of; nil for nothing.
func AllOf(gen *ir.Func, around func(body []*ir.Stmt) []*ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op == ir.If && s.Best {
			if around == nil {
				return r.Body(s.Body), true
			}
			return around(r.Body(s.Body)), true
		}
		return nil, false
	}}
	return r.Body(gen.Body)
}

// Inlined is the body of a generator without parameters, to be put into another one.
func Inlined(gen *ir.Func) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true}
	return r.Body(gen.Body)
}

// Origins is a body in which those candidates to all sites of a set of which each comes from a site of its own are told
// by these: as a set where they are as far away from all of them.
func Origins(body []*ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.EmitSet || s.Local == nil {
			return nil, false
		}
		a := r.Exprs(s.Args)
		if by, ok := apartBy(a[1], s.Local); ok {
			return []*ir.Stmt{{Op: ir.EmitSet, Args: []*ir.Expr{a[0], ir.Num(-1), shifted(a[2], -by), ir.Num(0)}}}, true
		}
		return []*ir.Stmt{{Op: ir.Each, Local: s.Local, Label: &ir.Label{Name: "each"}, Args: a[2:3],
			Body: []*ir.Stmt{{Op: ir.Emit, Args: []*ir.Expr{a[0], a[1], ir.Read(s.Local), a[3]}}}}}, true
	}
	return r.Body(body)
}

// apartBy is how much less than a variable an expression is, if that is always the same.
func apartBy(e *ir.Expr, l *ir.Local) (by int, ok bool) {
	if e.Op != ir.Sub || !reads(e.Args[0], l) {
		return 0, false
	}
	n, ok := e.Args[1].Number()
	return int(n), ok
}

// Gathered is a body that does what one gives at each candidate, from its from and to,
// and what set gives at candidates to all sites of a set; from -1 is the site itself.
func Gathered(
	body []*ir.Stmt,
	one func(from, to *ir.Expr) []*ir.Stmt,
	set func(from, sites *ir.Expr) []*ir.Stmt,
) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch s.Op {
		case ir.Emit:
			a := r.Exprs(s.Args)
			return one(a[1], a[2]), true
		case ir.EmitSet:
			a := r.Exprs(s.Args)
			return set(a[1], a[2]), true
		}
		return nil, false
	}
	return r.Body(body)
}

// singly is a body that does what f gives for each candidate, an Emit of its own also where
// it is one of those to all sites of a set.
func singly(body []*ir.Stmt, f func(emit *ir.Stmt) []*ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch s.Op {
		case ir.Emit:
			x := *s
			x.Args = r.Exprs(s.Args)
			return f(&x), true
		case ir.EmitSet:
			a := r.Exprs(s.Args)
			site, from := ir.Within("site", 0, 1<<15-1), a[1]
			if from.Is(-1) {
				from = ir.Read(site)
			}
			return []*ir.Stmt{{Op: ir.Each, Local: site, Label: &ir.Label{Name: "each"}, Args: []*ir.Expr{a[2]},
				Body: f(&ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{a[0], from, ir.Read(site), a[3]}})}}, true
		}
		return nil, false
	}
	return r.Body(body)
}
