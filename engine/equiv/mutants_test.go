package equiv_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
)

// A tree is a game in extensive form that can be changed. Nodes are in preorder.
type tree struct {
	players []string
	comment string
	nodes   []*node
}

type node struct {
	name     string
	set      *set // nil at the end
	payoffs  []*big.Rat
	children []*node
}

type set struct {
	owner  int // 0 is chance
	number int
	labels []string
	odds   []*big.Rat
}

// treeOf takes the tree of a game without impossible branches.
func treeOf(g *efg.Game) *tree {
	g = g.Prune()
	t := &tree{players: g.Players, comment: g.Comment}
	sets := make([]*set, len(g.Sets))
	for i, s := range g.Sets {
		sets[i] = &set{owner: s.Owner, number: s.Number}
		for _, a := range s.Actions {
			sets[i].labels = append(sets[i].labels, a.Label)
			if a.Probability != nil {
				sets[i].odds = append(sets[i].odds, a.Probability)
			}
		}
	}
	for i := range g.Nodes {
		n := &node{name: g.Nodes[i].Name}
		if g.Nodes[i].Owner == efg.Terminal {
			n.payoffs = g.Payoffs(i)
		} else {
			n.set = sets[g.Nodes[i].Set]
		}
		t.nodes = append(t.nodes, n)
		if p := g.Nodes[i].Parent; p >= 0 {
			t.nodes[p].children = append(t.nodes[p].children, n)
		}
	}
	return t
}

// clone copies the tree; node numbers stay.
func (t *tree) clone() *tree {
	c := &tree{players: t.players, comment: t.comment}
	sets := map[*set]*set{}
	var copied func(n *node) *node
	copied = func(n *node) *node {
		m := &node{name: n.name, payoffs: append([]*big.Rat(nil), n.payoffs...)}
		c.nodes = append(c.nodes, m)
		if n.set != nil {
			if sets[n.set] == nil {
				s := *n.set
				s.odds = append([]*big.Rat(nil), s.odds...)
				sets[n.set] = &s
			}
			m.set = sets[n.set]
		}
		for _, child := range n.children {
			m.children = append(m.children, copied(child))
		}
		return m
	}
	copied(t.nodes[0])
	return c
}

// text writes the tree as an .efg file.
func (t *tree) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "EFG 2 R \"tree\" {")
	for _, p := range t.players {
		fmt.Fprintf(&b, " %q", p)
	}
	fmt.Fprintf(&b, " }\n%q\n", t.comment)
	number := map[*set]int{}
	outcomes := 0
	var write func(n *node)
	write = func(n *node) {
		if n.set == nil {
			outcomes++
			fmt.Fprintf(&b, "t %q %d \"\" {", n.name, outcomes)
			for _, x := range n.payoffs {
				fmt.Fprintf(&b, " %s", x.RatString())
			}
			b.WriteString(" }\n")
			return
		}
		if number[n.set] == 0 {
			number[n.set] = len(number) + 1
		}
		if n.set.owner == 0 {
			fmt.Fprintf(&b, "c %q %d \"\" {", n.name, number[n.set])
		} else {
			fmt.Fprintf(&b, "p %q %d %d \"\" {", n.name, n.set.owner, number[n.set])
		}
		for i, l := range n.set.labels {
			fmt.Fprintf(&b, " %q", l)
			if n.set.owner == 0 {
				b.WriteString(" " + n.set.odds[i].RatString())
			}
		}
		b.WriteString(" } 0\n")
		for _, child := range n.children {
			write(child)
		}
	}
	write(t.nodes[0])
	return b.String()
}

func (t *tree) game(tb testing.TB) *efg.Game {
	tb.Helper()
	g, err := efg.Read("tree.efg", []byte(t.text()), efg.Limits{})
	if err != nil {
		tb.Fatal(err, t.text())
	}
	return g
}

// members gives the numbers of the nodes of every set, and an order for the sets.
func (t *tree) members() (sets []*set, nodes map[*set][]int) {
	nodes = map[*set][]int{}
	for i, n := range t.nodes {
		if n.set == nil {
			continue
		}
		if nodes[n.set] == nil {
			sets = append(sets, n.set)
		}
		nodes[n.set] = append(nodes[n.set], i)
	}
	return sets, nodes
}

// shape describes the tree below a node without regard to order and sets.
func (n *node) shape() string {
	if n.set == nil {
		return fmt.Sprint("end ", n.payoffs)
	}
	var parts []string
	for i, c := range n.children {
		s := c.shape()
		if n.set.owner == 0 {
			s += n.set.odds[i].RatString()
		}
		parts = append(parts, s)
	}
	sort.Strings(parts)
	return fmt.Sprint(n.set.owner, parts)
}

// mutation is a change of a tree that makes it another game.
type mutation struct {
	kind, what string
	apply      func(t *tree)
}

// mutations lists changes of every kind, at most so many of each.
func (t *tree) mutations(r *rand.Rand, most int) []mutation {
	byKind := map[string][]mutation{}
	var kinds []string
	add := func(kind, what string, apply func(*tree)) {
		if byKind[kind] == nil {
			kinds = append(kinds, kind)
		}
		byKind[kind] = append(byKind[kind], mutation{kind, what, apply})
	}
	// What players learn at the end, in trees whose names tell it.
	ends := map[string]int{}
	for _, n := range t.nodes {
		for p, class := range strings.Split(n.name, ",") {
			if n.set == nil && strings.HasPrefix(t.comment, "The name of a node lists") {
				ends[fmt.Sprint(p, " ", class)]++
			}
		}
	}
	for i, n := range t.nodes {
		for p, class := range strings.Split(n.name, ",") {
			if n.set == nil && ends[fmt.Sprint(p, " ", class)] > 1 {
				add("leak at the end", fmt.Sprintf("player %d is told of node %d", p+1, i), func(t *tree) {
					names := strings.Split(t.nodes[i].name, ",")
					names[p] = "1000000"
					t.nodes[i].name = strings.Join(names, ",")
				})
			}
		}
		if n.set == nil {
			for p := range t.players {
				for _, d := range []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 1000)} {
					add("payoff", fmt.Sprintf("player %d gets %s more at node %d", p+1, d.RatString(), i), func(t *tree) {
						t.nodes[i].payoffs[p] = new(big.Rat).Add(t.nodes[i].payoffs[p], d)
					})
				}
			}
			continue
		}
		if i > 0 {
			add("end", fmt.Sprintf("the play ends at node %d", i), func(t *tree) {
				n := t.nodes[i]
				n.set, n.children = nil, nil
				for range t.players {
					n.payoffs = append(n.payoffs, big.NewRat(17, 3))
				}
			})
		}
		for b := 1; b < len(n.children); b++ {
			if n.children[b].shape() != n.children[0].shape() {
				add("reachability", fmt.Sprintf("branch %d of node %d leads where branch 1 leads", b+1, i), func(t *tree) {
					n := t.nodes[i]
					n.children[b] = n.children[0]
				})
			}
		}
	}
	sets, nodes := t.members()
	for si, s := range sets {
		at := nodes[s]
		if s.owner == 0 {
			for b := 1; b < len(s.odds); b++ {
				d := new(big.Rat).Quo(s.odds[b], big.NewRat(1009, 1))
				add("probability", fmt.Sprintf("branch %d of chance at node %d is less likely", b+1, at[0]), func(t *tree) {
					o := t.nodes[at[0]].set.odds
					o[b], o[0] = new(big.Rat).Sub(o[b], d), new(big.Rat).Add(o[0], d)
				})
			}
			continue
		}
		for q := range t.players {
			if q+1 != s.owner {
				add("mover", fmt.Sprintf("player %d decides at nodes %v", q+1, at),
					func(t *tree) { t.nodes[at[0]].set.owner = q + 1 })
			}
		}
		if len(at) > 1 {
			k := r.IntN(len(at))
			add("information", fmt.Sprintf("player %d can tell node %d from %v", s.owner, at[k], at), func(t *tree) {
				s := *t.nodes[at[k]].set
				t.nodes[at[k]].set = &s
			})
		}
		for _, other := range sets[si+1:] {
			if other.owner == s.owner && len(other.labels) == len(s.labels) {
				into := nodes[other]
				add("information", fmt.Sprintf("player %d cannot tell nodes %v from %v", s.owner, at, into), func(t *tree) {
					for _, i := range into {
						t.nodes[i].set = t.nodes[at[0]].set
					}
				})
			}
		}
	}
	return sample(r, kinds, byKind, most)
}

// sample picks at most so many mutations of each kind.
func sample(r *rand.Rand, kinds []string, byKind map[string][]mutation, most int) []mutation {
	var list []mutation
	for _, kind := range kinds {
		all := byKind[kind]
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		list = append(list, all[:min(most, len(all))]...)
	}
	return list
}
