package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	making "github.com/astragal/astragal/services/reconstruction"
)

// ofCatalogue is the library that is no folder: the rulesets of the catalogue.
const ofCatalogue = "catalogue"

// load reads the libraries.
func (r *reconstruction) load(ctx context.Context) error {
	var parts []*reconstruct.Library
	for _, dir := range r.libraries {
		if dir == ofCatalogue {
			l, err := r.stored(ctx)
			if err != nil {
				return err
			}
			parts = append(parts, l)
			continue
		}
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return fmt.Errorf("%s is not a folder", dir)
		}
		defs, err := definesOf(defsFolder("", filepath.Join(dir, "lud", "x")))
		if err != nil {
			return err
		}
		l, err := reconstruct.Load(os.DirFS(dir), defs, nil)
		if err != nil {
			return err
		}
		parts = append(parts, l)
		r.tellLibrary(dir, l)
	}
	if len(parts) > 0 {
		r.library = reconstruct.Join(parts...)
	}
	return nil
}

func (r *reconstruction) tellLibrary(name string, l *reconstruct.Library) {
	if !r.asJSON {
		fmt.Fprintf(r.s.err, "%s: %d donors, %d rulesets refused\n", name, len(l.Donors), len(l.Refused))
	}
}

// stored reads the rulesets of the catalogue.
func (r *reconstruction) stored(ctx context.Context) (*reconstruct.Library, error) {
	c, closeCatalogue, err := openCatalogue(ctx, r.app, r.s.err)
	if err != nil {
		return nil, err
	}
	defer closeCatalogue()
	l, _, err := making.Donors(ctx, c, nil)
	if err == nil {
		r.tellLibrary(ofCatalogue, l)
	}
	return l, err
}

// definesOf reads a folder of known defines, none for "".
func definesOf(dir string) (*lgdl.Defines, error) {
	if dir == "" {
		return nil, nil
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	return lgdl.LoadDefines(os.DirFS(dir))
}
