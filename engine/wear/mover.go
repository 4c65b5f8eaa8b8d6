package wear

import "math"

// mover moves wear along the graph of lines.
type mover struct {
	near [][]int // by measured line
}

// newMover returns the mover on the measured lines; nil when they do not hang
// together, so that there is no distance between all of them.
func newMover(o *Observed, lines []int) *mover {
	number := map[int]int{}
	for k, i := range lines {
		number[i] = k
	}
	m := &mover{near: make([][]int, len(lines))}
	for _, p := range o.Near {
		a, ok := number[p[0]]
		b, too := number[p[1]]
		if ok && too && a != b {
			m.near[a], m.near[b] = append(m.near[a], b), append(m.near[b], a)
		}
	}
	seen, queue := make([]bool, len(lines)), []int{0}
	seen[0] = true
	for i := 0; i < len(queue); i++ {
		for _, x := range m.near[queue[i]] {
			if !seen[x] {
				seen[x] = true
				queue = append(queue, x)
			}
		}
	}
	if len(queue) < len(lines) {
		return nil
	}
	return m
}

// crumb is an amount that is no matter.
const crumb = 1e-12

// distance is the least total way, in steps between lines, of moving one
// distribution over lines to another: a flow of least cost, found by augmenting along
// shortest paths. Values below 0 count as 0; NaN when one of the two is nothing.
func (m *mover) distance(from, to []float64) float64 {
	n := len(from)
	excess := make([]float64, n)
	for k, list := range [][]float64{from, to} {
		sign := 1 - 2*float64(k)
		total := 0.0
		for _, x := range list {
			total += max(0, x)
		}
		if total <= 0 {
			return math.NaN()
		}
		for i, x := range list {
			excess[i] += sign * max(0, x) / total
		}
	}
	flow := map[[2]int]float64{} // along arcs
	cost := 0.0
	way, last, queued := make([]float64, n), make([]int, n), make([]bool, n)
	for s := range n {
		for rounds := 0; excess[s] > crumb && rounds < 4*n; rounds++ {
			for i := range way {
				way[i], last[i] = math.Inf(1), -1
			}
			way[s] = 0
			queue := []int{s}
			queued[s] = true
			for len(queue) > 0 {
				v := queue[0]
				queue, queued[v] = queue[1:], false
				for _, x := range m.near[v] {
					step := 1.0
					if flow[[2]int{x, v}] > crumb { // taking back
						step = -1
					}
					if way[v]+step < way[x]-crumb {
						way[x], last[x] = way[v]+step, v
						if !queued[x] {
							queue, queued[x] = append(queue, x), true
						}
					}
				}
			}
			goal := -1
			for i := range n {
				if excess[i] < -crumb && (goal < 0 || way[i] < way[goal]) {
					goal = i
				}
			}
			if goal < 0 || math.IsInf(way[goal], 1) {
				break
			}
			amount := min(excess[s], -excess[goal])
			for x := goal; x != s; x = last[x] {
				if f := flow[[2]int{x, last[x]}]; f > crumb {
					amount = min(amount, f)
				}
			}
			for x := goal; x != s; x = last[x] {
				v := last[x]
				if f := flow[[2]int{x, v}]; f > crumb {
					flow[[2]int{x, v}] = f - amount
				} else {
					flow[[2]int{v, x}] += amount
				}
			}
			cost += amount * way[goal]
			excess[s] -= amount
			excess[goal] += amount
		}
	}
	return cost
}
