package compiled

import (
	"math"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
)

// NewWhole compiles a game for a Watcher of which all of the position is kept, as machine
// code or, without, as closures.
func NewWhole(g *game.Game, machine bool) (*Game, error) {
	p, err := lower.Watched(g)
	if err == nil {
		err = p.Prepare(true, func(string) {})
	}
	if err != nil {
		return nil, err
	}
	c := &Game{code: &code{p: p, seen: ignore}}
	if c.open(); machine {
		c.Hasten()
	} else {
		c.worth, c.long = math.MaxInt64, math.MaxInt64
	}
	return c, nil
}

// Candidates are the legal moves of the position.
func (w *Watcher) Candidates() []uint64 {
	w.beside(func() { w.call(w.list, 0) })
	return w.of.p.Candidates(w.mem, nil)
}

// Credit is the ludeme that a legal move is credited to.
func (w *Watcher) Credit(move uint64) int32 { return w.credits[move>>52] }

// Tells reports whether as many actions are told of a legal move, or of the last move where that is 0, and of the same
// kinds.
func (w *Watcher) Tells(move uint64, acts []game.Action) bool {
	var told []game.Action
	whole, n := false, 0
	if move == 0 {
		n = int(w.columns.Acts[len(w.told.Acts)-1])
		told, whole = w.of.p.AppendActs(w.mem, true, nil)
	} else {
		w.beside(func() {
			before, _ := w.of.p.AppendActs(w.mem, false, nil) // of the last move
			w.call(w.try, move)
			told, whole = w.of.p.AppendActs(w.mem, false, nil)
			told = told[len(before):]
		})
		n = len(told)
	}
	kinds := func(acts []game.Action) []game.Kind {
		var list []game.Kind
		for i := range acts {
			list = append(list, acts[i].Kind)
		}
		slices.Sort(list)
		return list
	}
	return !whole || n == len(acts) && slices.Equal(kinds(told), kinds(acts))
}

// By is whom the last move is told to be the move of, 0 for nobody.
func (w *Watcher) By() int32 { return w.columns.By[len(w.told.Acts)-1] }

// beside does something and goes back to the position.
func (w *Watcher) beside(f func()) {
	var x spot
	x.state = make([]byte, w.of.p.Hi-w.of.p.Lo)
	w.save(&x)
	f()
	w.restore(&x)
}

// holds reports whether what stands where, the scores and the sites of the last move are
// those of a context, also when the play is over.
func (w *Watcher) holds(x *game.Context) bool {
	for i := range w.slots.list {
		what, n := w.SlotHolds(i)
		if a, b := x.S.SlotHolds(i); a != what || b != n {
			return false
		}
	}
	for q := 1; q <= w.of.p.G.Players; q++ {
		if w.of.p.Score(w.mem, q) != int(x.S.ScoreOf[q]) {
			return false
		}
	}
	return w.of.p.Var(w.mem, layout.LastFrom) == x.LastFrom() && w.of.p.Var(w.mem, layout.LastTo) == x.LastTo()
}

// Leads reports whether the position is that of a context, or becomes it by a move unless
// that is 0.
func (w *Watcher) Leads(move uint64, to *game.Context) (same bool) {
	w.beside(func() {
		if move != 0 {
			w.call(w.step, move)
		}
		room := append([]byte(nil), w.mem[:w.of.p.Hi]...)
		w.of.p.Load(w.mem, to)
		w.of.p.TakeHistory(w.mem, room)
		same = w.of.p.Differ(room, w.mem) == nil
		// Of a position that cannot be taken over, what stands where must do.
		same = w.of.p.Faulty(w.mem) || same
		copy(w.mem, room)
		same = same && w.holds(to)
	})
	return same
}

// Tries reports whether a listed move of one of several players comes to the position that a legal move by the rules
// comes to, before what follows it.
func (w *Watcher) Tries(x *game.Context, m game.Move, move uint64) (same bool) {
	if from, to := Ends(move); from != int(m.From) || to != int(m.To) {
		return false
	}
	mark, u := x.Mark(), x.Temp()
	u.Apply(m)
	w.beside(func() {
		w.call(w.try, move)
		room := append([]byte(nil), w.mem[:w.of.p.Hi]...)
		w.of.p.Load(w.mem, u)
		same = w.of.p.Differ(room, w.mem) == nil
		copy(w.mem, room)
	})
	x.GiveTemp(u)
	x.Release(mark)
	return same
}

// Undealt has the start rules make every start by chance.
func (p *Player) Undealt() { p.dealer = nil }
