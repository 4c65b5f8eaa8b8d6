package search

import (
	"math"

	"github.com/astragal/astragal/engine/formal"
)

// policy holds what a search learns of moves wherever they are played: their mean
// results (move-average sampling technique, Finnsson and Björnsson 2008; with the move
// before, n-gram selection, Tak, Winands and Björnsson 2012), and for GRAVE their mean
// results after positions (Cazenave 2015).
type policy struct {
	o      Options
	single []stat // by player and key
	pairs  []stat // by player, key and key before
	amaf   table  // by node and key
	rave   bool
	line   []step // of the present playout
	before uint32
	seen   []place // by hash, of the playout that the round is that of
	round  int32

	refused []bool // decisions of the present position that are not legal; none when it is empty
}

// stat is a sum of results between 0 and 1.
type stat struct {
	sum float32
	n   int32
}

func (s stat) mean(none float64) float64 {
	if s.n == 0 {
		return none
	}
	return float64(s.sum) / float64(s.n)
}

// step is a move of a player.
type step struct {
	player int
	key    uint32
	before uint32
	// earlier is 1 + the place of the same move in the line before, 0 for none.
	earlier int32
}

const (
	statBits  = 15
	greed     = 0.6 // share of the moves of a playout that are the best known
	pairTries = 7   // of a pair, below which the move alone counts
	// GRAVE: visits from which on a node speaks for those below it, the bias, and the
	// share of exploration that is left beside what is known of moves from elsewhere.
	graveVisits  = 50
	graveBias    = 0.05
	graveExplore = 0.4
)

func (p *policy) init(o Options) {
	p.o = o
	if o.Playout != "random" || o.Select == "history" {
		p.single = make([]stat, 1<<statBits)
	}
	if o.Playout == "nst" {
		p.pairs = make([]stat, 1<<(statBits+2))
	}
	if p.rave = o.Select == "grave"; p.rave {
		p.amaf.clear()
	}
}

func (p *policy) reset() {
	clear(p.single)
	clear(p.pairs)
	p.amaf.clear()
}

func (p *policy) begin() { p.line, p.before = p.line[:0], 0 }

// heard notes a move that the world tells of.
func (p *policy) heard(player int, key uint32) { p.line = append(p.line, step{player, key, 0, 0}) }

// played notes a move.
func (p *policy) played(player int, key uint32) {
	p.line = append(p.line, step{player, key, p.before, 0})
	p.before = key
}

func (p *policy) at(player int, key uint32) *stat {
	return &p.single[(key^uint32(player)*0x9e3779b9)>>(32-statBits)]
}

func (p *policy) pair(player int, key, before uint32) *stat {
	h := (key ^ uint32(player)*0x9e3779b9) * 0x85ebca6b
	h = (h ^ before) * 0xc2b2ae35
	return &p.pairs[h>>(32-statBits-2)]
}

// mean is the mean result of a player's move anywhere, or none.
func (p *policy) mean(player int, key uint32, none float64) float64 {
	if p.single == nil {
		return none
	}
	return p.at(player, key).mean(none)
}

// worth is what a move is expected to be worth in a playout; one that is unknown
// comes first.
func (p *policy) worth(player int, key uint32) float64 {
	if p.pairs != nil {
		if s := p.pair(player, key, p.before); s.n >= pairTries {
			return s.mean(1)
		}
	}
	return p.mean(player, key, 1)
}

// run plays on to the end or to a limit.
func (p *policy) run(t *Tree, limit int) error {
	w := t.w
	for range limit {
		if w.Over() {
			return nil
		}
		if err := t.pulse.beat(); err != nil {
			return err
		}
		n, sure := t.open()
		mover := w.Mover()
		if mover == formal.Chance {
			w.Down(w.Sample(&t.pick))
			continue
		}
		if n == 1 && sure {
			p.played(mover, w.Key(0))
			w.Down(0)
			continue
		}
		key, err := p.take(t, mover, n)
		if err != nil {
			return err
		}
		p.played(mover, key)
	}
	return nil
}

// take takes one of n decisions, a random one or the favourite of those that are legal, and returns its key.
func (p *policy) take(t *Tree, mover, n int) (uint32, error) {
	p.refused = p.refused[:0]
	i := t.pick.Below(n)
	greedy := p.o.Playout != "random" && t.pick.Float64() < greed
	for left := n; ; {
		if greedy {
			i = p.favourite(t, mover, n)
		}
		if key := t.w.Key(i); t.w.Down(i) {
			return key, nil
		}
		if left--; left == 0 {
			break
		}
		p.refuse(i, n)
		if !greedy {
			i = p.remaining(t.pick.Below(left))
		}
	}
	if !t.w.Down(n) {
		return 0, errNoMove
	}
	return 0, nil
}

// refuse notes that one of n decisions is not legal.
func (p *policy) refuse(i, n int) {
	for len(p.refused) < n {
		p.refused = append(p.refused, false)
	}
	p.refused[i] = true
}

// remaining is decision k of those that were not refused.
func (p *policy) remaining(k int) int {
	for i, refused := range p.refused {
		if refused {
			continue
		}
		if k--; k < 0 {
			return i
		}
	}
	return -1
}

// favourite is the move with the best mean of those that were not refused, of equals each with the same
// probability.
func (p *policy) favourite(t *Tree, mover, n int) int {
	best, value, ties := -1, math.Inf(-1), 0
	for i := range n {
		if len(p.refused) > 0 && p.refused[i] {
			continue
		}
		v := p.worth(mover, t.w.Key(i))
		switch {
		case v > value:
			best, value, ties = i, v, 1
		case v == value:
			if ties++; t.pick.Below(ties) == 0 {
				best = i
			}
		}
	}
	return best
}

// learn takes in the result of a playout.
func (p *policy) learn(t *Tree) {
	scale := t.scale()
	worth := func(player int) float32 { return float32((t.payoff[player-1] - t.low) / scale) }
	for _, s := range p.line {
		v := worth(s.player)
		if p.single != nil {
			x := p.at(s.player, s.key)
			x.sum += v
			x.n++
		}
		if p.pairs != nil {
			x := p.pair(s.player, s.key, s.before)
			x.sum += v
			x.n++
		}
	}
	if !p.rave {
		return
	}
	p.link()
	for k, at := range t.path {
		if k >= len(p.line) || p.amaf.used > maxAmaf {
			break
		}
		for _, s := range p.line[k:] {
			if int(s.earlier) > k {
				continue // a move counts once, however often it is made
			}
			x := p.amaf.at(amafKey(at.node, s.key))
			x.sum += worth(s.player)
			x.n++
		}
	}
}

// link finds for every move of the line where it was made before.
func (p *policy) link() {
	if p.seen == nil {
		p.seen = make([]place, 1<<seenBits)
	}
	p.round++
	for i := range min(len(p.line), 1<<(seenBits-1)) { // beyond them a move counts whenever it is made
		s := &p.line[i]
		name := uint64(s.key)<<16 | uint64(uint16(s.player))
		for h := (name * 0x9e3779b97f4a7c15) >> (64 - seenBits); ; h = (h + 1) & (1<<seenBits - 1) {
			x := &p.seen[h]
			if x.round != p.round {
				*x, s.earlier = place{name, p.round, int32(i) + 1}, 0
				break
			}
			if x.name == name {
				s.earlier, x.at = x.at, int32(i)+1
				break
			}
		}
	}
}

// place is where a move was made last in a playout.
type place struct {
	name  uint64
	round int32
	at    int32
}

// seenBits makes room for twice the moves of the longest playout and more.
const seenBits = 13

// maxAmaf bounds the memory of GRAVE.
const maxAmaf = 2_000_000

// table is a map to statistics with open addressing, which allocates only to grow.
type table struct {
	slots []slot
	used  int
}

type slot struct {
	key uint64 // 0 free
	stat
}

const firstSlots = 1 << 12

func (t *table) clear() {
	if t.used = 0; t.slots == nil {
		t.slots = make([]slot, firstSlots)
		return
	}
	clear(t.slots)
}

// find is the place of a key: its own, or the free one where it belongs.
func (t *table) find(key uint64) *slot {
	mask := uint64(len(t.slots) - 1)
	for i := key * 0x9e3779b97f4a7c15 >> 20; ; i++ {
		if s := &t.slots[i&mask]; s.key == key || s.key == 0 {
			return s
		}
	}
}

// at is the statistics of a key, which may be new.
func (t *table) at(key uint64) *stat {
	s := t.find(key)
	if s.key == 0 {
		if 2*(t.used+1) > len(t.slots) {
			old := t.slots
			t.slots = make([]slot, 2*len(old))
			for i := range old {
				if old[i].key != 0 {
					*t.find(old[i].key) = old[i]
				}
			}
			s = t.find(key)
		}
		t.used++
		s.key = key
	}
	return &s.stat
}

func amafKey(node int32, key uint32) uint64 { return uint64(uint32(node)+1)<<32 | uint64(key) }

// amafs names the node whose statistics speak for another one.
type amafs struct{ node int32 }

// reference is the nearest node above with enough visits, the root if there is none.
func (p *policy) reference(t *Tree, at int32) amafs {
	if t.nodes[at].visits >= graveVisits {
		return amafs{at}
	}
	for k := len(t.path) - 1; k >= 0; k-- {
		if t.nodes[t.path[k].node].visits >= graveVisits {
			return amafs{t.path[k].node}
		}
	}
	return amafs{0}
}

// blend is the mean of a move mixed with that of the same move anywhere below the
// reference: the less it was tried itself the more.
func (p *policy) blend(t *Tree, ref amafs, edge int32, q, scale float64) float64 {
	e := &t.edges[edge]
	s := p.amaf.find(amafKey(ref.node, t.keys[edge])).stat
	if s.n == 0 {
		if e.visits == 0 {
			return math.Inf(1)
		}
		return q
	}
	n, all := float64(e.visits), float64(s.n)
	a := t.low + float64(scale*s.mean(0.5))
	if n == 0 {
		return a
	}
	beta := all / (all + n + float64(graveBias*float64(all*n)))
	return float64((1-beta)*q) + float64(beta*a)
}
