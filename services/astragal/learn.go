package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/learn"
	"github.com/astragal/astragal/engine/selfplay"
)

func init() {
	register(command{
		name: "learn",
		args: "--out MODEL [--agent A] [-n N] [--seed S] [--max-plies N] [--workers W] [--learned NAME=FILE]… " +
			"[--defs DIR] [--option S]… [--ruleset S] FILE",
		short: "Learn a linear policy and value of a game from plays of a search against itself, for agents with " +
			"policy=NAME and value=NAME",
		run: runLearn,
	})
}

// models are learned models by name, a flag.
type models struct{ agent.Learned }

func (m *models) String() string { return "" }

// Set takes NAME=FILE.
func (m *models) Set(text string) error {
	name, file, ok := strings.Cut(text, "=")
	if !ok || file == "" {
		return fmt.Errorf("expected NAME=FILE, found %q", text)
	}
	if _, err := agent.Parse("uct:1,policy=" + name); err != nil {
		return err
	}
	x, err := learn.Open(file)
	if err != nil {
		return err
	}
	if m.Models == nil {
		m.Models = map[string]*learn.Model{}
	}
	m.Models[name] = x
	return nil
}

func runLearn(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("learn")
	c := choiceFlags(fs)
	known := &models{}
	fs.Var(known, "learned", learnedUsage)
	out := fs.String("out", "", "write the model to this `file`")
	name := fs.String("agent", "uct:200",
		"the `agent` that plays: uct or best with iterations, perhaps with what was learned before")
	n := fs.Int("n", 200, "plays")
	seed := fs.Uint64("seed", 1, "seed of all random choices")
	plies := fs.Int("max-plies", 500, "decisions after which a play is a draw")
	workers := fs.Int("workers", runtime.NumCPU(), "plays at the same time; what is learned does not depend on it")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	switch {
	case len(files) != 1:
		return usagef("expected one FILE")
	case *out == "":
		return usagef("expected --out MODEL")
	case *n < 1 || *n > 1_000_000 || *plies < 1 || *workers < 1:
		return usagef("-n must be from 1 to 1,000,000, --max-plies and --workers positive")
	}
	by, err := agent.Parse(*name)
	if err != nil {
		return usagef("%v", err)
	}
	if err := by.Trees(); err != nil {
		return usagef("%v", err)
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	bar, played := newLineBar(s.err, "plays", *n), 0
	o, err := selfplay.Run(ctx, rs.Game(), selfplay.Plan{Agent: by.With(&known.Learned), Plays: *n, Seed: *seed,
		MaxPlies: *plies, Workers: *workers,
		Done: func() { played++; bar.show(played) }})
	bar.clear()
	if err != nil {
		return err
	}
	o.Model.Ruleset, o.Model.Engine = rs.Hash(), engine.New().Version()
	if err := writeModel(*out, o.Model); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: %d samples of %d plays by %s, seed %d, engine %s; loss of the policy %.3f nats, of the "+
		"value %.3f\n",
		rs.Name(), o.Samples, *n, by, *seed, o.Model.Engine, o.PolicyLoss, o.ValueLoss)
	return nil
}

const learnedUsage = "`NAME=FILE` of a learned model, for agents with policy=NAME or value=NAME; may be repeated"

func writeModel(file string, m *learn.Model) (err error) {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriter(f)
	if err := m.Write(w); err != nil {
		return err
	}
	return w.Flush()
}
