package efg

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math/big"
	"strings"
)

// maxDrawn bounds the nodes of a drawing; larger trees cannot be read.
const maxDrawn = 2_000

// palette colours the players in turn; chance is grey.
var palette = []string{"#c62828", "#1565c0", "#2e7d32", "#6a1b9a", "#ef6c00", "#00838f"}

func colour(owner int) string {
	if owner < 1 {
		return "#616161"
	}
	return palette[(owner-1)%len(palette)]
}

func (g *Game) checkDrawable() error {
	if len(g.Nodes) > maxDrawn {
		return fmt.Errorf("%d nodes are too many to draw, the limit is %d", len(g.Nodes), maxDrawn)
	}
	return nil
}

// branchLabel is the label of the edge that leads to a node, with chance's
// probability.
func (g *Game) branchLabel(node int) string {
	n := &g.Nodes[node]
	a := &g.Sets[g.Nodes[n.Parent].Set].Actions[n.Branch]
	if a.Probability == nil {
		return a.Label
	}
	return strings.TrimSpace(a.Label + " " + a.Probability.RatString())
}

// outcomeLabel lists the payoffs of a node's outcome, "" for none.
func (g *Game) outcomeLabel(node int) string {
	n := &g.Nodes[node]
	var payoffs []*big.Rat
	switch {
	case n.Outcome >= 0:
		payoffs = g.Outcomes[n.Outcome].Payoffs
	case n.Owner == Terminal:
		payoffs = zeros(len(g.Players))
	default:
		return ""
	}
	texts := make([]string, len(payoffs))
	for i, x := range payoffs {
		texts[i] = x.RatString()
	}
	return strings.Join(texts, ", ")
}

// Dot writes the tree for Graphviz. Dotted lines join the members of an
// information set. More than 2,000 nodes are an error.
func Dot(w io.Writer, g *Game) error {
	if err := g.checkDrawable(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph %s {\n  node [shape=circle fontsize=11 width=0.3]\n  edge [fontsize=10 arrowhead=none]\n",
		dotText(g.Title))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		switch n.Owner {
		case Terminal:
			fmt.Fprintf(b, "  n%d [shape=plaintext label=%s]\n", i, dotText(g.outcomeLabel(i)))
			continue
		case Chance:
			fmt.Fprintf(b, "  n%d [shape=diamond label=\"\"", i)
		default:
			fmt.Fprintf(b, "  n%d [label=\"%d:%d\" color=\"%s\"", i, n.Owner, g.Sets[n.Set].Number, colour(n.Owner))
		}
		fmt.Fprintf(b, " xlabel=%s]\n", dotText(g.outcomeLabel(i)))
		for _, c := range n.Children {
			fmt.Fprintf(b, "  n%d -> n%d [label=%s color=\"%s\"]\n", i, c, dotText(g.branchLabel(c)), colour(n.Owner))
		}
	}
	for i := range g.Sets {
		s := &g.Sets[i]
		if s.Owner == Chance {
			continue
		}
		for j := 1; j < len(s.Nodes); j++ {
			fmt.Fprintf(b, "  n%d -> n%d [style=dotted constraint=false color=\"%s\"]\n", s.Nodes[j-1], s.Nodes[j],
				colour(s.Owner))
		}
	}
	fmt.Fprintf(b, "}\n")
	return b.Flush()
}

// dotText quotes a text for Graphviz.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", "").Replace(strings.ToValidUTF8(s, "?")) + `"`
}

// Measures of the SVG drawing in pixels.
const (
	leafWidth   = 84
	levelHeight = 90
	margin      = 50
	radius      = 6
)

// SVG draws the tree from the root at the top down to the terminal nodes with
// their payoffs. Dotted lines join the members of an information set. More than
// 2,000 nodes are an error.
func SVG(w io.Writer, g *Game) error {
	if err := g.checkDrawable(); err != nil {
		return err
	}
	x, leaves := g.layout()
	y := func(i int) int { return margin + g.Nodes[i].Depth*levelHeight }
	width := 2*margin + max(leaves, 2)*leafWidth
	height := 2*margin + g.Stats().Depth*levelHeight
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", width, height, width, height)
	fmt.Fprintf(b, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n", svgText(g.Title))
	text := func(x, y int, anchor, fill, s string) {
		if s != "" {
			fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", x, y, anchor, fill, svgText(s))
		}
	}
	for i := range g.Sets {
		s := &g.Sets[i]
		for j := 1; j < len(s.Nodes) && s.Owner != Chance; j++ {
			from, to := s.Nodes[j-1], s.Nodes[j]
			fmt.Fprintf(b, "<path d=\"M%d %d Q%d %d %d %d\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "+
				"stroke-dasharray=\"2 5\"/>\n",
				x[from], y(from), (x[from]+x[to])/2, (y(from)+y(to))/2-24, x[to], y(to), colour(s.Owner))
		}
	}
	for i := 1; i < len(g.Nodes); i++ {
		p := g.Nodes[i].Parent
		fmt.Fprintf(b, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\"/>\n", x[p], y(p), x[i], y(i),
			colour(g.Nodes[p].Owner))
		text((x[p]+2*x[i])/3+4, (y(p)+2*y(i))/3, "start", "#333", g.branchLabel(i))
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		switch n.Owner {
		case Terminal:
			text(x[i], y(i)+14, "middle", "black", g.outcomeLabel(i))
			continue
		case Chance:
			fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"white\" stroke=\"%s\"/>\n", x[i]-radius,
				y(i)-radius, 2*radius, 2*radius, colour(Chance))
		default:
			fmt.Fprintf(b, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>\n", x[i], y(i), radius, colour(n.Owner))
			text(x[i], y(i)-10, "middle", colour(n.Owner), fmt.Sprintf("%s %d", g.Players[n.Owner-1], g.Sets[n.Set].Number))
		}
		text(x[i]-10, y(i)+4, "end", "#333", g.outcomeLabel(i))
	}
	fmt.Fprintf(b, "</svg>\n")
	return b.Flush()
}

// layout places terminal nodes side by side and inner nodes above the middle of
// their children.
func (g *Game) layout() (x []int, leaves int) {
	x = make([]int, len(g.Nodes))
	for i := range g.Nodes {
		if g.Nodes[i].Owner == Terminal {
			x[i] = margin + leaves*leafWidth + leafWidth/2
			leaves++
		}
	}
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		if c := g.Nodes[i].Children; len(c) > 0 {
			x[i] = (x[c[0]] + x[c[len(c)-1]]) / 2
		}
	}
	return x, leaves
}

func svgText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' { // not allowed in XML
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	return html.EscapeString(s)
}
