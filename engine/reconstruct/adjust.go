package reconstruct

import (
	"math"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ruleset"
)

// Numbers and sites of a filler suit the donor's board and its pieces. Where hard conditions say how many pieces
// there are, the start rules of a completion that break them are adjusted: what the filler counts, or how many sites
// it lists, becomes an unknown, and is solved for. Every combination of fillers and names has at most one adjusted
// completion, in its own place and with its own weight, so that nothing else depends on it.

// adjusting bounds the start rules that are tried for one completion.
const adjusting = 40

// knob is what may be turned in a filler: numbers that are equal and count the same, or lists of as many sites each.
type knob struct {
	at    []*lgdl.Node // in the items of the filler's candidate
	sites bool
	now   int
}

// adjust returns the completion with start rules for which the conditions on the number of pieces hold in a part; nil
// if none is found.
func (k *screen) adjust(c *Completion, p part) *Completion {
	left := adjusting
	for i := range c.Fillers {
		f := &c.Fillers[i]
		if f.Candidate.Choice != nil || len(f.Candidate.Sources) == 0 {
			continue
		}
		for _, x := range knobs(f.Candidate.Items, f.Hole.inStart()) {
			if fitted := k.turn(c, p, i, x, &left); fitted != nil {
				return fitted
			}
		}
	}
	return nil
}

// turn solves for one knob by bisection: the more the knob says, the more pieces there are.
func (k *screen) turn(c *Completion, p part, filler int, x knob, left *int) *Completion {
	low, high := 1, min(1_000, k.most())
	now := x.now
	var near [][]*lgdl.Node // by list of sites: those that may be listed, the donor's first
	if x.sites {
		if near = k.sites(c, x); near == nil {
			return nil
		}
		for _, list := range near {
			high, now = min(high, len(list)), min(now, len(list))
		}
	}
	for at := now; low <= high && *left > 0; *left-- {
		fitted := c.adjusted(filler, x, near, at)
		if fitted == nil {
			return nil
		}
		o := k.outcome(partOf(fitted.Game, p), p)
		way := 0
		if o.rejected || p == withStart && !o.settled {
			return nil
		}
		for _, bound := range k.counts {
			v, known := o.values[bound.Concept]
			off := direction(bound, v)
			if !known || off*way < 0 {
				return nil
			}
			if off != 0 {
				way = off
			}
			if miss := distance(bound, v) / float64(len(x.at)); at == x.now && miss >= 1 && miss < 1_000 {
				// Each step of most knobs is a piece for each place.
				now = at + off*int(miss)
			}
		}
		switch {
		case way == 0:
			return fitted
		case way > 0:
			low = at + 1
		default:
			high = at - 1
		}
		if at == x.now && now >= low && now <= high {
			at = now
		} else {
			at = (low + high) / 2
		}
	}
	return nil
}

// direction reports whether a value is below (1) or above (-1) the bounds.
func direction(c *Constraint, v float64) int {
	switch {
	case v < c.Min:
		return 1
	case v > c.Max:
		return -1
	}
	return 0
}

func distance(c *Constraint, v float64) float64 { return max(c.Min-v, v-c.Max, 0) }

// most is the greatest number of pieces that the conditions admit, or what they ask for at least.
func (k *screen) most() int {
	most := 1.0
	for _, c := range k.counts {
		switch {
		case !math.IsInf(c.Max, 0):
			most = max(most, c.Max)
		case !math.IsInf(c.Min, 0):
			most = max(most, c.Min)
		}
	}
	return int(min(most, 1_000))
}

// countsOf returns the hard conditions that bound a number of pieces at the start.
func countsOf(list []*Constraint) (counts []*Constraint) {
	for _, c := range list {
		switch {
		case c.Weight != 0:
		case c.Op == All:
			counts = append(counts, countsOf(c.Parts)...)
		case c.Op == Within && c.Known && concept.ByName(c.Concept).Source == "start":
			counts = append(counts, c)
		}
	}
	return counts
}

// inStart reports whether the hole is in the start rules.
func (h *Hole) inStart() bool {
	return slices.ContainsFunc(h.Places, func(p lgdl.Place) bool {
		return slices.ContainsFunc(p.Path, func(s lgdl.Step) bool { return s.Form.Keyword == "start" })
	})
}

// counting are the labels of numbers of pieces, or of sites that get pieces.
var counting = map[string]bool{"count": true, "counts": true, "steps": true}

// knobs finds what may be turned: first what is equal together, then each by itself.
func knobs(items []*lgdl.Node, start bool) []knob {
	var all []knob
	var visit func(n *lgdl.Node, start bool)
	visit = func(n *lgdl.Node, start bool) {
		start = start || n.Kind == lgdl.Clause && n.Text == "start"
		switch {
		case start && n.Kind == lgdl.Int && counting[n.Label]:
			all = append(all, knob{at: []*lgdl.Node{n}, now: n.Int})
		case start && n.Kind == lgdl.List && n.Label == "" && len(n.Items) > 0 && placed(n):
			all = append(all, knob{at: []*lgdl.Node{n}, sites: true, now: len(n.Items)})
			return
		}
		for i, x := range n.Items {
			if start && opening(n) == "set Count" && i == 1 && x.Kind == lgdl.Int {
				all = append(all, knob{at: []*lgdl.Node{x}, now: x.Int})
			}
			visit(x, start)
		}
	}
	for _, n := range items {
		visit(n, start)
	}
	var list []knob
	for i, x := range all {
		tied := x
		tied.at = nil
		for _, y := range all {
			if y.sites == x.sites && y.now == x.now && y.at[0].Label == x.at[0].Label {
				tied.at = append(tied.at, y.at[0])
			}
		}
		first := slices.IndexFunc(all, func(y knob) bool {
			return y.sites == x.sites && y.now == x.now && y.at[0].Label == x.at[0].Label
		})
		if first == i && len(tied.at) > 1 {
			list = append(list, tied)
		}
	}
	return append(list, all...)
}

// placed reports whether a list is one of sites: of coordinates, or of numbers.
func placed(n *lgdl.Node) bool {
	kind := n.Items[0].Kind
	return (kind == lgdl.String || kind == lgdl.Int) && !slices.ContainsFunc(n.Items, func(x *lgdl.Node) bool {
		return x.Kind != kind || x.Label != ""
	})
}

// adjusted returns the completion with a knob of a filler turned; near are the sites that lists may have. It is nil if
// a filter of the hole says no.
func (c *Completion) adjusted(filler int, x knob, near [][]*lgdl.Node, to int) *Completion {
	f := c.Fillers[filler]
	with := map[*lgdl.Node]*lgdl.Node{}
	for i, n := range x.at {
		turned := *n
		if x.sites {
			turned.Items = near[i][:to]
		} else {
			turned.Int, turned.Float = to, float64(to)
			turned.Text = itoa(to)
		}
		with[n] = &turned
	}
	items := make([]*lgdl.Node, len(f.Candidate.Items))
	for i, n := range f.Candidate.Items {
		items[i] = replace(n, with)
	}
	fitted := c.with(filler, items)
	if fitted != nil {
		fitted.Fillers[filler].Adjusted = true
	}
	return fitted
}

// with returns the completion with other items in a filler, nil if a filter of the hole says no. Names of the donor are
// bound as they were.
func (c *Completion) with(filler int, items []*lgdl.Node) *Completion {
	f := c.Fillers[filler]
	if !f.Hole.Holds(items) {
		return nil
	}
	old := f.Candidate
	equipment := slices.ContainsFunc(f.Hole.Places, func(p lgdl.Place) bool { return inEquipment(&p) })
	pattern := abstract(items, offerOf(old.Sources[0].Donor.game), equipment)
	f.Candidate = &Candidate{Items: items, Text: pattern.text, Sources: old.Sources, pattern: pattern}
	f.Items = pattern.bind(items, &f.Binding)
	fitted := *c
	fitted.Fillers = slices.Clone(c.Fillers)
	fitted.Fillers[filler] = f
	filled := map[*lgdl.Hole][]*lgdl.Node{}
	for i := range fitted.Fillers {
		filled[fitted.Fillers[i].Hole.Hole] = fitted.Fillers[i].Items
	}
	fitted.Game = fill(c.v.tree, filled)
	return &fitted
}

// replace returns a tree with some nodes replaced; the rest is shared.
func replace(n *lgdl.Node, with map[*lgdl.Node]*lgdl.Node) *lgdl.Node {
	if m := with[n]; m != nil {
		return m
	}
	for i, x := range n.Items {
		if y := replace(x, with); y != x {
			c := *n
			c.Items = slices.Clone(n.Items)
			for j := i; j < len(c.Items); j++ {
				c.Items[j] = replace(n.Items[j], with)
			}
			return &c
		}
	}
	return n
}

// sites returns, for every list of a knob, the sites that it may have: the donor's that the board has, then the others
// by their distance from those, without what the start rules name elsewhere; nil if that is not known.
func (k *screen) sites(c *Completion, x knob) [][]*lgdl.Node {
	topo := k.board(c)
	if topo == nil || topo.NumSites() > 1_000 {
		return nil
	}
	taken := map[string]bool{}
	spoken(section(section(c.Game, "rules"), "start"), taken)
	return grow(topo, x.at, taken)
}

// board is the measured board of a completion, nil if its equipment does not compile.
func (k *screen) board(c *Completion) *board.Topology {
	n := partOf(c.Game, justEquipment)
	if n == nil {
		return nil
	}
	rs, err := bare().Compile(ruleset.Source{File: c.File(), Text: []byte(lgdl.Text([]*lgdl.Node{n}))})
	if err != nil || rs.Plan().IsMatch() {
		return nil
	}
	return rs.Plan().Topo
}

// spoken notes the coordinates, and the numbers in lists, that start rules name.
func spoken(n *lgdl.Node, taken map[string]bool) {
	if n == nil {
		return
	}
	for _, x := range n.Items {
		if x.Kind == lgdl.String || x.Kind == lgdl.Int && n.Kind == lgdl.List {
			taken[x.Text] = true
		}
		spoken(x, taken)
	}
}

// grow continues lists of sites: each has its own that the board has, then in turn the free site that is nearest to
// these, until none is left. Of equally near ones those in a row with them are taken, then the first in the board's
// order. It returns nil if the board
// has none of a list's sites.
func grow(topo *board.Topology, lists []*lgdl.Node, taken map[string]bool) [][]*lgdl.Node {
	st := topo.Default()
	grown := make([][]*lgdl.Node, len(lists))
	used := make([]bool, topo.NumSites())
	far := make([][]float64, len(lists)) // of each site from the list's own
	for i, list := range lists {
		far[i] = make([]float64, topo.NumSites())
		for site := range far[i] {
			far[i][site] = math.Inf(1)
		}
		for _, n := range list.Items {
			site := int32(n.Int)
			if n.Kind == lgdl.String {
				site = topo.Find(st, n.Text)
			}
			if site < 0 || int(site) >= topo.NumSites() || used[site] {
				continue
			}
			grown[i] = append(grown[i], n)
			used[site] = true
			p, row := topo.Point(st, site), topo.Row(st, site)
			for other := range far[i] {
				q := topo.Point(st, int32(other))
				// Rounded, so that equal distances are equal whatever the order of sums.
				d := math.Round(1e6 * math.Hypot(p.X-q.X, p.Y-q.Y))
				if topo.Row(st, int32(other)) != row {
					d += 0.5
				}
				far[i][other] = min(far[i][other], d)
			}
		}
		if len(grown[i]) == 0 {
			return nil
		}
	}
	for more := true; more; {
		more = false
		for i, list := range lists {
			best, name := -1, ""
			for site := range used {
				label := topo.Label(st, int32(site))
				if list.Items[0].Kind == lgdl.Int {
					label = itoa(site)
				}
				if !used[site] && !taken[label] && label != "" && (best < 0 || far[i][site] < far[i][best]) {
					best, name = site, label
				}
			}
			if best < 0 {
				continue
			}
			more, used[best] = true, true
			n := *list.Items[0]
			n.Text = name
			if n.Kind == lgdl.Int {
				n.Int, n.Float = best, float64(best)
			}
			grown[i] = append(grown[i], &n)
		}
	}
	return grown
}
