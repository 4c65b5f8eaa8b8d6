package efg

import (
	"bytes"
	"io"
	"math/big"
	"slices"
)

// Limits bounds what Read accepts. The zero value means the defaults.
type Limits struct {
	Nodes   int // default 1,000,000
	Depth   int // default 10,000
	Players int // default 1,000
}

func (l Limits) orDefault() Limits {
	def := func(x *int, d int) {
		if *x == 0 {
			*x = d
		}
	}
	def(&l.Nodes, 1_000_000)
	def(&l.Depth, 10_000)
	def(&l.Players, 1_000)
	return l
}

// Read reads a game from the text of an .efg file; file names it in messages.
// The error is an *Error with the place of the fault.
func Read(file string, src []byte, limits Limits) (*Game, error) {
	return ReadFrom(file, bytes.NewReader(src), int64(len(src)), limits)
}

// ReadFrom is Read from a file, of which it holds no more than a token at once. size is that of the file in bytes,
// 0 if it is not known: memory is taken by it. The error is an *Error, or that of the file.
func ReadFrom(file string, src io.Reader, size int64, limits Limits) (*Game, error) {
	r, err := newReader(file, src, limits)
	if err != nil {
		return nil, err
	}
	r.size = size
	if err := r.tree(r.keep); err != nil {
		return nil, err
	}
	return r.game, nil
}

// Copy reads a game as ReadFrom does, and writes what Write would, node by node: it holds sets and outcomes, no
// tree. It gives the oddities of the text, and the number of nodes.
func Copy(out io.Writer, file string, src io.Reader, limits Limits) (warnings []*Error, nodes int, err error) {
	r, err := newReader(file, src, limits)
	if err != nil {
		return nil, 0, err
	}
	w := newWriter(out)
	w.header(r.game)
	if err := r.tree(func(n Node) {
		w.node(r.game, &n)
		for p := range r.game.Known { // the name has it
			r.game.Known[p] = r.game.Known[p][:0]
		}
	}); err != nil {
		return nil, 0, err
	}
	return r.game.Warnings, r.nodes, w.b.Flush()
}

// newReader reads everything before the first node.
func newReader(file string, src io.Reader, limits Limits) (*reader, error) {
	s, err := newScanner(file, src)
	if err != nil {
		return nil, err
	}
	r := &reader{
		scanner:  s,
		limits:   limits.orDefault(),
		game:     &Game{},
		sets:     map[setKey]int{},
		outcomes: map[int]int{},
		lists:    map[string][]Action{},
	}
	return r, r.header()
}

type setKey struct{ owner, number int }

type reader struct {
	*scanner
	limits   Limits
	game     *Game
	decimal  bool
	sets     map[setKey]int
	outcomes map[int]int
	path     []openNode
	nodes    int   // read so far
	size     int64 // of the file, 0 if it is not known
	room     []int // for the children of nodes to come
	// Lists of actions of players that sets share, by their labels; scratch is the one being read.
	lists   map[string][]Action
	scratch []Action
	labels  []byte
}

// openNode is an inner node whose subtrees are incomplete.
type openNode struct{ at, set, children int }

func (r *reader) warn(pos Pos, format string, args ...any) {
	r.game.Warnings = append(r.game.Warnings, r.errorAt(pos, format, args...).(*Error))
}

// header reads everything before the first node.
func (r *reader) header() error {
	err := r.prologue("EFG", "2")
	if err == nil && r.tok.kind == tokString {
		r.game.Comment, err = r.str("")
	}
	return err
}

// prologue reads the beginning of a file of a kind and version: the type of numbers, the
// title and the players.
func (r *reader) prologue(kind, version string) error {
	if r.tok.kind != tokWord || r.tok.text != kind {
		return r.errorAt(r.tok.pos, "not an %s file: expected '%s', found %v", kind, kind, r.tok)
	}
	if err := r.next(); err != nil {
		return err
	}
	if r.tok.kind != tokWord || r.tok.text != version {
		return r.errorAt(r.tok.pos, "unsupported version: expected '%s', found %v", version, r.tok)
	}
	if err := r.next(); err != nil {
		return err
	}
	if r.tok.kind != tokWord || r.tok.text != "R" && r.tok.text != "D" {
		return r.expected("the number type 'R' or 'D'")
	}
	r.decimal = r.tok.text == "D"
	if err := r.next(); err != nil {
		return err
	}
	var err error
	if r.game.Title, err = r.str("the game's title"); err != nil {
		return err
	}
	if err := r.open("'{' before the players' names"); err != nil {
		return err
	}
	r.game.Players, err = r.strings("a player's name or '}'", r.limits.Players)
	return err
}

// tree reads the nodes, and gives each to emit. The text is preorder, so a list of inner nodes whose
// subtrees are incomplete takes the place of recursion.
func (r *reader) tree(emit func(Node)) error {
	for missing := 1; missing > 0; missing-- {
		if r.tok.kind == tokEnd {
			plural := "s"
			if missing == 1 {
				plural = ""
			}
			return r.errorAt(r.tok.pos, "unexpected end: %d subtree%s missing", missing, plural)
		}
		if r.nodes == r.limits.Nodes {
			return r.errorAt(r.tok.pos, "more than %d nodes", r.limits.Nodes)
		}
		if len(r.path) > r.limits.Depth {
			return r.errorAt(r.tok.pos, "tree deeper than %d", r.limits.Depth)
		}
		n := Node{Set: -1, Outcome: -1, Parent: -1, Depth: len(r.path)}
		if len(r.path) > 0 {
			parent := &r.path[len(r.path)-1]
			n.Parent, n.Branch = parent.at, parent.children
			parent.children++
		}
		if err := r.node(&n); err != nil {
			return err
		}
		emit(n)
		if n.Set >= 0 {
			missing += r.want(n.Set)
			r.path = append(r.path, openNode{at: r.nodes, set: n.Set})
		}
		r.nodes++
		for len(r.path) > 0 && r.path[len(r.path)-1].children == r.want(r.path[len(r.path)-1].set) {
			// The last child may still be growing, but then it lies above on the list.
			r.path = r.path[:len(r.path)-1]
		}
	}
	if r.tok.kind != tokEnd {
		return r.errorAt(r.tok.pos, "text after the last node: %v", r.tok)
	}
	return nil
}

// want is the number of subtrees that belong to a node of a set.
func (r *reader) want(set int) int { return len(r.game.Sets[set].Actions) }

// keep makes a node part of the tree.
func (r *reader) keep(n Node) {
	g, at := r.game, r.nodes
	if n.Parent >= 0 {
		parent := &g.Nodes[n.Parent]
		parent.Children = append(parent.Children, at)
	}
	if n.Set >= 0 {
		g.Sets[n.Set].Nodes = append(g.Sets[n.Set].Nodes, at)
		n.Children = r.childRoom(r.want(n.Set))
	}
	if at == cap(g.Nodes) && at >= fewNodes && r.consumed < r.size {
		// As many as the rest of the file has room for, if its nodes take as much as those before.
		more := int(float64(at) * 1.01 * float64(r.size-r.consumed) / float64(r.consumed))
		g.Nodes = slices.Grow(g.Nodes, min(max(more, at/4), 3*at, r.limits.Nodes-at))
	}
	g.Nodes = append(g.Nodes, n)
}

// Rooms that are taken at once, of nodes and of children.
const (
	fewNodes     = 1 << 10
	roomChildren = 1 << 12
	wideChildren = 64 // of nodes that get no more at first, since their subtrees may be missing
)

// childRoom is an empty list for n children.
func (r *reader) childRoom(n int) []int {
	n = min(n, wideChildren)
	if len(r.room) < n {
		r.room = make([]int, roomChildren)
	}
	list := r.room[:0:n]
	r.room = r.room[n:]
	return list
}

// node reads one node, without its subtrees.
func (r *reader) node(n *Node) error {
	kind := r.tok
	if kind.kind != tokWord || kind.text != "c" && kind.text != "p" && kind.text != "t" {
		if kind.kind == tokWord {
			return r.errorAt(kind.pos, "unknown node type '%s': expected 'c', 'p' or 't'", clip(kind.text))
		}
		return r.expected("a node type 'c', 'p' or 't'")
	}
	err := r.next()
	if err != nil {
		return err
	}
	pos := kind.pos
	if n.Name, err = r.str("the node's name"); err != nil {
		return err
	}
	switch kind.text {
	case "t":
		n.Owner = Terminal
	case "p":
		pos := r.tok.pos
		if n.Owner, err = r.integer("a player's number"); err != nil {
			return err
		}
		if n.Owner < 1 || n.Owner > len(r.game.Players) {
			return r.errorAt(pos, "player %d of %d", n.Owner, len(r.game.Players))
		}
	}
	if n.Owner != Terminal {
		if n.Set, err = r.set(n.Owner); err != nil {
			return err
		}
	}
	if err := r.game.readKnowledge(n.Name); err != nil {
		return r.errorAt(pos, "%v", err)
	}
	n.Outcome, err = r.outcome()
	return err
}

// set reads an information set and gives its index; the owner's number is read already.
func (r *reader) set(owner int) (int, error) {
	pos := r.tok.pos
	number, err := r.integer("an information set's number")
	if err != nil {
		return 0, err
	}
	if number < 1 {
		return 0, r.errorAt(pos, "information set number %d: expected at least 1", number)
	}
	name := ""
	if r.tok.kind == tokString {
		if name, err = r.str(""); err != nil {
			return 0, err
		}
	}
	index, known := r.sets[setKey{owner, number}]
	if r.tok.kind != tokOpen {
		if !known {
			return 0, r.errorAt(pos, "%s used before it is described: expected '{' and its actions, found %v",
				setName(owner, number), r.tok)
		}
		return index, nil
	}
	actions, err := r.actions(owner)
	if err != nil {
		return 0, err
	}
	if !known {
		index = len(r.game.Sets)
		r.sets[setKey{owner, number}] = index
		actions = r.shared(owner, actions)
		r.game.Sets = append(r.game.Sets, Set{Owner: owner, Number: number, Name: name, Actions: actions})
		r.checkLabels(pos, &r.game.Sets[index])
		return index, nil
	}
	return index, r.compareSet(pos, &r.game.Sets[index], actions)
}

// shared is a list of actions for keeps. Of players there is one for all sets with the same labels.
func (r *reader) shared(owner int, actions []Action) []Action {
	if owner == Chance {
		return slices.Clone(actions)
	}
	r.labels = r.labels[:0]
	for _, a := range actions {
		r.labels = append(append(r.labels, a.Label...), 0)
	}
	list, ok := r.lists[string(r.labels)]
	if !ok || len(list) != len(actions) { // labels may have zeros in them
		list = slices.Clone(actions)
		if len(r.lists) < maxKnown {
			r.lists[string(r.labels)] = list
		}
	}
	return list
}

func (r *reader) checkLabels(pos Pos, set *Set) {
	seen := map[string]bool{}
	for _, a := range set.Actions {
		if seen[a.Label] {
			r.warn(pos, "%s has several actions %s", setName(set.Owner, set.Number), quote(clip(a.Label)))
			return
		}
		seen[a.Label] = true
	}
}

// compareSet checks a repeated description against the first one.
func (r *reader) compareSet(pos Pos, set *Set, again []Action) error {
	name := setName(set.Owner, set.Number)
	if len(again) != len(set.Actions) {
		return r.errorAt(pos, "%s has %d actions, %d given", name, len(set.Actions), len(again))
	}
	for i, a := range again {
		if a.Label != set.Actions[i].Label {
			r.warn(pos, "action %d of %s was %s, now %s; the first stays", i+1, name, quote(clip(set.Actions[i].Label)),
				quote(clip(a.Label)))
		}
		if a.Probability != nil && a.Probability.Cmp(set.Actions[i].Probability) != 0 {
			return r.errorAt(pos, "%s redefined: action %d had probability %s, now %s", name, i+1,
				set.Actions[i].Probability.RatString(), a.Probability.RatString())
		}
	}
	return nil
}

// actions reads '{' labels '}', each followed by its probability for chance. The list is overwritten by the next one.
func (r *reader) actions(owner int) ([]Action, error) {
	pos := r.tok.pos
	if err := r.next(); err != nil {
		return nil, err
	}
	actions := r.scratch[:0]
	defer func() { r.scratch = actions }()
	var total *big.Rat
	if owner == Chance {
		total = new(big.Rat)
	}
	for r.tok.kind != tokClose {
		if r.tok.kind == tokComma {
			if err := r.next(); err != nil {
				return nil, err
			}
			continue
		}
		var a Action
		var err error
		if a.Label, err = r.str("an action's label or '}'"); err != nil {
			return nil, err
		}
		if owner == Chance {
			at := r.tok.pos
			if a.Probability, err = r.number("the action's probability, a number"); err != nil {
				return nil, err
			}
			if a.Probability.Sign() < 0 {
				return nil, r.errorAt(at, "negative probability %s", a.Probability.RatString())
			}
			total.Add(total, a.Probability)
		}
		actions = append(actions, a)
	}
	if len(actions) == 0 {
		return nil, r.errorAt(r.tok.pos, "an information set needs at least one action")
	}
	if owner == Chance {
		if err := r.checkTotal(pos, actions, total); err != nil {
			return nil, err
		}
	}
	return actions, r.next()
}

// checkTotal demands that probabilities sum to 1. Files of type D may miss it by
// a rounding error and are then normalised.
func (r *reader) checkTotal(pos Pos, actions []Action, total *big.Rat) error {
	one := big.NewRat(1, 1)
	if total.Cmp(one) == 0 {
		return nil
	}
	miss := new(big.Rat).Sub(total, one)
	if !r.decimal || miss.Abs(miss).Cmp(big.NewRat(1, 1_000_000_000)) > 0 {
		return r.errorAt(pos, "probabilities sum to %s, expected 1", clip(total.RatString()))
	}
	r.warn(pos, "probabilities sum to %s, normalised", clip(total.RatString()))
	for i := range actions {
		actions[i].Probability.Quo(actions[i].Probability, total)
	}
	return nil
}
