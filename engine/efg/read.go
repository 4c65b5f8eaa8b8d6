package efg

import (
	"math/big"
	"slices"
	"strconv"
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
	s, err := newScanner(file, string(src))
	if err != nil {
		return nil, err
	}
	r := &reader{
		scanner:  s,
		limits:   limits.orDefault(),
		game:     &Game{},
		sets:     map[setKey]int{},
		outcomes: map[int]int{},
	}
	if err := r.header(); err != nil {
		return nil, err
	}
	if err := r.tree(); err != nil {
		return nil, err
	}
	return r.game, nil
}

type setKey struct{ owner, number int }

type reader struct {
	*scanner
	limits   Limits
	game     *Game
	decimal  bool
	sets     map[setKey]int
	outcomes map[int]int
}

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

// tree reads the nodes. The text is preorder, so a list of inner nodes whose
// subtrees are incomplete takes the place of recursion.
func (r *reader) tree() error {
	var open []int
	missing := 1
	for missing > 0 {
		if r.tok.kind == tokEnd {
			plural := "s"
			if missing == 1 {
				plural = ""
			}
			return r.errorAt(r.tok.pos, "unexpected end: %d subtree%s missing", missing, plural)
		}
		at := len(r.game.Nodes)
		if at == r.limits.Nodes {
			return r.errorAt(r.tok.pos, "more than %d nodes", r.limits.Nodes)
		}
		if len(open) > r.limits.Depth {
			return r.errorAt(r.tok.pos, "tree deeper than %d", r.limits.Depth)
		}
		n := Node{Set: -1, Outcome: -1, Parent: -1, Depth: len(open)}
		if len(open) > 0 {
			n.Parent = open[len(open)-1]
			parent := &r.game.Nodes[n.Parent]
			n.Branch = len(parent.Children)
			parent.Children = append(parent.Children, at)
		}
		if err := r.node(&n, at); err != nil {
			return err
		}
		r.game.Nodes = append(r.game.Nodes, n)
		missing--
		if n.Set >= 0 {
			missing += r.want(at)
			open = append(open, at)
		}
		for len(open) > 0 && len(r.game.Nodes[open[len(open)-1]].Children) == r.want(open[len(open)-1]) {
			// The last child may still be growing, but then it lies above on the list.
			open = open[:len(open)-1]
		}
	}
	if r.tok.kind != tokEnd {
		return r.errorAt(r.tok.pos, "text after the last node: %v", r.tok)
	}
	return nil
}

// want is the number of subtrees that belong to a node.
func (r *reader) want(node int) int {
	return len(r.game.Sets[r.game.Nodes[node].Set].Actions)
}

// node reads one node, without its subtrees.
func (r *reader) node(n *Node, at int) error {
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
		set := &r.game.Sets[n.Set]
		set.Nodes = append(set.Nodes, at)
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
		r.game.Sets = append(r.game.Sets, Set{Owner: owner, Number: number, Name: name, Actions: actions})
		r.checkLabels(pos, &r.game.Sets[index])
		return index, nil
	}
	return index, r.compareSet(pos, &r.game.Sets[index], actions)
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

// actions reads '{' labels '}', each followed by its probability for chance.
func (r *reader) actions(owner int) ([]Action, error) {
	pos := r.tok.pos
	if err := r.next(); err != nil {
		return nil, err
	}
	var actions []Action
	total := new(big.Rat)
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

// outcome reads the end of a node and gives the outcome's index, -1 for none.
func (r *reader) outcome() (int, error) {
	pos := r.tok.pos
	number, err := r.integer("an outcome's number")
	if err != nil {
		return 0, err
	}
	if number < 0 {
		return 0, r.errorAt(pos, "outcome number %d: expected at least 0", number)
	}
	if number == 0 {
		if r.tok.kind == tokString || r.tok.kind == tokOpen {
			return 0, r.errorAt(r.tok.pos, "outcome 0 means no outcome and takes neither name nor payoffs, found %v", r.tok)
		}
		return -1, nil
	}
	name := ""
	if r.tok.kind == tokString {
		if name, err = r.str(""); err != nil {
			return 0, err
		}
	}
	index, known := r.outcomes[number]
	if r.tok.kind != tokOpen {
		if !known {
			return 0, r.errorAt(pos, "outcome %d used before its payoffs: expected '{', found %v", number, r.tok)
		}
		return index, nil
	}
	payoffs, err := r.payoffs()
	if err != nil {
		return 0, err
	}
	switch {
	case len(payoffs) != len(r.game.Players):
		return 0, r.errorAt(pos, "outcome %d: %d payoffs for %d players", number, len(payoffs), len(r.game.Players))
	case !known:
		index = len(r.game.Outcomes)
		r.outcomes[number] = index
		r.game.Outcomes = append(r.game.Outcomes, Outcome{Number: number, Name: name, Payoffs: payoffs})
	case !slices.EqualFunc(payoffs, r.game.Outcomes[index].Payoffs, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 }):
		return 0, r.errorAt(pos, "outcome %d redefined differently", number)
	}
	return index, nil
}

func (r *reader) payoffs() ([]*big.Rat, error) {
	if err := r.next(); err != nil {
		return nil, err
	}
	return r.numbers()
}

// numbers reads payoffs up to '}'.
func (r *reader) numbers() ([]*big.Rat, error) {
	payoffs := []*big.Rat{}
	for r.tok.kind != tokClose {
		if r.tok.kind == tokComma {
			if err := r.next(); err != nil {
				return nil, err
			}
			continue
		}
		x, err := r.number("a payoff, a number, or '}'")
		if err != nil {
			return nil, err
		}
		payoffs = append(payoffs, x)
	}
	return payoffs, r.next()
}

func (r *reader) str(what string) (string, error) {
	if r.tok.kind != tokString {
		return "", r.expected(what + " (a string)")
	}
	text := r.tok.text
	return text, r.next()
}

func (r *reader) open(what string) error {
	if r.tok.kind != tokOpen {
		return r.expected(what)
	}
	return r.next()
}

func (r *reader) integer(what string) (int, error) {
	if r.tok.kind != tokWord {
		return 0, r.expected(what)
	}
	n, err := strconv.ParseInt(r.tok.text, 10, 32)
	if err != nil {
		return 0, r.expected(what + " (an integer)")
	}
	return int(n), r.next()
}

func (r *reader) number(what string) (*big.Rat, error) {
	if r.tok.kind != tokWord {
		return nil, r.expected(what)
	}
	x, err := ParseNumber(r.tok.text)
	if err != nil {
		return nil, r.errorAt(r.tok.pos, "%v", err)
	}
	return x, r.next()
}
