package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// identityOf is how recorded play names the description it was played from, so
// that it is found again: below the folder lud of the library, or of the nearest
// such folder above the file, its path there ("line/Hex.lud"). Any other file is
// named by its path from the library, which begins with a point ("./a/Hex.lud"),
// or from the root when it is not below the library.
func identityOf(library, file string) string {
	abs, err := filepath.Abs(file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	below := func(dir string) (string, bool) {
		root, err := filepath.Abs(dir)
		if err != nil {
			return "", false
		}
		rel, err := filepath.Rel(root, abs)
		return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
	}
	if rel, ok := below(filepath.Join(library, "lud")); ok {
		return rel
	}
	if i := strings.LastIndex(filepath.ToSlash(abs), "/lud/"); i >= 0 {
		return filepath.ToSlash(abs)[i+len("/lud/"):]
	}
	if rel, ok := below(library); ok {
		return "./" + rel
	}
	return filepath.ToSlash(abs)
}

// findGame returns the file that recorded play names: the given one, unless it
// is "", else the one of that path in the library or from the root, else the
// only one in the library with that name.
func findGame(given, library, game string) (string, error) {
	if given != "" {
		return given, nil
	}
	isFile := func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && !info.IsDir()
	}
	name := strings.ReplaceAll(game, `\`, "/")
	lud := filepath.Join(library, "lud")
	switch {
	case path.IsAbs(name) && isFile(filepath.FromSlash(name)):
		return filepath.FromSlash(name), nil
	case strings.HasPrefix(name, "./") && filepath.IsLocal(filepath.FromSlash(name)):
		if file := filepath.Join(library, filepath.FromSlash(name)); isFile(file) {
			return file, nil
		}
	}
	if i := strings.LastIndex(name, "lud/"); i >= 0 {
		name = name[i+len("lud/"):]
	}
	if rel := filepath.FromSlash(name); filepath.IsLocal(rel) && isFile(filepath.Join(lud, rel)) {
		return filepath.Join(lud, rel), nil
	}
	var found []string
	err := filepath.WalkDir(lud, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() == path.Base(name) {
			found = append(found, p)
		}
		return err
	})
	const hint = "(see --library and --game)"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("the game %s is not found: there is no folder %s %s", game, lud, hint)
	case err != nil:
		return "", fmt.Errorf("the game %s: %w %s", game, err, hint)
	case len(found) != 1:
		return "", fmt.Errorf("the game %s: %d files of that name in %s %s", game, len(found), lud, hint)
	}
	return found[0], nil
}
