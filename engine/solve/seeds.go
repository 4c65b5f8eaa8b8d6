package solve

import (
	"context"
	"errors"

	"github.com/astragal/astragal/engine/formal"
)

// Seeds is what is known of all ways to lay so many counters into the holes of a sowing game, the others being taken
// so that neither player is ahead by more than these.
type Seeds struct {
	Counters int
	// Grounds are the ways to lay them with either player to move, Distributions the same for every lead.
	Grounds, Distributions int
	// Of the distributions those where the play is over, whatever led there, and where the player to move wins, draws
	// and loses otherwise.
	Over, Wins, Draws, Losses int
	// Sure tells of how many grounds the player to move is sure of exactly i counters of those that are left: whatever
	// his lead, he wins if these make him have more than the other one in the end. Nil if that does not explain all
	// results.
	Sure []int
}

// SeedTables solves all positions of a sowing game in which up to most counters are in the holes, by their number. The
// errors are those of Endgames.
func SeedTables(ctx context.Context, g formal.Game, most int, o Options) ([]Seeds, error) {
	ctx, cancel := o.begin(ctx)
	defer cancel()
	g, _ = unlimited(g)
	g = unclocked(g)
	s, ok := g.(formal.Sower)
	if !ok {
		return nil, errors.New("counters are laid out in games of L-GDL only")
	}
	all := make(joined, most+1)
	for n := most; n >= 0; n-- {
		var err error
		if all[n], err = s.Distributions(n); err != nil {
			return nil, err
		}
	}
	gr, entries, err := arranged(ctx, g, all, nil, o)
	if err != nil {
		return nil, err
	}
	var tables []Seeds
	begin := 0
	for n, d := range all {
		x := Seeds{Counters: n, Distributions: d.Len()}
		results := map[int][]result{}
		for i := range d.Len() {
			e := &entries[gr.entries[begin+i]]
			ground, lead := d.Of(i)
			sign := e.Value.Sign()
			if ground%2 == 1 {
				sign = -sign
			}
			results[ground] = append(results[ground], result{lead, sign})
			switch {
			case e.Mover == 0:
				x.Over++
			case sign > 0:
				x.Wins++
			case sign < 0:
				x.Losses++
			default:
				x.Draws++
			}
		}
		begin += d.Len()
		x.Grounds = len(results)
		if x.Sure = sure(results, n, 1); x.Sure == nil && d.Ambiguous() {
			x.Sure = sure(results, n, -1)
		}
		tables = append(tables, x)
	}
	return tables, nil
}

// result is what a ground is worth to the player to move with a lead.
type result struct{ lead, sign int }

// sure finds how many of n counters the player to move is sure of, on each ground; sign says which way leads go.
func sure(results map[int][]result, n, sign int) []int {
	list := make([]int, n+1)
	for _, of := range results {
		found := -1
		for k := range n + 1 {
			explained := true
			for _, r := range of {
				end := sign*r.lead + 2*k - n
				explained = explained && (end > 0) == (r.sign > 0) && (end < 0) == (r.sign < 0)
			}
			switch {
			case explained && found >= 0:
				return nil // all are decided by the leads alone
			case explained:
				found = k
			}
		}
		if found < 0 {
			return nil
		}
		list[found]++
	}
	return list
}

// joined are several kinds of distributions, one after the other.
type joined []formal.Distributions

func (j joined) Len() (n int) {
	for _, d := range j {
		n += d.Len()
	}
	return n
}

func (j joined) At(i int) (formal.Position, error) {
	for _, d := range j {
		if i < d.Len() {
			return d.At(i)
		}
		i -= d.Len()
	}
	return nil, errors.New("no such distribution")
}

func (j joined) Alike(int, [][]int32) int { return 1 }
