package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/release"
)

func init() {
	register(command{
		name:  "version",
		args:  "[--json]",
		short: "Say which astragal this is: version, engine, commit and toolchain",
		run:   sayVersion,
	})
}

func sayVersion(_ context.Context, s *streams, args []string) error {
	fs := s.flags("version")
	asJSON := fs.Bool("json", false, "print JSON")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("unexpected argument %q", rest[0])
	}
	i := release.Of(engine.New().Version())
	if !*asJSON {
		fmt.Fprintln(s.out, i)
		return nil
	}
	enc := json.NewEncoder(s.out)
	enc.SetIndent("", "  ")
	return enc.Encode(i)
}
