package reconstruct

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/treediff"
)

// Difference says how the filler differs from what its first donor has there, "" if it does not or has no donor: on one
// line, [-what the donor has-] and {+what is here+}. Names that were bound and numbers that were adjusted show there.
func (f *Filler) Difference() string {
	if len(f.Candidate.Sources) == 0 || f.Candidate.Choice != nil {
		return ""
	}
	was := &lgdl.Node{Kind: lgdl.List}
	for _, e := range f.Candidate.Sources[0].items {
		n := *nodeOf(e)
		if len(was.Items) == 0 && len(f.Items) > 0 {
			n.Label = f.Items[0].Label // of the hole
		}
		was.Items = append(was.Items, &n)
	}
	parts := treediff.Compare(was, &lgdl.Node{Kind: lgdl.List, Items: f.Items})
	if removed, added := treediff.Differences(parts); removed+added == 0 {
		return ""
	}
	const wide, fold = 1 << 20, 40 // one line; equal parts longer than that are shortened
	var b strings.Builder
	for _, l := range treediff.Lines(parts, wide, fold) {
		for _, s := range l.Spans {
			switch s.Op {
			case treediff.Removed:
				b.WriteString("[-" + s.Text + "-]")
			case treediff.Added:
				b.WriteString("{+" + s.Text + "+}")
			default:
				b.WriteString(s.Text)
			}
		}
	}
	return strings.TrimSuffix(strings.TrimPrefix(b.String(), "{"), "}")
}

// Against counts the parts of the rules in which the completion and a donor differ: clauses and words that only the
// donor has, and that only the completion has. Names count, too.
func (c *Completion) Against(d *Donor) (lacks, adds int) {
	return treediff.Differences(treediff.Compare(d.game, c.Game))
}

// First returns the donor that the candidate is taken from first, nil for none.
func (f *Filler) First() *Donor {
	if len(f.Candidate.Sources) == 0 {
		return nil
	}
	return f.Candidate.Sources[0].Donor
}

// Relatives are the first donors of the fillers, each once, in the order of the holes.
func (c *Completion) Relatives() (list []*Donor) {
	for i := range c.Fillers {
		if d := c.Fillers[i].First(); d != nil && !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// InWords says the rules in plain words. Error: the completion does not check.
func (c *Completion) InWords() ([]ludeme.Saying, error) {
	d, err := lgdl.Read(c.File(), []byte(c.Text()))
	if err != nil {
		return nil, err
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	checked, err := e.Check(ludeme.Grammar())
	if err != nil {
		return nil, err
	}
	return ludeme.InWords(checked.Game), nil
}
