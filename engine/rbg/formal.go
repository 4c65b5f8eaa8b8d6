package rbg

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Formalism returns "rbg".
func (g *Game) Formalism() string { return "rbg" }

// Name returns the name given to Parse.
func (g *Game) Name() string { return g.Title }

// Hidden is false: every player sees every move.
func (g *Game) Hidden() bool { return false }

// Players names the players in order.
func (g *Game) Players() []string {
	var names []string
	for _, p := range g.Scores {
		names = append(names, p.Name)
	}
	return names
}

// NewPosition returns a position at the start. The keeper is no player: his
// moves are made inside Apply.
func (g *Game) NewPosition() formal.Position { return &position{state: g.NewState()} }

// position is a State with the history that the players have observed.
type position struct {
	state   *State
	history []Modifier
	scratch []Modifier
}

func (p *position) Restart(*rng.SplitMix64) {
	p.state.Restart()
	p.history = p.history[:0]
}

func (p *position) Clone() formal.Position {
	c := &position{state: p.state.g.NewState(), history: append([]Modifier(nil), p.history...)}
	c.state.CopyFrom(p.state)
	return c
}

func (p *position) Terminal() bool { return p.state.Moves() == 0 }
func (p *position) Mover() int     { return p.state.Player() }
func (p *position) Moves() int     { return p.state.Moves() }

// MoveText is the list of modifiers of the move as "index@vertex".
func (p *position) MoveText(i int) string {
	p.scratch = p.state.Move(p.scratch[:0], i)
	return p.text(p.scratch)
}

func (p *position) text(mods []Modifier) string {
	var b strings.Builder
	for i, m := range mods {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(m.Index))
		b.WriteByte('@')
		b.WriteString(p.state.g.Vertices[m.Vertex].Name)
	}
	return b.String()
}

// Probability is never asked for: there is no chance in these games.
func (p *position) Probability(int) *big.Rat { return nil }

func (p *position) Apply(i int) {
	p.history = p.state.Move(p.history, i)
	p.state.Apply(i)
}

func (p *position) Payoffs() []*big.Rat {
	var out []*big.Rat
	for i := range p.state.g.Scores {
		out = append(out, big.NewRat(p.state.Score(i+1), 1))
	}
	return out
}

// Observation is the whole play: every player sees every move.
func (p *position) Observation(int) string { return p.text(p.history) }

// Err tells why the play was cut short, see State.Err; it is a *formal.Fault.
func (p *position) Err() error {
	if err := p.state.Err(); err != nil {
		return &formal.Fault{Reason: err.Error()}
	}
	return nil
}
