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
func Write(w io.Writer, g *Game) error {
	b := bufio.NewWriter(w)
	b.WriteString("EFG 2 R " + quote(g.Title) + " {")
	for _, p := range g.Players {
		b.WriteString(" " + quote(p))
	}
	b.WriteString(" }\n" + quote(g.Comment) + "\n\n")
	// The descriptions of sets and outcomes are the same at every node.
	sets := make([]string, len(g.Sets))
	for i := range g.Sets {
		sets[i] = g.Sets[i].text()
	}
	outcomes := make([]string, len(g.Outcomes))
	for i := range g.Outcomes {
		outcomes[i] = g.Outcomes[i].text()
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		switch n.Owner {
		case Terminal:
			b.WriteString("t " + quote(n.Name))
		case Chance:
			b.WriteString("c " + quote(n.Name))
		default:
			b.WriteString("p " + quote(n.Name) + " " + strconv.Itoa(n.Owner))
		}
		if n.Set >= 0 {
			b.WriteString(sets[n.Set])
		}
		if n.Outcome >= 0 {
			b.WriteString(outcomes[n.Outcome])
		} else {
			b.WriteString(" 0")
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

func (s *Set) text() string {
	var b strings.Builder
	b.WriteString(" " + strconv.Itoa(s.Number) + " " + quote(s.Name) + " {")
	for _, a := range s.Actions {
		b.WriteString(" " + quote(a.Label))
		if a.Probability != nil {
			b.WriteString(" " + a.Probability.RatString())
		}
	}
	b.WriteString(" }")
	return b.String()
}

func (o *Outcome) text() string {
	payoffs := make([]string, len(o.Payoffs))
	for i, x := range o.Payoffs {
		payoffs[i] = x.RatString()
	}
	return " " + strconv.Itoa(o.Number) + " " + quote(o.Name) + " { " + strings.Join(payoffs, ", ") + " }"
}
