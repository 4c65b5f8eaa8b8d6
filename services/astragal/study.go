package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/pkg/posterior"
	"github.com/astragal/astragal/pkg/prior"
	"github.com/astragal/astragal/services/study"
)

// inquiry is what reconstruct is asked of the posterior.
type inquiry struct {
	options  posterior.Options
	evidence string
	items    []posterior.Item
	reports  list
	fix      list
	rank     string
	ranked   *lgdl.Node
	attested *posterior.Attested
}

func (q *inquiry) flags(fs *flag.FlagSet) {
	fs.IntVar(&q.options.Draws, "draws", 0, "draw this `number` of completions from the prior, play them, weigh "+
		"them by the "+
		"evidence, and tell what remains probable")
	fs.StringVar(&q.evidence, "evidence", "", "weigh by the items of this JSON `file` (docs/reconstruction.md); "+
		"with --draws")
	fs.IntVar(&q.options.Plays, "plays", 20, "with --draws, play every completion so many `times`; 0 for not at all")
	fs.StringVar(&q.options.Agent, "agent", "", "with --draws, who plays (default: random)")
	fs.IntVar(&q.options.MaxPlies, "max-plies", 500, "with --draws, cut plays off after this `number` of plies")
	fs.IntVar(&q.options.Attested, "attested", 60, "with --draws, compare play with this `number` of games of the "+
		"library; "+
		"0 for none")
	fs.Var(&q.reports, "report", "with --draws, write a report into this `file`: .html, .json, .csv or .parquet; "+
		"may be repeated")
	fs.StringVar(&q.rank, "rank", "", "look for the complete game of this `file`, a reconstruction by hand, among "+
		"the completions, "+
		"and tell how probable each of its fillers is")
	fs.Var(&q.fix, "fix", "what if: `HOLE=FILLER`, the number of a hole and its only filler; may be repeated")
}

// check refuses what cannot be meant.
func (q *inquiry) check() error {
	o := &q.options
	switch {
	case o.Draws < 0 || o.Draws > 100_000 || o.Plays < 0 || o.Plays > 10_000 || o.Attested < 0 || o.Attested > 10_000:
		return usagef("--draws is from 0 to 100,000, --plays and --attested to 10,000")
	case o.MaxPlies < 1 || o.MaxPlies > 1_000_000:
		return usagef("--max-plies is from 1 to 1,000,000")
	case o.Draws == 0 && (q.evidence != "" || len(q.reports) > 0):
		return usagef("--evidence and --report need --draws")
	}
	if o.Agent != "" {
		if _, err := agent.ParseTeam(o.Agent); err != nil {
			return usagef("--agent: %v", err)
		}
	}
	for _, file := range q.reports {
		if !slices.Contains([]string{".html", ".json", ".csv", ".parquet"}, filepath.Ext(file)) {
			return usagef("--report %s: .html, .json, .csv or .parquet", file)
		}
	}
	if q.evidence == "" {
		return nil
	}
	text, err := os.ReadFile(q.evidence)
	if err != nil {
		return err
	}
	if q.items, err = posterior.ReadItems(q.evidence, text); err != nil {
		return err
	}
	for i := range q.items {
		if q.items[i].Kind == "wear" {
			return q.worn(&q.items[i])
		}
	}
	return nil
}

// worn reads the file of an item of wear, which is beside that of the evidence.
func (q *inquiry) worn(x *posterior.Item) (err error) {
	if q.options.Plays == 0 {
		return usagef("an item of wear needs --plays")
	}
	file := filepath.Join(filepath.Dir(q.evidence), x.File)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	observed, err := study.Read(file, text)
	if err != nil {
		return err
	}
	s, err := study.Of(observed, x.Measure)
	if err != nil {
		return fmt.Errorf("%s: %w", q.evidence, err)
	}
	x.Measure = s.Measure.String()
	q.options.Wear = &posterior.Wear{Observed: &observed.Observed,
		Candidate: func(rs *ruleset.Ruleset, counts *traffic.Counts) (*wear.Candidate, error) {
			return s.Played(rs, rs.Name(), "completions", "as the study's", counts)
		}}
	return nil
}

// tellRank says how the game of --rank stands in the space.
func (r *reconstruction) tellRank(x *reconstruct.Space) error {
	q := &r.inquiry
	if q.ranked == nil {
		text, err := os.ReadFile(q.rank)
		if err != nil {
			return err
		}
		d, err := lgdl.Read(q.rank, text)
		if err != nil {
			return err
		}
		defs, err := definesOf(defsFolder(r.defs, q.rank))
		if err != nil {
			return err
		}
		e, err := d.Expand(defs, lgdl.Selection{})
		if err != nil {
			return err
		}
		if _, err := e.Check(ludeme.Grammar()); err != nil {
			return err
		}
		q.ranked = e.Game
	}
	m := x.Rank(q.ranked)
	l := rankLine{File: x.Skeleton.File, Game: q.rank, In: m.In, Aligned: m.Aligned}
	for _, f := range m.Found {
		l.Holes = append(l.Holes, rankHole{f.Hole.Number + 1, true, f.Probability, f.Rank, f.Of, f.Candidate.Text})
	}
	for _, f := range m.Missing {
		l.Holes = append(l.Holes, rankHole{Hole: f.Hole.Number + 1, Text: lgdl.Text(f.Items)})
	}
	slices.SortFunc(l.Holes, func(a, b rankHole) int { return a.Hole - b.Hole })
	if r.asJSON {
		return r.json(l)
	}
	verdict := "is one of the completions"
	switch {
	case !l.Aligned:
		verdict = "differs from the skeleton outside its holes"
	case !l.In:
		verdict = "is none of the completions"
	}
	fmt.Fprintf(r.s.out, "  %s %s\n", q.rank, verdict)
	for _, h := range l.Holes {
		if h.Found {
			fmt.Fprintf(r.s.out, "    hole %d: probability %.3g, rank %d of %d: %s\n", h.Hole, h.Probability, h.Rank,
				h.Of, clipped(h.Text, 120))
		} else {
			fmt.Fprintf(r.s.out, "    hole %d: no donor has %s\n", h.Hole, clipped(h.Text, 120))
		}
	}
	return nil
}

// rankLine is what is told of a reconstruction by hand.
type rankLine struct {
	File    string     `json:"file"`
	Game    string     `json:"game"`
	In      bool       `json:"in"`
	Aligned bool       `json:"aligned"` // agrees with the skeleton outside the holes
	Holes   []rankHole `json:"holes"`
}

type rankHole struct {
	Hole        int     `json:"hole"` // from 1
	Found       bool    `json:"found"`
	Probability float64 `json:"probability"`
	Rank        int     `json:"rank"` // from 1
	Of          int     `json:"of"`
	Text        string  `json:"text"`
}

// fixed returns the prior with the holes that are fixed.
func (q *inquiry) fixed(p reconstruct.Prior) (reconstruct.Prior, error) {
	if len(q.fix) == 0 {
		return p, nil
	}
	f := reconstruct.Fixed{Prior: p, Fillers: map[int]string{}}
	for _, x := range q.fix {
		number, text, ok := strings.Cut(x, "=")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 {
			return nil, usagef("--fix %s: expected HOLE=FILLER", x)
		}
		f.Fillers[n-1] = text
	}
	return f, nil
}

// possible is an error if a hole is fixed to what is no candidate.
func (q *inquiry) possible(x *reconstruct.Space) error {
	f, ok := x.Prior.(reconstruct.Fixed)
	if !ok {
		return nil
	}
	for n, text := range f.Fillers {
		if n >= len(x.Skeleton.Holes) {
			return fmt.Errorf("%s: there is no hole %d", x.Skeleton.File, n+1)
		}
		if list, _ := x.Candidates(n); len(list) == 0 {
			return fmt.Errorf("%s: nothing that hole %d may have is %s", x.Skeleton.File, n+1, text)
		}
	}
	return nil
}

// study tells what remains probable of a skeleton.
func (r *reconstruction) study(ctx context.Context, x *reconstruct.Space) error {
	q := &r.inquiry
	q.options.Seed, q.options.Workers = r.seed, r.workers
	if q.attested == nil && q.options.Attested > 0 && q.options.Plays > 0 && r.library != nil {
		var err error
		if q.attested, err = posterior.Attest(ctx, r.library, q.options); err != nil {
			return err
		}
	}
	spaces := []*reconstruct.Space{x}
	for _, p := range []reconstruct.Prior{prior.Unknowing(r.plain), reconstruct.Uniform{}} {
		if p.Name() == r.plain.Name() {
			continue
		}
		p, err := q.fixed(p)
		if err != nil {
			return err
		}
		y, err := reconstruct.NewSpace(x.Skeleton, r.library, p)
		if err != nil {
			return err
		}
		spaces = append(spaces, y)
	}
	t, err := posterior.Run(ctx, spaces, q.items, q.attested, q.options)
	if err != nil {
		return err
	}
	v := &studyReport{Study: t, Engine: engine.New().Version(), Library: libraryHash(r.library), Evidence: q.hash()}
	if r.library != nil {
		v.Donors = len(r.library.Donors)
	}
	if k, ok := r.plain.(*prior.Kernel); ok {
		v.Nearest = k.Nearest(x.Skeleton, max(10, r.nearest))
	}
	v.Method, v.Citation = v.method()
	for _, file := range q.reports {
		if err := writeTo(r.s.out, file, func(w io.Writer) error {
			return v.write(w, filepath.Ext(file),
				x.Skeleton)
		}); err != nil {
			return err
		}
	}
	if r.asJSON {
		return r.json(v)
	}
	v.print(r.s.out)
	return nil
}

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

// hash identifies the evidence, with what was measured of wear.
func (q *inquiry) hash() string {
	text, _ := json.Marshal(q.items) // plain fields
	h := sha256.New()
	h.Write(text)
	if w := q.options.Wear; w != nil {
		fmt.Fprint(h, w.Observed.Lines, w.Observed.Value, w.Observed.Weight)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// method is the paragraph that says how the study was made, and its hash.
func (v *studyReport) method() (text, citation string) {
	t := v.Study
	o := t.Options
	plays := "They were not played."
	if o.Plays > 0 {
		who := o.Agent
		if who == "" {
			who = "random"
		}
		plays = fmt.Sprintf("Each was played %d times by the agent %s (5 times if no play ended within the first 5), "+
			"cut off after %d plies; "+
			"completions that fail, never end by their rules or offer no choice have the likelihood 0.", o.Plays, who,
			o.MaxPlies)
		if t.Compared > 0 {
			plays += fmt.Sprintf(" The others were weighed by the density of their length, branching, draws, first "+
				"player's advantage and "+
				"board coverage among %d attested games of the library under the same conditions (Gaussian kernels, Scott's "+
				"bandwidth, "+
				"from a thousandth of the attested games' median density to that).", t.Compared)
		}
	}
	worn := ""
	if t.Wear != nil {
		worn = fmt.Sprintf(" That of the wear is of the model of astragal wear, for %d completions on the board, one "+
			"unknown orientation, "+
			"%d bootstrap samples of the plays; %.3f of %d shuffles of the wear fit some completion as well.", t.Wear.Candidates,
			t.Wear.Bootstrap, t.Wear.GlobalP, t.Wear.Shuffles)
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

// print tells people what came out.
func (v *studyReport) print(w io.Writer) {
	t := v.Study
	fmt.Fprintf(w, "%s%s\n  %s\n", t.File, inBrackets(t.Ruleset), t.Verdict)
	fmt.Fprintf(w, "  %d draws, %d different, effective sample size %.1f; excluded by play %v, by the evidence %d\n",
		t.Drawn, t.Different, t.Effective, t.Gates, t.Impossible)
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
