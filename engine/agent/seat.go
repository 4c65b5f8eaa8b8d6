package agent

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// seat is one player with his agent.
type seat struct {
	spec    Spec
	game    formal.Game
	player  int
	pick    rng.SplitMix64
	thought Thought

	tree   *search.Tree
	deep   *search.AlphaBeta
	blind  *search.Blind
	deduce *search.Deduce
	world  search.World
	facts  search.Facts
	memory *search.Memory // where positions do not tell what may be true
	rules  bool           // the rest of the play is searched by the rules
	whole  bool           // searches go on to their end although the decision is certain
}

// sit gives the agent a seat at a game. It fails if the agent cannot play such games:
// a program outside has no seat here; alpha-beta needs games without chance and
// simultaneous decisions in which two players are opposed, and nothing hidden; time
// does not bound the search of games with hidden pieces.
func (s Spec) sit(g formal.Game, player int) (*seat, error) {
	x := &seat{spec: s, game: g, player: player}
	if s.Random() {
		return x, nil
	}
	if s.Program() != "" {
		return nil, errors.New("programs outside play in arenas only")
	}
	if err := x.equip(); err != nil {
		return nil, err
	}
	return x, nil
}

// equip makes what the agent searches with, with nothing learned.
func (x *seat) equip() error {
	s := x.spec
	x.tree, x.deep, x.blind, x.deduce = nil, nil, nil, nil
	if h, ok := x.game.(interface{ Hidden() bool }); ok && h.Hidden() && s.kind == "alphabeta" {
		return fmt.Errorf("the players of %s do not see everything; uct and random play such games", x.game.Name())
	}
	v := search.None // heuristics are expensive to make where nobody asks for them
	if w := s.word(values); w != "" && s.options[value] == "" &&
		(s.kind == "alphabeta" && s.number(leaves) == 0 || s.number(cutoff) > 0) {
		v = search.Values(w)
	}
	w, f, err := search.New(x.game, v, x.rules)
	if err != nil {
		return err
	}
	x.world, x.facts = w, f
	if s.kind == "best" {
		s = s.choice(w, f)
	}
	switch {
	case s.kind == "deduce":
		x.deduce, err = search.NewDeduce(w, f, int(s.number(iterations)), x.game.Name())
		return err
	case s.kind == "alphabeta":
		o, err := s.taught(search.Options{}, x.game, w)
		if err != nil {
			return err
		}
		x.deep, err = search.NewAlphaBeta(w, f, search.Deep{Depth: int(s.number(depth)), Time: s.budget(),
			Leaves: int(s.number(leaves)),
			Quiet:  s.word(quiet) == "yes", NoTable: s.word(table) == "no", NoOrder: s.word(order) == "no",
			Value: o.Value}, x.game.Name())
		if err != nil {
			return err
		}
		return x.deep.Probe(x.game)
	case f.Hidden && (s.kind == "flat" || s.budget() > 0):
		return fmt.Errorf("the players of %s do not see everything; uct:PLAYOUTS and random play such games", x.game.Name())
	case f.Hidden && s.Learns():
		return fmt.Errorf("the players of %s do not see everything, which nothing learned allows for", x.game.Name())
	case f.Hidden:
		x.blind = search.NewBlind(w, f, s.search())
		if _, ok := x.game.NewPosition().(search.Determinizer); !ok && x.memory == nil {
			x.memory = search.NewMemory(x.game, x.player)
		}
		return x.tries()
	}
	o, err := s.taught(s.search(), x.game, w)
	if err != nil {
		return err
	}
	x.tree = search.NewTree(w, f, o)
	return nil
}

// tries looks whether positions can be imagined at the start.
func (x *seat) tries() error {
	p, ok := x.game.NewPosition().(search.Determinizer)
	if !ok {
		return nil
	}
	r := rng.New(1)
	p.(formal.Position).Restart(&r)
	_, err := p.Determinize(x.player, &r)
	return err
}

// search are the options of a tree search.
func (s Spec) search() search.Options {
	if s.kind == "flat" {
		return search.Options{Iterations: int(s.number(iterations)), Time: s.budget(), Select: "ucb1",
			Playout: s.word(playout),
			Cutoff:  int(s.number(cutoff)), Explore: 1, Flat: true}
	}
	return search.Options{Iterations: int(s.number(iterations)), Time: s.budget(), Select: s.word(selection),
		Explore: s.number(explore),
		Parent:  s.word(untried) == "parent", Playout: s.word(playout), Cutoff: int(s.number(cutoff)),
		Reuse: s.word(reuse) == "yes", Decisive: s.word(decisive) == "yes",
		Solver: s.word(solver) == "yes", Early: s.number(temperature) == 0 && s.word(final) == "visits"}
}

// start prepares for a new play: nothing of the last one is known any more, so that a
// play is the same whatever was played before it.
func (x *seat) start(seed, number uint64) {
	x.pick, x.thought = rng.Derive(seed, 1+number<<8), Thought{}
	if x.memory != nil {
		x.memory.Forget()
	}
	if x.rules {
		x.rules = false
		if err := x.equip(); err != nil {
			x.rules = true // as it could before
		}
	}
	x.begin()
}

// begin has the search forget everything.
func (x *seat) begin() {
	switch {
	case x.tree != nil:
		x.tree.Start(rng.New(x.pick.Uint64()))
	case x.deep != nil:
		x.deep.Start(rng.New(x.pick.Uint64()))
	case x.blind != nil:
		x.blind.Start(rng.New(x.pick.Uint64()))
	case x.deduce != nil:
		x.deduce.Start()
	}
}

// choose takes the decision of a position with n of them; where others have decided
// in the same step, from is where the step began and at how many have.
func (x *seat) choose(ctx context.Context, pos, from formal.Position, at, n int) (int, error) {
	x.thought = Thought{}
	if rate := x.spec.number(blunder); x.spec.Random() || rate > 0 && x.pick.Float64() < rate {
		return x.pick.Below(n), nil
	}
	i, err := x.think(ctx, pos, from, at, n)
	if errors.As(err, &search.Spoilt{}) && !x.rules {
		x.rules = true
		if err := x.equip(); err != nil {
			return 0, err
		}
		x.begin()
		return x.think(ctx, pos, from, at, n)
	}
	return i, err
}

// think is choose with a search.
func (x *seat) think(ctx context.Context, pos, from formal.Position, at, n int) (int, error) {
	switch {
	case x.deep != nil:
		i, v, err := x.deep.Choose(ctx, pos)
		x.thought = Thought{Value: v, Known: true, Iterations: x.deep.Positions}
		if err != nil {
			return 0, err
		}
		err = x.world.Guard(func() { i = x.world.Index(0, i) })
		return i, err
	case x.blind != nil:
		return x.imagine(ctx, pos, n)
	case x.deduce != nil:
		i, err := x.deduce.Choose(ctx, pos)
		x.thought = Thought{Value: 1, Known: i >= 0, Iterations: x.deduce.Positions}
		if err != nil {
			return 0, err
		}
		if i < 0 {
			return x.pick.Below(n), nil // no solution is known
		}
		err = x.world.Guard(func() { i = x.world.Index(0, i) })
		return i, err
	}
	if err := x.tree.Grow(ctx, from, x.whole); err != nil {
		return 0, err
	}
	moves := x.tree.Moves(at)
	x.thought.Iterations = x.tree.Playouts
	i := x.take(moves, x.tree.Mixed())
	if i < 0 {
		return x.pick.Below(n), nil // nothing is known: too few iterations for the step
	}
	x.thought.Value, x.thought.Known = moves[i].Mean, moves[i].Visits > 0 || moves[i].Proven
	x.thought.Expected, x.thought.Entropy = x.thought.Known, entropy(moves)
	err := x.world.Guard(func() { i = x.world.Index(at, i) })
	return i, err
}

// take is the place of the decision among the moves of a tree: by visits at random
// where several players decide at once or the agent has a temperature.
func (x *seat) take(moves []search.Move, mixed bool) int {
	hot := x.spec.number(temperature)
	if hot == 0 && mixed {
		hot = 1
	}
	if hot == 0 {
		return search.Best(moves, x.facts, x.spec.kind == "flat" || x.spec.word(final) == "mean", &x.pick)
	}
	total := 0.0
	weight := func(m search.Move) float64 {
		if !m.Legal || m.Visits == 0 {
			return 0
		}
		return math.Pow(float64(m.Visits), 1/hot)
	}
	for _, m := range moves {
		total += weight(m)
	}
	if total == 0 || math.IsInf(total, 0) {
		return search.Best(moves, x.facts, false, &x.pick)
	}
	k := x.pick.Float64() * total
	last := -1
	for i, m := range moves {
		if w := weight(m); w > 0 {
			if last = i; k < w {
				return i
			}
			k -= w
		}
	}
	return last
}

// imagine decides where not everything is seen.
func (x *seat) imagine(ctx context.Context, pos formal.Position, n int) (int, error) {
	keys, err := x.blind.Keys(pos)
	if err != nil {
		return 0, err
	}
	imagine := func(r *rng.SplitMix64) (formal.Position, error) {
		return pos.(search.Determinizer).Determinize(x.player, r)
	}
	if x.memory != nil {
		now := pos.Observation(x.player)
		var known []formal.Position
		imagine = func(r *rng.SplitMix64) (formal.Position, error) {
			// A search from the start is expensive: a few positions serve for all playouts.
			if len(known) == worlds {
				return known[r.Below(worlds)], nil
			}
			p, err := x.memory.Determinize(now, r)
			if err == nil {
				known = append(known, p)
			}
			return p, err
		}
	}
	moves, err := x.blind.Search(ctx, keys, imagine)
	if err != nil {
		return 0, err
	}
	x.thought.Iterations = x.blind.Playouts
	i := x.take(moves, false)
	if i < 0 {
		return x.pick.Below(n), nil
	}
	x.thought.Value, x.thought.Known = moves[i].Mean, true
	x.thought.Expected, x.thought.Entropy = true, entropy(moves)
	return x.blind.Index(pos, i)
}

// entropy is that of the visits of legal decisions, in bits.
func entropy(moves []search.Move) float64 {
	total, sum := 0.0, 0.0
	for _, m := range moves {
		if m.Legal && m.Visits > 0 {
			v := float64(m.Visits)
			total += v
			sum += v * math.Log2(v)
		}
	}
	if total == 0 {
		return 0
	}
	return max(math.Log2(total)-sum/total, 0)
}

// worlds is the number of positions imagined for a decision where they must be
// searched from the start.
const worlds = 48
