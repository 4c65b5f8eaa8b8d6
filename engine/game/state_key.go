package game

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// History says which parts of the way to a position the rules of a game can ask for.
type History struct {
	Moves, Turns, Counter bool // numbers that grow with every move or turn
	Limits                bool // the limits of moves and turns
	Order                 bool // the order in which pieces came to where they stand
	// Free tells that no decision to come depends on the moves played, but for the rule that a play in which
	// all players pass is a draw. History does not find that out.
	Free bool
	// Spent tells of variables by number that no rule asks for them before it has set them anew; nil for none.
	// History does not find that out.
	Spent []bool
}

// History finds what the rules ask for in their clauses.
func (g *Game) History() (h History) {
	g.root.Any(func(e *lgdl.Expr) bool {
		if e.Form != nil {
			h.note(e)
		}
		return false
	})
	return h
}

// note adds what a clause asks for by itself.
func (h *History) note(e *lgdl.Expr) {
	of := e.Selector()
	switch e.Form.Keyword {
	case "count":
		h.Moves = h.Moves || of == "Moves"
		h.Turns = h.Turns || of == "Turns"
	case "counter":
		h.Counter = true
	case "value":
		h.Limits = h.Limits || of == "MoveLimit" || of == "TurnLimit"
	case "where", "sizes", "swap": // the first of several pieces or groups
		h.Order = true
	case "forEach":
		h.Order = h.Order || of == "Group"
	}
}

// keyer appends numbers to a key.
type keyer struct{ b []byte }

func (k *keyer) add(vs ...int) {
	for _, v := range vs {
		k.b = binary.AppendVarint(k.b, int64(v))
	}
}

func (k *keyer) list(vs []int32) {
	k.add(len(vs))
	for _, v := range vs {
		k.b = binary.AppendVarint(k.b, int64(v))
	}
}

func (k *keyer) words(vs []uint64) {
	for _, v := range vs {
		k.b = binary.AppendUvarint(k.b, v)
	}
}

func (k *keyer) floats(vs []float64) {
	for _, v := range vs {
		k.b = binary.AppendUvarint(k.b, math.Float64bits(v))
	}
}

func (k *keyer) bit(v bool) {
	if v {
		k.add(1)
	} else {
		k.add(0)
	}
}

// AppendKey appends all that the future of the play depends on: what stands where
// and, until the play is over, the mover, which are the visible part; then the rest
// of the state, the last move, and of the way here what h names, together with all
// positions that rules of repetition remember. Matches, and votes whose names are
// made during play, have no such key.
func (c *Context) AppendKey(dst []byte, h History) (key []byte, visible int) {
	return c.appendKey(dst, h, nil)
}

// appendKey is AppendKey for the image of the position, unless that is nil.
func (c *Context) appendKey(dst []byte, h History, by *image) (key []byte, visible int) {
	s, k := c.S, &keyer{dst}
	for st := range s.layers {
		l := &s.layers[st]
		if by != nil && board.SiteType(st) == c.G.DefaultType {
			l = by.layer(l)
		}
		k.layer(l, c.G.Flags&repetition != 0)
	}
	for st := range s.puzzle {
		for _, x := range s.puzzle[st] {
			k.words(x[:])
		}
	}
	if !s.Over {
		k.add(s.Mover)
	}
	visible = len(k.b) - len(dst)
	k.bit(s.Over)
	k.add(s.Mover, s.Next, s.Prev, s.TurnMoves, s.Passes, s.Temp, s.Pot, s.TrumpSuit, s.Decision, s.DiceSum,
		s.Paid, s.Winner, int(s.Active), int(s.Triggered), int(s.Stalemated), s.lossesNow, s.winsNow)
	k.bit(s.DiceEqual)
	k.words([]uint64{s.StoredHash})
	for i, v := range s.Vars {
		if i >= len(h.Spent) || !h.Spent[i] {
			k.add(int(v))
			k.bit(s.VarSet[i])
		}
	}
	for _, x := range [][]int32{s.Pending, s.ScoreOf, s.AmountOf, s.ValueOf, s.PhaseOf, s.TeamOf, s.Order,
		s.DiceValue, s.Propositions, s.Votes, s.ToClear, s.Dominoes, s.Winners, s.Losers,
		s.costs[0], s.costs[1], s.costs[2], c.T.Opening} {
		k.list(x)
	}
	for _, x := range s.Remembered {
		k.list(x)
	}
	for _, x := range s.onTrack {
		k.list(x)
	}
	k.words(s.Visited)
	k.floats(s.PayoffOf)
	k.floats(s.Ranking)
	for _, x := range s.lists {
		if !h.Order {
			x = slices.Clone(x)
			if by != nil {
				by.places(x, c.G.DefaultType)
			}
			slices.SortFunc(x, comparePlaces)
		}
		k.add(len(x))
		for _, p := range x {
			k.add(int(p.Site), int(p.Level), int(p.Type))
		}
	}
	if !s.Over {
		k.trial(c, h, by)
	}
	return k.b, visible
}

func comparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Site, b.Site), cmp.Compare(a.Level, b.Level))
}

// layer appends the data of a site type; what lies above the tops of stacks only if
// positions are remembered, whose hashes contain it.
func (k *keyer) layer(l *layer, latent bool) {
	if l.n == 0 {
		return
	}
	levels := l.stride
	if l.size != nil {
		k.list(l.size)
	}
	for _, arr := range [][]int32{l.what, l.who, l.state, l.rot, l.value} {
		if arr == nil {
			continue
		}
		for site := range l.n {
			n := levels
			if l.size != nil && !latent {
				n = int(l.size[site])
			}
			for _, v := range arr[site*l.stride : site*l.stride+n] {
				k.b = binary.AppendVarint(k.b, int64(v))
			}
		}
	}
	k.list(l.count)
	k.b = append(k.b, l.hidden...)
	k.words(l.playable)
}

// trial appends what the rules can ask of the moves played.
func (k *keyer) trial(c *Context, h History, by *image) {
	t, s := &c.T, c.S
	if h.Moves {
		k.add(t.MoveNumber())
	}
	if h.Turns {
		k.add(s.Turns)
	}
	if h.Counter {
		k.add(s.Counter)
	}
	k.passes(t, c.G.Players)
	if !h.Free {
		k.add(min(t.MoveNumber(), c.G.Players+1)) // the first moves are special by several rules
		k.last(c, by)
	}
	seen := t.GameHashes
	if last := 3 * c.G.Players * c.G.Players; c.G.Flags&repetition == CycleDetection && len(seen) > last {
		seen = seen[len(seen)-last:] // more is never asked for, see (is Cycle)
	}
	for _, hashes := range [][]uint64{seen, t.TurnHashes} {
		k.add(len(hashes))
		k.words(hashes)
	}
}

// passes appends what AllPassed may ask of the moves played: of the last runs of moves of one player, one fewer than
// there are players, as far as they begin with a pass, how long they are, and whether the play begins with them.
func (k *keyer) passes(t *Trial, players int) {
	i := t.Len() - 1
	for run := 1; run < players && i >= 0; run++ {
		j := i
		for j > 0 && t.At(j-1).Mover == t.At(i).Mover {
			j--
		}
		if !t.At(j).Pass {
			break
		}
		k.add(min(i-j+1, 4))
		k.bit(j == 0)
		i = j - 1
	}
	k.add(0)
}

// last appends the last move and who made those before.
func (k *keyer) last(c *Context, by *image) {
	t := &c.T
	for p := range c.G.Players + 1 {
		k.add(t.LastTurnMover(p), by.site(t.StartOfTurnFrom(p)))
	}
	e := t.Last()
	if e == nil {
		return
	}
	for _, v := range [...]int32{e.From, e.To, e.DecFrom, e.DecTo, e.AfterFrom, e.AfterTo} {
		k.add(by.site(int(v)))
	}
	for _, v := range [...]int32{e.Mover, e.LevelMin, e.LevelMax, e.State, int32(e.FromType), int32(e.ToType),
		e.LevelFrom, e.LevelTo, e.What, e.AfterLevelFrom, e.AfterLevelTo} {
		k.add(int(v))
	}
	k.bit(e.Pass)
	k.bit(e.Swap)
	for _, list := range [][]int32{e.Between, e.Froms, e.Tos} {
		k.add(len(list))
		for _, v := range list {
			k.add(by.site(int(v)))
		}
	}
}

// Repetition are the flags of rules for which positions must not come back, or that ask whether they do.
const Repetition = RepeatPositionalInGame | RepeatPositionalInTurn | RepeatSituationalInGame | RepeatSituationalInTurn

// repetition are the flags of rules that remember positions.
const repetition = Repetition | CycleDetection

// EndlessDraw reports whether the limits of length make a play that never ends from
// here a draw: nobody is out of it, and there are at most two players.
func (c *Context) EndlessDraw() bool {
	return c.G.Players <= 2 && c.Match == nil && c.S.ActiveCount() == c.G.Players
}
