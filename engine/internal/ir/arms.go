package ir

// arm is a part of a generator: for each site of a set at most bound candidates, those
// of body. Without a set it is one body; with emit the sites are the candidates.
type arm struct {
	guard *Local // whether it counts, nil for always
	set   *Expr
	site  *Local
	bound int
	body  []*Stmt
	emit  *Stmt

	weight *Local
}

// found reports whether finding the set of an arm takes loops or calls, and leaves nothing else behind that the arm
// reads.
func (a *arm) found() bool {
	assigned, rest := map[*Local]bool{}, a.body
	Walk([]*Stmt{{Op: Do, Args: []*Expr{a.set}}}, func(s *Stmt) { assigned[s.Local] = true }, nil)
	if a.emit != nil {
		rest = []*Stmt{{Op: Do, Args: []*Expr{a.emit.Args[0], a.emit.Args[1], a.emit.Args[3]}}}
	}
	reads := false
	Walk(rest, nil, func(e *Expr) { reads = reads || e.Op == Get && assigned[e.Local] })
	return !reads && searched(a.set)
}

// searched reports whether finding the value of an expression takes loops or calls.
func searched(e *Expr) bool {
	yes := false
	Walk([]*Stmt{{Op: Do, Args: []*Expr{e}}}, func(s *Stmt) { yes = yes || s.Op == Loop || s.Op == Each },
		func(x *Expr) { yes = yes || x.Op == Call })
	return yes
}

// flattener takes a generator apart: what comes before its candidates, and arms.
type flattener struct {
	p      *Program
	before []*Stmt
	arms   []*arm

	guarded *Stmt // the last of before that is done under a condition

	unfit bool // candidates cannot be looked at one by one
}

func (f *flattener) flatten(body []*Stmt, guard *Local) {
	for _, s := range body {
		if !emits([]*Stmt{s}) {
			// What is done between candidates is done before all of them: it must be about locals.
			if a := Effects([]*Stmt{s}); len(a.Writes) > 0 || a.Unknown || leaves([]*Stmt{s}) {
				f.unfit = true
			}
			if guard == nil {
				f.before = append(f.before, s)
			} else if last := len(f.before) - 1; last >= 0 && f.before[last] == f.guarded && reads(f.guarded.Args[0], guard) {
				f.guarded.Body = append(f.guarded.Body, s)
			} else {
				f.guarded = When(Read(guard), s)
				f.before = append(f.before, f.guarded)
			}
			continue
		}
		a := &arm{guard: guard, bound: 1}
		switch s.Op {
		case EmitSet:
			a.set, a.emit, a.site = s.Args[2], s, s.site()
		case Each:
			a.set, a.site, a.body, a.bound = s.Args[0], s.Local, s.Body, f.bound(s.Body)
			f.unfit = f.unfit || s.Label != nil && breaks(s.Body, s.Label)
		case If:
			f.branches(s, guard)
			continue
		default:
			a.body, a.bound = []*Stmt{s}, f.bound([]*Stmt{s})
		}
		f.unfit = f.unfit || a.bound > maxBound
		if a.bound > 0 {
			f.arms = append(f.arms, a)
		}
	}
}

// branches takes both sides of a condition apart, which is evaluated before.
func (f *flattener) branches(s *Stmt, guard *Local) {
	if a := Effects([]*Stmt{{Op: Do, Args: s.Args}}); len(a.Writes) > 0 || a.Unknown {
		f.unfit = true
	}
	c := s.Args[0]
	if guard != nil {
		c = Cond(Read(guard), c, Num(0))
	}
	yes := Within("if", 0, 1)
	f.before = append(f.before, Put(yes, Calc(Not, Calc(Not, c))))
	f.flatten(s.Body, yes)
	if len(s.Else) > 0 {
		not := Within("else", 0, 1)
		c := Calc(Not, Read(yes))
		if guard != nil {
			c = Cond(Read(guard), c, Num(0))
		}
		f.before = append(f.before, Put(not, c))
		f.flatten(s.Else, not)
	}
}

// carries reports whether a local goes from one candidate to another one: what an arm
// assigns is read before it is assigned.
func (f *flattener) carries() bool {
	assigned := map[*Local]bool{}
	var missing []*Local
	seen := func(body []*Stmt, site *Local) {
		u := newUnsetter()
		u.set[site] = true
		u.body(body)
		missing = append(missing, u.order...)
	}
	once := map[*Local]bool{}
	twice := false
	Walk(f.before, func(s *Stmt) {
		if s.Op == Assign || s.Op == Each {
			twice = twice || once[s.Local]
			once[s.Local] = true
		}
	}, nil)
	seen(f.before, nil)
	for _, a := range f.arms {
		body := a.body
		if a.emit != nil {
			body = []*Stmt{{Op: Do, Args: a.emit.Args}}
		}
		if a.set != nil {
			seen([]*Stmt{{Op: Do, Args: []*Expr{a.set}}}, nil)
		}
		seen(body, a.site)
		Walk(body, func(s *Stmt) {
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
func emits(body []*Stmt) bool {
	yes := false
	Walk(body, func(s *Stmt) { yes = yes || s.Op == Emit || s.Op == EmitSet || s.Op == Generate || s.Op == Return }, nil)
	return yes
}

// bound is the largest number of candidates that a body emits, more than maxBound if
// that is not known.
func (f *flattener) bound(body []*Stmt) int {
	sum := 0
	for _, s := range body {
		sum += min(f.boundOf(s), maxBound+1)
	}
	return min(sum, maxBound+1)
}

func (f *flattener) boundOf(s *Stmt) int {
	if !emits([]*Stmt{s}) {
		return 0
	}
	switch s.Op {
	case Emit:
		return 1
	case EmitSet:
		return f.p.sites(s.Args[2])
	case If:
		return max(f.bound(s.Body), f.bound(s.Else))
	case Scope:
		return f.bound(s.Body)
	case Each:
		return f.p.sites(s.Args[0]) * f.bound(s.Body)
	case Loop:
		if s.Rounds <= 0 {
			break
		}
		rounds := s.Rounds
		if first := s.Body[0]; first.Op == If && len(first.Else) == 0 && leaves(first.Body) && !emits(first.Body) {
			rounds-- // the last round only finds that it is the last
		}
		return rounds * f.bound(s.Body)
	}
	return maxBound + 1
}
