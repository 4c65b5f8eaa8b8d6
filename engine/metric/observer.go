package metric

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
)

// Observer watches plays of one game, one after the other, and adds each to a
// batch: Start once the start rules ran, Ply before and Played after every
// move, End when the play is over or given up. Looking at legal moves takes
// longer than playing one; Thorough tells for which plays it is done. What a move
// changed is found from
// its applied actions, so that a ply costs a few sites and not a board; in the
// steady state nothing is allocated. It belongs to one goroutine.
type Observer struct {
	plan  *Plan
	batch *Batch
	out   Playout
	board Board

	slots      []slotData
	positions  hashes
	situations hashes
	hash       uint64 // of all slots
	occupied   int32
	pieces     int32
	stamp      int32
	covered    [3]int32 // sites ever occupied: default, all, used
	mover      int32
	thorough   bool
	legal      []int32
	exhaustive bool         // Look is called for every legal move
	kinds      *frequencies // nil without rules
	judge      *evaluation  // nil in games with simultaneous moves
	endings    *endings     // nil when nobody can tell
	ended      ended
	drama      []float64
	offset     int

	start struct { // the first position of a game that always starts alike
		known            bool
		slots            []slotData
		hash             uint64
		occupied, pieces int32
		board, hand      int
		judge            evaluation
		judged           bool // judge is known, too
	}
}

// slotData is what is known of a slot.
type slotData struct {
	hash   uint64
	pieces int32
	what   bool  // it holds a component
	seen   int32 // stamp of the last play in which it held one
}

// NewObserver returns an observer that adds the plays of the plan's game to b.
func (p *Plan) NewObserver(b *Batch) *Observer {
	o := &Observer{plan: p, batch: b, slots: make([]slotData, len(p.weights)), thorough: true}
	if p.game.IsMatch() {
		return o
	}
	o.legal = []int32{}
	o.out.Board = &o.board
	o.board.Sites = p.sites
	o.board.StateComplexity = p.complexity
	o.board.SameStart = p.fixedStart
	if p.rules != nil {
		o.kinds = &frequencies{rules: p.rules}
	}
	if p.ends != nil {
		o.endings = &endings{of: p.ends, known: map[string]*Ends{}}
	}
	if p.game.Mode != game.Simultaneous && p.game.Players > 0 {
		o.judge = newEvaluation(game.NewContext(p.game), p.heuristics)
		b.Heuristics = p.valued
	}
	if p.game.Has(game.Score) && p.game.Players > 0 {
		o.board.Scores = []int32{}
	}
	return o
}

// Thorough sets whether in the plays to come some of the legal moves are looked at
// and the positions evaluated; so they are from the beginning.
func (o *Observer) Thorough(yes bool) { o.thorough = yes }

// Glimpse sets whether of the plays to come only what positions tell is told, as by a
// Glimpse.
func (o *Observer) Glimpse(yes bool) { o.board.Rough, o.thorough = yes, !yes }

// Exhaustive tells that Look will be called for every legal move, in the order in
// which they are listed, not for samples.
func (o *Observer) Exhaustive() { o.thorough, o.exhaustive = true, true }

// Samples is the number of legal moves to be looked at in every position.
func (o *Observer) Samples() int {
	if o.looks() {
		return samples
	}
	return 0
}

// samples is the number of legal moves of a position by which the frequencies
// of kinds of moves are judged.
const samples = 2

// judgeEvery is the number of plies of which one has the legal moves looked at
// evaluated, beginning with one that depends on the play.
const judgeEvery = 8

// judges tells whether positions are evaluated.
func (o *Observer) judges() bool { return o.thorough && o.judge != nil }

// judged reports whether the legal moves of the position before this ply are.
func (o *Observer) judged() bool {
	return o.judges() && o.looks() && o.out.Plies%judgeEvery == o.offset
}

func (o *Observer) looks() bool { return o.thorough && o.kinds != nil }

// Start begins to watch the play that c is at the start of.
func (o *Observer) Start(c *game.Context) {
	p := o.plan
	o.out.Plies, o.out.Turns, o.out.Limit, o.out.Winner = 0, 0, false, 0
	o.legal = o.legal[:0]
	o.mover = 0
	if o.out.Board == nil {
		return
	}
	c.Endings = o.endings != nil
	x := &o.board
	x.Actions = 0
	x.Occupied, x.Pieces, x.Distances, x.Scores = x.Occupied[:0], x.Pieces[:0], x.Distances[:0], x.Scores[:0]
	x.StartBoard, x.StartHand = 0, 0
	if o.looks() {
		o.kinds.reset()
	}
	if o.judges() {
		o.judge.reset()
		o.offset = int(c.R.State>>33) % judgeEvery
	}
	o.positions.reset()
	o.situations.reset()
	o.covered = [3]int32{}
	o.stamp++
	if o.start.known && (!o.judges() || o.start.judged) {
		copy(o.slots, o.start.slots)
		o.hash, o.occupied, o.pieces = o.start.hash, o.start.occupied, o.start.pieces
		x.StartBoard, x.StartHand = o.start.board, o.start.hand
		if o.judges() {
			copy(o.judge.stacks, o.start.judge.stacks)
			copy(o.judge.flat, o.start.judge.flat)
			o.judge.pieces = o.start.judge.pieces
		}
		for i := range o.slots {
			o.cover(i)
		}
	} else {
		clear(o.slots)
		if o.judges() {
			clear(o.judge.stacks)
			clear(o.judge.flat)
			o.judge.pieces = [maxSeats + 1]int32{}
		}
		o.hash, o.occupied, o.pieces = 0, 0, 0
		for i := range o.slots {
			o.look(c, i)
			w := &p.weights[i]
			x.StartBoard += int(w.used) * int(o.slots[i].pieces)
			x.StartHand += int(w.hand) * int(o.slots[i].pieces)
		}
		if p.fixedStart {
			s := &o.start
			s.known, s.judged, s.slots = true, o.judges(), append(s.slots[:0], o.slots...)
			s.hash, s.occupied, s.pieces, s.board, s.hand = o.hash, o.occupied, o.pieces, x.StartBoard, x.StartHand
			if o.judges() {
				s.judge.stacks, s.judge.flat = slices.Clone(o.judge.stacks), slices.Clone(o.judge.flat)
				s.judge.pieces = o.judge.pieces
			}
		}
	}
	o.position(c)
}

// look reads a slot anew and accounts for what is different.
func (o *Observer) look(c *game.Context, i int) {
	s, w := &o.slots[i], &o.plan.weights[i]
	h := c.S.SlotHash(i)
	what, n := c.S.SlotHolds(i)
	o.hash += h - s.hash
	s.hash = h
	o.pieces += int32(w.all) * (int32(n) - s.pieces)
	s.pieces = int32(n)
	if is := what != 0; is != s.what {
		s.what = is
		if is {
			o.occupied += int32(w.def)
		} else {
			o.occupied -= int32(w.def)
		}
	}
	o.cover(i)
	if o.judges() {
		o.judge.look(c.S, i, what, n)
	}
}

// cover notes the sites of a slot that holds a component as used in this play.
func (o *Observer) cover(i int) {
	s := &o.slots[i]
	if s.what && s.seen != o.stamp {
		s.seen = o.stamp
		w := &o.plan.weights[i]
		o.covered[0] += int32(w.def)
		o.covered[1] += int32(w.all)
		o.covered[2] += int32(w.used)
	}
}

// position records the position that c is in.
func (o *Observer) position(c *game.Context) {
	x := &o.board
	x.Occupied = append(x.Occupied, o.occupied)
	x.Pieces = append(x.Pieces, o.pieces)
	if x.Scores != nil {
		score := c.S.ScoreOf[1:]
		low, high := score[0], score[0]
		for _, v := range score[1:] {
			low, high = min(low, v), max(high, v)
		}
		x.Scores = append(x.Scores, high-low)
	}
	h := o.hash + c.S.RestHash()
	o.positions.add(h)
	o.situations.add(h + c.TurnHash())
}

// Ply notes the number of legal moves of the position in which a move is now
// made. A forced pass counts as one, as in the recorded figures.
func (o *Observer) Ply(c *game.Context, n int) {
	if o.judges() {
		o.judge.before(c, n, int(o.mover))
	}
	o.legal = append(o.legal, int32(n))
	if o.looks() {
		o.kinds.position()
	}
	if o.judged() {
		o.judge.narrow(c, n)
	}
}

// Look notes of which kind a legal move is.
func (o *Observer) Look(c *game.Context, m game.Move) {
	if o.looks() {
		o.kinds.look(c, m)
		if o.judged() {
			o.judge.move(c, m)
		}
	}
}

// Played notes what the move just made came to.
func (o *Observer) Played(c *game.Context) {
	if o.looks() {
		o.kinds.close()
		if o.judges() {
			o.judge.close(!o.exhaustive)
		}
	}
	e := c.T.Last()
	if e != nil && e.Mover != o.mover { // a match may have gone on to a new game
		o.mover = e.Mover
		o.out.Turns++
	}
	if o.out.Board == nil {
		o.out.Plies++
		return
	}
	o.distance(e)
	acts := c.Applied()
	o.board.Actions += len(acts)
	if o.plan.game.ChangesAtRange() {
		for i := range o.slots {
			o.look(c, i)
		}
	} else {
		for i := range acts {
			a := &acts[i]
			if a.To >= 0 {
				if s := c.S.SlotOf(a.TypeTo, a.To); s >= 0 {
					o.look(c, s)
				}
			}
			if a.From >= 0 && (a.From != a.To || a.TypeFrom != a.TypeTo) {
				if s := c.S.SlotOf(a.TypeFrom, a.From); s >= 0 {
					o.look(c, s)
				}
			}
		}
	}
	o.out.Plies++
	o.position(c)
}

// distance notes how far a move went.
func (o *Observer) distance(e *game.Entry) {
	if e.DecFrom == e.DecTo || e.DecFrom < 0 || e.DecTo < 0 || e.FromType != e.ToType {
		return
	}
	st := int8(2)
	if e.FromType != game.NoType {
		st = e.FromType
	}
	if d := o.plan.distances[st]; e.DecFrom < d.n && e.DecTo < d.n {
		o.board.Distances = append(o.board.Distances, d.at(e.DecFrom, e.DecTo))
	}
}

// End adds the play to the batch. A play that is not over counts as ended by a limit.
func (o *Observer) End(c *game.Context) {
	s, x := c.S, &o.board
	o.out.Judge(s)
	o.out.frequencies, o.out.Branching = nil, o.legal
	if o.out.Board == nil {
		o.batch.Add(&o.out)
		return
	}
	x.CoverageDefault = ratio(o.covered[0], o.plan.sites)
	x.CoverageFull = ratio(o.covered[1], o.plan.all)
	x.CoverageUsed = ratio(o.covered[2], o.plan.used)
	x.Positions, x.Situations = o.positions.n, o.situations.n
	if o.looks() {
		o.out.frequencies = o.kinds.shares()
	}
	if o.out.ends = nil; o.endings != nil && !x.Rough {
		o.out.ends = o.endings.judge(c.Ending())
	}
	o.out.evaluation = nil
	if o.judges() && len(o.legal) > 0 {
		o.judge.arrive(c, 0, int(o.mover))
		o.ended = o.judge.end(o.out.Utilities, o.drama[:0])
		o.drama = o.ended.drama
		o.out.evaluation = &o.ended
	}
	o.batch.Add(&o.out)
}

func ratio(n int32, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// hashes counts the different ones of a play's hashes.
type hashes struct {
	n     int
	stamp uint32
	slot  []hashSlot // a power of two of them, at most half full
}

type hashSlot struct {
	hash  uint64
	stamp uint32
}

func (h *hashes) reset() {
	h.n = 0
	h.stamp++
	if h.slot == nil || h.stamp == 0 {
		h.slot, h.stamp = make([]hashSlot, max(256, len(h.slot))), 1
	}
}

func (h *hashes) add(x uint64) {
	mask := uint64(len(h.slot) - 1)
	i := x & mask
	for h.slot[i].stamp == h.stamp {
		if h.slot[i].hash == x {
			return
		}
		i = (i + 1) & mask
	}
	h.slot[i] = hashSlot{x, h.stamp}
	if h.n++; 2*h.n > len(h.slot) {
		old := h.slot
		h.slot = make([]hashSlot, 2*len(old))
		h.n = 0
		for _, s := range old {
			if s.stamp == h.stamp {
				h.add(s.hash)
			}
		}
	}
}
