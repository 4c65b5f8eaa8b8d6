package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/distance"
)

func init() {
	register(command{
		name: "export",
		args: "[--format csv|parquet|phylip|nexus|newick|characters] [--features F] [--measure M] " +
			"[--out FILE] [--dictionary FILE] [[--rulesets] [--defs DIR] PATH… | " +
			"[--data DIR] [--agent A] [--culture S] [--region S] [--from YEAR] [--to YEAR] [--concept C]…] | " +
			"--catalogue DIR [--data DIR] | --crate DIR [--license SPDX] [--author NAME] [--line COMMAND]… [--data DIR] " +
			"[--agent A] …",
		short: "Write features, distances and trees of games for R, Python and SplitsTree: " +
			"of those at the paths or, without, of the catalogue",
		run: export,
	})
}

// exportFormats are the formats by name.
var exportFormats = []string{"csv", "parquet", "phylip", "nexus", "newick", "characters"}

func export(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("export")
	chosen := selectionFlags(fs)
	how := comparisonFlags(fs)
	format := fs.String("format", "csv",
		"csv or parquet (a row for each game: what it is, its features, and metrics with their 95 % intervals), "+
			"phylip (distances), nexus (distances, trees and the splits of NeighborNet), newick (a tree) or characters "+
			"(features as 0 and 1, in NEXUS); "+
			"in trees "+nonNegative)
	out := fs.String("out", "",
		"`file` to write instead of standard output; beside a file NAME.csv, NAME.dictionary.csv explains the columns")
	dictionary := fs.String("dictionary", "",
		"write what the columns of csv and parquet mean to this `file`; Parquet has it inside, too")
	cluster := fs.String("cluster", "",
		"for newick: a rooted tree by agglomeration, average, single or complete, instead of neighbour joining")
	k := &crating{}
	fs.StringVar(&k.dir, "crate", "", "write instead a research object crate of evaluations of the catalogue to this "+
		"new `folder`: "+
		"descriptions, parameters, figures and all it takes for astragal reproduce to make them again")
	tables := fs.String("catalogue", "", "write instead the whole catalogue to this new `folder`, a Parquet file for "+
		"each table, with views for DuckDB")
	fs.StringVar(&k.license, "license", "Apache-2.0", "of a crate: the licence of all that is in it, as `SPDX` identifier")
	fs.StringVar(&k.author, "author", "The Astragal project", "of a crate: who made it")
	fs.Var(&k.lines, "line", "of a crate: a `command` line that the evaluations were made by, to be told; may be repeated")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	if *tables != "" {
		if len(paths) > 0 || k.dir != "" {
			return usagef("--catalogue goes with nothing else")
		}
		return exportTables(ctx, s, chosen.app, *tables)
	}
	if k.dir != "" {
		if len(paths) > 0 {
			return usagef("--crate is of evaluations in the catalogue, not of files")
		}
		if err := chosen.check(fs, false); err != nil {
			return err
		}
		return k.export(ctx, s, chosen)
	}
	if !slices.Contains(exportFormats, *format) {
		return usagef("there is no format %q; expected one of %s", *format, strings.Join(exportFormats, ", "))
	}
	table := *format == "csv" || *format == "parquet"
	if *dictionary != "" && !table {
		return usagef("--dictionary is for csv and parquet")
	}
	if table && how.features == "tree" {
		return usagef("there are no features %q in a table; expected one of %s", how.features, featureNames())
	}
	if err := how.check(*cluster); err != nil {
		return err
	}
	if err := chosen.check(fs, len(paths) > 0); err != nil {
		return err
	}
	list, failed, err := chosen.read(ctx, s, paths, "export")
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return exitStatus(1) // why is said already
	}
	if len(paths) == 0 && (how.features == "metrics" || table && how.features == "concepts") {
		sayKinds(s.err, list, chosen.filter.Agent)
	}
	if table {
		err = exportTable(s.out, list, how.features, *format, *out, *dictionary)
	} else {
		var write func(w io.Writer) error
		if write, err = exporter(ctx, s.err, list, how, *format, *cluster); err == nil {
			err = writeTo(s.out, *out, write)
		}
	}
	if err == nil && failed > 0 {
		err = exitStatus(1)
	}
	return err
}

// sayKinds tells people when the metrics exported came about in several ways, and
// of how many rulesets there are none.
func sayKinds(w io.Writer, list []subject, agent string) {
	kinds, without := kindsOf(list)
	if without > 0 {
		fmt.Fprintf(w, "%d of %d rulesets have no evaluation by agent %s: their metrics are empty\n", without, len(list),
			agent)
	}
	if len(kinds) > 1 {
		fmt.Fprintf(w, "the metrics came about in %d ways, which columns tell: %s\n", len(kinds), strings.Join(kinds, " | "))
	}
}

// exportTable writes a table of features, and what its columns mean.
func exportTable(w io.Writer, list []subject, features, format, out, dictionary string) error {
	t, err := sheetOf(list, features)
	if err != nil {
		return err
	}
	write := t.writeCSV
	if format == "parquet" {
		write = t.writeParquet
	}
	if err := writeTo(w, out, write); err != nil {
		return err
	}
	if dictionary == "" && format == "csv" && out != "" {
		dictionary = strings.TrimSuffix(out, filepath.Ext(out)) + ".dictionary.csv"
	}
	if dictionary == "" {
		return nil
	}
	return writeTo(w, dictionary, t.writeDictionary)
}

// writeTo writes to a file, or to w when it has no name.
func writeTo(w io.Writer, file string, write func(w io.Writer) error) (err error) {
	if file != "" {
		f, err := os.Create(file)
		if err != nil {
			return err
		}
		defer f.Close()
		w = f
	}
	b := bufio.NewWriter(w)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if f, ok := w.(*os.File); ok && file != "" {
		return f.Close() // a full disk shows only here
	}
	return nil
}

// exporter prepares the writing of distances, trees or characters.
func exporter(ctx context.Context, errs io.Writer, list []subject, how *comparison, format, cluster string) (
	func(w io.Writer) error, error) {
	if format == "characters" {
		return characters(list, how.features)
	}
	list, err := how.attested(errs, list)
	if err != nil {
		return nil, err
	}
	m, again, err := how.matrix(ctx, errs, list)
	if err != nil {
		return nil, err
	}
	if format == "phylip" {
		return m.WritePhylip, nil
	}
	joined, err := how.join(ctx, m, again)
	if err != nil {
		return nil, err
	}
	linkage := distance.Average
	if cluster != "" {
		linkage = distance.Linkage(cluster)
	}
	clustered, err := m.Cluster(linkage)
	if err != nil {
		return nil, usageError{err.Error()}
	}
	if format == "nexus" || cluster == "" {
		sayNegative(errs, joined.negative)
	}
	if format == "nexus" {
		network, err := m.NeighborNet()
		if err != nil {
			fmt.Fprintf(errs, "without splits: %v\n", err)
		}
		comment := ""
		if joined.negative > 0 {
			comment = fmt.Sprintf("of neighbour joining %d %s", joined.negative, nonNegative)
		}
		return func(w io.Writer) error {
			err := m.WriteNexus(w, distance.NamedTree{Name: "neighbour joining", Tree: joined.Phylogeny,
				Comment: comment, Support: joined.support},
				distance.NamedTree{Name: string(linkage), Tree: clustered, Rooted: true})
			if network == nil || err != nil {
				return err
			}
			return network.WriteNexus(w)
		}, nil
	}
	tree := joined
	if cluster != "" {
		tree = joinedTree{Phylogeny: clustered}
	}
	return func(w io.Writer) error {
		_, err := fmt.Fprintln(w, tree.NewickWith(m.Names, tree.support))
		return err
	}, nil
}

// characters prepares the writing of what subjects have and do not have.
// Concepts that are numbers are left out: everything has them.
func characters(list []subject, kind string) (func(w io.Writer) error, error) {
	bags, err := bagsOf(list, kind)
	if err != nil {
		return nil, err
	}
	if kind == "metrics" {
		return nil, usagef("metrics are no characters")
	}
	for i, b := range bags {
		bags[i] = distance.Bag{}
		for name, x := range b {
			if kind != "concepts" || isBoolean(name) {
				bags[i][name] = x
			}
		}
	}
	d, err := distance.NewDataset(namesOf(list), bags)
	if err != nil {
		return nil, err
	}
	return d.WriteNexus, nil
}
