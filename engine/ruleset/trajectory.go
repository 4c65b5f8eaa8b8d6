package ruleset

import (
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// maxAlternatives bounds the alternatives of one decision of chance. Where the
// rules draw from more, such as when a deck is shuffled, the draw is made.
const maxAlternatives = 4096

// Trajectories presents the same game with chance as an actor of its own: all
// that the rules draw for one move and for the list of the next legal moves is
// one decision of chance, with exact probabilities. If the draw leaves no choice,
// because there is a single legal move whatever comes, that move is part of
// the decision of chance. A decision of chance among more than 4096 alternatives is
// drawn from the generator instead.
func (a *adapter) Trajectories() formal.Game {
	if !a.Draws() && !a.g.RandomStart {
		return a
	}
	return &trajectories{a}
}

type trajectories struct{ *adapter }

func (t *trajectories) NewPosition() formal.Position {
	return &trajectory{table: table{c: game.NewContext(t.g)}}
}

// trajectory is a point of a play in which chance decides by itself. While it is
// chance's turn the position before the draw is kept in alternatives only.
type trajectory struct {
	table
	live         rng.SplitMix64
	alternatives []alternative // of chance; nil when a player decides
	drawn        bool
}

// alternative is one thing that chance can do. Positions share it: its table is
// copied, never changed.
type alternative struct {
	table       table
	probability *big.Rat
	text        string
	forced      bool // the single legal move is still to be made
}

func (p *trajectory) Restart(r *rng.SplitMix64) {
	p.live, p.drawn = *r, false
	p.table = table{c: game.NewContext(p.c.G)}
	p.happen(func(t *table) { t.start(t.c.R) })
	*r = p.live
}

func (p *trajectory) Clone() formal.Position {
	q := &trajectory{live: p.live, alternatives: p.alternatives, drawn: p.drawn}
	q.table = p.table.fork(&q.live)
	return q
}

// happen runs a step of the rules for everything that chance can do in it.
func (p *trajectory) happen(step func(t *table)) {
	before := p.table
	run := func(d *game.Draws) table {
		t := before.fork(&p.live)
		t.c.Direct(d)
		step(&t)
		t.c.Direct(nil)
		return t
	}
	d := &game.Draws{}
	p.table = run(d)
	p.alternatives = nil
	if d.Made() == 0 {
		return
	}
	var all []alternative
	for t := p.table; ; t = run(d) {
		if len(all) == maxAlternatives || d.Alternatives(maxAlternatives) > maxAlternatives {
			p.table, p.drawn = run(nil), true
			return
		}
		all = append(all, alternative{table: t, probability: d.Probability(), text: d.String()})
		if !d.Next() {
			break
		}
	}
	forced := true
	for i := range all {
		forced = forced && !all[i].table.Terminal() && all[i].table.Moves() == 1
	}
	for i := range all {
		all[i].forced = forced
	}
	p.alternatives = all
}

// Drawn reports whether something was drawn on the way here because chance had too
// many alternatives: then there are more plays than the positions show.
func (p *trajectory) Drawn() bool { return p.drawn }

func (p *trajectory) Terminal() bool { return p.alternatives == nil && p.table.Terminal() }

func (p *trajectory) Mover() int {
	if p.alternatives != nil {
		return formal.Chance
	}
	return p.table.Mover()
}

func (p *trajectory) Moves() int {
	if p.alternatives != nil {
		return len(p.alternatives)
	}
	return p.table.Moves()
}

func (p *trajectory) MoveText(i int) string {
	if p.alternatives != nil {
		return p.alternatives[i].text
	}
	return p.table.MoveText(i)
}

// Selects gives the vertex if decision i is nothing but the selection of one; for
// chance, whether the single move that follows alternative i is.
func (p *trajectory) Selects(i int) (vertex int, ok bool) {
	if p.alternatives == nil {
		return p.table.Selects(i)
	}
	a := &p.alternatives[i]
	if !a.forced {
		return 0, false
	}
	return a.table.Selects(0)
}

func (p *trajectory) Probability(i int) *big.Rat {
	if p.alternatives == nil {
		return nil
	}
	return new(big.Rat).Set(p.alternatives[i].probability)
}

func (p *trajectory) Apply(i int) {
	if p.alternatives == nil {
		p.happen(func(t *table) { t.play(i) })
		return
	}
	a := p.alternatives[i]
	p.table, p.alternatives = a.table.fork(&p.live), nil
	if a.forced {
		p.happen(func(t *table) { t.play(0) })
	}
}

// Observation is what the player sees; while chance decides, as if it had taken
// its first alternative.
func (p *trajectory) Observation(player int) string { return p.table.Observation(player) }
