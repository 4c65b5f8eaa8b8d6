package game

// Moves may end with the same actions, such as that a die is used up; their drafts
// share these.

// tail is a span of Drafts.ends.
type tail struct {
	first, n int
	prev     int32 // what comes before, 0 nothing
	key      int   // see Tailed
	turn     uint64
}

// Extend puts actions at the end of the moves of the drafts from index i on. These
// must not be checked yet. Under the key, unless it is 0, Tailed knows the actions.
func (ds *Drafts) Extend(i int, as []Action, key int) {
	first, before, node := len(ds.ends), int32(-1), int32(0)
	ds.ends = append(ds.ends, as...)
	for ; i < len(ds.list); i++ {
		d := &ds.list[i]
		if d.tail != before {
			before = d.tail
			t := tail{first: first, n: len(as), prev: before, turn: ds.turn}
			if before == 0 {
				t.key = key
			}
			ds.tails = append(ds.tails, t)
			node = int32(len(ds.tails))
		}
		d.tail = node
	}
}

// Tailed does what Extend does with actions known from before in this position
// under a key other than 0; false when there are none.
func (ds *Drafts) Tailed(i, key int) bool {
	for n := range ds.tails {
		if t := &ds.tails[n]; t.key == key && t.turn == ds.turn {
			for _, d := range ds.list[i:] {
				if d.tail != 0 {
					return false
				}
			}
			for ; i < len(ds.list); i++ {
				ds.list[i].tail = int32(n + 1)
			}
			return true
		}
	}
	return false
}

// extend appends the actions of a tail to a move.
func (ds *Drafts) extend(c *Context, m *Move, n int32) {
	t := ds.tails[n-1]
	if t.prev != 0 {
		ds.extend(c, m, t.prev)
	}
	for _, a := range ds.ends[t.first : t.first+t.n] {
		c.Extend(m, a)
	}
}

// actTail applies the actions of a tail.
func (c *Context) actTail(ds *Drafts, n int32) {
	if n == 0 {
		return
	}
	t := ds.tails[n-1]
	c.actTail(ds, t.prev)
	for i := t.first; i < t.first+t.n; i++ {
		c.Act(&ds.ends[i])
	}
}
