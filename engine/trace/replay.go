package trace

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// Report is the outcome of replaying one trace.
type Report struct {
	OK     bool
	Plies  int    // plies that agreed
	Ply    int    // ply of the first difference
	Stage  string // compile, start, legal, apply, state or end; "" when OK
	Detail string
	// The first difference taken apart, "" where Detail is another error: what
	// differs, what is recorded and what was found.
	Item, Recorded, Found string
}

// Replay plays a trace on a compiled game and compares every ply. A fault of
// the engine or a play longer than limit is a difference like any other.
func Replay(g *game.Game, t *Trace, limit time.Duration) Report {
	r := &replayer{g: g, t: t, deadline: time.Now().Add(limit)}
	err := game.Catch(r.run)
	rep := Report{OK: r.fault == "" && err == nil, Plies: r.ply, Ply: r.ply, Stage: r.stage, Detail: r.fault,
		Item: r.item, Recorded: r.recorded, Found: r.found}
	if err != nil {
		rep.Detail = err.Error()
	}
	if rep.OK {
		rep.Stage = ""
	}
	return rep
}

type replayer struct {
	g        *game.Game
	t        *Trace
	c        *game.Context
	ply      int
	stage    string
	fault    string
	deadline time.Time

	picks []game.Move // of a simultaneous turn, that were found last

	item, recorded, found string // the first difference, see Report
}

// differ notes the first difference of record and play.
func (r *replayer) differ(what string, recorded, found any) bool {
	r.item, r.recorded, r.found = what, fmt.Sprint(recorded), fmt.Sprint(found)
	return r.fail("%s: recorded %s, found %s", what, r.recorded, r.found)
}

func (r *replayer) fail(format string, args ...any) bool {
	r.fault = fmt.Sprintf(format, args...)
	return false
}

func (r *replayer) run() {
	r.stage = "start"
	r.c = game.NewContext(r.g)
	if !r.t.Bare && !r.header() {
		return
	}
	gen := rng.New(r.t.Header.Seed())
	r.c.Start(&gen)
	if !r.start() {
		return
	}
	for i := range r.t.Plies {
		r.ply = i
		if time.Now().After(r.deadline) {
			r.fail("the time limit was reached")
			return
		}
		if !r.step(&r.t.Plies[i]) {
			return
		}
	}
	r.ply = len(r.t.Plies)
	if r.t.End != nil {
		r.end(r.t.End)
	}
}

func (r *replayer) header() bool {
	g, h := r.g, &r.t.Header
	if g.Players != h.Players {
		return r.differ("players", h.Players, g.Players)
	}
	if g.DefaultType.String() != h.DefaultSite {
		return r.differ("default site type", h.DefaultSite, g.DefaultType)
	}
	want := [3]int{h.Vertices, h.Edges, h.Cells}
	for st := range want {
		if n := g.Topo.Num(board.SiteType(st)); n != want[st] {
			return r.differ(fmt.Sprintf("number of %s elements", board.SiteType(st)), want[st], n)
		}
	}
	var boxes []string
	for i := range g.Containers {
		k := &g.Containers[i]
		boxes = append(boxes, fmt.Sprint([]any{k.Name, k.First, k.Sites, k.Owner}))
	}
	if !r.same("containers", texts(h.Containers), boxes) {
		return false
	}
	var comps []string
	for i := 1; i < len(g.Components); i++ {
		comps = append(comps, fmt.Sprint([]any{g.Components[i].Name, g.Components[i].Owner}))
	}
	return r.same("components", texts(h.Components), comps)
}

func texts(rows [][]any) []string {
	var out []string
	for _, x := range rows {
		out = append(out, fmt.Sprint(x))
	}
	return out
}

// same compares two ordered lists and reports the first difference.
func (r *replayer) same(what string, want, got []string) bool {
	for i := 0; i < max(len(want), len(got)); i++ {
		w, g := "nothing", "nothing"
		if i < len(want) {
			w = want[i]
		}
		if i < len(got) {
			g = got[i]
		}
		if w != g {
			return r.differ(fmt.Sprintf("%s: item %d", what, i), w, g)
		}
	}
	return true
}

func (r *replayer) start() bool {
	var got, want []string
	for _, a := range r.c.PlacedActions() {
		m := fmt.Sprintf("[Move:mover=0,from=%d,to=%d,actions=%s]", a.From, a.To, ActionText(r.c, a))
		got = append(got, Canon(m, false))
	}
	for _, s := range r.t.Header.Start {
		want = append(want, Canon(s, false))
	}
	return r.same("placements", want, got)
}

func (r *replayer) step(l *Line) bool {
	c := r.c
	r.stage = "legal"
	legal := c.Legal()
	if l.Mover != nil {
		r.stage = "state"
		if !r.state(l) {
			return false
		}
		r.stage = "legal"
	}
	n := len(legal)
	if l.N == 0 && n == 1 && c.IsPass(legal[0]) {
		n = 0
	}
	if l.Legal != nil || l.LegalFnv != "" {
		if !r.legal(l, legal) {
			return false
		}
	}
	if l.N != Unknown && n != l.N {
		return r.differ("number of legal moves", l.N, n)
	}
	r.stage = "apply"
	if len(l.Played) == 0 {
		return r.fail("nothing was played")
	}
	m, ok := r.find(l.Played[0], legal)
	if ok {
		c.Play(m)
	}
	return ok
}

// find returns the legal move, or the combination of the players' moves, that
// comes to the recorded actions.
func (r *replayer) find(played string, legal []game.Move) (game.Move, bool) {
	want := Canon(played, false)
	if r.g.Mode == game.Simultaneous {
		return r.findCombination(want, legal)
	}
	header := headerOf(played)
	var first string
	var found game.Move
	matches := false
	// Candidates with the recorded from and to are tried first: trying a
	// move costs a copy of the state. Of several that mean the same, the one
	// that reads the same is played: levels are not compared otherwise.
	for pass := range 2 {
		for _, m := range legal {
			if (header == [2]int32{m.From, m.To}) != (pass == 0) {
				continue
			}
			text := r.try(m)
			got := Canon(text, false)
			if got == want {
				if text == played {
					return m, true
				}
				if !matches {
					found, matches = m, true
				}
			}
			if first == "" && pass == 0 {
				first = got
			}
		}
		if matches {
			return found, true
		}
	}
	return game.Move{}, r.differ("no legal move comes to the recorded actions", want, first)
}

func headerOf(move string) [2]int32 {
	h := [2]int32{game.Off, game.Off}
	i := strings.Index(move, "actions=")
	if i < 0 {
		return h
	}
	for _, f := range fields(move[len("[Move:"):i]) {
		var v int32
		fmt.Sscan(f.value, &v)
		switch f.name {
		case "from":
			h[0] = v
		case "to":
			h[1] = v
		}
	}
	return h
}

// try applies a move to a copy that draws from the live stream's state and
// returns the text of what was applied.
func (r *replayer) try(m game.Move) string {
	c := r.c
	c.Rest()
	t := c.Temp()
	*t.R = *c.R
	t.S.Pending = t.S.Pending[:0]
	t.S.Decision = game.Off
	t.Apply(m)
	s := AppliedText(t, m, t.Applied())
	c.GiveTemp(t)
	return s
}

func (r *replayer) findCombination(want string, legal []game.Move) (game.Move, bool) {
	c := r.c
	byPlayer := make([][]game.Move, r.g.Players+1)
	for _, m := range legal {
		byPlayer[m.Mover] = append(byPlayer[m.Mover], m)
	}
	var pick []game.Move
	var search func(p int) (game.Move, bool)
	search = func(p int) (game.Move, bool) {
		if p > r.g.Players {
			m := c.Combine(pick)
			r.picks = append(r.picks[:0], pick...)
			return m, Canon(r.try(m), false) == want
		}
		if len(byPlayer[p]) == 0 {
			return search(p + 1)
		}
		for _, m := range byPlayer[p] {
			pick = append(pick, m)
			if x, ok := search(p + 1); ok {
				return x, true
			}
			pick = pick[:len(pick)-1]
		}
		return game.Move{}, false
	}
	if m, ok := search(1); ok {
		return m, true
	}
	return game.Move{}, r.differ("no combination of legal moves comes to the recorded actions", want, "none")
}

func (r *replayer) legal(l *Line, legal []game.Move) bool {
	var got []string
	for _, m := range legal {
		got = append(got, MoveText(r.c, m))
	}
	if l.N == 0 {
		return true
	}
	sort.Strings(got)
	if l.LegalFnv != "" {
		h := fnv.New64a()
		h.Write([]byte(strings.Join(got, "\n")))
		if s := fmt.Sprintf("%016x", h.Sum64()); s != l.LegalFnv && s != "0x"+l.LegalFnv &&
			fmt.Sprintf("%x", h.Sum64()) != l.LegalFnv {
			return r.fail("hash of %d legal moves: recorded %s (%d moves), found %s; first %s", len(got), l.LegalFnv, l.N, s,
				got[0])
		}
		return true
	}
	if slices.Equal(got, l.Legal) {
		return true
	}
	count := map[string]int{}
	for _, s := range l.Legal {
		count[Canon(s, true)]++
	}
	var extra, missing []string
	for _, s := range got {
		k := Canon(s, true)
		if count[k]--; count[k] < 0 {
			extra = append(extra, k)
		}
	}
	for k, n := range count {
		for ; n > 0; n-- {
			missing = append(missing, k)
		}
	}
	if len(extra)+len(missing) == 0 {
		return true
	}
	sort.Strings(missing)
	return r.differ(fmt.Sprintf("legal moves (%d recorded, %d found; %d missing, %d extra)", len(l.Legal), len(got),
		len(missing), len(extra)),
		head(missing), head(extra))
}

func head(s []string) string {
	if len(s) == 0 {
		return "none"
	}
	return s[0]
}
