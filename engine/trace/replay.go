package trace

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"runtime/debug"
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
}

// Replay plays a trace on a compiled game and compares every ply. A panic in the
// engine or a play longer than limit is a difference like any other.
func Replay(g *game.Game, t *Trace, limit time.Duration) (rep Report) {
	r := &replayer{g: g, t: t, deadline: time.Now().Add(limit)}
	defer func() {
		if x := recover(); x != nil {
			stack := strings.Split(string(debug.Stack()), "\n")
			rep = Report{Ply: r.ply, Plies: r.ply, Stage: r.stage, Detail: fmt.Sprintf("panic: %v at %s", x, where(stack))}
		}
	}()
	err := game.Catch(r.run)
	rep = Report{OK: r.fault == "" && err == nil, Plies: r.ply, Ply: r.ply, Stage: r.stage, Detail: r.fault}
	if err != nil {
		rep.Detail = err.Error()
	}
	if rep.OK {
		rep.Stage = ""
	}
	return rep
}

// where finds the frame of the engine that panicked.
func where(stack []string) string {
	for i, l := range stack {
		if strings.HasPrefix(l, "panic(") {
			for _, f := range stack[i+1:] {
				if strings.HasPrefix(f, "\t") && strings.Contains(f, "/engine/") {
					return strings.TrimSpace(f[strings.Index(f, "/engine/")+1:])
				}
			}
		}
	}
	return "?"
}

type replayer struct {
	g        *game.Game
	t        *Trace
	c        *game.Context
	ply      int
	stage    string
	fault    string
	deadline time.Time
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
		return r.fail("players: recorded %d, found %d", h.Players, g.Players)
	}
	if g.DefaultType.String() != h.DefaultSite {
		return r.fail("default site type: recorded %s, found %s", h.DefaultSite, g.DefaultType)
	}
	want := [3]int{h.Vertices, h.Edges, h.Cells}
	for st := range want {
		if n := g.Topo.Num(board.SiteType(st)); n != want[st] {
			return r.fail("number of %s elements: recorded %d, found %d", board.SiteType(st), want[st], n)
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
			return r.fail("%s: item %d: recorded %s, found %s", what, i, w, g)
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
		return r.fail("number of legal moves: recorded %d, found %d", l.N, n)
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
	return game.Move{}, r.fail("no legal move comes to the recorded actions: recorded %s, found %s", want, first)
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
	return game.Move{}, r.fail("no combination of legal moves comes to the recorded actions %s", want)
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
		if s := fmt.Sprintf("%016x", h.Sum64()); s != l.LegalFnv && s != "0x"+l.LegalFnv && fmt.Sprintf("%x", h.Sum64()) != l.LegalFnv {
			return r.fail("hash of %d legal moves: recorded %s (%d moves), found %s; first %s", len(got), l.LegalFnv, l.N, s, got[0])
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
	return r.fail("legal moves: %d recorded, %d found; missing %d (%s), extra %d (%s)", len(l.Legal), len(got),
		len(missing), head(missing), len(extra), head(extra))
}

func head(s []string) string {
	if len(s) == 0 {
		return "none"
	}
	return s[0]
}

func (r *replayer) num(what string, want, got int) bool {
	return want == got || r.fail("%s: recorded %d, found %d", what, want, got)
}

func (r *replayer) players(what string, want []int, got []int32) bool {
	for p := 1; p <= len(want) && p < len(got); p++ {
		if want[p-1] != int(got[p]) {
			return r.fail("%s of player %d: recorded %d, found %d", what, p, want[p-1], got[p])
		}
	}
	return true
}

func (r *replayer) state(l *Line) bool {
	s, g := r.c.S, r.g
	if !r.num("mover", *l.Mover, s.Mover) || !r.num("next", *l.Next, s.Next) || !r.num("prev", *l.Prev, s.Prev) ||
		!r.num("counter", l.Counter, s.Counter) || !r.num("turn", l.Turn, s.Turns) || !r.num("moves this turn", l.Tsp, s.TurnMoves) ||
		!r.players("phase", l.Phase, s.PhaseOf) || !r.players("score", l.Score, s.ScoreOf) || !r.players("amount", l.Amount, s.AmountOf) {
		return false
	}
	if l.Pot != nil && !r.num("pot", *l.Pot, s.Pot) {
		return false
	}
	for p := 1; p <= len(l.Active); p++ {
		if (l.Active[p-1] == 1) != s.IsActive(p) {
			return r.fail("player %d active: recorded %v, found %v", p, l.Active[p-1] == 1, s.IsActive(p))
		}
	}
	if !slices.EqualFunc(l.Pending, s.Pending, func(a int, b int32) bool { return a == int(b) }) {
		return r.fail("pending: recorded %v, found %v", l.Pending, s.Pending)
	}
	for name, v := range l.Vars {
		if got := r.c.VarNamed(name); got != v {
			return r.fail("variable %s: recorded %d, found %d", name, v, got)
		}
	}
	if !r.remembered(l.Remembered) {
		return false
	}
	for _, d := range l.Dice {
		if !slices.EqualFunc(d, s.DiceValue, func(a int, b int32) bool { return a == int(b) }) {
			return r.fail("dice: recorded %v, found %v", d, s.DiceValue)
		}
	}
	if g.DeductionPuzzle {
		return r.puzzle(l)
	}
	return r.same("site [container type site level what who count state rotation value]", rowTexts(l.Sites), rowTexts(r.sites())) &&
		r.same("hidden", sorted(rowTexts(l.Hidden)), sorted(rowTexts(r.hidden())))
}

func (r *replayer) remembered(raw json.RawMessage) bool {
	if len(raw) == 0 {
		return true
	}
	want := map[string][]int{}
	var list []int
	if json.Unmarshal(raw, &list) == nil {
		want[""] = list
	} else if err := json.Unmarshal(raw, &want); err != nil {
		return r.fail("remembered: the record cannot be read: %v", err)
	}
	for name, w := range want {
		got := r.c.RememberedNamed(name)
		if !slices.EqualFunc(w, got, func(a int, b int32) bool { return a == int(b) }) {
			return r.fail("remembered %q: recorded %v, found %v", name, w, got)
		}
	}
	return true
}

func sorted(s []string) []string { sort.Strings(s); return s }

func rowTexts(rows [][]int) []string {
	out := make([]string, len(rows))
	for i, x := range rows {
		out[i] = fmt.Sprint(x)
	}
	return out
}

// recordedTypes are the site types in the order of the sites of a trace.
var recordedTypes = [...]board.SiteType{board.Cell, board.Vertex, board.Edge}

// sites lists all non-empty sites as a trace does.
func (r *replayer) sites() [][]int {
	s, g := r.c.S, r.g
	var rows [][]int
	add := func(box int, st board.SiteType, site int) {
		levels := 1
		if g.Stacks {
			levels = s.SizeAt(st, site)
		}
		for lv := range levels {
			what, who := s.WhatAt(st, site, lv), s.WhoAt(st, site, lv)
			count := s.CountAt(st, site)
			row := []int{box, int(st), site, lv, what, who, count,
				s.StateAt(st, site, lv), s.RotationAt(st, site, lv), s.ValueAt(st, site, lv)}
			// The record leaves out sites that hold nothing but a count, such
			// as the cells under a large piece.
			row[6] = 0
			if slices.ContainsFunc(row[4:], func(v int) bool { return v != 0 }) {
				row[6] = count
				rows = append(rows, row)
			}
		}
	}
	for _, st := range recordedTypes {
		for site := range g.Topo.Num(st) {
			add(0, st, site)
		}
	}
	for i := 1; i < len(g.Containers); i++ {
		k := &g.Containers[i]
		for site := k.First; site < k.First+k.Sites; site++ {
			add(i, board.Cell, site)
		}
	}
	return rows
}

func (r *replayer) hidden() [][]int {
	s, g := r.c.S, r.g
	if !g.Hides {
		return nil
	}
	var rows [][]int
	for p := 1; p <= g.Players; p++ {
		one := func(box int, st board.SiteType, site int) {
			levels := 1
			if g.Stacks {
				levels = s.SizeAt(st, site)
			}
			for lv := range levels {
				if bits := s.HiddenBits(p, st, site, lv); bits != 0 {
					rows = append(rows, []int{p, box, int(st), site, lv, bits})
				}
			}
		}
		for _, st := range recordedTypes {
			if st != board.Cell && !g.Has(game.GraphFlag) {
				break // the record of games on cells has no other types
			}
			for site := range g.Topo.Num(st) {
				one(0, st, site)
			}
		}
		for i := 1; i < len(g.Containers); i++ {
			k := &g.Containers[i]
			for site := k.First; site < k.First+k.Sites; site++ {
				one(i, board.Cell, site)
			}
		}
	}
	return rows
}

func (r *replayer) puzzle(l *Line) bool {
	for _, raw := range l.Puzzle {
		var row []json.RawMessage
		var st, site int
		var values []int
		if json.Unmarshal(raw, &row) != nil || len(row) != 3 || json.Unmarshal(row[0], &st) != nil ||
			json.Unmarshal(row[1], &site) != nil || json.Unmarshal(row[2], &values) != nil {
			return r.fail("puzzle: the record %s cannot be read", raw)
		}
		var want uint64
		for _, v := range values {
			want |= 1 << v
		}
		// The record lists the candidates of the declared range only.
		got := r.c.S.PuzzleValues(board.SiteType(st), site) >> r.g.ValueRange[st][0] << r.g.ValueRange[st][0]
		if got != want {
			return r.fail("values of %s %d: recorded %b, found %b", board.SiteType(st), site, want, got)
		}
	}
	return true
}

func (r *replayer) end(l *Line) bool {
	s := r.c.S
	r.stage = "state"
	if l.Mover != nil && !r.state(l) {
		return false
	}
	r.stage = "end"
	if l.Winner == nil {
		if s.Over && !l.Truncated {
			return r.fail("the play is over with winner %d; the record has no end", s.Winner)
		}
		return true
	}
	if !s.Over {
		return r.fail("the play goes on; recorded winner %d by %s", *l.Winner, l.EndType)
	}
	if !r.num("winner", *l.Winner, s.Winner) {
		return false
	}
	if l.EndType != "" && l.EndType != s.End.String() {
		return r.fail("end: recorded %s, found %s", l.EndType, s.End)
	}
	if len(l.Ranking) > 0 && !slices.Equal(l.Ranking[1:], s.Ranking[1:]) {
		return r.fail("ranking: recorded %v, found %v", l.Ranking[1:], s.Ranking[1:])
	}
	return true
}
