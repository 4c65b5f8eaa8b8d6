package rg

// maxJoined bounds the nodes that join makes.
const maxJoined = 20_000

// join asks once for what several edges of a node ask for: they become one edge, to a node with all that
// follows them. Where somebody has to choose between such edges and the opposite of what
// they ask for, nothing is left to choose.
func (c *compiler) join() {
	joined := map[[2]int32]int32{}
	for n := 0; n < len(c.out); n++ {
		for i := 0; i < len(c.out[n]); i++ {
			for j := i + 1; j < len(c.out[n]); {
				a, b := &c.out[n][i], &c.out[n][j]
				if !c.joins(c.out[n], i, j) {
					j++
					continue
				}
				key := [2]int32{a.target, b.target}
				id, known := joined[key]
				if !known {
					if len(joined) == maxJoined {
						return
					}
					id = int32(len(c.out))
					joined[key] = id
					c.out = append(c.out, append(append([]edge(nil), c.out[a.target]...), c.out[b.target]...))
				}
				c.out[n][i].target = id
				c.out[n] = append(c.out[n][:j:j], c.out[n][j+1:]...)
			}
		}
	}
}

// joins reports whether edge j asks for the same as edge i and nothing between them can be open
// when they are, so that the order of the walks does not change.
func (c *compiler) joins(out []edge, i, j int) bool {
	a, b := &out[i], &out[j]
	if a.op != b.op || a.op < opEqual || a.op > opUnreach || a.target == b.target {
		return false
	}
	for _, n := range []int32{a.target, b.target} {
		if n == c.g.end || c.asked[n] {
			return false
		}
	}
	if a.op >= opReach {
		if a.from != b.from || a.to != b.to {
			return false
		}
	} else if !a.left.same(b.left) || !a.right.same(b.right) {
		return false
	}
	for k := i + 1; k < j; k++ {
		if !exclusive(a, &out[k]) && !exclusive(&out[k], a) {
			return false
		}
	}
	return true
}
