package gdl

import (
	"fmt"
	"math/big"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// NewPosition returns a position at the start. In every state random decides
// first, then the players in order, each without seeing the others' choices of
// this step.
func (g *Game) NewPosition() formal.Position {
	s := &session{g: g}
	s.m, s.err = g.machine(nil)
	p := &position{s: s}
	p.Restart(nil)
	return p
}

// session is a reasoner that the clones of a position share: the state of a
// position is small, that of a reasoner is not. Clones may be handed to other
// goroutines, hence the lock.
type session struct {
	mu  sync.Mutex
	g   *Game
	m   machine
	at  state // what the machine has loaded
	err error // of the reasoner itself
}

// position is a state with the choices already made in this step and the way to it.
type position struct {
	s      *session
	at     state
	chosen []int // numbers of legal moves, in the order of deciding
	path   *past
	err    error
	groups [][]int // moves of random with equal effects, nil until asked for
}

// past is a completed step of a play. What players perceived is found when asked.
type past struct {
	before *past
	depth  int
	state  state
	choice []int      // by role
	moves  []string   // by role
	sees   [][]string // by role, nil until asked for
}

// enter takes the session, with the machine in the position's state; the caller
// defers leave.
func (p *position) enter() machine {
	s := p.s
	s.mu.Lock()
	if s.err != nil {
		panic(limitError{s.err.Error()})
	}
	if !same(s.at, p.at) {
		s.m.load(p.at)
		s.at = p.at
	}
	return s.m
}

// same reports whether two states are one slice.
func same(a, b state) bool {
	return len(a) == len(b) && (len(a) == 0 && (a == nil) == (b == nil) || len(a) > 0 && &a[0] == &b[0])
}

// leave releases the session and keeps the error of a reasoner that gave up.
func (p *position) leave() {
	defer p.s.mu.Unlock()
	if x := recover(); x != nil {
		if err := causeOf(x); p.err == nil {
			p.err = err
		}
		p.s.at = nil
		switch m := p.s.m.(type) {
		case *proofs:
			m.p.reset()
		case *knowing:
			m.mended()
		}
	}
}

// Restart goes to the initial position; there are no draws by the rules.
func (p *position) Restart(*rng.SplitMix64) {
	p.chosen, p.path, p.err, p.groups = p.chosen[:0], nil, p.s.err, nil
	if p.err == nil {
		p.at = p.s.m.initial()
	}
}

// Clone returns an independent copy.
func (p *position) Clone() formal.Position {
	c := *p
	c.chosen = append(make([]int, 0, len(p.s.g.order)), p.chosen...)
	return &c
}

// Terminal reports whether the play is over. A reasoner that gave up, or a role
// without legal move, ends it too; see Err.
func (p *position) Terminal() (over bool) {
	if p.err != nil {
		return true
	}
	over = true // unless the reasoner gets to an answer
	defer p.leave()
	m := p.enter()
	return len(p.chosen) == 0 && m.terminal()
}

// role is the one who decides.
func (p *position) role() int { return p.s.g.order[len(p.chosen)] }

// Mover is the player who decides, or Chance.
func (p *position) Mover() int {
	if p.s.g.prog.random >= 0 {
		return len(p.chosen)
	}
	return len(p.chosen) + 1
}

// Moves is the number of legal moves of the one who decides; 0 is a fault of the
// description, see Err.
func (p *position) Moves() (n int) {
	defer p.leave()
	m := p.enter()
	if p.merging() {
		return len(p.merge(m))
	}
	return m.legal(p.role())
}

// Pending is the number of decisions taken in this step.
func (p *position) Pending() int { return len(p.chosen) }

// MoveText is the canonical text of the move.
func (p *position) MoveText(i int) (text string) {
	defer p.leave()
	m := p.enter()
	return m.text(m.move(p.role(), p.number(m, i)))
}

// number is the number of the legal move that decision i stands for.
func (p *position) number(m machine, i int) int {
	if p.merging() {
		return p.merge(m)[i][0]
	}
	return i
}

// Probability is the share of random's moves that the branch stands for.
func (p *position) Probability(i int) (share *big.Rat) {
	defer p.leave()
	m := p.enter()
	n := m.legal(p.role())
	if p.merging() {
		return big.NewRat(int64(len(p.merge(m)[i])), int64(n))
	}
	return big.NewRat(1, int64(n))
}

// Apply takes a decision; the last one of a step completes the joint move.
func (p *position) Apply(i int) {
	if p.err != nil {
		return
	}
	defer p.leave()
	m := p.enter()
	g := p.s.g
	p.chosen = append(p.chosen, p.number(m, i))
	p.groups = nil
	if len(p.chosen) < len(g.order) {
		return
	}
	step := &past{before: p.path, depth: 1, state: p.at, choice: make([]int, len(g.order)),
		moves: make([]string, len(g.order))}
	if p.path != nil {
		step.depth += p.path.depth
	}
	for k, role := range g.order {
		step.choice[role] = p.chosen[k]
		step.moves[role] = m.text(m.move(role, p.chosen[k]))
	}
	p.at = m.step(step.choice)
	p.s.at = p.at
	p.path, p.chosen = step, p.chosen[:0]
}

// Payoffs are the goal values at the end; where there is not exactly one, a player
// gets 0 and Err tells.
func (p *position) Payoffs() []*big.Rat {
	payoffs := make([]*big.Rat, len(p.s.g.players))
	for i := range payoffs {
		payoffs[i] = new(big.Rat)
	}
	if p.err != nil {
		return payoffs
	}
	defer p.leave()
	m := p.enter()
	k := 0
	for r := range p.s.g.prog.roles {
		if r == p.s.g.prog.random {
			continue
		}
		if values := m.goals(r); len(values) == 1 {
			if x, err := goalValue(m.text(values[0])); err == nil {
				payoffs[k] = x
			}
		}
		k++
	}
	return payoffs
}

// Err tells what is wrong with the position: a bound of the reasoner was reached, a
// role has no legal move, or a player has not exactly one goal at the end.
func (p *position) Err() error {
	if p.err != nil || len(p.chosen) > 0 {
		return p.err
	}
	var err error
	func() {
		defer p.leave()
		err = p.s.g.fault(p.enter())
	}()
	if p.err != nil {
		return p.err
	}
	return err
}

// Observation is what a player knows: the number of decisions so far, his own
// moves, and of every step what he perceived, or in GDL-I the whole joint move.
func (p *position) Observation(player int) (text string) {
	g := p.s.g
	k := player - 1
	if g.prog.random >= 0 {
		k = player // random decides first
	}
	role := g.order[k]
	if p.err == nil {
		defer p.leave()
		p.enter()
	}
	var steps []string
	for s := p.path; s != nil; s = s.before {
		if g.prog.hidden {
			steps = append(steps, s.moves[role]+" : "+p.perceived(s, role))
		} else {
			steps = append(steps, strings.Join(s.moves, " "))
		}
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteString(steps[i] + "\n")
	}
	fmt.Fprintf(&b, "%d", len(p.chosen))
	if p.err == nil && k < len(p.chosen) {
		b.WriteString(" " + p.s.m.text(p.s.m.move(role, p.chosen[k])))
	}
	return b.String()
}

// perceived gives the percepts of a role in a past step. The session is held; it
// may lead the machine back to the step.
func (p *position) perceived(s *past, role int) string {
	if s.sees == nil {
		s.sees = make([][]string, len(s.moves))
	}
	if s.sees[role] == nil {
		m := p.s.m
		m.load(s.state)
		p.s.at = s.state
		seen := []string{}
		for _, t := range m.percepts(s.choice, role) {
			seen = append(seen, m.text(t))
		}
		s.sees[role] = seen
		m.load(p.at)
		p.s.at = p.at
	}
	return strings.Join(s.sees[role], " ")
}
