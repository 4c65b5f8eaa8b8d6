package gdl

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/formal"
)

// Game is a valid description, ready to be played: immutable and safe for
// concurrent use.
type Game struct {
	// Description is the text as read.
	Description *Description
	// Findings holds the warnings and notes of the static checks.
	Findings []Finding

	prog     *program
	grounded *grounding
	order    []int // roles in the order in which they decide: random first
	players  []string
	mergers  bool
	targets  []target // what the rules ask to be known, of GDL-III only
}

// Load reads, checks and compiles a description. The syntax is infix if the file's
// name ends in .gdl, otherwise prefix. The error is an *Error or an ErrorList.
func Load(file string, text []byte) (*Game, error) {
	d, err := Read(file, text)
	if err != nil {
		return nil, err
	}
	return New(d)
}

// New checks and compiles a description. The error is an ErrorList.
func New(d *Description) (*Game, error) {
	g := &Game{Description: d, Findings: d.Check()}
	if err := faults(g.Findings); err != nil {
		return nil, err
	}
	var err error
	rules := d
	if d.Epistemic() {
		rules = d.reified()
	}
	if g.prog, err = compileProgram(rules, false); err != nil {
		return nil, err
	}
	if r := g.prog.random; r >= 0 {
		g.order = append(g.order, r)
	}
	for r, role := range g.prog.roles {
		if r != g.prog.random {
			g.order = append(g.order, r)
			g.players = append(g.players, g.prog.terms.text(role))
		}
	}
	g.grounded = &grounding{}
	if d.Epistemic() {
		g.targets = d.targets(g.prog)
		g.prog.hidden = true
		g.grounded = &grounding{done: true, why: errKnowledge}
	}
	return g, nil
}

// grounding is the network of a game, made when somebody first plays.
type grounding struct {
	mu   sync.Mutex
	done bool
	net  *network // nil when the rules are not grounded
	why  error    // the reason if so
}

// network gives the network, nil if there is none.
func (g *Game) network() *network {
	n, _ := g.networkUnless(nil)
	return n
}

// networkUnless gives the network, nil if there is none. While it is being made poll
// is asked now and then; its error is the error, and somebody else may try again.
func (g *Game) networkUnless(poll func() error) (*network, error) {
	x := g.grounded
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.done {
		var stop error
		n, err := ground(g.prog, usualLimits, func() error {
			if poll != nil {
				stop = poll()
			}
			return stop
		})
		if stop != nil {
			return nil, stop
		}
		x.done, x.net, x.why = true, n, err
	}
	return x.net, nil
}

// Formalism is "gdl".
func (g *Game) Formalism() string { return "gdl" }

// Name is the file's name without folder and extension.
func (g *Game) Name() string { return g.Description.Name }

// Players names the roles other than random, in textual order.
func (g *Game) Players() []string { return g.players }

// Roles names all roles in textual order.
func (g *Game) Roles() []string {
	names := make([]string, len(g.prog.roles))
	for i, r := range g.prog.roles {
		names[i] = g.prog.terms.text(r)
	}
	return names
}

// Hidden reports whether the game is GDL-II: players see only what they perceive.
// In other games everybody sees every joint move.
func (g *Game) Hidden() bool { return g.prog.hidden }

// Network gives the size of the propositional network, or the reason why the game
// is played by the prover instead.
func (g *Game) Network() (Size, error) {
	n := g.network()
	if n == nil {
		return Size{}, g.grounded.why
	}
	return n.size, nil
}

// Merged gives the same game with the moves of random that have equal effects,
// whatever the others do, as one branch of chance whose probabilities add up.
func (g *Game) Merged() formal.Game {
	m := *g
	m.mergers = true
	return &m
}

// machine gives a fresh reasoner in the initial state. A failure to find even that
// is an error, as is that of poll, if not nil, which is asked now and then.
func (g *Game) machine(poll func() error) (m machine, err error) {
	defer caught(&err)
	n, err := g.networkUnless(poll)
	switch {
	case err != nil:
		return nil, err
	case n != nil:
		return newBoard(n), nil
	}
	if g.targets != nil {
		return newKnowing(g.prog, g.targets, poll), nil
	}
	return newProofs(g.prog, poll), nil
}

// caught turns the panic of a reasoner into an error: that of a bound, a
// *formal.Fault, or that of whoever wanted it to stop.
func caught(err *error) {
	if x := recover(); x != nil {
		*err = causeOf(x)
	}
}

// causeOf is the error of a reasoner's panic; other panics go on.
func causeOf(x any) error {
	switch e := x.(type) {
	case limitError:
		return &formal.Fault{Reason: e.what}
	case stopped:
		return e.cause
	}
	panic(x)
}

// Info describes the initial position.
type Info struct {
	Roles    []string
	Hidden   bool
	InitSize int
	// Init holds the fluents, Legal the moves by role, both in canonical order.
	Init     []string
	Legal    [][]string
	Terminal bool
}

// Info looks at the initial position.
func (g *Game) Info() (info Info, err error) {
	defer caught(&err)
	var m machine
	if m = newProofs(g.prog, nil); g.targets != nil { // grounding takes longer than a look at one position
		m = newKnowing(g.prog, g.targets, nil)
	}
	info = Info{Roles: g.Roles(), Hidden: g.Hidden(), Terminal: m.terminal()}
	for _, f := range m.fluents() {
		info.Init = append(info.Init, m.text(f))
	}
	info.InitSize = len(info.Init)
	for r := range info.Roles {
		moves := make([]string, m.legal(r))
		for i := range moves {
			moves[i] = m.text(m.move(r, i))
		}
		info.Legal = append(info.Legal, moves)
	}
	return info, nil
}

// Perft gives the numbers of legal joint-move sequences of exactly 1 … depth moves
// from the initial state. The error says which bound was reached; the counts up to
// there are given.
func (g *Game) Perft(depth int) (counts []uint64, err error) {
	// Short counts are done before a network is made.
	if g.targets == nil {
		if counts, err = g.perft(depth, true); err == nil {
			return counts, nil
		}
	}
	return g.perft(depth, false)
}

// quickSteps bounds the inference steps of a count without network.
const quickSteps = 2_000_000

func (g *Game) perft(depth int, quick bool) (counts []uint64, err error) {
	defer caught(&err)
	var m machine
	if quick {
		proofs := newProofs(g.prog, nil)
		proofs.p.total = quickSteps
		m = proofs
	} else if m, err = g.machine(nil); err != nil {
		return nil, err
	}
	c := &perfter{m: m, roles: len(g.prog.roles), known: map[string]uint64{}, left: maxPerftSteps}
	for d := 1; d <= depth; d++ {
		m.load(m.initial())
		n, err := c.perft(m.initial(), d)
		if err != nil {
			return counts, fmt.Errorf("perft(%d) of %s: %w", d, g.Name(), err)
		}
		counts = append(counts, n)
	}
	return counts, nil
}

// stateText lists the fluents of a machine's state for messages, the first few of
// many.
func stateText(m machine) string {
	const most = 12
	var texts []string
	for i, f := range m.fluents() {
		if i == most {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, m.text(f))
	}
	return "{" + strings.Join(texts, " ") + "}"
}

// fault looks for what is wrong with the current state of a machine: a role
// without legal move, or at the end a player without exactly one goal. What it
// finds is a *formal.Fault.
func (g *Game) fault(m machine) error {
	wrong := func(format string, role int) error {
		reason := fmt.Sprintf(format, g.prog.terms.text(g.prog.roles[role]))
		if m.terminal() {
			return &formal.Fault{Reason: reason, Where: "in the terminal state " + stateText(m)}
		}
		return &formal.Fault{Reason: reason, Where: "in the state " + stateText(m)}
	}
	if !m.terminal() {
		for r := range g.prog.roles {
			if m.legal(r) == 0 {
				return wrong("role %s has no legal move", r)
			}
		}
		return nil
	}
	for r := range g.prog.roles {
		if r == g.prog.random {
			continue
		}
		values := m.goals(r)
		switch {
		case len(values) == 0:
			return wrong("no goal for %s", r)
		case len(values) > 1:
			return wrong("several goals for %s", r)
		}
		if _, err := goalValue(m.text(values[0])); err != nil {
			return wrong("the goal of %s is no number", r)
		}
	}
	return nil
}

// errKnowledge is the reason why a game of GDL-III is not grounded.
var errKnowledge = errors.New("its rules ask what players know")

// errGrounding is the reason why a game is not grounded when a test asks for that.
var errGrounding = errors.New("not grounded by choice")

// errNotOver answers a question about the end of a play that is not over.
var errNotOver = errors.New("the play is not over")

// proved gives the game without its network.
func (g *Game) proved() *Game {
	p := *g
	p.grounded = &grounding{done: true, why: errGrounding}
	return &p
}
