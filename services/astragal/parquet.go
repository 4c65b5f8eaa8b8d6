package main

import (
	"io"
	"maps"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// writeParquet writes the table as one Parquet file: texts as strings, numbers
// as optional doubles. Parquet keeps columns by name, so their order is lost.
func (t *sheet) writeParquet(w io.Writer) error {
	group := parquet.Group{}
	for _, name := range t.info {
		group[name] = parquet.Compressed(parquet.String(), &parquet.Zstd)
	}
	for _, name := range t.values {
		group[name] = parquet.Compressed(parquet.Optional(parquet.Leaf(parquet.DoubleType)), &parquet.Zstd)
	}
	columns := sortedKeys(group)
	place := map[string]int{}
	for i, name := range t.info {
		place[name] = i
	}
	pw := parquet.NewWriter(w, parquet.NewSchema("games", group))
	for _, r := range t.rows {
		row := make(parquet.Row, len(columns))
		for i, name := range columns {
			if k, ok := place[name]; ok {
				row[i] = parquet.ByteArrayValue([]byte(r.info[k])).Level(0, 0, i)
			} else if x, ok := r.value[name]; ok {
				row[i] = parquet.DoubleValue(x).Level(0, 1, i)
			} else {
				row[i] = parquet.NullValue().Level(0, 0, i)
			}
		}
		if _, err := pw.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return pw.Close()
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
