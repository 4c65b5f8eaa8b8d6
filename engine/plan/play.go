package plan

import (
	"math"

	"github.com/astragal/astragal/engine/rng"
)

// Result is what one play came to.
type Result struct {
	Plies   int  // moves made, placements of the start rules excluded
	Winner  int  // 0 nobody, else the player
	Limit   bool // a limit of moves or turns ended it, or it is not over
	Swapped bool // the players swapped seats on the way
}

// NewState returns storage for plays of the plan, for one goroutine.
func (p *Plan) NewState() *State {
	s := newState(p)
	s.Start()
	return s
}

// Play plays one game to its end, or to maxPlies moves when that is positive,
// with choices drawn from r.
func (s *State) Play(r *rng.SplitMix64, maxPlies int) Result {
	if maxPlies <= 0 {
		maxPlies = math.MaxInt
	}
	s.Start()
	s.Run(r, maxPlies)
	return s.Result()
}

// Start goes back to the position after the start rules.
func (s *State) Start() { s.copyFrom(s.p.start) }

// Run makes up to so many random moves and tells whether the play is over.
func (s *State) Run(r *rng.SplitMix64, plies int) bool {
	if s.p.brisk != nil {
		return s.runBriskly(r, plies)
	}
	for n := 0; n < plies && !s.over; n++ {
		s.play(s.choose(r))
	}
	return s.over
}

// Result is what the play has come to so far.
func (s *State) Result() Result {
	return Result{Plies: len(s.moves) - s.placed, Winner: s.winner, Limit: s.limit || !s.over, Swapped: s.swapped}
}

// choose draws one of the legal moves.
func (s *State) choose(r *rng.SplitMix64) option {
	p := s.p
	g := p.phases[s.phase[s.mover]].play
	s.stuck &^= 1 << s.mover
	s.effort.tried = 0
	if p.swap && s.plies() == 1 {
		s.options = s.options[:0]
		s.list()
		return s.options[r.Below(len(s.options))]
	}
	if o, ok := g.pick(s, r); ok {
		return o
	}
	return option{act: passing, from: off, to: off}
}

// plies is the number of moves made.
func (s *State) plies() int { return len(s.moves) - s.placed }

// list appends all legal moves to the options.
func (s *State) list() {
	p, n := s.p, len(s.options)
	s.stuck &^= 1 << s.mover
	p.phases[s.phase[s.mover]].play.list(s)
	if p.swap && s.plies() == 1 {
		s.options = append(s.options, option{act: swapping, from: off, to: off})
	}
	if len(s.options) == n {
		s.options = append(s.options, option{act: passing, from: off, to: off})
	}
}

// play makes a move and ends the turn.
func (s *State) play(o option) { s.playBut(o, 0) }

// playBut makes a move without its last so many consequents and ends the turn.
func (s *State) playBut(o option, without int) {
	if s.pendingAny {
		clear(s.pending)
		s.pendingAny = false
	}
	mover := s.mover
	if o.act == passing {
		s.stuck |= 1 << mover
	}
	s.perform(o, without)
	s.endTurn(mover, o.act.kind == actPass, o.act.kind == actSwap)
}

// perform makes a move, without its last so many consequents, and leaves the
// turn as it is.
func (s *State) perform(o option, without int) {
	a := o.act
	s.again = false
	mover := s.mover
	s.change(o)
	if s.count != nil {
		s.after = int(o.to)
		if a.kind == actSelect {
			s.after = off
		}
		s.latest = s.after
	}
	s.moves = append(s.moves, ply{from: o.from, to: o.to, mover: int8(mover), pass: a.kind == actPass})
	if n := len(a.then) - without; n > 0 {
		s.from, s.to, s.between = off, off, off
		for _, f := range a.then[:n] {
			f(s)
		}
	}
	s.after = s.latest
	if s.toClearAny && !s.again {
		s.clearCaptured()
	}
}

// change does what a move itself does, without its consequents.
func (s *State) change(o option) {
	a := o.act
	if a.before != nil {
		s.from, s.to, s.between = int(o.from), int(o.to), int(o.x)
		for _, f := range a.before {
			f(s)
		}
	}
	switch a.kind {
	case actAdd:
		w := s.mover
		if a.what != nil {
			w = a.what(s)
		}
		if s.count != nil && s.what[o.to] != 0 {
			s.addCount(int(o.to), 1)
		}
		if s.what[o.to] == 0 && w > 0 && w < s.p.comps {
			s.place(int(o.to), w)
			if a.state != nil {
				s.setLocal(int(o.to), uint8(max(a.state(s), 0)))
			}
		}
	case actMove:
		if s.count != nil {
			s.carry(int(o.from), int(o.to))
		} else {
			s.shift(int(o.from), int(o.to))
		}
	case actRemove:
		s.take(int(o.to))
	case actPile:
		w := s.mover
		if a.what != nil {
			w = a.what(s)
		}
		if w > 0 && w < s.p.comps {
			s.pile(int(o.to), w)
		}
	case actPromote:
		s.put(int(o.to), uint8(o.x))
		s.setLocal(int(o.to), 0)
	case actSwap:
		s.setTurn(s.mover, s.mover)
		s.swapped = !s.swapped
	}
}

// endTurn tries the ends and hands the turn over.
func (s *State) endTurn(mover int, pass, swap bool) {
	p := s.p
	if end := p.phases[s.phase[mover]].end; end != nil {
		s.try(end, pass)
	}
	if !s.over && p.end != nil {
		s.try(p.end, pass)
	}
	if !s.over {
		s.handOver(mover, swap)
	}
}

// handOver goes on to the next turn, or ends the play by a limit.
func (s *State) handOver(mover int, swap bool) {
	p := s.p
	if s.turns >= p.turnLimit || s.plies() >= p.moveLimit {
		s.draw()
		s.limit = true
		return
	}
	if len(p.phases) > 1 {
		s.nextPhases()
	}
	s.counter++
	if s.past != nil {
		s.remember()
	}
	if p.visits {
		s.visit(mover)
	}
	next := s.next
	s.prev = mover
	if next != mover || swap {
		s.turns++
	}
	s.setTurn(next, s.following(next))
}

// try tries end rules in order, and the end when all players pass.
func (s *State) try(rules []endRule, pass bool) {
	for i := range rules {
		if rules[i].holds(s) {
			rules[i].give(s)
		}
	}
	if pass && !s.over && !s.p.passes && s.allPassed() {
		s.draw()
	}
	s.lossesNow = 0
}

// nextPhases moves the players to their next phases.
func (s *State) nextPhases() {
	p := s.p
	for q := 1; q <= p.players; q++ {
		for i := range p.phases[s.phase[q]].next {
			x := &p.phases[s.phase[q]].next[i]
			who := 0
			if !x.all {
				if who = x.who.fn()(s); who != q {
					continue
				}
			}
			if !x.cond.holds(s) {
				continue
			}
			to := x.phase
			if to < 0 {
				of := who
				if x.all {
					of = s.mover
				}
				to = (s.phase[of] + 1) % len(p.phases)
			}
			s.phase[q] = to
			break
		}
	}
}

// nextStuck tells whether the next player would have no move, and notes it. It
// is not asked again within the question.
func (s *State) nextStuck() bool {
	if s.inStuck {
		return false
	}
	s.inStuck = true
	mover, next, prev := s.mover, s.next, s.prev
	from, to, between := s.from, s.to, s.between
	s.prev = mover
	s.setTurn(next, s.following(next))
	stuck := !s.p.phases[s.phase[next]].play.any(s) && !(s.p.swap && s.plies() == 1)
	s.setTurn(mover, next)
	s.prev = prev
	s.from, s.to, s.between = from, to, between
	s.inStuck = false
	if s.stuck &^= 1 << next; stuck {
		s.stuck |= 1 << next
	}
	return stuck
}

// allPassed tells whether all players have passed in turn (part 3, §12.3).
func (s *State) allPassed() bool {
	i := len(s.moves) - 1
	if i < 0 || !s.moves[i].pass && i > 1 {
		return false
	}
	if s.p.players == 1 {
		return s.moves[i].pass
	}
	if int(s.moves[i].mover) != s.mover {
		return false
	}
	for run := 1; run <= s.p.players && i >= 0; run++ {
		j := i
		for j > 0 && s.moves[j-1].mover == s.moves[i].mover {
			j--
		}
		limit := 2
		if run == 1 {
			limit = 1
		}
		if j == 0 {
			limit++
		}
		if !s.moves[j].pass || i-j+1 > limit {
			return false
		}
		i = j - 1
	}
	return true
}
