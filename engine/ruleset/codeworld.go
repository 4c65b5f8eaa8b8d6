package ruleset

import (
	"errors"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// codeWorld is a position of a game that is played by compiled code, as search works on
// it: a range of bytes, which are copied to go back. Its decisions are numbered as the
// code lists them. What the rules leave to chance falls when moves are listed and made;
// at the loaded position it has fallen as in the play.
type codeWorld struct {
	g     *game.Game
	code  *compiled.Game
	draws bool
	at    *compiled.Position
	whole *layout.Hasher // of all that rules may read
	equal *layout.Hasher // of what makes positions equal that plays reach by different ways
	root  *position      // the position loaded
	top   []byte
	began []byte // where a playout began
	other []byte // where a decision that is only looked at is taken
	kept  bool   // somebody asks what playouts play

	values *heuristic.Set // nil without
	sums   []float64      // by player

	depth int // decisions since the top
	line  []made
	plies int // of the last playout

	lists  [][]uint64 // by depth if stacked, else one
	above  [][]byte   // the positions before, if stacked
	listed []bool
	open   []bool // those listed are candidates of Open
	noisy  [][]bool
	stack  bool

	worthOf []float64 // payoffs by ranks, in units of layout.RankUnit

	best   int       // the rank than which there is none better, −1 if payoffs have no bound
	ends   []int     // decisions that end the play, as Grow has found
	worths []float64 // and the payoffs then, by decision

	asked []uint64 // moves of which it is asked whether they leave fewer pieces
	fewer []bool
}

// made is a move of an agent.
type made struct {
	agent int
	move  uint64
}

// newCodeWorld returns a world of a compiled game, whose positions are valued by values
// unless it is nil.
func newCodeWorld(g *game.Game, c *compiled.Game, f search.Facts, values *heuristic.Set) (*codeWorld, error) {
	at, err := c.NewPosition()
	if err != nil {
		return nil, err
	}
	w := &codeWorld{g: g, code: c, draws: f.Draws, at: at, values: values, sums: make([]float64, g.Players+1), best: -1}
	if f.Bounded {
		w.best = 1
	}
	but := []layout.Var{}
	if !readsLast(g.Root()) {
		but = append(but, layout.LastFrom, layout.LastTo, layout.AfterFrom, layout.AfterTo, layout.ActFrom, layout.ActTo)
	}
	for text, v := range map[string]layout.Var{"Moves": layout.MoveNumber, "Turns": layout.Turns} {
		if !counts(g.Root(), text) {
			but = append(but, v)
		}
	}
	for rank := range layout.RankUnit*2*g.Players + 1 {
		w.worthOf = append(w.worthOf, worthOf(float64(rank)/layout.RankUnit, g.Players))
	}
	w.whole, w.equal = c.Hasher(), c.Hasher(but...)
	return w, nil
}

// counts reports whether rules ask for a number of the play, (count Moves) or the like.
func counts(e *lgdl.Expr, what string) bool {
	return contains(e, func(e *lgdl.Expr) bool {
		return e.Text == "count" && e.Selector() == what
	}, "")
}

// spoilt carries out of a search what compiled code cannot do.
type spoilt struct{ error }

// check ends what Guard runs if compiled code could not do it.
func (w *codeWorld) check() {
	if err := w.at.Err(); err != nil {
		panic(spoilt{err})
	}
}

// Load begins at a position, which must stay as it is until Index has been asked for.
func (w *codeWorld) Load(p formal.Position, stacked bool) error {
	q, ok := p.(*position)
	if !ok {
		return errors.New("the position is of another form of the game")
	}
	if q.err != nil {
		return q.err
	}
	if len(q.picks) > 0 {
		return search.Spoilt{Err: errors.New("a position after the first of several decisions at the same time")}
	}
	w.root, w.stack = q, stacked
	w.at.Load(q.c, q.told)
	if err := w.at.Err(); err != nil {
		return search.Spoilt{Err: err}
	}
	w.top = w.at.Save(w.top[:0])
	w.Top()
	if !w.draws || q.c.S.Over {
		return nil
	}
	live := w.at.Drawn()
	q.c.Legal()
	w.at.Seed(q.c.DrawnFrom())
	err := w.Guard(func() { w.moves() })
	w.top = w.at.Save(w.top[:0])
	w.at.Seed(live)
	return err
}

// Seed has all draws come from r.
func (w *codeWorld) Seed(r rng.SplitMix64) { w.at.Seed(r) }

// Top goes back to the loaded position. Listing its moves again draws nothing.
func (w *codeWorld) Top() {
	w.at.Restore(w.top)
	w.depth, w.line, w.plies = 0, w.line[:0], 0
	w.fresh(0)
}

// fresh has nothing be listed yet at a depth.
func (w *codeWorld) fresh(depth int) {
	if !w.stack {
		depth = 0
	}
	for len(w.lists) <= depth {
		w.lists, w.above, w.noisy = append(w.lists, nil), append(w.above, nil), append(w.noisy, nil)
		w.listed, w.open = append(w.listed, false), append(w.open, false)
	}
	w.listed[depth], w.open[depth], w.noisy[depth] = false, false, w.noisy[depth][:0]
}

// level is the place of the present position in what is kept by depth.
func (w *codeWorld) level() int {
	if !w.stack {
		return 0
	}
	return w.depth
}

// moves are those listed at the present position.
func (w *codeWorld) moves() []uint64 {
	depth := w.level()
	if !w.listed[depth] {
		w.lists[depth], w.listed[depth] = w.at.Moves(w.lists[depth][:0]), true
		w.check()
	}
	return w.lists[depth]
}

// List gives the legal decisions.
func (w *codeWorld) List() (int, bool) { return len(w.moves()), true }

// Open lists candidates, which Down tests, where that is faster than to list the legal decisions.
func (w *codeWorld) Open() (int, bool) {
	depth := w.level()
	if w.listed[depth] || !w.at.Tests() {
		return w.List()
	}
	w.lists[depth], w.listed[depth], w.open[depth] = w.at.Open(w.lists[depth][:0]), true, true
	w.check()
	if len(w.lists[depth]) == 0 {
		w.lists[depth], w.open[depth] = append(w.lists[depth], compiled.Forced), false
	}
	return len(w.lists[depth]), !w.open[depth]
}

// Down takes a decision.
func (w *codeWorld) Down(i int) bool {
	if depth := w.level(); w.open[depth] {
		return w.try(w.lists[depth], i)
	}
	w.Enter(w.moves()[i])
	return true
}

// try takes one of the candidates of Open if it is legal.
func (w *codeWorld) try(list []uint64, i int) bool {
	if i == len(list) {
		w.Enter(compiled.Forced)
		return true
	}
	m := made{w.at.Agent(), list[i]}
	w.leave()
	ok := w.at.Try(m.move)
	if w.check(); !ok {
		return false
	}
	w.enters(m)
	return true
}

// leave keeps the position for Up.
func (w *codeWorld) leave() {
	if w.stack {
		w.above[w.depth] = w.at.Save(w.above[w.depth][:0])
	}
}

// enters notes that a decision is taken.
func (w *codeWorld) enters(m made) {
	if w.kept && !w.stack {
		w.line = append(w.line, m)
	}
	w.depth++
	w.fresh(w.depth)
}

// Codes are the decisions for Enter.
func (w *codeWorld) Codes() []uint64 { return w.moves() }

// Enter takes a decision by the code that it had when the position was listed before.
func (w *codeWorld) Enter(code uint64) {
	w.leave()
	w.enters(made{w.at.Agent(), code})
	w.at.Step(code)
	w.check()
}

// Peek looks at a decision.
func (w *codeWorld) Peek(i int, dst []float64) bool {
	m := w.moves()[i]
	w.other = w.at.Save(w.other[:0])
	over := w.at.Step(m)
	w.check()
	if over {
		_ = w.Payoffs(dst)
	}
	w.at.Restore(w.other)
	return over
}

// Keeps reports whether Recall may go to any position: not where they remember those before.
func (w *codeWorld) Keeps() bool { return !w.code.Repeats() }

// Keep appends the position as bytes.
func (w *codeWorld) Keep(dst []byte) []byte { return w.at.Save(dst) }

// Recall goes to a position that was kept since Load.
func (w *codeWorld) Recall(saved []byte) {
	w.at.Restore(saved)
	w.depth, w.line, w.plies = 0, w.line[:0], 0
	w.fresh(0)
}

// Up takes the last decision back.
func (w *codeWorld) Up() {
	w.depth--
	w.at.Restore(w.above[w.depth])
}

func (w *codeWorld) Over() bool   { return w.at.Over() }
func (w *codeWorld) Mover() int   { return w.at.Agent() }
func (w *codeWorld) Pending() int { return w.at.Pending() }

// Sample is never asked for: chance falls inside of moves and lists.
func (w *codeWorld) Sample(r *rng.SplitMix64) int { return r.Below(len(w.moves())) }

// Key tells moves by mover, from, to, and what rule they are by; the latter not where there are secrets, on which it
// may depend, nor of players who decide at the same time, where it depends on whose turn it is by number.
func (w *codeWorld) Key(i int) uint32 {
	m := w.moves()[i]
	if w.g.Hides {
		from, to := compiled.Ends(m)
		return moveKey(int32(w.at.Mover()), int32(from), int32(to), 0)
	}
	if w.g.Mode == game.Simultaneous {
		return codeKey(w.at.Agent(), compiled.Ruleless(m))
	}
	w.kept = true
	return codeKey(w.at.Agent(), m)
}

func codeKey(mover int, move uint64) uint32 {
	h := (move ^ uint64(mover)*0x94d049bb133111eb) * 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// Line tells of the decisions and of the moves of the playout after them, if Key has
// been asked for before and nothing is to be taken back.
func (w *codeWorld) Line(f func(player int, key uint32)) bool {
	if !w.kept || w.stack {
		return false
	}
	for _, x := range w.line {
		f(x.agent, codeKey(x.agent, x.move))
	}
	w.at.Line(w.plies, func(agent int, move uint64) { f(agent, codeKey(agent, move)) })
	return true
}

// Noisy reports whether a move goes where somebody else stands or leaves fewer pieces.
func (w *codeWorld) Noisy(i int) bool {
	depth, moves := w.level(), w.moves()
	if noisy := w.noisy[depth]; len(noisy) == len(moves) {
		return noisy[i]
	}
	noisy, mover := w.noisy[depth][:0], w.at.Mover()
	w.asked = w.asked[:0]
	for _, m := range moves {
		from, to := compiled.Ends(m)
		taken := false
		if to >= 0 && to != from {
			owner := w.g.Components[w.at.What(to)].Owner
			taken = owner != 0 && owner != mover
		}
		if noisy = append(noisy, taken); !taken && !w.at.Spares(m) {
			w.asked = append(w.asked, m)
		}
	}
	w.fewer = w.at.Fewer(w.asked, w.fewer[:0])
	w.check()
	for k, n := 0, 0; n < len(w.fewer); k++ {
		if moves[k] == w.asked[n] {
			noisy[k] = noisy[k] || w.fewer[n]
			n++
		}
	}
	w.noisy[depth] = noisy
	return noisy[i]
}

// Hash identifies the position. What chance had a part in before the moves were listed
// is part of it. On a line it is that of the very position, whose codes are the same.
func (w *codeWorld) Hash(bool) uint64 {
	if w.stack {
		return w.at.Hash(w.equal)
	}
	return w.at.Hash(w.whole)
}

// Payoffs are those of the rules, or follow from the ranking.
func (w *codeWorld) Payoffs(dst []float64) error {
	if w.g.Has(game.Payoff) && w.at.Paid() > 0 {
		for i := range dst {
			dst[i] = w.at.PaidTo(w.at.Player(i + 1))
		}
		return nil
	}
	for i := range dst {
		dst[i] = worthOf(w.at.Rank(w.at.Player(i+1)), w.g.Players)
	}
	return nil
}

// Values are those of world.
func (w *codeWorld) Values(dst []float64) bool {
	if w.values == nil {
		return false
	}
	legal := 0
	if w.values.NeedsMoves() {
		legal = len(w.moves())
	}
	for p := 1; p <= w.g.Players; p++ {
		w.sums[p] = w.at.Value(w.values, p, legal)
	}
	w.check()
	pressed(dst, w.sums, func(i int) int { return w.at.Player(i + 1) })
	return true
}

// Playout plays on at random.
func (w *codeWorld) Playout(r *rng.SplitMix64, limit int) {
	if w.stack {
		w.began = w.at.Save(w.began[:0])
	}
	live := w.at.Drawn()
	w.plies = w.at.Playout(r, limit, w.kept && !w.stack)
	if !w.stack {
		w.fresh(0)
	}
	w.at.Seed(live)
	w.check()
}

// Back goes back to where the playout began.
func (w *codeWorld) Back() { w.at.Restore(w.began) }

// Guard runs f. The error is search.Spoilt for what compiled code cannot do.
func (w *codeWorld) Guard(f func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case spoilt:
			err = search.Spoilt{Err: x.error}
		default:
			panic(x)
		}
	}()
	f()
	return nil
}
