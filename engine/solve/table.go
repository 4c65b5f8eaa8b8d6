package solve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/formal"
)

// Entry is what is known of one position of a table.
type Entry struct {
	// Parent is the number of a position before it and Branch the decision there that leads to
	// it, -1 for the first one; so the way to every position is known.
	Parent, Branch int
	Mover          int // who decides, from 1; 0 where the play is over
	// Value is what the position is worth to the first player.
	Value *big.Rat
	// Plies in which the player for whom it is worth more than for the other forces the end,
	// whatever that one does; 0 where it is worth the same to both.
	Plies int
	// Best is the decision that keeps the value: of several one that wins soonest, or loses
	// latest. -1 where the play is over.
	Best int
}

// Table finds what every position of a two-player zero-sum game of perfect information without
// chance is worth that can be reached, in the order in which they are met from the start: so
// an endgame is all that follows a position. The bounds are those of Solve; the error says
// why there is no table.
func Table(ctx context.Context, g formal.Game, o Options) ([]Entry, error) {
	ctx, cancel := o.begin(ctx)
	defer cancel()
	switch {
	case !formal.Perfect(g):
		return nil, errors.New("no table of a game with hidden information")
	case keyless(g) != "":
		return nil, fmt.Errorf("no table: %s", keyless(g))
	}
	g, _ = unlimited(g)
	gr, err := unfold(ctx, explicit(g), o)
	if err != nil {
		return nil, err
	}
	return gr.table(ctx)
}

// table makes the table of a graph.
func (gr *graph) table(ctx context.Context) ([]Entry, error) {
	sum := gr.sum()
	_, _, acyclic := gr.order()
	switch {
	case sum == nil:
		return nil, errors.New("no table: not a two-player game with payoffs of a constant sum")
	case len(gr.chances) > 0:
		return nil, errors.New("no table of a game in which chance plays")
	case !acyclic && (!gr.endless || sum.Sign() != 0):
		return nil, errors.New("no table: positions recur, and nothing says that a play without end is a draw")
	}
	before := gr.before()
	entries := make([]Entry, len(gr.nodes))
	for at := range entries {
		x := &gr.nodes[at]
		entries[at] = Entry{Parent: int(x.parent), Branch: int(x.branch), Mover: max(0, int(x.mover)), Best: -1}
		if x.parent < 0 {
			entries[at].Branch = -1
		}
	}
	// Who gets more than half forces it; what neither can force is half.
	half := new(big.Rat).Quo(sum, big.NewRat(2, 1))
	for seat := 1; seat <= 2; seat++ {
		for _, t := range slices.Backward(gr.distinct(seat)) {
			if t.Cmp(half) <= 0 {
				break
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			value := t
			if seat == 2 {
				value = new(big.Rat).Sub(sum, t)
			}
			for at, plies := range gr.attraction(before,
				func(p []*big.Rat) bool { return p[seat-1].Cmp(t) >= 0 },
				func(mover int32) bool { return int(mover) == seat }) {
				if e := &entries[at]; plies >= 0 && e.Value == nil {
					e.Value, e.Plies = value, int(plies)
				}
			}
		}
	}
	for at := range entries {
		if entries[at].Value == nil {
			entries[at].Value = half
		}
	}
	for at := range entries {
		gr.choose(entries, int32(at), half)
	}
	return entries, nil
}

// choose finds the best decision of a position.
func (gr *graph) choose(entries []Entry, at int32, half *big.Rat) {
	e := &entries[at]
	if e.Mover == 0 {
		return
	}
	sign := 1
	if e.Mover == 2 {
		sign = -1
	}
	better := func(a, b *Entry) bool {
		if c := sign * a.Value.Cmp(b.Value); c != 0 {
			return c > 0
		}
		if sign*a.Value.Cmp(half) > 0 {
			return a.Plies < b.Plies
		}
		return a.Plies > b.Plies
	}
	for i, child := range gr.children(at) {
		if e.Best < 0 || better(&entries[child], &entries[gr.children(at)[e.Best]]) {
			e.Best = i
		}
	}
}

// WriteTable writes a table as tab-separated text with a header: position (from 0), parent,
// branch, mover, value, plies and best, as Entry has them.
func WriteTable(w io.Writer, entries []Entry) error {
	b := bufio.NewWriter(w)
	b.WriteString("position\tparent\tbranch\tmover\tvalue\tplies\tbest\n")
	for i := range entries {
		e := &entries[i]
		fmt.Fprintf(b, "%d\t%d\t%d\t%d\t%s\t%d\t%d\n", i, e.Parent, e.Branch, e.Mover, e.Value.RatString(), e.Plies, e.Best)
	}
	return b.Flush()
}
