package gdl

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// CheckPlay plays so many random plays of at most so many joint moves and reports
// what the static checks cannot know (specification part 10, §1.3): a role without
// legal move, an end without exactly one goal for every player, plays without end,
// goals that fall along a play, and fluents and moves that the description leaves
// out where it lists them by base and input. Of findings of one kind about one
// relation or function the first is told. The error is that of the context.
func (g *Game) CheckPlay(ctx context.Context, seed uint64, plays, plies int) ([]Finding, error) {
	c := &playCheck{g: g, start: Pos{g.Description.File, 1, 1}, told: map[string]bool{}, plies: plies}
	if err := c.hints(ctx); err != nil {
		return nil, err
	}
	player, err := g.NewPlayer(ctx.Err)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		c.fault(err)
		return c.found, nil
	}
	endless := 0
	for n := range plays {
		r := rng.Derive(seed, uint64(n))
		over, err := c.play(player, &r)
		switch {
		case ctx.Err() != nil:
			return c.found, ctx.Err()
		case err != nil:
			c.fault(err)
		case !over:
			endless++
		}
	}
	if endless > 0 {
		c.add("endless", c.start, Warning, "%d of %d random plays are not over after %d steps", endless, plays, plies)
	}
	return c.found, nil
}

type playCheck struct {
	g     *Game
	start Pos // of the description
	base  *listed
	input *listed
	plies int
	goals []*big.Rat // by role: the last one of which there was exactly one
	found []Finding
	told  map[string]bool
}

// listed are the terms that a description lists by base or input.
type listed struct {
	at   Pos // of the first rule
	text map[string]bool
}

func (c *playCheck) add(key string, pos Pos, s Severity, format string, args ...any) {
	if !c.told[key] {
		c.told[key] = true
		c.found = append(c.found, Finding{pos, s, fmt.Sprintf(format, args...)})
	}
}

// fault reports what spoilt a play.
func (c *playCheck) fault(err error) {
	reason := err.Error()
	var f *formal.Fault
	if errors.As(err, &f) {
		reason = f.Reason
	}
	c.add(reason, c.start, Warning, "%v", err)
}

// hints evaluates base and input. A reasoner that gives up is reported.
func (c *playCheck) hints(ctx context.Context) (err error) {
	where := func(key string) (Pos, bool) {
		for _, r := range c.g.Description.Rules {
			if relationKey(r.Head) == key {
				return r.Head.Pos, true
			}
		}
		return Pos{}, false
	}
	atBase, bases := where("base/1")
	atInput, inputs := where("input/2")
	if !bases && !inputs {
		return nil
	}
	prog, err := compileProgram(c.g.Description, true)
	if err != nil {
		return nil // cannot happen: the description was compiled before
	}
	p := newProver(prog)
	p.poll = ctx.Err
	extension := func(key string, at Pos) *listed {
		var failed error
		l := &listed{at: at, text: map[string]bool{}}
		func() {
			defer caught(&failed)
			p.load(nil)
			t := p.ask(prog.byKey[key], 0, nil)
			for i := range t.n {
				var words []string
				for _, x := range t.row(i) {
					words = append(words, p.terms.text(x))
				}
				l.text[strings.Join(words, " ")] = true
			}
		}()
		if failed != nil {
			c.add(key, at, Warning, "what %s lists cannot be found: %v", strings.TrimRight(key, "/12"), failed)
			return nil
		}
		return l
	}
	if bases {
		c.base = extension("base/1", atBase)
	}
	if inputs {
		c.input = extension("input/2", atInput)
	}
	return ctx.Err()
}

// play makes one random play and looks at all its states.
func (c *playCheck) play(p *Player, r *rng.SplitMix64) (over bool, err error) {
	defer p.caught(&err)
	c.goals = make([]*big.Rat, len(c.g.prog.roles))
	p.Restart()
	for n := 0; ; n++ {
		c.state(p.m)
		if p.m.terminal() {
			return true, c.g.fault(p.m)
		}
		if n == c.plies {
			return false, nil
		}
		if err := p.step(r); err != nil {
			return false, err
		}
	}
}

// state looks at the current state of a machine.
func (c *playCheck) state(m machine) {
	if c.base != nil {
		for _, f := range m.fluents() {
			if text := m.text(f); !c.base.text[text] {
				c.add("base "+head(text), c.base.at, Warning, "'base' does not list %s, which holds in a play", text)
			}
		}
	}
	over := m.terminal()
	for role, name := range c.g.Roles() {
		if c.input != nil && !over {
			for i := range m.legal(role) {
				if text := m.text(m.move(role, i)); !c.input.text[name+" "+text] {
					c.add("input "+head(text), c.input.at, Warning,
						"'input' does not list %s for %s, which is legal in a play", text, name)
				}
			}
		}
		if values := m.goals(role); len(values) != 1 {
			continue
		} else if x, err := goalValue(m.text(values[0])); err == nil {
			if c.goals[role] != nil && x.Cmp(c.goals[role]) < 0 {
				c.add("falling", c.start, Note, "the goal of %s falls along a play: the game is not monotonic", name)
			}
			c.goals[role] = x
		}
	}
}

// head is the function of a term, or the constant.
func head(text string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(text, "("), " ")
	return name
}

// PerceptClasses gives for every player, in the order of Players, the numbers of
// histories of 0, 1, 2, … joint moves that he can tell apart by his own moves and
// what he perceived; the history of a play that is over counts, too. The error
// tells that there are more than limit histories, or what is wrong with one.
func (g *Game) PerceptClasses(limit int) ([][]int, error) {
	classes := make([][]map[string]bool, len(g.players))
	start := g.NewPosition()
	start.Restart(nil)
	type history struct {
		at    *position
		depth int
	}
	seen := 0
	for stack := []history{{start.(*position), 0}}; len(stack) > 0; {
		h := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if h.at.Pending() == 0 {
			if seen++; seen > limit {
				return nil, fmt.Errorf("%s has more than %d histories", g.Name(), limit)
			}
			for p := range classes {
				for len(classes[p]) <= h.depth {
					classes[p] = append(classes[p], map[string]bool{})
				}
				classes[p][h.depth][h.at.Observation(p+1)] = true
			}
			if err := h.at.Err(); err != nil {
				return nil, err
			}
			if h.at.Terminal() {
				continue
			}
		}
		for i := range h.at.Moves() {
			next := h.at.Clone().(*position)
			next.Apply(i)
			depth := h.depth
			if next.Pending() == 0 {
				depth++
			}
			stack = append(stack, history{next, depth})
		}
	}
	counts := make([][]int, len(classes))
	for p, levels := range classes {
		for _, l := range levels {
			counts[p] = append(counts[p], len(l))
		}
	}
	return counts, nil
}
