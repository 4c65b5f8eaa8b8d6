package solve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/enginetest"
)

// holes are those of a game of oware in the order in which they are sown, those of the player to move first.
type holes [12]int

// moves gives the boards after all moves, seen by the player to move then, with what is taken; written for this test
// alone, from the rules in words.
func (h holes) moves() (next []holes, taken []int) {
	hungry := h.sum(6, 12) == 0
	for i, seeds := range h[:6] {
		if seeds == 0 {
			continue
		}
		b, at := h, i
		b[i] = 0
		for seeds > 0 {
			if at = (at + 1) % 12; at != i {
				b[at]++
				seeds--
			}
		}
		c, take := b, 0
		for at >= 6 && (c[at] == 2 || c[at] == 3) {
			take += c[at]
			c[at] = 0
			at--
		}
		if c.sum(6, 12) == 0 && take > 0 {
			c, take = b, 0 // who would take all takes none
		}
		if hungry && c.sum(6, 12) == 0 {
			continue
		}
		var turned holes
		for k := range c {
			turned[k] = c[(k+6)%12]
		}
		next, taken = append(next, turned), append(taken, take)
	}
	return next, taken
}

func (h holes) sum(from, to int) (n int) {
	for _, x := range h[from:to] {
		n += x
	}
	return n
}

// all calls f with all ways to lay n seeds.
func (h holes) all(hole, n int, f func(holes)) {
	if hole == 11 {
		h[11] = n
		f(h)
		return
	}
	for k := range n + 1 {
		h[hole] = k
		h.all(hole+1, n-k, f)
	}
}

// owareBySeeds finds by plain induction over the seeds and the moves since the last capture how many seeds the player
// to move gets, of all boards with at most so many seeds: numbers of boards by seeds and by what he gets.
func owareBySeeds(most, limit int) (list [][]int) {
	value := map[holes]int{} // just after a capture
	for n := range most + 1 {
		var boards []holes
		holes{}.all(0, n, func(b holes) { boards = append(boards, b) })
		later := map[holes]int{} // what is had one move later
		for number := limit; number >= 0; number-- {
			now := map[holes]int{}
			for _, b := range boards {
				next, taken := b.moves()
				best := -1
				for i, c := range next {
					got := n - later[c]
					switch {
					case taken[i] > 0:
						got = n - value[c] // of fewer seeds
					case number == limit:
						got = c.sum(6, 12)
					}
					best = max(best, got)
				}
				if best < 0 {
					best = b.sum(0, 6)
				}
				now[b] = best
			}
			later = now
		}
		sure := make([]int, n+1)
		for b, v := range later {
			value[b] = v
			sure[v]++
		}
		list = append(list, sure)
	}
	return list
}

// TestSeedsAgainstInduction solves oware with few seeds by its rules, whatever was taken before, and by an induction
// that knows nothing but the board: the player to move is sure of as many seeds.
func TestSeedsAgainstInduction(t *testing.T) {
	const most = 3
	tables, err := SeedTables(context.Background(), enginetest.Ours(t, "sow/two/Oware").Game(), most, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range owareBySeeds(most, 119) {
		x := tables[n]
		for i := range want {
			want[i] *= 2 // either player
		}
		t.Logf("%+v", x)
		if !slices.Equal(x.Sure, want) {
			t.Errorf("%d seeds: sure of %v, by induction %v", n, x.Sure, want)
		}
		if x.Over+x.Wins+x.Draws+x.Losses != x.Distributions || x.Distributions != x.Grounds*(n+1) {
			t.Errorf("%+v", x)
		}
	}
}

// TestSeedsOfOtherGames solves games with stores, without a number of moves that ends plays, and some that are refused.
func TestSeedsOfOtherGames(t *testing.T) {
	for _, c := range []struct {
		name   string
		most   int
		sure   bool // of seeds
		refuse string
	}{
		{"sow/two/Kalah", 2, true, ""},
		{"sow/two/Bohnenspiel", 2, true, ""},
		{"sow/two/Warri", 2, true, ""},
		{"sow/four/Tsoro", 2, false, "variables that earlier moves have set"},
		{"line/Tic-Tac-Toe", 2, false, "counters of one kind"},
		{"sow/two/Oware", 30, false, "ways to lay them out"},
	} {
		t.Run(fmt.Sprint(c.name, c.most), func(t *testing.T) {
			tables, err := SeedTables(context.Background(), enginetest.Ours(t, c.name).Game(), c.most, Options{Positions: 200_000})
			if c.refuse != "" {
				if err == nil || !strings.Contains(err.Error(), c.refuse) {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range tables {
				t.Logf("%+v", x)
				total := 0
				for _, n := range x.Sure {
					total += n
				}
				if (x.Sure != nil) != c.sure || c.sure && total != x.Grounds {
					t.Errorf("%d seeds: sure of %v", x.Counters, x.Sure)
				}
			}
		})
	}
}
