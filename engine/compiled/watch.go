package compiled

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lower"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

// Watcher plays a game compiled by NewWatched as a Player does, though not the same plays,
// and tells a tally all about them. It belongs to one goroutine. After every move it reads
// from memory what has changed; of the positions that are spots it keeps copies, and looks
// at their legal moves when the play is over.
type Watcher struct {
	*Player
	view
	tally  *metric.Tally
	spans  []span
	before []byte // the memory of the spans after the last move
	slots  []place
	hash   uint64 // of what the spans say
	first  uint64 // of the first position

	own bool // positions are valued by heuristics of the description

	watched, list, try, step, count func(stack []uint64) error

	standing metric.Standing
	passes   int
	ply      int
	spots    []spot
	taken    int
	moves    []uint64 // the legal moves of the spot that is looked at
	looked   *spot    // the spot that is looked at
	listed   spot     // the same with its moves listed
	credits  []int32
	ending   []int32
}

// view is the position as heuristics read it.
type view = *values

// span is a range of memory with the slots of its sites.
type span struct {
	lower.Span
	slots []int32 // by site, -1 for none
}

// place is the site that a slot stands for.
type place struct {
	st   board.SiteType
	site int32 // -1 for none
}

// spot is a position to go back to.
type spot struct {
	ply   int
	state []byte
	drawn uint64
}

// NewWatcher returns a watcher at the position after the start rules, which adds its plays to
// a batch of the metrics of a plan.
func (c *Game) NewWatcher(plan *metric.Plan, b *metric.Batch) (*Watcher, error) {
	p, m, err := c.player()
	if err != nil {
		return nil, err
	}
	w := &Watcher{Player: p, tally: plan.NewTally(b), credits: c.p.Credits(), own: plan.Valued()}
	w.view = c.newValues(p.mem, m.Func("list"), &p.fault)
	w.watched, w.list, w.try, w.step, w.count = m.Func("watched"), m.Func("list"), m.Func("try"), m.Func("step"), m.Func("count")
	x := game.NewContext(c.p.G)
	w.slots = make([]place, x.S.Slots())
	for i := range w.slots {
		w.slots[i].site = -1
	}
	slot := func(st board.SiteType, site int) int32 {
		st = c.p.G.TypeAt(st, site)
		i := x.S.SlotOf(game.SiteType(st), int32(site))
		if i >= 0 {
			w.slots[i] = place{st, int32(site)}
		}
		return int32(i)
	}
	for _, s := range c.p.Spans() {
		n := span{Span: s}
		for site := range s.Sites {
			n.slots = append(n.slots, slot(s.Type, site))
		}
		w.spans = append(w.spans, n)
	}
	w.Player.Start()
	w.before = append([]byte(nil), p.mem[c.p.Lo:c.p.Hi]...)
	clear(w.before)
	w.changes(func(int32) {})
	w.first = w.hash
	return w, w.fault
}

// mix is a hash of a word of memory in its place.
func mix(at int, word uint64) uint64 {
	hi, lo := bits.Mul64(word^0xd1342543de82ef95, uint64(at)*0x9e3779b97f4a7c15|1)
	hi, lo = bits.Mul64(hi^lo^uint64(at), 0xbf58476d1ce4e5b9)
	return hi ^ lo
}

// chunk is the number of bytes that are compared at once.
const chunk = 128

// changes takes over what has changed, and calls f for the slots of the sites.
func (w *Watcher) changes(f func(slot int32)) {
	lo := w.of.p.Lo
	for i := range w.spans {
		s := &w.spans[i]
		now, was := w.mem[s.From:s.To], w.before[s.From-lo:s.To-lo]
		for at := 0; at+8 <= len(now); at += 8 {
			if at%chunk == 0 && at+chunk <= len(now) && bytes.Equal(now[at:at+chunk], was[at:at+chunk]) {
				at += chunk - 8
				continue
			}
			a, b := binary.LittleEndian.Uint64(now[at:]), binary.LittleEndian.Uint64(was[at:])
			if a == b {
				continue
			}
			binary.LittleEndian.PutUint64(was[at:], a)
			w.hash += mix(s.From+at, a) - mix(s.From+at, b)
			for x, k := a^b, 0; x != 0 && s.Sites > 0; x, k = x>>8, k+1 {
				if x&0xff == 0 {
					continue
				}
				site := (at + k) / s.Bytes
				f(s.slots[site])
				if left := s.Bytes*(site+1) - at; left < 8 { // the rest of the same site
					x &^= 1<<(8*left-8*k) - 1
				} else {
					break
				}
			}
		}
	}
}

// Start goes back to the position after the start rules; seed decides where moves are
// looked at.
func (w *Watcher) Start(seed uint64) {
	w.Player.Start()
	w.passes, w.ply, w.taken = 0, 0, 0
	if w.fault != nil {
		return
	}
	lo := w.of.p.Lo
	for i := range w.spans {
		copy(w.before[w.spans[i].From-lo:], w.mem[w.spans[i].From:w.spans[i].To])
	}
	w.hash = w.first
	if !w.tally.Start(seed) {
		for i := range w.slots {
			what, n := w.SlotHolds(i)
			w.tally.Slot(i, what, n, w)
		}
		w.tally.Begun()
	}
	w.arrived()
}

// Run is Player.Run.
func (w *Watcher) Run(r *rng.SplitMix64, plies int) bool {
	p := w.of.p
	if w.fault != nil {
		return true
	}
	p.Seed(w.mem, r.State)
	for range plies {
		if p.Var(w.mem, lower.Over) != 0 {
			break
		}
		w.stand(&w.standing)
		if i := w.tally.Next(); i >= 0 {
			w.keep(i)
		}
		if w.own { // what the position is worth is told before the move
			w.call(w.count, 0)
			w.tally.Ply(&w.standing, int(uint32(w.stack[0])))
		}
		if w.fault = w.watched(w.stack); w.fault == nil && p.Faulty(w.mem) {
			w.fault = errFull
		}
		if w.fault != nil {
			break
		}
		w.ply++
		w.plies++
		if !w.own {
			w.tally.Ply(&w.standing, p.Legal(w.mem))
		}
		w.tally.Moved(w.standing.Mover, p.Acts(w.mem))
		w.tally.Went(p.Decision(w.mem))
		w.changes(w.slot)
		if p.Var(w.mem, lower.Over) == 0 {
			if w.passes++; p.Var(w.mem, lower.Passed) != 1 {
				w.passes = 0
			}
		}
		w.arrived()
	}
	r.State = p.Drawn(w.mem)
	return w.fault != nil || p.Var(w.mem, lower.Over) != 0
}

func (w *Watcher) slot(i int32) {
	if i >= 0 {
		what, n := w.SlotHolds(int(i))
		w.tally.Slot(int(i), what, n, w)
	}
}

// arrived tells of the position.
func (w *Watcher) arrived() {
	p := w.of.p
	low, high := p.Score(w.mem, 1), p.Score(w.mem, 1)
	for q := 2; q <= p.G.Players; q++ {
		v := p.Score(w.mem, q)
		low, high = min(low, v), max(high, v)
	}
	w.tally.Position(w.hash, w.hash+p.Situation(w.mem, w.passes), int32(high-low))
}

// stand reads the standing of the position.
func (w *Watcher) stand(s *metric.Standing) {
	p, mem := w.of.p, w.mem
	s.At = w.view
	s.Over, s.Mover = p.Var(mem, lower.Over) != 0, p.Var(mem, lower.Mover)
	s.Active, s.Won, s.Winners = uint32(p.Var(mem, lower.Active)), 0, p.Var(mem, lower.Winners)
	for q := 1; q <= p.G.Players; q++ {
		rank := p.Rank(mem, q)
		s.Ranks[q], s.Order[q] = rank, int32(p.Player(mem, q))
		// Who wins has the first rank that is left, who loses the last one.
		if s.Active>>q&1 == 0 && rank > 0 && rank <= float64(s.Winners) {
			s.Won |= 1 << q
		}
	}
}

// keep copies the position as a spot.
func (w *Watcher) keep(i int) {
	for len(w.spots) <= i {
		w.spots = append(w.spots, spot{state: make([]byte, w.of.p.Hi-w.of.p.Lo)})
	}
	w.taken = max(w.taken, i+1)
	w.save(&w.spots[i])
	w.spots[i].ply = w.ply
}

func (w *Watcher) save(x *spot) {
	copy(x.state, w.mem[w.of.p.Lo:w.of.p.Hi])
	x.drawn = w.of.p.Drawn(w.mem)
}

func (w *Watcher) restore(x *spot) {
	copy(w.mem[w.of.p.Lo:], x.state)
	w.of.p.Seed(w.mem, x.drawn)
}

// End tells how the play has ended, and looks at the spots. Where compiled code has no room
// for that, Err says so and nothing is told of the play.
func (w *Watcher) End() {
	p, x := w.of.p, w.Result()
	out := w.tally.Outcome()
	if p.G.Players == 2 {
		out.Between(x.Winner, x.Limit, false)
	} else {
		var ranks [16]float64
		out.Among(w.Ranks(ranks[:0]), x.Winner, x.Limit)
	}
	list, decided := p.Ending(w.mem, w.ending[:0])
	w.ending = list
	w.tally.Ended(list, decided)
	w.stand(&w.standing)
	if w.listed.state == nil {
		w.listed.state = make([]byte, p.Hi-p.Lo)
	}
	for i := range w.taken {
		w.looked = &w.spots[i]
		w.restore(w.looked)
		if w.call(w.list, 0); w.fault != nil {
			return
		}
		w.moves = p.Candidates(w.mem, w.moves[:0])
		w.save(&w.listed)
		if w.tally.LookAt(i, w.spots[i].ply, w); w.fault != nil {
			return
		}
	}
	w.tally.End(&w.standing)
}

func (w *Watcher) call(f func(stack []uint64) error, arg uint64) {
	w.stack[0] = arg
	if err := f(w.stack); err != nil {
		w.fault = err
	} else if w.of.p.Faulty(w.mem) {
		w.fault = errFull
	}
}

// Legal, Actions, After, WhatAt, Who, Mover and Enemies are those of metric.Looked.

// Legal is the number of legal moves of the spot.
func (w *Watcher) Legal() int { return len(w.moves) }

// Actions appends the actions of a legal move of the spot.
func (w *Watcher) Actions(i int, dst []game.Action) ([]game.Action, int32) {
	w.restore(&w.listed)
	w.call(w.try, w.moves[i])
	all := w.of.p.EachAct(w.mem, func(a lower.Act) {
		dst = append(dst, game.Action{Kind: a.Kind, Decision: a.Decision, Flag: a.Flag, TypeFrom: int8(a.FromType),
			TypeTo: int8(a.ToType), From: int32(a.From), To: int32(a.To), What: int32(a.What)})
	})
	if !all {
		w.fault = errActs
	}
	w.restore(w.looked) // what moves begin with has been made where they are listed
	return dst, w.credits[w.moves[i]>>52]
}

var errActs = errors.New("a move has more actions than compiled code has room for")

// After makes a legal move of the spot.
func (w *Watcher) After(i int, s *metric.Standing) (metric.Slots, int) {
	w.restore(w.looked)
	w.call(w.step, w.moves[i])
	w.stand(s)
	if s.Over || w.fault != nil {
		return w, 0
	}
	w.call(w.count, 0)
	return w, int(uint32(w.stack[0]))
}

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
	return a > n || b > n || w.of.p.Team(a) != w.of.p.Team(b)
}

// SlotHolds is the component in a slot, of a stack that on top, and the number of its pieces.
func (w *Watcher) SlotHolds(slot int) (what, pieces int) {
	x, p := w.slots[slot], w.of.p
	switch {
	case x.site < 0:
		return 0, 0
	case !w.main(x.st, int(x.site)):
		what, pieces, _ = p.On(w.mem, x.st, int(x.site))
		return what, pieces
	}
	if !p.G.Stacks {
		return p.What(w.mem, int(x.site)), p.Count(w.mem, int(x.site))
	}
	return p.What(w.mem, int(x.site)), p.Size(w.mem, int(x.site))
}

// SlotPiece is the component at a level of a slot.
func (w *Watcher) SlotPiece(slot, level int) int {
	x := w.slots[slot]
	if x.site < 0 {
		return 0
	}
	return w.of.p.WhatOn(w.mem, int(x.site), level)
}
