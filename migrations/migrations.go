// Package migrations holds the catalogue's schema as numbered SQL files in the form of goose
// (github.com/pressly/goose), which pkg/catalogue applies, each once, when it opens a database. A file that
// was released is never edited; a change is a new file. No two files have the same number.
package migrations

import "embed"

// FS has the files NNNN_name.sql.
//
//go:embed *.sql
var FS embed.FS
