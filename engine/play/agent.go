package play

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/formal"
)

// Agent says who plays all seats of a game. The zero value plays at random.
type Agent struct {
	kind   string // "" is random
	budget int    // playouts per decision; the depth of alpha-beta
	leaves int    // playouts that judge a position at the depth of alpha-beta
}

// The bounds of the numbers of an agent.
const (
	maxBudget = 1_000_000
	maxDepth  = 64
)

// Agents describes what ParseAgent understands.
const Agents = "random, flat:PLAYOUTS, uct:PLAYOUTS, alphabeta:DEPTH or alphabeta:DEPTH:PLAYOUTS"

// ParseAgent reads the name of an agent:
//
//	random           every legal decision with the same probability
//	flat:N           flat Monte Carlo: N random playouts, dealt evenly to the decisions
//	uct:N            N playouts that grow a tree by upper confidence bounds
//	alphabeta:D      alpha-beta, D plies deep; a position at that depth is even
//	alphabeta:D:N    the same; a position at that depth is worth the mean of N random playouts
//
// N is between 1 and 1,000,000, D between 1 and 64, both written without signs
// and leading zeros, so that every agent has one name.
func ParseAgent(name string) (Agent, error) {
	part := strings.Split(name, ":")
	bounds := map[string][]int{"random": {}, "flat": {maxBudget}, "uct": {maxBudget}, "alphabeta": {maxDepth, maxBudget}}
	limits, known := bounds[part[0]]
	numbers := part[1:]
	if !known || len(numbers) > len(limits) || len(limits) > 0 && len(numbers) == 0 {
		return Agent{}, fmt.Errorf("agent %q, expected %s", name, Agents)
	}
	if part[0] == "random" {
		return Agent{}, nil
	}
	a := Agent{kind: part[0]}
	for i, to := range []*int{&a.budget, &a.leaves}[:len(numbers)] {
		n, err := strconv.Atoi(numbers[i])
		if err != nil || n < 1 || n > limits[i] || strconv.Itoa(n) != numbers[i] {
			return Agent{}, fmt.Errorf("agent %q: %q, expected a number from 1 to %d", name, numbers[i], limits[i])
		}
		*to = n
	}
	return a, nil
}

// String is the name that ParseAgent reads.
func (a Agent) String() string {
	switch {
	case a.kind == "":
		return "random"
	case a.leaves > 0:
		return fmt.Sprintf("%s:%d:%d", a.kind, a.budget, a.leaves)
	}
	return fmt.Sprintf("%s:%d", a.kind, a.budget)
}

// Random tells whether the agent plays at random.
func (a Agent) Random() bool { return a.kind == "" }

// Seeker returns the agent at the table of g. It fails if the agent cannot play
// such games: search looks at the whole position, so that it would see what
// players may not; alpha-beta needs two players whose payoffs are opposed, no
// chance and no simultaneous decisions.
func (a Agent) Seeker(g formal.Game) (*Seeker, error) {
	s := &Seeker{agent: a, players: len(g.Players()), payoff: make([]float64, len(g.Players()))}
	if a.Random() {
		return s, nil
	}
	if s.players == 0 {
		return nil, s.refuse("nobody plays %s; only random plays such games", g.Name())
	}
	if h, ok := g.(interface{ Hidden() bool }); ok && h.Hidden() {
		return nil, s.refuse("the players of %s do not see everything; only random plays such games", g.Name())
	}
	if d, ok := g.(interface{ Draws() bool }); ok {
		s.draws = d.Draws()
	}
	if a.kind == "alphabeta" {
		if err := s.probe(g); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// refuse is the error of an agent that cannot play a game.
func (s *Seeker) refuse(format string, args ...any) error {
	return fmt.Errorf("agent %s: %s", s.agent, fmt.Sprintf(format, args...))
}
