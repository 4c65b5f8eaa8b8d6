package main

import (
	"io"

	gridfile "github.com/astragal/astragal/services/sheet"
)

// file is the table as files are written of it.
func (t *sheet) file() *gridfile.Table {
	f := &gridfile.Table{Rows: t.rows, Notes: t.notes}
	for _, c := range t.columns {
		f.Columns = append(f.Columns, gridfile.Column{Name: c.name, Kind: c.kind, Unit: c.unit, Values: c.values,
			Meaning: c.meaning, Source: c.source})
	}
	return f
}

// writeCSV writes the table with a header; what is missing is empty.
func (t *sheet) writeCSV(w io.Writer) error { return t.file().WriteCSV(w) }

// writeParquet writes the table with its dictionary and notes.
func (t *sheet) writeParquet(w io.Writer) error { return t.file().WriteParquet(w) }

// writeDictionary writes what the columns mean, as CSV.
func (t *sheet) writeDictionary(w io.Writer) error { return t.file().WriteDictionary(w) }
