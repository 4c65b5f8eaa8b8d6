package rbg

import "math/bits"

// walk follows the plan from node id at vertex v. It returns true as soon as a
// condition is satisfied (opAccept) or, unless the state is listing, a move is
// complete: then the modifiers stay applied. Otherwise everything is undone.
func (s *State) walk(id, v int32) bool {
	insts := s.g.insts
	for {
		n := &insts[id]
		switch n.op {
		case opBranch:
			if len(n.list) == 0 {
				return false
			}
			last := len(n.list) - 1
			for _, k := range n.list[:last] {
				if s.walk(k, v) {
					return true
				}
			}
			id = n.list[last]
		case opHops:
			var last hop // the way found last, taken without recursion if it can be
			found := false
			for _, h := range s.g.hops[n.list[v]:n.list[v+1]] {
				if h.mask>>s.board[h.at]&1 == 0 {
					continue
				}
				if found && s.walk(last.next, last.to) {
					return true
				}
				last, found = h, true
			}
			kids := n.list[len(s.board)+1:]
			if len(kids) == 0 {
				if !found {
					return false
				}
				id, v = last.next, last.to
				continue
			}
			if found && s.walk(last.next, last.to) {
				return true
			}
			for _, k := range kids[:len(kids)-1] {
				if s.walk(k, v) {
					return true
				}
			}
			id = kids[len(kids)-1]
		case opDispatch:
			id = n.list[s.board[v]]
		case opIf:
			if s.holds(n, v) {
				id = n.next
			} else {
				id = n.other
			}
		case opCond:
			if s.holds(n, v) != n.want {
				return false
			}
			id = n.next
		case opStep:
			if v = n.list[v]; v < 0 {
				return false
			}
			id = n.next
		case opStepOn:
			if v = n.list[v]; v < 0 || !n.on(s.board[v]) {
				return false
			}
			id = n.next
		case opFan:
			for _, t := range n.node.rel.lists[v] {
				if s.walk(n.next, t) {
					return true
				}
			}
			return false
		case opFanOn:
			return s.fanOn(n, v)
		case opRay:
			if n.slide {
				for t := n.list[v]; t >= 0 && n.on(s.board[t]); t = n.list[v] {
					v = t
				}
				id = n.next
				continue
			}
			if insts[n.next].op == opSwitch {
				for end := &insts[n.next]; ; {
					if s.complete(end, n.next, v) {
						return true
					}
					if v = n.list[v]; v < 0 || !n.on(s.board[v]) {
						return false
					}
				}
			}
			for {
				if s.walk(n.next, v) {
					return true
				}
				if v = n.list[v]; v < 0 || !n.on(s.board[v]) {
					return false
				}
			}
		case opFlood:
			return s.floodFrom(n, v)
		case opOn:
			if !n.on(s.board[v]) {
				return false
			}
			id = n.next
		case opCmp:
			if !s.compare(n.node) {
				return false
			}
			id = n.next
		case opVisit:
			m := &s.seen[s.base+int(n.num)*len(s.board)+int(v)]
			if *m == s.stamp {
				return false
			}
			*m = s.stamp
			id = n.next
		case opOff, opAssign:
			if !n.sure || s.listing || s.skip > 0 {
				if n.scout && s.blocked(&insts[n.next], v) {
					return false
				}
				return s.modify(n, id, v)
			}
			if n.op == opOff {
				s.put(v, n.piece)
			} else {
				s.vars[n.num], _ = s.eval(n.node.left)
			}
			if n.fresh {
				s.clock++
				s.stamp = s.clock
			}
			id = n.next
		case opLater:
			if s.lazy {
				return s.leaf(id, v)
			}
			id = n.next
		case opPick:
			v = s.picked
			id = n.next
		case opSwitch:
			return s.complete(n, id, v)
		default: // opAccept
			return true
		}
	}
}

// fanOn goes on at the targets that carry a piece of the mask. Short rows are
// listed, long ones intersected with the sets of vertices of the pieces.
func (s *State) fanOn(n *inst, v int32) bool {
	list := n.node.rel.lists[v]
	if w := s.g.words; len(list) > 4*w {
		for k, row := range n.node.rel.bits[v] {
			var set uint64
			for _, p := range n.node.pieces {
				set |= s.sets[int(p)*w+k]
			}
			for set &= row; set != 0; set &= set - 1 {
				if n.ends || s.enter(n.next, int32(k<<6+bits.TrailingZeros64(set))) {
					return true
				}
			}
		}
		return false
	}
	for _, t := range list {
		if n.on(s.board[t]) && (n.ends || s.enter(n.next, t)) {
			return true
		}
	}
	return false
}

// enter is walk with a short way for the choices that fans mostly lead to.
func (s *State) enter(id, v int32) bool {
	n := &s.g.insts[id]
	if n.op == opDispatch {
		id = n.list[s.board[v]]
		n = &s.g.insts[id]
	}
	if n.op == opHops && len(n.list) == len(s.board)+1 {
		return s.hop(n, v)
	}
	return s.walk(id, v)
}

// floodFrom goes on at v and at every vertex that is reached from it along the
// relation over pieces of the mask.
func (s *State) floodFrom(n *inst, v int32) bool {
	w := s.g.words
	top := len(s.flood)
	for range 3 * w {
		s.flood = append(s.flood, 0)
	}
	area := s.flood[top : top+3*w : top+3*w]
	done, todo, free := area[:w], area[w:2*w], area[2*w:]
	for k := range free {
		for _, p := range n.node.pieces {
			free[k] |= s.sets[int(p)*w+k]
		}
	}
	bit := uint64(1) << (v & 63)
	done[v>>6], todo[v>>6] = bit, bit
	free[v>>6] &^= bit
	for more := true; more; {
		more = false
		for k := range todo {
			for todo[k] != 0 {
				x := k<<6 + bits.TrailingZeros64(todo[k])
				todo[k] &= todo[k] - 1
				for j, row := range n.node.rel.bits[x] {
					fresh := row & free[j]
					if fresh == 0 {
						continue
					}
					free[j] &^= fresh
					done[j] |= fresh
					todo[j] |= fresh
					more = more || j < k
				}
			}
		}
	}
	if n.ends {
		s.flood = s.flood[:top]
		return true
	}
	found := false
	for k := 0; k < w && !found; k++ {
		// done is read through s.flood: a nested flood may have moved it.
		for set := s.flood[top+k]; set != 0; set &= set - 1 {
			if s.walk(n.next, int32(k<<6+bits.TrailingZeros64(set))) {
				found = true
				break
			}
		}
	}
	s.flood = s.flood[:top]
	return found
}

// modify applies an off or an assignment and goes on.
func (s *State) modify(n *inst, id, v int32) bool {
	if s.depth == maxModifiers {
		s.err = errModifiers
		return true
	}
	undone := undo{num: v}
	if n.op == opOff {
		undone.old = int64(s.board[v])
		s.put(v, n.piece)
	} else {
		value, ok := s.eval(n.node.left)
		if !ok || value < 0 || value > s.g.bounds[n.num] {
			return false
		}
		undone = undo{^n.num, s.vars[n.num]}
		s.vars[n.num] = value
	}
	if n.inner {
		s.trail = append(s.trail, undone)
	}
	parent := s.cur
	if s.listing && !n.inner {
		s.cur = int32(len(s.tree))
		s.tree = append(s.tree, step{parent, id, v})
	}
	s.depth++
	var done bool
	if n.fresh {
		done = s.segment(n.next, v)
	} else {
		done = s.walk(n.next, v)
	}
	s.depth--
	s.cur = parent
	if n.inner {
		if done {
			return true // the condition undoes by the trail
		}
		s.trail = s.trail[:len(s.trail)-1]
	} else if done && !s.listing {
		return true // a move stays made
	}
	s.restore(undone)
	return done
}

// segment walks on after a modifier with marks of its own.
func (s *State) segment(id, v int32) bool {
	base, stamp := s.base, s.stamp
	layer := s.g.slots * len(s.board)
	s.base += layer
	for len(s.seen) < s.base+layer {
		s.seen = append(s.seen, 0)
	}
	s.clock++
	s.stamp = s.clock
	done := s.walk(id, v)
	s.base, s.stamp = base, stamp
	return done
}

func (s *State) restore(u undo) {
	if u.num >= 0 {
		s.put(u.num, uint8(u.old))
	} else {
		s.vars[^u.num] = u.old
	}
}

// complete ends a move.
func (s *State) complete(n *inst, id, v int32) bool {
	if !s.listing {
		if s.skip > 0 {
			s.skip--
			return false
		}
		s.player, s.vertex, s.pc = n.num, v, n.next
		return true
	}
	return s.leaf(id, v)
}

// leaf lists the current walk as a move that ends with node id at v.
func (s *State) leaf(id, v int32) bool {
	if len(s.leaves) == maxMoves {
		s.err = errMoves
		return true
	}
	s.tree = append(s.tree, step{s.cur, id, v})
	s.leaves = append(s.leaves, int32(len(s.tree)-1))
	return false
}

// holds tests the condition of n at v and leaves the state as it was.
func (s *State) holds(n *inst, v int32) bool {
	if n.node.lines != nil {
		return s.online(n.node, v)
	}
	stamp, mark, top := s.stamp, len(s.trail), len(s.flood)
	if n.fresh {
		s.clock++
		s.stamp = s.clock
	}
	found := s.walk(n.body, v)
	s.stamp = stamp
	if !n.pure {
		for k := len(s.trail); k > mark; k-- {
			s.restore(s.trail[k-1])
		}
		s.trail = s.trail[:mark]
	}
	s.flood = s.flood[:top]
	return found
}
