package efg

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Write writes the game as an .efg file in a canonical form: one node a line,
// every description repeated, numbers as integers or fractions. Reading it gives
// the same game, and writing that gives the same bytes.
func Write(out io.Writer, g *Game) error {
	w := newWriter(out)
	w.header(g)
	for i := range g.Nodes {
		w.node(g, &g.Nodes[i])
	}
	return w.b.Flush()
}

// writer writes games node by node. The descriptions of sets and outcomes are the same at every node, and so are
// actions of sets that share them.
type writer struct {
	b        *bufio.Writer
	actions  map[actionList]string
	outcomes []string
}

// actionList tells lists of actions apart: the first one, and how many there are.
type actionList struct {
	first *Action
	n     int
}

func newWriter(out io.Writer) *writer {
	return &writer{b: bufio.NewWriterSize(out, 1<<16), actions: map[actionList]string{}}
}

func (w *writer) header(g *Game) {
	w.b.WriteString("EFG 2 R " + quote(g.Title) + " {")
	for _, p := range g.Players {
		w.b.WriteString(" " + quote(p))
	}
	w.b.WriteString(" }\n" + quote(g.Comment) + "\n\n")
}

func (w *writer) node(g *Game, n *Node) {
	switch n.Owner {
	case Terminal:
		w.b.WriteString("t " + quote(n.Name))
	case Chance:
		w.b.WriteString("c " + quote(n.Name))
	default:
		w.b.WriteString("p " + quote(n.Name) + " " + strconv.Itoa(n.Owner))
	}
	if n.Set >= 0 {
		w.set(&g.Sets[n.Set])
	}
	if n.Outcome >= 0 {
		for i := len(w.outcomes); i <= n.Outcome; i++ {
			w.outcomes = append(w.outcomes, g.Outcomes[i].text())
		}
		w.b.WriteString(w.outcomes[n.Outcome])
	} else {
		w.b.WriteString(" 0")
	}
	w.b.WriteByte('\n')
}

func (w *writer) set(s *Set) {
	w.b.WriteString(" " + strconv.Itoa(s.Number) + " " + quote(s.Name) + " {")
	key := actionList{&s.Actions[0], len(s.Actions)}
	list, ok := w.actions[key]
	if !ok {
		var b strings.Builder
		for _, a := range s.Actions {
			b.WriteString(" " + quote(a.Label))
			if a.Probability != nil {
				b.WriteString(" " + a.Probability.RatString())
			}
		}
		list = b.String()
		w.actions[key] = list
	}
	w.b.WriteString(list + " }")
}

func (o *Outcome) text() string {
	payoffs := make([]string, len(o.Payoffs))
	for i, x := range o.Payoffs {
		payoffs[i] = x.RatString()
	}
	return " " + strconv.Itoa(o.Number) + " " + quote(o.Name) + " { " + strings.Join(payoffs, ", ") + " }"
}
