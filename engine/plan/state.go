package plan

import (
	"math/bits"

	"github.com/astragal/astragal/engine/game"
)

// off is the number of no site.
const off = -1

// State is a position of a planned game and the record of the play so far.
type State struct {
	p      *Plan
	what   []uint8   // component by site, 0 none
	local  []uint8   // local state by site, changed by setLocal
	sides  []uint64  // by local state the rules ask for: the sites that have it
	sites  []uint64  // by component: the sites it stands on; of component 0 the empty ones
	own    []uint64  // by owner, 0 nobody: the sites of the pieces
	pieces [][]int16 // by component: the sites it stands on, in any order
	index  []int16   // by site: where it is in pieces
	moves  []ply     // the record, the placements of the start rules first

	count []int16 // with counts: by number of the site, those of hands included
	hand  []uint8 // with hands: components by number of the site, from the first beyond the board on

	claims []uint8  // with edges: by cell
	height []uint8  // with stacks: by site
	open   []uint64 // with stacks: the sites with room

	numbers
	phase, score, value []int     // by player
	extra, held         []int     // with counts, by owner: pieces beyond one on a site of the board, and pieces in hands
	bySeat              []int     // backs them
	rank                []float64 // by player, 0 for none yet; where there are not two
	seated              []int
	pending             []uint64 // set of sites

	bytes  []uint8  // backs what and local, or height
	words  []uint64 // backs the sets of sites
	linked []int16  // the union-find structure of groups: by site, a site nearer the root
	met    []uint64 // by root: the regions that the group meets
	seen   int      // moves of the record that linked knows

	from, to, between, site, player int // iterators

	visited []uint64 // with visited sites: those of this turn

	past  *past   // the positions that must not come back, nil if they may
	order []int16 // slots still to be tried

	toClear []uint64 // captured in this turn, to be taken off at its end

	effort         *effort
	inside         int    // how many states this is a copy of a copy of
	copied         *State // to try moves on, nil until one is tried
	weighing       bool   // moves are tried for how long a turn they begin
	chain, chained int    // that length for so many options listed last

	lanes   [maxLanes]uint64 // see pickLane
	options []option         // the legal moves where they are listed
	hit     strike           // the one that is applied
	sown    []int16          // the holes that get seeds
	strikes []strike         // the effects that were found and are still to be applied
	scratch [][]uint64
	group   []int16
	lent    int
}

// numbers are the plain numbers of a state.
type numbers struct {
	vars              [maxVars]int
	after, latest     int // where the last thing was done in the last move, and in the one that is made
	mover, next, prev int
	turn              int // mover and next as one number, see tables
	turns             int
	placed            int // moves of the record that the start rules made
	counter           int
	active            uint16 // by player: still in the game
	wins, losses      int    // players who have won and lost, where there are not two
	lossesNow         int    // losses by the end rules that are being tried
	triggered         uint32
	stuck             uint16 // by player: found without moves, and not been asked for moves since
	inStuck           bool   // it is being tested whether the next player can move
	inThreat          bool   // it is being tested whether something is threatened
	swapped           bool   // the players have swapped seats
	pendingAny        bool
	toClearAny        bool
	again             bool // the move just made has set who is next

	over, limit bool
	winner      int
}

// ply is one move of the record.
type ply struct {
	from, to int16
	mover    int8
	pass     bool
}

// option is one legal move.
type option struct {
	act      *act
	from, to int16
	x        int32 // what else the act wants to know
}

// setTurn makes a player the mover and another one the next.
func (s *State) setTurn(mover, next int) {
	s.mover, s.next, s.turn = mover, next, turnOf(mover, next)
}

// set returns the sites of a component, of 0 the empty ones.
func (s *State) set(component int) []uint64 {
	w := s.p.words
	return s.sites[component*w : (component+1)*w]
}

// owned returns the sites of the pieces of an owner.
func (s *State) owned(owner int) []uint64 {
	w := s.p.words
	return s.own[owner*w : (owner+1)*w]
}

// put makes a component, or none (0), stand on a site.
func (s *State) put(site int, component uint8) {
	w, p := s.p.words, s.p
	old := s.what[site]
	if old == component {
		return
	}
	if s.count != nil {
		s.recount(site, old, component)
	}
	i, bit := site>>6, uint64(1)<<(site&63)
	s.sites[int(old)*w+i] &^= bit
	s.sites[int(component)*w+i] |= bit
	if old != 0 {
		s.own[int(p.owner[old])*w+i] &^= bit
		if p.lists {
			list := s.pieces[old]
			last := list[len(list)-1]
			at := s.index[site]
			list[at] = last
			s.index[last] = at
			s.pieces[old] = list[:len(list)-1]
		}
	}
	if component != 0 {
		s.own[int(p.owner[component])*w+i] |= bit
		if p.lists {
			s.index[site] = int16(len(s.pieces[component]))
			s.pieces[component] = append(s.pieces[component], int16(site))
		}
	}
	s.what[site] = component
}

// setLocal gives a site a local state.
func (s *State) setLocal(site int, state uint8) {
	old := s.local[site]
	if old == state {
		return
	}
	s.local[site] = state
	if len(s.sides) > 0 {
		p, i, bit := s.p, site>>6, uint64(1)<<(site&63)
		if n := p.side[old]; n > 0 {
			s.sides[(n-1)*p.words+i] &^= bit
		}
		if n := p.side[state]; n > 0 {
			s.sides[(n-1)*p.words+i] |= bit
		}
	}
}

// place makes a component stand on an empty site.
func (s *State) place(site, component int) {
	p := s.p
	i, bit := site>>6, uint64(1)<<(site&63)
	s.sites[i] &^= bit
	s.sites[component*p.words+i] |= bit
	s.own[int(p.owner[component])*p.words+i] |= bit
	s.what[site] = uint8(component)
	if s.count != nil {
		s.count[site] = 1
	}
	if p.lists {
		s.index[site] = int16(len(s.pieces[component]))
		s.pieces[component] = append(s.pieces[component], int16(site))
	}
}

// take empties a site, with its local state.
func (s *State) take(site int) {
	s.put(site, 0)
	s.setLocal(site, 0)
}

// shift moves a piece, with its local state, to another site, whose piece goes.
// When the effects of the move have taken the piece off nothing happens.
func (s *State) shift(from, to int) {
	what := s.what[from]
	if from == to || what == 0 {
		return
	}
	if s.what[to] != 0 {
		s.put(to, 0)
	}
	w, p := s.p.words, s.p
	i, bit := from>>6, uint64(1)<<(from&63)
	j, tob := to>>6, uint64(1)<<(to&63)
	mine, own := s.sites[int(what)*w:], s.own[int(p.owner[what])*w:]
	mine[i] &^= bit
	mine[j] |= tob
	own[i] &^= bit
	own[j] |= tob
	s.sites[i] |= bit
	s.sites[j] &^= tob
	if p.lists {
		at := s.index[from]
		s.pieces[what][at], s.index[to] = int16(to), at
	}
	s.what[from], s.what[to] = 0, what
	if s.count != nil {
		s.count[from], s.count[to] = 0, s.count[from]
	}
	if x := s.local[from]; x|s.local[to] != 0 {
		s.setLocal(to, x)
		s.setLocal(from, 0)
	}
}

// last returns the most recent move; ok is false when there is none.
func (s *State) last() (m ply, ok bool) {
	if n := len(s.moves); n > 0 {
		return s.moves[n-1], true
	}
	return ply{from: off, to: off}, false
}

// copyFrom makes s equal to o, a state of the same plan.
func (s *State) copyFrom(o *State) {
	s.moves = append(s.moves[:0], o.moves...)
	if o.past != nil {
		s.past.copyFrom(o.past)
	}
	s.copyPosition(o)
}

// copyPosition makes s equal to o but for the record.
func (s *State) copyPosition(o *State) {
	s.p = o.p
	copy(s.bytes, o.bytes)
	copy(s.words, o.words)
	copy(s.count, o.count)
	copy(s.visited, o.visited)
	copy(s.hand, o.hand)
	if o.p.lists {
		copy(s.index, o.index)
		for i, list := range o.pieces {
			s.pieces[i] = append(s.pieces[i][:0], list...)
		}
	}
	if o.linked != nil {
		copy(s.linked, o.linked)
		copy(s.met, o.met)
		s.seen = o.seen
	}
	s.numbers = o.numbers
	copy(s.bySeat, o.bySeat)
	copy(s.rank, o.rank)
	s.from, s.to, s.between, s.site = o.from, o.to, o.between, o.site
}

// newState returns an empty state.
func newState(p *Plan) *State {
	s := newSites(p)
	n := p.players + 1
	s.bySeat = make([]int, 5*(n+1)) // what is shared has a seat of its own
	for i, x := range []*[]int{&s.phase, &s.score, &s.value, &s.extra, &s.held} {
		*x = s.bySeat[i*(n+1) : (i+1)*(n+1) : (i+1)*(n+1)]
	}
	if p.players != 2 {
		s.rank = make([]float64, n)
	}
	if p.g.Repeats() {
		s.past = &past{}
	}
	s.active = 1<<n - 2
	s.from, s.to, s.between, s.site = off, off, off, off
	s.effort = &effort{}
	return s
}

// newSites returns a state with empty sites.
func newSites(p *Plan) *State {
	if p.levels > 0 {
		return newStacks(p)
	}
	n, m := p.comps*p.words, (p.players+2)*p.words
	s := &State{p: p, index: make([]int16, p.sites), pieces: make([][]int16, p.comps),
		bytes: make([]uint8, 2*p.sites+p.cells), words: make([]uint64, n+m+(2+p.kinds)*p.words)}
	s.what, s.local, s.claims = s.bytes[:p.sites:p.sites], s.bytes[p.sites:2*p.sites:2*p.sites], s.bytes[2*p.sites:]
	left := s.words
	carve := func(words int) []uint64 {
		x := left[:words:words]
		left = left[words:]
		return x
	}
	s.sites, s.own, s.pending, s.toClear, s.sides = carve(n), carve(m), carve(p.words), carve(p.words), carve(p.kinds*p.words)
	if p.visits {
		s.visited = make([]uint64, p.words)
	}
	if p.numbers > 0 {
		s.count, s.hand = make([]int16, p.numbers), make([]uint8, p.numbers-p.sites)
	}
	if p.links > 0 {
		s.linked, s.met = p.unlinked(), make([]uint64, p.sites)
	}
	for i := range s.pieces {
		s.pieces[i] = make([]int16, 0, 4)
	}
	for i := range p.sites {
		s.sites[i>>6] |= 1 << (i & 63)
		if n := p.side[0]; n > 0 {
			s.sides[(n-1)*p.words+i>>6] |= 1 << (i & 63)
		}
	}
	return s
}

// begin is the position after the start rules, which the general rules play.
func (k *planner) begin() *State {
	g, p := k.g, k.p
	c := game.NewContext(g)
	c.Drafting = true
	c.Start(c.R)
	s := newState(p)
	st := g.DefaultType
	if g.Stacks {
		s.beginStacks(k, c)
	}
	if k.drawn {
		s.beginEdges(k, c)
	}
	for site := range p.sites {
		if g.Stacks || k.drawn {
			break
		}
		if x := c.S.StateAt(st, site, -1); x > 255 {
			k.no(nil, "a large local state")
		} else if w := c.S.What(st, site); w != 0 {
			s.put(site, uint8(w))
			s.setLocal(site, uint8(x))
		} else if x != 0 {
			k.no(nil, "a local state of an empty site")
		}
		if (s.what[site] == 0) != c.S.IsEmpty(st, site) {
			k.no(nil, "sites that count as empty or not against what stands there")
		}
	}
	if p.numbers > 0 {
		s.beginHands(k, c)
		s.beginVars(k, c)
		s.after = off
		if m := c.T.Last(); m != nil {
			s.after = int(m.AfterTo)
		}
	}
	for i := range c.T.Len() {
		e := c.T.At(i)
		s.moves = append(s.moves, ply{from: int16(e.From), to: int16(e.To), mover: int8(e.Mover), pass: e.Pass})
	}
	s.placed = len(s.moves)
	s.setTurn(c.S.Mover, c.S.Next)
	s.prev, s.turns, s.counter = c.S.Prev, c.S.Turns, c.S.Counter
	for q := 1; q <= g.Players; q++ {
		s.phase[q], s.score[q], s.value[q] = int(c.S.PhaseOf[q]), int(c.S.ScoreOf[q]), int(c.S.ValueOf[q])
	}
	if s.past != nil {
		s.past.add(s.positionHash())
	}
	if len(c.S.Pending) > 0 || c.S.Triggered != 0 {
		k.no(nil, "start rules that leave something pending")
	}
	return s
}

// nth is the position of the i-th bit of w that is set; there must be one. It
// counts the bits up to each byte, finds the byte and looks the rest up.
func nth(w uint64, i int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	n := w - w>>1&0x5555555555555555
	n = n&0x3333333333333333 + n>>2&0x3333333333333333
	n = (n + n>>4) & 0x0f0f0f0f0f0f0f0f * ones
	at := bits.OnesCount64(((uint64(i)*ones|tops)-n)&tops) << 3 & 63
	return at + int(inByte[(uint64(i)-n<<8>>at)&7<<8|w>>at&255])
}

// inByte is nth for bytes, by rank and byte.
var inByte = func() (t [8 * 256]uint8) {
	for w := range 256 {
		rank := 0
		for x := range 8 {
			if w>>x&1 != 0 {
				t[rank<<8|w] = uint8(x)
				rank++
			}
		}
	}
	return t
}()

func has(set []uint64, i int) bool { return set[i>>6]>>(i&63)&1 != 0 }

func length(set []uint64) int {
	n := 0
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}
