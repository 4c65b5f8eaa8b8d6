// Package reconstruction makes studies of incomplete rulesets, for `astragal reconstruct` and as jobs of the pipeline.
//
//	Request  ── Ask ────► a row of the catalogue; the same request is stored once
//	Run      ── Making ─► Report: what remains probable, as page, JSON, CSV and Parquet
//	         ── keep ───► the most probable completions become rulesets with the status "(Reconstructed)"
//
// A study follows from its request, the donors and the engine: who goes on with it after a process was killed gets the
// same bytes. docs/reconstruction.md says what studies claim.
package reconstruction

import (
	"context"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/posterior"
	"github.com/astragal/astragal/pkg/prior"
)

// Making is what studies of several skeletons have in common.
type Making struct {
	Library *reconstruct.Library // nil for none
	Prior   reconstruct.Prior    // without what is fixed
	Fixed   map[int]string       // fillers by the number of the hole, from 0: what if?
	Items   []posterior.Item
	Options posterior.Options
	Engine  string // version
	Nearest int    // attested games that are told, at least 10
	// Ranked is a complete game whose place among the completions is told, nil for none, and its name.
	Ranked     *lgdl.Node
	RankedName string

	attested *posterior.Attested
}

// Study makes the study of the skeleton of a space, which is by the Prior with what is fixed.
func (m *Making) Study(ctx context.Context, x *reconstruct.Space) (*Report, error) {
	o := m.Options
	if m.attested == nil && o.Attested > 0 && o.Plays > 0 && m.Library != nil {
		var err error
		if m.attested, err = posterior.Attest(ctx, m.Library, o); err != nil {
			return nil, err
		}
	}
	spaces := []*reconstruct.Space{x}
	for _, p := range []reconstruct.Prior{prior.Unknowing(m.Prior), reconstruct.Uniform{}} {
		if p.Name() == m.Prior.Name() {
			continue
		}
		if len(m.Fixed) > 0 {
			p = reconstruct.Fixed{Prior: p, Fillers: m.Fixed}
		}
		y, err := reconstruct.NewSpace(x.Skeleton, m.Library, p)
		if err != nil {
			return nil, err
		}
		spaces = append(spaces, y)
	}
	t, err := posterior.Run(ctx, spaces, m.Items, m.attested, o)
	if err != nil {
		return nil, err
	}
	v := &Report{Study: t, Engine: m.Engine, Library: libraryHash(m.Library), Evidence: evidenceHash(m.Items, o.Wear),
		skeleton: x.Skeleton}
	if m.Library != nil {
		v.Donors = len(m.Library.Donors)
	}
	if k, ok := m.Prior.(*prior.Kernel); ok {
		v.Nearest = k.Nearest(x.Skeleton, max(10, m.Nearest))
	}
	if m.Ranked != nil {
		v.Rank = RankIn(x, m.RankedName, m.Ranked)
	}
	v.Places = places(t)
	v.Method, v.Citation = v.method()
	return v, nil
}
