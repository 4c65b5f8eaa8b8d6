package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
)

func init() {
	register(command{
		name: "evidence",
		args: "[--format table|csv|jsonld|csvw] [--out FILE] [--base URL] [--game G] [PATH… | --data DIR]",
		short: "List what games are known from: of the files of evidence at the paths or, without, of the catalogue; " +
			"as text or for exchange",
		run: listEvidence,
	})
}

func listEvidence(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("evidence")
	o := catalogueFlags(fs)
	format := fs.String("format", "table", "table (for people), csv, jsonld (schema.org and CIDOC CRM) or csvw "+
		"(what the columns of csv mean)")
	out := fs.String("out", "", "`file` to write instead of standard output; beside a file NAME.csv, "+
		"NAME.csv-metadata.json explains the columns")
	base := fs.String("base", "", "`address` of the server whose identifiers jsonld names; without, they are paths")
	game := fs.String("game", "", "only of this game")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"table", "csv", "jsonld", "csvw"}, *format) {
		return usagef("there is no format %q; expected table, csv, jsonld or csvw", *format)
	}
	var items []evidence.Item
	failed := false
	if len(paths) > 0 {
		items, failed, err = evidenceAt(s.err, paths, *game)
	} else if *format != "csvw" {
		items, err = storedEvidence(ctx, s.err, o, *game)
	}
	if err != nil {
		return err
	}
	err = writeTo(s.out, *out, func(w io.Writer) error {
		switch *format {
		case "csv":
			return evidence.WriteCSV(w, items)
		case "jsonld":
			return evidence.WriteLinked(w, items, strings.TrimSuffix(*base, "/"))
		case "csvw":
			return evidence.WriteCSVW(w, "evidence.csv")
		}
		printEvidence(w, items)
		return nil
	})
	if err == nil && *format == "csv" && *out != "" {
		err = writeTo(s.out, *out+"-metadata.json", func(w io.Writer) error {
			return evidence.WriteCSVW(w, filepath.Base(*out))
		})
	}
	if err == nil && failed {
		err = exitStatus(1)
	}
	return err
}

// evidenceAt reads all evidence at paths; mistakes are reported and leave out a file.
func evidenceAt(errs io.Writer, paths []string, game string) (items []evidence.Item, failed bool, err error) {
	files, err := findEvidence(paths)
	if err != nil {
		return nil, false, err
	}
	for _, f := range readEvidence(errs, files, &failed) {
		if game == "" || f.Game == game {
			items = append(items, f.Items...)
		}
	}
	evidence.Sort(items)
	return items, failed, nil
}

func storedEvidence(ctx context.Context, errs io.Writer, o *appOptions, game string) ([]evidence.Item, error) {
	c, closeCatalogue, err := openCatalogue(ctx, o, errs)
	if err != nil {
		return nil, err
	}
	defer closeCatalogue()
	return c.Evidence(ctx, catalogue.EvidenceFilter{Game: game})
}

func printEvidence(w io.Writer, items []evidence.Item) {
	rows := [][]string{{"game", "id", "kind", "years", "place", "certainty", "title"}}
	for i := range items {
		it := &items[i]
		place := it.Place
		if place == "" {
			place = it.Region
		}
		rows = append(rows, []string{it.Game, it.ID, string(it.Kind), it.Years().String(), place, it.Certainty, it.Title})
	}
	printRows(w, rows, len(rows[0]))
}

// findEvidence returns the files of evidence at paths: those in folders, those given,
// and those beside given descriptions. None is no error.
func findEvidence(paths []string) (files []string, err error) {
	for _, path := range paths {
		switch {
		case isDir(path):
			err := filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() && strings.HasSuffix(p, evidence.Suffix) {
					files = append(files, p)
				}
				return err
			})
			if err != nil {
				return nil, err
			}
		case strings.HasSuffix(path, evidence.Suffix):
			files = append(files, path)
		default:
			beside := strings.TrimSuffix(path, filepath.Ext(path)) + evidence.Suffix
			if _, err := os.Stat(beside); err == nil {
				files = append(files, beside)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// readEvidence reads files under their absolute paths. Those with mistakes are
// reported and left out, which sets failed.
func readEvidence(errs io.Writer, files []string, failed *bool) (list []*evidence.File) {
	for _, file := range files {
		f, err := readEvidenceFile(file)
		if err == nil {
			f.Path, err = filepath.Abs(file)
		}
		if err != nil {
			fmt.Fprintln(errs, err)
			*failed = true
			continue
		}
		list = append(list, f)
	}
	return list
}

func readEvidenceFile(file string) (*evidence.File, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, evidence.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	return evidence.Read(file, text)
}

// descriptionOf is the description that a file of evidence stands beside, "" for none.
func descriptionOf(file string) string {
	stem := strings.TrimSuffix(file, evidence.Suffix)
	for _, ext := range sortedKeys(formalisms) {
		if _, err := os.Stat(stem + ext); err == nil {
			return stem + ext
		}
	}
	return ""
}

// evidence checks a file of evidence against the description beside it.
func (c *checker) evidence(ctx context.Context, file string) {
	c.time(checkLine{File: file}, func() error {
		f, err := readEvidenceFile(file)
		if err != nil {
			return err
		}
		description := descriptionOf(file)
		if description == "" {
			return &evidence.Error{Path: file, Line: 1, Column: 1, Msg: "there is no description beside it; expected " +
				strings.TrimSuffix(filepath.Base(file), evidence.Suffix) + ".lud or of another formalism"}
		}
		text, err := os.ReadFile(description)
		if err != nil {
			return err
		}
		src := engine.Source{File: description, Text: text, Library: libraryOf(description)}
		if dir := defsFolder(c.defsDir, description); dir != "" {
			src.Defs, src.DefsID = os.DirFS(dir), dir
		}
		rs, err := c.engine.Compile(ctx, src)
		if err != nil {
			return nil // why is said where the description is checked
		}
		var rulesets []string
		if formalisms[filepath.Ext(description)] == "lgdl" {
			d, err := lgdl.Read(description, text)
			if err != nil {
				return nil
			}
			for _, r := range d.Rulesets() {
				rulesets = append(rulesets, r.Heading)
			}
		}
		return f.CheckRulesets(rs.Name(), rulesets)
	})
}

// placeOfEvidence is the place of a mistake in a file of evidence, nil for other errors.
func placeOfEvidence(err error) *checkError {
	var list evidence.Errors
	var one *evidence.Error
	switch {
	case errors.As(err, &list) && len(list) > 0:
		one = list[0]
	case !errors.As(err, &one):
		return nil
	}
	return &checkError{one.Line, one.Column, one.Msg}
}
