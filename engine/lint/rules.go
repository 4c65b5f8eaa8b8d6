package lint

import (
	_ "embed" // for intro
	"fmt"
	"strings"
)

// Rule is one kind of warning. Its code never changes its meaning.
type Rule struct {
	Code     string   // "W101": 0 the language, 1 names, 2 what is unused, 3 pieces, 4 play, 5 other formalisms
	Title    string   // a few words
	Severity Severity // of its warnings
	Why      string   // what it means for the game, and what to do
	Bad      Example  // raises it
	Good     Example  // does not, and is what was meant
}

// Lookup returns the rule with the code, nil without one.
func Lookup(code string) *Rule {
	for i := range Rules {
		if Rules[i].Code == code {
			return &Rules[i]
		}
	}
	return nil
}

// Example is a description that shows a rule: either a whole text, or parts that
// stand in an otherwise ordinary game of two players on a small square board.
type Example struct {
	Whole     string // the description; the parts are then empty
	Equipment string // beside the board; "" for pieces that step
	Start     string // "" for a row of pieces each
	Play      string // "" for moving one of the own pieces
	End       string // "" for losing when one cannot move
}

// Text returns the description.
func (x Example) Text() string {
	if x.Whole != "" {
		return x.Whole
	}
	or := func(s, other string) string {
		if s == "" {
			return other
		}
		return s
	}
	return fmt.Sprintf(`(game "Example"
    (players 2)
    (equipment {
        (board (square 4))
        %s
    })
    (rules
        (start { %s })
        (play %s)
        (end %s)
    )
)
`, or(x.Equipment, stepping), or(x.Start, rows), or(x.Play, `(forEach Piece)`), or(x.End, stuck))
}

const (
	stepping = `(piece "Disc" Each (move Step (to if:(is Empty (to)))))`
	stuck    = `(if (no Moves Next) (result Mover Win))`
	rows     = `(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))`
)

// shown returns what an example shows: the whole text, or the parts it is about.
func (x Example) shown() string {
	parts := []string{x.Whole, x.Equipment, x.Start, x.Play, x.End}
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, strings.TrimRight(p, "\n"))
		}
	}
	return strings.Join(out, "\n")
}

// Text explains the rule to a reader of plain text.
func (r *Rule) Text() string {
	return r.entry(wrap(r.Why, 100))
}

// entry is the rule with its reason laid out.
func (r *Rule) entry(why string) string {
	return fmt.Sprintf("%s: %s (%s)\n\n%s\n\nRaised by\n\n%s\nand not by\n\n%s",
		r.Code, r.Title, r.Severity, why, indent(r.Bad.shown()), indent(r.Good.shown()))
}

func indent(s string) string {
	return "    " + strings.ReplaceAll(s, "\n", "\n    ") + "\n"
}

// wrap breaks a text into lines of at most so many bytes, where words allow it.
func wrap(s string, width int) string {
	var b strings.Builder
	line := 0
	for i, word := range strings.Fields(s) {
		switch {
		case i == 0:
		case line+1+len(word) > width:
			b.WriteByte('\n')
			line = 0
		default:
			b.WriteByte(' ')
			line++
		}
		b.WriteString(word)
		line += len(word)
	}
	return b.String()
}

// intro is what docs/warnings.md begins with.
//
//go:embed intro.md
var intro string

// families are the headings of the groups of codes.
var families = []struct{ prefix, title string }{
	{"W0", "The language"}, {"W1", "Names that nothing has"}, {"W2", "What is never used"},
	{"W3", "Placements and pieces"}, {"W4", "What quick plays show"}, {"W5", "Other formalisms"},
}

// Markdown returns docs/warnings.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(intro)
	for _, f := range families {
		fmt.Fprintf(&b, "\n## %s\n", f.title)
		for i := range Rules {
			if r := &Rules[i]; strings.HasPrefix(r.Code, f.prefix) {
				b.WriteString("\n### " + r.entry(r.Why))
			}
		}
	}
	return b.String()
}
