package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/pkg/evidence"
)

func init() {
	register(command{
		name:  "check",
		args:  "[--defs DIR] [--rulesets] [--play] [--json] [--ignore CODES] [--werror] FILE… | --explain CODE",
		short: "Check descriptions and report what is wrong with them, and what is suspicious",
		run:   check,
	})
}

// combinationLimit bounds the selections checked per ruleset with variations.
const combinationLimit = 100

// checkLine is the outcome of one check.
type checkLine struct {
	File    string      `json:"file"`
	Ruleset string      `json:"ruleset"`
	Options []string    `json:"options,omitempty"` // what else was selected, for variations of a ruleset
	OK      bool        `json:"ok"`
	Ms      float64     `json:"ms"`
	Error   *checkError `json:"error,omitempty"`
	// DateProblems are texts about the time of the game that name years which are
	// not understood; told of the default ruleset.
	DateProblems []provenance.DateProblem `json:"dateProblems,omitempty"`
	Warnings     []lint.Warning           `json:"warnings,omitempty"`
	// Holes are the parts that are still to be reconstructed; such a ruleset is right if they
	// can be filled.
	Holes []holeLine `json:"holes,omitempty"`

	text string // the error in full
}

type checkError struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// checker checks files; it reads each folder of defines once.
type checker struct {
	defsDir  string
	rulesets bool
	play     bool
	engine   engine.Compiler
	defs     map[string]*lgdl.Defines
	report   func(checkLine)
	holes    []holeLine // of the ruleset being checked
	warner
}

func check(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("check")
	c := &checker{engine: engine.New(), defs: map[string]*lgdl.Defines{}}
	defsFlag(fs, &c.defsDir)
	fs.BoolVar(&c.rulesets, "rulesets", false, "check every declared ruleset too, with its variations")
	fs.BoolVar(&c.play, "play", false, "also compile for play, which the language asks more of than checking does, "+
		"and warn of what quick plays show")
	asJSON := fs.Bool("json", false, "print one JSON object a line")
	fs.Var(&c.ignore, "ignore", "codes of warnings not to show, separated by commas; all for all")
	fs.BoolVar(&c.strict, "werror", false, "fail when there are warnings")
	code := fs.String("explain", "", "explain a warning instead, by its code")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	if *code != "" {
		return explain(s.out, *code)
	}
	if err := c.begin(); err != nil {
		return err
	}
	if c.play {
		c.plays = lint.Thorough
	}
	if len(paths) == 0 {
		return usagef("no FILE")
	}
	var files []string
	for _, path := range paths {
		if strings.HasSuffix(path, evidence.Suffix) {
			continue
		}
		more, err := findDescriptions(path)
		if err != nil {
			return err
		}
		files = append(files, more...)
	}
	beside, err := findEvidence(paths)
	if err != nil {
		return err
	}
	total, bad := 0, 0
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	bar := newLineBar(s.err, "check", len(files))
	var broken error
	c.report = func(l checkLine) {
		total++
		if len(l.Warnings) > 0 {
			bar.clear()
			c.show(s.err, l, *asJSON)
		}
		if !l.OK {
			bad++
			bar.clear()
		}
		switch {
		case *asJSON:
			broken = errors.Join(broken, enc.Encode(l))
		case !l.OK && l.Ruleset != "":
			fmt.Fprintf(s.err, "in %s: %s\n", l.Ruleset, l.text)
		case !l.OK:
			fmt.Fprintln(s.err, l.text)
		case len(l.Holes) > 0:
			bar.clear()
			tellHoles(s.out, l)
		}
	}
	start := time.Now()
	for i, file := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.shown = map[string]bool{}
		if err := c.file(ctx, file); err != nil {
			return err
		}
		bar.show(i + 1)
	}
	rulesets := total
	for _, file := range beside {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.evidence(ctx, file)
	}
	bar.clear()
	if broken != nil {
		return broken
	}
	if ctx.Err() != nil {
		return ctx.Err() // what was cut short may look good
	}
	if !*asJSON {
		withEvidence := ""
		if n := len(beside); n > 0 {
			withEvidence = fmt.Sprintf(", %d file%s of evidence", n, plural(n))
		}
		fmt.Fprintf(s.out, "%d file%s, %d ruleset%s%s checked in %s, %d failed, %d warning%s\n", len(files),
			plural(len(files)),
			rulesets, plural(rulesets), withEvidence, time.Since(start).Round(time.Millisecond), bad, c.warnings,
			plural(c.warnings))
	}
	if bad > 0 || c.strict && c.warnings > 0 {
		return exitStatus(1)
	}
	return nil
}

// file checks one file. The error is one that no other file can escape.
func (c *checker) file(ctx context.Context, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if formalisms[filepath.Ext(file)] != "lgdl" {
		c.time(checkLine{File: file}, func() error {
			rs, err := c.engine.Compile(ctx, engine.Source{File: file, Text: text})
			if err == nil {
				c.raised = c.of(ctx, rs)
			}
			return err
		})
		return nil
	}
	dir := defsFolder(c.defsDir, file)
	defs, err := c.defines(dir)
	if err != nil {
		return err
	}
	var d *lgdl.Description
	one := func(l checkLine, sel lgdl.Selection) {
		c.time(l, func() error {
			if d == nil {
				var err error
				if d, err = lgdl.Read(file, text); err != nil {
					return err
				}
			}
			e, err := d.Expand(defs, sel)
			if err != nil {
				return err
			}
			if len(e.Holes) > 0 {
				c.holes, err = holesOf(d, defs, sel)
				return err
			}
			if _, err = e.Check(ludeme.Grammar()); err != nil || !c.play && c.quiet["all"] {
				return err
			}
			src := engine.Source{File: file, Text: text, Options: e.Options, Library: libraryOf(file)}
			if dir != "" {
				src.Defs, src.DefsID = os.DirFS(dir), dir
			}
			rs, err := c.engine.Compile(ctx, src)
			switch {
			case err == nil:
				c.raised = c.of(ctx, rs)
			case !c.play:
				c.raised, err = c.unplayable(file, err), nil
			}
			return err
		})
	}
	one(checkLine{File: file, DateProblems: dateProblems(file, text, defs)}, lgdl.Selection{})
	if d == nil {
		return nil
	}
	for _, r := range d.Rulesets() {
		for _, problem := range r.Problems() {
			c.time(checkLine{File: file, Ruleset: r.Heading}, func() error { return problem })
		}
		if !c.rulesets || !r.Complete() {
			continue
		}
		for i, options := range r.Combinations(combinationLimit) {
			l := checkLine{File: file, Ruleset: r.Heading}
			if i > 0 {
				l.Options = options
			}
			one(l, lgdl.Selection{Ruleset: r.Heading, Options: options})
		}
	}
	return nil
}

// dateProblems returns what is not understood of the dates of a description, of
// one that can be expanded.
func dateProblems(file string, text []byte, defs *lgdl.Defines) []provenance.DateProblem {
	d, err := lgdl.Read(file, text)
	if err != nil {
		return nil
	}
	e, err := d.Expand(defs, lgdl.Selection{})
	if err != nil {
		return nil
	}
	a := provenance.Of(ruleset.Info(e.Metadata))
	return a.DateProblems()
}

// defines returns the known defines of a folder, none for "".
func (c *checker) defines(dir string) (*lgdl.Defines, error) {
	if dir == "" {
		return nil, nil
	}
	if d, ok := c.defs[dir]; ok {
		return d, nil
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	d, err := lgdl.LoadDefines(os.DirFS(dir))
	if err == nil {
		c.defs[dir] = d
	}
	return d, err
}

// time runs one check and reports it.
func (c *checker) time(l checkLine, f func() error) {
	c.raised, c.holes = nil, nil
	start := time.Now()
	err := f()
	l.Warnings, l.Holes = c.raised, c.holes
	l.OK, l.Ms = err == nil, float64(time.Since(start).Microseconds())/1000
	if err != nil {
		l.Error, l.text = place(err), err.Error()
	}
	c.report(l)
}

// place finds the place of an error of any formalism.
func place(err error) *checkError {
	var list lgdl.ErrorList
	var one *lgdl.Error
	var tree *efg.Error
	var regular *rbg.Error
	var automaton *rg.Error
	var rule *gdl.Error
	if at := placeOfEvidence(err); at != nil {
		return at
	}
	switch {
	case errors.As(err, &list) && len(list) > 0:
		return &checkError{list[0].Pos.Line, list[0].Pos.Col, list[0].Detail()}
	case errors.As(err, &one):
		return &checkError{one.Pos.Line, one.Pos.Col, one.Detail()}
	case errors.As(err, &tree):
		return &checkError{tree.Pos.Line, tree.Pos.Col, tree.Msg}
	case errors.As(err, &regular):
		return &checkError{regular.Pos.Line, regular.Pos.Col, regular.Msg}
	case errors.As(err, &automaton):
		return &checkError{automaton.Pos.Line, automaton.Pos.Col, automaton.Msg}
	case errors.As(err, &rule):
		return &checkError{rule.Pos.Line, rule.Pos.Col, rule.Msg}
	}
	return &checkError{Message: err.Error()}
}
