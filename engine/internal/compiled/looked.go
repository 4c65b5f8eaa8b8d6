package compiled

import (
	"bytes"
	"errors"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/metric"
)

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
	if w.own {
		w.save(&w.last)
	}
	w.covered = p.Covered(w.mem, w.covered[:0])
	w.learn()
	for i := range w.taken {
		w.looked, w.number, w.made = &w.spots[i], i, -1
		if w.look != nil {
			w.call(w.look, uint64(i))
			w.looked.state, w.looked.drawn = p.Spot(w.mem, i)
		} else {
			w.restore(w.looked)
			w.call(w.list, 0)
		}
		if w.fault != nil {
			return
		}
		w.moves = p.Candidates(w.mem, w.moves[:0])
		w.alike = w.looked.drawn == p.Drawn(w.mem) && bytes.Equal(w.looked.state, w.mem[p.Lo:p.Hi])
		if w.back = w.alike; !w.alike {
			w.save(&w.listed)
		}
		if w.tally.LookAt(i, w.spots[i].ply, w); w.fault != nil {
			return
		}
	}
	if w.own { // the value of the last position is asked for
		w.restore(&w.last)
	}
	w.tally.Covered(w.cover, w.covered)
	w.tally.End(&w.standing)
}

// learn has the length of the play that is over tell of how many plies of the next one it is found out at once what is
// to be looked at.
func (w *Watcher) learn() { w.ahead = min(max(w.ply+w.ply/8, w.ahead-w.ahead/8, 1), layout.Recorded) }

// Legal, Actions, After, Pieces, WhatAt, Who, Mover and Enemies are those of metric.Looked.

// Legal is the number of legal moves of the spot.
func (w *Watcher) Legal() int { return len(w.moves) }

// Actions appends the actions of a legal move of the spot.
func (w *Watcher) Actions(i int, dst []game.Action) ([]game.Action, int32) {
	switch {
	case w.made == i: // whose actions have been logged
	case !w.alike:
		w.restore(&w.listed)
	case !w.back:
		w.restore(w.looked)
	}
	if w.made != i {
		w.call(w.try, w.moves[i])
	}
	dst, all := w.of.p.AppendActs(w.mem, w.made == i, dst)
	if !all {
		w.fault = errActs
	}
	w.restore(w.looked) // what moves begin with has been made where they are listed
	w.back, w.made = true, -1
	return dst, w.credits[w.moves[i]>>52]
}

var errActs = errors.New("a move has more actions than compiled code has room for")

// After makes a legal move of the spot.
func (w *Watcher) After(i int, s *metric.Standing) int {
	if !w.back {
		w.restore(w.looked)
	}
	w.back = false
	if w.after != nil {
		w.call(w.after, w.moves[i])
		legal := int(uint32(w.stack[0]))
		w.stand(s)
		w.made = i
		return legal
	}
	w.call(w.step, w.moves[i])
	w.stand(s)
	if s.Over || w.fault != nil {
		return 0
	}
	if w.of.p.Begins() { // what moves begin with is made on the position whose moves are counted
		w.save(&w.led)
		defer w.restore(&w.led)
	}
	w.call(w.count, 0)
	return int(uint32(w.stack[0]))
}

// Pieces adds up the pieces of each player.
func (w *Watcher) Pieces(players []int32) {
	if w.after != nil {
		copy(players, w.looked.pieces[:])
		if w.of.p.ChangePieces(w.mem, w.number, players) {
			return
		}
		clear(players)
	}
	w.of.p.CountPieces(w.mem, players)
}
