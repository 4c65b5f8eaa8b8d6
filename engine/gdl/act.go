package gdl

import "math/bits"

// slot holds an effect that a board used.
type slot struct {
	key    uint64
	effect *effect
}

// How many effects a board knows without asking the network: as many as there are
// moves, and some.
const (
	fewestSlots = 64
	mostSlots   = 1 << 16
)

func newSlots(n *network) []slot {
	k := fewestSlots
	for k < 4*len(n.effects.inputs) && k < mostSlots {
		k *= 2
	}
	return make([]slot, k)
}

// act goes to the state that follows the moves that were decided on, by their effect.
func (b *board) act() {
	x, w := b.n.effects, b.play
	key := x.key(b.made)
	s := &b.effects[key*0x9e3779b97f4a7c15>>32&uint64(len(b.effects)-1)]
	if s.effect == nil || s.key != key {
		s.key, s.effect = key, x.of(key, b.made, b.n.first)
		if more := len(w.c.value) + int(s.effect.scratch) - len(w.value); more > 0 {
			w.value = append(w.value, make([]uint8, more)...)
		}
	}
	e := s.effect
	decided := e.decided
	for _, k := range x.words {
		d := (w.bits[b.n.nextAt+int(k)] ^ b.current[k]) & x.always[k]
		for len(decided) > 0 && decided[0].word == k {
			d &^= decided[0].mask
			decided = decided[1:]
		}
		for ; d != 0; d &= d - 1 {
			i := k*64 + int32(bits.TrailingZeros64(d))
			w.changes = append(w.changes, 2*i+int32(w.value[i]^1))
		}
	}
	w.obey(&e.script, e.start)
	for _, c := range w.changes {
		if i := c >> 1; int32(w.value[i]) != c&1 {
			w.flip(i)
			b.current[i>>6] ^= 1 << (i & 63)
		}
	}
	w.changes = w.changes[:0]
	w.spread()
}

// few reports whether so few joint moves are possible that each may have its effect.
func (x *effects) few() bool {
	joint := uint64(1)
	for _, n := range x.radix {
		if joint *= n; joint > maxJoint {
			return false
		}
	}
	return true
}

// simultaneous reports whether several roles have a choice at the same time. A few
// plies of one play, the same every time, show it.
func (n *network) simultaneous() bool {
	b := newBoard(n)
	for ply := 0; ply < sampledPlies/4 && !b.terminal(); ply++ {
		choosing := 0
		for role := range n.inputs {
			k := b.legal(role)
			if k == 0 {
				return false
			}
			if k > 1 {
				choosing++
			}
			b.decide(role, b.option(role, (7*ply+3*role)%k))
		}
		if choosing > 1 {
			return true
		}
		b.act()
	}
	return false
}

// goalCodes asks a circuit for goal values.
type goalCodes struct {
	script
	starts [][]int32 // by role and value
}

// mostScored bounds the code for goals.
const mostScored = 4096

// codeGoals writes the code for goals, unless it becomes too long or would have to ask
// for gates that depend on each other.
func (n *network) codeGoals(f *formulas, goals []lit) {
	if !scripted || n.effects == nil {
		return
	}
	c := &coder{most: mostScored}
	c.look = func(node int32) (nodeKind, []lit, int32) {
		place := n.effects.gateOf[node]
		if place < 0 && f.group[node] != 0 {
			c.full = true
		}
		return f.kinds[node], f.children[node], place
	}
	s := &goalCodes{}
	for role, at := range n.goalAt {
		var starts []int32
		for i := range n.goalTerms[role] {
			starts = append(starts, c.ask(goals[at+i], endTrue, endFalse))
		}
		s.starts = append(s.starts, starts)
	}
	if !c.full {
		s.script = c.script
		n.scores = s
	}
}
