package gdl

import (
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/efg"
)

// state is a position in the form of its machine: what tells positions apart, and
// nothing else. States of one game are equal iff their words are. Not to be changed.
type state []uint64

// machine reasons about positions, one at a time. It belongs to one goroutine. Its
// methods panic with a limitError when a bound is reached.
type machine interface {
	// initial gives the initial state.
	initial() state
	// load makes a state the current one.
	load(s state)
	// terminal reports whether the play is over.
	terminal() bool
	// legal gives the number of legal moves of a role.
	legal(role int) int
	// move gives legal move i of a role in canonical order.
	move(role, i int) term
	// percepts gives what a role would perceive of a joint move, given by the
	// numbers of the legal moves, in canonical order.
	percepts(choice []int, role int) []term
	// step makes a joint move and gives the state after it, which becomes the
	// current one.
	step(choice []int) state
	// goals gives the goal values of a role, in canonical order.
	goals(role int) []term
	// fluents gives what holds in the current state, in canonical order.
	fluents() []term
	// text is the canonical text of a term.
	text(t term) string
}

// proofs is a machine that asks a prover.
type proofs struct {
	p       *prover
	start   state
	current state
	moves   [][]term // legal moves by role, nil before they are asked for
	joint   []term
}

// newProofs gives a machine in the initial state; poll, if not nil, may stop it.
func newProofs(prog *program, poll func() error) *proofs {
	m := &proofs{p: newProver(prog), moves: make([][]term, len(prog.roles)), joint: make([]term, len(prog.roles))}
	m.p.poll = poll
	m.p.load(nil)
	m.start = m.pack(m.column(relInit, 0, nil))
	m.load(m.start)
	return m
}

// renewed is a fresh machine in the place of one whose reasoning was broken off.
func (m *proofs) renewed() *proofs {
	n := newProofs(m.p.prog, nil)
	n.p.poll = m.p.poll
	return n
}

// column gives the values of the last argument of a relation; the others, if any,
// are given.
func (m *proofs) column(rel int, mask uint64, args []term) []term {
	t := m.p.ask(rel, mask, args)
	return slices.Clone(t.rows[:t.n*t.width])
}

// pack sorts terms and makes a state of them.
func (m *proofs) pack(fluents []term) state {
	slices.Sort(fluents)
	fluents = slices.Compact(fluents)
	s := make(state, len(fluents))
	for i, f := range fluents {
		s[i] = uint64(f)
	}
	return s
}

func (m *proofs) initial() state { return m.start }

func (m *proofs) load(s state) {
	m.current = s
	list := make([]term, len(s))
	for i, f := range s {
		list[i] = term(f)
	}
	clear(m.moves)
	m.p.load(list)
}

func (m *proofs) terminal() bool { return m.p.ask(relTerminal, 0, nil).n > 0 }

func (m *proofs) legal(role int) int {
	if m.moves[role] == nil {
		list := m.column(relLegal, 1, []term{m.p.prog.roles[role], 0})
		m.p.terms.sort(list)
		m.moves[role] = append(make([]term, 0, len(list)+1), list...)
	}
	return len(m.moves[role])
}

func (m *proofs) move(role, i int) term {
	m.legal(role)
	return m.moves[role][i]
}

// decide sets the joint move.
func (m *proofs) decide(choice []int) {
	for r, i := range choice {
		m.joint[r] = m.move(r, i)
	}
	if !slices.Equal(m.joint, m.p.joint) {
		m.p.move(m.joint)
	}
}

func (m *proofs) percepts(choice []int, role int) []term {
	m.decide(choice)
	list := m.column(relSees, 1, []term{m.p.prog.roles[role], 0})
	m.p.terms.sort(list)
	return list
}

func (m *proofs) step(choice []int) state {
	m.decide(choice)
	next := m.pack(m.column(relNext, 0, nil))
	m.load(next)
	return next
}

func (m *proofs) goals(role int) []term {
	list := m.column(relGoal, 1, []term{m.p.prog.roles[role], 0})
	m.p.terms.sort(list)
	return list
}

func (m *proofs) fluents() []term {
	list := slices.Clone(m.p.state)
	m.p.terms.sort(list)
	return list
}

func (m *proofs) text(t term) string { return m.p.terms.text(t) }

// goalValue reads a goal value as an exact number.
func goalValue(text string) (*big.Rat, error) { return efg.ParseNumber(text) }
