package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// step is a statement of a round with what holds of it in every round.
type step struct {
	s         *ir.Stmt
	args      []*part // its operands that may do something
	body, els []step
	assigned  []int // the places of the variables that its parts assign
	idle      bool  // it cannot do anything that counts
	counts    bool  // it does, by itself
	known     bool  // its first operand may be known: see eval
	row       *row  // of a loop, nil where none is known
}

// row is the row of a table that a loop goes through.
type row struct {
	at       int // the place of the variable that does
	from, to *ir.Expr
	table    *ir.Field
	steady   bool // nothing else changes it, or the end
}

// part is an expression that may do something beside giving a value.
type part struct {
	e        *ir.Expr
	args     []*part // nil for those that do nothing
	body     []step
	assigned []int // the places of the variables that are assigned in it
	inBody   []int // and of those in its body
	idle     bool  // it cannot do anything that counts
	hits     bool  // it does, by itself
}

// steps are the statements of a body, with the places of the variables that it assigns and whether it is idle.
func (a *aimer) steps(body []*ir.Stmt) (steps []step, assigned []int, idle bool) {
	steps, idle = make([]step, len(body)), true
	for i, s := range body {
		x := &steps[i]
		x.s, x.idle = s, true
		for _, e := range s.Args {
			if p := a.part(e); p != nil {
				x.args = append(x.args, p)
				assigned = append(assigned, p.assigned...)
				x.idle = x.idle && p.idle
			}
		}
		var also []int
		var yes, no bool
		x.body, x.assigned, yes = a.steps(s.Body)
		x.els, also, no = a.steps(s.Else)
		if x.assigned = append(x.assigned, also...); s.Local != nil {
			x.assigned = append(x.assigned, s.Local.Place)
		}
		if len(x.assigned) > 1 {
			slices.Sort(x.assigned)
			x.assigned = slices.Compact(x.assigned)
		}
		x.counts = a.counts(s)
		x.known = (s.Op == ir.If || s.Op == ir.Assign) && evaluates(s.Args[0])
		x.idle = x.idle && yes && no && !x.counts
		if s.Op == ir.Loop {
			x.row = rowAfter(body[:i], s)
		}
		assigned, idle = append(assigned, x.assigned...), idle && x.idle
	}
	return steps, assigned, idle
}

// part is an expression, nil for one that does nothing.
func (a *aimer) part(e *ir.Expr) *part {
	if e.Pure() {
		return nil
	}
	p := &part{e: e, args: make([]*part, len(e.Args)), hits: e.Op == ir.Call && !a.silent(e.Callee())}
	p.idle = !p.hits
	var still bool
	p.body, p.inBody, still = a.steps(e.Stmts())
	p.assigned, p.idle = p.inBody, p.idle && still
	for i, x := range e.Args {
		if q := a.part(x); q != nil {
			p.args[i], p.idle = q, p.idle && q.idle
			p.assigned = append(slices.Clip(p.assigned), q.assigned...)
		}
	}
	return p
}

// rowAfter is the row of a table that a loop goes through after other statements, nil where none is known.
func rowAfter(before []*ir.Stmt, s *ir.Stmt) *row {
	i, _, t := rowOf(s)
	n := len(before)
	if i == nil || n < 2 || before[n-2].Op != ir.Assign || before[n-1].Op != ir.Assign ||
		before[n-2].Local != i || !reads(s.Body[0].Args[0].Args[1], before[n-1].Local) {
		return nil
	}
	end, times := before[n-1].Local, 0
	ir.Walk(s.Body, func(x *ir.Stmt) {
		if x.Local == i {
			times++
		}
		if x.Local == end {
			times = 2
		}
	}, nil)
	return &row{i.Place, before[n-2].Args[0], before[n-1].Args[0], t, times == 1}
}

// counts reports whether a statement leaves the round or changes memory that others look at.
func (a *aimer) counts(s *ir.Stmt) bool {
	switch s.Op {
	case ir.Assign, ir.If, ir.Loop, ir.Each, ir.Scope, ir.Do:
		return false
	case ir.Break, ir.Continue:
		return !a.inside[s.Label] && (s.Op == ir.Break || s.Label != a.own)
	case ir.Store, ir.SetStore, ir.Include, ir.Exclude:
		return s.Field != a.spoil && !slices.Contains(a.made, s.Field)
	}
	return true
}

// silent reports whether a function changes no memory.
func (a *aimer) silent(f *ir.Func) bool {
	quiet, known := a.quiet[f]
	if !known {
		quiet = !ir.Lasting(f.Body, a.p.Words, a.spoil, nil, a.access)
		a.quiet[f] = quiet
	}
	return quiet
}

// evaluates reports whether it may be known what an expression comes to, where enough is known of variables.
func evaluates(e *ir.Expr) bool {
	switch {
	case e.Op == ir.Const || e.Op == ir.Get:
		return true
	case e.Op == ir.Choose:
		return evaluates(e.Args[1]) && evaluates(e.Args[2]) ||
			evaluates(e.Args[0]) && (evaluates(e.Args[1]) || evaluates(e.Args[2]))
	case e.Op == ir.Load && e.Field.Kind == ir.Table, e.Op == ir.Not || e.Op == ir.Wide || e.Op == ir.Narrow:
		return evaluates(e.Args[0])
	case e.Op >= ir.Add && e.Op <= ir.Either:
		return evaluates(e.Args[0]) && evaluates(e.Args[1])
	}
	return false
}
