package game

// Move is one legal move or one effect. It is a small value; its items, its
// consequents and its between list live in the arena of the context that made
// it and stay valid until that context's next legal moves are computed.
type Move struct {
	Mover              int32
	From, To           int32 // what (last From), (last To) read; printed in trials
	State              int32 // chosen state of a large piece, -1 none
	Edge               int32 // edge of an add or claim on edges, -1 none
	LevelMin, LevelMax int32
	Unoriented         bool
	Chain              int32 // moves of the longest turn that begins with this resolved move, 0 when unknown
	Rule               int32 // the ludeme that generated it, an index into Game.Rules; 0 none
	Twin               bool  // listed twice as one record: a consequent attached through the list counts double

	doubt             int32 // of a candidate, see Context.Candidates
	items, nitems     int32 // span of arena.acts
	then              int32 // last node of the consequents in arena.thens, 0 none
	between, nbetween int32 // span of arena.ints
}

// MoveList is a list of moves in generation order.
type MoveList struct {
	M      []Move
	doubts doubts
}

// Add appends a move.
func (l *MoveList) Add(m Move) { l.M = append(l.M, m) }

// Keep drops those of the moves from index first on that do not pass.
func (l *MoveList) Keep(first int, passes func(m Move) bool) {
	keep := first
	for _, m := range l.M[first:] {
		if passes(m) {
			l.M[keep] = m
			keep++
		}
	}
	l.M = l.M[:keep]
}

// Len is the number of moves.
func (l *MoveList) Len() int { return len(l.M) }

type thenNode struct {
	gen      int32 // index into Game.thens, -1 for the given moves
	prev     int32 // node that runs before this one, 0 none
	first, n int32 // the given moves: a span of arena.subs
}

// arena holds what the moves of one goroutine refer to. Everything is
// addressed by index, so growth never invalidates a move.
type arena struct {
	acts  []Action
	subs  []Move
	thens []thenNode
	ints  []int32
}

type mark struct{ acts, subs, thens, ints int }

func newArena() *arena { return &arena{thens: make([]thenNode, 1, 8)} }

func (a *arena) reset() {
	a.acts, a.subs, a.thens, a.ints = a.acts[:0], a.subs[:0], a.thens[:1], a.ints[:0]
}

func (a *arena) mark() mark { return mark{len(a.acts), len(a.subs), len(a.thens), len(a.ints)} }

func (a *arena) release(m mark) {
	a.acts, a.subs, a.thens, a.ints = a.acts[:m.acts], a.subs[:m.subs], a.thens[:m.thens], a.ints[:m.ints]
}

// One returns the move made of the single action a; from and to are those of
// the action.
func (c *Context) One(a Action) Move {
	ar := c.arena
	m := Move{From: a.From, To: a.To, State: Off, Edge: Off, Rule: c.rule, items: int32(len(ar.acts)), nitems: 1}
	ar.acts = append(ar.acts, a)
	return m
}

// Pair returns the move made of two actions; from and to are those of the first.
func (c *Context) Pair(a, b Action) Move {
	m := c.One(a)
	c.arena.acts = append(c.arena.acts, b)
	m.nitems = 2
	return m
}

// Bare returns the move made of a list of actions; its from and to are 0
// (part 5, §1.2).
func (c *Context) Bare(as []Action) Move {
	ar := c.arena
	m := Move{State: Off, Edge: Off, Rule: c.rule, items: int32(len(ar.acts)), nitems: int32(len(as))}
	ar.acts = append(ar.acts, as...)
	return m
}

// Extend appends an action to a move just made or made earlier.
func (c *Context) Extend(m *Move, a Action) {
	ar := c.arena
	if end := int(m.items + m.nitems); end != len(ar.acts) {
		start := len(ar.acts)
		ar.acts = append(ar.acts, ar.acts[m.items:m.items+m.nitems]...)
		m.items = int32(start)
	}
	ar.acts = append(ar.acts, a)
	m.nitems++
	m.Chain = 0
}

// Nest returns the move whose items are the given moves in order, all nested; only the
// first decision flag survives. Its from and to are the decision from and to of the first.
func (c *Context) Nest(ms []Move) Move {
	m := Move{State: Off, Edge: Off, From: Off, To: Off, Rule: c.rule}
	seen := false
	for i := range ms {
		if i == 0 {
			if a, ok := c.decision(ms[0]); ok {
				m.From, m.To = a.From, a.To
			}
		}
		if seen {
			c.undecide(ms[i])
		} else if _, ok := c.decision(ms[i]); ok {
			seen = true
		}
	}
	first := len(c.arena.subs)
	c.arena.subs = append(c.arena.subs, ms...)
	m.items, m.nitems = int32(len(c.arena.acts)), int32(len(ms))
	for i := range ms {
		c.arena.acts = append(c.arena.acts, Action{Kind: SubMove, From: int32(first + i), To: Off})
	}
	return m
}

// Glue puts the effects in front of the move (parts 4 and 5, §1.5): decision
// flags inside the effects are cleared, and the result is a fresh record whose
// from and to the caller sets. Without effects the move is returned unchanged.
func (c *Context) Glue(effects []Move, m Move) Move {
	if len(effects) == 0 {
		return m
	}
	for i := range effects {
		c.undecide(effects[i])
	}
	first := len(c.arena.subs)
	c.arena.subs = append(c.arena.subs, effects...)
	c.arena.subs = append(c.arena.subs, m)
	g := Move{State: Off, Edge: Off, From: Off, To: Off, Rule: m.Rule, items: int32(len(c.arena.acts)),
		nitems: int32(len(effects) + 1)}
	if a, ok := c.decision(effects[0]); ok {
		g.From, g.To = a.From, a.To
	}
	for i := 0; i <= len(effects); i++ {
		c.arena.acts = append(c.arena.acts, Action{Kind: SubMove, From: int32(first + i), To: Off})
	}
	return g
}

// undecide clears all decision flags of a move, nested ones included.
func (c *Context) undecide(m Move) {
	for i := m.items; i < m.items+m.nitems; i++ {
		a := &c.arena.acts[i]
		if a.Kind == SubMove {
			c.undecide(c.arena.subs[a.From])
		} else {
			a.Decision = false
		}
	}
}

// decision returns the first action, depth first, that carries the decision flag.
func (c *Context) decision(m Move) (Action, bool) {
	for i := m.items; i < m.items+m.nitems; i++ {
		a := c.arena.acts[i]
		if a.Kind == SubMove {
			if d, ok := c.decision(c.arena.subs[a.From]); ok {
				return d, true
			}
		} else if a.Decision {
			return a, true
		}
	}
	return Action{}, false
}

// Decision returns the first action of m that carries the decision flag.
func (c *Context) Decision(m Move) (Action, bool) { return c.decision(m) }

// Items returns the number of items of m and Item the i-th; an item that is a
// move has Kind SubMove, and Sub returns it.
func (c *Context) Items(m Move) int { return int(m.nitems) }

// Item returns the i-th item of m.
func (c *Context) Item(m Move, i int) Action { return c.arena.acts[int(m.items)+i] }

// Sub returns the move that the item a of Kind SubMove stands for.
func (c *Context) Sub(a Action) Move { return c.arena.subs[a.From] }

// SetItem replaces the i-th item of m.
func (c *Context) SetItem(m Move, i int, a Action) { c.arena.acts[int(m.items)+i] = a }

// Between returns the between list of m.
func (c *Context) BetweenOf(m Move) []int32 { return c.arena.ints[m.between : m.between+m.nbetween] }

// SetBetween gives m the between list sites.
func (c *Context) SetBetween(m *Move, sites []int32) {
	m.between, m.nbetween = int32(len(c.arena.ints)), int32(len(sites))
	c.arena.ints = append(c.arena.ints, sites...)
}

// Then appends the consequent t, as returned by Compiler.Then, to move m;
// t 0 is none.
func (c *Context) Then(m *Move, t int32) {
	if t == 0 {
		return
	}
	c.arena.thens = append(c.arena.thens, thenNode{gen: t, prev: m.then})
	m.then = int32(len(c.arena.thens) - 1)
}

// ThenAll appends the consequent t to the moves of out from index i on.
func (c *Context) ThenAll(out *MoveList, i int, t int32) {
	if t == 0 {
		return
	}
	for ; i < len(out.M); i++ {
		c.Then(&out.M[i], t)
		if out.M[i].Twin {
			c.Then(&out.M[i], t)
		}
	}
}

// AddThen adds a move with a consequent to a list.
func (c *Context) AddThen(out *MoveList, m Move, t int32) {
	c.Then(&m, t)
	out.Add(m)
}

// HasThen reports whether consequents are attached to the move itself.
func (m Move) HasThen() bool { return m.then != 0 }

// IsPass reports whether every decision action of m is a pass and some action is
// (part 3, §8.2).
func (c *Context) IsPass(m Move) bool { return c.isKind(m, ActPass) }

func (c *Context) isKind(m Move, k Kind) bool {
	any, all := c.scanKind(m, k)
	return any && all
}

func (c *Context) scanKind(m Move, k Kind) (any, all bool) {
	all = true
	for i := m.items; i < m.items+m.nitems; i++ {
		a := c.arena.acts[i]
		if a.Kind == SubMove {
			n, l := c.scanKind(c.arena.subs[a.From], k)
			any, all = any || n, all && l
			continue
		}
		if a.Kind == k {
			any = true
		} else if a.Decision {
			all = false
		}
	}
	return any, all
}
