package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/concept"
)

func init() {
	register(command{
		name:  "concepts",
		args:  "[--defs DIR] [--option S]… [--ruleset S] [--json] FILE… | --catalogue [--json]",
		short: "Say what games are made of, or list all concepts",
		run:   runConcepts,
	})
}

// conceptsLine is the vector of one file: true for a boolean concept, the
// number for any other.
type conceptsLine struct {
	File     string         `json:"file"`
	OK       bool           `json:"ok"`
	Concepts map[string]any `json:"concepts,omitempty"`
	Error    *checkError    `json:"error,omitempty"`
}

func runConcepts(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("concepts")
	c := choiceFlags(fs)
	list := fs.Bool("catalogue", false, "list all concepts instead")
	asJSON := fs.Bool("json", false, "print one JSON object a line")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	if *list {
		if len(paths) > 0 {
			return usagef("--catalogue takes no FILE")
		}
		if *asJSON {
			for _, k := range concept.Catalogue() {
				if err := enc.Encode(k); err != nil {
					return err
				}
			}
			return nil
		}
		printCatalogue(s.out)
		return nil
	}
	if len(paths) == 0 {
		return usagef("no FILE")
	}
	var files []string
	for _, path := range paths {
		more, err := findDescriptions(path)
		if err != nil {
			return err
		}
		files = append(files, more...)
	}
	bad := 0
	bar := newLineBar(s.err, "concepts", len(files))
	for i, file := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rs, err := c.open(ctx, file)
		line := conceptsLine{File: file, OK: err == nil}
		bar.clear()
		switch {
		case err != nil:
			bad++
			if line.Error = place(err); !*asJSON {
				fmt.Fprintln(s.err, err)
			}
		case *asJSON:
			line.Concepts = valuesOf(rs.Concepts())
		default:
			printConcepts(s.out, rs.Name(), rs.Concepts())
		}
		if *asJSON {
			if err := enc.Encode(line); err != nil {
				return err
			}
		}
		bar.show(i + 1)
	}
	bar.clear()
	if bad > 0 {
		return exitStatus(1)
	}
	return nil
}

// isBoolean reports whether a concept is true or false; names that are not in
// the catalogue are numbers.
func isBoolean(name string) bool {
	c := concept.ByName(name)
	return c != nil && c.Data == "Boolean"
}

func valuesOf(vector map[string]float64) map[string]any {
	out := make(map[string]any, len(vector))
	for name, x := range vector {
		if isBoolean(name) {
			out[name] = true
		} else {
			out[name] = x
		}
	}
	return out
}

// printConcepts prints the vector of a game by type: what holds, of that only
// what implies the rest, and all numbers.
func printConcepts(w io.Writer, game string, vector map[string]float64) {
	fmt.Fprintf(w, "%s: %d concepts\n", game, len(vector))
	implied := map[string]bool{}
	for name := range vector {
		if c := concept.ByName(name); c != nil && isBoolean(name) && c.ID < concept.FirstOwn {
			implied[c.Parent] = true
		}
	}
	byType := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(vector)) {
		kind := "Other"
		if c := concept.ByName(name); c != nil {
			kind = c.Type
		}
		switch {
		case !isBoolean(name):
			byType[kind] = append(byType[kind], name+" "+strconv.FormatFloat(vector[name], 'g', -1, 64))
		case !implied[name]:
			byType[kind] = append(byType[kind], name)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(byType)) {
		fmt.Fprintf(w, "  %-14s %s\n", kind, strings.Join(byType[kind], ", "))
	}
}

// printCatalogue prints all concepts as a table.
func printCatalogue(w io.Writer) {
	for _, c := range concept.Catalogue() {
		fmt.Fprintf(w, "%4d  %-20s %-40s %-8s %-12s %s (%s)\n", c.ID, c.Taxonomy, c.Name, c.Data, c.Computed, c.Meaning,
			concept.Sources[c.Source])
	}
}
