package game

// A random playout needs one of the legal moves. Whether a move is legal may show only
// once it has been made: (do … ifAfterwards:…), the repetition rules, no suicide. Such
// tests take most of the time, so a list of candidates puts them off: a candidate is
// drawn, tested, and where it fails another one is drawn. This is rejection sampling,
// uniform among the legal moves.

// doubts are the tests that a list of candidates has put off.
type doubts struct {
	of     *Context // the position whose candidates are listed, nil for lists of legal moves
	mover  int      // of the position
	stuck  uint32   // his bit where he had to pass the last time, which he still has while his moves are found
	moves  []doubtful
	groups []doubtGroup
}

// doubtful is a move as it was when its test was put off.
type doubtful struct {
	m     Move
	group int32
}

// doubtGroup is a test, with the iterators that it is made with.
type doubtGroup struct {
	passes    func(c *Context, m Move) bool
	iterators [11]int
}

// What is known of a candidate, in Move.doubt; positive: 1 + the index of its test.
const (
	untested = 0  // no test is put off, but the repetition or suicide rules may forbid it
	refused  = -1 // it is not legal
	allowed  = -2 // it is legal
)

// Close makes l a list of legal moves for as long as something is asked about all of its
// moves, such as whether there are any; the result is for Reopen.
func (l *MoveList) Close() *Context {
	of := l.doubts.of
	l.doubts.of = nil
	return of
}

// Reopen: see Close.
func (l *MoveList) Reopen(of *Context) { l.doubts.of = of }

// PutOff puts the test of the moves of out from index first on off, if out is a list of
// candidates of the position itself; else it returns false, and the caller tests them now.
func (c *Context) PutOff(out *MoveList, first int, passes func(c *Context, m Move) bool) bool {
	d := &out.doubts
	if d.of != c || c.S.Mover != d.mover || c.Team != nil || c.Sites != nil || c.HintSites != nil {
		return false
	}
	g := doubtGroup{passes: passes}
	for i, p := range c.iterators() {
		g.iterators[i] = *p
	}
	d.groups = append(d.groups, g)
	for i := first; i < len(out.M); i++ {
		d.moves = append(d.moves, doubtful{out.M[i], int32(len(d.groups) - 1)})
		out.M[i].doubt = int32(len(d.moves))
	}
	return true
}

// Candidates lists the legal moves of the position, all of them and perhaps some that
// turn out not to be legal when they are tested; it returns their number. For games
// without simultaneous moves. Legal moves listed before are no longer valid.
func (c *Context) Candidates() int {
	g, s, l := c.G, c.S, &c.candidates
	l.M, l.doubts.moves = l.M[:0], l.doubts.moves[:0]
	if s.Over {
		return 0
	}
	m := &g.Meta
	if c.Match != nil || g.Mode != Alternating || m.Pin || m.NoStackOn || m.Automove || m.Gravity {
		c.legalOK = false
		l.M = append(l.M, c.Legal()...)
		return len(l.M)
	}
	if !c.Temporary {
		c.arena.reset()
		c.Rest()
	}
	c.list(g.Phases[s.PhaseOf[s.Mover]].Play, l)
	if m.Swap {
		c.addSwap(l)
	}
	s.Stalemated &^= 1 << s.Mover
	return len(l.M)
}

// list appends the moves of g in the present position to the empty list l, with tests
// put off.
func (c *Context) list(g *Gen, l *MoveList) {
	d := &l.doubts
	d.of, d.mover, d.moves, d.groups = c, c.S.Mover, d.moves[:0], d.groups[:0]
	d.stuck = c.S.Stalemated & (1 << c.S.Mover)
	g.Eval(c, l)
	d.of = nil
}

// holdsIn reports whether the i-th move of l, from list, passes the test put off, if any.
func (c *Context) holdsIn(l *MoveList, i int) bool {
	m := &l.M[i]
	if m.doubt <= 0 {
		return m.doubt != refused
	}
	x := &l.doubts.moves[m.doubt-1]
	g := &l.doubts.groups[x.group]
	var outer [11]int
	for i, p := range c.iterators() {
		outer[i], *p = *p, g.iterators[i]
	}
	ok := g.passes(c, x.m)
	for i, p := range c.iterators() {
		*p = outer[i]
	}
	if m.doubt = untested; !ok {
		m.doubt = refused
	}
	return ok
}

// legalIn reports whether the i-th move of l, from list, passes the test put off, if any,
// and the repetition and suicide rules.
func (c *Context) legalIn(l *MoveList, i int) bool {
	m := &l.M[i]
	if m.doubt == allowed {
		return true
	}
	stuck := l.doubts.stuck &^ c.S.Stalemated
	c.S.Stalemated |= stuck
	defer func() { c.S.Stalemated &^= stuck }()
	if !c.holdsIn(l, i) {
		return false
	}
	if m.doubt = allowed; c.forbidden(*m) {
		m.doubt = refused
	}
	return m.doubt == allowed
}

// Candidate returns the i-th of n candidates; false when it is not legal after all.
func (c *Context) Candidate(i int) (Move, bool) {
	ok := c.legalIn(&c.candidates, i)
	return c.candidates.M[i], ok
}

// Settled reports whether all candidates just listed are legal.
func (c *Context) Settled() bool { return len(c.candidates.doubts.moves) == 0 && c.AllowsAll() }

// LegalCandidates counts the candidates that are legal.
func (c *Context) LegalCandidates() int {
	n := 0
	for i := range c.candidates.M {
		if _, ok := c.Candidate(i); ok {
			n++
		}
	}
	return n
}

// NthLegal returns the i-th legal move of the candidates, i < LegalCandidates,
// the forced pass when there is none.
func (c *Context) NthLegal(i int) Move {
	for k := range c.candidates.M {
		if m, ok := c.Candidate(k); ok {
			if i == 0 {
				return m
			}
			i--
		}
	}
	return c.ForcedPass()
}

// DropCandidate takes the i-th candidate out; the last takes its place.
func (c *Context) DropCandidate(i int) {
	l := &c.candidates
	last := len(l.M) - 1
	l.M[i] = l.M[last]
	l.M = l.M[:last]
}

// PlayCandidate plays the i-th of n candidates, unless it turns out not to be legal.
func (c *Context) PlayCandidate(i int) bool {
	m, ok := c.Candidate(i)
	if ok {
		c.Play(m)
	}
	return ok
}

// ForcedPass returns the move of a player who has no other.
func (c *Context) ForcedPass() Move {
	m := c.One(Pass(true).Decided())
	m.Mover = int32(c.S.Mover)
	return m
}

// AllowsAll reports whether no rule of repetition or suicide forbids moves.
func (c *Context) AllowsAll() bool { return c.G.noRepeat == 0 && !c.G.Meta.NoSuicide }
