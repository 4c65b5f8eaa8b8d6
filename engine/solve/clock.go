package solve

import (
	"context"
	"errors"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
)

// tick is what a decision does to the number of a game in which that ends plays: positions of such a game are the nodes
// of the graph together with the number, which need not be nodes of their own.
type tick struct {
	reset int32 // the number afterwards if the decision sets it back, else -1
	late  int32 // the end that the decision leads to when the number has reached the limit; -1 if it sets it back
}

// errGoesOn is the error of games whose clocks do not do what they promise.
var errGoesOn = notDecided("a play goes on although the number that ends plays has reached its limit")

// tick enters what decision i leads to at the limit, and sets the number one lower for the decision itself.
func (gr *graph) tick(here formal.Position, i int, at int32) error {
	clock := here.(formal.Clock)
	clock.SetClock(gr.limit)
	late, err := take(gr.spare.clone(here), i)
	if err != nil {
		return err
	}
	defer gr.spare.give(late)
	t := tick{reset: -1, late: -1}
	if late.Terminal() {
		if t.late, err = gr.enter(late, at, int32(i)); err != nil {
			return err
		}
	}
	gr.ticks = append(gr.ticks, t)
	gr.bytes += 8
	clock.SetClock(gr.limit - 1)
	return nil
}

// note notes what the decision, taken when the number was one below the limit, has led to.
func (t *tick) note(p formal.Position, limit int) {
	if n := p.(formal.Clock).Clock(); !p.Terminal() && n != limit {
		t.reset = int32(n)
	}
}

// timed makes the table of a graph of a game with such a number, at which it is 0: by backward induction over the
// number, set of nodes by set of those that lead to one another. Plies and best decisions are not found.
func (gr *graph) timed(ctx context.Context) ([]Entry, error) {
	sum := gr.sum()
	if sum == nil || len(gr.chances) > 0 {
		return nil, errors.New("no table: not a two-player game with payoffs of a constant sum, without chance")
	}
	payoffs := gr.distinct(1)
	if len(payoffs) > 255 {
		return nil, notDecided("more than 255 different payoffs")
	}
	rank := make([]uint8, len(gr.payoffs))
	for i, x := range gr.payoffs {
		for payoffs[rank[i]].Cmp(x[0]) < 0 {
			rank[i]++
		}
	}
	numbers := gr.limit + 2 // from -1
	values := make([]uint8, len(gr.nodes)*numbers)
	of := func(at int32, number int) *uint8 { return &values[int(at)*numbers+number+1] }
	end := func(at int32) uint8 { return rank[gr.nodes[at].payoffs] }
	in := make([]int32, len(gr.nodes)) // the component of a node, from 1
	for k, component := range gr.components() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, at := range component {
			in[at] = int32(k + 1)
		}
		for number := gr.limit; number >= -1; number-- {
			for _, at := range component {
				x := &gr.nodes[at]
				if x.mover == over {
					*of(at, number) = end(at)
					continue
				}
				best := -1
				for i := x.first; i < x.first+x.n; i++ {
					child, t := gr.next[i], gr.ticks[i]
					var v uint8
					switch {
					case t.reset >= 0 && in[child] == int32(k+1):
						return nil, notDecided("plays recur in which the number that ends plays is set back")
					case t.reset >= 0:
						v = *of(child, int(t.reset))
					case number == gr.limit && t.late < 0:
						return nil, errGoesOn
					case number == gr.limit:
						v = end(t.late)
					case gr.nodes[child].mover == over:
						v = end(child)
					default:
						v = *of(child, number+1)
					}
					if best < 0 || x.mover == 1 && int(v) > best || x.mover == 2 && int(v) < best {
						best = int(v)
					}
				}
				*of(at, number) = uint8(best)
			}
		}
	}
	entries := make([]Entry, len(gr.nodes))
	for at := range entries {
		x := &gr.nodes[at]
		entries[at] = Entry{Parent: int(x.parent), Branch: int(x.branch), Mover: max(0, int(x.mover)), Best: -1,
			Value: new(big.Rat).Set(payoffs[*of(int32(at), 0)])}
	}
	return entries, nil
}

// components are the sets of nodes that lead to one another, each after those that it leads to (Tarjan 1972).
func (gr *graph) components() (list [][]int32) {
	index, low := make([]int32, len(gr.nodes)), make([]int32, len(gr.nodes))
	done := make([]bool, len(gr.nodes))
	var open, way []int32
	next := make([]int32, len(gr.nodes)) // the child to go to next
	count := int32(0)
	for start := range gr.nodes {
		if index[start] > 0 {
			continue
		}
		way = append(way, int32(start))
		for len(way) > 0 {
			at := way[len(way)-1]
			if index[at] == 0 {
				count++
				index[at], low[at] = count, count
				open = append(open, at)
			}
			children := gr.children(at)
			if int(next[at]) < len(children) {
				child := children[next[at]]
				next[at]++
				switch {
				case index[child] == 0:
					way = append(way, child)
				case !done[child]:
					low[at] = min(low[at], index[child])
				}
				continue
			}
			way = way[:len(way)-1]
			if len(way) > 0 {
				before := way[len(way)-1]
				low[before] = min(low[before], low[at])
			}
			if low[at] != index[at] {
				continue
			}
			k := len(open) - 1
			for open[k] != at {
				k--
			}
			component := append([]int32{}, open[k:]...)
			open = open[:k]
			for _, x := range component {
				done[x] = true
			}
			list = append(list, component)
		}
	}
	return list
}
