package gateway

import (
	"context"
	"net/http"

	"github.com/astragal/astragal/pkg/access"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/studio"
)

// registerStudio adds the pages on which games are played and written, with the
// descriptions of the catalogue.
func registerStudio(mux *http.ServeMux, g *access.Guard, c *catalogue.Catalogue) error {
	guard := func(next http.Handler) http.Handler { return g.Require(catalogue.ReadRole, next) }
	return studio.Register(mux, guard, func(r *http.Request, hash string) (studio.Source, error) {
		return describedBy(r.Context(), c, hash)
	})
}

// describedBy is a description that gives a ruleset, with the defines and games that it uses.
func describedBy(ctx context.Context, c *catalogue.Catalogue, hash string) (studio.Source, error) {
	list, err := c.SourcesOf(ctx, hash)
	if err != nil {
		return studio.Source{}, err
	}
	if len(list) == 0 {
		return studio.Source{}, catalogue.ErrNotFound
	}
	// The list leaves texts out.
	s, err := c.Source(ctx, list[0].ID)
	if err != nil {
		return studio.Source{}, err
	}
	src := studio.Source{File: s.File, Text: s.Text, Options: s.Options, Ruleset: s.Ruleset, Formalism: s.Formalism}
	if s.DefsetID != "" {
		if src.Defs, err = c.Defs(ctx, s.DefsetID); err != nil {
			return studio.Source{}, err
		}
	}
	if s.GamesID != "" {
		if src.Games, err = c.Defs(ctx, s.GamesID); err != nil {
			return studio.Source{}, err
		}
	}
	return src, nil
}
