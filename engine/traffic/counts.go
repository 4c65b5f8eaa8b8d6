package traffic

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// Counts are the traffic of any number of plays. The zero value is not usable; see
// NewCounts. It is not safe for concurrent use.
type Counts struct {
	// Seats is the number of players and one more: entry 0 is for moves of nobody.
	// Phases is that of the phases of the rules.
	Seats, Phases int
	// Pairs and Sites are the numbers of what is counted for.
	Pairs, Sites int
	// Plays is the number of plays counted.
	Plays int64
	// Jumps counts moves on the board along no line, by phase and seat, as sums are.
	Jumps []int64

	sums    [NumMeasures][]int64 // by phase, seat and arc or site
	squares [NumMeasures][]int64 // sums over plays of squares of the counts of a pair or site
	crosses [NumMeasures][]int64 // … of products with the play's total
	totals  [NumMeasures]int64   // … of squares of the play's total
	plays   []Play               // the first ones, by number
}

// Play is the traffic of one play: by measure, counts of pairs (both directions
// together) or sites.
type Play struct {
	Number int
	Counts [NumMeasures][]int32
}

// NewCounts returns empty counts for plays on a board.
func NewCounts(b *Board, players, phases int) *Counts {
	return newCounts(len(b.Pairs), b.Sites, players+1, phases)
}

func newCounts(pairs, sites, seats, phases int) *Counts {
	c := &Counts{Seats: seats, Phases: phases, Pairs: pairs, Sites: sites, Jumps: make([]int64, seats*phases)}
	for m := range c.sums {
		n := c.elements(Measure(m))
		c.sums[m] = make([]int64, seats*phases*c.width(Measure(m)))
		c.squares[m], c.crosses[m] = make([]int64, n), make([]int64, n)
	}
	return c
}

// Empty returns empty counts for plays of the same game.
func (c *Counts) Empty() *Counts { return newCounts(c.Pairs, c.Sites, c.Seats, c.Phases) }

// elements is the number of pairs or sites that a measure counts for.
func (c *Counts) elements(m Measure) int {
	if m.OfPairs() {
		return c.Pairs
	}
	return c.Sites
}

// width is the number of arcs or sites that a measure counts for.
func (c *Counts) width(m Measure) int {
	if m.OfPairs() {
		return 2 * c.Pairs
	}
	return c.Sites
}

// keeps is the number of plays of which the counts are kept one by one: 1,000, of
// large boards fewer. It depends on the board alone.
func (c *Counts) keeps() int { return min(1000, (1<<22)/(2*c.Pairs+5*c.Sites+1)) }

// Kept returns the plays whose own counts are kept, by number. They must not be changed.
func (c *Counts) Kept() []Play { return c.plays }

// At returns the count of a pair or site by one seat in one phase; back is for pairs
// the way to the smaller number.
func (c *Counts) At(m Measure, phase, seat, element int, back bool) int64 {
	if m.OfPairs() {
		element *= 2
		if back {
			element++
		}
	}
	return c.sums[m][(phase*c.Seats+seat)*c.width(m)+element]
}

// Totals returns the counts of all pairs or sites, by all seats in all phases,
// both directions together.
func (c *Counts) Totals(m Measure) []int64 {
	return c.Select(m, func(int, int) bool { return true })
}

// Select returns the counts of all pairs or sites by the seats and phases that are
// wanted, both directions together.
func (c *Counts) Select(m Measure, want func(phase, seat int) bool) []int64 {
	out, w := make([]int64, c.elements(m)), c.width(m)
	for p := range c.Phases {
		for s := range c.Seats {
			if !want(p, s) {
				continue
			}
			for i, n := range c.sums[m][(p*c.Seats+s)*w : (p*c.Seats+s+1)*w] {
				if m.OfPairs() {
					i /= 2
				}
				out[i] += n
			}
		}
	}
	return out
}

// add adds one play, whose seats and phases are counted already.
func (c *Counts) add(p *Play) error {
	c.Plays++
	for m := range p.Counts {
		total := int64(0)
		for _, n := range p.Counts[m] {
			total += int64(n)
		}
		if err := accumulate(&c.totals[m], total, total); err != nil {
			return err
		}
		for i, n := range p.Counts[m] {
			if n == 0 {
				continue
			}
			if err := accumulate(&c.squares[m][i], int64(n), int64(n)); err != nil {
				return err
			}
			if err := accumulate(&c.crosses[m][i], int64(n), total); err != nil {
				return err
			}
		}
	}
	if p.Number < c.keeps() {
		own := Play{Number: p.Number}
		for m := range p.Counts {
			own.Counts[m] = slices.Clone(p.Counts[m])
		}
		c.plays = append(c.plays, own)
		sort.Slice(c.plays, func(i, j int) bool { return c.plays[i].Number < c.plays[j].Number })
	}
	return nil
}

// errMany tells that a sum does not fit 63 bits any more.
var errMany = fmt.Errorf("traffic: more moves than can be counted; take fewer or shorter plays")

// accumulate adds x·y, neither negative, exactly.
func accumulate(sum *int64, x, y int64) error {
	if x != 0 && y > (math.MaxInt64-*sum)/x {
		return errMany
	}
	*sum += x * y
	return nil
}

// Merge adds everything in o to c. Both must be of the same game; a play may be in
// one of them only.
func (c *Counts) Merge(o *Counts) error {
	if c.Seats != o.Seats || c.Phases != o.Phases || c.Pairs != o.Pairs || c.Sites != o.Sites {
		return fmt.Errorf(
			"traffic: merging counts of %d seats, %d phases, %d pairs and %d sites with others of %d, %d, %d and %d", c.Seats,
			c.Phases, c.Pairs, c.Sites, o.Seats, o.Phases, o.Pairs, o.Sites)
	}
	c.Plays += o.Plays
	lists := [][2][]int64{{c.Jumps, o.Jumps}, {c.totals[:], o.totals[:]}}
	for m := range c.sums {
		lists = append(lists, [2][]int64{c.sums[m], o.sums[m]}, [2][]int64{c.squares[m], o.squares[m]},
			[2][]int64{c.crosses[m], o.crosses[m]})
	}
	for _, l := range lists {
		for i, n := range l[1] {
			if err := accumulate(&l[0][i], n, 1); err != nil {
				return err
			}
		}
	}
	c.plays = append(c.plays, o.plays...)
	sort.SliceStable(c.plays, func(i, j int) bool { return c.plays[i].Number < c.plays[j].Number })
	for i := 1; i < len(c.plays); i++ {
		if c.plays[i].Number == c.plays[i-1].Number {
			return fmt.Errorf("traffic: play %d is in both counts", c.plays[i].Number)
		}
	}
	return nil
}
