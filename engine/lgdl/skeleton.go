package lgdl

// This file resolves trees with holes. A hole in a clause may stand for the arguments of
// several slots in a row, or for none; one in a list for any number of elements; one
// behind a label for one argument and, where it is open, for those behind that.
// What is left open is only what the holes leave
// open: a skeleton that no fillers can complete is an error, like a clause that fits
// no form.

// Skeleton is a game with holes whose intact parts fit the grammar.
type Skeleton struct {
	Game     *Node
	Metadata *Expr             // nil without
	Places   map[*Hole][]Place // where each hole stands; nowhere inside a choice that does not fit
	Misfits  []*Choice         // literal fillers that fit in no completion

	g    *Grammar
	want string
}

// Place is a place of the grammar where a hole stands. A hole has several when
// several forms of its clause are possible, or when it is repeated.
type Place struct {
	Node   *Node // the hole
	Inside *Node // the clause or list that it is an argument or element of
	Index  int   // its number among the items of Inside
	// Path is the way from the root: the slots of the forms around. The last step is the form
	// of the clause that the hole is in, or that holds the list that it is in.
	Path []Step
	// First and Last bound the slots of the last step's form that the hole may stand for: it takes
	// those from First up to, not including, Last, or some of them.
	First, Last int
	// Depth is the number of lists around the hole up to the slot: 0 for an argument.
	Depth int
	// Type is the type of an element of the list, of the argument if there is but one
	// slot, else "".
	Type string
}

// Step is a form and the number of one of its slots.
type Step struct {
	Form *Form
	Slot int
}

// skeletonEffort bounds the steps that the resolution of one skeleton may take.
const skeletonEffort = 2_000_000

// admitEffort bounds those of one question about a place; what is not found by then is not admitted.
const admitEffort = 20_000

// Skeleton resolves a tree with holes. The error is an *Error or an ErrorList.
func (g *Grammar) Skeleton(root *Node, want string) (*Skeleton, error) {
	t, ok := g.typeIDs[want]
	if !ok {
		h := g.withRoot(root.Text)
		g, t = h, h.typeIDs[want]
	}
	c := &checker{g: g, effort: skeletonEffort}
	n, err := c.prepare(root, 0)
	if err != nil {
		return nil, err
	}
	if c.expr(n, t) == nil {
		if c.effort <= 0 {
			return nil, &Error{Pos: root.Pos, Msg: "the holes can be filled in too many ways to check them"}
		}
		return nil, c.explain(n, t)
	}
	s := &Skeleton{Game: root, Places: map[*Hole][]Place{}, g: g, want: want}
	w := &placer{c: c, s: s, seen: map[placed]bool{}, fits: map[*Choice]bool{}}
	w.visit(n, t, nil, 0)
	if c.effort <= 0 {
		return nil, &Error{Pos: root.Pos, Msg: "the holes can be filled in too many ways to check them"}
	}
	for _, h := range Holes(root) {
		for _, x := range h.Choices {
			if !w.fits[x] {
				w.s.Misfits = append(w.s.Misfits, x)
			}
		}
	}
	return w.s, nil
}

// Fits reports whether a tree, in which holes may be left, is a game of the language as
// far as it is known.
func (s *Skeleton) Fits(root *Node) bool {
	c := &checker{g: s.g, effort: skeletonEffort}
	n, err := c.prepare(root, 0)
	return err == nil && c.expr(n, s.g.typeIDs[s.want]) != nil
}

// Admits reports whether the clause around a hole can have the form of the place if
// arguments for just these slots, in rising order, take the place of the hole, and
// other holes of the clause are filled.
func (s *Skeleton) Admits(p *Place, slots []int) bool {
	c := &checker{g: s.g, effort: admitEffort}
	n, err := c.prepare(p.Inside, 0)
	if err != nil || p.Depth > 0 || p.Index < 0 {
		return false
	}
	var args []*cnode
	for i, x := range n.items {
		if i != p.Index {
			args = append(args, x)
			continue
		}
		for _, slot := range slots {
			args = append(args, &cnode{Node: x.Node, pinned: slot + 1})
		}
	}
	f := p.Path[len(p.Path)-1].Form
	m := stretcher{c: c, f: f, out: make([]*Expr, len(f.Slots))}
	return m.match(args, 0, 0, func() bool { return true })
}

// prepareHole prepares the choices of a hole.
func (c *checker) prepareHole(n *cnode) error {
	n.holes = true
	n.choices = make([][]*cnode, len(n.Hole.Choices))
	for k, choice := range n.Hole.Choices {
		for _, x := range choice.Items {
			y, err := c.prepare(x, n.depth+1)
			if err != nil {
				return err
			}
			n.choices[k] = append(n.choices[k], y)
		}
	}
	return nil
}

// hole resolves a hole in the place of one argument or list element.
func (c *checker) hole(n *cnode, t typeID) *Expr {
	typ := c.g.types[t].name
	if n.Hole.Open() || n.Hole.Unknown {
		return c.made(n, HoleKind, typ)
	}
	for _, items := range n.choices {
		if c.all(items, t) {
			return c.made(n, HoleKind, typ)
		}
	}
	return nil
}

func (c *checker) all(items []*cnode, t typeID) bool {
	for _, x := range items {
		if x.Label != "" || c.expr(x, t) == nil {
			return false
		}
	}
	return true
}

// incomplete resolves a clause that has a hole among its arguments.
func (c *checker) incomplete(n *cnode, t *typeInfo) *Expr {
	for _, f := range t.accept[n.Text] {
		m := stretcher{c: c, f: f, out: make([]*Expr, len(f.Slots))}
		if m.match(n.items, 0, 0, func() bool { return true }) {
			e := c.made(n, Clause, f.Result)
			e.Form, e.Args = f, m.out
			return e
		}
	}
	return nil
}

// stretcher assigns the arguments of one clause, holes among them, to the slots of one
// form.
type stretcher struct {
	c    *checker
	f    *Form
	out  []*Expr // by slot; the slots that a hole stands for have an expression of kind HoleKind
	used []assignment
}

// assignment is an argument with the slots it takes, or a choice that is made for a hole.
type assignment struct {
	arg         *cnode
	first, last int
	choice      *Choice
}

// match assigns args, of which those from ai on are left, to the slots from si on. It
// calls found for every way to do so until that returns true.
func (m *stretcher) match(args []*cnode, ai, si int, found func() bool) bool {
	if m.c.effort--; m.c.effort <= 0 {
		return false
	}
	if ai < len(args) && args[ai].Kind == HoleKind && args[ai].Label == "" && args[ai].pinned == 0 {
		return m.hole(args, ai, si, found)
	}
	if si == len(m.f.Slots) {
		return ai == len(args) && found()
	}
	s := &m.f.Slots[si]
	if ai < len(args) && args[ai].pinned > 0 {
		if args[ai].pinned == si+1 && !m.taken(si) {
			m.out[si] = m.c.made(args[ai], HoleKind, s.Type)
			if m.match(args, ai+1, si+1, found) {
				return true
			}
			m.out[si] = nil
		}
	} else if ai < len(args) && args[ai].Label == s.Label && !m.taken(si) {
		if h := args[ai]; h.Kind == HoleKind && h.Hole.Open() && m.stretch(args, ai, si, si+1, found) {
			return true
		}
		if e := m.c.expr(args[ai], s.typ); e != nil {
			m.out[si] = e
			m.used = append(m.used, assignment{arg: args[ai], first: si, last: si + 1})
			if m.match(args, ai+1, si+1, found) {
				return true
			}
			m.used = m.used[:len(m.used)-1]
			m.out[si] = nil
		}
	}
	return m.skippable(si) && m.match(args, ai, si+1, found)
}

// hole puts the hole in the place of slots from si on: any number of them where it is
// open, else those that its choices fill.
func (m *stretcher) hole(args []*cnode, ai, si int, found func() bool) bool {
	h := args[ai]
	if h.Hole.Open() && m.stretch(args, ai, si, si, found) {
		return true
	}
	choices := h.choices
	if h.Hole.Unknown {
		choices = append(choices[:len(choices):len(choices)], nil)
	}
	for k, items := range choices {
		if k > 0 && alike(items, choices[k-1]) {
			continue
		}
		spliced := append(append(append([]*cnode(nil), args[:ai]...), items...), args[ai+1:]...)
		a := assignment{arg: h, first: si, last: si}
		if k < len(h.choices) {
			a.choice = h.Hole.Choices[k]
		}
		m.used = append(m.used, a)
		if m.match(spliced, ai, si, found) {
			return true
		}
		m.used = m.used[:len(m.used)-1]
	}
	return false
}

// stretch puts an open hole in the place of the slots from si up to any one from least on.
func (m *stretcher) stretch(args []*cnode, ai, si, least int, found func() bool) bool {
	for last := len(m.f.Slots); last >= least; last-- {
		for i := si; i < last; i++ {
			m.out[i] = m.c.made(args[ai], HoleKind, m.f.Slots[i].Type)
		}
		m.used = append(m.used, assignment{arg: args[ai], first: si, last: last})
		if m.match(args, ai+1, last, found) {
			return true
		}
		m.used = m.used[:len(m.used)-1]
		for i := si; i < last; i++ {
			m.out[i] = nil
		}
	}
	return false
}

// alike reports whether two fillers are single integers, which fit the same places.
func alike(a, b []*cnode) bool {
	return len(a) == 1 && len(b) == 1 && a[0].Kind == Int && b[0].Kind == Int && a[0].Label == "" && b[0].Label == ""
}

func (m *stretcher) taken(si int) bool {
	k := matcher{f: m.f, out: m.out}
	return k.taken(si)
}

func (m *stretcher) skippable(si int) bool {
	k := matcher{f: m.f, out: m.out}
	return k.skippable(si)
}

// placer finds the places of the holes of a tree that resolves.
type placer struct {
	c    *checker
	s    *Skeleton
	seen map[placed]bool
	fits map[*Choice]bool
}

type placed struct {
	n *cnode
	t typeID
}

// visit finds the holes below a node that has the type.
func (w *placer) visit(n *cnode, t typeID, path []Step, depth int) {
	if !n.holes || w.seen[placed{n, t}] || w.c.effort <= 0 {
		return
	}
	w.seen[placed{n, t}] = true
	info := &w.c.g.types[t]
	switch n.Kind {
	case List:
		for i, x := range n.items {
			w.element(n, x, i, info.elem, path, depth+1)
		}
	case Clause:
		for _, f := range info.accept[n.Text] {
			w.clause(n, f, path)
		}
	}
}

// element visits an element of a list, or what may fill it.
func (w *placer) element(list, x *cnode, i int, t typeID, path []Step, depth int) {
	if x.Kind != HoleKind {
		w.visit(x, t, path, depth)
		return
	}
	step := path[len(path)-1]
	w.add(Place{Node: x.Node, Inside: list.Node, Index: i, Path: path, First: step.Slot, Last: step.Slot + 1,
		Depth: depth, Type: w.c.g.types[t].name})
	for k, items := range x.choices {
		if !w.c.all(items, t) {
			continue
		}
		w.fits[x.Hole.Choices[k]] = true
		for _, y := range items {
			w.element(list, y, i, t, path, depth)
		}
	}
}

// clause visits the arguments of a clause in all the ways in which it has the form.
func (w *placer) clause(n *cnode, f *Form, path []Step) {
	type way struct {
		arg  *cnode
		slot int
	}
	ways := map[way]bool{}
	bounds := map[*cnode]*Place{}
	var order []*cnode
	m := stretcher{c: w.c, f: f, out: make([]*Expr, len(f.Slots))}
	m.match(n.items, 0, 0, func() bool {
		for k, a := range m.used {
			switch {
			case a.arg.Kind != HoleKind:
				ways[way{a.arg, a.first}] = true
				continue
			case a.arg.Label != "":
				ways[way{a.arg, a.first}] = true
			case a.choice != nil:
				w.choose(a.arg, a.choice)
				a.first, a.last = m.reach(k, a)
			}
			p := bounds[a.arg]
			if p == nil {
				p = &Place{Node: a.arg.Node, Inside: n.Node, Index: indexOf(n, a.arg), First: a.first, Last: a.last}
				bounds[a.arg] = p
				order = append(order, a.arg)
			}
			p.First, p.Last = min(p.First, a.first), max(p.Last, a.last)
		}
		return false
	})
	for _, x := range order {
		p := *bounds[x]
		p.Path = append(path[:len(path):len(path)], Step{f, p.First})
		if p.Last == p.First+1 {
			p.Type = w.c.g.types[f.Slots[p.First].typ].name
		}
		w.add(p)
	}
	for _, x := range w.all(n) {
		for si := range f.Slots {
			if !ways[way{x, si}] {
				continue
			}
			below := append(path[:len(path):len(path)], Step{f, si})
			if x.Kind == HoleKind {
				w.labelled(x, f.Slots[si].typ, below)
			} else {
				w.visit(x, f.Slots[si].typ, below, 0)
			}
		}
	}
}

// labelled visits the choices of a hole behind a label.
func (w *placer) labelled(x *cnode, t typeID, path []Step) {
	for k, items := range x.choices {
		if !w.c.all(items, t) {
			continue
		}
		w.fits[x.Hole.Choices[k]] = true
		for _, y := range items {
			w.visit(y, t, path, 0)
		}
	}
}

// choose notes that a choice fits, and with it all that are alike.
func (w *placer) choose(x *cnode, c *Choice) {
	w.fits[c] = true
	from := 0
	for x.Hole.Choices[from] != c {
		from++
	}
	for k := from + 1; k < len(x.choices) && alike(x.choices[k-1], x.choices[k]); k++ {
		w.fits[x.Hole.Choices[k]] = true
	}
}

// reach returns the slots from the first that the items of a choice take up to the last; k is the
// number of its assignment.
func (m *stretcher) reach(k int, a assignment) (first, last int) {
	first, last = a.first, a.first
	for i, c := range a.arg.Hole.Choices {
		if c != a.choice {
			continue
		}
		for n := range a.arg.choices[i] {
			if k+1+n < len(m.used) {
				if n == 0 {
					first = m.used[k+1].first
				}
				last = max(last, m.used[k+1+n].last)
			}
		}
	}
	return first, last
}

func indexOf(n, x *cnode) int {
	for i, y := range n.items {
		if y == x {
			return i
		}
	}
	return -1 // part of a choice of another hole
}

// all returns the arguments of a clause, those in choices of its holes included.
func (w *placer) all(n *cnode) []*cnode {
	var list []*cnode
	var add func(items []*cnode)
	add = func(items []*cnode) {
		for _, x := range items {
			if !x.holes {
				continue
			}
			list = append(list, x)
			for _, c := range x.choices {
				if x.Label == "" {
					add(c)
				}
			}
		}
	}
	add(n.items)
	return list
}

func (w *placer) add(p Place) {
	w.s.Places[p.Node.Hole] = append(w.s.Places[p.Node.Hole], p)
}
