package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// Context is what a compiled expression is evaluated in: the game, the state,
// the trial so far, the random source and the iterators. It belongs to one
// goroutine; temporary copies share its arena and pools.
//
// The iterators all start at Off and are not reset between plies; a ludeme that
// assigns one restores it, unless the specification lists a leak.
type Context struct {
	G *Game
	S *State
	T Trial
	R *rng.SplitMix64

	From, To, Between, Site, Level, Value int
	Player, Track, Edge, Hint, Pips       int
	Dice                                  int             // of which (pips) are the sum, as bits
	Double                                bool            // these are a double that is replayed
	Team                                  []int32         // players of the team iterator, nil outside
	Sites                                 Set             // region of (sites), nil outside
	HintSites                             []int32         // region of (sites Hint), nil outside
	Facing                                board.Direction // overrides the facing of pieces while specific; see FacingAt
	// 1 + the rotation that overrides that of sites, 0 while not set; see FacingAt
	Turned    int
	Temporary bool   // a look-ahead copy: draws do not advance the live stream
	Match     *Match // the match this instance belongs to, or nil
	// Guards against endless recursion: the moves of an (is Threatened) or of a
	// (no Moves Next) are being tested, and nested tests are cut short.
	InThreat, InNoMoves bool

	depth   int     // of generators and look-aheads inside each other, see Enter
	limits  *Limits // shared by all copies
	arena   *arena
	pool    *pool
	legal   *MoveList
	legalOK bool
	drawn   rng.SplitMix64 // what legal drew from
	// Lazy has Start and Play leave the legal moves of the next position
	// alone, also in games of chance: its draws come when it is asked for them.
	Lazy       bool
	Brief      bool // Start keeps no placements, but of the last what the next moves may ask: see PlacedActions
	candidates MoveList
	begun      *begun     // the position after the start rules, nil until the first play
	rule       int32      // the ludeme that is generating moves, see Move.Rule
	at         *lgdl.Expr // the start or end rule that is evaluated, nil for none
	Endings    bool       // note how plays end, see Ending
	ending     []int32
	decided    bool
	open       bool // the next result is the one that Ending tells of

	placed     []Action // actions of the start rules
	flat       []Action // actions applied by the last Apply, flattened
	scratchRNG rng.SplitMix64
	aside      uint64 // what was drawn in copies whose moves were made, 0 for nothing yet: see Aside
	draws      *Draws // answers the draws in place of R, see Direct
	deals      *deals // takes what start rules place at random, see Deals
}

// pool recycles the scratch objects of one goroutine.
type pool struct {
	sets     []Set
	lists    []*MoveList
	ints     [][]int32
	dirs     [][]board.Direction
	temps    []*Context
	acts     [][]Action
	vacancy  vacancy
	placings int      // of start rules
	texts    []string // texts made during play, see Context.Intern
	rounds   int      // since the last decision, see Context.Spend
	work     int      // units of work since then, see Context.Tick
	done     int      // units of work of the decisions before, see Context.Work
	look     int      // the count of them at which a look is due, see Context.checkWork
}

// NewContext returns a context at the blank initial state, before the start
// rules; Start begins a play.
func NewContext(g *Game) *Context { return newContext(g, nil) }

// newContext is NewContext on a state of the game, a new one for nil.
func newContext(g *Game, s *State) *Context {
	c := &Context{G: g, limits: &Limits{}, arena: newArena(), pool: &pool{}, legal: &MoveList{}}
	if g.IsMatch() {
		c.G = g.Subgames[0].Game
	}
	if g.making != nil {
		c.limits = g.making
	}
	if c.S = s; s == nil {
		c.S = newState(c.G)
	}
	c.S.limits = c.limits
	c.R = &c.scratchRNG
	c.clearIterators()
	if g.IsMatch() {
		c.newMatch(g)
	}
	return c
}

func (c *Context) clearIterators() {
	c.From, c.To, c.Between, c.Site, c.Level, c.Value = Off, Off, Off, Off, Off, Off
	c.Player, c.Track, c.Edge, c.Hint, c.Pips = Off, Off, Off, Off, Off
	c.Team, c.Sites, c.HintSites = nil, nil, nil
}

// TakeSet borrows an empty set; return it with GiveSet.
func (c *Context) TakeSet() Set {
	p := c.pool
	c.Tick(c.G.SetWords)
	if n := len(p.sets); n > 0 {
		s := p.sets[n-1]
		p.sets = p.sets[:n-1]
		clear(s)
		return s
	}
	return make(Set, c.G.SetWords)
}

// GiveSet returns a borrowed set.
func (c *Context) GiveSet(s Set) { c.pool.sets = append(c.pool.sets, s) }

// TakeList borrows an empty move list; return it with GiveList.
func (c *Context) TakeList() *MoveList {
	p := c.pool
	c.Tick(1)
	if n := len(p.lists); n > 0 {
		l := p.lists[n-1]
		p.lists = p.lists[:n-1]
		l.M = l.M[:0]
		return l
	}
	return &MoveList{}
}

// GiveList returns a borrowed list.
func (c *Context) GiveList(l *MoveList) { c.pool.lists = append(c.pool.lists, l) }

// TakeInts borrows an empty slice of numbers; return it (grown or not) with GiveInts.
func (c *Context) TakeInts() []int32 {
	p := c.pool
	c.Tick(1)
	if n := len(p.ints); n > 0 {
		s := p.ints[n-1]
		p.ints = p.ints[:n-1]
		return s[:0]
	}
	return make([]int32, 0, 64)
}

// GiveInts returns a borrowed slice.
func (c *Context) GiveInts(s []int32) { c.pool.ints = append(c.pool.ints, s) }

// TakeDirs borrows an empty slice of directions; return it with GiveDirs.
func (c *Context) TakeDirs() []board.Direction {
	p := c.pool
	c.Tick(1)
	if n := len(p.dirs); n > 0 {
		s := p.dirs[n-1]
		p.dirs = p.dirs[:n-1]
		return s[:0]
	}
	return make([]board.Direction, 0, 16)
}

// GiveDirs returns a borrowed slice.
func (c *Context) GiveDirs(s []board.Direction) { c.pool.dirs = append(c.pool.dirs, s) }

// Temp borrows a temporary copy of the context: state, trial, iterators. What
// happens in the copy never reaches the original; its random draws come from a
// stream of its own. Moves of the original may be applied in the copy. Give it
// back with GiveTemp.
func (c *Context) Temp() *Context {
	c.Spend(1)
	c.Tick(8 * c.G.SetWords)
	p := c.pool
	var t *Context
	if n := len(p.temps); n > 0 {
		t = p.temps[n-1]
		p.temps = p.temps[:n-1]
	} else {
		t = &Context{G: c.G, S: newState(c.G), limits: c.limits, arena: c.arena, pool: p, legal: &MoveList{}}
		t.S.limits = c.limits
	}
	t.S.CopyFrom(c.S)
	t.T.copyFrom(&c.T)
	t.bind(c)
	t.Match = c.Match
	t.Temporary = true
	t.InThreat, t.InNoMoves = c.InThreat, c.InNoMoves
	t.depth = c.depth
	t.Enter()
	t.scratchRNG = rng.New(c.lookSeed())
	t.R, t.aside = &t.scratchRNG, c.aside
	t.legalOK = false
	return t
}

// Aside is Temp for effects that are made with a move: what it draws is independent of what copies like it have drawn
// before, though nothing else may have been drawn since (part 3, §19.2). Join gives it back.
func (c *Context) Aside() *Context {
	t := c.Temp()
	t.scratchRNG = c.asideRNG()
	return t
}

func (c *Context) asideRNG() rng.SplitMix64 {
	if c.aside == 0 {
		return rng.New(c.lookSeed())
	}
	return rng.Derive(c.lookSeed(), c.aside)
}

// Join gives back a copy of Aside.
func (c *Context) Join(t *Context) {
	if begun := c.asideRNG(); t.scratchRNG != begun || t.aside != c.aside {
		c.aside = rng.Derive(t.scratchRNG.State, t.aside).State | 1
	}
	c.GiveTemp(t)
}

// Try borrows a temporary copy in which a move of c has been applied. The draws in it
// are independent of those in the copies for other moves.
func (c *Context) Try(m Move) *Context {
	t := c.Temp()
	t.scratchRNG = rng.Derive(t.scratchRNG.State, uint64(uint32(m.From+1))<<32|uint64(uint32(m.To+1)))
	t.Apply(m)
	return t
}

// bind gives the iterators of c the values they have in o.
func (c *Context) bind(o *Context) {
	c.From, c.To, c.Between, c.Site, c.Level, c.Value = o.From, o.To, o.Between, o.Site, o.Level, o.Value
	c.Player, c.Track, c.Edge, c.Hint, c.Pips = o.Player, o.Track, o.Edge, o.Hint, o.Pips
	c.Team, c.Sites, c.HintSites = o.Team, o.Sites, o.HintSites
}

// GiveTemp returns a temporary copy.
func (c *Context) GiveTemp(t *Context) { c.pool.temps = append(c.pool.temps, t) }

// CanMove reports whether g has at least one move that passes the repetition and
// suicide rules (part 6, §1.10).
func (c *Context) CanMove(g *Gen) bool {
	if g.CanMove != nil {
		return g.CanMove(c)
	}
	return c.Lists(g)
}

// Lists answers CanMove by making all moves of g.
func (c *Context) Lists(g *Gen) bool {
	m := c.arena.mark()
	l := c.TakeList()
	c.list(g, l)
	ok := false
	for i := 0; i < len(l.M) && !ok; i++ {
		ok = c.legalIn(l, i)
	}
	c.GiveList(l)
	c.arena.release(m)
	return ok
}

// CanMoveTo reports whether some move of g has the given to (part 6, §1.10).
func (c *Context) CanMoveTo(g *Gen, site int) bool {
	if g.CanMoveTo != nil {
		return g.CanMoveTo(c, site)
	}
	m := c.arena.mark()
	l := c.TakeList()
	c.list(g, l)
	ok := false
	for i := 0; i < len(l.M) && !ok; i++ {
		ok = int(l.M[i].To) == site && c.holdsIn(l, i)
	}
	c.GiveList(l)
	c.arena.release(m)
	return ok
}
