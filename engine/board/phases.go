package board

// phases colours the elements of a type so that neighbours differ where that
// succeeds. The search goes along where the colours are settled first.
func (m *measurer) phases(st SiteType) {
	n := m.t.Num(st)
	colours := make([]uint8, n) // bits
	phase := make([]int32, n)
	for i := range phase {
		phase[i] = none
	}
	near := m.colourNeighbours(st)
	settle := func(i int32, c int32) {
		colours[i] |= 1 << c
		if phase[i] == none || c < phase[i] {
			phase[i] = c
		}
	}
	visited := make([]bool, n)
	var reached []int32 // from the start at hand
	for start := range int32(n) {
		if phase[start] != none {
			continue
		}
		settle(start, 0)
		for _, i := range reached {
			visited[i] = false
		}
		m.spent.spend(len(reached)+1, "colour")
		reached = reached[:0]
		q := newDeque(start)
		for q.len() > 0 {
			i := q.pop()
			if visited[i] {
				continue
			}
			visited[i] = true
			reached = append(reached, i)
			var taken uint8
			for _, o := range near.Row(i) {
				if phase[o] != none {
					taken |= 1 << phase[o]
				}
			}
			c := int32(0)
			for c < 4 && taken&(1<<c) != 0 {
				c++
			}
			settle(i, c)
			for _, o := range near.Row(i) {
				if visited[o] {
					continue
				}
				m.spent.spend(len(near.Row(o))+1, "colour")
				var around uint8
				for _, x := range near.Row(o) {
					if phase[x] != none {
						around |= 1 << phase[x]
					}
				}
				if around&(around-1) != 0 {
					q.front(o)
				} else {
					q.back(o)
				}
			}
		}
	}
	m.t.elem[st].phase = phase
	for i, bits := range colours {
		m.put(st, int32(i), uint64(bits)<<Phase0)
	}
}

// colourNeighbours lists the neighbours that count for colouring.
func (m *measurer) colourNeighbours(st SiteType) Table {
	g := m.g
	return tableOf(m.t.Num(st), func(i int) (list []int32) {
		switch st {
		case Vertex:
			for _, e := range g.vs[i].edges {
				list = append(list, g.other(e, int32(i)))
			}
		case Edge:
			for _, v := range [2]int32{g.es[i].a, g.es[i].b} {
				m.spent.spend(kept*len(g.vs[v].edges), "colour")
				for _, e := range g.vs[v].edges {
					if e != int32(i) {
						list = append(list, e)
					}
				}
			}
		case Cell:
			for _, e := range g.fs[i].edges {
				if f := g.across(e, int32(i)); f != none {
					list = append(list, f)
				}
			}
		}
		return list
	})
}

// deque is a queue that takes in at both ends and gives out at the front: the
// front half is kept in reverse.
type deque struct {
	head []int32 // last element is the front
	tail []int32
	next int // first element of tail not given out
}

func newDeque(first int32) *deque { return &deque{tail: []int32{first}} }

func (d *deque) len() int      { return len(d.head) + len(d.tail) - d.next }
func (d *deque) front(x int32) { d.head = append(d.head, x) }
func (d *deque) back(x int32)  { d.tail = append(d.tail, x) }

func (d *deque) pop() int32 {
	if n := len(d.head); n > 0 {
		x := d.head[n-1]
		d.head = d.head[:n-1]
		return x
	}
	d.next++
	return d.tail[d.next-1]
}
