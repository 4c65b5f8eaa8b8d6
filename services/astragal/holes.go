package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
)

// holeLine is what is told of a hole.
type holeLine struct {
	Hole       int               `json:"hole"` // from 1
	Name       string            `json:"name,omitempty"`
	Line       int               `json:"line"`
	Column     int               `json:"column"`
	Text       string            `json:"text"`
	Types      []string          `json:"types"`             // what may stand there, by the grammar
	Holds      string            `json:"holds"`             // what may fill it, by the description
	Misfits    []string          `json:"misfits,omitempty"` // choices that fit nowhere
	Source     string            `json:"source,omitempty"`
	Certainty  *float64          `json:"certainty,omitempty"`
	Candidates *int              `json:"candidates,omitempty"`
	Rejected   reconstruct.Tally `json:"rejected,omitempty"`
}

func describeHole(i int, h *reconstruct.Hole) holeLine {
	l := holeLine{Hole: i + 1, Name: h.Name, Line: h.Pos.Line, Column: h.Pos.Col, Text: h.String(), Types: h.Types(),
		Holds: h.Describe(), Source: h.Source}
	if h.Certainty < 1 {
		l.Certainty = &h.Certainty
	}
	for _, c := range h.Misfits {
		l.Misfits = append(l.Misfits, lgdl.Text(c.Items))
	}
	return l
}

// holesOf describes the holes of a ruleset. The error says what no fillers can mend.
func holesOf(d *lgdl.Description, defs *lgdl.Defines, sel lgdl.Selection) ([]holeLine, error) {
	s, err := reconstruct.Read(d, defs, sel)
	if err != nil {
		return nil, err
	}
	var list []holeLine
	for i, h := range s.Holes {
		list = append(list, describeHole(i, h))
	}
	return list, nil
}

// tellHoles says for people what holes a ruleset has.
func tellHoles(w io.Writer, l checkLine) {
	fmt.Fprintf(w, "%s%s: %d hole%s\n", l.File, inBrackets(l.Ruleset), len(l.Holes), plural(len(l.Holes)))
	for _, h := range l.Holes {
		fmt.Fprintf(w, "  %d:%d: %s: %s; %s\n", h.Line, h.Column, clipped(h.Text, 60), typesOf(h.Types), h.Holds)
		for _, m := range h.Misfits {
			fmt.Fprintf(w, "    the choice %s fits nowhere\n", clipped(m, 60))
		}
	}
}

// typesOf lists the first types of a hole.
func typesOf(types []string) string {
	const most = 4
	if len(types) > most {
		return strings.Join(types[:most], " | ") + fmt.Sprintf(" and %d more", len(types)-most)
	}
	return strings.Join(types, " | ")
}

// skeletonFacts is what info tells of a description with holes.
func skeletonFacts(c *choice, file string, text []byte) (facts, error) {
	defs, err := definesOf(defsFolder(c.defs, file))
	if err != nil {
		return nil, err
	}
	d, err := lgdl.Read(file, text)
	if err != nil {
		return nil, err
	}
	s, err := reconstruct.Read(d, defs, lgdl.Selection{Options: c.options, Ruleset: c.ruleset})
	if err != nil {
		return nil, err
	}
	var f facts
	f.add("hash", s.Hash)
	if s.Ruleset != "" {
		f.add("ruleset", s.Ruleset)
	}
	f.add("holes", len(s.Holes))
	f.add("constraints", len(s.Constraints))
	for i, h := range s.Holes {
		l := describeHole(i, h)
		f.add(fmt.Sprintf("hole_%d", i+1), fmt.Sprintf("%d:%d: %s: %s; %s", l.Line, l.Column, clipped(l.Text, 200), typesOf(l.Types), l.Holds))
	}
	return f, nil
}
