package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/catalogue"
)

func init() {
	register(command{
		name: "export",
		args: "[--format csv|parquet|phylip|nexus|newick|characters] [--features F] [--out FILE] [--defs DIR] PATH…" +
			" | [--format csv|parquet] [--out FILE] [--data DIR]",
		short: "Write features, distances and trees of games for R, Python and SplitsTree; without PATH, all that the catalogue knows",
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
	var write func(w io.Writer) error
	failed := 0
	switch {
	case len(paths) == 0:
		write, err = exportCatalogue(ctx, s, o, *format)
	default:
		var list []subject
		if list, failed, err = readSubjects(ctx, s.err, files, paths, "export"); err == nil && len(list) == 0 {
			err = fmt.Errorf("no game that compiles")
		}
		if err == nil {
			write, err = exportFiles(list, how, *format, *cluster)
		}
	}
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

// exportFiles prepares the writing of one format.
func exportFiles(list []subject, how *comparison, format, cluster string) (func(w io.Writer) error, error) {
	switch format {
	case "csv", "parquet":
		t, err := sheetOf(list, how.features)
		if err != nil {
			return nil, err
		}
		return t.writer(format), nil
	case "characters":
		d, err := datasetOf(list, how.features)
		if err != nil {
			return nil, err
		}
		return d.WriteNexus, nil
	case "phylip", "nexus", "newick":
	default:
		return nil, usagef("there is no format %q; expected csv, parquet, phylip, nexus, newick or characters", format)
	}
	m, err := how.matrix(list)
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

// sheetOf collects features of subjects, concepts in catalogue order.
func sheetOf(list []subject, kind string) (*sheet, error) {
	d, err := datasetOf(list, kind)
	if err != nil {
		return nil, err
	}
	t := &sheet{info: []string{"game", "ruleset", "hash", "file"}, values: d.Vocabulary}
	if kind == "concepts" {
		t.values = compileTime()
	}
	for g := range list {
		rs := list[g].rs
		row := sheetRow{info: []string{list[g].name, rs.RulesetName(), rs.Hash(), list[g].file}}
		if kind == "concepts" {
			row.value = withFalse(rs.Concepts())
		} else {
			row.value = make(map[string]float64, len(d.Vocabulary))
			for f, name := range d.Vocabulary {
				row.value[name] = d.Value(g, f)
			}
		}
		t.rows = append(t.rows, row)
	}
	return t, nil
}

// exportCatalogue prepares the writing of everything the catalogue knows: a row
// for each ruleset with its concepts and the metrics of its latest evaluation.
func exportCatalogue(ctx context.Context, s *streams, o *stationOptions, format string) (func(w io.Writer) error, error) {
	if format != "csv" && format != "parquet" {
		return nil, usagef("the catalogue is exported as csv or parquet; other formats take PATHs")
	}
	st, err := openStation(ctx, o, nil, true, s.err)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	t, err := catalogueSheet(ctx, st.host.Catalogue)
	if err != nil {
		return nil, err
	}
	return t.writer(format), nil
}

func catalogueSheet(ctx context.Context, c *catalogue.Catalogue) (*sheet, error) {
	t := &sheet{info: []string{"game", "ruleset", "hash", "formalism", "culture", "period", "region", "origin", "engine", "evaluation"}, values: compileTime()}
	column := map[string]bool{}
	for _, name := range t.values {
		column[name] = true
	}
	for offset, total := 0, 1; offset < total; {
		page, n, err := c.Rulesets(ctx, catalogue.Filter{Offset: offset})
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		offset, total = offset+len(page), n
		for i := range page {
			r := &page[i]
			vector, err := c.Concepts(ctx, r.Hash)
			if err != nil {
				return nil, err
			}
			row := sheetRow{value: vector}
			if r.Formalism == "lgdl" {
				row.value = withFalse(vector)
			}
			evaluation := ""
			if e := r.Latest; e != nil && e.Summary != nil {
				evaluation = e.ID
				for name, m := range e.Summary.Metrics {
					row.value[name] = m.Mean
				}
			}
			row.info = []string{r.Game, r.Name, r.Hash, r.Formalism, r.Culture, r.Period, r.Region, r.Origin, r.Engine, evaluation}
			t.rows = append(t.rows, row)
		}
	}
	t.addColumns(column)
	return t, nil
}

// addColumns adds the columns that rows have beyond the known ones: those of
// the catalogue of concepts in its order, then all others by name.
func (t *sheet) addColumns(known map[string]bool) {
	found := map[string]float64{}
	for _, r := range t.rows {
		for name := range r.value {
			if !known[name] {
				found[name] = 0
			}
		}
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
