package plan

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// sowing is a planned (sow …): the pieces of a hole are laid out one by one
// along a track, and captures are found in the position that results.
type sowing struct {
	start, count, owner func(s *State) int // count is nil for all of the hole
	per                 int
	skipSelf            bool
	origin, skip        func(s *State) bool // may be nil
	cond, more          func(s *State) bool // may be nil
	forward             bool
	capture             func(s *State) // may be nil
	exact               *sowTrack
	ofOwner             []*sowTrack
	named               bool
}

// sowTrack is a track with the first place of each site.
type sowTrack struct {
	*board.Track
	first []int16
}

// maxSkipped bounds the holes passed over in a row.
const maxSkipped = 10000

func (k *planner) sow(e *lgdl.Expr) effect {
	// Slots: type, start, count, numPerHole, name, owner, if, sowEffect, apply,
	// includeSelf, origin, skipIf, backtracking, forward, then.
	k.only(e, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13)
	a := e.Args
	k.siteType(a[0])
	k.p.stays = false
	w := &sowing{per: 1, start: func(s *State) int { m, _ := s.last(); return int(m.to) }, owner: constant(off).fn(), named: a[4] != nil}
	if a[1] != nil {
		w.start = k.integer(a[1]).fn()
	}
	if a[2] != nil {
		w.count = k.integer(a[2]).fn()
	}
	if a[3] != nil {
		n := k.integer(a[3])
		if !n.konst || n.v < 1 {
			k.other(a[3])
		}
		w.per = n.v
	}
	name := ""
	if w.named {
		name = a[4].Text
	}
	if a[5] != nil {
		w.owner = k.integer(a[5]).fn()
	}
	if a[9] != nil {
		w.skipSelf = !k.boolean(a[9]).holds(nil)
	}
	condition := func(e *lgdl.Expr) func(s *State) bool {
		if e == nil {
			return nil
		}
		return k.boolean(e).fn()
	}
	w.cond, w.origin, w.skip, w.more = condition(a[6]), condition(a[10]), condition(a[11]), condition(a[12])
	if a[13] != nil {
		w.forward, w.more = true, condition(a[13])
	}
	w.ofOwner = make([]*sowTrack, k.g.Shared()+1)
	for _, t := range k.g.Tracks {
		x := k.sowTrack(e, t)
		if w.exact == nil && (!w.named || t.Name == name) {
			w.exact = x
		}
		if t.Owner >= 0 && t.Owner < len(w.ofOwner) && w.ofOwner[t.Owner] == nil && strings.Contains(t.Name, name) {
			w.ofOwner[t.Owner] = x
		}
	}
	out := effect{reads: ^aspect(0), writes: ofBoard | ofLocal}
	if a[8] != nil {
		f := k.effect(a[8]).asFound()
		if w.more != nil && f.late&f.writes != 0 {
			k.no(a[8], "captures that follow from those before them")
		}
		w.capture = f.find
		out.writes |= f.writes
	}
	out.do = w.do
	return out
}

func (k *planner) sowTrack(e *lgdl.Expr, t *board.Track) *sowTrack {
	x := &sowTrack{Track: t, first: make([]int16, max(k.p.numbers, k.p.sites))}
	for i := range x.first {
		x.first[i] = off
	}
	for i := len(t.Elems) - 1; i >= 0; i-- {
		site := int(t.Elems[i].Site)
		if site < 0 || site >= len(x.first) {
			k.no(e, "tracks that leave the board")
		}
		x.first[site] = int16(i)
	}
	return x
}

func (w *sowing) track(s *State) *sowTrack {
	owner := w.owner(s)
	switch {
	case !w.named || owner == off:
		return w.exact
	case owner >= 0 && owner < len(w.ofOwner):
		return w.ofOwner[owner]
	}
	return nil
}

func (w *sowing) do(s *State) {
	from, to := s.from, s.to
	start := w.start(s)
	track := w.track(s)
	if track == nil || uint(start) >= uint(len(track.first)) {
		return
	}
	count := int(s.count[start])
	if w.count != nil {
		count = w.count(s)
	}
	last, ok := w.lay(s, track, start, count)
	if !ok {
		return
	}
	if w.capture != nil {
		n := len(s.strikes)
		w.captures(s, track, last, start)
		s.strike(n)
	}
	s.from, s.to = from, to
}

// seed lays a seed of the start in a hole, which keeps its local state.
func (s *State) seed(start, hole int) {
	if hole == start || s.count[start] <= 0 {
		if s.count[start] > 0 {
			s.latest = hole
		}
		return
	}
	state := uint8(0)
	if hole < s.p.sites {
		state = s.local[hole]
	}
	s.carry(start, hole)
	if hole < s.p.sites {
		s.setLocal(hole, state)
	}
}

// lay sows; it returns the place of the last hole on the track.
func (w *sowing) lay(s *State, track *sowTrack, start, count int) (int, bool) {
	at, left := int(track.first[start]), count
	if w.origin != nil {
		from := s.from
		s.from = start
		origin := w.origin(s)
		s.from = from
		if origin {
			s.to = start
			if left > 0 {
				s.latest = start
			}
			left -= w.per
		}
	}
	holes := left
	for served := 0; left > 0 && served < holes; served++ {
		if at < 0 {
			return at, false
		}
		next := at
		for range maxSkipped {
			if next = int(track.Elems[next].NextIndex); next < 0 {
				break
			}
			s.to = int(track.Elems[next].Site)
			if w.skip == nil || !w.skip(s) {
				break
			}
		}
		if next < 0 {
			break
		}
		hole := int(track.Elems[next].Site)
		if w.skipSelf && hole == start {
			if next = int(track.Elems[next].NextIndex); next < 0 {
				break
			}
			hole = int(track.Elems[next].Site)
		}
		at = next
		n := min(w.per, left)
		for range n {
			s.sown = append(s.sown, int16(hole))
		}
		left -= n
	}
	for _, hole := range s.sown {
		s.latest = int(hole)
		s.seed(start, int(hole))
	}
	s.sown = s.sown[:0]
	return at, true
}

// captures finds what is captured in the position after sowing.
func (w *sowing) captures(s *State, track *sowTrack, at, start int) {
	for n := 1; w.cond == nil || w.cond(s); n++ {
		s.from = start
		w.capture(s)
		if w.more == nil || n >= len(track.Elems) || !w.more(s) {
			return
		}
		switch {
		case at < 0:
			return
		case w.forward:
			at = int(track.Elems[at].NextIndex)
		default:
			if at--; at < 0 && track.Loop {
				at = len(track.Elems) - 1
			}
			if at >= 0 && int(track.Elems[at].Site) == start {
				return
			}
		}
		if at < 0 {
			return
		}
		if s.to = int(track.Elems[at].Site); !w.more(s) {
			return
		}
	}
}

// portion moves so many pieces from a site to another; where others stand, or
// too many would, they are lost.
func (s *State) portion(from, to, n int) {
	what := s.at(from)
	if what == 0 || n <= 0 {
		return
	}
	s.latest = to
	switch {
	case int(s.count[from]) > n:
		s.addCount(from, -n)
	case from < s.p.sites:
		s.take(from)
	default:
		s.drop(from)
	}
	if have := int(s.count[to]); have == 0 {
		s.lay(to, what, n, true)
	} else if s.at(to) == what && have+n <= s.p.maxCount {
		s.addCount(to, n)
	}
}

// someTo plans (fromTo … count:…) of some pieces of a site.
func (k *planner) someTo(e *lgdl.Expr) effect {
	k.only(e, 0, 1, 2)
	from, to, number := e.Args[0], e.Args[1], e.Args[2]
	k.only(from, 0, 2)
	k.only(to, 0, 2)
	k.handType(from.Args[0])
	k.handType(to.Args[0])
	if from.Args[2] == nil || to.Args[2] == nil || !k.positive(number, from.Args[2]) {
		k.other(e)
	}
	k.p.stays = false
	a, b, c := k.integer(from.Args[2]), k.integer(to.Args[2]), k.integer(number)
	f, g, h := a.fn(), b.fn(), c.fn()
	return finding(func(s *State) {
		x, y := f(s), g(s)
		if x >= 0 && x < s.p.numbers && y >= 0 && y < s.p.numbers && s.at(x) != 0 {
			s.strikes = append(s.strikes, strike{do: (*State).portioned, between: int16(s.between), to: int16(s.to), site: int16(s.site), a: int32(x), b: int32(y), c: int32(h(s))})
		}
	}, a.reads|b.reads|c.reads|ofBoard, ofBoard|ofLocal)
}

func (s *State) portioned() { s.portion(int(s.hit.a), int(s.hit.b), int(s.hit.c)) }

// emptying plans (remove …) of all pieces on a site of the board or of a hand.
func (k *planner) emptying(at integer) effect {
	f := at.fn()
	do := func(s *State) {
		x := int(s.hit.a)
		s.latest = x
		if x < s.p.sites {
			s.take(x)
		} else {
			s.drop(x)
		}
	}
	return finding(func(s *State) {
		if x := f(s); x >= 0 && x < s.p.numbers && s.at(x) != 0 {
			s.strikes = append(s.strikes, strike{do: do, between: int16(s.between), to: int16(s.to), site: int16(s.site), a: int32(x)})
		}
	}, at.reads|ofBoard, ofBoard|ofLocal)
}

// positive tells whether a number is sure to be positive where pieces stand on a site.
func (k *planner) positive(e, site *lgdl.Expr) bool {
	switch {
	case e.Kind == lgdl.Int:
		return e.Int > 0
	case e.Kind != lgdl.Clause:
		return false
	case e.Form.Keyword == "count":
		return len(e.Args) > 3 && alike(e.Args[3], site)
	case e.Form.Text == "(min int int)":
		return k.positive(e.Args[0], site) && k.positive(e.Args[1], site)
	}
	return false
}

// variable returns the number of a variable.
func (k *planner) variable(name *lgdl.Expr) int {
	text := ""
	if name != nil {
		text = name.Text
	}
	for i, x := range k.vars {
		if x == text {
			return i
		}
	}
	if len(k.vars) == maxVars {
		k.no(name, "many variables")
	}
	k.vars = append(k.vars, text)
	return len(k.vars) - 1
}

// maxVars bounds the variables of a game.
const maxVars = 8

// readVar plans (var …).
func (k *planner) readVar(e *lgdl.Expr) integer {
	i := k.variable(e.Args[0])
	k.varInts[i] = k.parts.Int(e)
	return integer{f: func(s *State) int { return s.vars[i] }, reads: ofVars}
}

// setVar plans (set Var …).
func (k *planner) setVar(e *lgdl.Expr) effect {
	k.only(e, 0, 1, 2)
	i, v := k.variable(e.Args[1]), constant(off)
	if e.Args[2] != nil {
		v = k.integer(e.Args[2])
	}
	f := v.fn()
	do := func(s *State) { s.vars[i] = int(s.hit.a) }
	return finding(func(s *State) {
		s.strikes = append(s.strikes, strike{do: do, between: int16(s.between), to: int16(s.to), site: int16(s.site), a: int32(f(s))})
	}, v.reads, ofVars)
}

// trackMove plans (trackSite Move …) along tracks that are loops.
func (k *planner) trackMove(e *lgdl.Expr) integer {
	// Slots: Move, from, role, player, name, steps.
	from := integer{f: func(s *State) int { return s.from }, reads: ofIterators}
	if e.Args[1] != nil {
		from = k.integer(e.Args[1])
	}
	owner, name := integer{f: func(s *State) int { return s.mover }, reads: ofTurn}, ""
	switch {
	case e.Args[4] != nil:
		name = e.Args[4].Text
	case e.Args[2] != nil || e.Args[3] != nil:
		owner = k.player(e.Args[3], e.Args[2])
	}
	steps := k.integer(e.Args[5])
	var of [16]*sowTrack
	for p := range of {
		tries := []func(t *board.Track) bool{}
		if name != "" {
			tries = append(tries, func(t *board.Track) bool { return t.Owner == p && strings.Contains(t.Name, name) },
				func(t *board.Track) bool { return strings.Contains(t.Name, name) })
		}
		tries = append(tries, func(t *board.Track) bool { return t.Owner == p }, func(t *board.Track) bool { return t.Owner == 0 })
		for _, try := range tries {
			for _, t := range k.g.Tracks {
				if of[p] == nil && try(t) {
					of[p] = k.sowTrack(e, t)
					if !t.Loop {
						k.no(e, "tracks that end")
					}
				}
			}
		}
	}
	f, g, h := owner.fn(), from.fn(), steps.fn()
	return integer{f: func(s *State) int {
		t := of[f(s)&15]
		if t == nil {
			return off
		}
		i := len(t.Elems)
		if x := g(s); uint(x) < uint(len(t.first)) && t.first[x] >= 0 {
			i = int(t.first[x])
		}
		return int(t.Elems[(i+max(0, h(s)))%len(t.Elems)].Site)
	}, reads: owner.reads | from.reads | steps.reads}
}

// lastAfter plans (last To afterConsequence:True): where the last thing that
// happened in a move was done.
func (k *planner) lastAfter(e *lgdl.Expr) integer {
	if e.Args[0].Text != "To" || !k.g.Counts {
		k.other(e)
	}
	k.readsAfter = true
	return integer{f: func(s *State) int { return s.after }, reads: ^aspect(0)}
}

// listed plans (sites {…}) of ints that are worked out in the play.
func (k *planner) listed(e *lgdl.Expr) *region {
	list := e.Args[0]
	if list == nil || list.Kind != lgdl.List {
		k.other(e)
	}
	var fs []func(s *State) int
	reads := aspect(0)
	for _, x := range list.Items {
		v := k.integer(x)
		fs, reads = append(fs, v.fn()), reads|v.reads
	}
	return &region{
		eval: func(s *State, out []uint64) {
			for _, f := range fs {
				if x := f(s); uint(x) < uint(len(s.what)) {
					out[x>>6] |= 1 << (x & 63)
				}
			}
		},
		has: func(s *State, site int) bool {
			for _, f := range fs {
				if f(s) == site {
					return true
				}
			}
			return false
		},
		reads: reads,
	}
}

// knowsAfter ends the planning where the rules ask for the last thing that
// happened and an effect does not tell.
func (k *planner) knowsAfter() {
	if !k.readsAfter || k.untold == nil {
		return
	}
	k.no(k.untold, "an effect where the last one is asked for")
}

// beginVars sets the variables as the start rules left them.
func (s *State) beginVars(k *planner, c *game.Context) {
	for i, x := range k.varInts {
		if x.Given() {
			s.vars[i] = x.Get(c)
		}
	}
}
