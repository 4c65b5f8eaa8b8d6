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
	counts []int // of legal moves at the last step, by role
}

// NewPlayer returns a player; the error says which bound of the reasoner forbids
// even the initial state.
func (g *Game) NewPlayer() (*Player, error) {
	m, err := g.machine()
	if err != nil {
		return nil, err
	}
	p := &Player{g: g, m: m, choice: make([]int, len(g.prog.roles)), counts: make([]int, len(g.prog.roles))}
	p.b, _ = m.(*board)
	return p, nil
}

// Restart goes to the initial state.
func (p *Player) Restart() {
	if p.b != nil {
		p.b.restart()
		return
	}
	p.m.load(p.m.initial())
}

// Over tells whether the play is over. The error is a bound of the reasoner.
func (p *Player) Over() (over bool, err error) {
	defer caught(&err)
	return p.m.terminal(), nil
}

// Step makes a joint move in a state that is not over: each role, random included,
// takes each of its legal moves with the same probability. counts holds the number
// of legal moves by role, in textual order; it is valid until the next call. An
// error reports a role without legal move or a bound of the reasoner.
func (p *Player) Step(r *rng.SplitMix64) (counts []int, err error) {
	defer caught(&err)
	return p.counts, p.step(r)
}

func (p *Player) step(r *rng.SplitMix64) error {
	for role := range p.choice {
		n := p.m.legal(role)
		if n == 0 {
			return p.g.fault(p.m)
		}
		i := 0
		if n > 1 {
			i = r.Below(n)
		}
		p.counts[role], p.choice[role] = n, i
	}
	if p.b == nil {
		p.m.step(p.choice)
		return nil
	}
	for role, i := range p.choice {
		p.b.decide(role, p.b.option(role, i))
	}
	p.b.advance()
	return nil
}

// Playout plays from the initial state until the play is over or limit joint moves
// are made. plies counts the joint moves; over tells whether the play ended. Errors
// are those of Step.
func (p *Player) Playout(r *rng.SplitMix64, limit int) (plies int, over bool, err error) {
	defer caught(&err)
	for p.Restart(); !p.m.terminal(); plies++ {
		if plies == limit {
			return plies, false, nil
		}
		if err := p.step(r); err != nil {
			return plies, false, err
		}
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
