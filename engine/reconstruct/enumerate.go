package reconstruct

import (
	"container/heap"
	"slices"
	"strconv"
)

// Enumerator yields the completions of a space by falling weight, none twice. It belongs to
// one goroutine.
type Enumerator struct {
	// Rejected counts the combinations of fillers that have no binding, by reason, and
	// "repeated" completions: other fillers that make the same text.
	Rejected Tally
	// Tried is the number of combinations looked at.
	Tried int

	k     *chooser
	dead  *nogoods // nil: nothing is passed over
	front frontier
	seen  map[[32]byte]bool
}

// combination is a candidate in every slot of a variant; expanded, with all its bindings.
type combination struct {
	v      *variant
	idx    []int
	joint  *tuple // as donors have the joint slots together; only free slots have successors
	last   int    // the slot from which on successors are made
	sum    int    // of idx
	weight float64

	ways  [][]Binding
	which []int
}

// frontier is a heap of combinations, heaviest first. Among equals those come first that are
// nearest to the heaviest candidates, so that no slot holds still while others run.
type frontier []*combination

func (f frontier) Len() int      { return len(f) }
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(*combination)) }
func (f *frontier) Pop() any {
	old := *f
	x := old[len(old)-1]
	*f = old[:len(old)-1]
	return x
}

func (f frontier) Less(i, j int) bool {
	a, b := f[i], f[j]
	switch {
	case a.weight != b.weight:
		return a.weight > b.weight
	case (a.ways != nil) != (b.ways != nil):
		return a.ways != nil
	case a.sum != b.sum:
		return a.sum < b.sum
	case a.v != b.v:
		return a.v.number < b.v.number
	case (a.joint != nil) != (b.joint != nil):
		return a.joint != nil
	}
	if c := slices.Compare(a.idx, b.idx); c != 0 {
		return c < 0
	}
	return slices.Compare(a.which, b.which) < 0
}

// Enumerate returns an enumerator at the beginning.
func (x *Space) Enumerate() *Enumerator {
	e := &Enumerator{Rejected: Tally{}, k: newChooser(x), seen: map[[32]byte]bool{}}
	for _, v := range x.variants {
		empty := slices.ContainsFunc(v.slots, func(s *slot) bool { return len(s.cands) == 0 })
		if !empty {
			c := &combination{v: v, idx: make([]int, len(v.slots))}
			c.weigh()
			e.front = append(e.front, c)
			if v.together != nil {
				for _, t := range v.together.tuples {
					c := &combination{v: v, idx: slices.Clone(t.idx), joint: t}
					c.weigh()
					e.front = append(e.front, c)
				}
			}
		}
	}
	heap.Init(&e.front)
	return e
}

// weigh weighs the combination: what donors add counts where it belongs only, so that weights of other
// combinations fall from each to its successors.
func (c *combination) weigh() {
	free, joint := c.v.base, 1.0
	c.sum = 0
	for i, s := range c.v.slots {
		if c.joint != nil && c.v.together.slots[i] {
			joint *= s.cands[c.idx[i]].weight
		} else {
			free *= s.cands[c.idx[i]].weight
		}
		c.sum += c.idx[i]
	}
	if c.joint != nil {
		joint += c.joint.extra
	}
	c.weight = free * joint
}

// Next returns the next completion, nil when there are no more or so many combinations were
// looked at in vain since the last; done tells which.
func (e *Enumerator) Next(limit int) (c *Completion, done bool) {
	for range limit {
		if len(e.front) == 0 {
			return nil, true
		}
		top := heap.Pop(&e.front).(*combination)
		if top.ways != nil {
			if reason := e.dead.one(top.v, top.idx, top.which); reason != "" {
				e.Rejected[reason]++
				if top.advance() {
					heap.Push(&e.front, top)
				}
				continue
			}
			c := e.k.build(top.v, top.idx, top.ways, top.which)
			if top.advance() {
				heap.Push(&e.front, top)
			}
			if sum := c.sum(); !e.seen[sum] {
				e.seen[sum] = true
				return c, false
			}
			e.Rejected["repeated"]++
			continue
		}
		e.Tried++
		e.expand(top)
	}
	return nil, false
}

// expand puts the successors of a combination into the frontier, and its bindings.
func (e *Enumerator) expand(top *combination) {
	for j := top.last; j < len(top.idx); j++ {
		if top.idx[j]+1 >= len(top.v.slots[j].cands) || top.joint != nil && top.v.together.slots[j] {
			continue
		}
		next := &combination{v: top.v, idx: slices.Clone(top.idx), joint: top.joint, last: j}
		next.idx[j]++
		next.weigh()
		heap.Push(&e.front, next)
	}
	if top.joint == nil && top.v.find(top.idx) != nil {
		return // listed as donors have it
	}
	ways, reason := e.k.all(top.v, top.idx)
	if reason != "" {
		e.Rejected[reason]++
		return
	}
	if ways == nil {
		ways = [][]Binding{}
	}
	if reason := e.dead.all(top.v, top.idx, ways); reason != "" {
		e.Rejected[reason]++
		return
	}
	top.ways, top.which = ways, make([]int, len(ways))
	for _, w := range ways {
		top.weight /= float64(len(w))
	}
	heap.Push(&e.front, top)
}

// advance goes to the next choice of bindings.
func (c *combination) advance() bool {
	for i := len(c.which) - 1; i >= 0; i-- {
		if c.which[i]++; c.which[i] < len(c.ways[i]) {
			return true
		}
		c.which[i] = 0
	}
	return false
}

func itoa(i int) string { return strconv.Itoa(i) }
