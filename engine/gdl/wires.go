package gdl

import (
	"math/bits"
	"slices"
)

// wires is the values of a circuit in one position. Changes of fluents and moves
// are flipped in and then spread in the order of the gates, so that each gate is
// looked at once.
type wires struct {
	c     *circuit
	count []int32
	value []uint8  // of the gates, and what effects need room for
	bits  []uint64 // of the views
	// A bit for every gate that is to be looked at, and one for every word of these.
	due, words []uint64
	fired      []int32 // triggered gates that are on
	changes    []int32 // of fluents: twice the number, plus 1 for true; scratch
	// Cycles: the counts with what comes from inside, gates that came true and were
	// not looked at, and whether something that was true lost support.
	run    []int32
	grown  [][]int32 // by cycle
	shrunk []bool    // by cycle
	stack  []int32
}

func newWireValues(c *circuit) *wires {
	words := (len(c.value) + 63) / 64
	w := &wires{
		c: c, count: slices.Clone(c.count), value: slices.Clone(c.value), bits: slices.Clone(c.bits),
		due: make([]uint64, words), words: make([]uint64, (words+63)/64),
	}
	if len(c.cycles) > 0 {
		w.run = slices.Clone(c.run)
		w.grown, w.shrunk = make([][]int32, len(c.cycles)), make([]bool, len(c.cycles))
	}
	return w
}

// restart goes to the initial state, without moves.
func (w *wires) restart() {
	copy(w.count, w.c.count)
	copy(w.value, w.c.value)
	copy(w.bits, w.c.bits)
	copy(w.run, w.c.run)
}

// flip changes the value of a gate and tells the gates and views that follow it.
func (w *wires) flip(gate int32) {
	c := w.c
	v := w.value[gate] ^ 1
	w.value[gate] = v
	up := int32(v)*2 - 1 // what those that see the value gain
	ends := c.wires[gate]
	crossed := (up - 1) / 2 // the count right after a change of truth
	for _, t := range c.out[ends.plain:ends.negated] {
		n := w.count[t] + up
		w.count[t] = n
		if n == crossed {
			w.push(t)
		}
	}
	crossed = -1 - crossed
	for _, t := range c.out[ends.negated:ends.views] {
		n := w.count[t] - up
		w.count[t] = n
		if n == crossed {
			w.push(t)
		}
	}
	for _, b := range c.out[ends.views:c.wires[gate+1].plain] {
		w.bits[b>>6] ^= 1 << (b & 63)
	}
	if len(c.cycles) == 0 {
		return
	}
	for _, f := range c.feeds[c.feedAt[gate]:c.feedAt[gate+1]] {
		t := f >> 1
		gain := up
		if f&1 != 0 {
			gain = -up
		}
		k := c.cycleOf[t]
		switch {
		case gain < 0 && w.run[t] >= 0:
			w.shrunk[k] = true
		case gain > 0 && w.run[t] == -1:
			w.grown[k] = append(w.grown[k], t)
		}
		w.count[t] += gain
		w.run[t] += gain
		w.push(c.cycles[k].gates[0])
	}
}

// push notes that a gate, or the cycle of which it is the first, is to be looked at.
func (w *wires) push(t int32) {
	w.due[t>>6] |= 1 << (t & 63)
	w.words[t>>12] |= 1 << (t >> 6 & 63)
}

// spread brings all gates up to date. What a gate changes has higher numbers.
func (w *wires) spread() {
	c := w.c
	for i := range w.words {
		for w.words[i] != 0 {
			k := i*64 + bits.TrailingZeros64(w.words[i])
			for w.due[k] != 0 {
				t := int32(k*64 + bits.TrailingZeros64(w.due[k]))
				w.due[k] &= w.due[k] - 1
				if x := c.cycleOf[t]; x >= 0 {
					w.solve(x)
				} else if (w.count[t] >= 0) != (w.value[t] != 0) {
					w.flip(t)
				}
			}
			w.words[i] &= w.words[i] - 1
		}
	}
}

// solve brings the gates of a cycle up to date. Where it only grew, what was true
// stays so, and what follows from the new is added.
func (w *wires) solve(k int32) {
	c := w.c
	if !w.shrunk[k] {
		w.stack = append(w.stack[:0], w.grown[k]...)
		w.grown[k] = w.grown[k][:0]
		for len(w.stack) > 0 {
			g := w.stack[len(w.stack)-1]
			w.stack = w.stack[:len(w.stack)-1]
			w.flip(g)
			for _, t := range c.inner[c.innerAt[g]:c.innerAt[g+1]] {
				if w.run[t]++; w.run[t] == 0 {
					w.stack = append(w.stack, t)
				}
			}
		}
		return
	}
	w.shrunk[k], w.grown[k] = false, w.grown[k][:0]
	gates := c.cycles[k].gates
	w.closure(gates)
	for _, g := range gates {
		if (w.run[g] >= 0) != (w.value[g] != 0) {
			w.flip(g)
		}
	}
}

// closure computes the least values of a cycle in run, from the counts of what
// comes from outside.
func (w *wires) closure(gates []int32) {
	c := w.c
	w.stack = w.stack[:0]
	for _, g := range gates {
		w.run[g] = w.count[g]
		if w.run[g] >= 0 {
			w.stack = append(w.stack, g)
		}
	}
	for len(w.stack) > 0 {
		g := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		for _, t := range c.inner[c.innerAt[g]:c.innerAt[g+1]] {
			if w.run[t]++; w.run[t] == 0 {
				w.stack = append(w.stack, t)
			}
		}
	}
}

// set makes the fluents those of a state.
func (w *wires) set(current, s state) {
	for i, x := range s {
		for d := x ^ current[i]; d != 0; d &= d - 1 {
			w.flip(int32(i*64 + bits.TrailingZeros64(d)))
		}
	}
}
