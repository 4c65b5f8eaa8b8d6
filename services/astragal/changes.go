package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/astragal/astragal/pkg/catalogue"
)

func init() {
	register(command{
		name: "changes",
		args: "[--from ENGINE] [--to ENGINE] [--all] [--json] [--data DIR]",
		short: "Say which figures and concepts differ between two engine versions, and between rules and those whose place " +
			"they took, and why",
		run: changes,
	})
}

func changes(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("changes")
	o := catalogueFlags(fs)
	from := fs.String("from", "", "engine `version` before; without, the one before the current one")
	to := fs.String("to", "", "engine `version` now; without, the current one")
	all := fs.Bool("all", false, "tell every figure that differs, not only those that surely do")
	asJSON := fs.Bool("json", false, "print JSON")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("unexpected argument %q", rest[0])
	}
	c, closeCatalogue, err := openCatalogue(ctx, o, s.err)
	if err != nil {
		return err
	}
	defer closeCatalogue()
	r, err := c.Changes(ctx, *from, *to)
	if err != nil {
		return err
	}
	if *asJSON {
		enc := json.NewEncoder(s.out)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	printChanges(s.out, &r, *all)
	return nil
}

func printChanges(w io.Writer, r *catalogue.ChangeReport, all bool) {
	if r.From == r.To {
		fmt.Fprintf(w, "only the engine %s has worked on this catalogue: there are no versions to compare\n", r.To)
	} else {
		fmt.Fprintf(w, "from engine %s to %s\n", r.From, r.To)
		for _, why := range r.Why {
			fmt.Fprintf(w, "  %s\n", why)
		}
		fmt.Fprintf(w, "%d rulesets were played by both in the same way: %d have the same figures to the last bit, %d "+
			"have others; "+
			"%d were played by %s only, %d by %s only\n", r.Compared, r.Equal, len(r.Changed), r.OnlyFrom, r.From, r.OnlyTo,
			r.To)
	}
	for i := range r.Changed {
		printChange(w, &r.Changed[i], all)
	}
	if len(r.Rules) > 0 {
		fmt.Fprintf(w, "%d rulesets took the place of others:\n", len(r.Rules))
	}
	for i := range r.Rules {
		printChange(w, &r.Rules[i], all)
	}
}

func printChange(w io.Writer, x *catalogue.RulesetChange, all bool) {
	e := planned{Game: x.Game, Ruleset: x.Ruleset}
	fmt.Fprintf(w, "%s: %d figures differ, %d of them surely", e.name(), len(x.Metrics), x.Sure)
	if x.Agent != "" {
		fmt.Fprintf(w, " (agent %s)", x.Agent)
	} else {
		fmt.Fprint(w, " (not played in the same way before and now)")
	}
	fmt.Fprintln(w)
	for _, line := range x.Lines {
		fmt.Fprintln(w, "    "+line)
	}
	if len(x.Gained) > 0 {
		fmt.Fprintln(w, "    new concepts: "+strings.Join(x.Gained, ", "))
	}
	if len(x.Lost) > 0 {
		fmt.Fprintln(w, "    concepts gone: "+strings.Join(x.Lost, ", "))
	}
	for _, m := range x.Metrics {
		switch {
		case m.Missing == "before":
			fmt.Fprintf(w, "    %s: not measured before, now %v\n", m.Metric, m.Now)
		case m.Missing == "now":
			fmt.Fprintf(w, "    %s: %v before, not measured now\n", m.Metric, m.Before)
		case m.Sure || all:
			fmt.Fprintf(w, "    %s: %v before, now %v\n", m.Metric, m.Before, m.Now)
		}
	}
}
