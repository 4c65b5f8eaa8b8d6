package gdl

import (
	"math/bits"
	"slices"
)

// wires is the values of a circuit in one position. Changes of fluents and moves
// are flipped in and then spread level by level, so that each gate is looked at
// once.
type wires struct {
	c      *circuit
	count  []int32
	value  []uint8
	bits   []uint64 // of the views
	queued []bool   // by gate, then by cycle
	queue  []int32  // gates; cycles are negative
	end    []int32  // by level: after the last entry in queue
	top    int32    // highest level with entries
	fired  []int32  // triggered gates that are on
	// Cycles: the counts with what comes from inside, gates that came true and were
	// not looked at, and whether something that was true lost support.
	run    []int32
	grown  [][]int32 // by cycle
	shrunk []bool    // by cycle
	stack  []int32
}

func newWireValues(c *circuit) *wires {
	w := &wires{
		c: c, count: slices.Clone(c.count), value: slices.Clone(c.value), bits: slices.Clone(c.bits),
		queued: make([]bool, len(c.value)+len(c.cycles)), queue: make([]int32, c.levels[len(c.levels)-1]),
		end: slices.Clone(c.levels),
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
	stop := c.wires[gate+1].plain
	crossed := (up - 1) / 2 // the count right after a change of truth
	for _, t := range c.out[ends.plain:ends.negated] {
		n := w.count[t] + up
		w.count[t] = n
		if n == crossed && !w.queued[t] {
			w.push(t)
		}
	}
	crossed = -1 - crossed
	for _, t := range c.out[ends.negated:stop] {
		n := w.count[t] - up
		w.count[t] = n
		if n == crossed && !w.queued[t] {
			w.push(t)
		}
	}
	for _, b := range c.views[c.viewAt[gate]:c.viewAt[gate+1]] {
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
		if !w.queued[len(c.value)+int(k)] {
			w.queued[len(c.value)+int(k)] = true
			w.put(-1-k, c.level[t])
		}
	}
}

func (w *wires) push(t int32) {
	w.queued[t] = true
	w.put(t, w.c.level[t])
}

func (w *wires) put(entry, level int32) {
	w.queue[w.end[level]] = entry
	w.end[level]++
	w.top = max(w.top, level)
}

// spread brings all gates up to date.
func (w *wires) spread() {
	c := w.c
	for level := int32(1); level <= w.top; level++ {
		for i := c.levels[level]; i < w.end[level]; i++ {
			t := w.queue[i]
			if t < 0 {
				w.solve(-1 - t)
				continue
			}
			w.queued[t] = false
			if (w.count[t] >= 0) != (w.value[t] != 0) {
				w.flip(t)
			}
		}
		w.end[level] = c.levels[level]
	}
	w.top = 0
}

// solve brings the gates of a cycle up to date. Where it only grew, what was true
// stays so, and what follows from the new is added.
func (w *wires) solve(k int32) {
	c := w.c
	w.queued[len(c.value)+int(k)] = false
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
