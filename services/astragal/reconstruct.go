package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/prior"
)

func init() {
	register(command{
		name: "reconstruct",
		args: "[--library DIR|catalogue]… [--data DIR] [--defs DIR] [--ruleset S] [--prior NAME] " +
			"[--count | --enumerate N | --sample N] [--seed N] [--marginals N] [--nearest N] " +
			"[--kernel-km KM] [--kernel-years Y] [--kernel-culture X] [--kernel-ludemes X] " +
			"[--kernel-concepts X] [--kernel-together P] [--balance KIND] [--similarity FILE] " +
			"[--fix HOLE=FILLER]… [--rank FILE] " +
			"[--draws N] [--evidence FILE] [--plays N] [--halving] [--agent A] [--strong A] [--report FILE]… " +
			"[--unchecked] [--classes] [--after CURSOR] [--out " +
			"DIR] [--json] FILE…",
		short: "Fill the holes of incomplete descriptions with what they and a library say, and tell how many ways there are",
		run:   reconstructRun,
	})
}

// reconstruction is one run of the command.
type reconstruction struct {
	s         *streams
	libraries list
	defs      string
	ruleset   string
	prior     string
	count     bool
	enumerate int
	sample    int
	seed      uint64
	unchecked bool
	classes   bool
	after     string
	out       string
	asJSON    bool
	workers   int
	marginals int
	nearest   int
	kernel    prior.Parameters
	balance   string
	similar   string

	inquiry inquiry

	app     *appOptions
	library *reconstruct.Library
	plain   reconstruct.Prior // without what is fixed
	weights reconstruct.Prior
}

// choosePrior sets weights to the prior asked for; it comes after load.
func (r *reconstruction) choosePrior() (err error) {
	if r.prior == "" {
		r.prior = "kernel"
		if r.library == nil {
			r.prior = "uniform"
		}
	}
	switch r.prior {
	case "uniform":
		r.plain = reconstruct.Uniform{}
	case "frequency":
		r.plain = reconstruct.Frequency{}
	default:
		if r.library == nil {
			return usagef("--prior kernel needs a --library")
		}
		k, err := prior.New(r.library, r.kernel)
		if err != nil {
			return usagef("%v", err)
		}
		if r.plain, err = r.assume(k); err != nil {
			return err
		}
	}
	r.weights, err = r.inquiry.fixed(r.plain)
	return err
}

// assume gives the prior what the user says of the library.
func (r *reconstruction) assume(k *prior.Kernel) (*prior.Kernel, error) {
	a := prior.Assumptions{Balance: r.balance}
	if r.similar != "" {
		f, err := os.Open(r.similar)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if a.Similar, err = prior.ReadSimilarity(r.similar, f); err != nil {
			return nil, err
		}
	}
	k, err := k.Assume(a)
	if err != nil {
		return nil, usagef("--%v", err)
	}
	return k, nil
}

func reconstructRun(ctx context.Context, s *streams, args []string) error {
	r := &reconstruction{s: s}
	fs := s.flags("reconstruct")
	fs.Var(&r.libraries, "library", "take fillers from the descriptions of this `folder`, or from the rulesets of the "+
		"catalogue; may be repeated (default: none, holes have the choices written in them only)")
	r.app = catalogueFlags(fs)
	defsFlag(fs, &r.defs)
	fs.StringVar(&r.ruleset, "ruleset", "", "complete this declared `ruleset` only (default: all that have holes)")
	fs.StringVar(&r.prior, "prior", "", "weigh fillers by `name`: uniform, frequency in the library's games, or kernel: "+
		"the games near in time and known ludemes count more, and fillers of one game go together (default: kernel "+
		"with a library)")
	r.kernel = prior.Fitted()
	fs.Float64Var(&r.kernel.Km, "kernel-km", r.kernel.Km, "length in `kilometres` of the kernel in space, 0 for none")
	fs.Float64Var(&r.kernel.Years, "kernel-years", r.kernel.Years, "length in `years` of the kernel in time, 0 for none")
	fs.Float64Var(&r.kernel.Culture, "kernel-culture", r.kernel.Culture, "`strength` of the kernel of culture areas, "+
		"0 for none")
	fs.Float64Var(&r.kernel.Concepts, "kernel-concepts", r.kernel.Concepts, "`strength` of the kernel of compiled "+
		"concepts, 0 for none")
	fs.Float64Var(&r.kernel.Ludemes, "kernel-ludemes", r.kernel.Ludemes,
		"`strength` of the kernel in known ludemes, 0 for none")
	fs.Float64Var(&r.kernel.Together, "kernel-together", r.kernel.Together,
		"`probability` that all holes are filled as in one game, 0 to below 1")
	fs.StringVar(&r.balance, "balance", "", "with the prior kernel, let all groups count alike that a library has of "+
		"some `kind`: family or culture (default: all games count alike)")
	fs.StringVar(&r.similar, "similarity", "", "with the prior kernel, weigh games by this `file` too: a table in CSV of "+
		"game,other,similarity")
	r.inquiry.flags(fs)
	fs.IntVar(&r.marginals, "marginals", 0, "show the `number` of likeliest fillers of each hole")
	fs.IntVar(&r.nearest, "nearest", 0, "with the prior kernel, show the `number` of games of the library that are "+
		"nearest to "+
		"what is known")
	fs.BoolVar(&r.count, "count", false, "count the completions; what happens when nothing else is asked for")
	fs.IntVar(&r.enumerate, "enumerate", 0, "list the `number` of completions with the greatest weights, none twice")
	fs.IntVar(&r.sample, "sample", 0, "draw this `number` of completions, as probable as they weigh")
	fs.Uint64Var(&r.seed, "seed", 1, "seed of the draws")
	fs.BoolVar(&r.unchecked, "unchecked", false, "do not compile completions: list also those that cannot be played")
	fs.BoolVar(&r.classes, "classes", false, "list one completion of those that are the same game; with --draws, tell "+
		"how probable these classes are")
	fs.StringVar(&r.after, "after", "", "with --enumerate, go on behind the `cursor` at which an earlier list stopped")
	fs.StringVar(&r.out, "out", "", "write the completions as descriptions into this `folder`")
	fs.IntVar(&r.workers, "workers", 0, "judge so many completions at once (default: the number of CPUs)")
	fs.BoolVar(&r.asJSON, "json", false, "print one JSON object a line")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	switch {
	case len(files) == 0:
		return usagef("no FILE")
	case !slices.Contains([]string{"", "kernel", "frequency", "uniform"}, r.prior):
		return usagef("--prior %q: the priors are kernel, frequency and uniform", r.prior)
	case r.enumerate < 0 || r.sample < 0 || r.workers < 0 || r.marginals < 0 || r.nearest < 0:
		return usagef("numbers of completions, fillers and workers are not below 0")
	case r.prior != "" && r.prior != "kernel" && (r.balance != "" || r.similar != "" || r.kernel != prior.Fitted()):
		return usagef("--balance, --similarity and --kernel-… are of the prior kernel, not of %s", r.prior)
	case r.after != "" && (r.enumerate == 0 || r.classes):
		return usagef("--after goes on with a list of --enumerate, without --classes")
	case r.enumerate > 0 && r.sample > 0:
		return usagef("--enumerate and --sample exclude each other")
	}
	if err := r.inquiry.check(); err != nil {
		return err
	}
	if err := r.load(ctx); err != nil {
		return err
	}
	if err := r.choosePrior(); err != nil {
		return err
	}
	failed := false
	for _, path := range files {
		found, err := findDescriptions(path)
		if err != nil {
			return err
		}
		for _, file := range found {
			if formalisms[filepath.Ext(file)] != "lgdl" {
				continue
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := r.file(ctx, file); err != nil {
				fmt.Fprintln(s.err, err)
				failed = true
			}
		}
	}
	if failed {
		return exitStatus(1)
	}
	return nil
}

// file completes the rulesets of one file.
func (r *reconstruction) file(ctx context.Context, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	defs, err := definesOf(defsFolder(r.defs, file))
	if err != nil {
		return err
	}
	d, err := lgdl.Read(file, text)
	if err != nil {
		return err
	}
	selections := []lgdl.Selection{{Ruleset: r.ruleset}}
	if r.ruleset == "" {
		if selections, err = reconstruct.Incomplete(d, defs); err != nil {
			return err
		}
		if len(selections) == 0 {
			return fmt.Errorf("%s: nothing is incomplete", file)
		}
	}
	for _, sel := range selections {
		s, err := reconstruct.Read(d, defs, sel)
		if err != nil {
			return err
		}
		x, err := reconstruct.NewSpace(s, r.library, r.weights)
		if err != nil {
			return err
		}
		if err := r.inquiry.possible(x); err != nil {
			return err
		}
		if err := r.skeleton(ctx, s, x); err != nil {
			return err
		}
	}
	return nil
}

// spaceLine is what is told of a skeleton and its space.
type spaceLine struct {
	File        string           `json:"file"`
	Ruleset     string           `json:"ruleset,omitempty"`
	Skeleton    string           `json:"skeleton"` // hash
	Donors      int              `json:"donors"`
	Prior       string           `json:"prior"`
	Written     float64          `json:"written"` // completions by literal choices alone, as written
	Completions *big.Int         `json:"completions"`
	Exact       bool             `json:"exact"`
	Holes       []holeLine       `json:"holes"`
	Marginals   []prior.Marginal `json:"marginals,omitempty"`
	Nearest     []prior.Near     `json:"nearest,omitempty"`
}

func (r *reconstruction) skeleton(ctx context.Context, s *reconstruct.Skeleton, x *reconstruct.Space) error {
	n := x.Count()
	l := spaceLine{File: s.File, Ruleset: s.Ruleset, Skeleton: s.Hash, Prior: r.weights.Name(), Written: s.Written(),
		Completions: n.Total, Exact: n.Exact}
	if r.library != nil {
		l.Donors = len(r.library.Donors)
	}
	for i, h := range s.Holes {
		hl := describeHole(i, h)
		hl.Candidates, hl.Rejected = &n.Holes[i], x.Rejected[i]
		l.Holes = append(l.Holes, hl)
	}
	if r.marginals > 0 {
		l.Marginals = prior.Marginals(x, r.marginals)
	}
	if k, ok := r.plain.(*prior.Kernel); ok && r.nearest > 0 {
		l.Nearest = k.Nearest(s, r.nearest)
	}
	if r.asJSON {
		if err := r.json(l); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(r.s.out, "%s%s\n", s.File, inBrackets(s.Ruleset))
		for _, h := range l.Holes {
			fmt.Fprintf(r.s.out, "  hole %d at %d:%d, %s: %d candidates%s\n",
				h.Hole, h.Line, h.Column, h.Holds, *h.Candidates, tallied(h.Rejected))
		}
		about := ""
		if !n.Exact {
			about = "at most "
		}
		fmt.Fprintf(r.s.out, "  %s%s completions", about, manyOf(n.Total))
		if l.Written > 0 {
			fmt.Fprintf(r.s.out, "; %g as written", l.Written)
		}
		fmt.Fprintln(r.s.out)
		tellMarginals(r.s.out, l.Marginals)
		tellNearest(r.s.out, l.Nearest)
	}
	if r.inquiry.rank != "" {
		if err := r.tellRank(x); err != nil {
			return err
		}
	}
	if r.enumerate > 0 || r.sample > 0 {
		if err := r.list(ctx, x); err != nil {
			return err
		}
	}
	if r.inquiry.options.Draws > 0 {
		return r.study(ctx, x)
	}
	return nil
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// tallied writes what was rejected for people.
func tallied(t reconstruct.Tally) string {
	if len(t) == 0 {
		return ""
	}
	var parts []string
	for _, reason := range t.Reasons() {
		parts = append(parts, fmt.Sprintf("%d by %s", t[reason], reason))
	}
	return " (rejected: " + strings.Join(parts, ", ") + ")"
}

// manyOf writes a large number in groups of three digits, or as a power of ten.
func manyOf(n *big.Int) string {
	s := n.String()
	if len(s) > 18 {
		f, _ := new(big.Float).SetInt(n).Float64()
		return fmt.Sprintf("%.3g", f)
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func (r *reconstruction) json(v any) error {
	enc := json.NewEncoder(r.s.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
