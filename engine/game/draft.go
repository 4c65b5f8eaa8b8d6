package game

import "math/bits"

// A random playout, or a test whether a player can move, needs one of the
// legal moves, not all of them made. Generators that have a Draft form list
// their moves as drafts, a few numbers each, from which any can be made. What
// must hold of a move once it has been made (do … ifAfterwards, the repetition
// rules) is checked when it is, so that most moves are never tried.

// Draft is a move in short.
type Draft struct {
	maker    *Maker
	From, To int32
	Data     int32 // what else the maker wants to know
	level    int32 // (level) when it was drafted
	site     int32 // (site) when it was drafted
	pips     int32 // (pips) when it was drafted
	then     int32 // consequents of the generators around, a node of Drafts.thens
	check    int32 // 1 + index into Drafts.checks of what must hold afterwards, 0 nothing
	ahead    bool  // it is a move on Drafts.copy
	tail     int32 // actions at the end of the move, a node of Drafts.tails
	rule     int32 // the ludeme it is credited to, see Move.Rule
}

// Maker makes the moves of one generator from its drafts, with (from), (to),
// (level), (site) and (pips) as the draft has them.
type Maker struct {
	Make func(c *Context, ds *Drafts, d *Draft) Move
	// Action, when given, sets a to the only action of the move, a decision other
	// than a pass or a swap of players. The move has then the To of the draft, its
	// From or, with FromData, its Data as from, no between list, the
	// player to move as mover, and the consequent Then.
	Action   func(c *Context, d *Draft, a *Action)
	FromData bool
	Then     int32
	// Between, when given, is the between list of the move all the same.
	Between func(d *Draft) []int32
	// Second, when given, sets a to an action that follows the first one.
	Second func(c *Context, d *Draft, a *Action)
	// Before, when given, applies the effects that come before the first action; where
	// there are stacks it tells whether there were any.
	Before func(c *Context, d *Draft) bool
	// Stacks tells that Action may also be used where there are stacks; Top that the
	// move, unless effects come before it, shows the level of the piece on top of its
	// from there.
	Stacks, Top bool
	// Pass tells that Action is a pass after all.
	Pass bool
}

// Drafts is a list of drafted moves, in the order in which the general form
// lists the moves.
type Drafts struct {
	list   []Draft
	sets   []Set // of the drafts that stand for a move to each member of a set
	nsets  int
	moves  MoveList // made by generators without a Draft form
	thens  []thenNode
	tails  []tail
	ends   []Action // of the tails
	checks []afterwards
	any    bool    // one draft is enough
	only   int32   // To that is asked for, -1 any
	asked  bool    // overrides of the question for a To may answer it
	count  int     // moves drafted
	taken  Draft   // the draft being made
	judges []Judge // by number of the condition
	turn   uint64  // number of the list, which tells judges of this one from older ones

	sources       []source // slots offered to Guess
	places        []Place  // the pieces on whose behalf slots are asked for, nil outside
	lo, hi        int32
	made          Move     // the move drawn by Guess when it had to be made
	copy          *Context // the position that prior moves lead to, nil without
	prefix, twice []Action // the actions of these in front of a move, and of one listed twice
	madeIt        bool
	forPieces     bool  // see Piece
	throw         throw // of the dice, that the moves ahead follow
	idle          bool  // the consequents of the move drawn by Guess come to nothing
}

type afterwards struct {
	passes func(c *Context, m Move) bool
	sees   func(c *Context) bool // the same on a position in which the move is imagined; nil: unknown
	holds  func(c *Context) bool // asked in the position after the move; nil: passes must be asked
	then   int32                 // consequents attached when it is checked
}

var (
	// idleMaker's move is the forced pass.
	idleMaker = &Maker{
		Make:   func(c *Context, _ *Drafts, _ *Draft) Move { return c.ForcedPass() },
		Action: func(_ *Context, _ *Draft, a *Action) { *a = Pass(true).Decided() },
		Pass:   true, Stacks: true,
	}
	// madeMaker's moves are made already.
	madeMaker = &Maker{Make: func(_ *Context, ds *Drafts, d *Draft) Move { return ds.moves.M[d.Data] }}
)

func (ds *Drafts) reset() {
	ds.list, ds.moves.M, ds.thens, ds.checks = ds.list[:0], ds.moves.M[:0], ds.thens[:0], ds.checks[:0]
	ds.tails, ds.ends = ds.tails[:0], ds.ends[:0]
	ds.nsets, ds.count = 0, 0
	ds.turn++
	ds.any, ds.only, ds.asked, ds.forPieces = false, Off, false, false
	ds.throw.on = false
}

// Plain tells that all moves are asked for, and none is drafted ahead yet.
func (ds *Drafts) Plain() bool { return !ds.any && ds.only < 0 && ds.copy == nil && !ds.throw.on }

// Ahead drafts the moves of g on t, a copy of c on which prior moves have been
// made and which belongs to the list from now on; their actions are put in front
// of each move.
func (ds *Drafts) Ahead(c, t *Context, g *Gen, prefix, twice []Action) {
	ds.copy = t
	ds.prefix, ds.twice = append(ds.prefix[:0], prefix...), append(ds.twice[:0], twice...)
	first := len(ds.list)
	ds.turn++        // conditions are asked about another position
	ds.Settled(t, g) // a check would need the copy
	ds.turn++
	for i := first; i < len(ds.list); i++ {
		ds.list[i].ahead = true
	}
}

// makeAhead makes the move of a draft on the copy; the prior actions are put
// in front of it.
func (ds *Drafts) makeAhead(c *Context, d *Draft) Move {
	if ds.throw.on {
		return ds.makeRolled(c, d)
	}
	t := ds.copy
	from, to, level, site, pips := t.From, t.To, t.Level, t.Site, t.Pips
	t.From, t.To, t.Level, t.Site, t.Pips = c.From, c.To, c.Level, c.Site, c.Pips
	m := d.maker.Make(t, ds, d)
	t.From, t.To, t.Level, t.Site, t.Pips = from, to, level, site, pips
	if m.Twin {
		return c.Insert(m, 0, ds.twice)
	}
	return c.Insert(m, 0, ds.prefix)
}

// Wants tells whether a move to a site is of interest.
func (ds *Drafts) Wants(to int32) bool { return ds.only < 0 || ds.only == to }

// Done tells that enough has been found.
func (ds *Drafts) Done() bool { return ds.any && ds.count > 0 }

// Len is the number of drafts; one may stand for a set of moves.
func (ds *Drafts) Len() int { return len(ds.list) }

// Add appends a draft.
func (ds *Drafts) Add(c *Context, m *Maker, from, to, data int32) {
	n := len(ds.list)
	if n == cap(ds.list) {
		ds.list = append(ds.list, Draft{})
	} else {
		ds.list = ds.list[:n+1]
	}
	d := &ds.list[n]
	d.maker, d.From, d.To, d.Data, d.level, d.site, d.pips, d.then, d.check, d.tail = m, from, to, data, int32(c.Level), int32(c.Site), int32(c.Pips), 0, 0, 0
	d.rule, d.ahead = c.rule, false
	ds.count++
}

// From sets what (from) is when the draft added last is made.
func (ds *Drafts) From(site int) { ds.list[len(ds.list)-1].From = int32(site) }

// AddSet appends the moves of a maker to each member of a set, which is copied,
// with the member as from and to.
func (ds *Drafts) AddSet(c *Context, m *Maker, set, mask Set, data int32) {
	if ds.only >= 0 {
		if set.Has(int(ds.only)) && mask.Has(int(ds.only)) {
			ds.Add(c, m, ds.only, ds.only, data)
		}
		return
	}
	if ds.nsets == len(ds.sets) {
		ds.sets = append(ds.sets, make(Set, len(set)))
	}
	own := ds.sets[ds.nsets]
	if len(own) < len(set) {
		own = make(Set, len(set))
		ds.sets[ds.nsets] = own
	}
	own = own[:len(set)]
	n := 0
	for i, w := range set {
		w &= mask[i]
		own[i] = w
		n += bits.OnesCount64(w)
	}
	if n == 0 {
		return
	}
	ds.nsets++
	ds.Add(c, m, int32(ds.nsets-1), setOfMoves, data)
	ds.count += n - 1
}

// setOfMoves marks, in Draft.To, a draft that stands for a set of moves, whose number is in From.
const setOfMoves int32 = -2

// List drafts the moves of g, as part of another generator's.
func (ds *Drafts) List(c *Context, g *Gen) {
	switch {
	case g.Draft != nil:
		g.Draft(c, ds)
	case ds.only >= 0 && ds.asked && g.CanMoveTo != nil:
		if g.CanMoveTo(c, int(ds.only)) {
			ds.Add(c, nil, Off, ds.only, 0) // never made: see anyMove
		}
	case ds.any && ds.only < 0 && g.CanMove != nil:
		if g.CanMove(c) {
			ds.Add(c, nil, Off, Off, 0)
		}
	default:
		ds.Made(c, g.Eval)
	}
}

// Made appends the moves that a general form makes.
func (ds *Drafts) Made(c *Context, eval func(c *Context, out *MoveList)) {
	first := len(ds.moves.M)
	eval(c, &ds.moves)
	for i := first; i < len(ds.moves.M); i++ {
		if m := &ds.moves.M[i]; ds.Wants(m.To) {
			ds.Add(c, madeMaker, m.From, m.To, int32(i))
			ds.list[len(ds.list)-1].rule = m.Rule
		}
	}
}

// Owned makes the player to move the mover of the moves made from number i on, of Moves.
func (ds *Drafts) Owned(c *Context, i int) {
	for ; i < len(ds.moves.M); i++ {
		ds.moves.M[i].Mover = int32(c.S.Mover)
	}
}

// Moves is the number of moves made so far.
func (ds *Drafts) Moves() int { return len(ds.moves.M) }

// Inside drafts the moves of g with the question for a To put to the moves themselves.
func (ds *Drafts) Inside(c *Context, g *Gen) {
	asked := ds.asked
	ds.asked = false
	ds.List(c, g)
	ds.asked = asked
}

// Piece drafts the moves of g like Inside, for a piece of the player to move.
func (ds *Drafts) Piece(c *Context, g *Gen) {
	outer := ds.forPieces
	ds.forPieces = true
	ds.Inside(c, g)
	ds.forPieces = outer
}

// ForPieces tells whether moves are asked for on behalf of a piece of the player
// to move, so that all of them have him as mover.
func (ds *Drafts) ForPieces() bool { return ds.forPieces }

// Any tells whether g has a move, whatever ds asks for.
func (ds *Drafts) Any(c *Context, g *Gen) bool { return c.hasMove(g) }

// Exists answers that there is a move, where one is enough.
func (ds *Drafts) Exists(c *Context) { ds.Add(c, nil, Off, Off, 0) }

// One tells that one move is enough, whatever it is.
func (ds *Drafts) One() bool { return ds.any && ds.only < 0 }

// Selective tells that only moves to one site are asked for.
func (ds *Drafts) Selective() bool { return ds.only >= 0 }

// Asks returns the site when a generator is asked for moves to it and may
// answer in its own way.
func (ds *Drafts) Asks() (int, bool) { return int(ds.only), ds.only >= 0 && ds.asked }

// Found answers that there is a move to the site asked for.
func (ds *Drafts) Found(c *Context, site int) { ds.Add(c, nil, Off, int32(site), 0) }

// Settled drafts the moves of g such that every draft is legal: where something
// is to be checked after a move, it is checked now.
func (ds *Drafts) Settled(c *Context, g *Gen) {
	first, count := len(ds.list), ds.count
	ds.Inside(c, g)
	for i := first; i < len(ds.list); i++ {
		if ds.list[i].check != 0 {
			ds.list, ds.count = ds.list[:first], count
			ds.Made(c, g.Eval)
			return
		}
	}
}

// Sure drafts the moves of g and tells whether there are any; whether they are
// legal is not left open.
func (ds *Drafts) Sure(c *Context, g *Gen) bool {
	first := len(ds.list)
	ds.Settled(c, g)
	return len(ds.list) > first
}

// Filter drafts the moves of g that pass once they have been made. sees, which
// may be nil, tells the same on a position in which the move is imagined; holds,
// which may be nil too, on the position that the move, applied without the turn
// loop, has led to.
func (ds *Drafts) Filter(c *Context, g *Gen, passes func(c *Context, m Move) bool, sees, holds func(c *Context) bool) {
	first, count, any := len(ds.list), ds.count, ds.any
	ds.any = false
	ds.Inside(c, g)
	ds.any = any
	nested := false
	for i := first; i < len(ds.list); i++ {
		nested = nested || ds.list[i].check != 0
	}
	if nested { // only one check can be put off
		ds.list, ds.count = ds.list[:first], count
		ds.Made(c, g.Eval)
	}
	if !any {
		ds.check(first, afterwards{passes: passes, sees: sees, holds: holds})
		return
	}
	for i := count; i < ds.count; i++ {
		ds.taken = ds.at(i)
		if m, _ := ds.make(c, &ds.taken); passes(c, m) {
			ds.list, ds.count = append(ds.list[:first], Draft{To: ds.taken.To}), count+1
			return
		}
	}
	ds.list, ds.count = ds.list[:first], count
}

// ThenAll attaches the consequent t to the drafts from index i on.
func (ds *Drafts) ThenAll(i int, t int32) {
	if t == 0 {
		return
	}
	before, node := int32(-1), int32(0)
	for ; i < len(ds.list); i++ {
		d := &ds.list[i]
		if d.then != before || node == 0 {
			before = d.then
			ds.thens = append(ds.thens, thenNode{gen: t, prev: before})
			node = int32(len(ds.thens))
		}
		d.then = node
	}
}

// check has the drafts from index i on checked when they are made.
func (ds *Drafts) check(i int, x afterwards) {
	at, then := int32(0), int32(0)
	for ; i < len(ds.list); i++ {
		d := &ds.list[i]
		if at == 0 || d.then != then {
			then = d.then
			x.then = then
			ds.checks = append(ds.checks, x)
			at = int32(len(ds.checks))
		}
		d.check = at
	}
}

// attach appends the consequents from node n back to (not including) stop, oldest first.
func (ds *Drafts) attach(c *Context, m *Move, n, stop int32) {
	if n == stop || n == 0 {
		return
	}
	x := ds.thens[n-1]
	ds.attach(c, m, x.prev, stop)
	c.Then(m, x.gen)
}

// make makes the move of a draft; ok is false when what must hold afterwards does not.
func (ds *Drafts) make(c *Context, d *Draft) (m Move, ok bool) {
	from, to, level, site, pips := c.From, c.To, c.Level, c.Site, c.Pips
	c.From, c.To, c.Level, c.Site, c.Pips = int(d.From), int(d.To), int(d.level), int(d.site), int(d.pips)
	if d.ahead {
		m = ds.makeAhead(c, d)
	} else {
		m = d.maker.Make(c, ds, d)
	}
	m.Rule = d.rule
	c.From, c.To, c.Level, c.Site, c.Pips = from, to, level, site, pips
	if d.tail != 0 {
		ds.extend(c, &m, d.tail)
	}
	if d.check == 0 {
		if d.then != 0 {
			ds.attach(c, &m, d.then, 0)
		}
		return m, true
	}
	x := &ds.checks[d.check-1]
	ds.attach(c, &m, x.then, 0)
	if !x.passes(c, m) {
		return m, false
	}
	ds.attach(c, &m, d.then, x.then)
	return m, true
}

// at returns the i-th move, 0 ≤ i < count, as a draft of its own.
func (ds *Drafts) at(i int) Draft {
	if ds.nsets == 0 {
		return ds.list[i]
	}
	for k := range ds.list {
		d := ds.list[k]
		if d.To != setOfMoves {
			if i == 0 {
				return d
			}
			i--
			continue
		}
		for w, word := range ds.sets[d.From] {
			n := bits.OnesCount64(word)
			if i >= n {
				i -= n
				continue
			}
			d.From = int32(w<<6 + nth(word, i))
			d.To = d.From
			return d
		}
	}
	return Draft{}
}

// nth is the position of the i-th bit that is set.
func nth(w uint64, i int) int {
	at := 0
	for step := 32; step > 0; step >>= 1 {
		if n := bits.OnesCount64(w & (1<<step - 1)); i >= n {
			i -= n
			w >>= step
			at += step
		}
	}
	return at
}

// drop takes the i-th move out; the order of the others may change.
func (ds *Drafts) drop(i int) {
	ds.count--
	if ds.nsets == 0 {
		last := len(ds.list) - 1
		ds.list[i] = ds.list[last]
		ds.list = ds.list[:last]
		return
	}
	for k := range ds.list {
		d := &ds.list[k]
		if d.To != setOfMoves {
			if i == 0 {
				ds.list = append(ds.list[:k], ds.list[k+1:]...)
				return
			}
			i--
			continue
		}
		for w, word := range ds.sets[d.From] {
			n := bits.OnesCount64(word)
			if i < n {
				ds.sets[d.From][w] &^= 1 << nth(word, i)
				return
			}
			i -= n
		}
	}
}

// takeDrafts borrows an empty list of drafts; give it back with giveDrafts.
func (c *Context) takeDrafts() *Drafts {
	p := c.pool
	if n := len(p.drafts); n > 0 {
		ds := p.drafts[n-1]
		p.drafts = p.drafts[:n-1]
		ds.reset()
		return ds
	}
	ds := &Drafts{}
	ds.reset()
	return ds
}

func (c *Context) giveDrafts(ds *Drafts) {
	if ds.copy != nil {
		c.GiveTemp(ds.copy)
		ds.copy = nil
	}
	c.pool.drafts = append(c.pool.drafts, ds)
}
