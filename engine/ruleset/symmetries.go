package ruleset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/symmetry"
)

// maxSymmetries bounds the symmetries of a board that are looked at.
const maxSymmetries = 4096

// notSymmetric are requirements under which a position holds more than images know of.
const notSymmetric = game.Stacking | game.Rotation | game.HiddenInfo | game.Stochastic | game.SequenceCapture |
	game.Visited | game.CycleDetection | game.RepeatPositionalInGame | game.RepeatPositionalInTurn |
	game.RepeatSituationalInGame | game.RepeatSituationalInTurn | game.Team | game.PendingValues | game.Variables |
	game.RememberedValues | game.Bet | game.Vote | game.LineOfPlay | game.SwapRule | game.EdgeFlag | game.LargePiece |
	game.Card | game.DominoFlag | game.TrackFlag | game.InternalLoop | game.StartSites

// Symmetries are the permutations of the board that keep the rules: all automorphisms of its graph that keep
// every kind of step and of line that a rule asks for, and every set of sites that it names. That this is enough
// follows from the forms of which the rules are made, see knownForms: a game with any other is refused. Neither
// players nor pieces are exchanged, and the start need not be its own image.
//
// Of each the first half says where sites go, the second where they come from.
func (a *adapter) Symmetries() ([][]int32, error) {
	g := a.g
	switch {
	case g.Stacks || g.Boardless || g.DeductionPuzzle || g.Mode != game.Alternating || g.Flags&notSymmetric != 0 ||
		g.RandomStart || a.Draws():
		return nil, fmt.Errorf("symmetries are found of games of one piece to a site, without chance and memory")
	}
	k, err := knowRules(g)
	if err != nil {
		return nil, err
	}
	if k.skewed != nil {
		return nil, k.skewed
	}
	if g.History().Order {
		return nil, fmt.Errorf("the order of pieces counts")
	}
	group, err := boardSymmetries(g)
	if err != nil {
		return nil, err
	}
	var out [][]int32
	for _, p := range group {
		if k.kept(p) {
			from := make([]int32, len(p))
			for s, to := range p {
				from[to] = int32(s)
			}
			out = append(out, append(slices.Clone(p), from...))
		}
	}
	return out, nil
}

// boardSymmetries are the automorphisms of the graph of a board.
func boardSymmetries(g *game.Game) ([][]int32, error) {
	t, st := g.Topo, g.DefaultType
	kinds := map[[2]int32]int32{}
	for bit, rel := range []board.Relation{board.RelAdjacent, board.RelOrthogonal, board.RelDiagonal} {
		for s := range int32(t.Num(st)) {
			for _, n := range t.Neighbours(st, rel, s) {
				kinds[[2]int32{min(s, n), max(s, n)}] |= 1 << bit
			}
		}
	}
	var edges [][3]int32
	for ends, kind := range kinds {
		edges = append(edges, [3]int32{ends[0], ends[1], kind})
	}
	slices.SortFunc(edges, func(a, b [3]int32) int { return slices.Compare(a[:], b[:]) })
	graph, err := symmetry.NewGraph(t.Num(st), edges)
	if err != nil {
		return nil, err
	}
	group, err := symmetry.Automorphisms(graph)
	if err != nil {
		return nil, err
	}
	all, ok := group.Elements(maxSymmetries)
	if !ok {
		return nil, fmt.Errorf("%v symmetries of the board, the limit is %d", group.Order(), maxSymmetries)
	}
	return all, nil
}

// kept reports whether a permutation keeps all that rules ask the board for.
func (k *known) kept(p []int32) bool {
	t, st := k.g.Topo, k.g.DefaultType
	image := func(sites []int32) []int32 {
		out := make([]int32, len(sites))
		for i, s := range sites {
			if out[i] = s; int(s) < len(p) {
				out[i] = p[s]
			}
		}
		return out
	}
	same := func(of func(site int32) [][]int32) bool {
		for s := range int32(len(p)) {
			var here []string
			for _, list := range of(s) {
				here = append(here, fmt.Sprint(image(list)))
			}
			var there []string
			for _, list := range of(p[s]) {
				there = append(there, fmt.Sprint(list))
			}
			slices.Sort(here)
			slices.Sort(there)
			if !slices.Equal(here, there) {
				return false
			}
		}
		return true
	}
	for _, set := range k.keep {
		if a, b := slices.Sorted(slices.Values(set)), image(set); !slices.Equal(a, slices.Sorted(slices.Values(b))) {
			return false
		}
	}
	for _, r := range k.pairs {
		if !r.kept(p) {
			return false
		}
	}
	for _, d := range k.steps {
		if !same(func(s int32) (list [][]int32) {
			for _, n := range t.Steps(st, s, d) {
				list = append(list, []int32{n})
			}
			return list
		}) || d == board.Rotational && !k.keptLines(p, d, same) { // of that direction steps are read off lines
			return false
		}
	}
	for _, d := range k.lines {
		if !k.keptLines(p, d, same) {
			return false
		}
	}
	return true
}

// keptLines reports whether a permutation keeps the lines in a direction, alone and with those that run the other way.
func (k *known) keptLines(p []int32, d board.Direction, same func(func(int32) [][]int32) bool) bool {
	t, st := k.g.Topo, k.g.DefaultType
	paths := func(s int32) (list [][]int32) {
		for _, r := range t.Radials(st, s, d) {
			list = append(list, r.Path)
		}
		return list
	}
	if !same(paths) {
		return false
	}
	// Line tests join each line with that which runs the other way, whichever of them is told first.
	joined := func(s int32, by []int32) (list []string) {
		for _, r := range t.DistinctRadials(st, s, d) {
			ends := []string{fmt.Sprint(moved(r.Path, by)), fmt.Sprint(moved(r.Opposite, by))}
			slices.Sort(ends)
			list = append(list, strings.Join(ends, "-"))
		}
		slices.Sort(list)
		return list
	}
	for s := range int32(len(p)) {
		if !slices.Equal(joined(s, p), joined(p[s], nil)) {
			return false
		}
	}
	return true
}

// moved are sites where a permutation takes them; nil leaves them where they are.
func moved(sites, by []int32) []int32 {
	if by == nil {
		return sites
	}
	out := make([]int32, len(sites))
	for i, s := range sites {
		out[i] = by[s]
	}
	return out
}

// AppendImage appends the least key of the images of the position; see formal.Symmetric.
func (t *table) AppendImage(dst []byte, symmetries [][]int32) []byte {
	group := make([]game.Image, len(symmetries))
	for i, q := range symmetries {
		group[i] = game.Image{To: q[:len(q)/2], From: q[len(q)/2:]}
	}
	return t.c.AppendImage(dst, *t.past(), group)
}
