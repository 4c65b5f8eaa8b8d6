package rg

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// score is the number that a symbol of type Score stands for, 0 for others.
func score(symbol string) int64 {
	n, err := strconv.ParseInt(symbol, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Formalism returns "rg".
func (g *Game) Formalism() string { return "rg" }

// Name returns the name given to Load.
func (g *Game) Name() string { return g.Title }

// Hidden reports whether some player may not see some tag.
func (g *Game) Hidden() bool { return g.hidden }

// Chance reports whether random may decide.
func (g *Game) Chance() bool { return g.chance }

// Players names the players in the order of type Player.
func (g *Game) Players() []string { return append([]string(nil), g.players...) }

// Size gives the numbers of nodes and edges with all parameters bound, of variables
// and of the cells that they take.
func (g *Game) Size() (nodes, edges, variables, cells int) {
	return len(g.nodes), len(g.edges), len(g.vars), len(g.initial)
}

// NewPosition returns a position at the start. The keeper is no player: his moves are
// made inside Apply.
func (g *Game) NewPosition() formal.Position {
	p := &position{state: g.NewState()}
	p.Restart(nil)
	return p
}

// observed is a tag with those who see it, a bit each; or, with a mover (1 + his
// number, 1 for chance), the end of his move.
type observed struct {
	sym, mask uint16
	mover     uint16
}

// position is a State with the history that the players have observed.
type position struct {
	state   *State
	history []observed
	names   []string // of the moves, once they were asked for
}

func (p *position) Restart(*rng.SplitMix64) {
	p.state.Restart()
	p.state.observe = p.tagged
	p.history = append(p.history[:0], p.state.g.opening...)
	p.names = p.names[:0]
}

func (p *position) tagged(sym, mask uint16) { p.history = append(p.history, observed{sym, mask, 0}) }

func (p *position) Clone() formal.Position {
	c := &position{state: p.state.g.blank(), history: append([]observed(nil), p.history...)}
	c.state.CopyFrom(p.state)
	c.state.stop, c.state.observe = p.state.stop, c.tagged
	return c
}

func (p *position) Terminal() bool { return p.state.Moves() == 0 }
func (p *position) Mover() int     { return p.state.Player() }
func (p *position) Moves() int     { return p.state.Moves() }

// Interrupt has stop asked now and then; the error that it returns ends the play.
func (p *position) Interrupt(stop func() error) { p.state.stop = stop }

// MoveText is the list of the tags of the move; where several moves have the same, a
// number tells them apart.
func (p *position) MoveText(i int) string {
	if len(p.names) == 0 {
		count := map[string]int{}
		for k := range p.state.Moves() {
			text := p.tagText(k)
			if count[text]++; count[text] > 1 {
				text += "#" + strconv.Itoa(count[text])
			}
			p.names = append(p.names, text)
		}
	}
	return p.names[i]
}

func (p *position) tagText(i int) string {
	s := p.state
	s.unwind(s.leaves[i])
	var parts []string
	for k := len(s.path) - 1; k >= 0; k-- {
		if x := s.tree[s.path[k]]; x.cell < 0 {
			parts = append(parts, s.g.symbols[^x.cell])
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, " ")
}

// Probability is that of one of equally likely moves.
func (p *position) Probability(int) *big.Rat { return big.NewRat(1, int64(p.state.Moves())) }

func (p *position) Apply(i int) {
	s := p.state
	s.Moves()
	mover := s.Player()
	s.unwind(s.leaves[i])
	for k := len(s.path) - 1; k >= 0; k-- {
		if x := s.tree[s.path[k]]; x.cell < 0 {
			mask := x.value
			if mover > 0 {
				mask |= 1 << (mover - 1) // who makes a move knows it
			}
			p.history = append(p.history, observed{uint16(^x.cell), mask, 0})
		}
	}
	p.history = append(p.history, observed{mover: uint16(mover) + 1})
	p.names = p.names[:0]
	s.Apply(i)
}

func (p *position) Payoffs() []*big.Rat {
	var out []*big.Rat
	for i := range p.state.g.players {
		out = append(out, big.NewRat(p.state.Score(i+1), 1))
	}
	return out
}

// Observation lists who has moved and the tags that player has seen, his own included.
func (p *position) Observation(player int) string {
	var b strings.Builder
	for _, o := range p.history {
		switch {
		case o.mover > 0:
			b.WriteString(strconv.Itoa(int(o.mover) - 1))
			b.WriteByte(';')
		case o.mask>>(player-1)&1 == 1:
			b.WriteString(p.state.g.symbols[o.sym])
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Err tells why the play was cut short, see State.Err: a *formal.Fault, or what Interrupt's stop returned.
func (p *position) Err() error {
	switch err := p.state.err; {
	case err == nil:
		return nil
	case p.state.stop != nil && p.state.stop() != nil:
		return err
	default:
		return &formal.Fault{Reason: err.Error()}
	}
}
