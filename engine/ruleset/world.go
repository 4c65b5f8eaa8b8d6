package ruleset

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// world is a position of a compiled game as search works on it. On a line from the
// top it goes in one context, with moves drafted and not made wherever that is
// enough; stacked, it goes down in look-ahead copies, whose lists of moves stay.
type world struct {
	g       *game.Game
	values  *heuristic.Set
	recent  bool // moves depend on the last one, so that equal positions are not equal without it
	drawing bool
	stacked bool

	root   *game.Context // the loaded position, never played on
	listed []game.Move   // its moves, in games that draw when they list them

	line   *game.Context // goes down
	spare  game.Trial
	hashes [2][]uint64
	at     *game.Context   // the present position
	began  *game.Context   // where a playout began
	above  []*game.Context // those before it, stacked
	marks  []game.ArenaMark
	lists  [][]game.Move // of these and of the present one, stacked
	known  []bool        // whether they have been made
	live   rng.SplitMix64

	n     int         // decisions of the present position
	moves []game.Move // made, where they are needed; else nil
	top   bool        // nothing has been played since Top
	sums  []float64   // by player
}

// NewWorld returns a world of the game, of compiled code where there is any that does
// all that is asked for; nil in matches and, by the rules and where something is hidden, where players decide at the
// same time: the common form serves them, and code decides the same.
func (a *adapter) NewWorld(v search.Values, rules bool) (search.World, search.Facts, error) {
	f := search.Facts{Players: a.g.Players, Draws: a.Draws(), Joint: a.Simultaneous(), Hidden: a.Hidden()}
	if a.g.Mode == game.Simultaneous && !rules {
		if c := a.code(false); c != nil {
			if w, err := newCodeWorld(a.g, c, f, nil); err == nil {
				return w, f, nil
			}
		}
	}
	if a.g.Mode != game.Alternating || a.g.IsMatch() {
		return nil, f, nil
	}
	f.Hashes, f.Low, f.High = true, -1, 1
	f.Bounded = !pays(a.g.Root())
	values, err := a.valuing(v)
	if err != nil {
		return nil, f, err
	}
	if c := a.searched(values != nil); c != nil && !rules && (values == nil || !values.Threats()) {
		// Without memory for it the game is played by the rules.
		if w, err := newCodeWorld(a.g, c, f, values); err == nil {
			return w, f, nil
		}
	}
	w := &world{g: a.g, values: values, drawing: f.Draws, recent: readsLast(a.g.Root()),
		sums: make([]float64, a.g.Players+1)}
	if a.g.DeductionPuzzle {
		return puzzle{w}, f, nil
	}
	return w, f, nil
}

// code is the compiled form of a game without secrets, nil if there is none.
func (a *adapter) code(valued bool) *compiled.Game {
	if a.g.Hides {
		return nil
	}
	return a.playing(valued)
}

// searched is the compiled form for search, which imagines positions where there are secrets: those before them are
// unknown.
func (a *adapter) searched(valued bool) *compiled.Game {
	if c := a.playing(valued); c != nil && !(a.g.Hides && c.Repeats()) {
		return c
	}
	return nil
}

// playing is the compiled form of a game whoever knows what, nil if there is none and of puzzles, of which search asks
// what a decision assigns; valued if heuristics value its positions, where positions may come back: those of a play are
// told to one compiled form alone.
func (a *adapter) playing(valued bool) *compiled.Game {
	if a.machine == nil || a.g.DeductionPuzzle {
		return nil
	}
	make := a.machine
	if valued {
		make = a.valued
	}
	if c := make(); c != nil && !(valued && c.Repeats()) {
		return c
	}
	return nil
}

// valuing are the heuristics asked for, nil for none.
func (a *adapter) valuing(v search.Values) (*heuristic.Set, error) {
	switch v {
	case search.Own:
		if set := a.own(); set != nil {
			return set, nil
		}
		return a.standard(), nil
	case search.Standard:
		return a.standard(), nil
	case search.Material:
		return heuristic.Pieces(a.g), nil
	case search.None:
		return nil, nil
	}
	return nil, fmt.Errorf("no heuristics are known as %q", v)
}

// readsLast reports whether moves may depend on the last one; ends are judged
// when it is made.
func readsLast(e *lgdl.Expr) bool {
	return contains(e, func(e *lgdl.Expr) bool {
		return e.Text == "last" || e.Text == "was" ||
			e.Form != nil && len(e.Form.Slots) > 0 && strings.HasPrefix(e.Form.Slots[0].Const, "Last")
	}, "end")
}

// pays reports whether the rules pay numbers of their own.
func pays(e *lgdl.Expr) bool {
	return contains(e, func(e *lgdl.Expr) bool { return e.Text == "payoffs" }, "")
}

// contains reports whether there is a clause as asked for outside of those with a
// keyword.
func contains(e *lgdl.Expr, is func(e *lgdl.Expr) bool, without string) bool {
	if e == nil || e.Kind == lgdl.Clause && e.Text == without {
		return false
	}
	if e.Kind == lgdl.Clause && is(e) {
		return true
	}
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			if contains(x, is, without) {
				return true
			}
		}
	}
	return false
}

// Load begins at a position.
func (w *world) Load(p formal.Position, stacked bool) error {
	q, ok := p.(*position)
	if !ok {
		return errors.New("the position is of another form of the game")
	}
	if q.err != nil {
		return q.err
	}
	w.release()
	w.stacked = stacked
	w.root = q.c.Fork(&w.live)
	w.root.Lazy = true
	w.listed = nil
	if w.drawing && !w.g.Hides {
		w.listed = w.root.Legal() // as they were drawn: the list is that of the play
	}
	w.line = q.c.Fork(&w.live)
	w.line.Lazy = true
	w.spare = w.line.T
	w.Top()
	return nil
}

// Seed has all draws come from r.
func (w *world) Seed(r rng.SplitMix64) { w.live = r }

// Top goes back to the loaded position.
func (w *world) Top() {
	w.release()
	w.at, w.moves, w.top = w.root, nil, true
	if !w.stacked && w.listed == nil {
		w.become(w.root)
	}
}

// release gives the copies of a stack back.
func (w *world) release() {
	for len(w.above) > 0 {
		w.Up()
	}
	for i := range w.known {
		w.known[i] = false
	}
}

// become has the line go on from where c is.
func (w *world) become(c *game.Context) {
	l := w.line
	l.T = w.spare // starting must not write into the trial of the root
	l.Start(&w.live)
	w.spare = l.T
	l.S.CopyFrom(c.S)
	l.T = c.T
	w.hashes[0] = append(w.hashes[0][:0], c.T.GameHashes...)
	w.hashes[1] = append(w.hashes[1][:0], c.T.TurnHashes...)
	l.T.GameHashes, l.T.TurnHashes = w.hashes[0], w.hashes[1]
	l.From, l.To, l.Between, l.Site, l.Level, l.Value = c.From, c.To, c.Between, c.Site, c.Level, c.Value
	l.Player, l.Track, l.Edge, l.Hint, l.Pips = c.Player, c.Track, c.Edge, c.Hint, c.Pips
	w.at = l
}

// List gives the decisions. Where draws have a part in the list it must be made,
// elsewhere drafts do on a line.
func (w *world) List() (int, bool) {
	c := w.at
	switch {
	case w.top && w.listed != nil:
		w.moves = w.listed
	case w.stacked:
		k := len(w.above)
		if k == len(w.lists) {
			w.lists, w.known = append(w.lists, nil), append(w.known, false)
		}
		if !w.known[k] {
			w.lists[k], w.known[k] = append(w.lists[k][:0], c.Legal()...), true
		}
		w.moves = w.lists[k]
	case w.drawing:
		w.moves = c.Legal()
	default:
		w.moves = nil
		w.n = c.Candidates()
		return max(w.n, 1), w.n == 0 || c.Settled()
	}
	w.n = len(w.moves)
	return w.n, true
}

// Down takes a decision.
func (w *world) Down(i int) bool {
	c := w.at
	switch {
	case w.stacked:
		w.marks = append(w.marks, c.Mark())
		w.above = append(w.above, c)
		c.Rest()
		t := c.Temp()
		t.R = &w.live
		w.at = t // so that it is given back whatever happens
		t.Play(w.moves[i])
	case w.top && w.listed != nil:
		mark := c.Mark()
		c.Rest()
		t := c.Temp()
		t.R = &w.live
		t.Play(w.moves[i])
		w.become(t)
		c.GiveTemp(t)
		c.Release(mark)
	case w.moves != nil:
		c.Play(w.moves[i])
	case i >= w.n:
		c.Play(c.ForcedPass())
	default:
		if !c.PlayCandidate(i) {
			return false
		}
	}
	w.moves, w.top = nil, false
	return true
}

// Peek looks at a decision in a look-ahead copy.
func (w *world) Peek(i int, dst []float64) bool {
	c := w.at
	mark := c.Mark()
	defer c.Release(mark)
	m, ok := game.Move{}, false
	switch {
	case w.moves != nil:
		m, ok = w.moves[i], true
	case i < w.n:
		m, ok = c.Candidate(i)
	default:
		m, ok = c.ForcedPass(), w.n == 0
	}
	if !ok {
		return false
	}
	c.Rest()
	t := c.Temp()
	t.R = &w.live
	t.Play(m)
	over := t.S.Over
	if over {
		w.at = t
		over = w.Payoffs(dst) == nil
		w.at = c
	}
	c.GiveTemp(t)
	return over
}

// Up takes the last decision back.
func (w *world) Up() {
	last := len(w.above) - 1
	if len(w.known) > last+1 {
		w.known[last+1] = false
	}
	c := w.above[last]
	c.GiveTemp(w.at)
	c.Release(w.marks[last])
	w.at, w.above, w.marks = c, w.above[:last], w.marks[:last]
	w.moves = w.lists[last]
	w.n = len(w.moves)
}

func (w *world) Over() bool { return w.at.S.Over }

// Mover is who decides, under the number he began with.
func (w *world) Mover() int {
	s := w.at.S
	for agent := 1; agent <= w.g.Players; agent++ {
		if int(s.Order[agent]) == s.Mover {
			return agent
		}
	}
	return s.Mover
}

func (w *world) Pending() int { return 0 }

// Sample is never asked for: chance falls inside of moves.
func (w *world) Sample(r *rng.SplitMix64) int { return r.Below(w.n) }

// Payoffs are those of the rules, or follow from the ranking as in table.Payoffs.
func (w *world) Payoffs(dst []float64) error {
	s, n := w.at.S, w.g.Players
	if s.Paid != 0 {
		for i := range dst {
			x, _ := w.at.Payoff(int(s.Order[i+1]))
			dst[i], _ = x.Float64()
		}
		return nil
	}
	for i := range dst {
		dst[i] = worthOf(s.Ranking[s.Order[i+1]], n)
	}
	return nil
}

// worthOf is the payoff of a rank among n players: 1 for the best, -1 for the worst.
func worthOf(rank float64, n int) float64 {
	switch {
	case n == 1:
		return rank
	case rank == 0:
		return 0
	}
	return (float64(n+1)/2 - rank) * 2 / float64(n-1)
}

// Values are each player's sum of terms less those of the others, pressed into the
// interval from -1 to 1.
func (w *world) Values(dst []float64) bool {
	if w.values == nil {
		return false
	}
	c, n := w.at, w.g.Players
	legal := 0
	if w.values.NeedsMoves() {
		legal, _ = w.List()
	}
	for p := 1; p <= n; p++ {
		w.sums[p] = w.values.Value(c, p, legal)
	}
	pressed(dst, w.sums, func(i int) int { return int(c.S.Order[i+1]) })
	return true
}

// pressed are the sums of terms by player, each less those of the others, pressed into the
// interval from -1 to 1; of gives the player of a seat.
func pressed(dst, sums []float64, of func(i int) int) {
	total, n := 0.0, len(sums)-1
	for _, x := range sums[1:] {
		total += x
	}
	for i := range dst {
		own := sums[of(i)]
		others := total - own
		if n > 2 {
			others /= float64(n - 1)
		}
		x := own - others
		if dst[i] = x / (1 + math.Abs(x)); math.IsNaN(dst[i]) {
			dst[i] = 0
		}
	}
}

// Playout plays on by the player of compiled games, from a position of a stack in
// the line. What was listed with draws is played as it was drawn.
func (w *world) Playout(r *rng.SplitMix64, limit int) {
	w.began = w.at
	if w.at != w.line && !w.drawing {
		w.become(w.at)
	}
	if w.drawing && !w.at.S.Over && limit > 0 {
		if w.moves == nil {
			w.List()
		}
		w.Down(r.Below(w.n))
		limit--
	}
	play.Finish(w.line, r, limit)
	w.moves = nil
}

// Back goes back to where the playout began.
func (w *world) Back() {
	w.at = w.began
	if k := len(w.above); k < len(w.known) && w.known[k] {
		w.moves = w.lists[k]
		w.n = len(w.moves)
	}
}

// Guard runs f; a fault of the rules is its error.
func (w *world) Guard(f func()) error {
	if err := w.line.Catch(f); err != nil {
		return fmt.Errorf("in search: %w", err)
	}
	return nil
}
