package efg

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Play is a game seen through the common interface of all formalisms. It is
// immutable and safe for concurrent use.
type Play struct {
	game    *Game
	timed   bool
	classes [][]int    // by player-1 and node
	labels  [][]string // by set and action, unique within the set
}

// Adapt presents a game through the common interface. Decision i of a position
// is action i of its node, chance actions of probability 0 included.
// Observations are static classes; see Timed.
func Adapt(g *Game) *Play {
	p := &Play{game: g, labels: make([][]string, len(g.Sets))}
	for player := range g.Players {
		p.classes = append(p.classes, g.StaticClasses(player+1))
	}
	for i := range g.Sets {
		p.labels[i] = uniqueLabels(g.Sets[i].Actions)
	}
	return p
}

// uniqueLabels gives the actions' labels, all preceded by their numbers if one
// is empty or occurs twice.
func uniqueLabels(actions []Action) []string {
	labels := make([]string, len(actions))
	seen := map[string]bool{"": true}
	plain := true
	for i, a := range actions {
		labels[i] = a.Label
		plain = plain && !seen[a.Label]
		seen[a.Label] = true
	}
	for i := 0; !plain && i < len(labels); i++ {
		labels[i] = strings.TrimSpace(strconv.Itoa(i+1) + ": " + labels[i])
	}
	return labels
}

// Game is the game that is played.
func (p *Play) Game() *Game { return p.game }

// Timed gives the same play with timed classes as observations: players count
// moves and remember their decisions, as they do in GDL-II.
func (p *Play) Timed() formal.Game {
	t := *p
	t.timed = true
	t.classes = nil
	for player := range p.game.Players {
		t.classes = append(t.classes, p.game.TimedClasses(player+1))
	}
	return &t
}

// Contracted gives the play of the game without its forced moves.
func (p *Play) Contracted() formal.Game { return Adapt(p.game.Contract()) }

// Formalism is "efg".
func (p *Play) Formalism() string { return "efg" }

// Name is the game's title.
func (p *Play) Name() string { return p.game.Title }

// Hidden reports whether some player cannot tell where in the tree he decides, or
// the game records what players know elsewhere.
func (p *Play) Hidden() bool {
	if p.game.Known != nil {
		return true
	}
	for i := range p.game.Sets {
		if s := &p.game.Sets[i]; s.Owner != formal.Chance && len(s.Nodes) > 1 {
			return true
		}
	}
	return false
}

// Players names the players in order.
func (p *Play) Players() []string { return p.game.Players }

// NewPosition returns a position at the root.
func (p *Play) NewPosition() formal.Position { return &position{play: p} }

type position struct {
	play *Play
	at   int
}

func (s *position) node() *Node { return &s.play.game.Nodes[s.at] }

func (s *position) Restart(*rng.SplitMix64) { s.at = 0 }

func (s *position) Clone() formal.Position { c := *s; return &c }

func (s *position) Terminal() bool { return s.node().Owner == Terminal }

// Mover is Terminal, -1, when the play is over.
func (s *position) Mover() int { return s.node().Owner }

func (s *position) Moves() int { return len(s.node().Children) }

func (s *position) MoveText(i int) string { return s.play.labels[s.node().Set][i] }

func (s *position) Probability(i int) *big.Rat {
	return new(big.Rat).Set(s.play.game.Sets[s.node().Set].Actions[i].Probability)
}

func (s *position) Apply(i int) { s.at = s.node().Children[i] }

func (s *position) Payoffs() []*big.Rat { return s.play.game.Payoffs(s.at) }

func (s *position) Observation(p int) string {
	kind := "static"
	if s.play.timed {
		kind = "timed"
	}
	return fmt.Sprintf("%s class %d", kind, s.play.classes[p-1][s.at])
}
