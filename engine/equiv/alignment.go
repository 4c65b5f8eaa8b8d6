package equiv

import (
	"fmt"
	"strings"

	"github.com/astragal/astragal/engine/formal"
)

// alignment is a way to lay the trees of two games side by side.
type alignment struct {
	a, b formal.Game
	// jointA and jointB tell that a stage of the game is a whole joint move.
	jointA, jointB bool
	merge          bool // a branch of chance may stand for several
	settle         bool // forced moves are passed over
	perfect        bool // both are games of perfect information
	selects        bool // L-GDL moves must have the form of the construction
}

// alignments lists the ways to align the games: decision by decision, then by whole
// joint moves. An extensive form shows what players know where the format does
// not say it by static classes, or to games in which players count steps by timed ones.
func alignments(a, b formal.Game, o Options) []alignment {
	fa, fb := a.Formalism(), b.Formalism()
	gdl := fa == "gdl" || fb == "gdl"
	base := alignment{a: a, b: b, merge: o.MergeChance || gdl, settle: o.Contract,
		perfect: formal.Perfect(a) && formal.Perfect(b),
		selects: fa == "efg" && universal(b) || fb == "efg" && universal(a)}
	if o.Contract {
		if ca, cb, ok := contracted(a, b); ok {
			base.a, base.b, base.settle = ca, cb, false
			return []alignment{base}
		}
	}
	plain := base
	if gdl {
		plain.a, plain.b = timed(a), timed(b)
	}
	list := []alignment{plain}
	if o.Contract {
		return list // without forced moves joint moves are not needed to align games
	}
	type form struct {
		game  formal.Game
		joint bool
	}
	forms := func(g formal.Game) []form {
		if e, ok := g.(interface{ Joint() (formal.Game, bool) }); ok {
			list := []form{{timed(g), false}}
			if j, ok := e.Joint(); ok {
				list = append(list, form{j, true})
			}
			return list
		}
		return []form{{g, simultaneous(g)}}
	}
	for _, x := range forms(a) {
		for _, y := range forms(b) {
			if !x.joint && !y.joint {
				continue // as above
			}
			l := base
			l.a, l.b, l.jointA, l.jointB = x.game, y.game, x.joint, y.joint
			l.merge = true // moves of random with the same effect count as one
			list = append(list, l)
		}
	}
	return list
}

// simultaneous reports whether several may decide at the same time.
func simultaneous(g formal.Game) bool {
	if s, ok := g.(interface{ Simultaneous() bool }); ok {
		return s.Simultaneous()
	}
	_, joint := g.NewPosition().(formal.Joint)
	return joint
}

// universal reports whether an L-GDL game has the form of the construction by which
// extensive forms become L-GDL games.
func universal(g formal.Game) bool {
	u, ok := g.(interface{ Universal() bool })
	return ok && u.Universal()
}

// timed gives an extensive form whose players count steps; other games as they are.
func timed(g formal.Game) formal.Game {
	if t, ok := g.(interface{ Timed() formal.Game }); ok {
		return t.Timed()
	}
	return g
}

// contracted gives two extensive forms without forced moves, as trees, which their
// observations must follow.
func contracted(a, b formal.Game) (formal.Game, formal.Game, bool) {
	type contracter interface{ Contracted() formal.Game }
	ca, okA := a.(contracter)
	cb, okB := b.(contracter)
	if !okA || !okB {
		return nil, nil, false
	}
	return ca.Contracted(), cb.Contracted(), true
}

// views gives the views of both games.
func (al *alignment) views(o Options, numeric [2]bool) (a, b *view) {
	view := func(g formal.Game, joint, numeric bool, own []int) *view {
		v := &view{game: g, joint: joint, perfect: formal.Perfect(g) && g.Formalism() != "efg", settle: al.settle,
			numeric: numeric, own: own, as: make([]int, len(own))}
		for p, q := range own {
			v.as[q-1] = p + 1
		}
		v.selects = al.selects && g.Formalism() == "lgdl"
		v.turn = g.Formalism() == "lgdl" && !universal(g)
		v.moves = !al.perfect && g.Formalism() != "efg"
		return v
	}
	identity := make([]int, len(o.Players))
	for p := range identity {
		identity[p] = p + 1
	}
	return view(al.a, al.jointA, numeric[0], identity), view(al.b, al.jointB, numeric[1], o.Players)
}

// theorem says what an equal walk proves.
func (al *alignment) theorem(o Options) string {
	fa, fb := al.a.Formalism(), al.b.Formalism()
	pair := func(x, y string) bool { return fa == x && fb == y || fa == y && fb == x }
	s := "the trees of the games are the same"
	switch {
	case !o.strict():
	case pair("efg", "lgdl") && al.selects:
		s = `Theorem 1 of "The Ludii Game Description Language is Universal"`
	case pair("efg", "gdl") && (al.jointA != al.jointB):
		s = `Theorem 3 of "The General Game Playing Description Language is Universal"`
	case pair("efg", "gdl"):
		s = `Theorem 2 of "The General Game Playing Description Language is Universal"`
	}
	parts := []string{"plays of the same length with the same movers and numbers of moves"}
	if al.settle || o.Contract {
		parts[0] = "plays that are the same but for forced moves, with the same movers and numbers of moves"
	} else if al.jointA || al.jointB {
		parts[0] = "plays of the same number of joint moves, with the same movers and numbers of moves"
	}
	switch {
	case al.merge && !o.MergeChance:
		parts = append(parts, "the same exact probabilities, moves of random with the same effect taken together")
	case al.merge:
		parts = append(parts, "the same exact probabilities, branches of chance that lead to the same taken together")
	default:
		parts = append(parts, "the same exact probabilities")
	}
	parts = append(parts, o.Payoffs.theorem())
	switch {
	case al.perfect:
		parts = append(parts, "everybody sees everything in both")
	case o.OwnSets:
		parts = append(parts, "every player can tell apart the same positions in which he decides")
	default:
		parts = append(parts, "every player can tell apart the same positions, the last ones and those where others decide "+
			"included")
	}
	return s + ": " + strings.Join(parts, "; ")
}

func (p Payoffs) theorem() string {
	switch p {
	case Scaled:
		return "the same payoffs in other units"
	case Outcomes:
		return "the same outcomes, payoffs compared as win, draw or loss"
	}
	return "the same exact payoffs"
}

// method says how the trees were walked.
func (al *alignment) method(o Options, numeric [2]bool) string {
	s := "walk through both trees"
	if al.jointA || al.jointB {
		s += " by whole joint moves"
	}
	if numeric[0] || numeric[1] {
		s += ", numbered moves in order"
	}
	return s + o.weaker()
}

// strict reports whether no weaker criterion was asked for.
func (o Options) strict() bool {
	return !o.Contract && !o.MergeChance && !o.OwnSets && o.Payoffs == Exact
}

// weaker names the criteria that are not the strict ones.
func (o Options) weaker() string {
	var s string
	if o.Contract {
		s += ", without forced moves"
	}
	if o.MergeChance {
		s += ", branches of chance taken together"
	}
	if o.OwnSets {
		s += ", information compared where its owner decides"
	}
	if o.Payoffs == Scaled {
		s += ", payoffs up to their units"
	}
	if o.Payoffs == Outcomes {
		s += ", payoffs as win, draw or loss"
	}
	for p, q := range o.Players {
		if q != p+1 {
			return s + fmt.Sprintf(", player %d of A as player %d of B", p+1, q)
		}
	}
	return s
}
