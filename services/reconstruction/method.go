package reconstruction

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/posterior"
)

// libraryHash identifies the donors.
func libraryHash(l *reconstruct.Library) string {
	h := sha256.New()
	if l != nil {
		for _, d := range l.Donors {
			io.WriteString(h, d.Hash+"\n")
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// evidenceHash identifies the evidence, with what was measured of wear.
func evidenceHash(items []posterior.Item, w *posterior.Wear) string {
	text, _ := json.Marshal(items) // plain fields
	h := sha256.New()
	h.Write(text)
	if w != nil {
		fmt.Fprint(h, w.Observed.Lines, w.Observed.Value, w.Observed.Weight)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// method is the paragraph that says how the study was made, and its hash.
func (v *Report) method() (text, citation string) {
	t := v.Study
	o := t.Options
	plays := "They were not played."
	if o.Plays > 0 {
		who := o.Agent
		if who == "" {
			who = "random"
		}
		times := fmt.Sprintf("%d times by the agent %s (5 times if no play ended within the first 5)", o.Plays, who)
		if o.Halving {
			times = fmt.Sprintf("5 to %d times by the agent %s", o.Plays, who)
		}
		plays = fmt.Sprintf("Each was played %s, cut off after %d plies; "+
			"completions that fail, never end by their rules or offer no choice have the likelihood 0.", times, o.MaxPlies)
		if len(t.Rounds) > 0 {
			last := t.Rounds[len(t.Rounds)-1]
			plays += fmt.Sprintf(" Plays were spent by sequential halving in %d rounds, of which the last had completions with "+
				"%d plays: %d.", len(t.Rounds), last.Plays, last.Completions)
		}
		if o.Strong != "" {
			plays += fmt.Sprintf(" The most probable completions were also played by the agent %s in one seat, each seat %d "+
				"times.", o.Strong, o.Plays)
		}
		if t.Compared > 0 {
			plays += fmt.Sprintf(" The others were weighed by the density of their length, branching, draws, first "+
				"player's advantage and "+
				"board coverage among %d attested games of the library under the same conditions (Gaussian kernels, Scott's "+
				"bandwidth, "+
				"from a thousandth of the attested games' median density to that).", t.Compared)
			if t.ComparedDeep > 0 {
				plays += fmt.Sprintf(" Where the agents' own expectations tell drama, lead changes, decisiveness and killer "+
					"moves, these were axes of the density, too, among the %d attested games that have them.", t.ComparedDeep)
			}
		}
	}
	worn := ""
	if t.Wear != nil {
		worn = fmt.Sprintf(" That of the wear is of the model of astragal wear, for %d completions on the board, one "+
			"unknown orientation, "+
			"%d bootstrap samples of the plays; %.3f of %d shuffles of the wear fit some completion as well.", t.Wear.Candidates,
			t.Wear.Bootstrap, t.Wear.GlobalP, t.Wear.Shuffles)
	}
	if len(t.Classes) > 0 {
		plays += fmt.Sprintf(" They are %d different games, as far as fingerprints of play tell and proofs where the tree "+
			"of plays is small.", len(t.Classes))
	}
	text = fmt.Sprintf("Completions of the skeleton %.16s were drawn from the prior %s over the fillers of %d "+
		"donors (library %.16s) with seed %d, "+
		"until %d could be compiled and started; %d were compiled as a whole and %d rejected by a part before. %s "+
		"The likelihood of %d items of evidence (%.16s) was multiplied.%s Intervals of 95 %% are Wilson's with Kish's "+
		"effective sample size, %.1f. "+
		"For comparison the same was done with the priors %s; what moves by more than %g from prior to prior is "+
		"called not determined. "+
		"Astragal, engine %s.",
		t.Skeleton, t.Priors[0], v.Donors, v.Library, o.Seed, o.Draws, t.Looked, t.Screened, plays, len(t.Items),
		v.Evidence, worn,
		t.Effective, strings.Join(t.Priors[1:], "; "), o.Determining, v.Engine)
	sum := sha256.Sum256([]byte(text))
	return text, hex.EncodeToString(sum[:])
}

// contestedShown is the number of completions whose skill is printed.
const contestedShown = 5

// tally tells how many there are of each reason, in the order of the reasons.
func tally(reasons map[string]int) string {
	if len(reasons) == 0 {
		return "0"
	}
	var list []string
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		list = append(list, fmt.Sprintf("%d (%s)", reasons[why], why))
	}
	return strings.Join(list, ", ")
}

// Print tells people what came out.
func (v *Report) Print(w io.Writer) {
	t := v.Study
	fmt.Fprintf(w, "%s%s\n  %s\n", t.File, inBrackets(t.Ruleset), t.Verdict)
	fmt.Fprintf(w, "  %d draws, %d different, effective sample size %.1f; excluded by play %s, by the evidence %d\n",
		t.Drawn, t.Different, t.Effective, tally(t.Gates), t.Impossible)
	for i := range t.List[:min(contestedShown, len(t.List))] {
		if a := &t.List[i]; a.Skill != nil {
			fmt.Fprintf(w, "  %.12s, posterior %.3f: %s against the other agent %.2f [%.2f, %.2f] in %d plays\n", a.Hash,
				a.Posterior, a.Skill.Strong, a.Skill.Share, a.Skill.Interval[0], a.Skill.Interval[1], a.Skill.Plays)
		}
	}
	for i := range t.Classes[:min(contestedShown, len(t.Classes))] {
		c := &t.Classes[i]
		fmt.Fprintf(w, "  game %d, posterior %.3f: %s, first %.12s\n", c.Number, c.Posterior, c.Spelt(), c.First)
	}
	for _, h := range t.Holes {
		fmt.Fprintf(w, "  hole %d at line %d: %s\n", h.Number, h.Line, clipped(h.Text, 60))
		for _, b := range h.Fillers[:min(5, len(h.Fillers))] {
			printBelief(w, b)
		}
	}
	fmt.Fprintln(w, "  concepts that the evidence moves")
	for _, b := range t.Concepts[:min(8, len(t.Concepts))] {
		printBelief(w, b)
	}
	fmt.Fprintln(w, "  what would tell most, in bits")
	for _, x := range t.Next[:min(5, len(t.Next))] {
		fmt.Fprintf(w, "    %.2f %s (%s)\n", x.Bits, x.Name, x.Kind)
	}
	fmt.Fprintf(w, "  method %.16s: %s\n", v.Citation, v.Method)
}

func printBelief(w io.Writer, b posterior.Belief) {
	undetermined := ""
	if !b.Determined {
		undetermined = "; not determined"
	}
	others := make([]string, len(b.Others))
	for i, p := range b.Others {
		others[i] = measuredShare(p)
	}
	fmt.Fprintf(w, "    %.3f [%.3f, %.3f] (before %.3f; by other priors %s%s) %s\n", b.Posterior, b.Interval[0],
		b.Interval[1],
		b.Prior, strings.Join(others, ", "), undetermined, clipped(b.Name, 100))
}

// measuredShare writes a share, – for one that is not known.
func measuredShare(p float64) string {
	if p < 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", p)
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

func clipped(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "…"
}
