package trace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// The extent of a recording: positions and lists of legal moves are kept for
// the first plies only, and long lists as their hash.
const (
	fullPlies = 100
	fullLegal = 400
)

// recorder records play as a trace.
type recorder struct {
	replayer
	full int // plies recorded in full
}

// Playout records a uniformly random playout of at most plies plies (0 for
// game.Game.PlyLimit). Path names the game in the trace. The seed decides
// both what the rules draw and what is played. It ends with the error of ctx.
func Playout(ctx context.Context, g *game.Game, path string, seed uint64, plies int) (*Trace, error) {
	if plies == 0 {
		plies = g.PlyLimit()
	}
	choice := rng.Derive(seed, 1)
	return record(ctx, g, path, rng.Derive(seed, 0).State, fullPlies,
		func(r *recorder, legal []game.Move) (game.Move, bool) {
			if len(r.t.Plies) == plies {
				return game.Move{}, false
			}
			return Choose(r.c, legal, &choice), true
		})
}

// Follow records the play of decisions by their numbers: in the list of legal moves,
// in games of simultaneous moves each in that of one active player after the other.
// The seed decides what the rules draw. A number that there is not is an error, and
// decisions of a turn that is not complete are left out.
func Follow(ctx context.Context, g *game.Game, path string, seed uint64, decisions []int) (*Trace, error) {
	var bad error
	at := 0
	next := func(legal []game.Move) (m game.Move, ok bool) {
		if at == len(decisions) {
			return m, false
		}
		i := decisions[at]
		if at++; i < 0 || i >= len(legal) {
			bad = fmt.Errorf("decision %d: there is no legal move %d of %d", at, i, len(legal))
			return m, false
		}
		return legal[i], true
	}
	t, err := record(ctx, g, path, rng.Derive(seed, 0).State, fullPlies,
		func(r *recorder, legal []game.Move) (game.Move, bool) {
			if g.Mode != game.Simultaneous {
				return next(legal)
			}
			var picks []game.Move
			for p := 1; p <= g.Players; p++ {
				if !r.c.S.IsActive(p) {
					continue
				}
				m, ok := next(movesOf(legal, p))
				if !ok {
					return game.Move{}, false
				}
				picks = append(picks, m)
			}
			return r.c.Combine(picks), true
		})
	if err = errors.Join(err, bad); err != nil {
		return nil, err
	}
	return t, nil
}

// Decisions plays a trial on its game and returns the play in the terms of Follow: the
// seed and the numbers of the decisions. The error tells the first difference of the
// recorded play.
func (t *TrialFile) Decisions(ctx context.Context, g *game.Game) (seed uint64, decisions []int, err error) {
	placements, err := t.placementsOf(g)
	if err != nil {
		return 0, nil, err
	}
	plain, err := t.Trace(placements)
	if err != nil {
		return 0, nil, err
	}
	state := plain.Header.Seed()
	var bad error
	_, err = record(ctx, g, t.Game, state, 0, func(r *recorder, legal []game.Move) (game.Move, bool) {
		n := len(r.t.Plies)
		if n == len(plain.Plies) {
			return game.Move{}, false
		}
		m, ok := r.find(plain.Plies[n].Played[0], legal)
		if !ok {
			bad = fmt.Errorf("ply %d: %s", n, r.fault)
			return m, false
		}
		if g.Mode != game.Simultaneous {
			decisions = append(decisions, slices.Index(legal, m))
			return m, true
		}
		for _, pick := range r.picks {
			decisions = append(decisions, slices.Index(movesOf(legal, int(pick.Mover)), pick))
		}
		return m, true
	})
	return rng.SeedOf(state), decisions, errors.Join(err, bad)
}

// movesOf are the moves of a player.
func movesOf(legal []game.Move, player int) []game.Move {
	var own []game.Move
	for _, m := range legal {
		if int(m.Mover) == player {
			own = append(own, m)
		}
	}
	return own
}

// Choose draws one of the legal moves, in games of simultaneous moves one of
// every player, combined.
func Choose(c *game.Context, legal []game.Move, r *rng.SplitMix64) game.Move {
	if c.G.Mode != game.Simultaneous {
		return legal[r.Below(len(legal))]
	}
	var picks []game.Move
	for p := 1; p <= c.G.Players; p++ {
		if own := movesOf(legal, p); len(own) > 0 {
			picks = append(picks, own[r.Below(len(own))])
		}
	}
	return c.Combine(picks)
}

// Full plays a trial on its game and returns it as a full trace. Path names the
// game in the trace. The error tells the first difference of the recorded play.
func (t *TrialFile) Full(g *game.Game, path string) (*Trace, error) {
	placements, err := t.placementsOf(g)
	if err != nil {
		return nil, err
	}
	plain, err := t.Trace(placements)
	if err != nil {
		return nil, err
	}
	var bad error
	x, err := record(context.Background(), g, path, plain.Header.Seed(), len(plain.Plies),
		func(r *recorder, legal []game.Move) (game.Move, bool) {
			n := len(r.t.Plies)
			if n == len(plain.Plies) || bad != nil {
				return game.Move{}, false
			}
			m, ok := r.find(plain.Plies[n].Played[0], legal)
			if !ok {
				bad = fmt.Errorf("ply %d: %s", n, r.fault)
			}
			return m, ok
		})
	if err = errors.Join(err, bad); err != nil {
		return nil, err
	}
	return x, nil
}

// placementsOf returns the number of moves that the start rules make.
func (t *TrialFile) placementsOf(g *game.Game) (int, error) {
	n := 0
	err := game.Catch(func() {
		c := game.NewContext(g)
		h := Header{RNG: t.RNG}
		r := rng.New(h.Seed())
		c.Start(&r)
		n = len(c.PlacedActions())
	})
	return n, err
}

// ReplayTrial plays a trial on its game and compares every move, the numbers
// of legal moves and the result; see Replay.
func ReplayTrial(g *game.Game, t *TrialFile, limit time.Duration) Report {
	placements, err := t.placementsOf(g)
	if err != nil {
		return Report{Stage: "start", Detail: err.Error()}
	}
	x, err := t.Trace(placements)
	if err != nil {
		return Report{Stage: "start", Detail: err.Error()}
	}
	return Replay(g, x, limit)
}

// record plays the moves that next chooses until it returns false or the play
// is over, and records the first full plies in full.
func record(ctx context.Context, g *game.Game, path string, state uint64, full int,
	next func(r *recorder, legal []game.Move) (game.Move, bool)) (*Trace, error) {
	t := &Trace{Header: header(g, path, state)}
	c := game.NewContext(g)
	c.SetLimits(game.Limits{Stop: ctx.Err})
	err := c.Catch(func() {
		r := &recorder{replayer{g: g, t: t, c: c}, full}
		gen := rng.New(state)
		r.c.Start(&gen)
		for _, a := range r.c.PlacedActions() {
			t.Header.Start = append(t.Header.Start, fmt.Sprintf("[Move:mover=0,from=%d,to=%d,actions=%s]", a.From, a.To,
				ActionText(r.c, a)))
		}
		for !r.c.S.Over {
			legal := r.c.Legal()
			m, ok := next(r, legal)
			if !ok {
				break
			}
			t.Plies = append(t.Plies, r.ply(legal))
			r.c.Play(m)
			l := &t.Plies[len(t.Plies)-1]
			l.Played = []string{AppliedText(r.c, m, r.c.Applied())}
		}
		end := r.position()
		end.End, end.Plies, end.Truncated = true, len(t.Plies), !r.c.S.Over
		if s := r.c.S; s.Over {
			end.Winner, end.EndType, end.Ranking = &s.Winner, s.End.String(), s.Ranking
		}
		t.End = &end
	})
	if err != nil {
		return nil, fmt.Errorf("ply %d: %w", len(t.Plies), err)
	}
	return t, nil
}

// header describes the game as the first line of a trace does.
func header(g *game.Game, path string, state uint64) Header {
	h := Header{Oracle: 1, Game: path, Name: g.Name, Players: g.Players, Stochastic: g.Has(game.Stochastic),
		HiddenInfo: g.Hides,
		Stacking:   g.Stacks, RequiresCount: g.Counts, DefaultSite: g.DefaultType.String(),
		Cells: g.Topo.Num(board.Cell), Vertices: g.Topo.Num(board.Vertex), Edges: g.Topo.Num(board.Edge), Start: []string{}}
	for i := range 8 {
		h.RNG = append(h.RNG, int8(uint8(state>>(8*i))))
	}
	for i := range g.Containers {
		k := &g.Containers[i]
		h.Containers = append(h.Containers, []any{k.Name, k.First, k.Sites, k.Owner})
	}
	for i := 1; i < len(g.Components); i++ {
		h.Components = append(h.Components, []any{g.Components[i].Name, g.Components[i].Owner})
	}
	for i := range g.Phases {
		h.Phases = append(h.Phases, g.Phases[i].Name)
	}
	return h
}

// ply is the line of the ply to be played.
func (r *recorder) ply(legal []game.Move) Line {
	n := len(r.t.Plies)
	l := Line{}
	if n < r.full {
		l = r.position()
		r.moves(&l, legal)
	}
	l.Ply, l.N = n, len(legal)
	return l
}

// moves records the legal moves, long lists as their hash.
func (r *recorder) moves(l *Line, legal []game.Move) {
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = MoveText(r.c, m)
	}
	sort.Strings(texts)
	if len(texts) <= fullLegal {
		l.Legal = texts
		return
	}
	h := fnv.New64a()
	h.Write([]byte(strings.Join(texts, "\n")))
	l.LegalFnv = fmt.Sprintf("%x", h.Sum64())
}

// position is the state, in the fields of a line.
func (r *recorder) position() Line {
	s, g := r.c.S, r.g
	mover, next, prev, pot := s.Mover, s.Next, s.Prev, s.Pot
	l := Line{Mover: &mover, Next: &next, Prev: &prev, Counter: s.Counter, Turn: s.Turns, Tsp: s.TurnMoves}
	l.Phase, l.Active = []int{}, []int{}
	for p := 1; p <= g.Players; p++ {
		l.Phase = append(l.Phase, int(s.PhaseOf[p]))
		active := 0
		if s.IsActive(p) {
			active = 1
		}
		l.Active = append(l.Active, active)
	}
	if g.Has(game.Score) {
		l.Score = ints(s.ScoreOf[1:])
	}
	if g.Has(game.Bet) {
		l.Amount, l.Pot = ints(s.AmountOf[1:]), &pot
	}
	l.Pending = ints(s.Pending)
	if vars := r.c.SetVars(); len(vars) > 0 {
		l.Vars = vars
	}
	l.Remembered = remembered(r.c)
	if len(g.Dice) > 0 {
		l.Dice = [][]int{ints(s.DiceValue)}
	}
	switch {
	case g.DeductionPuzzle:
		l.Puzzle = r.variables()
	default:
		l.Sites = append([][]int{}, r.sites()...)
		if g.Hides {
			l.Hidden = append([][]int{}, r.hidden()...)
			sort.SliceStable(l.Hidden, func(i, j int) bool { // by place, then by player
				return slices.Compare(l.Hidden[i][1:5], l.Hidden[j][1:5]) < 0
			})
		}
	}
	return l
}

func ints(list []int32) []int {
	out := make([]int, len(list))
	for i, v := range list {
		out[i] = int(v)
	}
	return out
}

// remembered are the remembered values without a name; the record has no others.
func remembered(c *game.Context) json.RawMessage {
	var words []string
	for _, v := range c.RememberedNamed("") {
		words = append(words, strconv.Itoa(int(v)))
	}
	if len(words) == 0 {
		return nil
	}
	return json.RawMessage("[" + strings.Join(words, ",") + "]")
}

// variables are those of a deduction puzzle with their candidates.
func (r *recorder) variables() []json.RawMessage {
	s, g := r.c.S, r.g
	rows := []json.RawMessage{}
	for _, st := range recordedTypes {
		lo, hi := g.ValueRange[st][0], g.ValueRange[st][1]
		if hi < 0 {
			continue
		}
		for site := range g.Topo.Num(st) {
			values, left := []string{}, s.PuzzleValues(st, site)
			for v := lo; v <= hi; v++ {
				if left.Has(v) {
					values = append(values, strconv.Itoa(v))
				}
			}
			rows = append(rows, json.RawMessage(fmt.Sprintf("[%d,%d,[%s]]", st, site, strings.Join(values, ","))))
		}
	}
	return rows
}

// State is the position of a context in the fields of a line of a trace.
func State(c *game.Context) Line {
	r := recorder{replayer{g: c.G, t: &Trace{}, c: c}, 0}
	l := r.position()
	if s := c.S; s.Over {
		l.Winner, l.EndType, l.Ranking = &s.Winner, s.End.String(), s.Ranking
	}
	return l
}
