package solve

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// search finds the value of a two-player game without unfolding all of it, by questions of the kind whether the first
// player can force at least so much: of the decisions of one side one that is good enough is all that is looked for.
// Positions are kept by a digest of their keys, with the answers. A position on the way to itself ends the search, so
// every answer follows from others that were found before it.
type search struct {
	ctx        context.Context
	o          Options
	symmetries [][]int32
	sum        *big.Rat // of the payoffs at all ends that were met; nil before the first one
	known      map[[16]byte]*answers
	entries    []answers
	key        []byte
	ends       int
	spare      spare
}

// answers are what is known of a position: bits of questions that are answered with yes and with no.
type answers struct {
	yes, no uint8
	way     bool // it lies on the way to the position that is looked at
	over    bool
	height  int32    // plies of the longest play that was looked at from here
	payoff  *big.Rat // of the first player where the play is over
}

// question asks whether the first player can force more than a bound, or at least the bound.
type question struct {
	bit   uint8
	bound *big.Rat
	more  bool
}

func (q question) holds(payoff *big.Rat) bool {
	c := payoff.Cmp(q.bound)
	return c > 0 || c == 0 && !q.more
}

// searchBytes is what a position takes in the table.
const searchBytes = 140

// errRecurs is the error of games in which a position can be reached from itself.
var errRecurs = errors.New("positions recur")

// search solves a game of perfect information of two players without chance, in which no position recurs. The error
// is undecided where it is none, or not within the bounds.
func (a *Answer) search(ctx context.Context, g formal.Game, o Options) error {
	staked, ok := g.(formal.Staked)
	if !ok || len(g.Players()) != 2 {
		return errNotSearched
	}
	low, high, ok := staked.Stakes()
	if !ok {
		return errNotSearched
	}
	g, most := unlimited(g)
	g = explicit(g)
	// How many positions there are is not found, so they count up to symmetry without being asked.
	with := o
	with.Symmetry = true
	symmetries := a.symmetries(g, with)
	if !o.Symmetry {
		a.NoSymmetry = ""
	}
	s := &search{ctx: ctx, o: o, symmetries: symmetries, known: map[[16]byte]*answers{}}
	p := g.NewPosition()
	if i, ok := p.(formal.Interruptible); ok {
		i.Interrupt(ctx.Err)
	}
	r := rng.New(1)
	p.Restart(&r)
	p = settle(p)
	root, err := s.look(p)
	if err != nil {
		return err
	}
	value, err := s.value(p, root, low, high)
	a.Positions, a.Terminals, a.Boards = len(s.known), s.ends, 0
	if err != nil {
		return err
	}
	a.Method = "search of decisions that are good enough, with a table of positions"
	a.Searched, a.ZeroSum, a.Sum = true, true, s.sum
	a.Values = []*big.Rat{value, new(big.Rat).Sub(s.sum, value)}
	if c := a.Values[0].Cmp(a.Values[1]); c != 0 {
		if a.Winner = 1; c < 0 {
			a.Winner = 2
		}
	}
	a.Longest = int(root.height)
	a.Theorem = a.theorem(most, &graph{players: 2})
	a.Longest = 0 // of plays that were looked at, not of all
	return nil
}

// errBetween is the error of values that are neither those of a win nor of a draw nor of a loss.
var errBetween = notDecided("by search only wins, draws and losses are told apart")

// errNotSearched is the error of games of which search knows too little.
var errNotSearched = errors.New("not a game that is searched")

// value finds what the first player can force.
func (s *search) value(p formal.Position, at *answers, low, high *big.Rat) (*big.Rat, error) {
	middle := new(big.Rat).Add(low, high)
	middle.Quo(middle, big.NewRat(2, 1))
	if at.over {
		return at.payoff, nil
	}
	ask := func(q question) (bool, error) { return s.ask(p, at, q) }
	if yes, err := ask(question{1, high, false}); yes || err != nil {
		return high, err
	}
	if yes, err := ask(question{2, low, true}); !yes || err != nil {
		return low, err
	}
	if yes, err := ask(question{4, middle, false}); !yes || err != nil {
		return nil, cmp.Or(err, errBetween)
	}
	if yes, err := ask(question{8, middle, true}); yes || err != nil {
		return nil, cmp.Or(err, errBetween)
	}
	return middle, nil
}

// look finds a position in the table, or enters it.
func (s *search) look(p formal.Position) (*answers, error) {
	if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
		return nil, e.Err()
	}
	if d, ok := p.(interface{ Drawn() bool }); ok && d.Drawn() {
		return nil, errNotSearched
	}
	keyed, ok := p.(formal.Keyed)
	if !ok {
		return nil, notDecided("%v", errKeys)
	}
	if s.symmetries == nil {
		s.key, _ = keyed.AppendKey(s.key[:0])
	} else {
		s.key = p.(formal.Symmetric).AppendImage(s.key[:0], s.symmetries)
	}
	sum := sha256.Sum256(s.key)
	id := [16]byte(sum[:16])
	if at, ok := s.known[id]; ok {
		if at.over != p.Terminal() {
			return nil, notDecided("two plays lead to what looks like one position, but only one of them is over")
		}
		return at, nil
	}
	switch n := len(s.known); {
	case n%64 == 0 && s.ctx.Err() != nil:
		return nil, s.ctx.Err()
	case uint64(n)*searchBytes > s.o.Memory:
		return nil, notWithin("not within %d MiB of memory", s.o.Memory>>20)
	case s.o.Positions > 0 && n > s.o.Positions:
		return nil, notWithin("more than %d positions", s.o.Positions)
	}
	if len(s.entries) == cap(s.entries) { // pointers to those so far stay
		s.entries = make([]answers, 0, 4096)
	}
	s.entries = append(s.entries, answers{over: p.Terminal()})
	at := &s.entries[len(s.entries)-1]
	s.known[id] = at
	if !at.over {
		if p.Mover() == formal.Chance {
			return nil, errNotSearched
		}
		return at, nil
	}
	s.ends++
	pays := p.Payoffs()
	at.payoff = pays[0]
	switch sum := new(big.Rat).Add(pays[0], pays[1]); {
	case s.sum == nil:
		s.sum = sum
	case s.sum.Cmp(sum) != 0:
		return nil, errNotSearched
	}
	return at, nil
}

// child is a position after a decision.
type child struct {
	p       formal.Position
	at      *answers
	replies int
}

// ask answers a question about a position, which is in the table as at.
func (s *search) ask(p formal.Position, at *answers, q question) (bool, error) {
	switch {
	case at.over:
		return q.holds(at.payoff), nil
	case at.yes&q.bit != 0:
		return true, nil
	case at.no&q.bit != 0:
		return false, nil
	case at.way:
		return false, errRecurs
	case s.ctx.Err() != nil:
		return false, s.ctx.Err()
	}
	// He who moves looks for a decision that answers the question for him.
	wants := p.Mover() == 1
	n := p.Moves()
	if n < 1 {
		return false, errors.New("a position without a legal move where the play is not over")
	}
	at.way = true
	defer func() { at.way = false }()
	open := make([]child, 0, n)
	defer func() {
		for _, x := range open {
			s.spare.give(x.p)
		}
	}()
	for i := range n {
		c, err := take(s.spare.clone(p), i)
		if err != nil {
			return false, err
		}
		x := child{p: c}
		if x.at, err = s.look(c); err != nil {
			return false, err
		}
		at.height = max(at.height, x.at.height+1)
		switch {
		case x.at.over && q.holds(x.at.payoff) == wants, wants && x.at.yes&q.bit != 0, !wants && x.at.no&q.bit != 0:
			s.spare.give(c)
			return at.answer(q, wants), nil
		case x.at.over || (x.at.yes|x.at.no)&q.bit != 0:
			s.spare.give(c)
			continue // answered for the other one
		}
		x.replies = c.Moves()
		open = append(open, x)
	}
	// Fewest replies first: those leave least to be looked at.
	slices.SortStableFunc(open, func(a, b child) int { return cmp.Compare(a.replies, b.replies) })
	for _, x := range open {
		yes, err := s.ask(x.p, x.at, q)
		if err != nil {
			return false, err
		}
		at.height = max(at.height, x.at.height+1)
		if yes == wants {
			return at.answer(q, wants), nil
		}
	}
	return at.answer(q, !wants), nil
}

// answer notes the answer to a question.
func (a *answers) answer(q question, yes bool) bool {
	if yes {
		a.yes |= q.bit
	} else {
		a.no |= q.bit
	}
	return yes
}
