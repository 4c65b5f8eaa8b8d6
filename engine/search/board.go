package search

// Board is a World whose board can be looked at. Learned weights go by it.
type Board interface {
	World
	// Layout is the board, the same for all positions.
	Layout() Layout
	// What is the component on top of a site, 0 for none.
	What(site int) int
	// Ends are the sites that decision i of List goes from and to, −1 for none.
	Ends(i int) (from, to int)
}

// Layout is a board with the components that may lie on it.
type Layout struct {
	Owners []int     // by component, the first of which is none
	Near   [][]int32 // by site, its neighbours in a fixed order
}

// Policy says of decisions how promising they look.
type Policy interface {
	// Priors writes the probabilities of the n decisions of List to dst.
	Priors(b Board, mover, n int, dst []float64)
}

// Value judges positions.
type Value interface {
	// Judge writes what a position is worth by player−1, each between −1 and 1.
	Judge(b Board, mover int, dst []float64)
}

// The weight of a learned policy beside what was tried, and the share of a learned
// value in that of a playout.
const (
	priorWeight = 0.5
	valueShare  = 0.5
)

// advise writes the priors of the edges of a node just listed, of which the last ones
// may be none of List.
func (t *Tree) advise(first, n int) {
	for len(t.priors) < n {
		t.priors = append(t.priors, 0)
	}
	t.o.Policy.Priors(t.board, t.w.Mover(), n, t.priors[:n])
	for i, p := range t.priors[:n] {
		t.extra[first+i].prior = float32(p)
	}
}
