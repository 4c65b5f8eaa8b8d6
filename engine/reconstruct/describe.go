package reconstruct

import (
	"fmt"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// Description returns the completion as a description in the canonical layout, with the
// constraints of the skeleton and, as comments, where its fillers are from. Its ruleset has the status
// "(Reconstructed)". method says how it was found.
func (c *Completion) Description(number int, method string) (string, error) {
	s := c.space.Skeleton
	var b strings.Builder
	fmt.Fprintf(&b, "// Reconstructed from skeleton %.12s, completion %d, %s.\n", s.Hash, number, oneLine(method))
	for i := range c.Fillers {
		f := &c.Fillers[i]
		from := "as written in the skeleton"
		if games := f.Donors(5); len(games) > 0 {
			first := f.Candidate.Sources[0]
			from = fmt.Sprintf("as in %s; written like %s in %s, line %d", strings.Join(games, ", "),
				first.Donor.Game, first.Donor.File, first.Pos.Line)
		}
		if f.Adjusted {
			from += "; numbers or sites are ours, so that conditions hold"
		}
		fmt.Fprintf(&b, "// Hole %d: %s.\n", f.Hole.Number+1, oneLine(from))
	}
	heading := fmt.Sprintf("Ruleset/Completion %d (Reconstructed)", number)
	game := c.Game
	if len(game.Items) == 0 || game.Items[0].Kind != lgdl.String {
		return "", fmt.Errorf("%s: the game has no name", s.File)
	}
	fmt.Fprintf(&b, "(game %s <Variant>)\n", lgdl.Text(game.Items[:1]))
	b.WriteString("(option \"Variant\" <Variant> args:{<variant>} {\n")
	fmt.Fprintf(&b, "(item \"Completion %d\" <%s> \"Completed from a skeleton.\")\n})\n", number,
		lgdl.Text(game.Items[1:]))
	fmt.Fprintf(&b, "(rulesets {(ruleset %q {\"Variant/Completion %d\"})})\n", heading, number)
	if s.expanded.Metadata != nil {
		fmt.Fprintf(&b, "%s\n", lgdl.Text([]*lgdl.Node{s.expanded.Metadata}))
	}
	text, err := lgdl.Format(s.File, []byte(b.String()))
	return string(text), err
}

// oneLine keeps names of games from ending a comment.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
