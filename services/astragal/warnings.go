package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/lint"
)

// warner decides which warnings of a check are shown.
type warner struct {
	ignore list        // codes, perhaps several in one, "all" for all
	strict bool        // a warning is an error
	plays  lint.Bounds // of quick plays, none for not playing
	quiet  map[string]bool

	raised          []lint.Warning  // by the check at hand
	shown           map[string]bool // in the file at hand: rulesets repeat them
	warnings, infos int
}

// begin reads the codes to ignore.
func (w *warner) begin() error {
	w.quiet = map[string]bool{}
	for _, codes := range w.ignore {
		for _, code := range strings.FieldsFunc(codes, func(r rune) bool { return r == ',' || r == ' ' }) {
			if lint.Lookup(code) == nil && code != "all" {
				return usagef("there is no warning %q; docs/warnings.md lists them, and --explain CODE explains one", code)
			}
			w.quiet[code] = true
		}
	}
	return nil
}

// of returns the warnings about a ruleset that are not ignored.
func (w *warner) of(ctx context.Context, rs engine.Ruleset) []lint.Warning {
	if w.quiet["all"] {
		return nil
	}
	return slices.DeleteFunc(engine.Warnings(ctx, rs, w.plays), func(x lint.Warning) bool { return w.quiet[x.Code] })
}

// unplayable is the warning about a description that checks and does not compile.
func (w *warner) unplayable(file string, err error) []lint.Warning {
	if w.quiet["W003"] {
		return nil
	}
	at := place(err)
	return []lint.Warning{lint.New("W003", file, at.Line, at.Column, "this cannot be played: "+at.Message)}
}

// show writes the warnings of one check that were not shown for the file before.
func (w *warner) show(out io.Writer, l checkLine, asJSON bool) {
	for _, x := range l.Warnings {
		// What plays show differs in its numbers from ruleset to ruleset.
		key := fmt.Sprint(x.Code, x.Line, x.Column, x.Message)
		if x.Plays > 0 {
			key = fmt.Sprint(x.Code, x.Line, x.Column)
		}
		if w.shown[key] {
			continue
		}
		w.shown[key] = true
		if x.Severity == lint.Info {
			w.infos++
		} else {
			w.warnings++
		}
		switch {
		case asJSON:
		case l.Ruleset != "":
			fmt.Fprintf(out, "in %s: %s\n", l.Ruleset, x)
		default:
			fmt.Fprintln(out, x)
		}
	}
}

// explain writes what a code means.
func explain(out io.Writer, code string) error {
	r := lint.Lookup(code)
	if r == nil {
		return usagef("there is no warning %q; docs/warnings.md lists them", code)
	}
	_, err := io.WriteString(out, r.Text())
	return err
}
