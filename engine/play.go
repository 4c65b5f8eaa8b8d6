package engine

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/strength"
)

// DefaultMaxPlies ends playouts of games in the common form that have no limit of their own.
const DefaultMaxPlies = 10_000

// Play plays a batch of playouts of any game through the common form of all
// formalisms. Random decisions are uniform over the legal ones, chance follows
// its exact probabilities. Plies count decisions of players only; those taken at
// the same time are one ply, whose branching is the product of theirs. The
// winner is the player with the highest payoff, if only one has it; a draw is
// equal payoffs for everybody; utilities are by rank, ties sharing the mean rank.
func Play(ctx context.Context, g formal.Game, p Params) (*metric.Batch, error) {
	team, err := agent.ParseTeam(p.Agent)
	if err != nil {
		return nil, err
	}
	if p.Ladder && (p.Bare || p.Scope != metric.All) {
		return nil, strength.ErrBare
	}
	if p.From != nil && (p.Ladder || p.Traffic || p.MoveLimit != 0 || p.TurnLimit != 0) {
		return nil, errFrom
	}
	watch := clock{ctx: ctx, params: p}
	t := &table{players: len(g.Players()), maxPlies: maxPlies(p), clock: watch, pace: clockEvery, from: p.From}
	if !team.Random() {
		if t.seek, err = team.Sit(g); err != nil {
			return nil, err
		}
		t.pace = 1 // a search takes long compared with a look at the clock
		if !p.Bare {
			t.thoughts = metric.NewBatch(t.players)
			if t.mind, err = strength.NewWatcher(g, t.seek, t.thoughts); err != nil {
				return nil, err
			}
		}
	}
	if p.Ladder {
		if t.ladder, err = strength.NewLadder(g, team, t.maxPlies); err != nil {
			return nil, err
		}
	}
	pos, number := g.NewPosition(), p.First
	b, err := playAll(t.players, p, everyOne, func(r *rng.SplitMix64, _ bool) (*metric.Playout, error) {
		seed := r.State
		out, err := t.play(pos, r)
		if err == nil && t.mind != nil {
			err = t.think(pos, out, seed, number)
		}
		if err != nil {
			pos = g.NewPosition()
		}
		number++
		return out, err
	})
	if err == nil && t.thoughts != nil {
		err = b.Merge(t.thoughts)
	}
	return b, err
}

// think adds what was thought in the play with the given number, and has its ladder played. A play
// that is given up meanwhile is in no figure.
func (t *table) think(pos formal.Position, out *metric.Playout, seed uint64, number int) error {
	steps := metric.NewBatch(t.players)
	if t.ladder != nil {
		if err := t.ladder.Play(t.clock.ctx, seed, number, steps, t.clock.look); err != nil {
			return t.late(err)
		}
	}
	if err := t.mind.End(t.clock.ctx, pos, out.Plies, out.Winner > 0); err != nil {
		return t.late(err)
	}
	return t.thoughts.Merge(steps)
}

// late is errNoTime for a search that was told to stop, otherwise the error.
func (t *table) late(err error) error {
	if t.clock.ctx.Err() != nil && t.clock.params.late() {
		return errNoTime
	}
	return err
}

// errFrom refuses what is measured of whole plays only.
var errFrom = errors.New("plays from a position have no ladders, no traffic and no limits but that of plies")

// everyOne watches all playouts: where looking on costs next to nothing.
func everyOne(int) bool { return true }

// maxPlies is the number of plies after which a playout is a draw by limit.
func maxPlies(p Params) int {
	if p.MaxPlies == 0 {
		return DefaultMaxPlies
	}
	return p.MaxPlies
}

// clockEvery is the number of steps of random play between looks at the clock
// and the context.
const clockEvery = 64

// table is where plays take place.
type table struct {
	players  int
	maxPlies int
	clock    clock
	seek     *agent.Table // nil for random play
	pace     int          // steps between looks at the clock
	from     *Way         // where plays begin, nil for the start
	// mind looks on at what agents think and adds it to thoughts, and ladder plays; nil for none.
	mind     *strength.Watcher
	thoughts *metric.Batch
	ladder   *strength.Ladder
}

// choose returns the decision in a position.
func (t *table) choose(ctx context.Context, pos formal.Position, r *rng.SplitMix64) (int, error) {
	switch {
	case t.seek != nil:
		return t.seek.Choose(ctx, pos, r)
	case pos.Mover() == formal.Chance:
		return formal.Draw(pos, r), nil
	}
	return r.Below(pos.Moves()), nil
}

// play plays once.
func (t *table) play(pos formal.Position, r *rng.SplitMix64) (*metric.Playout, error) {
	out := &metric.Playout{Branching: []int32{}}
	t.clock.begin()
	joint, _ := pos.(formal.Joint)
	mover := -1
	if t.seek != nil {
		t.seek.Start(r.State)
	}
	if t.mind != nil {
		t.mind.Start()
	}
	if err := t.restart(pos, r); err != nil {
		return nil, err
	}
	var now ply
	for step := 0; !pos.Terminal(); step++ {
		if step%t.pace == 0 {
			if err := t.clock.look(); err != nil {
				return nil, err
			}
		}
		who, n := pos.Mover(), pos.Moves()
		if n < 1 {
			stuck := &formal.Fault{Reason: "no legal move in a position that is not terminal"}
			stuck.Where = fmt.Sprintf("after %d plies", out.Plies)
			return nil, faultOf(pos, stuck)
		}
		if who != formal.Chance {
			if out.Plies == t.maxPlies {
				drawn(out, t.players)
				return out, nil
			}
			now.add(who, n)
		}
		i, err := t.choose(t.clock.ctx, pos, r)
		if err != nil {
			return nil, t.late(err)
		}
		if t.mind != nil {
			t.mind.Decided(pos, i)
		}
		pos.Apply(i)
		if joint != nil && joint.Pending() > 0 && !pos.Terminal() || now.deciders == 0 {
			continue
		}
		if who := now.mover(); who != 0 && who != mover {
			mover = who
			out.Turns++
		}
		out.Plies++
		out.Branching = append(out.Branching, int32(now.branching))
		now = ply{}
	}
	if err := faultOf(pos, nil); err != nil {
		return nil, err
	}
	judge(out, pos.Payoffs())
	return out, nil
}

// restart begins a play, at the start or where it is told to; what is drawn from then on
// comes from r.
func (t *table) restart(pos formal.Position, r *rng.SplitMix64) error {
	if t.from == nil {
		pos.Restart(r)
		return nil
	}
	before := rng.Derive(t.from.Seed, 0)
	pos.Restart(&before)
	for k, i := range t.from.Decisions {
		if pos.Terminal() || i < 0 || i >= pos.Moves() {
			return fmt.Errorf("decision %d of %d: there is no decision %d", k+1, len(t.from.Decisions), i)
		}
		if t.seek != nil {
			if err := t.seek.Saw(pos, i); err != nil {
				return err
			}
		}
		pos.Apply(i)
		if err := faultOf(pos, nil); err != nil {
			return err
		}
	}
	if d, ok := pos.(formal.Drawer); ok {
		d.Redraw(rng.New(r.Uint64()))
	}
	return nil
}

// faultOf is what a position says is wrong with it, otherwise the given error.
func faultOf(pos formal.Position, otherwise error) error {
	if f, ok := pos.(interface{ Err() error }); ok && f.Err() != nil {
		return f.Err()
	}
	return otherwise
}

// ply is one decision, or all that are taken at the same time.
type ply struct {
	deciders  int
	only      int // the last who decided
	choosers  int // those with more than one alternative
	chooser   int // the last of them
	branching int // joint moves
}

func (p *ply) add(who, n int) {
	if p.deciders == 0 {
		p.branching = 1
	}
	p.deciders++
	p.only = who
	p.branching = min(p.branching*n, math.MaxInt32)
	if n > 1 {
		p.choosers++
		p.chooser = who
	}
}

// mover is who decides alone, or who alone has a choice; 0 if there is nobody.
func (p *ply) mover() int {
	switch {
	case p.deciders == 1:
		return p.only
	case p.choosers == 1:
		return p.chooser
	}
	return 0
}
