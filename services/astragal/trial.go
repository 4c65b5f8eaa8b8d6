package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

func init() {
	register(command{
		name: "trial",
		args: "export [--option S]… [--ruleset S] [--seed N] [--max-plies N] [-o OUT] FILE.lud | " +
			"replay [--library DIR] [--game FILE.lud] [--json] FILE.trl… | convert [--library DIR] [--game FILE.lud] IN OUT",
		short: "Exchange recorded play: trial text files and traces",
		run:   runTrial,
	})
}

// trialFlags are the flags that say where the game of a trial is found.
type trialFlags struct {
	choice  *choice
	library string
	game    string
}

func runTrial(ctx context.Context, s *streams, args []string) error {
	if len(args) == 0 {
		return usagef("expected export, replay or convert")
	}
	verb := args[0]
	flags := s.flags("trial")
	t := &trialFlags{choice: choiceFlags(flags)}
	flags.StringVar(&t.library, "library", ".", "`folder` with lud/ and def/ in which the trials' games are found")
	flags.StringVar(&t.game, "game", "", "`file` of the game, instead of the one that the trial names")
	seed := flags.Uint64("seed", 1, "seed of all random choices of the playout to export")
	plies := flags.Int("max-plies", 0, "plies after which the playout to export stops; 0 is the game's own limit")
	out := flags.String("o", "", "write to this `file` (.trl a trial, .jsonl or .jsonl.gz a trace) instead of a trial "+
		"to standard output")
	asJSON := flags.Bool("json", false, "print one JSON object a line")
	if strings.HasPrefix(verb, "-") {
		verb, args = "", append([]string{""}, args...)
	}
	files, err := parse(flags, args[1:])
	if err != nil {
		return err
	}
	switch verb {
	case "export":
		if len(files) != 1 {
			return usagef("export: expected one FILE.lud")
		}
		return t.export(ctx, s, files[0], *out, *seed, *plies)
	case "replay":
		if len(files) == 0 {
			return usagef("replay: no FILE.trl")
		}
		return t.replay(s, files, *asJSON)
	case "convert":
		if len(files) != 2 {
			return usagef("convert: expected IN and OUT")
		}
		return t.convert(files[0], files[1])
	}
	return usagef("%q is not export, replay or convert", verb)
}

// compile compiles a game with the chosen options, or with those of a trial.
func (t *trialFlags) compile(file string, options []string) (*ruleset.Ruleset, error) {
	loader, err := newLoader(defsFolder(t.choice.defs, file))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	src := ruleset.Source{File: file, Text: text, Options: t.choice.options, Ruleset: t.choice.ruleset,
		Library: libraryOf(file)}
	if len(options) > 0 && len(src.Options) == 0 {
		src.Options = options
	}
	return loader.Compile(src)
}

// export records a random playout.
func (t *trialFlags) export(ctx context.Context, s *streams, file, out string, seed uint64, plies int) error {
	rs, err := t.compile(file, nil)
	if err != nil {
		return err
	}
	x, err := trace.Playout(ctx, rs.Plan(), identityOf(t.library, file), seed, plies)
	if err != nil {
		return err
	}
	trial := x.Trial()
	if len(t.choice.options) > 0 || t.choice.ruleset != "" {
		trial.Options = rs.Options()
	}
	if out == "" {
		return trial.Write(s.out)
	}
	return writeRecord(out, x, trial)
}

// writeRecord writes a trace or a trial, whichever the name of the file asks for.
func writeRecord(out string, x *trace.Trace, trial *trace.TrialFile) (err error) {
	var write func(io.Writer) error
	switch {
	case isTrial(out):
		write = trial.Write
	case strings.HasSuffix(out, ".jsonl"), strings.HasSuffix(out, ".jsonl.gz"):
		write = x.Write
	default:
		return fmt.Errorf("%s: expected a file .trl, .txt, .jsonl or .jsonl.gz", out)
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if strings.HasSuffix(out, ".gz") {
		z := gzip.NewWriter(f)
		defer func() { err = errors.Join(err, z.Close()) }()
		return write(z)
	}
	return write(f)
}

func isTrial(file string) bool {
	ext := filepath.Ext(file)
	return ext == ".trl" || ext == ".txt"
}

func readTrial(file string) (*trace.TrialFile, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := trace.ReadTrial(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// replay plays trials on their games and reports the first difference of each.
func (t *trialFlags) replay(s *streams, files []string, asJSON bool) error {
	passed := 0
	for _, file := range files {
		l := t.replayOne(file)
		if l.OK {
			passed++
		}
		switch {
		case asJSON:
			text, err := json.Marshal(l)
			if err != nil {
				return err
			}
			fmt.Fprintln(s.out, string(text))
		case l.OK:
			fmt.Fprintf(s.out, "%s: %d plies as recorded\n", l.Trace, l.Plies)
		default:
			fmt.Fprintln(s.out, l)
		}
	}
	if passed < len(files) {
		return exitStatus(1)
	}
	return nil
}

func (t *trialFlags) replayOne(file string) replayLine {
	l := replayLine{Trace: file, Stage: "compile"}
	x, err := readTrial(file)
	if err != nil {
		l.Detail = err.Error()
		return l
	}
	rs, game, err := t.gameOf(x)
	l.Game = game
	if err != nil {
		l.Detail = err.Error()
		return l
	}
	r := trace.ReplayTrial(rs.Plan(), x, replayLimit)
	l.enter(r)
	return l
}

// gameOf compiles the game of a trial and returns the path of its file.
func (t *trialFlags) gameOf(x *trace.TrialFile) (*ruleset.Ruleset, string, error) {
	file, err := findGame(t.game, t.library, x.Game)
	if err != nil {
		return nil, x.Game, err
	}
	rs, err := t.compile(file, x.Options)
	return rs, identityOf(t.library, file), err
}

// convert makes a trial of a trace, or a trace of a trial by playing it.
func (t *trialFlags) convert(in, out string) error {
	if isTrial(in) {
		trial, err := readTrial(in)
		if err != nil {
			return err
		}
		if isTrial(out) {
			return writeRecord(out, nil, trial)
		}
		rs, game, err := t.gameOf(trial)
		if err != nil {
			return err
		}
		x, err := trial.Full(rs.Plan(), game)
		if err != nil {
			return fmt.Errorf("%s: %w", in, err)
		}
		return writeRecord(out, x, nil)
	}
	f, err := os.Open(in)
	if err != nil {
		return err
	}
	defer f.Close()
	x, err := trace.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	return writeRecord(out, x, x.Trial())
}
