// Package arena has agents play against each other. A Match is a number of games of
// two agents; games come in pairs with the same seed in which the agents change
// places, so that neither side nor luck favours one. What a game comes to follows from
// the ruleset, the agents, the seed and its number alone, whoever plays it and in
// whatever order. From results come ratings with intervals (see rating.go) and a
// sequential test that stops a match when it is decided (see test.go).
package arena

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Result is what a game came to for the first agent of its match.
type Result int8

// The results of a game.
const (
	Loss Result = -1
	Draw Result = 0
	Win  Result = 1
)

// Match is two agents at one game.
type Match struct {
	Game formal.Game
	A, B agent.Spec
	Seed uint64
	// MaxPlies ends a game as a draw; it is positive.
	MaxPlies int
	// Outside gives programs a seat, see agent.Team.SitWith; nil for none.
	Outside func(name string, player int) (agent.Program, error)
}

// Table plays games of a match, one after the other. It belongs to one goroutine.
type Table struct {
	m     Match
	teams map[uint32]*agent.Table // by who is A, bit p for player p
	pos   formal.Position
}

// Sit prepares for games of a match. It fails if an agent cannot play the game.
func (m Match) Sit() (*Table, error) {
	if len(m.Game.Players()) == 0 {
		return nil, fmt.Errorf("nobody plays %s", m.Game.Name())
	}
	t := &Table{m: m, teams: map[uint32]*agent.Table{}, pos: m.Game.NewPosition()}
	for number := range 2 {
		for _, who := range m.places(number) {
			if _, err := t.team(who); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// places says who is A in the play of a game, bit p for player p; a game for one
// player is played by one agent after the other. Games 2k and 2k+1 are opposite to
// each other; with more than two players the places go round.
func (m Match) places(number int) []uint32 {
	n := len(m.Game.Players())
	if n == 1 {
		return []uint32{1 << 1, 0}
	}
	who := uint32(0)
	for p := range n {
		if (p+number/2)%n < n/2 {
			who |= 1 << (p + 1)
		}
	}
	if number%2 == 1 {
		who = ^who & (1<<(n+1) - 2)
	}
	return []uint32{who}
}

func (t *Table) team(who uint32) (*agent.Table, error) {
	if x := t.teams[who]; x != nil {
		return x, nil
	}
	seats := make([]agent.Spec, len(t.m.Game.Players()))
	for p := range seats {
		seats[p] = t.m.B
		if who>>(p+1)&1 != 0 {
			seats[p] = t.m.A
		}
	}
	x, err := agent.Each(seats...).SitWith(t.m.Game, t.m.Outside)
	if err == nil {
		t.teams[who] = x
	}
	return x, err
}

// Play plays the game with the given number, from 0, and returns its result and its
// number of decisions of players. A play that ends by MaxPlies is a draw. The side
// with the higher mean payoff wins.
func (t *Table) Play(ctx context.Context, number int) (Result, int, error) {
	seed := rng.Derive(t.m.Seed, uint64(number/2))
	var means [2]float64 // of A, B
	plies := 0
	for _, who := range t.m.places(number) {
		payoffs, n, err := t.once(ctx, who, seed.State)
		if err != nil {
			return 0, 0, fmt.Errorf("game %d: %w", number, err)
		}
		plies += n
		var sums, counts [2]float64
		for p, v := range payoffs {
			side := 1 - int(who>>(p+1)&1)
			sums[side] += v
			counts[side]++
		}
		for side := range sums {
			if counts[side] > 0 {
				means[side] = sums[side] / counts[side]
			}
		}
	}
	switch {
	case means[0] > means[1]:
		return Win, plies, nil
	case means[0] < means[1]:
		return Loss, plies, nil
	}
	return Draw, plies, nil
}

// once plays one play and returns the payoffs, all zero where a limit ended it.
func (t *Table) once(ctx context.Context, who uint32, seed uint64) (payoffs []float64, plies int, err error) {
	team, err := t.team(who)
	if err != nil {
		return nil, 0, err
	}
	payoffs = make([]float64, len(t.m.Game.Players()))
	r := rng.Derive(seed, 0)
	// Both plays of a pair have the same luck of the rules, the agents their own.
	team.Start(seed + uint64(bits.Reverse32(who))<<20)
	t.pos.Restart(&r)
	for !t.pos.Terminal() {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if t.pos.Mover() != formal.Chance {
			if plies == t.m.MaxPlies {
				return payoffs, plies, nil
			}
			plies++
		}
		i, err := team.Choose(ctx, t.pos, &r)
		if err != nil {
			return nil, 0, err
		}
		t.pos.Apply(i)
	}
	if f, ok := t.pos.(interface{ Err() error }); ok && f.Err() != nil {
		err := f.Err()
		t.pos = t.m.Game.NewPosition()
		return nil, 0, err
	}
	for i, x := range t.pos.Payoffs() {
		payoffs[i], _ = x.Float64()
	}
	return payoffs, plies, nil
}

// Spoilt reports whether an error of a game is that of the game's description, so
// that other games may be sound.
func Spoilt(err error) bool {
	var f *formal.Fault
	return errors.As(err, &f)
}
