package search

// early is the number of playouts between two looks at whether a decision is certain.
const early = 16

// certain reports whether so many more playouts leave the most visited decision of the
// root the most visited one: none that Best could take has as many visits even if
// it gets all of them. Only a proof could still change what Best says of it. Where a
// draw is proven and nothing else, means decide, too, and nothing is certain.
func (t *Tree) certain(left int) bool {
	x, rivals := &t.nodes[0], 0
	first, second := int32(0), int32(-1) // visits; −1 for no other decision
	for i := range x.n {
		e := &t.edges[x.first+i]
		if e.dead || t.worse(x, e) {
			continue
		}
		if x.solved == 0 && t.o.Solver && e.child != 0 && t.nodes[e.child].solved != 0 {
			return false
		}
		if rivals++; rivals > 1 && int(x.tried) <= left {
			return false // nobody is so far ahead of another one
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
