package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/pkg/limit"

	"github.com/astragal/astragal/engine/equiv"
)

func init() {
	register(command{
		name: "equivalent",
		args: "[--defs DIR] [--own-sets] [--skip-forced] [--merge-chance] [--payoffs exact|scaled|outcomes] [--players " +
			"LIST]" +
			" [--timeout D] [--memory SIZE] [--max-positions N] [--playouts N] [--seed S] [--json] A B",
		short: "Prove that two games, in whatever formalisms, are the same, or show where they differ first;" +
			" exit status 3 if neither can be decided within the bounds",
		run: equivalent,
	})
}

// statusUndecided is the exit status of comparisons without an answer.
const statusUndecided = 3

// equivalentLine is the outcome of a comparison.
type equivalentLine struct {
	A       string `json:"a"`
	B       string `json:"b"`
	Answer  string `json:"answer"` // equivalent, different or not decided
	Equal   bool   `json:"equal"`
	Theorem string `json:"theorem,omitempty"` // what is proved
	// how the games were compared, with every criterion that is not strict
	Method      string             `json:"method"`
	Strict      bool               `json:"strict"`              // no weaker criterion was asked for
	Undecided   string             `json:"undecided,omitempty"` // why there is no answer
	Depth       int                `json:"depth"`               // moves, or joint moves, without difference from the start
	Positions   int                `json:"positions"`
	Terminals   int                `json:"terminals,omitempty"`
	ChanceNodes int                `json:"chanceNodes,omitempty"`
	Classes     []int              `json:"classes,omitempty"` // information classes by player
	Probability string             `json:"probability,omitempty"`
	Expected    []string           `json:"expected,omitempty"` // by A's players, under uniform play
	ExpectedB   []string           `json:"expectedB,omitempty"`
	Difference  *equivalenceDefect `json:"difference,omitempty"`
	Evidence    string             `json:"evidence,omitempty"` // of random playouts, where there is no answer
	Seconds     float64            `json:"seconds"`
}

type equivalenceDefect struct {
	Path  []string `json:"path"`
	Other []string `json:"other,omitempty"` // for differences in what a player can tell apart
	What  string   `json:"what"`
}

// bytesFlag is a number of bytes with a unit.
type bytesFlag uint64

func (b *bytesFlag) String() string { return sizeOf(uint64(*b)) }

func (b *bytesFlag) Set(s string) error {
	for suffix, shift := range map[string]uint{"K": 10, "M": 20, "G": 30, "T": 40} {
		for _, unit := range []string{suffix + "iB", suffix + "B", suffix} {
			if number, ok := strings.CutSuffix(strings.TrimSpace(s), unit); ok {
				x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
				if err != nil || !(x > 0) || x*float64(uint64(1)<<shift) > math.MaxInt64 {
					return errors.New("expected a positive number and a unit, such as 512M or 2GiB")
				}
				*b = bytesFlag(x * float64(uint64(1)<<shift))
				return nil
			}
		}
	}
	return errors.New("expected a positive number and a unit, such as 512M or 2GiB")
}

func sizeOf(bytes uint64) string {
	if bytes >= 1<<30 && bytes%(1<<30) == 0 {
		return fmt.Sprintf("%dGiB", bytes>>30)
	}
	return fmt.Sprintf("%dMiB", bytes>>20)
}

func equivalent(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("equivalent")
	c := &choice{}
	defsFlag(fs, &c.defs)
	var o equiv.Options
	fs.BoolVar(&o.OwnSets, "own-sets", false, "weaker: compare what a player knows only where he decides")
	fs.BoolVar(&o.Contract, "skip-forced", false, "weaker: pass over forced moves")
	fs.BoolVar(&o.MergeChance, "merge-chance", false, "weaker: one branch of chance may stand for several that lead "+
		"to the same")
	payoffs := fs.String("payoffs", "exact", "weaker: payoffs that are the same when scaled for each player, or "+
		"outcomes: win, draw and loss")
	players := fs.String("players", "", "`LIST` of B's players who play A's players 1, 2, …, such as 2,1 (default: "+
		"in order, or as a translation noted)")
	fs.IntVar(&o.MaxPositions, "max-positions", math.MaxInt, "bound of the positions compared")
	fs.IntVar(&o.Playouts, "playouts", 0, "compare so many random playouts of each game where they are not decided, "+
		"as evidence")
	fs.DurationVar(&o.Timeout, "timeout", 5*time.Minute, "bound of the time")
	memory := bytesFlag(min(2<<30, limit.DefaultMemory()))
	fs.Var(&memory, "memory", "bound of the memory, a `SIZE` such as 512M or 4G")
	fs.Uint64Var(&o.Seed, "seed", 1, "seed of the playouts")
	asJSON := fs.Bool("json", false, "print a JSON object")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(files) != 2 {
		return usagef("expected two files")
	}
	if o.Timeout <= 0 || o.MaxPositions <= 0 || o.Playouts < 0 {
		return usagef("--timeout and --max-positions must be positive, --playouts must not be negative")
	}
	kinds := map[string]equiv.Payoffs{"exact": equiv.Exact, "scaled": equiv.Scaled, "outcomes": equiv.Outcomes}
	kind, ok := kinds[*payoffs]
	if !ok {
		return usagef("--payoffs must be exact, scaled or outcomes")
	}
	o.Payoffs = kind
	if *players != "" {
		for _, field := range strings.Split(*players, ",") {
			p, err := strconv.Atoi(strings.TrimSpace(field))
			if err != nil {
				return usagef("--players must be a list of numbers such as 2,1")
			}
			o.Players = append(o.Players, p)
		}
	}
	o.Memory = uint64(memory)
	o.Progress = func(p equiv.Progress) {
		fmt.Fprintf(s.err, "astragal equivalent: plays of up to %d moves: %d positions, %d MiB\n", p.Depth, p.Positions,
			p.Bytes>>20)
	}
	l := equivalentLine{A: files[0], B: files[1], Strict: !o.OwnSets && !o.Contract && !o.MergeChance &&
		kind == equiv.Exact}
	start := time.Now()
	r, err := bounded(ctx, o, func(ctx context.Context) (*equiv.Result, error) {
		a, err := c.open(ctx, files[0])
		if err != nil {
			return nil, err
		}
		b, err := c.open(ctx, files[1])
		if err != nil {
			return nil, err
		}
		return equiv.Compare(ctx, a.Game(), b.Game(), o)
	})
	if err != nil {
		return err
	}
	l.fill(r)
	l.Seconds = time.Since(start).Seconds()
	if *asJSON {
		enc := json.NewEncoder(s.out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(l); err != nil {
			return err
		}
	} else {
		l.print(s.out, r)
	}
	switch {
	case r.Undecided != "":
		return exitStatus(statusUndecided)
	case !r.Equal:
		return exitStatus(1)
	}
	return nil
}

func (l *equivalentLine) fill(r *equiv.Result) {
	l.Answer = "different"
	switch {
	case r.Equal:
		l.Answer = "equivalent"
	case r.Undecided != "":
		l.Answer = "not decided"
	}
	l.Equal, l.Theorem, l.Method, l.Undecided, l.Depth = r.Equal, r.Theorem, r.Method, r.Undecided, r.Depth
	l.Positions, l.Terminals, l.ChanceNodes, l.Classes = r.Positions, r.Terminals, r.ChanceNodes, r.Classes
	l.Expected, l.ExpectedB, l.Evidence = ratTexts(r.Expected), ratTexts(r.ExpectedB), r.Evidence
	if r.Probability != nil {
		l.Probability = r.Probability.RatString()
	}
	if d := r.Difference; d != nil {
		l.Difference = &equivalenceDefect{d.Path, d.Other, d.What}
	}
}

func (l *equivalentLine) print(w io.Writer, r *equiv.Result) {
	switch {
	case r.Equal:
		fmt.Fprintf(w, "equivalent by %s (%d positions)\nproved: %s\n", r.Method, r.Positions, r.Theorem)
		if r.Probability != nil {
			fmt.Fprintf(w, "%d terminal positions, %d decisions of chance, information classes %v\nexpected payoffs under "+
				"uniform play: %v\n",
				r.Terminals, r.ChanceNodes, r.Classes, l.Expected)
		}
	case r.Undecided != "":
		fmt.Fprintf(w, "%s, compared by %s: no difference in the first %d moves (%d positions)\n", r.Undecided, r.Method,
			r.Depth, r.Positions)
		if r.Evidence != "" {
			fmt.Fprintln(w, r.Evidence)
		}
	default:
		fmt.Fprintf(w, "different, compared by %s\n%s\n", r.Method, r.Difference)
	}
}

// stopsWithin is how long a comparison may go on after its time before it is left behind.
const stopsWithin = 5 * time.Second

// bounded compares within the bounds of the options, those of reading and compiling
// the games included: what does not stop by itself is left behind.
func bounded(ctx context.Context, o equiv.Options, compare func(context.Context) (*equiv.Result,
	error)) (*equiv.Result, error) {
	// The collector works harder near the bound instead of letting garbage exceed it.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory)))
	type outcome struct {
		r   *equiv.Result
		err error
	}
	done := make(chan outcome, 1)
	work, cancel := context.WithTimeout(ctx, o.Timeout+stopsWithin/2)
	defer cancel()
	go func() {
		r, err := compare(work)
		done <- outcome{r, err}
	}()
	undecided := func(within string) (*equiv.Result, error) {
		return &equiv.Result{Undecided: "not decided within " + within, Method: "reading and compiling both games"}, nil
	}
	late, watch := time.After(o.Timeout+stopsWithin), time.NewTicker(50*time.Millisecond)
	defer watch.Stop()
	for {
		select {
		case x := <-done:
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case x.err != nil && work.Err() != nil:
				return undecided(o.Timeout.String())
			}
			return x.r, x.err
		case <-watch.C: // the comparison looks after its memory; reading and compiling do not
			if beyond := o.Memory + o.Memory/4; equiv.LiveBytes() > beyond {
				if runtime.GC(); equiv.LiveBytes() > beyond {
					return undecided(sizeOf(o.Memory) + " of memory")
				}
			}
		case <-late:
			return undecided(o.Timeout.String())
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func ratTexts(xs []*big.Rat) []string {
	var texts []string
	for _, x := range xs {
		texts = append(texts, x.RatString())
	}
	return texts
}
