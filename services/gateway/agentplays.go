package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

const (
	// searchedPlies bounds a play by search, searchedLimit the time that it may take.
	searchedPlies, searchedLimit = 600, 3 * time.Minute
	// searchedKept is the number of them that are remembered.
	searchedKept = 256
	// searchedPatience is how long a page waits for a play.
	searchedPatience = 1500 * time.Millisecond
)

// searchedPlay is the decisions of a play by agents that search: with the seed they are the
// whole play.
type searchedPlay []int

// spoken is a position whose decisions have sites and short names.
type spoken interface {
	formal.Position
	Context() *game.Context
	Places(i int) (from, to ruleset.Place, ok bool)
	Short(i int) string
}

// searched plays, or returns what is remembered of, the play of a ruleset by a team from a
// seed; ready is false while it is being played. Only agents whose play the catalogue has are
// asked, so that nobody has the server search as long as they like.
func (s *service) searched(
	ctx context.Context,
	q PlayQuery,
	rs engine.Ruleset,
) (play searchedPlay, ready bool, err error) {
	team, err := agent.ParseTeam(q.Agent)
	if err != nil {
		return nil, false, httpx.BadRequest("agent: %v", err)
	}
	known, err := s.catalogue.Agents(ctx)
	if err != nil {
		return nil, false, err
	}
	if !slices.Contains(known, q.Agent) {
		return nil, false, httpx.BadRequest(
			"agent: no ruleset was evaluated by %s; plays by other agents are not shown here",
			q.Agent,
		)
	}
	key := q.Hash + "\n" + q.Agent + "\n" + strconv.FormatUint(q.Seed, 10)
	thing, ready := s.searches.get(
		ctx,
		key,
		searchedPatience,
		func(ctx context.Context, progress *making[searchedPlay]) (searchedPlay, error) {
			return search(ctx, rs, team, q.Seed, &progress.done)
		},
	)
	if !ready {
		return nil, false, ctx.Err()
	}
	if errors.Is(thing.err, context.DeadlineExceeded) {
		return nil, true, &httpx.StatusError{Status: http.StatusServiceUnavailable,
			Msg: fmt.Sprintf("%s did not finish this play in %v", q.Agent, searchedLimit)}
	}
	return thing.value, true, thing.err
}

// begin is a position at the beginning of the play of a seed; what chance does follows from it.
func begin(rs engine.Ruleset, seed uint64, live *rng.SplitMix64) formal.Position {
	*live = rng.Derive(seed, 0)
	pos := rs.Game().NewPosition()
	pos.Restart(live)
	return pos
}

func search(
	ctx context.Context,
	rs engine.Ruleset,
	team agent.Team,
	seed uint64,
	plies interface{ Store(int64) },
) (searchedPlay, error) {
	table, err := team.Sit(rs.Game())
	if err != nil {
		return nil, httpx.BadRequest("agent: %v", err)
	}
	var live rng.SplitMix64
	pos := begin(rs, seed, &live)
	choice := rng.Derive(seed, 1)
	table.Start(choice.State)
	play := searchedPlay{}
	for !pos.Terminal() && len(play) < searchedPlies {
		i, err := table.Choose(ctx, pos, &choice)
		if err != nil {
			return nil, err
		}
		play = append(play, i)
		pos.Apply(i)
		plies.Store(int64(len(play)))
	}
	return play, ctx.Err()
}

// follow shows a position of a play by search.
func (s *service) follow(rs engine.Ruleset, on pictured, q PlayQuery, play searchedPlay) (p Play, err error) {
	var live rng.SplitMix64
	pos, ok := begin(rs, q.Seed, &live).(spoken)
	if !ok {
		return p, httpx.BadRequest("plays of this ruleset are shown for random agents only")
	}
	w := walk{on: on, stop: min(q.Ply, len(play))}
	for _, i := range play {
		if len(w.moves) == w.stop && !q.List {
			break
		}
		c := pos.Context()
		w.settle(c)
		if len(w.moves) == w.stop {
			w.see(c, targets(pos))
		}
		w.stood = owners(c, w.stood[:0])
		w.last = decision(pos, i)
		w.moves = append(w.moves, PlayMove{Mover: pos.Mover(), Text: pos.Short(i), Legal: pos.Moves()})
		pos.Apply(i)
	}
	c := pos.Context()
	if w.picture == nil && w.err == nil {
		w.see(c, targets(pos))
	}
	w.settle(c)
	return Play{
		Board:  w.picture,
		Moves:  w.moves,
		Ply:    w.at,
		Over:   c.S.Over,
		Winner: c.S.Winner,
		Game:   rs.Game().Name(),
	}, w.err
}

// targets are the decisions of a position as moves with their sites.
func targets(pos spoken) (list []game.Move) {
	if pos.Terminal() {
		return nil
	}
	for i := range pos.Moves() {
		list = append(list, decision(pos, i))
	}
	return list
}

// decision is a decision as a move with its sites.
func decision(pos spoken, i int) game.Move {
	m := game.Move{Mover: int32(pos.Mover()), From: -1, To: -1, Edge: -1}
	from, to, ok := pos.Places(i)
	switch {
	case !ok:
	case to.Type == board.Edge:
		m.Edge = to.Site
	default:
		m.From, m.To = from.Site, to.Site
	}
	return m
}

// whose is how an address names the agents of a play: "" for random ones.
func whose(agent string) string {
	if agent == catalogue.DefaultAgent {
		return ""
	}
	return agent
}
