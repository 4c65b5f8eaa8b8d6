// Package migrations holds the catalogue's schema as numbered SQL files, which
// pkg/catalogue applies in order, each once, when it opens a database. A file
// that was released is never edited; a change is a new file. The names of the files
// applied are recorded; no two files have the same number.
package migrations

import "embed"

// Renamed are files that were released under other names (old → new): databases
// that have applied one under its old name have applied it.
var Renamed = map[string]string{
	"0003_concepts.sql": "0011_concepts.sql",
	"0005_concepts.sql": "0011_concepts.sql",
}

// FS has the files NNNN_name.sql.
//
//go:embed *.sql
var FS embed.FS
