package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/astragal/astragal/engine/conformance"
)

func init() {
	register(command{
		name:  "conformance",
		args:  "[--root DIR] [--record] [--json] [DIR]",
		short: "Hold this engine to the recorded counts, plays, figures, concepts and errors of a suite",
		run:   runConformance,
	})
}

func runConformance(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("conformance")
	root := fs.String("root", "", "`folder` from which the games' paths start (default: the parent of DIR)")
	record := fs.Bool("record", false, "write the suite anew from its games.txt, for review")
	asJSON := fs.Bool("json", false, "print one JSON object a case")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	dir := "conformance"
	switch {
	case len(rest) > 1:
		return usagef("unexpected argument %q", rest[1])
	case len(rest) == 1:
		dir = rest[0]
	}
	if *root == "" {
		*root = filepath.Join(dir, "..")
	}
	suite, err := conformance.Read(dir, *root)
	if err != nil {
		return err
	}
	if *record {
		return suite.Record(ctx)
	}
	bar := newLineBar(s.err, "cases", len(suite.Cases))
	failed := 0
	for i, c := range suite.Cases {
		bar.show(i)
		r := suite.Run(ctx, c)
		if ctx.Err() != nil {
			bar.clear()
			return ctx.Err()
		}
		if !r.OK {
			failed++
		}
		switch {
		case *asJSON:
			if err := json.NewEncoder(s.out).Encode(r); err != nil {
				return err
			}
		case !r.OK:
			bar.clear()
			fmt.Fprintf(s.out, "%s: %s\n", r.ID, r.Detail)
		}
	}
	bar.clear()
	if !*asJSON {
		fmt.Fprintf(s.out, "%d of %d cases as recorded\n", len(suite.Cases)-failed, len(suite.Cases))
	}
	if failed > 0 {
		return exitStatus(1)
	}
	return nil
}
