package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Deep are the options of alpha-beta.
type Deep struct {
	// Depth is the number of plies that are looked ahead, 0 for as many as Time allows.
	Depth int
	Time  time.Duration
	// Leaves is the number of random playouts that value a position at the depth, 0
	// for heuristics, or for even where there are none.
	Leaves int
	// Quiet looks on at captures beyond the depth.
	Quiet bool
	// NoTable forgets positions that were met, NoOrder tries moves as the rules list them: both
	// are there to tell what the table and the order are worth.
	NoTable, NoOrder bool
	// Value judges instead of heuristics, nil for none. It needs a Board.
	Value Value
}

// AlphaBeta looks ahead depth by depth with alpha-beta pruning, a table of the
// positions met, and moves that were good before tried first. Two players are
// opposed; of more, the one who decides expects all others to be against him
// (paranoid, Sturtevant and Korf 2000). It belongs to one goroutine.
type AlphaBeta struct {
	w       World
	board   Board // the same, nil unless a learned value looks at it
	f       Facts
	o       Deep
	pick    rng.SplitMix64
	pulse   pulse
	until   time.Time
	table   []entry
	search  uint16                    // what entries of the table are of now
	open    func() (n int, sure bool) // lists the decisions of a position
	payoff  []float64
	orders  [][]ranked // by depth from the root
	good    map[uint32]int
	hero    int
	sum     float64 // of the payoffs of every play between two
	summed  bool
	chooser int  // who had a choice in this step, 0 nobody
	clear   bool // no value of the last depth is an estimate

	// Depth is the depth reached, Exact reports whether the value found is that of
	// the game, Positions how many were looked at.
	Depth     int
	Exact     bool
	Positions int
}

// entry is what is known of a position.
type entry struct {
	hash  uint64
	value float64
	move  int16
	depth int16
	bound int8   // −1 the value is at most that, 1 at least, 0 exact
	exact bool   // no estimate is in it
	of    uint16 // the search that met it
}

const (
	tableBits  = 18
	quietPlies = 6
)

type unfit struct{ text string }

func (u unfit) Error() string { return u.text }

// Unfit reports whether an error says that a game is none for a search.
func Unfit(err error) bool {
	var u unfit
	return errors.As(err, &u)
}

// NewAlphaBeta returns a search in a world; an error if the game is none for it.
func NewAlphaBeta(w World, f Facts, o Deep, name string) (*AlphaBeta, error) {
	if f.Draws {
		return nil, unfit{fmt.Sprintf("the rules of %s leave something to chance; uct and flat play such games", name)}
	}
	a := &AlphaBeta{w: w, f: f, o: o, payoff: make([]float64, f.Players), good: map[uint32]int{}, open: w.List}
	if t, ok := w.(Opener); ok {
		a.open = t.Open
	}
	if o.Value != nil {
		a.board = w.(Board)
	}
	if f.Hashes && !o.NoTable {
		a.table = make([]entry, 1<<tableBits)
	}
	return a, nil
}

// probes is the number of random plays tried to see whether alpha-beta can play a game, and probeLooks
// that of the looks, some milliseconds apart, after which a play whose moves take long is given up.
const (
	probes     = 4
	probeLooks = 1000
)

var errProbed = errors.New("enough was seen of a play")

// Probe looks at a few random plays of a game for what alpha-beta cannot play: chance
// and simultaneous decisions. What they do not show is noticed in the search. Coded worlds say it beforehand.
func (a *AlphaBeta) Probe(g formal.Game) error {
	if _, coded := a.w.(Coded); coded && !a.f.Joint {
		return nil
	}
	for n := range uint64(probes) {
		r := rng.New(n)
		p := g.NewPosition()
		if s, ok := p.(formal.Interruptible); ok {
			looks := 0
			s.Interrupt(func() error {
				if looks++; looks > probeLooks {
					return errProbed
				}
				return nil
			})
		}
		p.Restart(&r)
		for range maxRollout {
			if p.Terminal() {
				break
			}
			k := p.Moves()
			if err := a.fit(p.Mover(), k, pending(p)); err != nil {
				return err
			}
			p.Apply(r.Below(k))
		}
	}
	return nil
}

// Start forgets everything; choices come from pick.
func (a *AlphaBeta) Start(pick rng.SplitMix64) {
	a.pick = pick
	clear(a.good)
}

// forget has nothing be known of any position: what was found from elsewhere may have come another way.
func (a *AlphaBeta) forget() {
	if a.search++; a.search == 0 {
		clear(a.table)
		a.search = 1
	}
}

// Choose returns a decision of the largest value, of equal ones each with the same
// probability, and its value for the mover: his payoff less that of the others.
func (a *AlphaBeta) Choose(ctx context.Context, p formal.Position) (best int, value float64, err error) {
	a.pulse.ctx = ctx
	a.w.Seed(rng.New(a.pick.Uint64()))
	if err := a.w.Load(p, true); err != nil {
		return 0, 0, err
	}
	a.until = time.Now().Add(a.o.Time)
	a.Positions, a.Exact, a.chooser = 0, false, 0
	a.forget()
	n := 0
	var fail error
	if err := a.w.Guard(func() {
		n, _ = a.w.List()
		fail = a.admit(n)
		a.hero = 1
		if a.f.Players > 2 {
			a.hero = a.w.Mover()
		}
	}); err != nil {
		return 0, 0, err
	}
	if fail != nil {
		return 0, 0, fail
	}
	mover, chooser := a.w.Mover(), a.chooser
	order := make([]ranked, n)
	for i := range order {
		order[i].i = i
		j := a.pick.Below(i + 1)
		order[i].i, order[j].i = order[j].i, i
	}
	deepest := a.o.Depth
	if deepest == 0 {
		deepest = maxDepth
	}
	sign := 1.0
	if mover != a.hero {
		sign = -1
	}
	for d := 1; d <= deepest; d++ {
		at, v := -1, 0.0
		var stop error
		a.clear = true
		if err := a.w.Guard(func() { at, v, stop = a.root(order, d, sign, chooser) }); err != nil {
			return 0, 0, err
		}
		if errors.Is(stop, errStopped) && d > 1 {
			break
		}
		if stop != nil {
			return 0, 0, stop
		}
		lost := a.f.Bounded && v*sign <= a.worst()
		if d == 1 || !lost {
			best, value = order[at].i, v*sign
		} else {
			value = v * sign
		}
		a.Depth, a.Exact = d, a.clear
		// The best so far is tried first.
		x := order[at]
		copy(order[1:at+1], order[:at])
		order[0] = x
		if a.clear || lost || a.f.Bounded && v*sign >= -a.worst() {
			a.Exact = true
			break
		}
	}
	return best, value, nil
}

// maxDepth bounds searches that only time ends.
const maxDepth = 64

// worst is the value of a position that is lost, if payoffs are bounded.
func (a *AlphaBeta) worst() float64 {
	if a.f.Players == 1 {
		return a.f.Low
	}
	return a.f.Low - a.f.High
}

// root looks at the moves of the root in order and returns the place and the value
// for the hero of the best one.
func (a *AlphaBeta) root(order []ranked, depth int, sign float64, chooser int) (best int, value float64, err error) {
	alpha, beta := math.Inf(-1), math.Inf(1)
	best = -1
	for k, x := range order {
		a.chooser = chooser
		a.w.Down(x.i)
		v, err := a.value(depth-1, alpha, beta, 1)
		a.w.Up()
		if err != nil {
			return 0, 0, err
		}
		if best < 0 || sign*v > sign*value {
			best, value = k, v
			if sign > 0 {
				alpha = v
			} else {
				beta = v
			}
		}
	}
	a.chooser = chooser
	return best, value, nil
}

// admit checks the decision of a position and notes who has a choice in the step.
func (a *AlphaBeta) admit(n int) error { return a.fit(a.w.Mover(), n, a.w.Pending()) }

func (a *AlphaBeta) fit(mover, n, pending int) error {
	if pending == 0 {
		a.chooser = 0
	}
	switch {
	case n < 1:
		return errNoMove
	case n == 1:
		return nil
	case mover == formal.Chance:
		return unfit{"something is left to chance; uct and flat play such games"}
	case a.chooser != 0 && a.chooser != mover:
		return unfit{"players decide at the same time; uct and flat play such games"}
	}
	a.chooser = mover
	return nil
}

// value is what the position is worth to the hero when everybody plays well for so
// many further plies; exact between alpha and beta.
func (a *AlphaBeta) value(depth int, alpha, beta float64, ply int) (float64, error) {
	a.Positions++
	if err := a.beat(); err != nil {
		return 0, err
	}
	if a.w.Over() {
		return a.margin()
	}
	step := a.w.Pending() == 0
	if step && depth <= 0 {
		if a.o.Quiet && a.o.Leaves == 0 {
			return a.settle(quietPlies, alpha, beta, ply)
		}
		return a.judge()
	}
	hash, slot, first := uint64(0), (*entry)(nil), -1
	if a.table != nil && step {
		hash = a.w.Hash(false)
		slot = &a.table[hash>>(64-tableBits)]
		if slot.hash == hash && slot.of == a.search {
			first = int(slot.move)
			if int(slot.depth) >= depth && (slot.bound == 0 || slot.bound > 0 && slot.value >= beta ||
				slot.bound < 0 && slot.value <= alpha) {
				a.clear = a.clear && slot.exact
				return slot.value, nil
			}
		}
	}
	if step {
		depth-- // a ply is a step, whoever has a choice in it
	}
	clean := a.clear
	a.clear = true
	n, sure := a.open()
	if err := a.admit(n); err != nil {
		return 0, err
	}
	chooser, hero := a.chooser, a.w.Mover() == a.hero
	order := a.order(n, first, ply)
	if !sure { // the decision of one who turns out to have none
		order = append(order, ranked{i: n})
		a.orders[ply] = order
	}
	low, high := alpha, beta
	best, at := math.Inf(1), -1
	if hero {
		best = math.Inf(-1)
	}
	for k := range order {
		if k == 0 && order[0].i != first || k == 1 && order[0].i == first {
			a.sort(order[k:n])
		}
		x := order[k]
		a.chooser = chooser
		if x.i == n && at >= 0 || !a.w.Down(x.i) {
			continue
		}
		v, err := a.value(depth, low, high, ply+1)
		a.w.Up()
		if err != nil {
			return 0, err
		}
		if hero && (at < 0 || v > best) || !hero && (at < 0 || v < best) {
			best, at = v, x.i
		}
		if hero {
			low = max(low, v)
		} else {
			high = min(high, v)
		}
		if low >= high {
			if !a.o.NoOrder && x.i < n {
				a.good[a.w.Key(x.i)] += depth*depth + 1
			}
			break
		}
	}
	if slot != nil && at <= math.MaxInt16 {
		bound := int8(0)
		if best <= alpha {
			bound = -1
		} else if best >= beta {
			bound = 1
		}
		*slot = entry{hash, best, int16(at), int16(depth + 1), bound, a.clear, a.search}
	}
	a.clear = a.clear && clean
	return best, nil
}

// beat looks at the context and the clock now and then.
func (a *AlphaBeta) beat() error {
	if a.o.Time > 0 && a.Positions%32 == 0 && !time.Now().Before(a.until) {
		return errStopped
	}
	return a.pulse.beat()
}

// margin is the value of a position in which the play is over.
func (a *AlphaBeta) margin() (float64, error) {
	if err := a.w.Payoffs(a.payoff); err != nil {
		return 0, err
	}
	if a.f.Players == 2 {
		x, y := a.payoff[0], a.payoff[1]
		if !a.summed {
			a.sum, a.summed = x+y, true
		}
		if math.Abs(x+y-a.sum) > 1e-9*(math.Abs(x)+math.Abs(y)+math.Abs(a.sum)) {
			return 0, unfit{fmt.Sprintf("the payoffs %g and %g of one play add up to %g, those of another to %g: the players "+
				"are not opposed", x, y, x+y, a.sum)}
		}
	}
	return a.difference(), nil
}

// difference is the hero's payoff less the mean of the others'.
func (a *AlphaBeta) difference() float64 {
	own, others := a.payoff[a.hero-1], 0.0
	for i, v := range a.payoff {
		if i != a.hero-1 {
			others += v
		}
	}
	return own - others/float64(max(len(a.payoff)-1, 1))
}

// judge is the value of a position that is searched no further.
func (a *AlphaBeta) judge() (float64, error) {
	a.clear = false
	if a.o.Value != nil {
		a.o.Value.Judge(a.board, a.w.Mover(), a.payoff)
		return a.difference() * a.height(), nil
	}
	if a.o.Leaves == 0 {
		if a.w.Values(a.payoff) {
			return a.difference() * a.height(), nil
		}
		return a.middle(), nil
	}
	total := 0.0
	for range a.o.Leaves {
		a.w.Playout(&a.pick, maxRollout)
		over := a.w.Over()
		var err error
		if over {
			err = a.w.Payoffs(a.payoff)
		}
		a.w.Back()
		if err != nil {
			return 0, err
		}
		if over {
			total += a.difference()
		}
	}
	return total / float64(a.o.Leaves), nil
}

// height stretches values between −1 and 1 to the payoffs.
func (a *AlphaBeta) height() float64 {
	if !a.f.Bounded {
		return 1
	}
	return (a.f.High - a.f.Low) / 2 * 0.999 // less than what is certain
}

// middle is the value of a position of which nothing is known.
func (a *AlphaBeta) middle() float64 {
	if a.f.Players == 1 && a.f.Bounded {
		return (a.f.Low + a.f.High) / 2
	}
	return 0
}
