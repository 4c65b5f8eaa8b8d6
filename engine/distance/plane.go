package distance

import (
	"cmp"
	"math"
	"slices"
)

// Plan is a split network drawn in the plane: every split is a row of parallel edges as long
// as its weight, and the way between two games by edges is their distance in the network.
type Plan struct {
	Nodes [][2]float64 // places, in units of the distances
	Edges [][2]int     // between nodes
	Games []int        // the node of each game
	// Splits is how many of the network's are drawn, the heaviest; Share what part of the
	// weight of all they have.
	Splits int
	Share  float64
}

// Plan draws the heaviest splits of the network, those of single games and as many others as make at most so many
// boxes: two splits that cross make one. Games lie in directions that are equal parts of
// the circle, and a split points to the middle of those that it holds (the equal angle
// of Dress and Huson, Constructing splits graphs, IEEE/ACM Transactions on Computational
// Biology and Bioinformatics 1, 2004).
func (net *Network) Plan(boxes int) *Plan {
	n := len(net.Circle)
	p := &Plan{Games: make([]int, n)}
	chosen := net.heaviest(boxes)
	var all, drawn float64
	for _, s := range net.Splits {
		all += s.Weight
	}
	begin, end := make([][]Split, n+1), make([][]Split, n+1)
	for _, s := range chosen {
		drawn += s.Weight
		begin[s.From] = append(begin[s.From], s)
		end[s.To] = append(end[s.To], s)
	}
	p.Splits, p.Share = len(chosen), 1
	if all > 0 {
		p.Share = drawn / all
	}
	// The walk goes around the outside from the first game. The front is the way from there
	// to where the walk is, over the splits that hold the games here. A split that ends is
	// brought to the end of the front by a box for every split that began later, and goes.
	front := []Split{}
	nodes := []int{p.node([2]float64{})}
	for place := range n {
		slices.SortFunc(end[place], func(a, b Split) int { return cmp.Compare(b.From, a.From) })
		for _, s := range end[place] {
			for at := slices.Index(front, s); at+1 < len(front); at++ {
				over := front[at+1]
				v := p.node(moved(p.Nodes[nodes[at]], over, n))
				p.Edges = append(p.Edges, [2]int{nodes[at], v}, [2]int{v, nodes[at+2]})
				front[at], front[at+1] = over, s
				nodes[at+1] = v
			}
			front, nodes = front[:len(front)-1], nodes[:len(nodes)-1]
		}
		slices.SortFunc(begin[place], func(a, b Split) int { return cmp.Compare(b.To, a.To) })
		for _, s := range begin[place] {
			last := nodes[len(nodes)-1]
			v := p.node(moved(p.Nodes[last], s, n))
			p.Edges = append(p.Edges, [2]int{last, v})
			front, nodes = append(front, s), append(nodes, v)
		}
		p.Games[net.Circle[place]] = nodes[len(nodes)-1]
	}
	return p
}

func (p *Plan) node(at [2]float64) int {
	p.Nodes = append(p.Nodes, at)
	return len(p.Nodes) - 1
}

// moved is a place beyond a split.
func moved(from [2]float64, s Split, places int) [2]float64 {
	sin, cos := math.Sincos(math.Pi * float64(s.From+s.To-1) / float64(places))
	return [2]float64{from[0] + s.Weight*cos, from[1] + s.Weight*sin}
}

// heaviest returns the splits of single games and as many of the heaviest others as cross at most
// so many times.
func (net *Network) heaviest(boxes int) []Split {
	var chosen []Split
	full := false
	for _, s := range net.Splits {
		crossed := 0
		for _, t := range chosen {
			if s.crosses(t) {
				crossed++
			}
		}
		single := s.To-s.From == 1 || s.To-s.From == len(net.Circle)-1
		if !single && (full || crossed > boxes) {
			full = true // lighter ones are not drawn either: the picture has one threshold
			continue
		}
		boxes -= crossed
		chosen = append(chosen, s)
	}
	return chosen
}

// crosses reports whether all four intersections of the sides of two splits have games.
func (s Split) crosses(t Split) bool {
	return s.From < t.From && t.From < s.To && s.To < t.To || t.From < s.From && s.From < t.To && t.To < s.To
}
