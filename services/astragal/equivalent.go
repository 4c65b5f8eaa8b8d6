package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/astragal/astragal/engine/equiv"
)

func init() {
	register(command{
		name:  "equivalent",
		args:  "[--defs DIR] [--max-positions N] [--playouts N] [--own-sets] [--seed S] [--json] A B",
		short: "Tell whether two games, in whatever formalisms, are the same; if not, where they differ first",
		run:   equivalent,
	})
}

// equivalentLine is the outcome of a comparison.
type equivalentLine struct {
	A           string             `json:"a"`
	B           string             `json:"b"`
	Equal       bool               `json:"equal"`
	Method      string             `json:"method"` // what was compared and how far
	Positions   int                `json:"positions"`
	Terminals   int                `json:"terminals,omitempty"`
	ChanceNodes int                `json:"chanceNodes,omitempty"`
	Classes     []int              `json:"classes,omitempty"` // information classes by player
	Probability string             `json:"probability,omitempty"`
	Expected    []string           `json:"expected,omitempty"` // by A's players, under uniform play
	ExpectedB   []string           `json:"expectedB,omitempty"`
	Difference  *equivalenceDefect `json:"difference,omitempty"`
}

type equivalenceDefect struct {
	Path  []string `json:"path"`
	Other []string `json:"other,omitempty"` // for differences in what a player can tell apart
	What  string   `json:"what"`
}

func equivalent(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("equivalent")
	c := &choice{}
	defsFlag(fs, &c.defs)
	var o equiv.Options
	fs.IntVar(&o.MaxPositions, "max-positions", 0, "bound of the positions compared (default 2000000)")
	fs.IntVar(&o.Playouts, "playouts", 0, "random playouts of each game where the trees are too large (default 2000)")
	fs.BoolVar(&o.OwnSets, "own-sets", false, "compare what a player knows only where he decides")
	fs.Uint64Var(&o.Seed, "seed", 1, "seed of the playouts")
	asJSON := fs.Bool("json", false, "print a JSON object")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(files) != 2 {
		return usagef("expected two files")
	}
	a, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	b, err := c.open(ctx, files[1])
	if err != nil {
		return err
	}
	r, err := compareGames(ctx, func() (*equiv.Result, error) { return equiv.Compare(a.Game(), b.Game(), o) })
	if err != nil {
		return err
	}
	l := equivalentLine{A: files[0], B: files[1], Equal: r.Equal, Method: r.Method, Positions: r.Positions, Terminals: r.Terminals,
		ChanceNodes: r.ChanceNodes, Classes: r.Classes, Expected: ratTexts(r.Expected), ExpectedB: ratTexts(r.ExpectedB)}
	if r.Probability != nil {
		l.Probability = r.Probability.RatString()
	}
	if d := r.Difference; d != nil {
		l.Difference = &equivalenceDefect{d.Path, d.Other, d.What}
	}
	switch {
	case *asJSON:
		enc := json.NewEncoder(s.out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(l); err != nil {
			return err
		}
	case r.Equal:
		fmt.Fprintf(s.out, "equivalent by %s (%d positions)\n", r.Method, r.Positions)
		if r.Probability != nil {
			fmt.Fprintf(s.out, "%d terminal positions, %d decisions of chance, information classes %v\nexpected payoffs under uniform play: %v\n",
				r.Terminals, r.ChanceNodes, r.Classes, l.Expected)
		}
	default:
		fmt.Fprintf(s.out, "different, compared by %s\n%s\n", r.Method, r.Difference)
	}
	if !r.Equal {
		return exitStatus(1)
	}
	return nil
}

// compareGames lets an interrupt end a comparison.
func compareGames(ctx context.Context, compare func() (*equiv.Result, error)) (*equiv.Result, error) {
	type outcome struct {
		r   *equiv.Result
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := compare()
		done <- outcome{r, err}
	}()
	select {
	case o := <-done:
		return o.r, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func ratTexts(xs []*big.Rat) []string {
	var texts []string
	for _, x := range xs {
		texts = append(texts, x.RatString())
	}
	return texts
}
