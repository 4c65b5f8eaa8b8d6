package reconstruction

import (
	"context"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/catalogue"
)

// Donors is the library of the rulesets of a catalogue, and the sources that gave it: those with the ids, which may be
// nil for all that are listed.
func Donors(ctx context.Context, c *catalogue.Catalogue, ids []string) (*reconstruct.Library, []string, error) {
	got := []string{}
	sources, err := c.Donors(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	defs := map[string]*lgdl.Defines{}
	var list []reconstruct.Described
	for _, s := range sources {
		d, known := defs[s.DefsetID]
		if !known && s.DefsetID != "" {
			if d, err = definesOf(ctx, c, s.DefsetID); err != nil {
				return nil, nil, err
			}
			defs[s.DefsetID] = d
		}
		got = append(got, s.ID)
		list = append(list, reconstruct.Described{File: s.File, Text: []byte(s.Text), Defs: d,
			Selection: lgdl.Selection{Ruleset: s.Ruleset, Options: s.Options}})
	}
	return reconstruct.Gather(list), got, nil
}

// definesOf reads shared definitions.
func definesOf(ctx context.Context, c *catalogue.Catalogue, id string) (*lgdl.Defines, error) {
	files, err := c.Defs(ctx, id)
	if err != nil {
		return nil, err
	}
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return lgdl.LoadDefines(folder)
}
