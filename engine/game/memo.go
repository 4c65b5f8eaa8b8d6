package game

import (
	"slices"
	"strconv"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// A clause that only looks comes to the same as long as no action is applied and
// what else it reads keeps its value. Every state has two stamps, of what stands
// where and of its data; they are others after every action on those and come back
// when a state is restored. So clauses that take long keep what they came to, by
// stamp and by what they read (ReadsOf), equal clauses together, and loops over
// sites, moves and plies ask them once. Stamps never repeat.

// touch gives what stands where a stamp that no state has had.
func (s *State) touch() {
	s.touches++
	s.stamp = s.stamps | s.touches
}

// touchData does the same for variables, scores and what else is no matter of sites.
func (s *State) touchData() {
	s.touches++
	s.dataStamp = s.stamps | s.touches
}

// touchBy notes that an action is applied.
func (s *State) touchBy(kind Kind) {
	switch kind {
	case ActSetVar, ActSetScore, ActSetTemp, ActSetValueOfPlayer, ActSetCounter, ActSetPot, ActSetAmount, ActBet,
		ActRememberValue, ActForgetValue:
		s.touchData()
	case ActSelect, ActPass, ActNote, ActSetNextPlayer, ActSetPending, ActTrigger, ActPropose, ActVote, ActStoreState:
		// No clause with a memory reads what they change.
	default:
		s.touch()
	}
}

// stampBits is the width of the counter of the touches of one state.
const stampBits = 40

// Memo is where one clause keeps what it came to. The zero value keeps nothing.
type Memo struct {
	id    int  // from 1; equal clauses have the same
	data  bool // the data matter
	board bool // what stands where matters
	lists bool // what is kept are lists of sites
	reads [maxMemoKey]Reads
	n     int
}

// Kept is what a clause came to with one set of values of what it reads. What the
// fields mean is its own business.
type Kept struct {
	label
	memory *memory
	before int // units of work when the answer was not known
	N      int
	Set    Set
	Ints   [3][]int32
}

// memory is what a clause has kept lately, by a hash of what it reads.
type memory struct {
	kept         []Kept
	hits, misses int
	work         int // units of work to find the answers that it did not know
	off          bool
}

// Whether a memory pays is counted as it is used: after so many vain questions one is
// given up if what it saved is less than what it took, in units of work (Tick).
const (
	trialAsks   = 256
	asking      = 4       // units that a question takes
	always      = 1       // a stamp that no state has: the value holds in all positions
	firstKept   = 16      // values kept by a clause that reads more than the position
	growAfter   = 64      // vain questions
	mostKept    = 256     // values kept from then on
	mostFixed   = 1024    // values kept that hold in all positions
	mostMemos   = 128     // clauses of a game with a memory
	mostBytes   = 1 << 19 // that one of them takes
	keptBytes   = 160     // that a value takes without its sets and lists
	maxMemoKey  = 5
	maxMemoText = 1 << 14 // bytes that tell clauses apart
)

func (k *Compiler) memo(reads Reads, at bool, args []*lgdl.Expr) Memo {
	m := Memo{data: reads&ReadsData != 0, board: reads&ReadsBoard != 0}
	key := []byte{'.'}
	if at {
		m.n, key[0] = 1, '@'
	}
	for r := Reads(1); r != 0 && r <= ReadsLast; r <<= 1 {
		if reads&r == 0 {
			continue
		}
		width := 1
		if r == ReadsLast {
			width = 2
		}
		if m.n+width > maxMemoKey {
			return Memo{}
		}
		m.reads[m.n] = r
		m.n += width
	}
	for _, x := range args {
		if key = appendKey(key, x); len(key) > maxMemoText {
			return Memo{}
		}
	}
	if m.id = k.memos[string(key)]; m.id == 0 {
		if k.memos == nil {
			k.memos = map[string]int{}
		}
		if k.G.memos == mostMemos {
			return Memo{}
		}
		k.G.memos++
		m.id = k.G.memos
		k.memos[string(key)] = m.id
	}
	return m
}

// Keeps reports whether the memory keeps anything.
func (m *Memo) Keeps() bool { return m.id != 0 }

// MemoOf is Memo for what follows from the arguments and depends on the given reads.
func (k *Compiler) MemoOf(reads Reads, args ...*lgdl.Expr) Memo {
	return k.memo(reads, false, args)
}

// MemoAtOf is MemoOf for what also depends on a number that is found first; see FindAt.
func (k *Compiler) MemoAtOf(reads Reads, args ...*lgdl.Expr) Memo {
	m := k.memo(reads, true, args)
	m.lists = true
	return m
}

// Find returns where the value now is kept, and whether it is known; if it is not the
// caller sets it. nil: nothing is kept now.
func (m *Memo) Find(c *Context) (x *Kept, known bool) { return m.FindAt(c, 0) }

// FindAt is Find for the number that the value depends on, too.
func (m *Memo) FindAt(c *Context, at int) (x *Kept, known bool) {
	y := m.memory(c)
	if y == nil {
		return nil, false
	}
	l, h := m.label(c, at)
	x = y.at(h)
	if x.label == l {
		y.hits++
		return x, true
	}
	switch y.misses++; y.misses {
	case growAfter:
		if len(y.kept) == firstKept {
			y.kept = make([]Kept, m.room(c.G)) // those kept so far may be being set
			x = y.at(h)
		}
	case trialAsks:
		y.off = y.hits*(y.work/y.misses) < (y.hits+y.misses)*asking
		y.hits, y.misses, y.work = 0, growAfter+1, 0
	}
	x.label, x.memory, x.before = l, y, c.pool.work
	return x, false
}

// known returns what is kept of the value now, nil when it is not known.
func (m *Memo) known(c *Context) *Kept {
	y := m.memory(c)
	if y == nil {
		return nil
	}
	l, h := m.label(c, 0)
	if x := y.at(h); x.label == l {
		return x
	}
	return nil
}

// memory returns what the clause has kept, nil while it keeps nothing.
func (m *Memo) memory(c *Context) *memory {
	if m.id == 0 || c.Facing.Specific() || c.Turned != 0 || c.Match != nil {
		return nil
	}
	p := c.pool
	if m.id > len(p.memories) {
		p.memories = append(p.memories, make([]memory, c.G.memos-len(p.memories))...)
	}
	y := &p.memories[m.id-1]
	if y.off {
		return nil
	}
	if y.kept == nil {
		n := 1
		if m.n > 0 {
			n = firstKept
		}
		y.kept = make([]Kept, n)
	}
	return y
}

// room is the number of values that are kept at most, with sets and lists of all sites.
func (m *Memo) room(g *Game) int {
	n, each := mostKept, keptBytes+8*g.SetWords
	if !m.board {
		n = mostFixed
	}
	if m.lists {
		each += 12 * g.Topo.NumSites()
	}
	return min(n, max(mostBytes/each, firstKept))
}

// at is the place of what has a hash.
func (y *memory) at(h uint32) *Kept { return &y.kept[(h^h>>10)%uint32(len(y.kept))] }

// label is by what the value now is kept, and a hash of it.
func (m *Memo) label(c *Context, at int) (l label, h uint32) {
	if l.stamp = always; m.board {
		l.stamp = c.S.stamp
	}
	if m.data {
		l.data = c.S.dataStamp
	}
	for i := 0; i < m.n; i++ {
		v := int32(0)
		switch m.reads[i] {
		case 0:
			v = int32(at)
		case ReadsFrom:
			v = int32(c.From)
		case ReadsTo:
			v = int32(c.To)
		case ReadsBetween:
			v = int32(c.Between)
		case ReadsSite:
			v = int32(c.Site)
		case ReadsLevel:
			v = int32(c.Level)
		case ReadsValue:
			v = int32(c.Value)
		case ReadsPlayer:
			v = int32(c.Player)
		case ReadsEdge:
			v = int32(c.Edge)
		case ReadsMover:
			v = int32(c.S.Mover)
		case ReadsNext:
			v = int32(c.S.Next)
		case ReadsPrev:
			v = int32(c.S.Prev)
		case ReadsLast:
			v = int32(c.LastFrom())
			l.key[i] = v
			h = h*31 + uint32(v)
			i++
			v = int32(c.LastTo())
		}
		l.key[i] = v
		h = h*31 + uint32(v)
	}
	return l, h
}

// Take takes the numbers out to be extended, and makes what is kept unknown until
// they are put back with Put; the clause may be asked meanwhile.
func (x *Kept) Take() ([3][]int32, label) {
	v := x.Ints
	x.Ints = [3][]int32{}
	return v, x.forget()
}

// Put: see Take.
func (x *Kept) Put(c *Context, v [3][]int32, l label) {
	x.Ints, x.label = v, l
	x.found(c)
}

// found counts the work that the answer has taken.
func (x *Kept) found(c *Context) {
	if w := c.pool.work - x.before; w > 0 && x.memory != nil {
		x.memory.work += w
	}
	x.before = c.pool.work
}

// label is by what something is kept.
type label struct {
	stamp uint64
	data  uint64 // the stamp of the data, 0 where they do not matter
	key   [maxMemoKey]int32
}

// forget makes what is kept unknown until it is labelled again: a fault while a
// value is found leaves nothing behind, and the clause may be asked meanwhile.
func (x *Kept) forget() label {
	l := x.label
	x.stamp = 0
	return l
}

// appendKey appends what tells expressions apart that differ.
func appendKey(key []byte, e *lgdl.Expr) []byte {
	if e == nil || len(key) > maxMemoText {
		return append(key, '-')
	}
	key = append(key, '(', byte('0'+e.Kind))
	key = strconv.AppendInt(key, int64(e.Int), 10)
	key = strconv.AppendFloat(append(key, ' '), e.Float, 'g', -1, 64)
	key = strconv.AppendQuote(key, e.Text)
	if e.Form != nil {
		key = strconv.AppendQuote(key, e.Form.Text+" "+e.Form.Result)
	}
	for _, x := range e.Args {
		key = appendKey(key, x)
	}
	key = append(key, ':')
	for _, x := range e.Items {
		key = appendKey(key, x)
	}
	return append(key, ')')
}

// Mutual reports whether every board site that is a step away from another in the
// directions, which must be the same in every position, has that one a step away.
func (c *Context) Mutual(st board.SiteType, dirs Directions) bool {
	topo := c.G.Topo
	near := func(s int32, dst []int32) []int32 {
		ds := dirs.Eval(c, st, int(s), c.TakeDirs())
		for _, d := range ds {
			dst = append(dst, topo.Steps(st, s, d)...)
		}
		c.GiveDirs(ds)
		return dst
	}
	from, back := c.TakeInts(), c.TakeInts()
	mutual := true
	for s := range int32(topo.Num(st)) {
		from = near(s, from[:0])
		for _, t := range from {
			back = near(t, back[:0])
			mutual = mutual && slices.Contains(back, s)
		}
	}
	c.GiveInts(from)
	c.GiveInts(back)
	return mutual
}
