package efg

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Strategic is a game in strategic form as Gambit's .nfg files describe it: every player
// chooses one strategy, all at the same time, and then it is over. Immutable.
type Strategic struct {
	Title   string
	Comment string
	// Names holds the players' names; player p is Names[p-1].
	Names []string
	// Strategies holds the labels of the players' strategies, at least one each.
	Strategies [][]string
	// Outcomes holds the outcomes; Cells has the index of one, or -1 for payoffs 0, for every
	// choice of strategies: the first player's strategies change fastest (see Cell).
	Outcomes []Outcome
	Cells    []int32
	// Warnings lists oddities of the text that do not make it wrong.
	Warnings []*Error

	labels [][]string // unique for each player
}

// Cell gives the index in Cells of a choice of strategies, which count from 0.
func (g *Strategic) Cell(picks []int) int {
	at, stride := 0, 1
	for p, k := range picks {
		at += k * stride
		stride *= len(g.Strategies[p])
	}
	return at
}

// Payoffs gives the players' payoffs at a cell.
func (g *Strategic) Payoffs(cell int) []*big.Rat {
	if o := g.Cells[cell]; o >= 0 {
		return g.Outcomes[o].Payoffs
	}
	return zeros(len(g.Names))
}

// label makes the texts of moves.
func (g *Strategic) label() {
	g.labels = make([][]string, len(g.Strategies))
	for p, names := range g.Strategies {
		actions := make([]Action, len(names))
		for i, name := range names {
			actions[i].Label = name
		}
		g.labels[p] = uniqueLabels(actions)
	}
}

// Formalism is "nfg".
func (g *Strategic) Formalism() string { return "nfg" }

// Name is the game's title.
func (g *Strategic) Name() string { return g.Title }

// Extensive gives the same game in extensive form: players choose one after the other, in
// order, and see nothing before all have chosen.
func (g *Strategic) Extensive() (formal.Game, error) {
	tree, err := FromFormal(g, Limits{})
	if err != nil {
		return nil, err
	}
	return Adapt(tree), nil
}

// Players names the players in order.
func (g *Strategic) Players() []string { return g.Names }

// Hidden is false: the joint move, once it is complete, is seen by everybody.
func (g *Strategic) Hidden() bool { return false }

// NewPosition returns a position before the choice.
func (g *Strategic) NewPosition() formal.Position { return &choosing{game: g} }

// choosing is a position of a Strategic: the strategies chosen so far.
type choosing struct {
	game  *Strategic
	picks []int
}

func (s *choosing) Restart(*rng.SplitMix64) { s.picks = s.picks[:0] }

func (s *choosing) Clone() formal.Position {
	return &choosing{s.game, append(make([]int, 0, len(s.game.Names)), s.picks...)}
}

func (s *choosing) Terminal() bool { return len(s.picks) == len(s.game.Names) }

// Mover is -1 when the play is over.
func (s *choosing) Mover() int {
	if s.Terminal() {
		return Terminal
	}
	return len(s.picks) + 1
}

func (s *choosing) Moves() int {
	if s.Terminal() {
		return 0
	}
	return len(s.game.Strategies[len(s.picks)])
}

func (s *choosing) MoveText(i int) string { return s.game.labels[len(s.picks)][i] }

func (s *choosing) Probability(int) *big.Rat { return nil }

func (s *choosing) Apply(i int) { s.picks = append(s.picks, i) }

// Pending is the number of strategies chosen: nobody sees them before all are.
func (s *choosing) Pending() int {
	if s.Terminal() {
		return 0
	}
	return len(s.picks)
}

func (s *choosing) Payoffs() []*big.Rat {
	out := make([]*big.Rat, 0, len(s.game.Names))
	for _, x := range s.game.Payoffs(s.game.Cell(s.picks)) {
		out = append(out, new(big.Rat).Set(x))
	}
	return out
}

func (s *choosing) Observation(p int) string {
	switch {
	case s.Terminal():
		return fmt.Sprint("all chose ", s.picks)
	case len(s.picks) >= p:
		return fmt.Sprint("chose ", s.picks[p-1])
	}
	return "to choose"
}

// AppendKey appends the strategies chosen; see formal.Keyed.
func (s *choosing) AppendKey(dst []byte) (key []byte, visible int) {
	key = binary.AppendUvarint(dst, uint64(len(s.picks)))
	for _, k := range s.picks {
		key = binary.AppendUvarint(key, uint64(k))
	}
	return key, len(key) - len(dst)
}
