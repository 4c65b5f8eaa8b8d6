package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/gateway"
)

func init() {
	register(command{
		name: "evaluate",
		args: "[--playouts N] [--until CONDITION] [--metrics all|choices|course|outcomes|traffic|ladder] " +
			"[--agent A | --agents A/B] [--seed S] [--budget T] [--priority P] [--defs DIR] [--rulesets] [--data DIR] [--json] PATH…",
		short: "Compile, simulate and measure descriptions through the whole pipeline",
		run:   evaluate,
	})
	register(command{
		name:  "import",
		args:  "[--playouts N] [--metrics all|choices|course|outcomes|traffic|ladder] [--data DIR] [--json] DIR",
		short: "Take a folder with lud/ and def/ into the catalogue, with every ruleset that is declared",
		run:   importFolder,
	})
}

func evaluate(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("evaluate")
	o := workFlags(fs)
	p := paramFlags(fs, 1000, 0)
	defsDir := fs.String("defs", "", "`folder` with shared definitions (default: the folder def in PATH, if any)")
	rulesets := fs.Bool("rulesets", false, "evaluate every declared ruleset, not only the default one")
	asJSON := fs.Bool("json", false, "print one JSON object per ruleset")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return usagef("no PATH")
	}
	if err := checkParams(p); err != nil {
		return err
	}
	return runSubmissions(ctx, s, o, batchOf{paths: paths, defs: *defsDir, rulesets: *rulesets}, *p, *asJSON)
}

// paramFlags adds the flags of an evaluation.
func paramFlags(fs *flag.FlagSet, playouts int, budget time.Duration) *catalogue.Params {
	p := &catalogue.Params{}
	fs.IntVar(&p.Playouts, "playouts", playouts, "playouts per ruleset")
	fs.StringVar(&p.Until, "until", "", "stop before all playouts are played as soon as intervals are narrow enough: "+
		"a `condition` like DurationMoves<1% "+
		"(half of the 95 % interval, of the mean) or Completion<0.02, or several between commas")
	fs.StringVar(&p.Metrics, "metrics", catalogue.AllMetrics,
		"what to measure: all, choices (without values of positions and kinds of moves), course (without numbers of "+
			"legal moves, too), outcomes (lengths and results only, several times as fast), traffic (those, and where on "+
			"the board play happens), or ladder (all, and what half of an agent's budget, a quarter and so on are worth)")
	fs.StringVar(&p.Agent, "agent", "random", "who plays: "+agent.Usage)
	fs.StringVar(&p.Agent, "agents", "random", "the `agents` of the seats in order, separated by slashes")
	fs.Uint64Var(&p.Seed, "seed", 1, "seed of all random choices")
	fs.IntVar(&p.BatchSize, "batch", 0, "playouts per job; 0 chooses by the time that they take")
	fs.IntVar(&p.MaxPlies, "max-plies", 0, "plies after which a playout is a draw by limit; 0 is the engine's default")
	limitFlags(fs, &p.MoveLimit, &p.TurnLimit)
	fs.DurationVar(&p.Timeout, "timeout", 0, "time after which a playout is abandoned and counts as a timeout; 0 is never")
	fs.DurationVar(&p.Budget, "budget", budget, "time that all playouts of a ruleset may take together; the one it "+
		"cuts off counts as a timeout, those after it are not played; 0 is no limit")
	fs.IntVar(&p.Priority, "priority", 0, "before (positive) or after (negative) other work")
	return p
}

// limitFlags adds the flags of the limits that rules read.
func limitFlags(fs *flag.FlagSet, moves, turns *int) {
	fs.IntVar(moves, "move-limit", 0, "`moves` after which the rules end a play, as (value MoveLimit) reads them; 0 "+
		"is the ruleset's own limit")
	fs.IntVar(turns, "turn-limit", 0, "`turns` of each player after which the rules end a play, as (value TurnLimit) "+
		"reads them; 0 is the ruleset's own limit")
}

// checkParams tells what is wrong with parameters.
func checkParams(p *catalogue.Params) error {
	if err := p.Check(); err != nil {
		return usagef("%v", err)
	}
	return nil
}

func importFolder(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("import")
	o := workFlags(fs)
	p := paramFlags(fs, 0, 10*time.Minute)
	asJSON := fs.Bool("json", false, "print one JSON object per ruleset, and one that sums up")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usagef("expected one DIR")
	}
	dir := rest[0]
	if !isDir(filepath.Join(dir, "lud")) {
		return fmt.Errorf("%s has no folder lud", dir)
	}
	if p.Playouts > 0 {
		if err := checkParams(p); err != nil {
			return err
		}
	} else {
		*p = catalogue.Params{Priority: p.Priority}
	}
	work := batchOf{paths: []string{filepath.Join(dir, "lud")}, rulesets: true, whole: true}
	if defs := filepath.Join(dir, "def"); isDir(defs) {
		work.defs = defs
	}
	return runSubmissions(ctx, s, o, work, *p, *asJSON)
}

// batchOf is what to submit together.
type batchOf struct {
	paths    []string
	defs     string // folder of shared definitions, "" to look for one
	rulesets bool   // every declared ruleset
	whole    bool   // the paths are folders, and what they lack now is gone
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// runSubmissions submits everything at the paths, waits for it with progress
// bars, and prints what came of it. Zero playouts mean compilation only.
func runSubmissions(ctx context.Context, s *streams, o *appOptions, work batchOf, p catalogue.Params,
	asJSON bool) error {
	list, defs, err := readSubmissions(work.paths, work.defs, work.rulesets, p)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.err, "%d ruleset%s; data in %s\n", len(list), plural(len(list)), o.cfg.Data)
	st, err := openApp(ctx, o, nil, true, s.err)
	if err != nil {
		return err
	}
	defer st.Close()
	if st.client {
		fmt.Fprintln(s.err, "another astragal has the data directory and does the work")
	}
	start := time.Now()
	folder := ""
	if work.whole {
		if folder, err = filepath.Abs(work.paths[0]); err != nil {
			return err
		}
	}
	bar := newLineBar(s.err, "submit", len(list))
	ids, changes, err := gateway.New(st.host.Catalogue, st.host.Queue, engine.New()).SubmitFiles(ctx, list, defs, folder,
		bar.show)
	bar.clear()
	if err != nil {
		return err
	}
	evidenceFailed := false
	found, err := findEvidence(work.paths)
	if err != nil {
		return err
	}
	if err := st.host.Catalogue.PutEvidence(ctx, folder, readEvidence(s.err, found, &evidenceFailed)); err != nil {
		return err
	}
	if err := watch(ctx, s, st.host.Catalogue, ids, p); err != nil {
		return err
	}
	outcomes, err := st.host.Catalogue.Outcomes(ctx, ids, p)
	if err != nil {
		return err
	}
	report := newReport(outcomes, changes, work.paths)
	if asJSON {
		enc := json.NewEncoder(s.out)
		for _, out := range outcomes {
			if err := enc.Encode(toResult(out)); err != nil {
				return err
			}
		}
		if work.whole {
			if err := enc.Encode(report); err != nil {
				return err
			}
		}
	} else {
		if p.Playouts > 0 || !work.whole {
			printTable(s.out, outcomes, p.Playouts > 0)
		}
	}
	report.print(s.err)
	fmt.Fprintf(s.err, "%d rulesets in %s, %d failed", report.Total, time.Since(start).Round(100*time.Millisecond),
		report.Failed)
	if report.Incomplete > 0 {
		fmt.Fprintf(s.err, ", %d incomplete", report.Incomplete)
	}
	if st.http != "" {
		fmt.Fprintf(s.err, "; pages at %s", st.http)
	} else {
		fmt.Fprintf(s.err, "; astragal serve --data %s shows them as web pages", o.cfg.Data)
	}
	fmt.Fprintln(s.err)
	if report.Failed > 0 || report.OK == 0 || evidenceFailed {
		return exitStatus(1)
	}
	return nil
}

// readSubmissions reads the descriptions at the paths, and the definitions
// they share: those of defsDir, or of a folder def in one of the paths.
func readSubmissions(paths []string, defsDir string, rulesets bool, p catalogue.Params) (list []gateway.Submission,
	defs map[string]string, err error) {
	for _, path := range paths {
		if defs := filepath.Join(path, "def"); defsDir == "" && isDir(defs) {
			defsDir = defs
		}
		files, err := findDescriptions(path)
		if err != nil {
			return nil, nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, nil, err
			}
			abs, err := filepath.Abs(file)
			if err != nil {
				return nil, nil, err
			}
			games, err := gamesBeside(file, string(text))
			if err != nil {
				return nil, nil, err
			}
			list = append(list, expandRulesets(gateway.Submission{File: file, Path: abs, Text: string(text), Games: games,
				Formalism: formalisms[filepath.Ext(file)], Params: p}, rulesets)...)
		}
	}
	if defsDir != "" {
		if defs, err = readDefs(defsDir); err != nil {
			return nil, nil, err
		}
	}
	return list, defs, nil
}

// gamesBeside returns the descriptions of the games of a match that are in the
// same library as its file, by file name.
func gamesBeside(file, text string) (map[string]string, error) {
	games := map[string]string{}
	for _, name := range gateway.Subgames(text) {
		library := libraryOf(file)
		found, err := ruleset.FindGame(library, name)
		if err != nil {
			continue // the catalogue may have it
		}
		description, err := fs.ReadFile(library, found)
		if err != nil {
			return nil, err
		}
		games[found] = string(description)
	}
	return games, nil
}

// expandRulesets returns one submission per implemented ruleset that the
// description declares, or the one given when it declares none or cannot be
// read; then the compile service says what is wrong with it.
func expandRulesets(s gateway.Submission, all bool) []gateway.Submission {
	if !all || s.Formalism != "lgdl" {
		return []gateway.Submission{s}
	}
	d, err := lgdl.Read(s.File, []byte(s.Text))
	if err != nil {
		return []gateway.Submission{s}
	}
	var list []gateway.Submission
	for _, r := range d.Rulesets() {
		if r.Implemented() {
			each := s
			each.Ruleset = r.Heading
			list = append(list, each)
		}
	}
	if len(list) == 0 {
		return []gateway.Submission{s}
	}
	return list
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
