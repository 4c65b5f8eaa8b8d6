package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

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

// Suppose returns a temporary copy in which the component stands on a site; the position lists do not know it there
// (part 6, §5, is Threatened). It shows only if the board keeps a single site type and there are no stacks.
func (c *Context) Suppose(st board.SiteType, site, what int) *Context {
	g, t, kept := c.G, c.Temp(), 0
	for _, k := range g.kept {
		if k {
			kept++
		}
	}
	st = g.typeAt(st, site)
	if kept == 1 && !g.Stacks && t.S.ok(st, int32(site)) != nil {
		t.S.setSite(st, int32(site), int32(g.Components[what].Owner), int32(what), Off, Off, Off, Off)
	}
	return t
}

// RefreshNextStalemated determines the stalemated flag of the next player on
// the position as it is: for the time of the test he is the mover (part 6, §4).
func (c *Context) RefreshNextStalemated() {
	s := c.S
	mover, next, prev := s.Mover, s.Next, s.Prev
	guard := c.InNoMoves
	c.InNoMoves = true
	s.Prev, s.Mover = mover, next
	s.Next = c.following(next)
	if next >= 0 && next < len(s.PhaseOf) {
		if c.stuckQuietly() {
			s.Stalemated |= 1 << next
		} else {
			s.Stalemated &^= 1 << next
		}
	}
	s.Mover, s.Next, s.Prev = mover, next, prev
	c.InNoMoves = guard
}

// Guarded reports whether a condition is the negation of (is Threatened …) or of
// (no Moves …): such a condition counts as true while one is being tested.
func Guarded(e *lgdl.Expr) (threat, stuck bool) {
	negated := false
	for e.Is("not") {
		negated = !negated
		e = clause.NotBool(e).Bool()
	}
	return negated && e.Is("is", "Threatened"), negated && e.Is("no", "Moves")
}
