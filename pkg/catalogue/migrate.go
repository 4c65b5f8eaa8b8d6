package catalogue

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

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
	db := stdlib.OpenDBFromPool(c.pool)
	defer db.Close()
	// Branches number their files apart, so a lower number may come later.
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.FS, goose.WithAllowOutofOrder(true))
	if err != nil {
		return err
	}
	current, err := provider.GetDBVersion(ctx) // makes the table of versions
	if err != nil {
		return err
	}
	if current == 0 {
		if current, err = adopt(ctx, conn); err != nil {
			return err
		}
	}
	sources := provider.ListSources()
	if newest := sources[len(sources)-1].Version; current > newest {
		return fmt.Errorf("the database was migrated by a newer version of astragal (%04d, and this one knows %04d); use "+
			"that version",
			current, newest)
	}
	pending, err := provider.HasPending(ctx)
	if err != nil {
		return err
	}
	if pending {
		// Columns that views for analysts show could not change otherwise; storeViews makes them again.
		if _, err := conn.Exec(ctx, `DROP SCHEMA IF EXISTS analysis CASCADE`); err != nil {
			return err
		}
		if _, err := provider.Up(ctx); err != nil {
			return err
		}
	}
	if err := storeConcepts(ctx, conn); err != nil {
		return err
	}
	return storeViews(ctx, conn)
}

// adopt enters in the table of versions what earlier versions of astragal recorded by the names of files in a
// table of their own, which it removes, and returns the highest number. Two files had other numbers once.
func adopt(ctx context.Context, conn *pgxpool.Conn) (highest int64, err error) {
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		var exists bool
		if err := tx.QueryRow(ctx, `SELECT to_regclass('migrations') IS NOT NULL`).Scan(&exists); err != nil || !exists {
			return err
		}
		err := tx.QueryRow(ctx, `WITH old AS (
				SELECT CASE WHEN name IN ('0003_concepts.sql', '0005_concepts.sql') THEN 11 ELSE substr(name, 1, 4)::bigint END AS number
				FROM migrations),
			entered AS (INSERT INTO `+goose.DefaultTablename+` (version_id, is_applied)
				SELECT DISTINCT number, true FROM old ORDER BY number RETURNING version_id)
			SELECT coalesce(max(version_id), 0) FROM entered`).Scan(&highest)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DROP TABLE migrations`)
		return err
	})
	return highest, err
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
