package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/lab"
	"github.com/astragal/astragal/services/gateway"
)

func init() {
	register(command{
		name:  "evaluate",
		args:  "[--playouts N] [--agent A] [--seed S] [--defs DIR] [--rulesets] [--data DIR] [--json] PATH…",
		short: "Compile, simulate and measure descriptions through the whole pipeline",
		run:   evaluate,
	})
	register(command{
		name:  "import",
		args:  "[--data DIR] [--json] DIR",
		short: "Take a folder with lud/ and def/ into the catalogue, with every ruleset that is declared",
		run:   importFolder,
	})
}

func evaluate(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("evaluate")
	o := stationFlags(fs)
	var p catalogue.Params
	fs.IntVar(&p.Playouts, "playouts", 1000, "playouts per ruleset")
	fs.StringVar(&p.Agent, "agent", "random", "who plays")
	fs.Uint64Var(&p.Seed, "seed", 1, "seed of all random choices")
	fs.IntVar(&p.BatchSize, "batch", 0, "playouts per job; 0 chooses")
	fs.IntVar(&p.MaxPlies, "max-plies", 0, "plies after which a playout is a draw by limit; 0 is the engine's default")
	fs.DurationVar(&p.Timeout, "timeout", 0, "time after which a playout is abandoned; 0 is never")
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
	if p.BatchSize == 0 {
		p.BatchSize = catalogue.DefaultBatch(p.Playouts)
	}
	if err := p.Check(); err != nil {
		return usagef("%v", err)
	}
	return runSubmissions(ctx, s, o, paths, *defsDir, *rulesets, p, *asJSON)
}

func importFolder(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("import")
	o := stationFlags(fs)
	asJSON := fs.Bool("json", false, "print one JSON object per ruleset")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usagef("expected one DIR")
	}
	dir := rest[0]
	if info, err := os.Stat(filepath.Join(dir, "lud")); err != nil || !info.IsDir() {
		return fmt.Errorf("%s has no folder lud", dir)
	}
	return runSubmissions(ctx, s, o, []string{filepath.Join(dir, "lud")}, filepath.Join(dir, "def"), true, catalogue.Params{}, *asJSON)
}

// runSubmissions submits everything at the paths, waits for it with progress
// bars, and prints what came of it. Zero playouts mean compilation only.
func runSubmissions(ctx context.Context, s *streams, o *stationOptions, paths []string, defsDir string, rulesets bool, p catalogue.Params, asJSON bool) error {
	list, defs, err := readSubmissions(paths, defsDir, rulesets, p)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.err, "%d description%s; data in %s\n", len(list), plural(len(list)), o.data)
	st, err := openStation(ctx, o, nil, true, s.err)
	if err != nil {
		return err
	}
	defer st.Close()
	if st.client {
		fmt.Fprintln(s.err, "another astragal has the data directory and does the work")
	}
	start := time.Now()
	ids, err := gateway.New(st.host.Catalogue, st.host.Queue, lab.Engine().Version()).SubmitAll(ctx, list, defs)
	if err != nil {
		return err
	}
	if err := watch(ctx, s, st.host.Catalogue, ids, p); err != nil {
		return err
	}
	outcomes, err := st.host.Catalogue.Outcomes(ctx, ids, p)
	if err != nil {
		return err
	}
	if asJSON {
		enc := json.NewEncoder(s.out)
		for _, out := range outcomes {
			if err := enc.Encode(toResult(out)); err != nil {
				return err
			}
		}
	} else {
		printTable(s.out, outcomes, p.Playouts > 0)
	}
	failed := printFailures(s.err, outcomes)
	fmt.Fprintf(s.err, "%d rulesets in %s, %d failed", len(outcomes), time.Since(start).Round(100*time.Millisecond), failed)
	if st.http != "" {
		fmt.Fprintf(s.err, "; pages at %s", st.http)
	} else {
		fmt.Fprintf(s.err, "; astragal serve --data %s shows them as web pages", o.data)
	}
	fmt.Fprintln(s.err)
	if failed > 0 {
		return exitStatus(1)
	}
	return nil
}

// readSubmissions reads the descriptions at the paths, and the definitions
// they share: those of defsDir, or of a folder def in one of the paths.
func readSubmissions(paths []string, defsDir string, rulesets bool, p catalogue.Params) (list []gateway.Submission, defs map[string]string, err error) {
	for _, path := range paths {
		if defsDir == "" {
			if info, err := os.Stat(filepath.Join(path, "def")); err == nil && info.IsDir() {
				defsDir = filepath.Join(path, "def")
			}
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
			list = append(list, expandRulesets(gateway.Submission{File: file, Text: string(text), Formalism: formalisms[filepath.Ext(file)], Params: p}, rulesets)...)
		}
	}
	if defsDir != "" {
		if defs, err = readDefs(defsDir); err != nil {
			return nil, nil, err
		}
	}
	return list, defs, nil
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
