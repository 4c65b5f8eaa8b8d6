package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/astragal/astragal/engine"
)

// choice holds the flags by which commands choose the game of a file.
type choice struct {
	defs    string
	options list
	ruleset string
}

// choiceFlags defines the flags of a choice.
func choiceFlags(fs *flag.FlagSet) *choice {
	c := &choice{}
	defsFlag(fs, &c.defs)
	fs.Var(&c.options, "option", "select an `option`, as Heading/Item; may be repeated")
	fs.StringVar(&c.ruleset, "ruleset", "", "select a declared `ruleset`")
	return c
}

func defsFlag(fs *flag.FlagSet, dir *string) {
	fs.StringVar(dir, "defs", "", "`folder` of known defines (default: the folder def beside a folder lud that FILE "+
		"is in)")
}

// open compiles the game of a file of any formalism.
func (c *choice) open(ctx context.Context, file string) (engine.Ruleset, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	src := engine.Source{File: file, Text: text, Options: c.options, Ruleset: c.ruleset, Library: libraryOf(file),
		Large: true}
	if formalisms[filepath.Ext(file)] == "" {
		return nil, unknownFile(file)
	}
	if formalisms[filepath.Ext(file)] != "lgdl" {
		if len(c.options) > 0 || c.ruleset != "" {
			return nil, fmt.Errorf("%s: only L-GDL descriptions have options and rulesets", file)
		}
	} else if dir := defsFolder(c.defs, file); dir != "" {
		if info, err := os.Stat(dir); err != nil {
			return nil, err
		} else if !info.IsDir() {
			return nil, fmt.Errorf("%s is not a folder", dir)
		}
		src.Defs, src.DefsID = os.DirFS(dir), dir
	}
	return engine.New().Compile(ctx, src)
}

func unknownFile(file string) error {
	return fmt.Errorf("%s: no description; expected a file .lud, .efg, .nfg, .kif, .gdl, .rbg, .rg or .hrg", file)
}

// libraryOf returns the descriptions among which the games of a match are found:
// those of the folder lud above the file, or of the file's own folder.
func libraryOf(file string) fs.FS {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil
	}
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(dir) == "lud" {
			return os.DirFS(dir)
		}
	}
	return os.DirFS(filepath.Dir(path))
}

// defsFolder returns the folder of known defines for a file: the one given, or
// def beside the folder lud above the file, or "" when there is none.
func defsFolder(given, file string) string {
	if given != "" {
		return given
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(dir) != "lud" {
			continue
		}
		def := filepath.Join(filepath.Dir(dir), "def")
		if info, err := os.Stat(def); err == nil && info.IsDir() {
			return def
		}
	}
	return ""
}
