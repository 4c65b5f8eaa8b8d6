package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/compile"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/study"
)

func init() {
	register(command{
		name: "wear",
		args: "template [--kind edge|site] [--svg FILE] [-o WEAR.csv] FILE | " +
			"--observed WEAR.csv [--agents A,B…] [--playouts N] [--move-limit N] [--rulesets] [--variant S]… " +
			"[--unrelated FILE]… " +
			"[--family REGEXP] [--fold orient|average|none] [--data DIR] [-o OUT.html|.json|.csv|.parquet]… [PATH… | " +
			"--search S …]",
		short: "Compare the wear of a board with the traffic of candidate rulesets: likelihoods, posterior, null models, " +
			"and what is not determined",
		run: func(ctx context.Context, s *streams, args []string) error {
			if len(args) > 0 && args[0] == "template" {
				return wearTemplate(ctx, s, args[1:])
			}
			return runWear(ctx, s, args)
		},
	})
}

// wearTemplate writes an empty file of wear and a picture with the numbers of its lines.
func wearTemplate(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("wear")
	c := choiceFlags(fs)
	kind := fs.String("kind", "edge", "edge or site: what is worn")
	svg := fs.String("svg", "", "write a picture of the board with the names of the lines to this `file`")
	out := fs.String("o", "", "write to this `file` instead of standard output")
	files, err := parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(files) != 1:
		return usagef("template: expected one FILE")
	case *kind != "edge" && *kind != "site":
		return usagef("--kind must be edge or site")
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	on, ok := rs.(study.Boarded)
	if !ok {
		return fmt.Errorf("%s: only L-GDL games have a board that is known", files[0])
	}
	b, err := on.Traffic()
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	if *svg != "" {
		draws := func(w io.Writer) error { return study.DrawTemplate(w, on, b, *kind == "site", rs.Name()) }
		if err := writeTo(s.out, *svg, draws); err != nil {
			return err
		}
	}
	return writeTo(s.out, *out, func(w io.Writer) error { return study.WriteTemplate(w, b, *kind == "site") })
}

// wearing is one run of a study.
type wearing struct {
	*study.Study
	observed string
	chosen   *selection
	params   catalogue.Params
	settings study.Settings
	options  wear.Options
	variants list
	unlike   list // files of unrelated games
	out      list
}

func runWear(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("wear")
	w := &wearing{params: catalogue.Params{Metrics: catalogue.Traffic}}
	fs.StringVar(&w.observed, "observed", "", "`file` of observed wear; see astragal wear template")
	w.chosen = selectionOf(fs, workFlags(fs))
	fs.StringVar(&w.settings.Agents, "agents", "random",
		"who plays, with commas between them, each all seats of its plays: "+agent.Usage)
	fs.IntVar(&w.params.Playouts, "playouts", 100, "playouts per ruleset and agent, at most 1,000")
	fs.Uint64Var(&w.params.Seed, "seed", 1, "seed of all random choices, of play and of the analysis")
	fs.IntVar(&w.params.MaxPlies, "max-plies", 0, "plies after which a playout is cut off; 0 is the engine's default")
	limitFlags(fs, &w.params.MoveLimit, &w.params.TurnLimit)
	fs.Var(&w.variants, "variant",
		"of each PATH, take the ruleset with these `options`, as Heading/Item;Heading/Item; may be repeated")
	fs.Var(&w.unlike, "unrelated", "`file` of a game on the same board that is a null model; may be repeated")
	fs.StringVar(&w.settings.Family, "family", "",
		"regular `expression`: its first group in the name of a ruleset is the family; without, the game")
	fs.StringVar(&w.settings.Measure, "measure", "",
		"what wears: moves or along of edges (default along), visits, stays, placements, captures or sown of sites "+
			"(default visits)")
	fold := fs.String("fold", string(wear.Orient),
		"how the board was turned: orient (one unknown orientation), average (every play in any), none (as numbered)")
	fs.StringVar(&w.settings.Symmetry, "symmetry", "geometric",
		"geometric (turns and reflections of the board) or all (every automorphism of its graph)")
	fs.IntVar(&w.options.Bootstrap, "bootstrap", 200, "samples of the plays")
	fs.IntVar(&w.options.Shuffles, "shuffles", 1999, "shuffles of the wear")
	fs.Float64Var(&w.options.NullPrior, "null-prior", 0.5, "prior probability of the models without rules")
	fs.Var(&w.out, "o", "write the report to this `file`: .html, .json, .csv or .parquet; may be repeated")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	w.options.Folding, w.options.Seed = wear.Folding(*fold), w.params.Seed
	if err := w.check(fs, paths); err != nil {
		return err
	}
	candidates, err := w.candidates(ctx, s, paths)
	if err != nil {
		return err
	}
	report, err := w.Report(candidates)
	if err != nil {
		return err
	}
	for _, file := range w.out {
		err := writeTo(s.out, file, func(to io.Writer) error { return report.Write(to, filepath.Ext(file)) })
		if err != nil {
			return err
		}
	}
	report.Print(s.out)
	return nil
}

// check reads the flags.
func (w *wearing) check(fs *flag.FlagSet, paths []string) error {
	if w.observed == "" {
		return usagef("--observed is missing: a file of observed wear; astragal wear template FILE writes an empty one")
	}
	if err := w.chosen.check(fs, len(paths) > 0); err != nil {
		return err
	}
	for _, file := range w.out {
		if !slices.Contains(study.Forms, filepath.Ext(file)) {
			return usagef("-o %s: expected a file %s", file, strings.Join(study.Forms, ", "))
		}
	}
	text, err := readBounded(os.DirFS(filepath.Dir(w.observed)), filepath.Base(w.observed), study.MaxObserved)
	if err != nil {
		return err
	}
	observed, err := study.Read(w.observed, text)
	if err != nil {
		return err
	}
	if w.Study, err = study.New(observed, w.params, w.settings, w.options, engine.New().Version()); err != nil {
		return usageError{err.Error()}
	}
	return nil
}

// submissions are the descriptions at the paths in all rulesets and variants asked for.
func (w *wearing) submissions(paths []string) ([]gateway.Submission, map[string]string, error) {
	list, defs, err := readSubmissions(paths, w.chosen.files.defs, w.chosen.rulesets, w.params)
	if err != nil {
		return nil, nil, err
	}
	if defs == nil && len(paths) > 0 {
		if dir := defsFolder("", paths[0]); dir != "" {
			if defs, err = readDefs(dir); err != nil {
				return nil, nil, err
			}
		}
	}
	var all []gateway.Submission
	for _, sub := range list {
		sub.Options = w.chosen.files.options
		if w.chosen.files.ruleset != "" {
			sub.Ruleset = w.chosen.files.ruleset
		}
		if len(w.variants) == 0 {
			all = append(all, sub)
		}
		for _, v := range w.variants {
			each := sub
			each.Options = append(slices.Clone(sub.Options), strings.Split(v, ";")...)
			all = append(all, each)
		}
	}
	return all, defs, nil
}

// candidates evaluates the rulesets by every agent through the pipeline and reads
// their traffic. What was evaluated before is not played again.
func (w *wearing) candidates(ctx context.Context, s *streams, paths []string) ([]wear.Candidate, error) {
	var hashes []string
	if len(paths) == 0 {
		subjects, _, err := w.chosen.read(ctx, s, nil, "wear")
		if err != nil {
			return nil, err
		}
		for i := range subjects {
			hashes = append(hashes, subjects[i].hash)
		}
	}
	st, err := openApp(ctx, w.chosen.app, nil, true, s.err)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	gate := gateway.New(st.host.Catalogue, st.host.Queue, engine.New())
	var list []wear.Candidate
	for _, who := range w.Agents {
		p := w.ParamsOf(who)
		ids, err := w.submit(ctx, gate, hashes, paths, p)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(s.err, "%d candidates played by %s\n", len(ids), who)
		if list, err = w.collect(ctx, s, st.host.Catalogue, ids, p, false, list); err != nil {
			return nil, err
		}
		if len(w.unlike) == 0 {
			continue
		}
		if ids, err = w.submit(ctx, gate, nil, w.unlike, p); err != nil {
			return nil, err
		}
		if list, err = w.collect(ctx, s, st.host.Catalogue, ids, p, true, list); err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no candidate could be played")
	}
	return list, nil
}

// submit asks for the evaluations and returns the ids of the sources.
func (w *wearing) submit(ctx context.Context, gate gateway.Service, hashes, paths []string,
	p catalogue.Params) (ids []string, err error) {
	for _, hash := range hashes {
		receipt, err := gate.Evaluate(ctx, gateway.EvaluateRequest{Hash: hash, Params: p})
		if err != nil {
			return nil, err
		}
		ids = append(ids, receipt.Source)
	}
	if len(paths) == 0 {
		return ids, nil
	}
	list, defs, err := w.submissions(paths)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Params = p
	}
	more, _, err := gate.SubmitFiles(ctx, list, defs, "", nil)
	return append(ids, more...), err
}

// collect waits for evaluations and adds what was played as candidates. One that
// fails is reported and left out.
func (w *wearing) collect(ctx context.Context, s *streams, c *catalogue.Catalogue, ids []string, p catalogue.Params,
	null bool, list []wear.Candidate) ([]wear.Candidate, error) {
	if err := watch(ctx, s, c, ids, p); err != nil {
		return nil, err
	}
	outcomes, err := c.Outcomes(ctx, ids, p)
	if err != nil {
		return nil, err
	}
	for i, o := range outcomes {
		switch {
		case o.Evaluation == nil:
			fmt.Fprintf(s.err, "left out: %s %s: %s\n", o.Source.File, o.Source.Ruleset, o.Source.Error)
			continue
		case o.Evaluation.Status != "done":
			fmt.Fprintf(s.err, "left out: %s %s by %s: %s\n", o.Source.File, o.Source.Ruleset, p.Agent, o.Evaluation.Error)
			continue
		}
		counts, err := c.Traffic(ctx, o.Evaluation.ID)
		if errors.Is(err, catalogue.ErrNotFound) {
			fmt.Fprintf(s.err, "left out: %s %s by %s: no play came to an end\n", o.Source.File, o.Source.Ruleset, p.Agent)
			continue
		}
		if err != nil {
			return nil, err
		}
		rs, err := compile.Load(ctx, c, engine.New(), ids[i])
		if err != nil {
			return nil, err
		}
		candidate, err := w.Candidate(rs, counts, p.Agent)
		if err != nil {
			return nil, err
		}
		candidate.Null = null
		list = append(list, *candidate)
	}
	return list, nil
}
