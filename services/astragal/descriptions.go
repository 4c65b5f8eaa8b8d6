package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine"
)

// formalisms maps the extensions of description files to formalisms.
var formalisms = engine.Formalisms

// findDescriptions returns the description files at path, a file or a folder
// that is searched, in order of name.
func findDescriptions(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		if formalisms[filepath.Ext(path)] == "" {
			return nil, fmt.Errorf("%s: no description; expected a file .lud, .efg, .nfg, .kif, .gdl, .rbg, .rg or .hrg", path)
		}
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && formalisms[filepath.Ext(p)] != "" {
			files = append(files, p)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no description in this folder; expected files .lud, .efg, .nfg, .kif, .gdl, .rbg, .rg or "+
			".hrg", path)
	}
	return files, err
}

// readDefs returns the definition files below a folder by their path in it.
func readDefs(dir string) (map[string]string, error) {
	defs := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(p, ".def") {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		defs[filepath.ToSlash(name)] = string(text)
		return nil
	})
	return defs, err
}
