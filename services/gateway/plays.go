package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/trace"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/services/compile"
)

// PlayQuery asks for a position of the playout that a seed decides.
type PlayQuery struct {
	Hash string
	Seed uint64
	Ply  int  // moves made before the position; one beyond the end is the end
	List bool // all moves of the playout, too
	// Agent plays at all seats, or several at one each; "" is random play.
	Agent string
}

// Play is a position of a playout.
type Play struct {
	Board []byte // SVG, with the last move, what it captured, and where legal moves end
	Moves []PlayMove
	Ply   int
	// Over tells that the playout came to an end, not to the bound of what is shown;
	// Winner is then 0 for nobody.
	Over   bool
	Winner int
	Game   string
	// UnderWay says that the play is still being played, and nothing else is known of it.
	UnderWay bool
}

// PlayMove is a move of a playout.
type PlayMove struct {
	Mover int
	Text  string // "D4–E5", sites as the board names them
	Legal int    // moves that there were to choose from
	Taken int    // pieces of others that were captured
}

// pictured is a ruleset whose positions can be drawn.
type pictured interface {
	Plan() *game.Game
	Draw(w io.Writer, c *game.Context, o draw.Options) error
}

// compiledOf is the compiled ruleset of a hash.
func (s *service) compiledOf(ctx context.Context, hash string) (engine.Ruleset, error) {
	source, err := s.catalogue.SourceOf(ctx, hash)
	if err != nil {
		return nil, err
	}
	rs, err := s.cache.Get(ctx, source, func(ctx context.Context) (engine.Ruleset, error) {
		return compile.Load(ctx, s.catalogue, s.compiler, source)
	})
	var bad *compile.SourceError
	if errors.As(err, &bad) {
		return nil, httpx.BadRequest("%v", err)
	}
	return rs, err
}

func (s *service) Play(ctx context.Context, q PlayQuery) (p Play, err error) {
	rs, err := s.compiledOf(ctx, q.Hash)
	if err != nil {
		return p, err
	}
	on, ok := rs.(pictured)
	if !ok {
		return p, httpx.BadRequest(
			"positions are drawn of L-GDL rulesets only, this one is %s",
			rs.Game().Formalism(),
		)
	}
	if q.Agent != "" {
		play, ready, err := s.searched(ctx, q, rs)
		if err != nil || !ready {
			return Play{UnderWay: true, Game: rs.Game().Name()}, err
		}
		return s.follow(rs, on, q, play)
	}
	p = Play{Game: rs.Game().Name()}
	last := maxTrialPlies
	if q.List {
		whole, ready, err := s.watched(ctx, q, on)
		if p.UnderWay = !ready; err != nil || !ready {
			return p, err
		}
		p.Moves, p.Over, p.Winner, last = whole.moves, whole.over, whole.winner, len(whole.moves)
	}
	w := walk{on: on, stop: q.Ply}
	c, legal, err := trace.Watch(ctx, on.Plan(), q.Seed, min(q.Ply, last), w.step)
	if err != nil {
		return p, fmt.Errorf("playing: %w", err)
	}
	w.see(c, legal)
	p.Board, p.Ply = w.picture, w.at
	return p, w.err
}

// watchedPlay is all moves of a random playout and how it ended.
type watchedPlay struct {
	moves  []PlayMove
	over   bool // to its end, not to the bound of what is shown
	winner int
}

const (
	// watchedLimit is the time that a random playout may take on a page, watchedKept the number
	// that are remembered: stepping through one asks for its moves again and again.
	watchedLimit, watchedKept = time.Minute, 64
)

// watched plays, or returns what is remembered of, the random playout of a seed; ready is false
// while it is being played.
func (s *service) watched(ctx context.Context, q PlayQuery, on pictured) (*watchedPlay, bool, error) {
	key := q.Hash + "\n" + strconv.FormatUint(q.Seed, 10)
	thing, ready := s.plays.get(ctx, key, searchedPatience,
		func(ctx context.Context, _ *making[*watchedPlay]) (*watchedPlay, error) {
			w := walk{on: on, stop: -1}
			c, _, err := trace.Watch(ctx, on.Plan(), q.Seed, maxTrialPlies, w.step)
			if err != nil {
				return nil, fmt.Errorf("playing: %w", err)
			}
			w.settle(c)
			return &watchedPlay{w.moves, c.S.Over, c.S.Winner}, nil
		})
	switch {
	case !ready:
		return nil, false, ctx.Err()
	case errors.Is(thing.err, context.DeadlineExceeded):
		return nil, true, &httpx.StatusError{Status: http.StatusServiceUnavailable,
			Msg: fmt.Sprintf("this playout did not end in %v", watchedLimit)}
	}
	return thing.value, true, thing.err
}

// walk follows a playout and draws one of its positions.
type walk struct {
	on      pictured
	stop    int // the ply whose position is drawn
	moves   []PlayMove
	stood   []int // who stood on every site before the last move
	last    game.Move
	picture []byte
	at      int
	err     error
}

// step is told of a position and the move that is made there.
func (w *walk) step(c *game.Context, legal []game.Move, chosen game.Move) {
	w.settle(c)
	if len(w.moves) == w.stop {
		w.see(c, legal)
	}
	w.stood = owners(c, w.stood[:0])
	w.last = chosen
	w.moves = append(w.moves, PlayMove{Mover: int(chosen.Mover), Text: moveName(c.G, chosen), Legal: len(legal)})
}

// settle says of the last move what it captured.
func (w *walk) settle(c *game.Context) {
	if n := len(w.moves); n > 0 && w.moves[n-1].Taken == 0 {
		w.moves[n-1].Taken = len(w.taken(c))
	}
}

// taken are the sites where pieces of others than the last mover stood before the move
// and do not stand any more.
func (w *walk) taken(c *game.Context) (sites []int32) {
	now := owners(c, nil)
	for site, who := range w.stood {
		if who > 0 && who != int(w.last.Mover) && who <= c.G.Players && now[site] != who {
			sites = append(sites, int32(site))
		}
	}
	return sites
}

// owners appends who owns the top of every site of the board.
func owners(c *game.Context, list []int) []int {
	st := c.G.DefaultType
	for site := range c.G.Topo.NumSites() {
		who := 0
		if n := c.S.SizeAt(st, site); n > 0 {
			who = c.S.WhoAt(st, site, n-1)
		}
		list = append(list, who)
	}
	return list
}

// see draws the position.
func (w *walk) see(c *game.Context, legal []game.Move) {
	w.settle(c)
	w.at = len(w.moves)
	st := c.G.DefaultType
	var marks []draw.Mark
	mark := func(site int32, kind draw.MarkKind, note string) {
		marks = append(marks, draw.Mark{Type: st, Site: site, Kind: kind, Note: note})
	}
	seen := map[int32]bool{}
	for _, m := range legal {
		if m.To >= 0 && !seen[m.To] && m.Edge < 0 {
			seen[m.To] = true
			mark(m.To, draw.Open, "a legal move ends here")
		}
	}
	if w.at > 0 && w.last.Edge < 0 {
		for _, site := range w.taken(c) {
			mark(site, draw.Taken, "captured by the last move")
		}
		if w.last.From != w.last.To {
			mark(w.last.From, draw.Left, "the last move began here")
		}
		mark(w.last.To, draw.Reached, "the last move ended here")
	}
	var b bytes.Buffer
	o := draw.Options{Title: fmt.Sprintf("%s after %d plies", c.G.Name, w.at), Marks: marks, Labels: true}
	if w.err = w.on.Draw(&b, c, o); w.err == nil {
		w.picture = b.Bytes()
	}
}

// moveName names a move by the sites from and to, as the board calls them.
func moveName(g *game.Game, m game.Move) string {
	if m.Edge >= 0 {
		return "edge " + strconv.Itoa(int(m.Edge))
	}
	name := func(site int32) string {
		if site >= 0 && int(site) < g.Topo.NumSites() {
			if label := g.Topo.Label(g.DefaultType, site); label != "" {
				return label
			}
		}
		if site < 0 {
			return ""
		}
		for i := range g.Containers {
			if k := &g.Containers[i]; k.Kind != game.Board && int(site) >= k.First && int(site) < k.First+k.Sites {
				return k.Name
			}
		}
		return strconv.Itoa(int(site))
	}
	from, to := name(m.From), name(m.To)
	switch {
	case to == "" && from == "":
		return "pass"
	case from == "" || from == to:
		return to
	case to == "":
		return from
	}
	return from + "–" + to
}

// playPage shows a playout position by position.
func playPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	q, err := readPlay(r)
	if err != nil {
		return err
	}
	q.List = true
	response, err := e.Play(r.Context(), q)
	if err != nil {
		return err
	}
	p := response
	detail, err := e.Ruleset(r.Context(), RulesetQuery{Hash: q.Hash})
	if err != nil {
		return err
	}
	base := "/rulesets/" + url.PathEscape(q.Hash) + "/plays/"
	by := ""
	if q.Agent != "" {
		by = "&agent=" + url.QueryEscape(q.Agent)
	}
	at := func(seed uint64, ply int) string {
		return base + strconv.FormatUint(seed, 10) + "?ply=" + strconv.Itoa(ply) + by
	}
	agents, err := e.Agents(r.Context(), struct{}{})
	if err != nil {
		return err
	}
	last := len(p.Moves)
	data := map[string]any{
		"Detail":  detail,
		"Play":    p,
		"Seed":    q.Seed,
		"Last":    last,
		"Address": base + strconv.FormatUint(q.Seed, 10),
		"First":   at(q.Seed, 0),
		"End":     at(q.Seed, last),
		"Other":   at(q.Seed+1, 0),
		"Outcome": outcomeText(p),
		"Agent":   q.Agent,
		"Agents":  agents,
		"By":      template.URL(by), // escaped above
	}
	if p.Ply > 0 {
		data["Back"] = at(q.Seed, p.Ply-1)
	}
	if p.Ply < last {
		data["On"] = at(q.Seed, p.Ply+1)
	}
	render(w, http.StatusOK, "play", "Play of "+p.Game, p.UnderWay, data)
	return nil
}

// outcomeText says how a playout ended.
func outcomeText(p Play) string {
	switch {
	case !p.Over:
		return fmt.Sprintf("not over after %s plies, the most that are shown", formatCount(int64(len(p.Moves))))
	case p.Winner == 0:
		return fmt.Sprintf("nobody wins after %s plies", formatCount(int64(len(p.Moves))))
	}
	return fmt.Sprintf("player %d wins after %s plies", p.Winner, formatCount(int64(len(p.Moves))))
}

func readPlay(r *http.Request) (q PlayQuery, err error) {
	if err := checkPath(r, "hash", "seed"); err != nil {
		return q, err
	}
	values, err := readQuery(r, []parameter{{name: "ply", kind: "integer", high: maxTrialPlies}, agentParameter})
	if err != nil {
		return q, err
	}
	seed, err := strconv.ParseUint(r.PathValue("seed"), 10, 64)
	if err != nil {
		return q, httpx.BadRequest("seed: %q is no number", r.PathValue("seed"))
	}
	by := values.Get("agent")
	if err := checkAgent(&by); err != nil {
		return q, err
	}
	return PlayQuery{Hash: r.PathValue("hash"), Seed: seed, Ply: number(values, "ply", 0), Agent: whose(by)}, nil
}

// playPicture draws a position of a playout.
func playPicture(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	q, err := readPlay(r)
	if err != nil {
		return err
	}
	response, err := e.Play(r.Context(), q)
	if err != nil {
		return err
	}
	p := response
	if p.UnderWay {
		w.Header().Set("Retry-After", "5")
		return &httpx.StatusError{Status: http.StatusServiceUnavailable, Msg: "the play is still being played"}
	}
	writePicture(w, p.Board)
	return nil
}

// writePicture writes an SVG that stands for itself.
func writePicture(w http.ResponseWriter, svg []byte) {
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	w.Write(svg)
}
