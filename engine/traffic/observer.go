package traffic

import "github.com/astragal/astragal/engine/game"

// Observer watches plays of one game and counts them. It is a play.Watcher, and
// belongs to one goroutine.
type Observer struct {
	board  *Board
	counts *Counts
	play   Play
	sums   [NumMeasures][]int64 // of the play, as those of the counts
	jumps  []int64
	phase  int // of the mover before the move
	routes map[[2]int32][]int32
}

// maxRoutes bounds the lines that an observer remembers.
const maxRoutes = 1 << 14

// NewObserver returns an observer of plays of g that adds them to counts.
func NewObserver(b *Board, counts *Counts) *Observer {
	o := &Observer{board: b, counts: counts, routes: map[[2]int32][]int32{}}
	for m := range o.play.Counts {
		o.play.Counts[m] = make([]int32, counts.elements(Measure(m)))
		o.sums[m] = make([]int64, len(counts.sums[m]))
	}
	o.jumps = make([]int64, len(counts.Jumps))
	return o
}

// Start begins to watch the play with the given number in its evaluation; one that
// was given up before its end leaves nothing.
func (o *Observer) Start(number int) {
	o.play.Number = number
	for m := range o.play.Counts {
		clear(o.play.Counts[m])
		clear(o.sums[m])
	}
	clear(o.jumps)
}

// End adds the play to the counts.
func (o *Observer) End() error {
	for i, n := range o.jumps {
		o.counts.Jumps[i] += n
	}
	for m := range o.sums {
		for i, n := range o.sums[m] {
			o.counts.sums[m][i] += n
		}
	}
	return o.counts.add(&o.play)
}

// Ply notes whose move it is, and in which phase.
func (o *Observer) Ply(c *game.Context, _ int) {
	mover := c.S.Mover
	o.phase = 0
	if mover > 0 && mover < len(c.S.PhaseOf) {
		o.phase = int(c.S.PhaseOf[mover])
	}
}

// Samples is 0: legal moves are not looked at.
func (o *Observer) Samples() int { return 0 }

// Look does nothing.
func (o *Observer) Look(*game.Context, game.Move) {}

// Played counts the move that was just played.
func (o *Observer) Played(c *game.Context) {
	seat := 0
	if e := c.T.Last(); e != nil && int(e.Mover) > 0 && int(e.Mover) < o.counts.Seats {
		seat = int(e.Mover)
	}
	row := min(o.phase, o.counts.Phases-1)*o.counts.Seats + seat
	acts := c.Applied()
	for i := range acts {
		o.action(row, &acts[i])
	}
	st := o.board.Type
	for s := range o.board.Sites {
		if c.S.What(st, s) != 0 {
			o.at(Stays, row, int32(s), 1)
		}
	}
}

// on reports whether an action names a site of the board by this type and number.
func (o *Observer) on(st int8, site int32) bool {
	return (st == game.NoType || st == game.SiteType(o.board.Type)) && site >= 0 && int(site) < o.board.Sites
}

// at counts for a site.
func (o *Observer) at(m Measure, row int, site, n int32) {
	o.sums[m][row*o.counts.Sites+int(site)] += int64(n)
	o.play.Counts[m][site] += n
}

// along counts for a step along a pair.
func (o *Observer) along(m Measure, row int, arc int32) {
	o.sums[m][row*2*o.counts.Pairs+int(arc)]++
	o.play.Counts[m][arc/2]++
}

func (o *Observer) action(row int, a *game.Action) {
	switch a.Kind {
	case game.ActAdd, game.ActInsert:
		if o.on(a.TypeTo, a.To) {
			o.at(Placements, row, a.To, 1)
			o.at(Visits, row, a.To, 1)
		}
	case game.ActRemove:
		if !a.Flag && o.on(a.TypeTo, a.To) {
			o.at(Captures, row, a.To, 1)
		}
	case game.ActMove, game.ActMoveCount, game.ActStackMove:
		from, to := o.on(a.TypeFrom, a.From), o.on(a.TypeTo, a.To)
		if to {
			o.at(Visits, row, a.To, 1)
			if a.Kind == game.ActMoveCount && a.Count > 0 {
				o.at(Sown, row, a.To, a.Count)
			}
		}
		switch {
		case from && to:
			o.moved(row, a.From, a.To)
		case to:
			o.at(Placements, row, a.To, 1)
		case from:
			o.at(Captures, row, a.From, 1)
		}
	}
}

// moved counts a move from one site of the board to another.
func (o *Observer) moved(row int, from, to int32) {
	if from == to {
		return
	}
	if p := o.board.Pair(from, to); p >= 0 {
		o.along(Moves, row, arc(p, from, to))
		return
	}
	arcs := o.route(from, to)
	if arcs == nil {
		o.jumps[row]++
	}
	for _, x := range arcs {
		o.along(Along, row, x)
	}
}

// route is that of the board, remembered.
func (o *Observer) route(from, to int32) []int32 {
	key := [2]int32{from, to}
	arcs, known := o.routes[key]
	if !known {
		if len(o.routes) == maxRoutes {
			clear(o.routes)
		}
		arcs = o.board.route(from, to)
		o.routes[key] = arcs
	}
	return arcs
}
