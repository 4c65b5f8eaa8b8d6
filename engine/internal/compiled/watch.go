package compiled

import (
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

// Watcher plays a game compiled by NewWatched as a Player does, though not the same plays,
// and tells a tally all about them. It belongs to one goroutine. Compiled code gives account of
// many moves at once. Of the positions that are spots the watcher keeps copies, and looks at their legal
// moves when the play is over.
type Watcher struct {
	*Player
	view
	*slots
	tally *metric.Tally
	all   uint32 // the set of all players

	cover   *metric.Cover
	covered []uint64
	account layout.Account
	read    int // plies of it in columns
	columns layout.Columns
	told    metric.Plies

	own bool // positions are valued by heuristics of the description

	opening, observe, list, try, step, count *entry
	look, after                              *entry // nil where there is none

	standing metric.Standing
	seed     uint64 // decides where moves are looked at
	ply      int
	ahead    int // plies of which it is found out at once which are spots
	spots    [metric.Spots]spot
	taken    int
	moves    []uint64 // the legal moves of the spot that is looked at
	looked   *spot    // the spot that is looked at
	number   int      // its number
	listed   spot     // the same with its moves listed
	alike    bool     // they are the same
	back     bool     // the position is the one that is looked at
	made     int      // the move after which it is, with its actions logged, -1 for none
	last     spot     // the position in which the play ended or was cut off
	led      spot     // a position that a looked-at move leads to
	credits  []int32
	ending   []int32
}

// view is the position as heuristics read it.
type view = *values

// spot is a position to go back to.
type spot struct {
	ply    int
	state  []byte
	drawn  uint64
	pieces [len(layout.Columns{}.Players)]int32 // of each player, as the account tells
}

// Watcher is NewWatcher, or takes a watcher that has been released: its memory is there, and what it has
// found out of the game. What it tells is the same.
func (c *Game) Watcher(plan *metric.Plan, b *metric.Batch, s metric.Scope) (*Watcher, error) {
	if w, ok := c.watchers.Get().(*Watcher); ok && w.tally.Tells(plan, s) {
		w.tally.To(b)
		return w, nil
	}
	return c.NewWatcher(plan, b, s)
}

// Release gives a watcher up, between plays. It must not be used any more.
func (w *Watcher) Release() {
	w.tally.To(nil)
	w.of.watchers.Put(w)
}

// NewWatcher returns a watcher at the position after the start rules, which adds its plays to
// a batch of the metrics of a plan, as far as a scope goes: of a game compiled by NewCourse only
// that of the course.
func (c *Game) NewWatcher(plan *metric.Plan, b *metric.Batch, s metric.Scope) (*Watcher, error) {
	w, err := c.newWatcher(plan.NewTally(b, s))
	if err != nil {
		return nil, err
	}
	w.own = plan.Valued() && s == metric.All
	w.cover = plan.NewCover(w.sites)
	return w, nil
}

// newWatcher returns a watcher that tells a tally the course of games, which may be that of a match.
func (c *Game) newWatcher(t *metric.Tally) (*Watcher, error) {
	p, m, err := c.player()
	if err != nil {
		return nil, err
	}
	w := &Watcher{Player: p, tally: t, credits: c.p.Credits()}
	w.view = c.newValues(p.mem, m.Func("list"), &p.fault)
	w.opening, w.observe, w.count = m.Func("opened"), m.Func("observe"), m.Func("count")
	w.list, w.try, w.step = m.Func("list"), m.Func("try"), m.Func("step")
	if c.p.KeepsSpots() {
		w.look = m.Func("look")
	}
	if !c.p.Begins() {
		w.after = m.Func("after")
	}
	c.laid.Do(func() { c.placed = c.slots() })
	w.slots, w.account = &c.placed, c.p.Account()
	w.Player.Start()
	w.all, w.ahead = 1<<(c.p.G.Players+1)-2, layout.Recorded
	c.p.Tell(w.mem)
	return w, w.fault
}

// Start goes back to the position after the start rules; seed decides where moves are
// looked at. Where the start rules draw, Run makes the position and tells of it.
func (w *Watcher) Start(seed uint64) {
	w.plies, w.open, w.fault = 0, w.chance != nil, nil
	w.ply, w.taken, w.seed = 0, 0, seed
	if w.open {
		return
	}
	if w.goBack(); w.fault == nil {
		w.begin()
	}
}

// begin tells of the first position of a play.
func (w *Watcher) begin() {
	if !w.tally.Boards() {
		return
	}
	if !w.tally.Start(w.seed) {
		for i := range w.slots.list {
			what, n := w.SlotHolds(i)
			w.tally.Slot(i, what, n, w)
		}
		w.tally.Begun()
	}
	x := &w.columns
	w.account.Read(w.mem, 1, x)
	w.read = 1
	w.tally.Position(x.Position[0], x.Situation[0], x.Scores[0])
}

// goBack goes back to the position after the start rules, of which there is an account then.
func (w *Watcher) goBack() {
	w.of.p.Open(w.mem)
	w.call(w.opening, 0)
}

// Run is Player.Run.
func (w *Watcher) Run(r *rng.SplitMix64, plies int) bool {
	p := w.of.p
	if w.fault != nil {
		return true
	}
	if w.open {
		if !w.begun(r) {
			return true
		}
		p.Tell(w.mem)
		if w.goBack(); w.fault != nil {
			return true
		}
		w.begin()
	}
	p.Seed(w.mem, r.State)
	for left := plies; left > 0 && w.fault == nil && p.Var(w.mem, layout.Over) == 0; {
		w.stand(&w.standing)
		n := 1
		switch {
		case w.own: // what the position is worth is told before the move
			w.call(w.count, 0)
			w.tally.Ply(&w.standing, int(uint32(w.stack[0])))
		case w.standing.Active == w.all:
			n = min(left, w.ahead)
		}
		due := w.tally.Coming(n)
		n = w.keep(due, n)
		if w.call(w.observe, uint64(n)); w.fault == nil {
			n = int(uint32(w.stack[0]))
			w.tell(n, due)
			left -= n
		}
	}
	r.State = p.Drawn(w.mem)
	return w.fault != nil || p.Var(w.mem, layout.Over) != 0
}

// keep has spots be kept among the positions before so many moves, at most so many as it returns.
func (w *Watcher) keep(due *[metric.Spots]uint64, n int) int {
	if w.look != nil {
		w.of.p.Due(w.mem, due)
		return n
	}
	for i, is := range due {
		if is&1 != 0 {
			w.save(&w.spots[i])
		}
		if is > 1 {
			n = min(n, bits.TrailingZeros64(is&^1))
		}
	}
	return n
}

// tell tells of some moves that there is an account of, the positions before which are spots where it is said.
func (w *Watcher) tell(n int, due *[metric.Spots]uint64) {
	x, c := &w.columns, w.pliesOf(n)
	first := w.ply
	w.ply += n
	w.plies += n
	if !w.tally.Boards() {
		w.account.Read(w.mem, n, x)
		w.tally.Course(c)
		return
	}
	for k, is := range due {
		if is&1 != 0 { // before the first of them
			w.noteSpot(k, w.read-1)
		}
	}
	w.account.Read(w.mem, n, x)
	w.read = n
	for k, is := range due {
		i := bits.Len64(is&(1<<n-1)) - 1
		if i < 0 {
			continue
		}
		if w.spots[k].ply, w.taken = first+i, max(w.taken, k+1); i > 0 {
			w.noteSpot(k, i-1)
		}
	}
	w.tally.Met(n)
	w.tally.Follow(&w.standing, c)
	for _, d := range x.Decision[:n] {
		if d.Goes() {
			w.tally.Went(d.Ends())
		}
	}
}

// noteSpot notes the pieces of a spot, to which a ply of the account has led.
func (w *Watcher) noteSpot(spot, ply int) {
	for p := 1; p <= w.of.p.G.Players; p++ {
		w.spots[spot].pieces[p] = w.columns.Players[p][ply]
	}
}

// pliesOf are so many plies in the columns.
func (w *Watcher) pliesOf(n int) *metric.Plies {
	x, c := &w.columns, &w.told
	if len(c.Acts) == n {
		return c
	}
	c.Legal, c.Mover, c.By, c.Acts = x.Legal[:n], x.Mover[:n], x.By[:n], x.Acts[:n]
	c.Position, c.Situation, c.Scores = x.Position[:n], x.Situation[:n], x.Scores[:n]
	c.Occupied, c.Pieces = x.Occupied[:n], x.Pieces[:n]
	for p := 1; p <= w.of.p.G.Players; p++ {
		c.Players[p] = x.Players[p][:n]
	}
	if by := w.of.p.MovedBy(0); by > 0 { // all players, whose turn it always is
		c.By = slices.Repeat([]int32{int32(by)}, n)
	}
	c.Valued = w.own
	return c
}

// stand reads the standing of the position.
func (w *Watcher) stand(s *metric.Standing) {
	p, mem := w.of.p, w.mem
	s.At = w.view
	s.Over, s.Mover = p.Var(mem, layout.Over) != 0, p.Var(mem, layout.Mover)
	s.Active, s.Won, s.Winners = uint32(p.Var(mem, layout.Active)), 0, p.Var(mem, layout.Winners)
	for q := 1; q <= p.G.Players; q++ {
		s.Order[q] = int32(p.Player(mem, q))
	}
	if s.Active == w.all && !s.Over {
		return // nobody has a rank that anybody asks for
	}
	for q := 1; q <= p.G.Players; q++ {
		rank := p.Rank(mem, q)
		s.Ranks[q] = rank
		// Who wins has the first rank that is left, who loses the last one.
		if s.Active>>q&1 == 0 && rank > 0 && rank <= float64(s.Winners) {
			s.Won |= 1 << q
		}
	}
}

func (w *Watcher) save(x *spot) {
	x.state = append(x.state[:0], w.mem[w.of.p.Lo:w.of.p.Hi]...)
	x.drawn = w.of.p.Drawn(w.mem)
}

func (w *Watcher) restore(x *spot) {
	copy(w.mem[w.of.p.Lo:], x.state)
	w.of.p.Seed(w.mem, x.drawn)
}

func (w *Watcher) call(f *entry, arg uint64) {
	w.stack[0] = arg
	if err := f.run(w.stack); err != nil {
		w.fault = err
	} else if w.of.p.Faulty(w.mem) {
		w.fault = errFull
	}
}

// WhatAt, Who, Mover and Enemies are those of metric.Looked.

// WhatAt is the component on a site, of a stack that at the bottom.
func (w *Watcher) WhatAt(st board.SiteType, site int) int {
	p := w.of.p
	if !w.main(st, site) {
		what, _, _ := p.On(w.mem, st, site)
		return what
	}
	return p.WhatOn(w.mem, site, 0)
}

// Enemies reports whether two owners are players of different teams.
func (w *Watcher) Enemies(a, b int) bool {
	if a == 0 || b == 0 || a == b {
		return false
	}
	n := w.of.p.G.Players
	return a > n || b > n || w.of.p.Team(w.mem, a) != w.of.p.Team(w.mem, b)
}

// SlotHolds is the component in a slot, of a stack that on top, and the number of its pieces.
func (w *Watcher) SlotHolds(slot int) (what, pieces int) { return w.slots.list[slot].Holds(w.mem) }

// SlotPiece is the component at a level of a slot.
func (w *Watcher) SlotPiece(slot, level int) int {
	x := w.slots.list[slot]
	if x.site < 0 {
		return 0
	}
	return w.of.p.WhatOn(w.mem, int(x.site), level)
}
