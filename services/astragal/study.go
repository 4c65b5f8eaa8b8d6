package main

import (
	"cmp"
	"context"
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
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/pkg/posterior"
	making "github.com/astragal/astragal/services/reconstruction"
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
	making   *making.Making
}

func (q *inquiry) flags(fs *flag.FlagSet) {
	fs.IntVar(&q.options.Draws, "draws", 0, "draw this `number` of completions from the prior, play them, weigh "+
		"them by the "+
		"evidence, and tell what remains probable")
	fs.StringVar(&q.evidence, "evidence", "", "weigh by the items of this JSON `file` (docs/reconstruction.md); "+
		"with --draws")
	fs.IntVar(&q.options.Plays, "plays", 20, "with --draws, play every completion so many `times`; 0 for not at all")
	fs.StringVar(&q.options.Agent, "agent", "", "with --draws, who plays (default: random)")
	fs.BoolVar(&q.options.Halving, "halving", false, "with --draws, spend plays by sequential halving: the more "+
		"probable a "+
		"completion, the more, up to --plays")
	fs.StringVar(&q.options.Strong, "strong", "", "with --draws, let this `agent` play the most probable completions "+
		"against the other, and tell how much skill matters")
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
	if o.Strong != "" {
		if _, err := agent.Parse(o.Strong); err != nil {
			return usagef("--strong: %v", err)
		}
		if _, err := agent.Parse(cmp.Or(o.Agent, "random")); err != nil {
			return usagef("--strong needs one --agent for all seats: %v", err)
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
		defs, err := definesOf(defsFolder(r.defs, q.rank))
		if err != nil {
			return err
		}
		if q.ranked, err = making.Complete(q.rank, text, defs); err != nil {
			return err
		}
	}
	l := making.RankIn(x, q.rank, q.ranked)
	if r.asJSON {
		return r.json(l)
	}
	l.Print(r.s.out)
	return nil
}

// fixed returns the prior with the holes that are fixed.
func (q *inquiry) fixed(p reconstruct.Prior) (reconstruct.Prior, error) {
	fillers, err := q.fillers()
	if err != nil || len(fillers) == 0 {
		return p, err
	}
	return reconstruct.Fixed{Prior: p, Fillers: fillers}, nil
}

// fillers are those of the holes that are fixed, by the number of the hole from 0.
func (q *inquiry) fillers() (map[int]string, error) {
	m := map[int]string{}
	for _, x := range q.fix {
		number, text, ok := strings.Cut(x, "=")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 {
			return nil, usagef("--fix %s: expected HOLE=FILLER", x)
		}
		m[n-1] = text
	}
	return m, nil
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
	q.options.Seed, q.options.Workers, q.options.Classes = r.seed, r.workers, r.classes
	fixed, err := q.fillers()
	if err != nil {
		return err
	}
	if q.making == nil {
		q.making = &making.Making{Library: r.library, Prior: r.plain, Fixed: fixed, Options: q.options,
			Engine: engine.New().Version(), Nearest: r.nearest, Ranked: q.ranked, RankedName: q.rank}
	}
	written, err := posterior.Written(x.Skeleton, q.items)
	if err != nil {
		return err
	}
	q.making.Items = append(slices.Clone(q.items), written...)
	v, err := q.making.Study(ctx, x)
	if err != nil {
		return err
	}
	for _, file := range q.reports {
		if err := writeTo(r.s.out, file, func(w io.Writer) error { return v.Write(w, filepath.Ext(file)) }); err != nil {
			return err
		}
	}
	if r.asJSON {
		return r.json(v)
	}
	v.Print(r.s.out)
	return nil
}
