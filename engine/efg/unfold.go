package efg

import (
	"crypto/sha256"
	"fmt"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// FromFormal unfolds any game of the common interface into extensive form.
// Nodes are histories; a player's nodes that he cannot tell apart form one
// information set. What players know elsewhere is recorded in the game unless
// it is what the definition of classes says anyway. If the game tells that two
// of its players have changed places in translation, they change back.
//
// The game must end within depth moves and have at most limits.Nodes nodes; its
// chance must be explicit.
func FromFormal(f formal.Game, limits Limits) (*Game, error) {
	u := &unfolding{
		builder: newBuilder(f.Name(), "", f.Players()),
		limits:  limits.orDefault(),
		perfect: formal.Perfect(f),
		perm:    formal.Exchange(f),
		classes: make([]map[[16]byte]int, len(f.Players())),
		known:   make([][]int, len(f.Players())),
	}
	u.number = make([]int, len(u.known))
	u.game.Players = make([]string, len(u.perm))
	for i, name := range f.Players() {
		u.game.Players[u.perm[i]-1] = name
		u.classes[i] = map[[16]byte]int{}
	}
	if err := u.run(f); err != nil {
		return nil, err
	}
	u.record(f.Formalism() == "gdl")
	return u.game, nil
}

// unfolding is a game on its way into extensive form.
type unfolding struct {
	*builder
	limits  Limits
	perfect bool  // everybody sees every move as soon as it is complete
	joint   bool  // some decisions are taken together
	perm    []int // the game's player-1 → number in the extensive form
	// What players know at the nodes so far: classes by what they observe.
	classes []map[[16]byte]int
	number  []int // classes so far
	known   [][]int
}

// history is a position with what belongs to the way there.
type history struct {
	pos    formal.Position
	parent int
	round  int   // the node where the decisions began that are not seen yet
	picks  []int // these decisions by player-1, -1 for none
}

func (u *unfolding) run(f formal.Game) error {
	start := f.NewPosition()
	seed := rng.New(1)
	start.Restart(&seed)
	for stack := []history{{pos: start, parent: -1}}; len(stack) > 0; {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := len(u.game.Nodes)
		switch {
		case at == u.limits.Nodes:
			return fmt.Errorf("the tree of %s has more than %d nodes", f.Name(), u.limits.Nodes)
		case t.parent >= 0 && u.game.Nodes[t.parent].Depth >= u.limits.Depth:
			return fmt.Errorf("%s: no end within %d steps", f.Name(), u.limits.Depth)
		}
		if e, ok := t.pos.(interface{ Err() error }); ok && e.Err() != nil {
			return fmt.Errorf("%s: node %d: %w", f.Name(), at, e.Err())
		}
		if pending(t.pos) == 0 {
			t.round, t.picks = at, nil
		} else {
			u.joint = true
		}
		u.observe(&t)
		if t.pos.Terminal() {
			payoffs := t.pos.Payoffs()
			own := make([]*big.Rat, len(payoffs))
			for i, x := range payoffs {
				own[u.perm[i]-1] = x
			}
			u.node(t.parent, Node{Owner: Terminal, Set: -1, Outcome: u.outcome(own)})
			continue
		}
		if d, ok := t.pos.(interface{ Drawn() bool }); ok && d.Drawn() {
			return fmt.Errorf("%s: chance decides among more alternatives than can be listed", f.Name())
		}
		set, err := u.setOf(&t)
		if err != nil {
			return err
		}
		mover := t.pos.Mover()
		owner := mover
		if mover != formal.Chance {
			owner = u.perm[mover-1]
		}
		u.node(t.parent, Node{Owner: owner, Set: set, Outcome: -1})
		for i := t.pos.Moves() - 1; i >= 0; i-- {
			next := history{t.pos, at, t.round, picked(t.picks, len(u.perm), mover, i)}
			if i > 0 {
				next.pos = t.pos.Clone()
			}
			next.pos.Apply(i)
			stack = append(stack, next)
		}
	}
	return nil
}

// picked adds a decision to those of a round.
func picked(picks []int, players, mover, i int) []int {
	if mover == formal.Chance {
		return picks
	}
	next := make([]int, players)
	for p := range next {
		next[p] = -1
		if picks != nil {
			next[p] = picks[p]
		}
	}
	next[mover-1] = i
	return next
}

// observe notes what every player knows at the node that comes next.
func (u *unfolding) observe(t *history) {
	if u.perfect && !u.joint {
		return // everybody can tell every node so far from all others
	}
	for p := range u.known {
		own := u.perm[p] - 1
		for len(u.known[own]) < len(u.game.Nodes) {
			u.number[own]++
			u.known[own] = append(u.known[own], u.number[own])
		}
		h := sha256.Sum256([]byte(u.observation(t, p+1)))
		key := [16]byte(h[:16])
		n, met := u.classes[own][key]
		if !met {
			u.number[own]++
			n = u.number[own]
			u.classes[own][key] = n
		}
		u.known[own] = append(u.known[own], n)
	}
}

// observation is what a player of the game knows at a position.
func (u *unfolding) observation(t *history, player int) string {
	if !u.perfect {
		return t.pos.Observation(player)
	}
	own := -1
	if t.picks != nil {
		own = t.picks[player-1]
	}
	return fmt.Sprint(t.round, " ", pending(t.pos), " ", own)
}

func pending(pos formal.Position) int {
	if j, ok := pos.(formal.Joint); ok {
		return j.Pending()
	}
	return 0
}

// setOf gives the information set of a position in which somebody decides.
func (u *unfolding) setOf(t *history) (int, error) {
	pos, at := t.pos, len(u.game.Nodes)
	mover, moves := pos.Mover(), pos.Moves()
	if moves == 0 {
		return 0, fmt.Errorf("node %d: player %d has no legal move though the play is not over", at, mover)
	}
	actions := make([]Action, moves)
	for i := range actions {
		actions[i].Label = pos.MoveText(i)
	}
	key, owner := "", Chance
	switch {
	case mover == formal.Chance:
		total := new(big.Rat)
		for i := range actions {
			actions[i].Probability = pos.Probability(i)
			total.Add(total, actions[i].Probability)
		}
		if total.Cmp(big.NewRat(1, 1)) != 0 {
			return 0, fmt.Errorf("node %d: probabilities sum to %s", at, total.RatString())
		}
		key = fmt.Sprint("chance ", at)
	default:
		owner = u.perm[mover-1]
		key = fmt.Sprint(owner, " ", u.observation(t, mover))
	}
	set := u.set(key, func() Set {
		u.numbers[owner]++
		return Set{Owner: owner, Number: u.numbers[owner], Actions: actions}
	})
	known := u.game.Sets[set].Actions
	for i := range known {
		if len(known) != moves || known[i].Label != actions[i].Label {
			return 0, fmt.Errorf("node %d: player %d has other legal moves than at node %d, which he cannot tell apart from it",
				at, owner, u.game.Sets[set].Nodes[0])
		}
	}
	return set, nil
}

// record keeps what the players know in the game, unless the definitions say the
// same: that everybody knows everything where every set is a single node and
// nobody decides at the same time as another, or else the static or timed classes.
func (u *unfolding) record(timed bool) {
	g := u.game
	if u.perfect && !u.joint {
		return
	}
	g.Known = u.known
	different := u.joint
	for p := 0; p < len(u.known) && !different; p++ {
		known := g.knownClasses(p + 1)
		g.Known = nil
		defined := g.StaticClasses
		if timed {
			defined = g.TimedClasses
		}
		different = !samePartition(known, defined(p+1))
		g.Known = u.known
	}
	g.Known = nil
	if different {
		g.recordKnowledge(u.known)
	}
}
