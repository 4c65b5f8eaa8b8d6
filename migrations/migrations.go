// Package migrations holds the catalogue's schema as numbered SQL files, which
// pkg/catalogue applies in order, each once, when it opens a database. A file
// that was released is never edited; a change is a new file.
package migrations

import "embed"

// FS has the files NNNN_name.sql.
//
//go:embed *.sql
var FS embed.FS
