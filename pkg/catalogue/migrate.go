package catalogue

import (
	"context"
	"fmt"
	"io/fs"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/migrations"
)

// migrationLock is the advisory lock under which one process migrates.
const migrationLock = 0x61737472

// migrate applies the migrations that the database has not seen, in one
// transaction each, and stores the engine's catalogue of concepts and the views for analysts.
func (c *Catalogue) migrate(ctx context.Context) error {
	conn, err := c.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, migrationLock); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, migrationLock)
	applied, err := appliedMigrations(ctx, conn)
	if err != nil {
		return err
	}
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		return err
	}
	for _, name := range applied {
		if !slices.Contains(files, name) {
			return fmt.Errorf("the database was migrated by a newer version of astragal (%s); use that version", name)
		}
	}
	for _, name := range files { // Glob sorts
		if slices.Contains(applied, name) {
			continue
		}
		sql, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			// Columns that views for analysts show could not change otherwise; storeViews makes them again.
			if _, err := tx.Exec(ctx, `DROP SCHEMA IF EXISTS analysis CASCADE`); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(sql)); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `INSERT INTO migrations (name) VALUES ($1)`, name)
			return err
		})
		if err != nil {
			return fmt.Errorf("migration %s: %w", name, err)
		}
	}
	if err := storeConcepts(ctx, conn); err != nil {
		return err
	}
	return storeViews(ctx, conn)
}

// appliedMigrations returns the names of the files that the database has seen,
// under their present names.
func appliedMigrations(ctx context.Context, conn *pgxpool.Conn) ([]string, error) {
	if _, err := conn.Exec(ctx, `CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz
		NOT NULL DEFAULT now())`); err != nil {
		return nil, err
	}
	for old, name := range migrations.Renamed {
		if _, err := conn.Exec(ctx, `UPDATE migrations SET name = $2 WHERE name = $1`, old, name); err != nil {
			return nil, err
		}
	}
	rows, err := conn.Query(ctx, `SELECT name FROM migrations`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// storeConcepts makes the stored catalogue of concepts that of this engine.
func storeConcepts(ctx context.Context, conn *pgxpool.Conn) error {
	stored, err := readConcepts(ctx, conn)
	if err != nil {
		return err
	}
	list := concept.Catalogue()
	if slices.EqualFunc(stored, list, func(a, b concept.Concept) bool { return reflect.DeepEqual(a, normal(b)) }) {
		return nil
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM concept_catalogue`); err != nil {
			return err
		}
		columns := []string{"id", "position", "name", "taxonomy", "parent", "type", "data", "computed", "leaf", "purposes",
			"source", "meaning"}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"concept_catalogue"}, columns, pgx.CopyFromSlice(len(list),
			func(i int) ([]any, error) {
				k := normal(list[i])
				var parent *string
				if k.Parent != "" {
					parent = &k.Parent
				}
				return []any{int(k.ID), i, k.Name, k.Taxonomy, parent, k.Type, k.Data, k.Computed, k.Leaf, k.Purposes, k.Source,
					k.Meaning}, nil
			}))
		return err
	})
}

// normal is a concept as the database gives it back: without nil slices.
func normal(k concept.Concept) concept.Concept {
	if k.Purposes == nil {
		k.Purposes = []string{}
	}
	return k
}
