package distance

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// number writes a value so that reading it back gives the same.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// WriteCSV writes a row for each game and a column for each feature.
func (d *Dataset) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	row := append([]string{"game"}, d.Vocabulary...)
	c.Write(row)
	for g, name := range d.Names {
		row = append(row[:0], name)
		for f := range d.Vocabulary {
			row = append(row, number(d.Value(g, f)))
		}
		c.Write(row)
	}
	c.Flush()
	return c.Error()
}

// WriteCSV writes the full matrix with names as first row and column.
func (m *Matrix) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	row := append([]string{"game"}, m.Names...)
	c.Write(row)
	for i, name := range m.Names {
		row = append(row[:0], name)
		for j := range m.Names {
			row = append(row, number(m.At(i, j)))
		}
		c.Write(row)
	}
	c.Flush()
	return c.Error()
}

// WritePhylip writes the full matrix in relaxed PHYLIP format: names of any
// length, with "_" for everything but letters, digits, "." and "-", made
// different by numbers.
func (m *Matrix) WritePhylip(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, len(m.Names))
	for i, name := range plain(m.Names) {
		b.WriteString(name)
		for j := range m.Names {
			b.WriteString(" " + number(m.At(i, j)))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

// plain returns names of plain characters, all different.
func plain(names []string) []string {
	out := make([]string, len(names))
	taken := map[string]bool{}
	for i, name := range names {
		stem := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
				return r
			}
			return '_'
		}, name)
		s := stem
		for n := 2; taken[s] || s == ""; n++ {
			s = stem + "_" + strconv.Itoa(n)
		}
		taken[s] = true
		out[i] = s
	}
	return out
}

// quote writes a name in the quotes of Newick and NEXUS.
func quote(name string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(name, "\n", " "), "'", "''") + "'"
}

// Newick returns the tree in Newick format with the games' names.
func (p *Phylogeny) Newick(names []string) string { return p.NewickWith(names, nil) }

// NewickWith is Newick with the support of inner branches, in percent, as the labels of the
// nodes below them, where programs look for it.
func (p *Phylogeny) NewickWith(names []string, support map[*Phylogeny]float64) string {
	var b strings.Builder
	p.newick(&b, names, support, true)
	b.WriteByte(';')
	return b.String()
}

func (p *Phylogeny) newick(b *strings.Builder, names []string, support map[*Phylogeny]float64, top bool) {
	for i, c := range p.Children {
		b.WriteByte("(,"[min(i, 1)])
		c.newick(b, names, support, false)
	}
	if len(p.Children) > 0 {
		b.WriteByte(')')
		if s, known := support[p]; known {
			b.WriteString(number(math.Round(1000*s) / 10))
		}
	} else {
		b.WriteString(quote(names[p.Game]))
	}
	if !top {
		b.WriteString(":" + number(p.Length))
	}
}

// NamedTree is a tree for a NEXUS file.
type NamedTree struct {
	Name    string
	Tree    *Phylogeny
	Rooted  bool
	Comment string                 // about the tree; none when it is ""
	Support map[*Phylogeny]float64 // of its inner branches; nil for none
}

// WriteNexus writes games, distances and trees as a NEXUS file.
func (m *Matrix) WriteNexus(w io.Writer, trees ...NamedTree) error {
	b := bufio.NewWriter(w)
	writeTaxa(b, m.Names)
	fmt.Fprintf(b, "\nBEGIN distances;\n\tDIMENSIONS ntax=%d;\n\tFORMAT labels=left diagonal triangle=both;\n\tMATRIX\n",
		len(m.Names))
	for i, name := range m.Names {
		b.WriteString("\t\t" + quote(name))
		for j := range m.Names {
			b.WriteString(" " + number(m.At(i, j)))
		}
		b.WriteByte('\n')
	}
	b.WriteString("\t;\nEND;\n")
	if len(trees) > 0 {
		b.WriteString("\nBEGIN trees;\n")
		for _, t := range trees {
			name := plain([]string{t.Name})[0]
			root := "U"
			if t.Rooted {
				root = "R"
			}
			if t.Comment != "" {
				fmt.Fprintf(b, "\t[%s]\n", strings.NewReplacer("[", "(", "]", ")").Replace(t.Comment))
			}
			fmt.Fprintf(b, "\tTREE %s = [&%s] %s\n", name, root, t.Tree.NewickWith(m.Names, t.Support))
		}
		b.WriteString("END;\n")
	}
	return b.Flush()
}

// WriteNexus writes which game has which feature as characters 0 and 1. The
// features are named in a comment: some readers take a name such as "End" for
// the end of the block.
func (d *Dataset) WriteNexus(w io.Writer) error {
	b := bufio.NewWriter(w)
	writeTaxa(b, d.Names)
	fmt.Fprintf(b, "\nBEGIN characters;\n\tDIMENSIONS nchar=%d;\n\tFORMAT datatype=standard symbols=\"01\" "+
		"labels=left;\n\t[", len(d.Vocabulary))
	for i, f := range d.Vocabulary {
		fmt.Fprintf(b, "\n\t\t%d %s", i+1, strings.NewReplacer("[", "(", "]", ")").Replace(f))
	}
	b.WriteString("\n\t]\n\tMATRIX\n")
	for g, name := range d.Names {
		b.WriteString("\t\t" + quote(name) + " ")
		for f := range d.Vocabulary {
			if d.Value(g, f) != 0 {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("\t;\nEND;\n")
	return b.Flush()
}

func writeTaxa(b *bufio.Writer, names []string) {
	fmt.Fprintf(b, "#NEXUS\n\nBEGIN taxa;\n\tDIMENSIONS ntax=%d;\n\tTAXLABELS", len(names))
	for _, name := range names {
		b.WriteString("\n\t\t" + quote(name))
	}
	b.WriteString(";\nEND;\n")
}
