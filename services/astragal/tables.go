package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/astragal/astragal/pkg/catalogue"
)

// exportTables writes the whole catalogue for analysts: a file of Parquet for each
// table to a new or empty folder, with views for DuckDB.
func exportTables(ctx context.Context, s *streams, o *appOptions, dir string) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty; the tables need a folder of their own", dir)
	}
	c, closeCatalogue, err := openCatalogue(ctx, o, s.err)
	if err != nil {
		return err
	}
	defer closeCatalogue()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	views := "-- duckdb -init views.sql, in this folder\n"
	return c.ReadTables(ctx, func(r *catalogue.TableReader) error {
		for _, t := range catalogue.Tables() {
			sheet := &sheet{notes: map[string]string{"table": t.Name, "meaning": t.Meaning}}
			for _, col := range t.Columns {
				sheet.columns = append(sheet.columns, column{name: col.Name, kind: col.Kind, meaning: col.Meaning,
					source: "catalogue"})
			}
			if err := r.Rows(ctx, t, func(cells []any) error {
				sheet.rows = append(sheet.rows, cells)
				return nil
			}); err != nil {
				return err
			}
			file := t.Name + ".parquet"
			if err := writeTo(nil, filepath.Join(dir, file), sheet.writeParquet); err != nil {
				return err
			}
			views += fmt.Sprintf("CREATE OR REPLACE VIEW %s AS SELECT * FROM '%s'; -- %s\n", t.Name, file, t.Meaning)
			fmt.Fprintf(s.err, "%s: %d rows\n", filepath.Join(dir, file), len(sheet.rows))
		}
		return writeTo(nil, filepath.Join(dir, "views.sql"), func(w io.Writer) error {
			_, err := io.WriteString(w, views)
			return err
		})
	})
}
