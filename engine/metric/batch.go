// Package metric turns playouts into numbers that can be compared.
//
// Playouts enter one at a time (Batch.Add); what is kept are sufficient
// statistics: counts, sums and sums of squares as exact integers, and a
// histogram of lengths. Batches of the same game merge (Batch.Merge) in any
// order and any grouping into bit-identical results, so that the figures of an
// evaluation do not depend on how many workers played it. What leaves is a
// Summary: means with 95 % confidence intervals.
//
// Values that are not integers are rounded once, per playout, to multiples of
// 2⁻²⁰ before they are added; from there on everything is exact.
package metric

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"time"
)

// unit is the number of fixed-point steps in 1.
const unit = 1 << 20

// Playout is what a batch wants to know of one finished playout.
type Playout struct {
	// Plies is the number of moves made, placements of the start rules excluded.
	Plies int
	// Turns is the number of changes of the mover.
	Turns int
	// Legal is the number of legal moves, summed over the positions in which a move was made.
	Legal int64
	// Decisions is the number of those positions with more than one legal move.
	Decisions int
	// Winner is the only winner (from 1), 0 when there is none.
	Winner int
	// Draw tells that the play ended with equal payoffs for everybody.
	Draw bool
	// Limit tells that a limit of plies or turns ended it; such a playout is
	// neither completed nor a win, but counts in the means.
	Limit bool
	// Utilities are the players' payoffs scaled to [-1, 1], in player order;
	// nil when unknown.
	Utilities []float64
	// Values are further metrics of this playout by name; a name that is
	// missing in a playout is simply not counted there.
	Values map[string]float64
}

// Batch holds the mergeable statistics of any number of playouts of one game.
// The zero value is not usable; see NewBatch. It is not safe for concurrent use.
type Batch struct {
	// Players is the number of players.
	Players int `json:"players"`
	// Playouts counts those added. Completed counts those with a winner.
	// Draws and Limits count as Playout says.
	Playouts  int64 `json:"playouts"`
	Completed int64 `json:"completed"`
	Draws     int64 `json:"draws"`
	Limits    int64 `json:"limits"`
	// Abandoned counts playouts given up after their time; they are in no
	// other figure, not even in Playouts.
	Abandoned int64 `json:"abandoned"`
	// Wins has one entry per player.
	Wins []int64 `json:"wins"`
	// Length is the distribution of plies.
	Length Histogram `json:"length"`
	// Metrics are the moments of every metric by name; see Add for the standard ones.
	Metrics map[string]*Moments `json:"metrics"`
	// Elapsed is the time spent playing, summed over goroutines. It is no
	// statistic of the game and not part of the JSON form.
	Elapsed time.Duration `json:"-"`
}

// NewBatch returns an empty batch for a game of that many players.
func NewBatch(players int) *Batch {
	return &Batch{Players: players, Wins: make([]int64, players), Length: Histogram{}, Metrics: map[string]*Moments{}}
}

// Add counts one playout. Standard metrics, named as in the concept catalogue:
// DurationMoves (plies), DurationTurns, BranchingFactorAverage (legal moves per
// position), DecisionMoves (share of positions with a choice),
// GameTreeComplexity, and with utilities AdvantageP1 and Utility1, Utility2, …
func (b *Batch) Add(p *Playout) {
	b.Playouts++
	switch {
	case p.Limit:
		b.Limits++
	case p.Winner > 0:
		b.Completed++
	}
	if p.Draw {
		b.Draws++
	}
	if p.Winner > 0 && p.Winner <= len(b.Wins) {
		b.Wins[p.Winner-1]++
	}
	b.Length.Add(p.Plies)
	b.Observe("DurationMoves", float64(p.Plies))
	b.Observe("DurationTurns", float64(p.Turns))
	if p.Plies > 0 {
		branching := float64(p.Legal) / float64(p.Plies)
		b.Observe("BranchingFactorAverage", branching)
		b.Observe("DecisionMoves", float64(p.Decisions)/float64(p.Plies))
		if p.Legal > 0 {
			b.Observe("GameTreeComplexity", float64(p.Plies)*math.Log10(branching))
		}
	}
	for i, u := range p.Utilities {
		if i == 0 {
			b.Observe("AdvantageP1", (u+1)/2)
		}
		b.Observe(utilityName(i), u)
	}
	for name, v := range p.Values {
		b.Observe(name, v)
	}
}

var utilityNames = [...]string{"Utility1", "Utility2", "Utility3", "Utility4"}

func utilityName(i int) string {
	if i < len(utilityNames) {
		return utilityNames[i]
	}
	return fmt.Sprintf("Utility%d", i+1)
}

// Observe adds one value to the metric of that name, rounded to a multiple of
// 2⁻²⁰. Values that are not finite or beyond ±2⁴² are ignored.
func (b *Batch) Observe(name string, v float64) {
	if !(math.Abs(v) <= 1<<42) {
		return
	}
	m := b.Metrics[name]
	if m == nil {
		m = &Moments{}
		b.Metrics[name] = m
	}
	m.add(int64(math.RoundToEven(v * unit)))
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
	b.Elapsed += o.Elapsed
	for i, w := range o.Wins {
		b.Wins[i] += w
	}
	for k, n := range o.Length {
		b.Length[k] += n
	}
	for name, m := range o.Metrics {
		if b.Metrics[name] == nil {
			b.Metrics[name] = &Moments{}
		}
		b.Metrics[name].merge(m)
	}
	return nil
}

// MarshalBinary returns the canonical form of b: equal batches have equal bytes.
func (b *Batch) MarshalBinary() ([]byte, error) { return json.Marshal(b) }

// UnmarshalBinary reads what MarshalBinary wrote and checks its shape.
func (b *Batch) UnmarshalBinary(data []byte) error {
	type plain Batch
	p := plain(*NewBatch(0))
	if err := json.Unmarshal(data, &p); err != nil {
		return fmt.Errorf("metric: reading a batch: %w", err)
	}
	if len(p.Wins) != p.Players || p.Playouts < 0 || p.Length == nil || p.Metrics == nil {
		return fmt.Errorf("metric: reading a batch: wins of %d players, expected %d", len(p.Wins), p.Players)
	}
	*b = Batch(p)
	return nil
}

// Moments are the count, sum and sum of squares of fixed-point values.
type Moments struct {
	n      int64
	sum    int128
	square int128
}

func (m *Moments) add(v int64) {
	m.n++
	m.sum = m.sum.plus(int128{hi: v >> 63, lo: uint64(v)})
	m.square = m.square.plus(squareOf(v))
}

func (m *Moments) merge(o *Moments) {
	m.n += o.n
	m.sum = m.sum.plus(o.sum)
	m.square = m.square.plus(o.square)
}

// Estimate returns the mean with its 95 % interval by the normal approximation.
func (m *Moments) Estimate() Estimate {
	if m.n == 0 {
		return Estimate{}
	}
	// Σ(v-mean)² = (n·Σv² − (Σv)²)/n, exactly in integers before one rounding.
	n := big.NewInt(m.n)
	spread := new(big.Int).Mul(n, m.square.big())
	spread.Sub(spread, new(big.Int).Mul(m.sum.big(), m.sum.big()))
	dev, _ := new(big.Rat).SetFrac(spread, new(big.Int).Mul(n, n)).Float64()
	dev = math.Sqrt(dev) / unit
	mean, _ := new(big.Rat).SetFrac(m.sum.big(), new(big.Int).Mul(n, big.NewInt(unit))).Float64()
	half := 0.0
	if m.n > 1 {
		half = z95 * dev / math.Sqrt(float64(m.n-1))
	}
	return Estimate{N: m.n, Mean: mean, StdDev: dev, Low: mean - half, High: mean + half}
}

// MarshalJSON writes [count, "sum", "sum of squares"] in fixed-point steps.
func (m Moments) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `[%d,"%s","%s"]`, m.n, m.sum.big(), m.square.big()), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Moments) UnmarshalJSON(data []byte) error {
	var sum, square string
	fields := []any{&m.n, &sum, &square}
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	if len(fields) != 3 {
		return fmt.Errorf("moments have %d fields, expected 3", len(fields))
	}
	var err error
	if m.sum, err = parseInt128(sum); err != nil {
		return err
	}
	m.square, err = parseInt128(square)
	return err
}

// z95 is the normal quantile of a two-sided 95 % interval.
const z95 = 1.959963984540054

// Estimate is a mean with its uncertainty.
type Estimate struct {
	// N is the number of values.
	N int64 `json:"n"`
	// Mean is their mean; Low and High bound its 95 % confidence interval.
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// StdDev is the population standard deviation of the values.
	StdDev float64 `json:"stddev"`
}

// Share returns k/n with Wilson's 95 % interval.
func Share(k, n int64) Estimate {
	if n == 0 {
		return Estimate{}
	}
	p, fn := float64(k)/float64(n), float64(n)
	centre := (p + z95*z95/(2*fn)) / (1 + z95*z95/fn)
	half := z95 / (1 + z95*z95/fn) * math.Sqrt(p*(1-p)/fn+z95*z95/(4*fn*fn))
	return Estimate{N: n, Mean: p, Low: min(p, max(0, centre-half)), High: max(p, min(1, centre+half)), StdDev: math.Sqrt(p * (1 - p))}
}

// Summary is a batch in human terms. Equal batches have equal summaries.
type Summary struct {
	Playouts   int64               `json:"playouts"`
	Abandoned  int64               `json:"abandoned"`
	Completion Estimate            `json:"completion"` // share with a winner
	Draws      Estimate            `json:"draws"`
	Timeouts   Estimate            `json:"timeouts"` // share ended by a limit
	Wins       []Estimate          `json:"wins"`     // in player order
	Balance    float64             `json:"balance"`  // 1 − largest difference of mean payoffs in [0, 1]
	Metrics    map[string]Estimate `json:"metrics"`
	Median     int                 `json:"medianPlies"`
	Length     []Bin               `json:"length"`
}

// Summary returns the figures of b.
func (b *Batch) Summary() Summary {
	s := Summary{
		Playouts:   b.Playouts,
		Abandoned:  b.Abandoned,
		Completion: Share(b.Completed, b.Playouts),
		Draws:      Share(b.Draws, b.Playouts),
		Timeouts:   Share(b.Limits, b.Playouts),
		Balance:    1,
		Metrics:    map[string]Estimate{},
		Median:     b.Length.Quantile(0.5),
		Length:     b.Length.Bins(),
	}
	for _, w := range b.Wins {
		s.Wins = append(s.Wins, Share(w, b.Playouts))
	}
	for _, name := range slices.Sorted(maps.Keys(b.Metrics)) {
		s.Metrics[name] = b.Metrics[name].Estimate()
	}
	for i := range b.Players {
		for j := range i {
			ui, uj := s.Metrics[utilityName(i)], s.Metrics[utilityName(j)]
			s.Balance = min(s.Balance, 1-math.Abs(ui.Mean-uj.Mean)/2)
		}
	}
	return s
}
