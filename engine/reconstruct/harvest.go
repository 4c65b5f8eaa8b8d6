package reconstruct

import (
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// harvester collects the candidates of one hole.
type harvester struct {
	s      *Skeleton
	h      *Hole
	byText map[string]*Candidate
	list   []*Candidate
	tally  Tally
	offers map[*Donor]*offer
	admits map[string]bool
}

// Tally counts candidates or completions that were rejected, by reason.
type Tally map[string]int

// partsOfLists is the length of lists up to which every run of their elements is a
// candidate of its own.
const partsOfLists = 4

// harvest returns the candidates of a hole: the literal choices in their order, leaving it
// out, and the fillers of the library by their first source.
func harvest(s *Skeleton, h *Hole, l *Library, offers map[*Donor]*offer) ([]*Candidate, Tally) {
	k := &harvester{s: s, h: h, byText: map[string]*Candidate{}, tally: Tally{}, offers: offers, admits: map[string]bool{}}
	for _, c := range h.Choices {
		if slices.Contains(h.Misfits, c) {
			k.tally["grammar"]++
		} else {
			k.add(&Candidate{Items: c.Items, Choice: c, pattern: literal(c.Items)})
		}
	}
	if h.Unknown {
		k.add(&Candidate{pattern: literal(nil)})
	}
	if h.Open() && l != nil {
		for i := range h.Places {
			k.place(&h.Places[i], l)
		}
	}
	return k.list, k.tally
}

// add adds a candidate, or its sources to the equal one that is known.
func (k *harvester) add(c *Candidate) {
	c.Text = c.pattern.text
	if old := k.byText[c.Text]; old != nil {
		for _, s := range c.Sources {
			if n := len(old.Sources); n == 0 || old.Sources[n-1].Donor != s.Donor || old.Sources[n-1].Agrees < s.Agrees {
				old.Sources = append(old.Sources, s)
			}
		}
		return
	}
	if !k.h.Holds(c.Items) {
		k.tally["filter"]++
		return
	}
	k.byText[c.Text] = c
	k.list = append(k.list, c)
}

// place takes the fillers from where donors have the form of the place.
func (k *harvester) place(p *lgdl.Place, l *Library) {
	form := p.Path[len(p.Path)-1].Form
	equipment := inEquipment(p)
	for _, at := range l.byForm[form] {
		agrees := agreement(p, &at)
		add := func(part Part, items []*lgdl.Expr) {
			if len(items) > 0 {
				k.source(p, at.donor, agrees, part, items, equipment)
			}
		}
		if p.Depth > 0 {
			for _, list := range k.lists(p, at.e) {
				parts(list, siblings(p), add)
			}
			continue
		}
		k.arguments(p, at.e, add)
	}
}

// inEquipment reports whether what stands in the place declares things.
func inEquipment(p *lgdl.Place) bool {
	equipment := false
	for _, s := range p.Path {
		switch s.Form.Keyword {
		case "equipment":
			equipment = true
		case "piece", "tile", "card", "domino":
			equipment = false
		}
	}
	return equipment
}

// agreement counts the levels of context that the place and a donor's clause share.
func agreement(p *lgdl.Place, at *place) int {
	n := 1
	for i, j := len(p.Path)-2, len(at.path)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if p.Path[i] != at.path[j] {
			break
		}
		n++
	}
	return n
}

// arguments adds the arguments of a donor's clause in the slots of the place: all of them,
// and each alone.
func (k *harvester) arguments(p *lgdl.Place, e *lgdl.Expr, add func(Part, []*lgdl.Expr)) {
	var slots []int
	var args []*lgdl.Expr
	for i := p.First; i < p.Last; i++ {
		if e.Args[i] != nil {
			slots, args = append(slots, i), append(args, e.Args[i])
		}
	}
	if k.admitted(p, slots) {
		add(Whole, args)
	} else if len(args) > 0 {
		k.tally["grammar"]++
	}
	for i, a := range args {
		if len(args) > 1 && k.admitted(p, slots[i:i+1]) {
			add(One, args[i:i+1])
		}
		// Where one element may stand without a list, each of a list is a filler.
		single := twin(e.Form, slots[i])
		if a.Kind == lgdl.List && p.First <= single && single < p.Last && k.admitted(p, []int{single}) {
			for n := range a.Items {
				add(One, a.Items[n:n+1])
			}
		}
	}
}

// twin returns the slot of a form that takes an element where another one takes a list of
// them, -1 for none.
func twin(f *lgdl.Form, list int) int {
	l := &f.Slots[list]
	for i := range f.Slots {
		if s := &f.Slots[i]; s.Group > 0 && s.Group == l.Group && "{"+s.Type+"}" == l.Type && s.Label == l.Label {
			return i
		}
	}
	return -1
}

func (k *harvester) admitted(p *lgdl.Place, slots []int) bool {
	if len(slots) == 0 {
		return false
	}
	if p.Node.Label != "" && slots[0] != p.First {
		return false // what stands behind the label is missing
	}
	var b strings.Builder
	b.WriteString(p.Path[len(p.Path)-1].Form.String())
	for _, s := range slots {
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(s))
	}
	key := b.String()
	ok, known := k.admits[key]
	if !known {
		ok = k.s.tree.Admits(p, slots)
		k.admits[key] = ok
	}
	return ok
}

// lists returns the lists of a donor's clause where the place is in one, and a single
// argument that stands for a list of one.
func (k *harvester) lists(p *lgdl.Place, e *lgdl.Expr) [][]*lgdl.Expr {
	f := e.Form
	slot := &f.Slots[p.First]
	if a := e.Args[p.First]; a != nil {
		level := []*lgdl.Expr{a}
		for range p.Depth - 1 {
			var inner []*lgdl.Expr
			for _, x := range level {
				inner = append(inner, x.Items...)
			}
			level = inner
		}
		var lists [][]*lgdl.Expr
		for _, x := range level {
			if x.Kind == lgdl.List {
				lists = append(lists, x.Items)
			}
		}
		return lists
	}
	for i := range f.Slots {
		if f.Slots[i].Group == slot.Group && slot.Group > 0 && f.Slots[i].Type == p.Type && e.Args[i] != nil && p.Depth == 1 {
			return [][]*lgdl.Expr{{e.Args[i]}}
		}
	}
	return nil
}

// siblings returns the other elements of the list around the hole.
func siblings(p *lgdl.Place) []*lgdl.Node {
	var list []*lgdl.Node
	for _, x := range p.Inside.Items {
		if x.Kind != lgdl.HoleKind {
			list = append(list, x)
		}
	}
	return list
}

// parts adds a list as a whole, without what the skeleton's list has already, every element
// alone, and the runs of elements of short lists.
func parts(list []*lgdl.Expr, have []*lgdl.Node, add func(Part, []*lgdl.Expr)) {
	add(Whole, list)
	if len(list) < 2 {
		return
	}
	var rest []*lgdl.Expr
	for _, x := range list {
		if !slices.ContainsFunc(have, func(n *lgdl.Node) bool { return n.Kind == lgdl.Clause && n.Text == x.Text }) {
			rest = append(rest, x)
		}
	}
	if len(rest) > 1 && len(rest) < len(list) {
		add(Some, rest)
	}
	for i := range list {
		add(One, list[i:i+1])
	}
	if len(list) > partsOfLists {
		return
	}
	for n := 2; n < len(list); n++ {
		for i := 0; i+n <= len(list); i++ {
			add(Some, list[i:i+n])
		}
	}
}

// source adds a filler from a donor.
func (k *harvester) source(p *lgdl.Place, d *Donor, agrees int, part Part, items []*lgdl.Expr, equipment bool) {
	nodes := make([]*lgdl.Node, len(items))
	for i, e := range items {
		nodes[i] = nodeOf(e)
		if i == 0 && p.Node.Label != "" {
			nodes[i].Label = ""
		}
	}
	o := k.offers[d]
	if o == nil {
		o = offerOf(d.game)
		k.offers[d] = o
	}
	from := Source{Donor: d, Pos: items[0].Pos, Agrees: agrees, Part: part, items: items}
	k.add(&Candidate{Items: nodes, Sources: []Source{from}, pattern: abstract(nodes, o, equipment)})
}
