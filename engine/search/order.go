package search

import "slices"

// ranked is a move with what speaks for trying it early.
type ranked struct {
	i    int
	rank int
}

// order begins to rank the n moves just listed: the best one known of the position comes first, others are still to
// be sorted.
func (a *AlphaBeta) order(n, first, ply int) []ranked {
	for len(a.orders) <= ply {
		a.orders = append(a.orders, nil)
	}
	list, known := a.orders[ply][:0], !a.o.NoOrder && 0 <= first && first < n
	if known {
		list = append(list, ranked{i: first})
	}
	for i := range n {
		switch {
		case a.o.NoOrder:
			list = append(list, ranked{i: i})
		case i != first:
			list = append(list, ranked{i, a.good[a.w.Key(i)]})
		}
	}
	a.orders[ply] = list
	return list
}

// sort puts captures first, and then those that were good elsewhere. Where the best move known is enough nobody asks
// what the others capture.
func (a *AlphaBeta) sort(list []ranked) {
	if a.o.NoOrder {
		return
	}
	for i := range list {
		if a.w.Noisy(list[i].i) {
			list[i].rank += 1 << 40
		}
	}
	slices.SortStableFunc(list, func(x, y ranked) int { return y.rank - x.rank })
}
