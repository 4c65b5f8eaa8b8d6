// Package metric turns playouts into numbers that can be compared: the playout
// metrics of part 9 of the specification.
//
// An Observer watches a play on an L-GDL game, a Playout describes one of any
// game; both enter a Batch one at a time. What is kept are sufficient
// statistics: counts, exact sums and sums of squares, and histograms. Batches of
// the same game merge (Batch.Merge) in any order and any grouping into
// bit-identical results, so that the figures of an evaluation do not depend on
// how many workers played it. What leaves is a Summary: every metric with its
// 95 % confidence interval.
//
// Values that are not integers are rounded once, per playout, to multiples of
// 2⁻³² before they are added; from there on everything is exact.
package metric

import (
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/astragal/astragal/engine/traffic"
)

// Version is that of the metrics: batches of different versions do not merge.
// It grows whenever the statistics of equal playouts could differ.
const Version = 10

// Batch holds the mergeable statistics of any number of playouts of one game.
// The zero value is not usable; see NewBatch. It is not safe for concurrent use.
type Batch struct {
	// Players is the number of players.
	Players int
	// Playouts counts those added. Completed counts those with a winner, Draws
	// those with utility 0 for everybody, Limits those ended by a limit.
	Playouts  int64
	Completed int64
	Draws     int64
	Limits    int64
	// Abandoned counts playouts given up while they were played, for lack of time or
	// memory: what they would have come to is not known, so that all other figures
	// are censored. Unplayed counts those for which no time was left to begin; that
	// says nothing about them. Neither are in Playouts.
	Abandoned int64
	Unplayed  int64
	// Faults counts playouts that the description of the game spoilt, by what
	// was wrong: a player without a legal move, an end without result. They are in
	// no other figure either.
	Faults map[string]int64
	// Heuristics says by which heuristics positions were valued, "" if none were.
	Heuristics string
	// Wins has one entry per player.
	Wins []int64
	// Outcomes counts the utilities of every player in steps of 1/(2(P−1)), of 1
	// for a single player: entry 0 is utility −1, the last one 1.
	Outcomes [][]int64
	// Length and Turns are the distributions of plies and turns.
	Length Histogram
	Turns  Histogram
	// Spreads are the distributions of some metrics by name; see Spread.
	Spreads map[string]Histogram
	// Traffic is where on the board play happened, nil when nobody counted.
	Traffic *traffic.Counts
	// Thinking is what plays by search tell all together, nil for others.
	Thinking *Thinking
	// Elapsed is the time spent playing, summed over goroutines. It is no
	// statistic of the game and not part of the serialised form.
	Elapsed time.Duration

	known   *[numMetrics]Moments // by number; nil before any is told
	others  map[string]*Moments  // of metrics without a number
	pairs   []Moments            // differences in [-1, 1] between the players i and j < i, at i(i−1)/2+j
	squares []Moments            // 0: the mean square s of the utilities; p: s + that of player p
	certain certain              // metrics that the rules of the game fix
	sums    [numMetrics]sums     // of values that are still to be added, see Settle
	zeros   [numMetrics]int64    // of zeros, less those that are counted in marked and ended as well
	marked  int64                // playouts that told the frequencies of moves: 0 of most kinds
	ended   int64                // playouts that told how they ended: 0 of most ways
	lengths bins                 // of Length, still to be added
	turned  bins                 // of Turns
	spreads [len(spreads)]bins   // of Spreads, by their places
	alike   alike
	unlike  []payoffs  // of playouts, to be added to pairs and squares
	recalls []*recalls // of tallies, which have counted what is still to be added
	telling *told      // where values are noted instead of being added, nil for none
	series  series
	choices []int32
}

// NewBatch returns an empty batch for a game of that many players.
func NewBatch(players int) *Batch {
	b := &Batch{Players: players, Wins: make([]int64, players), Length: Histogram{}, Turns: Histogram{}}
	b.Outcomes = make([][]int64, players)
	for i := range b.Outcomes {
		b.Outcomes[i] = make([]int64, 2*b.scale()+1)
	}
	b.pairs = make([]Moments, players*(players-1)/2)
	b.squares = make([]Moments, players+1)
	return b
}

// certain is a set of groups of metrics that are the same in every play of a game.
type certain uint8

const (
	certainComplexity certain = 1 << iota // StateTreeComplexity
	certainStart                          // the numbers of pieces at the start
	certainScores                         // ScoreDifference…, in games without scores
)

// has reports whether the metric is fixed.
func (f certain) has(name string) bool {
	i, ok := metricNumbers[name]
	first := numSingles + scoreDifference*numAggregates
	return ok && (f&certainComplexity != 0 && i == stateTreeComplexity ||
		f&certainStart != 0 && i >= startBoard && i <= startAllPerPlayer ||
		f&certainScores != 0 && i >= first && i < first+numAggregates)
}

// scale is the number of steps of Outcomes in 1.
func (b *Batch) scale() int { return max(1, 2*(b.Players-1)) }

// Observe adds one value to the metric of that name.
func (b *Batch) Observe(name string, v float64) { b.moments(name).Add(v) }

// Settle adds to the metrics what playouts told since it was last called, which is counted in few words
// when they do. Merge, Summary and MarshalBinary do so by themselves. A batch that is settled is not
// written, so that it may be read by several at once.
func (b *Batch) Settle() {
	for len(b.recalls) > 0 {
		b.recalls[0].settle()
	}
	b.lengths.settle(b.Length)
	b.turned.settle(b.Turns)
	for place := range b.spreads {
		if len(b.spreads[place]) > 0 {
			b.spreads[place].settle(b.histogram(place))
		}
	}
	b.settlePayoffs()
	b.settleAlike()
	for i := range numMetrics {
		n := b.zeros[i]
		switch {
		case i >= firstEnd:
			n += b.ended
		case i >= firstFrequency:
			n += b.marked
		}
		if b.zeros[i] != 0 {
			b.zeros[i] = 0
		}
		if n == 0 && b.sums[i].n == 0 {
			continue
		}
		m := b.numbered(i)
		if m.take(&b.sums[i]); n > 0 {
			m.addZeros(n)
		}
	}
	if b.marked != 0 || b.ended != 0 {
		b.marked, b.ended = 0, 0
	}
}

// Merge adds everything in o to b. The batches must be of the same number of players.
func (b *Batch) Merge(o *Batch) error {
	if b.Players != o.Players {
		return fmt.Errorf("metric: merging batches of %d and %d players", b.Players, o.Players)
	}
	b.Playouts += o.Playouts
	b.Completed += o.Completed
	b.Draws += o.Draws
	b.Limits += o.Limits
	b.Abandoned += o.Abandoned
	b.Unplayed += o.Unplayed
	b.certain |= o.certain
	if b.Heuristics == "" {
		b.Heuristics = o.Heuristics
	}
	b.Elapsed += o.Elapsed
	for reason, n := range o.Faults {
		b.spoil(reason, n)
	}
	for i, w := range o.Wins {
		b.Wins[i] += w
	}
	if err := b.mergeTraffic(o.Traffic); err != nil {
		return err
	}
	if o.Thinking != nil {
		if b.Thinking == nil {
			b.Thinking = &Thinking{}
		}
		b.Thinking.merge(o.Thinking)
	}
	for i, counts := range o.Outcomes {
		for k, n := range counts {
			b.Outcomes[i][k] += n
		}
	}
	o.Settle()
	b.Length.merge(o.Length)
	b.Turns.merge(o.Turns)
	b.mergeSpreads(o)
	for name, m := range o.Metrics() {
		b.moments(name).merge(m)
	}
	for i := range o.pairs {
		b.pairs[i].merge(&o.pairs[i])
	}
	for i := range o.squares {
		b.squares[i].merge(&o.squares[i])
	}
	return nil
}

// mergeTraffic adds traffic. That of o stays o's.
func (b *Batch) mergeTraffic(o *traffic.Counts) error {
	if o == nil {
		return nil
	}
	if b.Traffic == nil {
		b.Traffic = o.Empty()
	}
	return b.Traffic.Merge(o)
}

// Spoil counts a playout that the description of the game spoilt. Reasons must
// be few: they say what was wrong, not where.
func (b *Batch) Spoil(reason string) { b.spoil(reason, 1) }

func (b *Batch) spoil(reason string, n int64) {
	if b.Faults == nil {
		b.Faults = map[string]int64{}
	}
	b.Faults[reason] += n
}

// Faulty is the number of playouts that the description spoilt.
func (b *Batch) Faulty() (n int64) {
	for _, k := range b.Faults {
		n += k
	}
	return n
}

// form is the serialised form of a batch.
type form struct {
	Version   int                  `json:"version"`
	Players   int                  `json:"players"`
	Playouts  int64                `json:"playouts"`
	Completed int64                `json:"completed"`
	Draws     int64                `json:"draws"`
	Limits    int64                `json:"limits"`
	Abandoned int64                `json:"abandoned"`
	Faults    map[string]int64     `json:"faults,omitempty"`
	Unplayed  int64                `json:"unplayed"`
	Valued    string               `json:"heuristics,omitempty"`
	Wins      []int64              `json:"wins"`
	Outcomes  [][]int64            `json:"outcomes"`
	Pairs     []Moments            `json:"pairs"`
	Squares   []Moments            `json:"squares"`
	Certain   certain              `json:"certain"`
	Length    Histogram            `json:"length"`
	Turns     Histogram            `json:"turns"`
	Spreads   map[string]Histogram `json:"spreads,omitempty"`
	Metrics   map[string]*Moments  `json:"metrics"`
	Traffic   *traffic.Counts      `json:"traffic,omitempty"`
	Thinking  *Thinking            `json:"thinking,omitempty"`
}

// MarshalBinary returns the canonical form of b, a JSON object: equal batches have equal bytes.
func (b *Batch) MarshalBinary() ([]byte, error) {
	b.Settle()
	return json.Marshal(form{Version, b.Players, b.Playouts, b.Completed, b.Draws, b.Limits, b.Abandoned, b.Faults,
		b.Unplayed,
		b.Heuristics, b.Wins, b.Outcomes, b.pairs, b.squares, b.certain, b.Length, b.Turns,
		b.Spreads, maps.Collect(b.Metrics()), b.Traffic, b.Thinking})
}

// maxPlayers bounds the batches that are read.
const maxPlayers = 1024

// UnmarshalBinary reads what MarshalBinary wrote and checks its shape.
func (b *Batch) UnmarshalBinary(data []byte) error {
	f := form{Version: 1} // the first version did not say so
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("metric: reading a batch: %w", err)
	}
	if f.Version != Version {
		return fmt.Errorf("metric: reading a batch of version %d, expected %d: evaluate again", f.Version, Version)
	}
	if f.Players < 0 || f.Players > maxPlayers {
		return fmt.Errorf("metric: reading a batch of %d players, expected 0 to %d", f.Players, maxPlayers)
	}
	n := NewBatch(f.Players)
	switch {
	case f.Playouts < 0 || f.Length == nil || f.Turns == nil || f.Metrics == nil:
		return fmt.Errorf("metric: reading a batch: it is not complete")
	case len(f.Wins) != len(n.Wins) || len(f.Outcomes) != len(n.Outcomes) || len(f.Pairs) != len(n.pairs) ||
		len(f.Squares) != len(n.squares):
		return fmt.Errorf("metric: reading a batch: wins of %d, outcomes of %d players, %d pairs and %d squares, "+
			"expected %d players", len(f.Wins), len(f.Outcomes), len(f.Pairs), len(f.Squares), f.Players)
	}
	for i, counts := range f.Outcomes {
		if len(counts) != len(n.Outcomes[i]) {
			return fmt.Errorf("metric: reading a batch: %d outcomes, expected %d", len(counts), len(n.Outcomes[i]))
		}
	}
	for name, h := range f.Spreads {
		if h == nil {
			return fmt.Errorf("metric: reading a batch: the spread of %q has no counts", name)
		}
	}
	for name, m := range f.Metrics {
		if m == nil {
			return fmt.Errorf("metric: reading a batch: metric %q has no moments", name)
		}
		*n.moments(name) = *m
	}
	n.Playouts, n.Completed, n.Draws, n.Limits = f.Playouts, f.Completed, f.Draws, f.Limits
	n.Abandoned, n.Unplayed, n.certain, n.Heuristics = f.Abandoned, f.Unplayed, f.Certain, f.Valued
	n.Wins, n.Outcomes, n.pairs, n.squares = f.Wins, f.Outcomes, f.Pairs, f.Squares
	n.Length, n.Turns, n.Spreads = f.Length, f.Turns, f.Spreads
	n.Faults, n.Traffic, n.Thinking = f.Faults, f.Traffic, f.Thinking
	*b = *n
	return nil
}
