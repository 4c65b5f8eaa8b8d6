package gdl

import (
	"math/big"

	"github.com/astragal/astragal/engine/rng"
)

// Player makes uniformly random plays, one after the other. It belongs to one
// goroutine. On a network a ply needs no memory.
//
// Errors of plays are *formal.Fault where the description is to blame: a role
// without legal move, a player without exactly one goal at the end, a bound of the
// reasoner. After an error the next Restart makes the player as good as new.
type Player struct {
	g      *Game
	b      *board  // nil without network
	m      machine // the same as b, or a prover
	poll   func() error
	broken bool // the last play ended in the middle of reasoning
	choice []int
	counts []int // of legal moves at the last step, by role
	values map[term]*big.Rat
	goals  []*big.Rat
	found  []term // scratch
}

// NewPlayer returns a player; the error says which bound of the reasoner forbids
// even the initial state. Unless poll is nil, it is asked now and then while the
// player plays or gets ready to, in the middle of long reasoning too; an error of
// poll ends the play with that error.
func (g *Game) NewPlayer(poll func() error) (*Player, error) {
	m, err := g.machine(poll)
	if err != nil {
		return nil, err
	}
	roles := len(g.prog.roles)
	p := &Player{
		g: g, m: m, poll: poll, choice: make([]int, roles), counts: make([]int, roles), values: map[term]*big.Rat{},
	}
	p.b, _ = m.(*board)
	return p, nil
}

// Restart goes to the initial state.
func (p *Player) Restart() {
	if p.b != nil {
		p.b.restart()
		return
	}
	if k, ok := p.m.(*knowing); ok {
		if p.broken {
			k, p.broken = k.mended(), false
		}
		k.load(k.initial())
		return
	}
	m := p.m.(*proofs)
	if p.broken || len(m.p.terms.nodes) > m.p.terms.limit/2 {
		m = m.renewed()
		p.m, p.broken = m, false
		clear(p.values) // terms have new numbers
	}
	m.load(m.initial())
}

// caught turns the panic of the reasoner into an error.
func (p *Player) caught(err *error) {
	if x := recover(); x != nil {
		p.broken = true
		*err = causeOf(x)
	}
}

// Over reports whether the play is over.
func (p *Player) Over() (over bool, err error) {
	defer p.caught(&err)
	return p.m.terminal(), nil
}

// Step makes a joint move in a state that is not over: each role, random included,
// takes each of its legal moves with the same probability. counts holds the number
// of legal moves by role, in textual order; it is valid until the next call.
func (p *Player) Step(r *rng.SplitMix64) (counts []int, err error) {
	defer p.caught(&err)
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

// pollPlies is the number of joint moves between two looks at whether to stop.
const pollPlies = 64

// Playout plays from the initial state until the play is over or limit joint moves
// are made. plies counts the joint moves; over reports whether the play ended.
func (p *Player) Playout(r *rng.SplitMix64, limit int) (plies int, over bool, err error) {
	defer p.caught(&err)
	for p.Restart(); !p.m.terminal(); plies++ {
		if plies == limit {
			return plies, false, nil
		}
		if plies%pollPlies == 0 && p.poll != nil {
			if err := p.poll(); err != nil {
				return plies, false, err
			}
		}
		if err := p.step(r); err != nil {
			return plies, false, err
		}
	}
	return plies, true, nil
}

// Goals gives the goal values in the state that the last playout reached, in the
// order of Game.Players; they are valid until the next call.
func (p *Player) Goals() (goals []*big.Rat, err error) {
	defer p.caught(&err)
	if !p.m.terminal() {
		return nil, errNotOver
	}
	p.goals = p.goals[:0]
	for r := range p.g.prog.roles {
		if r == p.g.prog.random {
			continue
		}
		value := p.goal(r)
		if value == nil {
			return nil, p.g.fault(p.m)
		}
		p.goals = append(p.goals, value)
	}
	return p.goals, nil
}

// goal is the only goal value of a role, nil if there is none.
func (p *Player) goal(role int) *big.Rat {
	if p.b != nil {
		p.found = p.b.goalsInto(p.found[:0], role)
	} else {
		p.found = append(p.found[:0], p.m.goals(role)...)
	}
	if len(p.found) != 1 {
		return nil
	}
	value, known := p.values[p.found[0]]
	if !known {
		value, _ = goalValue(p.m.text(p.found[0]))
		p.values[p.found[0]] = value
	}
	return value
}
