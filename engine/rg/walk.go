package rg

// walk follows the edges from node n until what the mode asks for is found, and reports
// whether it was. Listing never finds enough. What was assigned on the way is taken
// back, except by the first move.
func (s *State) walk(n int32) bool {
	if s.depth++; s.depth > maxDepth {
		s.fault("walk of more than %d edges", maxDepth)
	}
	found := s.from(n)
	s.depth--
	return found
}

func (s *State) from(n int32) bool {
	for {
		s.count(1)
		if s.err != nil {
			return false
		}
		if n == s.goal {
			return true
		}
		if n == s.g.end && s.mode != reaching {
			return s.complete(n)
		}
		at := &s.g.nodes[n]
		if at.head && s.visited(n) {
			return false
		}
		for i := at.first; i < at.last-1; i++ {
			e := &s.g.edges[i]
			if e.op <= opCopy && e.op != opSkip {
				if s.write(e) {
					return true
				}
			} else if s.holds(e) {
				if s.after(e) {
					return true
				}
			}
		}
		if at.first == at.last {
			return false
		}
		// The last edge needs no way back, unless it is remembered.
		e := &s.g.edges[at.last-1]
		switch {
		case e.op <= opCopy && e.op != opSkip:
			return s.write(e)
		case e.op >= opTag:
			return s.after(e)
		case !s.holds(e):
			return false
		}
		n = e.target
	}
}

// holds reports whether an edge that assigns nothing can be followed.
func (s *State) holds(e *edge) bool {
	switch e.op {
	case opEqual:
		return s.load(e.left) == s.load(e.right) && s.err == nil
	case opUnequal:
		return s.load(e.left) != s.load(e.right) && s.err == nil
	case opIs:
		return s.load(e.left) == uint16(e.right.sym) && s.err == nil
	case opIsNot:
		return s.load(e.left) != uint16(e.right.sym) && s.err == nil
	case opAllEqual:
		return s.allEqual(e) && s.err == nil
	case opAllUnequal:
		return !s.allEqual(e) && s.err == nil
	case opReach:
		return s.reach(e) && s.err == nil
	case opUnreach:
		return !s.reach(e) && s.err == nil
	}
	return true
}

// after goes on behind an edge that holds, and tags.
func (s *State) after(e *edge) bool {
	if e.op < opTag || s.mode == reaching {
		return s.walk(e.target)
	}
	cur, tags := s.cur, s.tags
	sym := s.load(e.right)
	s.push(^int32(sym), s.mask())
	s.tags = scramble(s.tags ^ uint64(sym+1))
	if s.walk(e.target) {
		return true
	}
	s.cur, s.tags = cur, tags
	return false
}

// mask is who sees now, a bit for every player.
func (s *State) mask() uint16 {
	if !s.g.hidden {
		return 1<<len(s.g.players) - 1
	}
	var m uint16
	for p := range s.g.players {
		if s.g.symbols[s.mem[int(s.g.visible)+p]] == "1" {
			m |= 1 << p
		}
	}
	return m
}

// write follows an edge that assigns.
func (s *State) write(e *edge) bool {
	a := s.addr(e.left)
	if s.err != nil {
		return false
	}
	switch e.op {
	case opCopy:
		return s.copied(e, a)
	case opAny:
		old := s.mem[a]
		for _, v := range e.any {
			s.mem[a] = v
			if e.next != nil && !s.holds(e.next) {
				continue
			}
			if s.assign(e, a, v) {
				if s.mode == reaching {
					s.mem[a] = old
				}
				return true
			}
		}
		s.mem[a] = old
		return false
	}
	v := s.load(e.right)
	if s.err != nil || e.check != nil && !s.member(e.check, v) {
		return false
	}
	old := s.mem[a]
	if s.assign(e, a, v) {
		if s.mode == reaching {
			s.mem[a] = old
		}
		return true
	}
	s.mem[a] = old
	return false
}

func (s *State) member(t *typ, v uint16) bool {
	if t.at[v] < 0 {
		s.fault("value %s is not in the type of what it is assigned to", s.g.symbols[v])
		return false
	}
	return true
}

// assign sets one cell and goes on; the caller takes it back.
func (s *State) assign(e *edge, a int32, v uint16) bool {
	cur := s.cur
	s.mem[a] = v
	s.push(a, v)
	if s.on(e) {
		return true
	}
	s.cur = cur
	return false
}

// on goes on behind an assignment, where the move may be complete.
func (s *State) on(e *edge) bool {
	if e.ends && s.mode != reaching {
		return s.complete(e.target)
	}
	return s.walk(e.target)
}

// copied assigns a whole function.
func (s *State) copied(e *edge, a int32) bool {
	from, size := s.addr(e.right), int32(e.left.typ.size)
	if s.err != nil {
		return false
	}
	values := s.mem[:]
	if e.right.pool {
		values = s.g.pool
	}
	cur, mark := s.cur, len(s.saved)
	s.saved = append(s.saved, s.mem[a:a+size]...)
	s.saved = append(s.saved, values[from:from+size]...)
	for i := range size {
		v := s.saved[mark+int(size+i)]
		if e.check != nil && !s.member(e.check, v) {
			break
		}
		s.mem[a+i] = v
		s.push(a+i, v)
	}
	found := s.err == nil && s.on(e)
	if !found || s.mode == reaching {
		copy(s.mem[a:a+size], s.saved[mark:mark+int(size)])
	}
	s.saved = s.saved[:mark]
	if !found {
		s.cur = cur
	}
	return found
}

// push remembers an assignment or tag where moves are made of them.
func (s *State) push(cell int32, v uint16) {
	if s.mode == reaching {
		return
	}
	if len(s.tree) == maxMemory {
		s.fault("the moves of one position take more than %d assignments and tags", maxMemory)
		return
	}
	s.tree = append(s.tree, step{s.cur, cell, v})
	s.cur = int32(len(s.tree) - 1)
}

// complete ends a move.
func (s *State) complete(target int32) bool {
	if s.mode == first {
		s.at = target
		return true
	}
	if s.repeated(target) {
		return false
	}
	if len(s.leaves) == maxMoves {
		s.fault("more than %d legal moves", maxMoves)
		return false
	}
	s.leaves = append(s.leaves, leaf{s.cur, target, s.tags})
	return false
}

// reach reports whether a node can be reached from another.
func (s *State) reach(e *edge) bool {
	mode, goal, scope := s.mode, s.goal, s.scope
	s.scopes++
	s.mode, s.goal, s.scope = reaching, e.to, s.scopes
	found := s.walk(e.from)
	s.mode, s.goal, s.scope = mode, goal, scope
	return found
}

// addr is the first cell of an expression.
func (s *State) addr(r *ref) int32 {
	if r.where != nil {
		if a := r.where[s.mem[r.by]]; a >= 0 {
			return a
		}
	}
	a := r.base
	for i := range r.indices {
		x := &r.indices[i]
		v := s.load(x.of)
		k := x.in.at[v]
		if k < 0 {
			s.fault("value %s is no argument of the function that is asked", s.g.symbols[v])
			return a
		}
		a += k * x.stride
	}
	return a
}

// load is the value of an expression of one cell.
func (s *State) load(r *ref) uint16 {
	switch {
	case r.cell:
		return s.mem[r.base]
	case r.sym >= 0:
		return uint16(r.sym)
	}
	a := s.addr(r)
	v := uint16(0)
	if r.pool {
		v = s.g.pool[a]
	} else {
		v = s.mem[a]
	}
	if r.cast != nil && r.cast.at[v] < 0 {
		s.fault("value %s is not in the type of its cast", s.g.symbols[v])
	}
	return v
}

func (s *State) allEqual(e *edge) bool {
	a, b, size := s.addr(e.left), s.addr(e.right), int32(e.left.typ.size)
	if s.err != nil {
		return false
	}
	x, y := s.mem, s.mem
	if e.left.pool {
		x = s.g.pool
	}
	if e.right.pool {
		y = s.g.pool
	}
	for i := range size {
		if x[a+i] != y[b+i] {
			return false
		}
	}
	return true
}

// count counts steps.
func (s *State) count(n int) {
	if s.steps += n; s.steps >= s.next {
		s.pause()
	}
}

// pause asks whether to stop.
func (s *State) pause() {
	s.next = s.steps + stopEvery
	if s.steps >= maxSteps {
		s.fault("more than %d edges followed for one move", maxSteps)
	}
	if s.stop != nil && s.err == nil {
		s.err = s.stop()
	}
}

// freeHeads is the number of visits of heads in one position that are not noted, because
// most loops end soon. What is walked twice does no harm: a move that is found again is
// no other one.
const freeHeads = 64

// visited notes that the current walk has come to a head, and reports whether one with the
// same variables and tags was there before: what follows has then been walked.
func (s *State) visited(n int32) bool {
	if s.heads++; s.heads <= freeHeads {
		return false
	}
	s.count(len(s.mem))
	h := [2]uint64{uint64(n) + 1, s.scope<<32 ^ uint64(n)}
	for _, v := range s.mem {
		h[0] = scramble(h[0] ^ uint64(v))
		h[1] = (h[1] ^ uint64(v)) * 0x9e3779b97f4a7c15
		h[1] ^= h[1] >> 29
	}
	h[0] = scramble(h[0] ^ s.scope)
	h[1] ^= s.tags
	if _, ok := s.seen[h]; ok {
		return true
	}
	if len(s.seen) == maxMoves {
		s.fault("more than %d visits to nodes of cycles in one move", maxMoves)
		return true
	}
	s.seen[h] = struct{}{}
	return false
}

// scramble mixes the bits of a number (the finaliser of SplitMix64).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// heads marks nodes so that every cycle within a move has one. Where a reachability may
// pass the end of a move all cycles count.
func (g *Game) heads() {
	within := make([]bool, len(g.nodes)) // reachable inside of reachability
	var work []int32
	enter := func(n int32) {
		if !within[n] {
			within[n] = true
			work = append(work, n)
		}
	}
	for _, e := range g.edges {
		if e.op == opReach || e.op == opUnreach {
			enter(e.from)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.edges[g.nodes[n].first:g.nodes[n].last] {
			enter(e.target)
		}
	}
	const (
		fresh, open, done = 0, 1, 2
	)
	colour := make([]uint8, len(g.nodes))
	type frame struct{ node, next int32 }
	for n := range g.nodes {
		if colour[n] != fresh {
			continue
		}
		colour[n] = open
		stack := []frame{{int32(n), g.nodes[n].first}}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == g.nodes[f.node].last {
				colour[f.node] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := &g.edges[f.next]
			f.next++
			switch {
			case e.ends && !within[f.node]:
			case colour[e.target] == open:
				g.nodes[e.target].head = true
			case colour[e.target] == fresh:
				colour[e.target] = open
				stack = append(stack, frame{e.target, g.nodes[e.target].first})
			}
		}
	}
}
