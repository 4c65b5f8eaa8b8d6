package reconstruct

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// Completion is a way to fill all holes of a skeleton.
type Completion struct {
	Game    *lgdl.Node // without holes
	Weight  float64    // of the fillers, shared equally by all combinations of their bindings
	Fillers []Filler   // by hole, in the order of the text; those of holes in choices not taken are missing

	space *Space
	v     *variant
	idx   []int // candidate and binding by slot
	which []int
}

// Filler is what a completion has in the place of a hole.
type Filler struct {
	Hole      *Hole
	Candidate *Candidate
	Binding   Binding
	Items     []*lgdl.Node // of the candidate, with the binding
	// Moved reports whether sites are not the donor's, but where those are on the completion's board; Adjusted whether
	// numbers or sites are such that conditions hold. The candidate is then the changed one.
	Moved    bool
	Adjusted bool
}

// Text is the canonical text of the game.
func (c *Completion) Text() string { return lgdl.Text([]*lgdl.Node{c.Game}) }

// Hash is the SHA-256 of Text in hexadecimal.
func (c *Completion) Hash() string {
	sum := c.sum()
	return hex.EncodeToString(sum[:])
}

// Skeleton is what the completion completes.
func (c *Completion) Skeleton() *Skeleton { return c.space.Skeleton }

// File is the file of the skeleton.
func (c *Completion) File() string { return c.space.Skeleton.File }

func (c *Completion) sum() [32]byte { return sha256.Sum256([]byte(c.Text())) }

// Has reports whether the completion has a clause that a pattern is, with the same arguments and perhaps more.
func (c *Completion) Has(pattern *lgdl.Node) bool { return has(c.Game, pattern) }

func has(n, pattern *lgdl.Node) bool {
	if like(n, pattern) {
		return true
	}
	for _, x := range n.Items {
		if has(x, pattern) {
			return true
		}
	}
	return false
}

// like reports whether a node is the pattern: leaves are equal, and a clause or list has what the pattern has in
// its order.
func like(n, pattern *lgdl.Node) bool {
	if n.Kind != pattern.Kind || n.Text != pattern.Text || pattern.Label != "" && n.Label != pattern.Label {
		return false
	}
	i := 0
	for _, x := range n.Items {
		if i < len(pattern.Items) && like(x, pattern.Items[i]) {
			i++
		}
	}
	return i == len(pattern.Items)
}

// Donors returns the games of the donors of a filler's candidate, at most n of them.
func (f *Filler) Donors(n int) (games []string) {
	seen := map[string]bool{}
	for _, d := range f.Candidate.Sorted() {
		if !seen[d.Game] && len(games) < n {
			seen[d.Game] = true
			games = append(games, d.Game)
		}
	}
	return games
}

// chooser combines the candidates of the slots of variants. It keeps what it has found out,
// and belongs to one goroutine.
type chooser struct {
	x      *Space
	offers map[*variant]map[string]*offer // by the kinds of the candidates chosen
	counts map[string]bound               // by the shape of a pattern and the key of an offer
}

// bound is the bindings of all patterns of one shape to one offer.
type bound struct {
	list   []Binding
	reason string
}

func newChooser(x *Space) *chooser {
	return &chooser{x: x, offers: map[*variant]map[string]*offer{}, counts: map[string]bound{}}
}

// offer returns what a game has to offer with candidates in the slots.
func (k *chooser) offer(v *variant, idx []int) *offer {
	var b strings.Builder
	for i, s := range v.slots {
		if s.defines {
			b.WriteString(" ")
			b.WriteString(itoa(s.cands[idx[i]].kind))
		}
	}
	byKinds := k.offers[v]
	if byKinds == nil {
		byKinds = map[string]*offer{}
		k.offers[v] = byKinds
	}
	if o := byKinds[b.String()]; o != nil {
		return o
	}
	with := map[*lgdl.Hole][]*lgdl.Node{}
	for i, s := range v.slots {
		if s.defines {
			with[s.hole.Hole] = s.cands[idx[i]].Items
		}
	}
	o := offerOf(fill(v.tree, with)).settle()
	byKinds[b.String()] = o
	return o
}

// bindings returns the bindings of a candidate to an offer.
func (k *chooser) bindings(c *weighted, o *offer) bound {
	p := c.pattern
	if p.undecided {
		return bound{list: []Binding{{}}}
	}
	key := p.shape + "\n" + o.text
	b, known := k.counts[key]
	if !known {
		b.list, b.reason = p.bindings(o)
		k.counts[key] = b
	}
	return b
}

// all returns the bindings of the candidates in all slots, or why there are none.
func (k *chooser) all(v *variant, idx []int) (list [][]Binding, reason string) {
	if len(v.slots) > 0 {
		o := k.offer(v, idx)
		list = make([][]Binding, len(v.slots))
		for i, s := range v.slots {
			b := k.bindings(s.cands[idx[i]], o)
			if len(b.list) == 0 {
				return nil, b.reason
			}
			list[i] = b.list
		}
	}
	return list, ""
}

// build makes a completion of a choice and a binding in every slot; the weight of the choice is shared
// equally by all combinations of bindings.
func (k *chooser) build(v *variant, idx []int, ways [][]Binding, which []int) *Completion {
	c := &Completion{Weight: v.weight(idx), space: k.x, v: v, idx: slices.Clone(idx), which: slices.Clone(which)}
	with := map[*lgdl.Hole][]*lgdl.Node{}
	for _, p := range v.fixed {
		c.Fillers = append(c.Fillers, Filler{Hole: p.hole, Candidate: p.c, Items: p.c.Items})
	}
	for i, s := range v.slots {
		w := s.cands[idx[i]]
		b := ways[i][which[i]]
		items := w.Items
		if !w.pattern.undecided {
			b = w.pattern.named(b, k.offer(v, idx))
			items = w.pattern.bind(w.Items, &b)
		}
		with[s.hole.Hole] = items
		c.Fillers = append(c.Fillers, Filler{Hole: s.hole, Candidate: w.Candidate, Binding: b, Items: items})
		c.Weight /= float64(len(ways[i]))
	}
	c.Game = fill(v.tree, with)
	for i := 1; i < len(c.Fillers); i++ { // by hole; there are few
		for j := i; j > 0 && c.Fillers[j].Hole.Number < c.Fillers[j-1].Hole.Number; j-- {
			c.Fillers[j], c.Fillers[j-1] = c.Fillers[j-1], c.Fillers[j]
		}
	}
	return c
}
