package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/astragal/astragal/pkg/prior"
)

func init() {
	register(command{
		name:  "prior",
		args:  "--library DIR|catalogue… [--data DIR] [--cases N] [--seed N] [--workers N] [--json]",
		short: "Fit the prior of reconstructions to a library, and test priors on hidden sections of complete rulesets",
		run:   priorRun,
	})
}

func priorRun(ctx context.Context, s *streams, args []string) error {
	r := &reconstruction{s: s}
	fs := s.flags("prior")
	fs.Var(&r.libraries, "library", "the descriptions of this `folder`, or the rulesets of the catalogue; may be repeated")
	r.app = catalogueFlags(fs)
	cases := fs.Int("cases", 300, "hide sections of this `number` of games with known place and time")
	seed := fs.Uint64("seed", 1, "seed of the draws")
	fs.IntVar(&r.workers, "workers", 0, "work on so many games at once (default: the number of CPUs)")
	fs.BoolVar(&r.asJSON, "json", false, "print one JSON object")
	rest, err := parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return usagef("unexpected %q", rest[0])
	case len(r.libraries) == 0:
		return usagef("no --library")
	case *cases < 1 || *cases > 10_000 || r.workers < 0:
		return usagef("--cases is from 1 to 10,000, --workers not below 0")
	}
	if err := r.load(ctx); err != nil {
		return err
	}
	c, err := prior.Hide(ctx, r.library, *cases, *seed, r.workers)
	if err != nil {
		return err
	}
	report := c.Compare(r.workers)
	if r.asJSON {
		return json.NewEncoder(s.out).Encode(report)
	}
	tellPriors(s.out, report)
	return nil
}

// tellPriors prints a blind test for people.
func tellPriors(w io.Writer, r *prior.Report) {
	fmt.Fprintf(w, "%d games of %d families, %d donors, seed %d: "+
		"%d hidden sections, of which the rest of the library has %d\n",
		r.Cases, r.Families, r.Donors, r.Seed, r.Holes, r.Covered)
	for _, k := range slices.Sorted(maps.Keys(r.Kinds)) {
		fmt.Fprintf(w, "  %s: %d of %d\n", k, r.Kinds[k][0], r.Kinds[k][1])
	}
	fmt.Fprintf(w, "fitted to all: %v\n", r.Fitted)
	for _, p := range r.ByFold {
		fmt.Fprintf(w, "  without one fold: %v\n", p)
	}
	for _, x := range r.Rows {
		fmt.Fprintf(w, "%s\n  log-score %.3f [%.3f, %.3f], median rank %g, likeliest is true %.3f",
			x.Prior, x.LogScore, x.Interval[0], x.Interval[1], x.Rank, x.First)
		fmt.Fprintf(w, ", calibration error %.3f [%.3f, %.3f]\n", x.Error, x.ErrorInterval[0], x.ErrorInterval[1])
		if x.Prior != r.Rows[0].Prior {
			fmt.Fprintf(w, "  the kernel is better by %.3f [%.3f, %.3f], p = %.4f\n",
				x.Less, x.LessInterval[0], x.LessInterval[1], x.P)
		}
	}
	tellJoint(w, r.Joint)
}

// tellJoint prints how much it helps to fill holes together.
func tellJoint(w io.Writer, j prior.JointScore) {
	fmt.Fprintf(w, "%d games with two covered sections or more: log-score of all together %.3f, each by itself %.3f, "+
		"better by %.3f [%.3f, %.3f], p = %.4f; together %v\n",
		j.Cases, j.LogScore, j.Alone, j.Less, j.LessInterval[0], j.LessInterval[1], j.P, j.Together)
}

// tellNearest prints the nearest games for people.
func tellNearest(w io.Writer, list []prior.Near) {
	known := func(x *float64, unit string) string {
		if x == nil {
			return "– " + unit
		}
		return fmt.Sprintf("%.0f %s", *x, unit)
	}
	for _, n := range list {
		fmt.Fprintf(w, "  near: %s%s, weight %.3g, ludemes %.2f, %s, %s\n", n.Game, inBrackets(n.Region), n.Weight, n.Ludemes,
			known(n.Years, "years"), known(n.Km, "km"))
	}
}

// tellMarginals prints the likeliest fillers of holes for people.
func tellMarginals(w io.Writer, list []prior.Marginal) {
	for _, m := range list {
		verdict := ""
		if !m.Determined {
			verdict = "; not determined by the evidence"
		}
		fmt.Fprintf(w, "  hole %d: %d candidates, as many as %.1f equal ones; moved by %.2f%s\n",
			m.Hole, m.Candidates, m.Effective, m.Moved, verdict)
		for _, s := range m.Likeliest {
			fmt.Fprintf(w, "    %.3f (library alone %.3f, uniform %.2g, games %d) %s\n",
				s.Probability, s.Unknowing, s.Uniform, s.Games, clipped(s.Text, 120))
		}
	}
}
