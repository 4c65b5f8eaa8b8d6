package reconstruct

import (
	"fmt"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// Description returns the completion as a description in the canonical layout, with the defines that the skeleton
// uses, the constraints of the skeleton and, as comments, where its fillers are from, how they differ from there, and
// the rules in plain words. Its ruleset has the status "(Reconstructed)". method says how it was found.
func (c *Completion) Description(number int, method string) (string, error) {
	s := c.space.Skeleton
	if len(c.Game.Items) == 0 || c.Game.Items[0].Kind != lgdl.String {
		return "", fmt.Errorf("%s: the game has no name", s.File)
	}
	folded, defines := fold(c.Game, s.folds())
	if defines != "" {
		if text, err := c.describe(number, method, folded, defines); err == nil && expandsTo(text, c.Text()) {
			return text, nil
		}
	}
	return c.describe(number, method, c.Game, "") // a define takes the place of a name, say
}

// expandsTo reports whether a description is of the game with a canonical text.
func expandsTo(text, game string) bool {
	d, err := lgdl.Read("completion.lud", []byte(text))
	if err != nil {
		return false
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	return err == nil && e.Canonical() == game
}

// describe writes the description with a game that has uses of defines.
func (c *Completion) describe(number int, method string, game *lgdl.Node, defines string) (string, error) {
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
			if differs := f.Difference(); differs != "" {
				from += ", but for [-that-] {+this+}: " + differs
			}
		}
		if f.Moved {
			from += "; sites are moved to where they are on this board"
		}
		if f.Adjusted {
			from += "; numbers or sites are ours, so that conditions hold"
		}
		fmt.Fprintf(&b, "// Hole %d: %s.\n", f.Hole.Number+1, oneLine(from))
	}
	for _, d := range c.Relatives() {
		lacks, adds := c.Against(d)
		fmt.Fprintf(&b, "// Beside %s: without %d of its parts, with %d others.\n", oneLine(d.Game), lacks, adds)
	}
	if words, err := c.InWords(); err == nil {
		b.WriteString("// In words:\n")
		for _, w := range words {
			fmt.Fprintf(&b, "// %s- %s.\n", strings.Repeat("  ", w.Depth), oneLine(w.Text))
		}
	}
	b.WriteString(defines)
	heading := fmt.Sprintf("Ruleset/Completion %d (Reconstructed)", number)
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
