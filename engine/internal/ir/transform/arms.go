package transform

import "github.com/astragal/astragal/engine/internal/ir"

// arm is a part of a generator: for each site of a set at most bound candidates, those
// of body. Without a set it is one body; with emit the sites are the candidates.
type arm struct {
	guard *ir.Local // whether it counts, nil for always
	set   *ir.Expr
	site  *ir.Local
	bound int
	body  []*ir.Stmt
	emit  *ir.Stmt

	weight *ir.Local
}

// found reports whether finding the set of an arm takes loops or calls, and leaves nothing else behind that the arm
// reads.
func (a *arm) found() bool {
	assigned, rest := map[*ir.Local]bool{}, a.body
	ir.Walk([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{a.set}}}, func(s *ir.Stmt) { assigned[s.Local] = true }, nil)
	if a.emit != nil {
		rest = []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{a.emit.Args[0], a.emit.Args[1], a.emit.Args[3]}}}
	}
	reads := false
	ir.Walk(rest, nil, func(e *ir.Expr) { reads = reads || e.Op == ir.Get && assigned[e.Local] })
	return !reads && searched(a.set)
}

// searched reports whether finding the value of an expression takes loops or calls.
func searched(e *ir.Expr) bool {
	yes := false
	ir.Walk(
		[]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{e}}},
		func(s *ir.Stmt) { yes = yes || s.Op == ir.Loop || s.Op == ir.Each },
		func(x *ir.Expr) { yes = yes || x.Op == ir.Call },
	)
	return yes
}

// flattener takes a generator apart: what comes before its candidates, and arms.
type flattener struct {
	p      *ir.Program
	before []*ir.Stmt
	arms   []*arm

	guarded *ir.Stmt // the last of before that is done under a condition

	unfit bool // candidates cannot be looked at one by one
}

func (f *flattener) flatten(body []*ir.Stmt, guard *ir.Local) {
	for _, s := range body {
		if !emits([]*ir.Stmt{s}) {
			// What is done between candidates is done before all of them: it must be about locals.
			if a := ir.Effects([]*ir.Stmt{s}); len(a.Writes) > 0 || a.Unknown || ir.Leaves([]*ir.Stmt{s}) {
				f.unfit = true
			}
			if guard == nil {
				f.before = append(f.before, s)
			} else if last := len(f.before) - 1; last >= 0 && f.before[last] == f.guarded && reads(f.guarded.Args[0], guard) {
				f.guarded.Body = append(f.guarded.Body, s)
			} else {
				f.guarded = ir.When(ir.Read(guard), s)
				f.before = append(f.before, f.guarded)
			}
			continue
		}
		a := &arm{guard: guard, bound: 1}
		switch s.Op {
		case ir.EmitSet:
			a.set, a.emit, a.site = s.Args[2], s, s.Site()
		case ir.Each:
			a.set, a.site, a.body, a.bound = s.Args[0], s.Local, s.Body, f.bound(s.Body)
			f.unfit = f.unfit || s.Label != nil && ir.Breaks(s.Body, s.Label)
		case ir.If:
			f.branches(s, guard)
			continue
		default:
			a.body, a.bound = []*ir.Stmt{s}, f.bound([]*ir.Stmt{s})
		}
		f.unfit = f.unfit || a.bound > maxBound
		if a.bound > 0 {
			f.arms = append(f.arms, a)
		}
	}
}

// branches takes both sides of a condition apart, which is evaluated before.
func (f *flattener) branches(s *ir.Stmt, guard *ir.Local) {
	if a := ir.Effects([]*ir.Stmt{{Op: ir.Do, Args: s.Args}}); len(a.Writes) > 0 || a.Unknown {
		f.unfit = true
	}
	c := s.Args[0]
	if guard != nil {
		c = ir.Cond(ir.Read(guard), c, ir.Num(0))
	}
	yes := ir.Within("if", 0, 1)
	f.before = append(f.before, ir.Put(yes, ir.Calc(ir.Not, ir.Calc(ir.Not, c))))
	f.flatten(s.Body, yes)
	if len(s.Else) > 0 {
		not := ir.Within("else", 0, 1)
		c := ir.Calc(ir.Not, ir.Read(yes))
		if guard != nil {
			c = ir.Cond(ir.Read(guard), c, ir.Num(0))
		}
		f.before = append(f.before, ir.Put(not, c))
		f.flatten(s.Else, not)
	}
}

// carries reports whether a local goes from one candidate to another one: what an arm
// assigns is read before it is assigned.
func (f *flattener) carries() bool {
	assigned := map[*ir.Local]bool{}
	var missing []*ir.Local
	seen := func(body []*ir.Stmt, site *ir.Local) {
		u := ir.NewUnsetter()
		u.Set[site] = true
		u.Body(body)
		missing = append(missing, u.Order...)
	}
	once := map[*ir.Local]bool{}
	twice := false
	ir.Walk(f.before, func(s *ir.Stmt) {
		if s.Op == ir.Assign || s.Op == ir.Each {
			twice = twice || once[s.Local]
			once[s.Local] = true
		}
	}, nil)
	seen(f.before, nil)
	for _, a := range f.arms {
		body := a.body
		if a.emit != nil {
			body = []*ir.Stmt{{Op: ir.Do, Args: a.emit.Args}}
		}
		if a.set != nil {
			seen([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{a.set}}}, nil)
		}
		seen(body, a.site)
		ir.Walk(body, func(s *ir.Stmt) {
			if s.Local != nil {
				assigned[s.Local] = true
			}
		}, nil)
	}
	for _, l := range missing {
		if assigned[l] {
			return true
		}
	}
	// What is assigned twice before the candidates may have had another value for some of them.
	return twice
}

// emits reports whether a body has candidates.
func emits(body []*ir.Stmt) bool {
	yes := false
	ir.Walk(body, func(s *ir.Stmt) {
		yes = yes || s.Op == ir.Emit || s.Op == ir.EmitSet || s.Op == ir.Generate || s.Op == ir.Return
	}, nil)
	return yes
}

// bound is the largest number of candidates that a body emits, more than maxBound if
// that is not known.
func (f *flattener) bound(body []*ir.Stmt) int {
	sum := 0
	for _, s := range body {
		sum += min(f.boundOf(s), maxBound+1)
	}
	return min(sum, maxBound+1)
}

func (f *flattener) boundOf(s *ir.Stmt) int {
	if !emits([]*ir.Stmt{s}) {
		return 0
	}
	switch s.Op {
	case ir.Emit:
		return 1
	case ir.EmitSet:
		return f.p.Sites(s.Args[2])
	case ir.If:
		return max(f.bound(s.Body), f.bound(s.Else))
	case ir.Scope:
		return f.bound(s.Body)
	case ir.Each:
		return f.p.Sites(s.Args[0]) * f.bound(s.Body)
	case ir.Loop:
		if s.Rounds <= 0 {
			break
		}
		rounds := s.Rounds
		if first := s.Body[0]; first.Op == ir.If && len(first.Else) == 0 && ir.Leaves(first.Body) && !emits(first.Body) {
			rounds-- // the last round only finds that it is the last
		}
		return rounds * f.bound(s.Body)
	}
	return maxBound + 1
}
