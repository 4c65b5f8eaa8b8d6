package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"os"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/distance"
)

func init() {
	register(command{
		name:  "export",
		args:  "[--format csv|parquet|phylip|nexus|newick|characters] [--features F] [--measure M] [--out FILE] [--defs DIR] [--data DIR] [PATH…]",
		short: "Write features, distances and trees of games for R, Python and SplitsTree: of those at the paths or, without, of the catalogue",
		run:   export,
	})
}

func export(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("export")
	files := choiceFlags(fs)
	how := comparisonFlags(fs)
	o := stationFlags(fs)
	format := fs.String("format", "csv", "csv or parquet (a row of features for each game), phylip (distances), nexus (distances and trees), newick (a tree) or characters (features as 0 and 1, in NEXUS)")
	out := fs.String("out", "", "`file` to write instead of standard output")
	cluster := fs.String("cluster", "", "for newick: a rooted tree by agglomeration, average, single or complete, instead of neighbour joining")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	list, failed, err := readSubjects(ctx, s, files, o, paths, "export")
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return exitStatus(1) // why is said already
	}
	write, err := exporter(ctx, s.err, list, how, *format, *cluster)
	if err != nil {
		return err
	}
	if err := writeTo(s.out, *out, write); err != nil {
		return err
	}
	if failed > 0 {
		return exitStatus(1)
	}
	return nil
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

// exporter prepares the writing of one format.
func exporter(ctx context.Context, errs io.Writer, list []subject, how *comparison, format, cluster string) (func(w io.Writer) error, error) {
	switch format {
	case "csv", "parquet":
		t, err := sheetOf(list, how.features)
		if err != nil {
			return nil, err
		}
		return t.writer(format), nil
	case "characters":
		return characters(list, how.features)
	case "phylip", "nexus", "newick":
	default:
		return nil, usagef("there is no format %q; expected csv, parquet, phylip, nexus, newick or characters", format)
	}
	m, err := how.matrix(ctx, errs, list)
	if err != nil {
		return nil, err
	}
	if format == "phylip" {
		return m.WritePhylip, nil
	}
	joined, err := m.Join()
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
	if format == "nexus" {
		return func(w io.Writer) error {
			return m.WriteNexus(w, distance.NamedTree{Name: "neighbour joining", Tree: joined}, distance.NamedTree{Name: string(linkage), Tree: clustered, Rooted: true})
		}, nil
	}
	tree := joined
	if cluster != "" {
		tree = clustered
	}
	return func(w io.Writer) error {
		_, err := fmt.Fprintln(w, tree.Newick(m.Names))
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

// sheet is rows of texts and numbers. A number that a row does not have is
// missing, which is not 0.
type sheet struct {
	info   []string // names of the columns of texts
	values []string // names of the columns of numbers
	rows   []sheetRow
}

type sheetRow struct {
	info  []string
	value map[string]float64
}

// compileTime lists the concepts of compilation in catalogue order.
func compileTime() []string {
	var names []string
	for _, c := range concept.Catalogue() {
		if c.Computed == "Compilation" {
			names = append(names, c.Name)
		}
	}
	return names
}

// withFalse adds to a vector the boolean concepts that do not hold.
func withFalse(vector map[string]float64) map[string]float64 {
	full := make(map[string]float64, len(vector))
	for _, name := range compileTime() {
		if isBoolean(name) {
			full[name] = 0
		}
	}
	for name, x := range vector {
		full[name] = x
	}
	return full
}

// sheetOf collects features of subjects: concepts in catalogue order and, of
// subjects from the catalogue, metrics with them; all others by name.
func sheetOf(list []subject, kind string) (*sheet, error) {
	bags, err := bagsOf(list, kind)
	if err != nil {
		return nil, err
	}
	t := &sheet{info: append([]string{"game", "file"}, subjectInfo...)}
	if kind == "concepts" {
		t.values = compileTime()
	}
	for i := range list {
		row := sheetRow{info: append([]string{list[i].name, list[i].file}, list[i].info...), value: map[string]float64{}}
		switch {
		case kind != "concepts":
			row.value = bags[i]
		case list[i].info[2] == "lgdl":
			row.value = withFalse(bags[i])
		default:
			maps.Copy(row.value, bags[i])
		}
		if kind == "concepts" {
			maps.Copy(row.value, list[i].metrics)
		}
		t.rows = append(t.rows, row)
	}
	if kind == "ludemes" || strings.HasPrefix(kind, "ludeme-") {
		t.fill()
	}
	t.addColumns()
	return t, nil
}

// fill makes counts that are missing 0.
func (t *sheet) fill() {
	all := map[string]float64{}
	for _, r := range t.rows {
		for name := range r.value {
			all[name] = 0
		}
	}
	for i := range t.rows {
		full := maps.Clone(all)
		maps.Copy(full, t.rows[i].value)
		t.rows[i].value = full
	}
}

// addColumns adds the columns that rows have beyond the known ones: those of
// the catalogue of concepts in its order, then all others by name.
func (t *sheet) addColumns() {
	found := map[string]float64{}
	for _, r := range t.rows {
		maps.Copy(found, r.value)
	}
	for _, name := range t.values {
		delete(found, name)
	}
	for _, c := range concept.Catalogue() {
		if _, ok := found[c.Name]; ok {
			t.values = append(t.values, c.Name)
			delete(found, c.Name)
		}
	}
	t.values = append(t.values, sortedKeys(found)...)
}

// writer returns the function that writes the table in a format.
func (t *sheet) writer(format string) func(w io.Writer) error {
	if format == "parquet" {
		return t.writeParquet
	}
	return t.writeCSV
}

// writeCSV writes the table with a header; what is missing is empty.
func (t *sheet) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(append(append([]string{}, t.info...), t.values...)); err != nil {
		return err
	}
	for _, r := range t.rows {
		row := append([]string{}, r.info...)
		for _, name := range t.values {
			cell := ""
			if x, ok := r.value[name]; ok {
				cell = strconv.FormatFloat(x, 'g', -1, 64)
			}
			row = append(row, cell)
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
