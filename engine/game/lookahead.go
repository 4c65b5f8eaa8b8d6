package game

// ArenaMark is a place in the store of moves of a goroutine; see Mark.
type ArenaMark = mark

// Mark remembers how much of the store of moves is in use. Moves made after it
// are dropped by Release; a look-ahead brackets its scratch moves with the two.
func (c *Context) Mark() ArenaMark { return c.arena.mark() }

// Release drops all moves made since Mark. None of them may be used again.
func (c *Context) Release(m ArenaMark) { c.arena.release(m) }

// TakeActions borrows an empty slice of actions; return it, grown or not, with GiveActions.
func (c *Context) TakeActions() []Action {
	p := c.pool
	if n := len(p.acts); n > 0 {
		s := p.acts[n-1]
		p.acts = p.acts[:n-1]
		return s[:0]
	}
	return make([]Action, 0, 16)
}

// GiveActions returns a borrowed slice.
func (c *Context) GiveActions(s []Action) { c.pool.acts = append(c.pool.acts, s) }

// Resolve applies a move to c, normally a temporary copy, without adding it to
// the trial, and returns the primitive actions it came to, consequents
// included; they are valid until the next move is applied to c.
func (c *Context) Resolve(m Move) []Action {
	c.flat = c.flat[:0]
	c.legalOK = false
	c.ApplyEffect(m)
	return c.flat
}

// Insert returns m with actions put before its i-th item; the header stays.
func (c *Context) Insert(m Move, i int, as []Action) Move {
	ar := c.arena
	start := len(ar.acts)
	ar.acts = append(ar.acts, ar.acts[m.items:int(m.items)+i]...)
	ar.acts = append(ar.acts, as...)
	ar.acts = append(ar.acts, ar.acts[int(m.items)+i:m.items+m.nitems]...)
	m.items, m.nitems, m.Chain = int32(start), m.nitems+int32(len(as)), 0
	return m
}

// Resolved returns m with the given flat actions in place of its items and
// without consequents.
func (c *Context) Resolved(m Move, as []Action) Move {
	m.items, m.nitems, m.then = int32(len(c.arena.acts)), int32(len(as)), 0
	c.arena.acts = append(c.arena.acts, as...)
	return m
}
