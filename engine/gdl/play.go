package gdl

import (
	"math/big"

	"github.com/astragal/astragal/engine/rng"
)

// Player makes uniformly random plays, one after the other. It belongs to one
// goroutine. On a network a ply needs no memory.
type Player struct {
	g      *Game
	b      *board  // nil without network
	m      machine // the same as b, or a prover
	choice []int
}

// NewPlayer returns a player; the error says which bound of the reasoner forbids
// even the initial state.
func (g *Game) NewPlayer() (*Player, error) {
	m, err := g.machine()
	if err != nil {
		return nil, err
	}
	p := &Player{g: g, m: m, choice: make([]int, len(g.prog.roles))}
	p.b, _ = m.(*board)
	return p, nil
}

// Playout plays from the initial state until the play is over or limit joint moves
// are made. In every state each role, random included, takes each of its legal
// moves with the same probability. plies counts the joint moves; over tells whether
// the play ended. An error reports a role without legal move or a bound of the
// reasoner.
func (p *Player) Playout(r *rng.SplitMix64, limit int) (plies int, over bool, err error) {
	defer caught(&err)
	if p.b == nil {
		return p.slow(r, limit)
	}
	b := p.b
	b.restart()
	for ; !b.terminal(); plies++ {
		if plies == limit {
			return plies, false, nil
		}
		for role := range p.choice {
			n := b.legal(role)
			if n == 0 {
				return plies, false, p.g.fault(b)
			}
			i := 0
			if n > 1 {
				i = r.Below(n)
			}
			b.decide(role, b.option(role, i))
		}
		b.advance()
	}
	return plies, true, nil
}

// slow is Playout without network.
func (p *Player) slow(r *rng.SplitMix64, limit int) (plies int, over bool, err error) {
	m := p.m
	m.load(m.initial())
	for ; !m.terminal(); plies++ {
		if plies == limit {
			return plies, false, nil
		}
		for role := range p.choice {
			n := m.legal(role)
			if n == 0 {
				return plies, false, p.g.fault(m)
			}
			p.choice[role] = r.Below(n)
		}
		m.step(p.choice)
	}
	return plies, true, nil
}

// Goals gives the goal values in the state that the last playout reached, in the
// order of Game.Players. The error reports a player without exactly one goal.
func (p *Player) Goals() (goals []*big.Rat, err error) {
	defer caught(&err)
	if !p.m.terminal() {
		return nil, errNotOver
	}
	if err := p.g.fault(p.m); err != nil {
		return nil, err
	}
	for r := range p.g.prog.roles {
		if r == p.g.prog.random {
			continue
		}
		x, err := goalValue(p.m.text(p.m.goals(r)[0]))
		if err != nil {
			return nil, err
		}
		goals = append(goals, x)
	}
	return goals, nil
}
