package plan

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// coordinate plans (column …), (row …) and (phase …) of a site.
func (k *planner) coordinate(e *lgdl.Expr) integer {
	// Slots: type, of.
	k.siteType(e.Args[0])
	of := map[string]func(t *board.Topology, st board.SiteType, site int32) int32{
		"column": (*board.Topology).Column, "row": (*board.Topology).Row, "phase": (*board.Topology).Phase,
	}[e.Form.Keyword]
	table := make([]int16, k.p.sites)
	for site := range table {
		table[site] = int16(of(k.g.Topo, k.g.DefaultType, int32(site)))
	}
	at := k.integer(e.Args[1])
	f := at.fn()
	return integer{f: func(s *State) int {
		if x := f(s); uint(x) < uint(len(table)) {
			return int(table[x])
		}
		return off
	}, reads: at.reads}
}

// maxEntry bounds the keys of maps that are tabulated; noEntry is no value of a map.
const (
	maxEntry = 1 << 12
	noEntry  = -99
)

// mapped plans (mapEntry …): what the maps of a name, or all, have for a key, and
// the key itself where they have nothing.
func (k *planner) mapped(e *lgdl.Expr) integer {
	key := k.player(e.Args[1], e.Args[2])
	f := key.fn()
	var table []int
	for i := range k.g.Maps {
		m := &k.g.Maps[i]
		if e.Args[0] != nil && m.Name != e.Args[0].Text {
			continue
		}
		for from, to := range m.Pair {
			if from < 0 || from > maxEntry {
				k.no(e, "a map of large numbers")
			}
			for len(table) <= from {
				table = append(table, noEntry)
			}
			if table[from] == noEntry {
				table[from] = to
			}
		}
	}
	return integer{f: func(s *State) int {
		n := f(s)
		if uint(n) < uint(len(table)) && table[n] != noEntry {
			return table[n]
		}
		return n
	}, reads: key.reads}
}

// either plans (if …) between regions; without the second it is empty.
func (k *planner) either(e *lgdl.Expr) *region {
	cond, a := k.boolean(e.Args[0]), k.region(e.Args[1])
	b := kept((*State).none, 0)
	if e.Args[2] != nil {
		b = k.region(e.Args[2])
	}
	holds := cond.fn()
	branch := func(s *State) *region {
		if holds(s) {
			return a
		}
		return b
	}
	return &region{
		eval:  func(s *State, out []uint64) { branch(s).eval(s, out) },
		has:   func(s *State, site int) bool { return branch(s).has(s, site) },
		reads: cond.reads | a.reads | b.reads,
	}
}

// forward drops the ends of leaps that do not lie in front of a component.
func (k *planner) forward(component int, from int32, ends []int32) []int32 {
	x := &k.g.Components[component]
	if component == 0 || !x.HasFacing && (x.Owner < 1 || x.Owner >= len(k.g.Facings) || !k.g.Facings[x.Owner].Specific()) {
		return ends
	}
	t, st := k.g.Topo, k.g.DefaultType
	// by the facing: what the signs of the steps north and east must be, 0 for any
	signs, ok := map[board.Direction][2]int32{
		board.N: {1, 0}, board.S: {-1, 0}, board.E: {0, 1}, board.W: {0, -1},
		board.NE: {1, 1}, board.NW: {1, -1}, board.SE: {-1, 1}, board.SW: {-1, -1},
	}[k.g.FacingOf(component)]
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(ends), func(to int32) bool {
		north, east := t.Row(st, to)-t.Row(st, from), t.Column(st, to)-t.Column(st, from)
		return signs[0] != 0 && north*signs[0] <= 0 || signs[1] != 0 && east*signs[1] <= 0
	})
}
