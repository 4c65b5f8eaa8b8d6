package metric

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
)

// Tally takes the record of plays of one game, one after the other, and adds each to a
// batch. Somebody tells it what happens, an Observer by the rules or whoever plays
// compiled code: Start and Slot for all slots, Begun; then Position, and for every ply
// Ply, Moved, Slot for what has changed and Position; then what was found in the spots,
// and End. In the steady state nothing is allocated. It belongs to one goroutine.
type Tally struct {
	plan  *Plan
	batch *Batch
	out   Playout
	board Board

	slots    []slotData
	changed  []int32 // slots told of since the first position; a quarter of all stands for all
	visits   visits
	occupied int32
	pieces   int32
	covered  [3]int32 // sites ever occupied: default, all, used
	mover    int32
	thorough bool
	valued   bool // the last play was
	scope    Scope
	legal    []int32
	spots    reservoir
	at       *spot        // the one whose position is looked at, nil for none
	kinds    *frequencies // nil without rules
	judge    *evaluation  // nil in games with simultaneous moves
	endings  *endings     // nil when nobody can tell
	ended    ended
	recalls  recalls
	shares   [numMarks]float64
	shuffle  shuffle
	rows     [3][][]int32 // distances that were asked for, by type and site
	left     int          // legal moves of the position that is looked at
	acts     []game.Action

	start struct { // the first position of a game that always starts alike
		known            bool
		slots            []slotData
		covered          [3]int32
		occupied, pieces int32
		board, hand      int
		judge            evaluation
		judged           bool // judge is known, too
	}
}

// slotData is what is known of a slot.
type slotData struct {
	pieces int32
	what   bool // it holds a component
	seen   bool // it has held one in this play
	weight
}

// NewTally returns a tally that adds the plays of the plan's game to b, as far as its scope goes.
func (p *Plan) NewTally(b *Batch, s Scope) *Tally {
	o := &Tally{plan: p, slots: make([]slotData, len(p.weights)), thorough: s == All, scope: s}
	for i, w := range p.weights {
		o.slots[i].weight = w
	}
	if o.batch = b; p.game.IsMatch() {
		return o
	}
	o.legal = []int32{}
	o.out.Board, o.out.recalls = &o.board, &o.recalls
	o.board.Sites = p.sites
	o.board.StateComplexity = p.complexity
	o.board.SameStart = p.fixedStart
	if p.rules != nil && s == All {
		o.kinds = &frequencies{rules: p.rules}
	}
	if p.ends != nil {
		o.endings = &endings{of: p.ends, known: map[string]*Ends{}}
	}
	if p.game.Mode != game.Simultaneous && p.game.Players > 0 && s == All {
		o.judge = p.newEvaluation()
		o.To(b)
	}
	if p.game.Has(game.Score) && p.game.Players > 0 {
		o.board.Scores = []int32{}
	}
	return o
}

// Tells reports whether a tally is of a plan and a scope.
func (o *Tally) Tells(p *Plan, s Scope) bool { return o.plan == p && o.scope == s }

// To has the plays to come be added to another batch, nil for none.
func (o *Tally) To(b *Batch) {
	o.recalls.settle()
	if o.batch = b; b != nil && o.judge != nil {
		b.Heuristics = o.plan.valued
	}
}

// Thorough sets whether in the plays to come some of the legal moves are looked at
// and the positions evaluated; so they are from the beginning. Only the largest scope has them.
func (o *Tally) Thorough(yes bool) { o.thorough = yes && o.scope == All }

// judges reports whether positions are evaluated.
func (o *Tally) judges() bool { return o.thorough && o.judge != nil }

func (o *Tally) looks() bool { return o.thorough && o.kinds != nil }

// Boards reports whether boards are told of: a match has one for each of its games, and only its course is told.
func (o *Tally) Boards() bool { return o.out.Board != nil }

// Start begins the record of a play; where the plan's game always starts alike and a play
// has been recorded before, it is known, and Start reports that the slots need not be told.
func (o *Tally) Start(seed uint64) (known bool) {
	o.out.Plies, o.out.Turns, o.out.Limit, o.out.Winner = 0, 0, false, 0
	o.legal = o.legal[:0]
	o.mover, o.at = 0, nil
	if o.out.Board == nil {
		return true
	}
	x := &o.board
	x.Actions = 0
	x.Occupied, x.Pieces, x.Distances, x.Scores = x.Occupied[:0], x.Pieces[:0], x.Distances[:0], x.Scores[:0]
	x.StartBoard, x.StartHand = 0, 0
	o.spots.reset(seed)
	if o.looks() {
		o.kinds.reset()
	}
	if o.judges() {
		o.judge.reset()
	}
	o.visits.reset()
	if s := &o.start; s.known && (!o.judges() || s.judged) {
		o.again()
		return true
	}
	o.changed, o.covered = o.changed[:0], [3]int32{}
	for i := range o.slots {
		o.slots[i] = slotData{weight: o.slots[i].weight}
	}
	if o.judges() {
		clear(o.judge.stacks)
		clear(o.judge.flat)
		o.judge.pieces = [maxSeats + 1]int32{}
	}
	o.occupied, o.pieces = 0, 0
	return false
}

// again goes back to the first position of a game that always starts alike.
func (o *Tally) again() {
	s := &o.start
	o.occupied, o.pieces, o.covered = s.occupied, s.pieces, s.covered
	o.board.StartBoard, o.board.StartHand = s.board, s.hand
	judges := o.judges()
	if judges {
		copy(o.judge.stacks, s.judge.stacks)
		o.judge.pieces = s.judge.pieces
	}
	if judges != o.valued || 4*len(o.changed) > len(o.slots) {
		copy(o.slots, s.slots)
		if judges {
			copy(o.judge.flat, s.judge.flat)
		}
	} else {
		for _, i := range o.changed {
			if o.slots[i] = s.slots[i]; judges && o.judge.flat != nil {
				o.judge.flat[i] = s.judge.flat[i]
			}
		}
	}
	o.changed, o.valued = o.changed[:0], judges
}

// Begun ends the telling of the slots of the first position.
func (o *Tally) Begun() {
	x := &o.board
	for i := range o.slots {
		w := &o.slots[i].weight
		x.StartBoard += int(w.used) * int(o.slots[i].pieces)
		x.StartHand += int(w.hand) * int(o.slots[i].pieces)
	}
	if !o.plan.fixedStart {
		return
	}
	s := &o.start
	s.known, s.judged, s.slots = true, o.judges(), append(s.slots[:0], o.slots...)
	o.changed, o.valued, s.covered = o.changed[:0], s.judged, o.covered
	s.occupied, s.pieces, s.board, s.hand = o.occupied, o.pieces, x.StartBoard, x.StartHand
	if o.judges() {
		s.judge.stacks, s.judge.flat = slices.Clone(o.judge.stacks), slices.Clone(o.judge.flat)
		s.judge.pieces = o.judge.pieces
	}
}

// Slot accounts for a slot that may have changed: the component in it, of a stack that on
// top, and the number of its pieces; see game.State.SlotHolds.
func (o *Tally) Slot(i, what, n int, in Slots) {
	s := &o.slots[i]
	if 4*len(o.changed) <= len(o.slots) {
		o.changed = append(o.changed, int32(i))
	}
	o.pieces += int32(s.all) * (int32(n) - s.pieces)
	s.pieces = int32(n)
	if is := what != 0; is != s.what {
		s.what = is
		if is {
			o.occupied += int32(s.def)
		} else {
			o.occupied -= int32(s.def)
		}
	}
	if s.what && !s.seen { // its sites are used in this play
		s.seen = true
		o.covered[0] += int32(s.def)
		o.covered[1] += int32(s.all)
		o.covered[2] += int32(s.used)
	}
	if o.judges() {
		o.judge.look(in, i, what, n)
	}
}

// Position records a position: hashes that tell what stands where from other positions
// of the play, and situations from others, and the largest difference of scores.
func (o *Tally) Position(position, situation uint64, scores int32) {
	x := &o.board
	x.Occupied = append(x.Occupied, o.occupied)
	x.Pieces = append(x.Pieces, o.pieces)
	if x.Scores != nil {
		x.Scores = append(x.Scores, scores)
	}
	o.visits.follow([]uint64{position}, []uint64{situation})
}

// Next is the number of the spot that the position in which a move is now made is, in
// place of the position that it was before; -1 if it is none.
func (o *Tally) Next() int {
	if o.out.Board == nil || !o.thorough {
		return -1
	}
	return o.spots.next()
}

// Coming tells of the positions to come in which moves are made, at most so many and 64, which are spots:
// bit i of the number of a spot is the position after i more. Nobody knows how many there will be.
func (o *Tally) Coming(most int) *[Spots]uint64 {
	if o.out.Board == nil || !o.thorough {
		return &noSpots
	}
	return o.spots.coming(most)
}

var noSpots [Spots]uint64

// Met meets positions that Coming has told of.
func (o *Tally) Met(positions int) {
	if o.out.Board != nil && o.thorough {
		o.spots.pass(positions)
	}
}

// Ply notes the number of legal moves of a position in which a move is made, a forced
// pass counting as one, as in the recorded figures.
func (o *Tally) Ply(s *Standing, n int) {
	if o.judges() {
		o.judge.before(s, n, int(o.mover))
	}
	if o.scope.Counts() {
		o.legal = append(o.legal, int32(n))
	}
}

// Moved notes what the move just made came to: who made it, and its actions.
func (o *Tally) Moved(mover, actions int) {
	if int32(mover) != o.mover { // a match may have gone on to a new game
		o.mover = int32(mover)
		o.out.Turns++
	}
	o.board.Actions += actions
	o.out.Plies++
}

// Went notes how far a move went, by the sites of its decision, -1 for none.
func (o *Tally) Went(fromType, toType int8, from, to int32) {
	if from == to || from < 0 || to < 0 || fromType != toType {
		return
	}
	st := int8(2)
	if fromType != game.NoType {
		st = fromType
	}
	if d := o.plan.distances[st]; from < d.n && to < d.n {
		var row []int32
		if rows := o.rows[st]; rows != nil {
			row = rows[from]
		}
		if row == nil {
			row = o.distances(d, st, from)
		}
		o.board.Distances = append(o.board.Distances, row[to])
	}
}

// distances are those from a site of a type.
func (o *Tally) distances(d *distances, st int8, from int32) []int32 {
	if d.n > mostRows {
		return d.from(from)
	}
	if o.rows[st] == nil {
		o.rows[st] = make([][]int32, d.n)
	}
	if o.rows[st][from] == nil {
		o.rows[st][from] = d.from(from)
	}
	return o.rows[st][from]
}

// Spot begins to tell of the legal moves of a position with so many of them, as a spot.
func (o *Tally) Spot(i, legal int) {
	o.at = &o.spots.spot[i]
	o.at.reset()
	o.left = legal
	if o.judge != nil {
		o.judge.moves = o.judge.moves[:0]
	}
	if o.kinds != nil {
		o.kinds.position()
	}
}

// close ends the telling of a spot.
func (o *Tally) close() {
	x := o.at
	if x == nil {
		return
	}
	o.at = nil
	if o.judges() {
		x.spread = o.judge.spread()
	}
	if o.kinds == nil || o.kinds.looked == 0 {
		return
	}
	x.looked, x.is = true, o.kinds.is
	for i := range x.is.each {
		x.marks[i] = float64(o.kinds.count[i]) / float64(o.kinds.looked)
	}
}

// Looked is a position whose legal moves are looked at by whoever plays compiled code.
type Looked interface {
	Position
	Legal() int // number of legal moves
	// Actions appends the actions of the i-th legal move, and says which ludeme it is
	// credited to, by its number in game.Game.Rules. The position is the one that is looked at then.
	Actions(i int, dst []game.Action) (acts []game.Action, rule int32)
	// After makes the i-th legal move. It returns the number of legal moves then, 0 after the end of the play.
	After(i int, s *Standing) (legal int)
	// Pieces adds up the pieces of each player after it, from 1 on.
	Pieces(players []int32)
}

// LookAt looks at some legal moves of the spot of a number, which was position number ply.
func (o *Tally) LookAt(i, ply int, p Looked) {
	n, mover := p.Legal(), p.Mover()
	o.Spot(i, n)
	o.examine(ply, mover, func(k int) {
		acts, number := p.Actions(k, o.acts[:0])
		rule, is := o.kinds.of(number), Marks{}
		for j := range acts {
			o.kinds.action(o.plan.game, p, &acts[j], rule, &is)
		}
		o.kinds.note(is)
		o.acts = acts
	}, func(k int) float64 {
		legal := p.After(k, &o.judge.tried)
		pieces := &o.judge.after
		*pieces = [maxSeats + 1]int32{}
		p.Pieces(pieces[:])
		return o.judge.worth(&o.judge.tried, pieces, legal, mover)
	})
	o.close()
}

// examine looks at legal moves of the spot that was position number ply, of a player: at
// the kinds and values of the first in a random order, and at as many values as it takes
// to judge how narrow the position is. As the reference has it (part 9, §10) it is that if
// every move is worth less than all those looked at before it. The reference takes them
// as it lists them; no order of them is a rule of a game.
func (o *Tally) examine(ply, mover int, kind func(i int), value func(i int) float64) {
	n := o.left
	order := o.spots.order(ply)
	judged := o.judges() && o.judge.judges(mover)
	narrow, least := judged, 0.0
	o.shuffle.moved = o.shuffle.moved[:0]
	for i := 0; i < n && (i < kindSamples || narrow); i++ {
		k := o.shuffle.next(i, i+order.Below(n-i))
		if judged && n > 1 && (i < valueSamples || narrow) {
			v := value(k)
			if i < valueSamples {
				o.judge.moves = append(o.judge.moves, v)
			}
			narrow = narrow && (i == 0 || v < least)
			least = v
		}
		if i < kindSamples && o.kinds != nil {
			kind(k)
		}
	}
	if narrow {
		o.at.narrow = 1
	}
}

// Outcome is where it is told how the play has ended, before End.
func (o *Tally) Outcome() *Playout { return &o.out }

// Ended says how the play was decided, see game.Context.Ending.
func (o *Tally) Ended(ending []int32, decided bool) {
	if o.out.ends = nil; o.out.Board != nil && o.endings != nil {
		o.out.ends = o.endings.judge(ending, decided)
	}
}

// End adds the play to the batch; last is its last position.
func (o *Tally) End(last *Standing) {
	x := &o.board
	o.out.frequencies, o.out.evaluation, o.out.Branching = nil, nil, nil
	if o.scope.Counts() {
		o.out.Branching = o.legal
	}
	if o.out.Board == nil {
		o.batch.Add(&o.out)
		return
	}
	x.CoverageDefault = ratio(o.covered[0], o.plan.sites)
	x.CoverageFull = ratio(o.covered[1], o.plan.all)
	x.CoverageUsed = ratio(o.covered[2], o.plan.used)
	x.Positions, x.Situations = o.visits.count(), o.visits.situations()
	if o.looks() {
		o.out.frequencies, o.out.frequent = o.frequencies()
	}
	if o.judges() && len(o.legal) > 0 {
		o.judge.arrive(last, int(o.mover))
		x, isNew := o.recalls.evaluated(o.judge, o.out.Utilities, o.batch)
		if o.ended = (ended{known: !isNew}); isNew {
			o.judge.end(o.out.Utilities, &o.ended)
			o.ended.told = x
		}
		for i := range o.spots.taken() {
			o.ended.variance += o.spots.spot[i].spread / float64(o.spots.taken())
			o.ended.narrowness += o.spots.spot[i].narrow / float64(o.spots.taken())
		}
		o.out.evaluation = &o.ended
	}
	o.batch.Add(&o.out)
}

// frequencies are the means over the positions looked at of the share of the legal moves
// that have each of the concepts that occur; nil when there was no position.
func (o *Tally) frequencies() ([]float64, Marks) {
	if o.kinds.plies > 0 {
		return o.kinds.shares()
	}
	n, is := 0, Marks{}
	for i := range o.spots.taken() {
		x := &o.spots.spot[i]
		if !x.looked {
			continue
		}
		n++
		for j := range x.is.each {
			if !is.has(j) {
				o.shares[j] = 0
			}
			o.shares[j] += x.marks[j]
		}
		is.unite(x.is)
	}
	if n == 0 {
		return nil, is
	}
	for j := range is.each {
		o.shares[j] /= float64(n)
	}
	return o.shares[:], is
}
