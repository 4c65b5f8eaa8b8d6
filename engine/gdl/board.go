package gdl

import (
	"math/bits"
	"slices"
)

// board is a machine that plays on a network.
type board struct {
	n       *network
	play    *wires
	current state    // own memory
	after   state    // scratch
	words   []uint64 // scratch
	// By role: the input that is on, -1; with effects, the number of the move.
	made    []int32
	effects []slot  // those used last
	goal    *column // nil until asked for
	see     *column
}

func newBoard(n *network) *board {
	b := &board{n: n, play: newWireValues(n.play), current: slices.Clone(n.start), after: slices.Clone(n.start),
		made: slices.Clone(n.made)}
	most := 0
	for _, list := range n.inputs {
		most = max(most, len(list))
	}
	b.words = make([]uint64, (most+63)/64)
	if scripted && n.effects != nil {
		b.effects = newSlots(n)
	}
	return b
}

// restart goes to the initial state.
func (b *board) restart() {
	b.play.restart()
	copy(b.current, b.n.start)
	copy(b.made, b.n.made)
}

func (b *board) initial() state { return b.n.start }

func (b *board) load(s state) {
	b.play.set(b.current, s)
	b.play.spread()
	copy(b.current, s)
}

func (b *board) terminal() bool { return b.play.bits[b.n.terminalAt]&1 != 0 }

// options gives the words of a role's legal moves, valid until the next call.
func (b *board) options(role int) []uint64 {
	words := (len(b.n.inputs[role]) + 63) / 64
	plain := b.play.bits[b.n.legalAt[role]:][:words]
	options := plain
	for _, g := range b.n.guarded[role] {
		if b.play.bits[g.guard>>6]>>(g.guard&63)&1 == 0 {
			continue
		}
		for i, w := range b.play.bits[g.at:][:words] {
			b.words[i] = options[i] | w
		}
		options = b.words[:words]
	}
	return options
}

func (b *board) legal(role int) int {
	n := 0
	for _, w := range b.options(role) {
		n += bits.OnesCount64(w)
	}
	return n
}

// option gives the number of legal move i among the role's moves.
func (b *board) option(role, i int) int {
	for k, w := range b.options(role) {
		n := bits.OnesCount64(w)
		if i >= n {
			i -= n
			continue
		}
		for ; i > 0; i-- {
			w &= w - 1
		}
		return k*64 + bits.TrailingZeros64(w)
	}
	panic("gdl: no such legal move")
}

func (b *board) move(role, i int) term { return b.n.inputs[role][b.option(role, i)] }

// decide makes a role's move the one that is on.
func (b *board) decide(role, option int) {
	if scripted && b.n.effects != nil {
		b.made[role] = int32(option)
		return
	}
	gate := int32(b.n.play.bases + b.n.first[role] + option)
	if old := b.made[role]; old != gate {
		if old >= 0 {
			b.play.flip(old)
		}
		b.play.flip(gate)
		b.made[role] = gate
	}
}

// advance goes to the state that follows the moves that are on.
func (b *board) advance() {
	if scripted && b.n.effects != nil {
		b.act()
		return
	}
	for _, gate := range b.made {
		b.play.fire(gate)
	}
	b.play.spread()
	// Flipping fluents moves what comes next on, so it is kept first.
	copy(b.after, b.play.bits[b.n.nextAt:])
	b.play.retract()
	b.play.set(b.current, b.after)
	b.play.spread()
	b.current, b.after = b.after, b.current
}

func (b *board) step(choice []int) state {
	for r, i := range choice {
		b.decide(r, b.option(r, i))
	}
	b.advance()
	return slices.Clone(b.current)
}

// column is the wires for goals or percepts with the state that they are in.
type column struct {
	w       *wires
	current state
	made    []int32 // by role: the input that is on, -1
}

func (b *board) newColumn(c *circuit) *column {
	k := &column{w: newWireValues(c), current: slices.Clone(b.n.start), made: make([]int32, len(b.made))}
	for r := range k.made {
		k.made[r] = -1
	}
	return k
}

// follow brings a column to the current state.
func (k *column) follow(s state) {
	k.w.set(k.current, s)
	copy(k.current, s)
}

// values appends the values of a role that hold to a list.
func (k *column) values(list, terms []term, at int) []term {
	for i := 0; i < len(terms); {
		word := k.w.bits[(at+i)/64] >> ((at + i) % 64)
		if word == 0 { // nothing up to the next word
			i += 64 - (at+i)%64
			continue
		}
		if i += bits.TrailingZeros64(word); i < len(terms) {
			list = append(list, terms[i])
			i++
		}
	}
	return list
}

func (b *board) goals(role int) []term { return b.goalsInto(nil, role) }

// goalsInto appends the goal values of a role to a list.
func (b *board) goalsInto(list []term, role int) []term {
	if b.n.scores != nil {
		for i, at := range b.n.scores.starts[role] {
			if b.play.obey(&b.n.scores.script, at) == endTrue {
				list = append(list, b.n.goalTerms[role][i])
			}
		}
		return list
	}
	if b.goal == nil {
		b.goal = b.newColumn(b.n.goals)
	}
	b.goal.follow(b.current)
	b.goal.w.spread()
	return b.goal.values(list, b.n.goalTerms[role], b.n.goalAt[role])
}

func (b *board) percepts(choice []int, role int) []term {
	if b.see == nil {
		b.see = b.newColumn(b.n.sees)
	}
	k := b.see
	k.follow(b.current)
	for r, i := range choice {
		gate := int32(b.n.sees.bases + b.n.first[r] + b.option(r, i))
		if old := k.made[r]; old != gate {
			if old >= 0 {
				k.w.flip(old)
			}
			k.w.flip(gate)
			k.made[r] = gate
		}
	}
	k.w.spread()
	return k.values(nil, b.n.seesTerms[role], b.n.seesAt[role])
}

func (b *board) fluents() []term {
	var list []term
	for i, w := range b.current {
		for ; w != 0; w &= w - 1 {
			list = append(list, b.n.base[i*64+bits.TrailingZeros64(w)])
		}
	}
	return list
}

func (b *board) text(t term) string { return b.n.terms.texts[t] }
