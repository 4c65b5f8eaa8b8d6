package search

// early is the number of playouts between two looks at whether a decision is certain.
const early = 16

// certain reports whether so many more playouts leave the most visited decision of the
// root the most visited one: none that is not a proven loss has as many visits even if
// it gets all of them. Only a proof could still change what Best says of it.
func (t *Tree) certain(left int) bool {
	x := &t.nodes[0]
	first, second := int32(0), int32(-1) // visits; −1 for no other decision
	for i := range x.n {
		e := &t.edges[x.first+i]
		if e.dead || t.lost(x, e) {
			continue
		}
		switch {
		case e.visits > first:
			first, second = e.visits, max(second, first)
		default:
			second = max(second, e.visits)
		}
	}
	return first > 0 && (second < 0 || int(first-second) > left)
}

// lost reports whether a move is proven to bring the mover no more than the least that there is.
func (t *Tree) lost(x *node, e *edge) bool {
	return e.child != 0 && t.o.Solver && t.f.Bounded && t.nodes[e.child].solved != 0 &&
		t.proven(e.child, x.mover) <= t.f.Low
}
