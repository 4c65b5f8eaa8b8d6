package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

func init() {
	register(command{
		name:  "grammar",
		args:  "",
		short: "Print the grammar of L-GDL: all forms of all ludemes and the words they take",
		run:   grammar,
	})
}

// notation explains the forms; lines begin with "#" so that programs skip them.
const notation = `# The grammar of L-GDL. A line "RESULT <- (FORM)" says that a clause of this form
# is a RESULT. In forms, [x] may be left out, (a | b) is a choice, {x} is a list in
# braces, label:x is written with its label, int! is a literal number and
# (kw) a clause with that keyword. Capitalised words stand for themselves.
# Candidates are tried in the order printed. The values of the types in small
# letters that are no results follow at the end.
`

func grammar(_ context.Context, s *streams, args []string) error {
	rest, err := parse(s.flags("grammar"), args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("no arguments expected; astragal ludeme %s explains a keyword", rest[0])
	}
	return writeGrammar(s.out, ludeme.Grammar())
}

func writeGrammar(w io.Writer, g *lgdl.Grammar) error {
	var b strings.Builder
	b.WriteString(notation)
	types := map[string]bool{}
	for _, keyword := range g.Keywords() {
		fmt.Fprintf(&b, "\n%s\n", keyword)
		for _, f := range g.Lookup(keyword) {
			fmt.Fprintf(&b, "  %s <- %s\n", f.Result, f.Text)
			for _, slot := range f.Slots {
				types[strings.Trim(slot.Type, "{}!")] = true
			}
		}
	}
	b.WriteString("\n# Types and their values.\n\n")
	names := make([]string, 0, len(types))
	for name := range types {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if values := lgdl.Enum(name); len(values) > 0 {
			fmt.Fprintf(&b, "%s = %s\n", name, strings.Join(values, " | "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
