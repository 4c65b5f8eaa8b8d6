package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// writeCSV writes the table with a header; what is missing is empty.
func (t *sheet) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	row := make([]string, len(t.columns))
	for i := range t.columns {
		row[i] = t.columns[i].name
	}
	if err := c.Write(row); err != nil {
		return err
	}
	for _, cells := range t.rows {
		for i, x := range cells {
			row[i] = cellText(x)
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func cellText(x any) string {
	switch x := x.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return fmt.Sprint(x)
}

// ordered is a group of columns in an order of their own, which parquet.Group
// does not keep.
type ordered struct {
	parquet.Group
	place map[string]int
}

func (o ordered) Fields() []parquet.Field {
	fields := o.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return o.place[a.Name()] - o.place[b.Name()] })
	return fields
}

// writeParquet writes the table as one Parquet file: texts as strings, all others
// as optional numbers. The dictionary of the columns, as CSV, and notes about the
// table are its metadata, under keys that begin with "astragal.".
func (t *sheet) writeParquet(w io.Writer) error {
	group := ordered{parquet.Group{}, map[string]int{}}
	for i := range t.columns {
		c := &t.columns[i]
		group.Group[c.name], group.place[c.name] = parquet.Compressed(t.node(i), &parquet.Zstd), i
	}
	var dictionary strings.Builder
	if err := t.writeDictionary(&dictionary); err != nil {
		return err
	}
	options := []parquet.WriterOption{parquet.NewSchema("games", group),
		parquet.KeyValueMetadata("astragal.dictionary", dictionary.String())}
	for _, name := range sortedKeys(t.notes) {
		options = append(options, parquet.KeyValueMetadata("astragal."+name, t.notes[name]))
	}
	pw := parquet.NewWriter(w, options...)
	row := make(parquet.Row, len(t.columns))
	for _, cells := range t.rows {
		for i, x := range cells {
			level := 1
			if t.columns[i].kind == "text" {
				level = 0
			}
			switch x := x.(type) {
			case nil:
				row[i] = parquet.NullValue().Level(0, 0, i)
			case string:
				row[i] = parquet.ByteArrayValue([]byte(x)).Level(0, level, i)
			case int64:
				row[i] = parquet.Int64Value(x).Level(0, level, i)
			case uint64:
				row[i] = parquet.Int64Value(int64(x)).Level(0, level, i) // as the unsigned type stores it
			case float64:
				row[i] = parquet.DoubleValue(x).Level(0, level, i)
			}
		}
		if _, err := pw.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return pw.Close()
}

// node is the type of a column.
func (t *sheet) node(i int) parquet.Node {
	switch t.columns[i].kind {
	case "text":
		return parquet.String()
	case "integer":
		if slices.ContainsFunc(t.rows, func(cells []any) bool { _, unsigned := cells[i].(uint64); return unsigned }) {
			return parquet.Optional(parquet.Uint(64))
		}
		return parquet.Optional(parquet.Int(64))
	}
	return parquet.Optional(parquet.Leaf(parquet.DoubleType))
}
