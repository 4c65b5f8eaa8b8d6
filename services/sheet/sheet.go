// Package sheet writes tables as files for analysts: CSV, JSON and Parquet, each with
// what its columns mean. The command line exports whole catalogues with it, and the
// pages give what they show.
package sheet

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Column is a column of a table, with what a reader must know of it.
type Column struct {
	Name string
	// Kind is "text", "integer", "boolean" (0 or 1) or "number".
	Kind    string
	Unit    string // of numbers; "" for texts and mere numbers
	Values  string // the range, in words
	Meaning string
	Source  string // where the values come from
}

// Table is a table. A cell is a string, an int64, a uint64, a float64 or nil: missing,
// which is not 0. Texts are never missing, but may be empty.
type Table struct {
	Columns []Column
	Rows    [][]any
	Notes   map[string]string // about the whole table
}

// WriteCSV writes the table with a header; what is missing is empty.
func (t *Table) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	row := make([]string, len(t.Columns))
	for i := range t.Columns {
		row[i] = t.Columns[i].Name
	}
	if err := c.Write(row); err != nil {
		return err
	}
	for _, cells := range t.Rows {
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

// WriteJSON writes the table as an object: "columns" with their meaning, "notes", and
// "rows", an object for each with the columns in order; what is missing is null.
func (t *Table) WriteJSON(w io.Writer) error {
	var b bytes.Buffer
	put := func(v any) error {
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		err := enc.Encode(v)
		b.Truncate(b.Len() - 1) // the encoder's line feed
		return err
	}
	b.WriteString(`{"notes":`)
	if err := put(t.Notes); err != nil {
		return err
	}
	b.WriteString(`,"columns":[`)
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := put(map[string]string{"name": c.Name, "kind": c.Kind, "unit": c.Unit, "values": c.Values,
			"meaning": c.Meaning, "source": c.Source}); err != nil {
			return err
		}
	}
	b.WriteString("],\"rows\":[")
	for n, cells := range t.Rows {
		if n > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n{")
		for i, x := range cells {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := put(t.Columns[i].Name); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := put(x); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	}
	b.WriteString("\n]}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// WriteDictionary writes what the columns mean, as CSV.
func (t *Table) WriteDictionary(w io.Writer) error {
	d := &Table{}
	for _, name := range []string{"column", "type", "unit", "range", "meaning", "source"} {
		d.Columns = append(d.Columns, Column{Name: name, Kind: "text"})
	}
	for _, c := range t.Columns {
		d.Rows = append(d.Rows, []any{c.Name, c.Kind, c.Unit, c.Values, c.Meaning, c.Source})
	}
	return d.WriteCSV(w)
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

// WriteParquet writes the table as one Parquet file: texts as strings, all others
// as optional numbers. The dictionary of the columns, as CSV, and notes about the
// table are its metadata, under keys that begin with "astragal.".
func (t *Table) WriteParquet(w io.Writer) error {
	group := ordered{parquet.Group{}, map[string]int{}}
	for i := range t.Columns {
		c := &t.Columns[i]
		group.Group[c.Name], group.place[c.Name] = parquet.Compressed(t.node(i), &parquet.Zstd), i
	}
	var dictionary strings.Builder
	if err := t.WriteDictionary(&dictionary); err != nil {
		return err
	}
	options := []parquet.WriterOption{parquet.NewSchema("games", group),
		parquet.KeyValueMetadata("astragal.dictionary", dictionary.String())}
	for _, name := range slices.Sorted(maps.Keys(t.Notes)) {
		options = append(options, parquet.KeyValueMetadata("astragal."+name, t.Notes[name]))
	}
	pw := parquet.NewWriter(w, options...)
	row := make(parquet.Row, len(t.Columns))
	for _, cells := range t.Rows {
		for i, x := range cells {
			level := 1
			if t.Columns[i].Kind == "text" {
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
func (t *Table) node(i int) parquet.Node {
	switch t.Columns[i].Kind {
	case "text":
		return parquet.String()
	case "integer":
		if slices.ContainsFunc(t.Rows, func(cells []any) bool { _, unsigned := cells[i].(uint64); return unsigned }) {
			return parquet.Optional(parquet.Uint(64))
		}
		return parquet.Optional(parquet.Int(64))
	}
	return parquet.Optional(parquet.Leaf(parquet.DoubleType))
}
