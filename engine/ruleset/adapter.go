package ruleset

import (
	"fmt"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/trace"
)

// adapter shows a compiled game in the form common to all formalisms. What the
// rules leave to chance is drawn; see Trajectories.
type adapter struct {
	g *game.Game
	// exchanged is the player with whom player 1 has changed places, 1 for none.
	exchanged int
	// clocked leaves the counter of moves out of keys.
	clocked bool
	// own are the heuristics of the description; nil, or giving nil, for none.
	own func() *heuristic.Set
	// standard are those of games whose descriptions have none.
	standard func() *heuristic.Set
	// machine is the compiled form of the game; nil, or giving nil, for none.
	machine func() *compiled.Game
	// valued is the same with all that heuristics ask for.
	valued func() *compiled.Game
}

func (a *adapter) Formalism() string { return "lgdl" }

func (a *adapter) Name() string { return a.g.Name }

// Hidden reports whether the rules hide anything from players.
func (a *adapter) Hidden() bool { return a.g.Hides }

// Exchanged is the player who has changed places with player 1 in translation, as
// the metadata tell; 1 for none.
func (a *adapter) Exchanged() int { return a.exchanged }

// Simultaneous reports whether several players decide at the same time.
func (a *adapter) Simultaneous() bool { return a.g.Mode == game.Simultaneous }

// Universal reports whether the description has the equipment of the construction by
// which any extensive-form game becomes an L-GDL game (part 10, §4.2): one copy of
// the tree for the neutral player and one for each other.
func (a *adapter) Universal() bool {
	copies := 0
	for _, r := range a.g.Regions {
		if r.Name == fmt.Sprintf("Subgraph_%d", copies) {
			copies++
		}
	}
	return copies == a.g.Players+1
}

// Draws reports whether moves leave anything to chance: what is drawn before the
// first move counts only in a match, whose moves begin its games.
func (a *adapter) Draws() bool {
	for _, k := range a.g.Containers {
		if k.Kind == game.Deck {
			return true
		}
	}
	return a.g.Flags&(game.Stochastic|game.DominoFlag) != 0 || a.g.RandomStart && a.g.IsMatch()
}

func (a *adapter) Players() []string {
	names := make([]string, a.g.Players)
	for i := range names {
		names[i] = fmt.Sprintf("P%d", i+1)
	}
	return names
}

func (a *adapter) NewPosition() formal.Position {
	p := &position{table: table{c: game.NewContext(a.g)}}
	if a.g.Flags&game.Repetition != 0 {
		p.code = a.machine
	}
	if a.clocked {
		p.past().Counter = false
	}
	return p
}

// position is a point of a play in which chance draws.
type position struct {
	table
	live rng.SplitMix64

	code func() *compiled.Game // remembers positions that must not come back; nil where they may
	told []uint64              // by which it remembers those so far, the present one last; shared with copies
}

func (p *position) Restart(r *rng.SplitMix64) {
	p.live = *r
	p.start(&p.live)
	*r = p.live
	p.told = nil
	p.tell()
}

func (p *position) Clone() formal.Position {
	q := &position{live: p.live, code: p.code, told: p.told}
	q.table = p.table.fork(&q.live)
	return q
}

// Become makes it a copy of another position; see formal.Renewable.
func (p *position) Become(o formal.Position) bool {
	q, ok := o.(*position)
	if !ok || !p.c.Become(q.c) {
		return false
	}
	p.live, p.code, p.told = q.live, q.code, q.told
	p.picks, p.err, p.history = append(p.picks[:0], q.picks...), q.err, q.history
	return true
}

// Redraw has all further draws come from r.
func (p *position) Redraw(r rng.SplitMix64) { p.live = r }

// Finish plays on at random by the player of compiled games, unless chance or
// several players have a say in a move.
func (p *position) Finish(r *rng.SplitMix64, limit int) bool {
	g := p.c.G
	if g.Mode != game.Alternating || g.IsMatch() || (&adapter{g: g}).Draws() {
		return false
	}
	p.err = p.c.Catch(func() { play.Finish(p.c, r, limit) })
	return true
}

func (p *position) Probability(int) *big.Rat { return nil }

func (p *position) Apply(i int) {
	p.play(i)
	p.tell()
}

// tell adds the present position to those that must not come back if the rules have.
func (p *position) tell() {
	if p.code == nil || p.err != nil {
		return
	}
	c := p.code()
	if c == nil {
		p.code = nil
		return
	}
	known, t := len(p.told), &p.c.T
	switch n := max(len(t.GameHashes), len(t.TurnHashes)); {
	case n == known && len(t.TurnHashes) == 0:
		return // the same player goes on
	case n <= known:
		known = 0 // a new turn
	}
	p.told = append(p.told[:known:known], c.Told(p.c))
}

// table is a position with the decisions of the current turn that are not
// played yet: those of a simultaneous turn are played together.
type table struct {
	c     *game.Context
	picks []game.Move
	err   error // that the play failed with
	// history is what keys contain of the way here, nil until one is asked for.
	history *game.History
}

func (t *table) fork(r *rng.SplitMix64) table {
	return table{t.c.Fork(r), append([]game.Move(nil), t.picks...), t.err, t.history}
}

// try runs what can fail: the rules, with the list of the moves that follow.
func (t *table) try(rules func()) {
	t.err = t.c.Catch(func() {
		rules()
		t.c.Legal()
	})
}

func (t *table) start(r *rng.SplitMix64) {
	t.picks = t.picks[:0]
	t.try(func() { t.c.Start(r) })
}

// Interrupt has stop asked while the rules are at work, also in the middle of a
// move and in copies; the error that it returns ends the play.
func (t *table) Interrupt(stop func() error) { t.c.SetLimits(game.Limits{Stop: stop}) }

// Err returns the error that a play without result ended with: its rules asked
// for something impossible. Such a position is terminal.
func (t *table) Err() error { return t.err }

func (t *table) Terminal() bool { return t.err != nil || t.c.S.Over }

// Mover is the one who decides, under the number he had at the start: when
// players swap, the one who began as the second goes on as the second here.
func (t *table) Mover() int {
	player := t.mover()
	for agent := 1; agent <= t.c.G.Players; agent++ {
		if t.player(agent) == player {
			return agent
		}
	}
	return player
}

// player is the number under which the rules know somebody at present.
func (t *table) player(agent int) int { return int(t.c.S.Order[agent]) }

// mover is the player who decides, as the rules number them.
func (t *table) mover() int {
	if t.c.G.Mode == game.Simultaneous {
		for q := 1; q <= t.c.G.Players; q++ {
			if t.c.S.IsActive(q) && !t.picked(q) {
				return q
			}
		}
	}
	return t.c.S.Mover
}

func (t *table) picked(q int) bool {
	for _, m := range t.picks {
		if int(m.Mover) == q {
			return true
		}
	}
	return false
}

func (t *table) moves() []game.Move {
	legal := t.c.Legal()
	if t.c.G.Mode != game.Simultaneous {
		return legal
	}
	mover := t.mover()
	var own []game.Move
	for _, m := range legal {
		if int(m.Mover) == mover {
			own = append(own, m)
		}
	}
	return own
}

func (t *table) Moves() int { return len(t.moves()) }

func (t *table) MoveText(i int) string { return trace.MoveText(t.c, t.moves()[i]) }

// Selects gives the vertex if decision i is nothing but the selection of one.
func (t *table) Selects(i int) (vertex int, ok bool) {
	m := t.moves()[i]
	if t.c.Items(m) != 1 {
		return 0, false
	}
	a := t.c.Item(m, 0)
	return int(a.From), a.Kind == game.ActSelect && (a.To == a.From || a.To == game.Off)
}

// Alternating reports whether players decide one after the other.
func (t *table) Alternating() bool { return t.c.G.Mode != game.Simultaneous }

// Pending is the number of decisions of a simultaneous turn taken so far.
func (t *table) Pending() int { return len(t.picks) }

// play takes decision i of the mover.
func (t *table) play(i int) {
	m := t.moves()[i]
	if t.c.G.Mode != game.Simultaneous {
		t.try(func() { t.c.Play(m) })
		return
	}
	t.picks = append(t.picks, m)
	for q := 1; q <= t.c.G.Players; q++ {
		if t.c.S.IsActive(q) && !t.picked(q) {
			return
		}
	}
	t.try(func() { t.c.Play(t.c.Combine(t.picks)) })
	t.picks = t.picks[:0]
}

// Payoffs are those that the rules pay, or else derived from the ranking: 1 for
// the best rank, -1 for the worst, linear between.
func (t *table) Payoffs() []*big.Rat {
	n := t.c.G.Players
	out := make([]*big.Rat, n)
	for i := range out {
		if paid, ok := t.c.Payoff(t.player(i + 1)); ok {
			out[i] = paid
			continue
		}
		rank := t.c.S.Ranking[t.player(i+1)]
		switch {
		case t.err != nil:
			out[i] = new(big.Rat)
		case n == 1:
			out[i] = new(big.Rat).SetFloat64(rank)
		case rank == 0:
			out[i] = new(big.Rat)
		default:
			r := new(big.Rat).SetFloat64(rank)
			out[i] = r.Sub(big.NewRat(int64(n+1), 2), r).Mul(r, big.NewRat(2, int64(n-1)))
		}
	}
	return out
}

// Observation is the position as the player sees it: what no rule hides from him.
func (t *table) Observation(player int) string { return t.c.Visible(t.player(player)) }
