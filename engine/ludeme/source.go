//go:build !js

package ludeme

import (
	"embed"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/lgdl"
)

// The rows are written in the source beside their rules, so the source itself is
// the register of where each of them is: it cannot fall behind.
//
//go:embed */*.go
var source embed.FS

// Source returns the place where the row of a form is written, its file relative
// to the root of the repository; the zero Pos when f is no form of the language.
func Source(f *lgdl.Form) lgdl.Pos { return places()[rowKey{f.Text, f.Result}] }

var places = sync.OnceValue(func() map[rowKey]lgdl.Pos {
	m := map[rowKey]lgdl.Pos{}
	files, err := fs.Glob(source, "*/*.go")
	if err != nil {
		panic(err) // only a malformed pattern
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(source, file)
		if err != nil {
			panic(err) // embedded files are always there
		}
		line := 0
		form, place := "", lgdl.Pos{}
		for row := range strings.Lines(string(text)) {
			line++
			if f, column := quoted(row, "Text: "); column > 0 {
				form, place = f, lgdl.Pos{File: path.Join("engine/ludeme", file), Line: line, Col: column}
			}
			if result, column := quoted(row, "Result: "); column > 0 { // on the same line or below
				m[rowKey{form, result}] = place
			}
		}
	}
	return m
})

// quoted returns the Go string after a key on a line of source and the column of
// the key, 0 when there is none.
func quoted(line, key string) (value string, column int) {
	at := strings.Index(line, key)
	if at < 0 {
		return "", 0
	}
	literal, err := strconv.QuotedPrefix(line[at+len(key):])
	if err != nil {
		return "", 0
	}
	value, _ = strconv.Unquote(literal)
	return value, at + 1
}
