package efg

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
)

// The compact form of GDL says in a dozen rules what the plain one says at every node: a
// play stands at a node, whose branches are facts. It takes a seventh of the text, and
// readers that index facts find a branch in constant time however large the tree is.

// maxCompactPlayers keeps a branch, with what every player perceives there, within the
// arguments that our reader and others take.
const maxCompactPlayers = 50

// compact writes the game in the compact form.
func (w *gdlWriter) compact() error {
	g := w.game
	if len(g.Players) > maxCompactPlayers {
		return fmt.Errorf("%d players: the compact form takes at most %d", len(g.Players), maxCompactPlayers)
	}
	classes, goals := "", ""
	for p := range g.Players {
		classes += fmt.Sprintf(" ?i%d", p+1)
		goals += fmt.Sprintf(" ?u%d", p+1)
	}
	w.f("(init (at 0 %s))\n", mover(g.Nodes[0].Owner))
	w.f("(<= (legal ?r ?m) (true (at ?s ?r)) (edge ?s ?m ?t ?q%s))\n", classes)
	w.f("(<= (legal ?r noop) (role ?r) (true (at ?s ?q)) (distinct ?r ?q))\n")
	w.f("(<= (next (at ?t ?q)) (true (at ?s ?r)) (does ?r ?m) (edge ?s ?m ?t ?q%s))\n", classes)
	for p := range g.Players {
		w.f("(<= (sees player_%d (info ?i%d)) (true (at ?s ?r)) (does ?r ?m) (edge ?s ?m ?t ?q%s))\n", p+1, p+1, classes)
	}
	w.f("(<= terminal (true (at ?s nobody)))\n")
	for p := range g.Players {
		w.f("(<= (goal player_%d ?u%d) (true (at ?s nobody)) (pays ?s%s))\n", p+1, p+1, goals)
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Owner == Terminal {
			w.f("(pays %d", i)
			for p, u := range g.Payoffs(i) {
				w.f(" %s", w.goal(p, u))
			}
			w.f(")\n")
			continue
		}
		if err := w.branches(i, func(child, move int) {
			w.f("(edge %d %d %d %s", i, move, child, mover(g.Nodes[child].Owner))
			for p := range g.Players {
				w.f(" %d", w.classes[p][child])
			}
			w.f(")\n")
		}); err != nil {
			return err
		}
	}
	return nil
}

// mover names who decides at the nodes of an owner.
func mover(owner int) string {
	switch owner {
	case Terminal:
		return "nobody"
	case Chance:
		return "random"
	}
	return fmt.Sprintf("player_%d", owner)
}

// branches calls f for the moves at an inner node, from 1, and the nodes they lead to. Chance has
// as many equally likely moves as its probabilities need.
func (w *gdlWriter) branches(node int, f func(child, move int)) error {
	n := &w.game.Nodes[node]
	if n.Owner != Chance {
		for branch, c := range n.Children {
			f(c, branch+1)
		}
		return nil
	}
	weights, ok := w.weights[n.Set]
	if !ok {
		weights = integerWeights(w.game.Sets[n.Set].Actions)
		total := new(big.Int)
		for _, x := range weights {
			total.Add(total, x)
		}
		if total.Cmp(big.NewInt(maxChanceMoves)) > 0 {
			return fmt.Errorf("node %d: chance needs %s equally likely moves, the limit is %d", node, total, maxChanceMoves)
		}
		w.weights[n.Set] = weights
	}
	move := 0
	for branch, c := range n.Children {
		for range weights[branch].Int64() {
			move++
			f(c, move)
		}
	}
	return nil
}

// WriteGDL writes to out what GDL gives, without holding the text.
func WriteGDL(out io.Writer, g *Game, o GDLOptions) error {
	b := bufio.NewWriter(out)
	if err := writeGDL(b, g, o); err != nil {
		return err
	}
	return b.Flush()
}
