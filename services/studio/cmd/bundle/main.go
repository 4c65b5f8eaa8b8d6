// Command bundle packs what browsers load: bundle LIBRARY DIST writes the library, which
// has the folders lud and def, as DIST/library.json.gz, and compresses
// DIST/engine.wasm to engine.wasm.zst, without the tables of lines (lines.go). Equal inputs give equal bytes.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/astragal/astragal/services/studio/shelf"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: bundle LIBRARY DIST")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

func write(library, dist string) error {
	s, err := shelf.Read(os.DirFS(library))
	if err != nil {
		return err
	}
	data, err := s.Compressed()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dist, "library.json.gz"), data, 0o644); err != nil {
		return err
	}
	file := filepath.Join(dist, "engine.wasm")
	code, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if code, err = withoutLines(code); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if !packed(file+".zst", code) {
		small, err := compress(context.Background(), code)
		if err != nil {
			return err
		}
		if err := os.WriteFile(file+".zst", small, 0o644); err != nil {
			return err
		}
	}
	return os.Remove(file)
}

// packed reports whether a file holds the code already: to compress it takes longer than to build it.
func packed(file string, code []byte) bool {
	small, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	dec, err := zstd.NewReader(nil)
	if err != nil {
		return false
	}
	defer dec.Close()
	held, err := dec.DecodeAll(small, nil)
	return err == nil && bytes.Equal(held, code)
}
